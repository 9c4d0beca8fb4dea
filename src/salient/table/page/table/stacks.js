/**
 * The pieces on the map: laid out in stacks, moved along their way.
 *
 * @import { PieceView } from "../wire.d.ts"
 * @import { MapView } from "./map.js"
 * @import { Model } from "./model.js"
 * @import { Traces } from "./traces.js"
 */

import { h } from "../dom.js";
import { AREA, layOut, makeRoom } from "./layout.js";
import { parsePicture } from "./picture.js";
import { waysTaken } from "./ways.js";

export class Stacks {
  /**
   * @param {Model} model
   * @param {MapView} map
   * @param {Traces} traces
   */
  constructor(model, map, traces) {
    this.model = model;
    this.map = map;
    this.size = model.board.counter;
    this.layer = h("g", { class: "pieces" });
    /** @type {Map<number, {element: SVGGElement, look: string, floor: string, x: number, y: number, place: number}>} */
    this.drawn = new Map();
    /** Places whose pieces cover each other. @type {Set<number>} */
    this.piles = new Set();
    /** @type {Map<number, DOMRect | null>} */
    this.boxes = new Map();
    model.on("position", ({ fresh, jump }) => this.#update(waysTaken(fresh, traces.known), jump));
    model.on("choice", () => this.#markChoice());
    model.on("focus", ({ pieces }) => this.#mark({ named: (id) => pieces.includes(id) }));
  }

  /**
   * Draw the shown position.
   *
   * @param {Map<number, number[]>} ways the places each moved piece passed, if known
   * @param {boolean} jump whether nothing shall glide
   */
  #update(ways, jump) {
    const stacks = this.#gather();
    const seen = new Set();
    this.piles.clear();
    this.map.feet.clear();
    for (const [place, pieces] of stacks) {
      const spots = this.#lay(place, pieces);
      pieces.forEach((piece, at) => {
        if (!spots[at]) return;
        seen.add(piece.id);
        this.#put(piece, spots[at], jump ? null : (ways.get(piece.id) ?? []));
      });
    }
    for (const [id, { element }] of this.drawn) {
      if (!seen.has(id)) this.#remove(id, element);
    }
  }

  #gather() {
    /** @type {Map<number, PieceView[]>} */
    const stacks = new Map();
    for (const piece of this.model.shown?.pieces ?? []) {
      if (piece.place < 0) continue;
      const home = this.model.homeOf(piece.place);
      const stack = stacks.get(home) ?? [];
      stacks.set(home, stack);
      stack.push(piece);
    }
    const floor = (/** @type {PieceView} */ { place }) => this.model.floorsOf(place).indexOf(place);
    for (const stack of stacks.values()) stack.sort((a, b) => floor(a) - floor(b));
    return stacks;
  }

  /** Where the pieces of a place lie; nowhere if it is not on the map. @param {number} place @param {PieceView[]} pieces */
  #lay(place, pieces) {
    const anchor = this.map.anchor(place);
    if (!anchor) return [];
    const sides = pieces.map(({ side }) => side);
    const box = this.#box(place);
    const { spots, pile } = layOut(sides, anchor, box, this.size);
    if (pile) this.piles.add(place);
    if (pile || !box || box.height <= AREA * this.size) return spots;
    const found = makeRoom(spots, this.size, this.map.labels, (point) => this.map.holds(place, point));
    const middle = found.reduce((sum, { x }) => sum + x, 0) / found.length + this.size / 2;
    this.map.feet.set(place, { x: middle, y: Math.max(...found.map(({ y }) => y)) + this.size });
    return found;
  }

