/**
 * What the others did, drawn on the map until the reader does something: arrows of their moves, tracers of
 * their fire, a mark where dice fell.
 *
 * @import { Entry, Line } from "../wire.d.ts"
 * @import { MapView } from "./map.js"
 * @import { Model } from "./model.js"
 * @import { Point } from "./view.js"
 */

import { fill, h } from "../dom.js";

export class Trail {
  /** @param {Model} model @param {MapView} map */
  constructor(model, map) {
    this.model = model;
    this.map = map;
    this.size = model.board.counter;
    this.layer = h("g", { class: "trail", data: { testid: "trail" } });
    model.on("present", () => this.#update());
    model.on("past", () => this.#update());
  }

  /** The moves that are drawn: those of the last turn, as far as they are shown. */
  #update() {
    const { model } = this;
    const deeds = model.lastTurn;
    const asked = model.present?.question || !model.mine.size;
    const over = model.past?.move ?? Number.POSITIVE_INFINITY;
    const last = deeds.at(-1);
    const mine = model.lastDeed && !model.isOthers(model.lastDeed) && model.mine.size > 0;
    const drawn = last && (asked || model.past) && !mine ? deeds.filter(({ move }) => move <= over) : [];
    fill(
      this.layer,
      drawn.flatMap((entry) => this.#draw(entry)),
    );
  }

  /** @param {Entry} entry */
  #draw({ lines, side }) {
    const index = this.model.board.sides.findIndex(({ id }) => id === side);
    return lines.flatMap((line) => this.#mark(line, index));
  }

  /** @param {Line} line @param {number} side */
  #mark(line, side) {
    const points = line.places.map((place) => this.map.anchor(place)).filter((point) => point !== null);
    if (line.faces.length) return this.#dice(line, points);
    if (!line.moved || !line.pieces.length || points.length < 2) return [];
    return [h("path", { class: "trail-arrow under", d: arrow(points, this.size) }), ...this.#arrow(points, side)];
  }

  /** @param {Point[]} points @param {number} side */
  #arrow(points, side) {
    return [h("path", { class: "trail-arrow", d: arrow(points, this.size), data: { side } })];
  }

  /** Dice: a burst where they count, and tracers from those who fired. @param {Line} line @param {Point[]} points */
  #dice(line, points) {
    const target = points.at(-1);
    if (!target) return [];
    const from = line.pieces
      .map((piece) => this.model.placeOf(piece))
      .map((place) => (place >= 0 ? this.map.anchor(place) : null))
      .filter((point) => point !== null && (point.x !== target.x || point.y !== target.y));
    return [
      ...from.map((point) => h("path", { class: "tracer", d: `M${point?.x} ${point?.y}L${target.x} ${target.y}` })),
      h("path", { class: "burst", d: burst(target, this.size * 0.6) }),
    ];
  }
}

/** A line through points with a head at its end. @param {Point[]} points @param {number} size */
export function arrow(points, size) {
  const [a, b] = points.slice(-2);
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  const wing = (/** @type {number} */ turn) => {
    const [x, y] = [b.x - size * 0.5 * Math.cos(angle + turn), b.y - size * 0.5 * Math.sin(angle + turn)];
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const line = points.map(({ x, y }) => `${x} ${y}`).join("L");
  return `M${line}M${wing(0.5)}L${b.x} ${b.y}L${wing(-0.5)}`;
}

/** A star of eight rays. @param {Point} at @param {number} size */
function burst({ x, y }, size) {
  const rays = Array.from({ length: 16 }, (_, ray) => {
    const [angle, far] = [(ray * Math.PI) / 8, ray % 2 ? size * 0.55 : size];
    return `${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${rays.join("L")}Z`;
}
