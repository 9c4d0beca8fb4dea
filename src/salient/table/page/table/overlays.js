/** Shadings that can be laid over the map, with their legend. */

import { fill, h } from "../dom.js";
import { toast } from "../toasts.js";
import { rankOf } from "./glow.js";
import { menuAt, pointBelow } from "./popover.js";

export class Overlays {
  /**
   * @param {{get: import("./table.js").Get, say: any, model: import("./model.js").Model,
   *   glow: import("./glow.js").Glow}} desk
   */
  constructor(desk) {
    this.desk = desk;
    this.on = "";
    this.legend = h("div", { class: "legend card", hidden: true, data: { testid: "legend" } });
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
    await this.refresh();
  }

  /** The position changed: so may the shading. */
  async refresh() {
    const { get, glow, model } = this.desk;
    const wanted = this.on;
    try {
      const layers = wanted && !model.past ? await get(`overlays/${wanted}`) : [];
      if (wanted !== this.on) return;
      glow.shade(layers);
      this.#tell(layers);
    } catch (problem) {
      toast(/** @type {any} */ (problem).message, "bad");
    }
  }

  /** @param {any[]} layers */
  #tell(layers) {
    const { say, model } = this.desk;
    const title = model.board.overlays.find((/** @type {any} */ one) => one.id === this.on)?.text ?? "";
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
