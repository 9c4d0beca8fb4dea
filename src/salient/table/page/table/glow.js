/**
 * What is laid over the map: the legal things, the range, the way, what a log line points at.
 *
 * One path element per kind of shading, whatever the number of places: 1,800 hexes stay fluent.
 *
 * @import { Layer } from "../wire.d.ts"
 * @import { MapView } from "./map.js"
 * @import { Model } from "./model.js"
 */

import { fill, h } from "../dom.js";
import { AREA } from "./layout.js";

export class Glow {
  /**
   * @param {Model} model
   * @param {MapView} map
   */
  constructor(model, map) {
    this.model = model;
    this.map = map;
    this.veil = h("path", { class: "veil-map", "fill-rule": "evenodd" });
    this.shading = h("g", { class: "shading" });
    this.legal = h("path", { class: "legal-under" });
    this.legalLine = h("path", { class: "legal-line" });
    this.figures = h("g", { class: "figures" });
    this.asked = h("path", { class: "asked" });
    this.pointed = h("path", { class: "pointed" });
    this.cursor = h("path", { class: "cursor" });
    this.way = h("path", { class: "way" });
    this.wayUnder = h("path", { class: "way under" });
    this.wayEnd = h("circle", { class: "way-end", r: model.board.counter / 6 });
    this.below = h(
      "g",
      { class: "glow" },
      this.veil,
      this.shading,
      this.legal,
      this.legalLine,
      this.figures,
      this.asked,
      this.pointed,
    );
    this.above = h("g", { class: "glow" }, this.cursor, this.wayUnder, this.way, this.wayEnd);
    this.showWay([]);
    model.on("choice", () => {
      const places = (model.question?.places ?? []).map((place) => model.homeOf(place));
      this.asked.setAttribute("d", this.#outlines(places));
      this.#showLegal(model.choice.next.places);
      this.#showFigures(model.choice.figures);
    });
    model.on("focus", ({ places }) => this.pointed.setAttribute("d", this.#outlines(places)));
  }

  /** Shade the places that can be chosen, and veil the rest. @param {Set<number>} places */
  #showLegal(places) {
    // A floor lies under its counters: the place that it belongs to is lit with it.
    const homes = Array.from(places, (place) => this.model.homeOf(place));
    const outlines = this.#outlines(new Set([...places, ...homes]));
    const { width, height } = this.model.board;
    this.legal.setAttribute("d", outlines);
    this.legalLine.setAttribute("d", outlines);
    this.veil.setAttribute("d", outlines ? `M0 0H${width}V${height}H0Z${outlines}` : "");
  }

  /** Figures at the foot of places: what it costs to go there and such. @param {Map<number, string>} figures */
  #showFigures(figures) {
    fill(
      this.figures,
      Array.from(this.#perHome(figures), ([place, figure]) => this.#figure(place, figure)),
    );
  }

  /** Of a place and its floors the first figure. @param {Map<number, string>} figures */
  #perHome(figures) {
    /** @type {Map<number, string>} */
    const found = new Map();
    for (const [place, figure] of figures) {
      const home = this.model.homeOf(place);
      if (!found.has(home) || home === place) found.set(home, figure);
    }
    return found;
  }

  /** @param {number} place @param {string} figure */
  #figure(place, figure) {
    const box = this.map.box(place);
    const { counter } = this.model.board;
    if (!box || box.height <= counter) return null;
    if (box.height > AREA * counter) return this.#figureOfArea(place, figure);
    const [x, y] = [box.x + box.width / 2, box.y + box.height - 5];
    return h("text", { class: "figure", x, y, "text-anchor": "middle" }, figure);
  }

  /** In an area it stands beside its counters, or in their stead. @param {number} place @param {string} figure */
  #figureOfArea(place, figure) {
    const { counter } = this.model.board;
    const foot = this.map.feet.get(place);
    const { x, y } = foot ?? this.map.anchor(place) ?? { x: 0, y: 0 };
    return h("text", { class: "figure large", x, y: y + counter * 0.42, "text-anchor": "middle" }, figure);
  }

  /** @param {number[]} places first to last */
  showWay(places) {
    const points = places.map((place) => this.map.anchor(place)).filter((point) => point !== null);
    const line = points.length > 1 ? `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}` : "";
    this.way.setAttribute("d", line);
    this.wayUnder.setAttribute("d", line);
    const end = points[points.length - 1];
    this.wayEnd.setAttribute("display", line ? "inline" : "none");
    if (end) {
      this.wayEnd.setAttribute("cx", String(end.x));
      this.wayEnd.setAttribute("cy", String(end.y));
    }
  }

  /** The place the pointer or the keyboard is at. @param {number | null} place */
  showCursor(place) {
    this.cursor.setAttribute("d", place === null ? "" : this.map.outline(place));
  }

  /**
   * Overlays: each layer has the pattern of its side, so that colour is not all.
   *
   * @param {Layer[]} layers
   */
  shade(layers) {
    this.shading.replaceChildren(
      ...layers.flatMap(({ side, places, notes }, at) => [
        h("path", { class: "layer", data: { side, rank: rankOf(layers, at) }, d: this.#outlines(places) }),
        ...Object.entries(notes).map(([place, note]) => this.#note(Number(place), note)),
      ]),
    );
  }

  /** @param {number} place @param {string} note */
  #note(place, note) {
    const { x = 0, y = 0 } = this.map.anchor(place) ?? {};
    return h("text", { class: "layer-note", x, y: y + this.model.board.counter * 0.15, "text-anchor": "middle" }, note);
  }

  /** @param {Iterable<number>} places */
  #outlines(places) {
    return Array.from(places, (place) => this.map.outline(place)).join("");
  }
}

/**
 * The how manieth of its side a layer is: the first is striped, further ones are dotted.
 *
 * @param {{side: number}[]} layers @param {number} at
 */
export function rankOf(layers, at) {
  return Math.min(layers.slice(0, at).filter(({ side }) => side === layers[at].side).length, 1);
}

/** The patterns of the overlays, to be put into the picture once. @param {number} size side of a counter */
export function patterns(size) {
  const cell = size / 3.2;
  const pattern = (/** @type {string} */ id, /** @type {number} */ turn, /** @type {SVGElement} */ ink) =>
    h(
      "pattern",
      { id, width: cell, height: cell, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` },
      h("rect", { class: "ground", width: cell, height: cell }),
      ink,
    );
  return h(
    "defs",
    null,
    [
      ["0", 45],
      ["1", -45],
      ["none", 0],
    ].map(([id, turn]) => [
      pattern(`layer-${id}-0`, Number(turn), h("path", { d: `M0 0V${cell}`, class: "stripe" })),
      pattern(`layer-${id}-1`, Number(turn), h("circle", { cx: cell / 2, cy: cell / 2, r: cell / 6, class: "spot" })),
    ]),
  );
}
