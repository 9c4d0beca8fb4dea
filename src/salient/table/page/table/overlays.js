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
    /** The piece whose range is laid over the map instead. @type {number | null} */
    this.ranged = null;
    this.legend = h("div", { class: "legend card", hidden: true, data: { testid: "legend" } });
    // The position changed: so may the shading.
    desk.model.on("position", () => (this.on || this.ranged !== null) && this.#refresh());
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
    this.ranged = null;
    await this.#refresh();
  }

  /** Where a piece could go by itself, until something else is laid over the map. @param {number} piece */
  async showRange(piece) {
    this.on = "";
    this.ranged = piece;
    await this.#refresh();
  }

  async #refresh() {
    const { on, ranged } = this;
    const { shown } = this.desk.model;
    try {
      const layers = await this.#wanted();
      if (on !== this.on || ranged !== this.ranged || shown !== this.desk.model.shown) return;
      this.glow.shade(layers);
      this.#tell(layers);
    } catch (problem) {
      toast(messageOf(problem), "bad");
    }
  }

  /** What is to be laid over the moment on the screen. @returns {Promise<Layer[]>} */
  async #wanted() {
    const { ask, model } = this.desk;
    if (this.ranged !== null) return [await ask("reach/{piece}", { piece: this.ranged, ...model.moment })];
    return this.on ? ask("overlays/{overlay}", { overlay: this.on, ...model.moment }) : [];
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
