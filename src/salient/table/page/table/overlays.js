/**
 * Shadings that can be laid over the map, with their legend.
 *
 * @import { Layer } from "../wire.d.ts"
 * @import { Glow } from "./glow.js"
 * @import { Desk } from "./table.js"
 */

import { messageOf } from "../api.js";
import { fill, h } from "../dom.js";
import { toast } from "../toasts.js";
import { rankOf } from "./glow.js";
import { menuAt, pointBelow } from "./popover.js";

export class Overlays {
  /** @param {Desk} desk @param {Glow} glow */
  constructor(desk, glow) {
    this.desk = desk;
    this.glow = glow;
    /** Id of the shading that is laid over the map, or empty. */
    this.on = "";
    this.legend = h("div", { class: "legend card", hidden: true, data: { testid: "legend" } });
    // The position changed: so may the shading.
    desk.model.on("present", () => this.on && this.#refresh());
    desk.model.on("past", () => this.on && this.#refresh());
  }

  /** @param {Element} near */
  open(near) {
    const { say, model } = this.desk;
    const all = [{ id: "", text: say("table.overlay.none") }, ...model.board.overlays];
    menuAt(
      pointBelow(near),
      say("table.overlay.label"),
      all.map(({ id, text }) => ({
        text: `${id === this.on ? "● " : ""}${text}`,
        data: { overlay: id },
        deed: () => this.choose(id),
      })),
    );
  }

  /** @param {string} id */
  async choose(id) {
    this.on = id;
    await this.#refresh();
  }

  async #refresh() {
    const { ask, model } = this.desk;
    const wanted = this.on;
    try {
      const layers = wanted && !model.past ? await ask("overlays/{overlay}", { overlay: wanted }) : [];
      if (wanted !== this.on) return;
      this.glow.shade(layers);
      this.#tell(layers);
    } catch (problem) {
      toast(messageOf(problem), "bad");
    }
  }

  /** @param {Layer[]} layers */
  #tell(layers) {
    const { say, model } = this.desk;
    const title = model.board.overlays.find((one) => one.id === this.on)?.text ?? "";
    this.legend.hidden = !layers.length;
    fill(
      this.legend,
      h(
        "header",
        null,
        h("strong", null, title),
        h(
          "button",
          {
            class: "button quiet small icon",
            type: "button",
            "aria-label": say("table.overlay.off"),
            on: { click: () => this.choose("") },
          },
          "✕",
        ),
      ),
      h(
        "ul",
        null,
        layers.map(({ text, side }, at) =>
          h("li", null, h("span", { class: "swatch", data: { side, rank: rankOf(layers, at) } }), text),
        ),
      ),
    );
  }
}
