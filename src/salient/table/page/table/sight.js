/**
 * The line of sight between two places: where it runs, what it meets, and why it is clear or not.
 *
 * While the tool is on, pointing at a place sets the end one looks from, then the end one looks at;
 * pointing on looks at something else from the same end.
 *
 * @import { Sight } from "../wire.d.ts"
 * @import { MapView } from "./map.js"
 * @import { Desk } from "./table.js"
 */

import { messageOf } from "../api.js";
import { fill, h } from "../dom.js";
import { toast } from "../toasts.js";
import { cardHead } from "./card-head.js";

export class SightTool {
  /** @param {Desk} desk @param {MapView} map @param {(on: boolean) => void} toggled */
  constructor(desk, map, toggled) {
    this.desk = desk;
    this.map = map;
    this.toggled = toggled;
    this.on = false;
    /** @type {number | null} */
    this.from = null;
    /** @type {number | null} */
    this.to = null;
    this.element = h("aside", {
      class: "odds sight card",
      hidden: true,
      "aria-live": "polite",
      data: { testid: "sight" },
    });
    this.met = h("path", { class: "sight-met" });
    this.under = h("path", { class: "sight-line under" });
    this.line = h("path", { class: "sight-line" });
    this.layer = h("g", { class: "glow sight" }, this.met, this.under, this.line);
    // The position changed: so may the line.
    desk.model.on("position", () => this.on && this.#look());
  }

  /** @param {boolean} [on] @param {number | null} [from] the place to look from */
  toggle(on = !this.on, from = null) {
    this.on = on;
    this.from = from;
    this.to = null;
    this.#draw([], "");
    this.element.hidden = !on;
    if (on) this.#ask();
    this.toggled(on);
  }

  /** A place was pointed at. @param {number | null} place */
  async pick(place) {
    if (place === null || place < 0) return;
    if (this.from === null) {
      this.from = place;
      this.#draw([place], "");
      return this.#ask();
    }
    this.to = place;
    await this.#look();
  }

  async #look() {
    const { from, to } = this;
    if (from === null || to === null) return;
    const { model, ask } = this.desk;
    const { shown } = model;
    let sight;
    try {
      sight = await ask("sight/{origin}/{target}", { origin: from, target: to, ...model.moment });
    } catch (problem) {
      return toast(messageOf(problem), "bad");
    }
    if (!this.on || this.from !== from || this.to !== to || model.shown !== shown) return;
    this.#draw(sight.places, sight.clear ? "clear" : "blocked");
    this.#tell(sight);
  }

  /** @param {number[]} places @param {string} state */
  #draw(places, state) {
    const { map } = this;
    const ends = [this.from, this.to].map((place) => (place === null ? null : map.anchor(place)));
    const [a, b] = ends;
    const line = a && b ? `M${a.x} ${a.y}L${b.x} ${b.y}` : "";
    this.met.setAttribute("d", places.map((place) => map.outline(place)).join(""));
    for (const path of [this.under, this.line]) path.setAttribute("d", line);
    this.layer.dataset.state = state;
  }

  /** What is to be pointed at next. */
  #ask() {
    const { say, model } = this.desk;
    const words =
      this.from === null ? say("table.sight.from") : say("table.sight.to", { place: model.placeName(this.from) });
    fill(this.element, this.#head(say("table.sight.title")), h("p", null, words), this.#floors());
  }

  /** @param {Sight} sight */
  #tell({ clear, lines }) {
    const { say } = this.desk;
    const [judgement, ...way] = lines;
    fill(
      this.element,
      this.#head(say(clear ? "table.sight.clear" : "table.sight.blocked")),
      h("p", { class: "sight-judgement" }, judgement),
      this.#floors(),
      way.length
        ? h(
            "ol",
            { class: "sight-way" },
            way.map((line) => h("li", null, line)),
          )
        : null,
      h(
        "button",
        { class: "button small", type: "button", on: { click: () => this.toggle(true) } },
        say("table.sight.again"),
      ),
    );
  }

  /** @param {string} title */
  #head(title) {
    return cardHead(title, this.desk.say, () => this.toggle(false));
  }

  /** Each end can be raised to another floor. */
  #floors() {
    const { model } = this.desk;
    const rows = /** @type {["from" | "to", number | null][]} */ ([
      ["from", this.from],
      ["to", this.to],
    ]);
    return rows.map(([end, place]) => {
      const floors = place === null ? [] : model.floorsOf(place);
      if (floors.length < 2) return null;
      return h(
        "p",
        { class: "sight-floors row" },
        floors.map((floor) =>
          h(
            "button",
            {
              class: "button small",
              type: "button",
              "aria-pressed": String(floor === place),
              on: {
                click: () => {
                  this[end] = floor;
                  if (this.to === null) this.#ask();
                  else this.#look();
                },
              },
            },
            model.placeName(floor),
          ),
        ),
      );
    });
  }
}
