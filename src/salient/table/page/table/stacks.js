/**
 * The pieces on the map: laid out in stacks, moved along their way.
 */

import { h } from "../dom.js";
import { parsePicture } from "./picture.js";

const GAP = 2;
const FAN_STEP = 5;

export class Stacks {
  /**
   * @param {import("./model.js").Model} model
   * @param {import("./map.js").MapView} map
   */
  constructor(model, map) {
    this.model = model;
    this.map = map;
    this.size = model.board.counter;
    this.layer = h("g", { class: "pieces" });
    /** @type {Map<number, {element: any, look: string, floor: string, x: number, y: number, place: number}>} */
    this.drawn = new Map();
    /** Places whose pieces cover each other. @type {Set<number>} */
    this.piles = new Set();
    /** @type {Map<number, any>} */
    this.boxes = new Map();
  }

  /**
   * Draw the shown position.
   *
   * @param {Map<number, number[]>} ways the places each moved piece passed, if known
   * @param {boolean} jump whether nothing shall glide
   */
  update(ways, jump) {
    const stacks = this.#gather();
    const seen = new Set();
    this.piles.clear();
    for (const [place, pieces] of stacks) {
      const spots = this.#lay(place, pieces);
      pieces.forEach((piece, at) => {
        if (!spots) return;
        seen.add(piece.id);
        this.#put(piece, spots[at], jump ? null : (ways.get(piece.id) ?? []));
      });
    }
    for (const [id, { element }] of this.drawn) {
      if (!seen.has(id)) this.#remove(id, element);
    }
  }

  #gather() {
    const stacks = new Map();
    for (const piece of this.model.shown?.pieces ?? []) {
      if (piece.place < 0) continue;
      const home = this.model.homeOf(piece.place);
      const stack = stacks.get(home) ?? [];
      stacks.set(home, stack);
      stack.push(piece);
    }
    const floor = (/** @type {import("./model.js").Piece} */ { place }) => this.model.floorsOf(place).indexOf(place);
    for (const stack of stacks.values()) stack.sort((a, b) => floor(a) - floor(b));
    return stacks;
  }

  /**
   * Where the pieces of a place lie: in rows, each side by itself, if there is room; else fanned.
   *
   * @param {number} place @param {import("./model.js").Piece[]} pieces
   */
  #lay(place, pieces) {
    const anchor = this.map.anchor(place);
    if (!anchor) return null;
    if (pieces.length === 1) return [{ x: anchor.x - this.size / 2, y: anchor.y - this.size / 2 }];
    const { size } = this;
    const sides = [0, 1].map((side) => pieces.filter((piece) => (piece.side === 1 ? 1 : 0) === side));
    const columns = sides.map((side) => Math.min(side.length, Math.max(2, Math.ceil(side.length / 3))));
    const width = (columns[0] + columns[1]) * (size + GAP) + (columns[0] && columns[1] ? GAP * 2 : 0);
    if (!this.#hasRoom(place, width)) {
      this.piles.add(place);
      return fan(anchor, pieces.length, size);
    }
    const rows = Math.max(...sides.map((side, index) => Math.ceil(side.length / (columns[index] || 1))));
    const first = anchor.y - (this.#isLow(place) ? (rows * (size + GAP)) / 2 : size / 2);
    const spots = new Map();
    let left = anchor.x - width / 2 + GAP / 2;
    sides.forEach((side, index) => {
      side.forEach((piece, at) => {
        const column = at % columns[index];
        const row = Math.floor(at / columns[index]);
        spots.set(piece.id, { x: left + column * (size + GAP), y: first + row * (size + GAP) });
      });
      left += columns[index] * (size + GAP) + (side.length ? GAP * 2 : 0);
    });
    return pieces.map((piece) => spots.get(piece.id));
  }

  /** @param {number} place */
  #box(place) {
    if (!this.boxes.has(place)) this.boxes.set(place, this.map.box(place));
    return this.boxes.get(place);
  }

  /** Whether a place has no room for a third row: then rows are laid around its middle. @param {number} place */
  #isLow(place) {
    const box = this.#box(place);
    return box !== null && box.height < this.size * 3;
  }

  /** @param {number} place @param {number} width */
  #hasRoom(place, width) {
    const box = this.#box(place);
    return box !== null && box.width > this.size * 2.2 && width < box.width * 1.25;
  }

  /**
   * @param {import("./model.js").Piece} piece
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

  /** @param {import("./model.js").Piece} piece */
  #make(piece) {
    return h("g", { class: "piece", data: { piece: piece.id, side: piece.side, testid: "piece" } });
  }

  /** @param {number} id @param {Element} element */
  #remove(id, element) {
    this.drawn.delete(id);
    vanish(element);
  }

  /** Mark pieces with classes. @param {Record<string, (id: number) => boolean>} classes */
  mark(classes) {
    for (const [id, { element }] of this.drawn) {
      for (const [name, test] of Object.entries(classes)) element.classList.toggle(name, test(id));
    }
  }

  /** How large a counter is on the screen. */
  get pixels() {
    return this.size * this.map.scale;
  }
}

/** @param {{x: number, y: number}} anchor @param {number} count @param {number} size */
function fan(anchor, count, size) {
  const step = Math.min(FAN_STEP, 18 / count);
  return Array.from({ length: count }, (_, level) => {
    const shift = step * (level - (count - 1) / 2);
    return { x: anchor.x - size / 2 + shift, y: anchor.y - size / 2 - shift };
  });
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

/** @param {any} element @param {{x: number, y: number}} from @param {{x: number, y: number}[]} points */
function glide(element, from, points) {
  if (isCalm() || document.hidden) return;
  const frames = [from, ...points].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
  element.animate(frames, { duration: Math.min(260 + 130 * points.length, 1400), easing: "ease-in-out" });
}

/** @param {any} element */
function appear(element) {
  if (!isCalm()) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300 });
}

/** @param {any} element */
function vanish(element) {
  if (isCalm() || document.hidden) return element.remove();
  element.removeAttribute("data-piece");
  element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 450 }).finished.then(
    () => element.remove(),
    () => {},
  );
}