  /** @param {number} place */
  #box(place) {
    let box = this.boxes.get(place);
    if (box === undefined) {
      box = this.map.box(place);
      this.boxes.set(place, box);
    }
    return box;
  }

  /**
   * @param {PieceView} piece
   * @param {{x: number, y: number}} spot
   * @param {number[] | null} way null: without gliding
   */
  #put(piece, spot, way) {
    const floor = this.model.floorName(piece.place);
    const look = this.model.looks.get(piece.id) ?? "";
    let old = this.drawn.get(piece.id);
    if (!old) {
      old = { element: this.#make(piece), look: "", floor: "", x: spot.x, y: spot.y, place: piece.place };
      this.drawn.set(piece.id, old);
      if (way) appear(old.element);
      way = null;
    }
    if (old.look !== look || old.floor !== floor) {
      old.element.replaceChildren(...parsePicture(look).childNodes, ...tag(floor, this.size), ...rings(this.size));
      Object.assign(old, { look, floor });
    }
    this.layer.append(old.element); // the order of the stack is the order of drawing
    const { element } = old;
    if (way && (old.x !== spot.x || old.y !== spot.y)) {
      const route = old.place === piece.place ? [] : way.slice(way[0] === old.place ? 1 : 0, -1);
      glide(element, old, [...this.#points(route), spot]);
    }
    element.setAttribute("transform", `translate(${spot.x} ${spot.y})`);
    Object.assign(old, { x: spot.x, y: spot.y, place: piece.place });
  }

  /** @param {number[]} places */
  #points(places) {
    return places
      .map((place) => this.map.anchor(place))
      .filter((point) => point !== null)
      .map(({ x, y }) => ({ x: x - this.size / 2, y: y - this.size / 2 }));
  }

  /** @param {PieceView} piece */
  #make(piece) {
    return h("g", { class: "piece", data: { piece: piece.id, side: piece.side, testid: "piece" } });
  }

  /** @param {number} id @param {Element} element */
  #remove(id, element) {
    this.drawn.delete(id);
    vanish(element);
  }

  /** What can be chosen, and "it": what was, what every answer names, what the question is about. */
  #markChoice() {
    const { choice, actors, held } = this.model;
    const { pieces } = choice.next;
    const { implied } = choice;
    const picked = choice.picks.filter(({ kind }) => kind === "piece").map(({ value }) => value);
    const it = (/** @type {number} */ id) => picked.includes(id) || implied.has(id) || actors.has(id);
    this.#mark({
      legal: (id) => pieces.has(id),
      chosen: it,
      dim: (id) => pieces.size > 0 && !pieces.has(id) && !it(id),
      held: (id) => id === held,
    });
  }

  /** Mark pieces with classes. @param {Record<string, (id: number) => boolean>} classes */
  #mark(classes) {
    for (const [id, { element }] of this.drawn) {
      for (const [name, test] of Object.entries(classes)) element.classList.toggle(name, test(id));
    }
  }

  /** How large a counter is on the screen. */
  get pixels() {
    return this.size * this.map.scale;
  }
}

/** On which floor a piece is, at its corner. @param {string} floor @param {number} size */
function tag(floor, size) {
  if (!floor) return [];
  const wide = 5 + 6 * floor.length;
  return [
    h(
      "g",
      { class: "floor", transform: `translate(${size - wide + 3} ${size - 8})` },
      h("rect", { width: wide, height: 11, rx: 3 }),
      h("text", { x: wide / 2, y: 9, "text-anchor": "middle" }, floor),
    ),
  ];
}

/** The veil of a piece that cannot be chosen and the rings of one that can or is. @param {number} size */
function rings(size) {
  const box = { x: -1.5, y: -1.5, width: size + 3, height: size + 3, rx: 4 };
  return [
    h("rect", { class: "veil", width: size, height: size, rx: 3 }),
    h("rect", { class: "ring under", ...box }),
    h("rect", { class: "ring", ...box }),
  ];
}

function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {Element} element @param {{x: number, y: number}} from @param {{x: number, y: number}[]} points */
function glide(element, from, points) {
  if (isCalm() || document.hidden) return;
  const frames = [from, ...points].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
  element.animate(frames, { duration: Math.min(260 + 130 * points.length, 1400), easing: "ease-in-out" });
}

/** @param {Element} element */
function appear(element) {
  if (!isCalm()) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300 });
}

/** @param {Element} element */
function vanish(element) {
  if (isCalm() || document.hidden) return element.remove();
  element.removeAttribute("data-piece");
  element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 450 }).finished.then(
    () => element.remove(),
    () => {},
  );
}
