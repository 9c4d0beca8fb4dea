/**
 * What the pencil does: arrows or notes, a list of the notes, and the rubber.
 *
 * @import { MapView } from "./map.js"
 * @import { Sketch } from "./sketch.js"
 * @import { Desk } from "./table.js"
 */

import { fill, h } from "../dom.js";
import { LONGEST } from "./jottings.js";
import { floatAt } from "./popover.js";

export class SketchBar {
  /** @param {Desk} desk @param {MapView} map @param {Sketch} sketch */
  constructor(desk, map, sketch) {
    this.desk = desk;
    this.map = map;
    this.sketch = sketch;
    this.element = h("div", {
      class: "sketch-bar card",
      role: "group",
      hidden: true,
      "aria-label": desk.say("table.sketch.label"),
      data: { testid: "sketch-bar" },
    });
    sketch.wanted = (place) => this.edit(place);
  }

  update() {
    const { sketch } = this;
    const { say } = this.desk;
    this.element.hidden = !sketch.on;
    fill(
      this.element,
      h(
        "div",
        { class: "row" },
        this.#mode("draw", !sketch.writes, () => sketch.write(false)),
        this.#mode("write", sketch.writes, () => sketch.write(true)),
        h(
          "button",
          {
            class: "button small quiet",
            type: "button",
            disabled: !sketch.strokes.length && !sketch.jottings.length,
            data: { sketch: "clear" },
            on: { click: () => sketch.clear() },
          },
          say("table.sketch.clear"),
        ),
      ),
      h("p", { class: "hint" }, say(sketch.writes ? "table.sketch.write_hint" : "table.sketch.draw_hint")),
      this.#list(),
    );
  }

  /** @param {"draw" | "write"} id @param {boolean} on @param {() => void} deed */
  #mode(id, on, deed) {
    const words = this.desk.say(`table.sketch.${id}`);
    return h(
      "button",
      { class: "button small", type: "button", "aria-pressed": String(on), data: { sketch: id }, on: { click: deed } },
      words,
    );
  }

  /** The notes, to be found and changed. */
  #list() {
    const { jottings } = this.sketch;
    if (!jottings.length) return null;
    return h(
      "ul",
      { class: "sketch-notes" },
      jottings.map(([place, text]) =>
        h(
          "li",
          null,
          h(
            "button",
            {
              class: "button quiet small",
              type: "button",
              data: { note: place },
              on: {
                click: () => {
                  this.map.centreOn([place], { force: true });
                  this.edit(place);
                },
              },
            },
            h("strong", null, this.desk.model.placeName(place)),
            ` ${text}`,
          ),
        ),
      ),
    );
  }

  /** Write or change the note on a place. @param {number} place */
  edit(place) {
    const { say, model } = this.desk;
    const at = this.map.pointOf(place);
    if (!at) return;
    const label = say("table.sketch.note", { place: model.placeName(place) });
    const input = h("input", {
      type: "text",
      value: this.sketch.noteOn(place),
      maxlength: String(LONGEST),
      "aria-label": label,
      data: { testid: "jotting" },
    });
    const keep = (/** @type {string} */ text) => {
      this.sketch.jot(place, text);
      card.close();
    };
    const form = h(
      "form",
      { class: "jotting-form" },
      h("p", null, label),
      input,
      h(
        "div",
        { class: "row" },
        h("button", { class: "button small primary", type: "submit" }, say("table.sketch.keep")),
        this.sketch.noteOn(place)
          ? h(
              "button",
              { class: "button small", type: "button", data: { testid: "jotting-rub" }, on: { click: () => keep("") } },
              say("table.sketch.rub"),
            )
          : null,
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      keep(input.value);
    });
    const card = floatAt(at, [form], { label, class: "jotting-card" });
    input.focus({ preventScroll: true });
    input.select();
  }
}
