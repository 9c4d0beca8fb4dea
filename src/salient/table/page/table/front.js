/**
 * A small map of the front: who held what at the end of each turn, played or looked at turn by turn.
 *
 * @import { TurnLook } from "../wire.d.ts"
 * @import { MapView } from "./map.js"
 * @import { Desk } from "./table.js"
 */

import { h } from "../dom.js";
import { sideMark } from "../icons.js";

const PACE = 700;

export class Front {
  /** @param {Desk} desk @param {MapView} map @param {TurnLook[]} turns */
  constructor({ say, model }, map, turns) {
    const { width, height, svg, sides } = model.board;
    this.turns = turns;
    this.map = map;
    this.picture = URL.createObjectURL(sized(svg, width, height));
    this.paths = sides.map((_, side) => h("path", { class: "front-held", data: { side } }));
    this.clock = h("output", { class: "front-clock", "aria-live": "polite" });
    /** @type {HTMLInputElement} */
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: turns.length - 1,
      value: turns.length - 1,
      "aria-label": say("table.over.turn"),
      data: { testid: "front-slider" },
      on: { input: () => this.show(Number(this.slider.value)) },
    });
    this.timer = 0;
    const play = h(
      "button",
      { class: "button small", type: "button", data: { testid: "front-play" }, on: { click: () => this.play() } },
      say("table.over.play_front"),
    );
    this.element = h(
      "section",
      { class: "over-part over-front", data: { testid: "front" } },
      h("h3", null, say("table.over.front")),
      h(
        "div",
        { class: "front-map", style: { "--shape": width / height } },
        h("img", { src: this.picture, alt: "" }),
        h("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, this.paths),
      ),
      h(
        "div",
        { class: "row front-controls" },
        play,
        this.slider,
        this.clock,
        sides.map(({ text }, side) => h("span", { class: "over-key", data: { side } }, sideMark(side, text), text)),
      ),
    );
    this.show(turns.length - 1);
  }

  /** The front at the end of a turn. @param {number} at */
  show(at) {
    const { held, clock } = this.turns[at];
    this.slider.value = String(at);
    this.clock.textContent = clock;
    held.forEach((places, side) => {
      this.paths[side].setAttribute("d", places.map((place) => this.map.outline(place)).join(""));
    });
  }

  /** From the first turn to the last. */
  play() {
    clearInterval(this.timer);
    this.show(0);
    this.timer = setInterval(() => {
      const at = Number(this.slider.value) + 1;
      if (at >= this.turns.length) return clearInterval(this.timer);
      this.show(at);
    }, PACE);
  }

  close() {
    clearInterval(this.timer);
    URL.revokeObjectURL(this.picture);
  }
}

/** A map as a picture of a certain size. @param {string} svg @param {number} width @param {number} height */
export function sized(svg, width, height) {
  return new Blob([svg.replace("<svg ", `<svg width="${width}" height="${height}" `)], { type: "image/svg+xml" });
}
