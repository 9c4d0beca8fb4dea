/**
 * Arrows, rings and notes of the reader's own on the map, the arrows with their length where there are hexes. Only this
 * browser remembers them. Arrows are drawn with the right button, or with any pointer while the pencil is out; a note is
 * written where one points while the pencil writes.
 *
 * @import { Jotting } from "./jottings.js"
 * @import { MapView } from "./map.js"
 * @import { Desk } from "./table.js"
 */

import { fill, h } from "../dom.js";
import { recall, remember } from "../memory.js";
import { inLines, JOTTED, measure, readJottings, withJotting, writeJottings } from "./jottings.js";
import { hexesBetween } from "./ruler.js";
import { arrow } from "./trail.js";

/** @typedef {[from: number, to: number]} Stroke from a place to itself: a ring */

/** Where a link keeps them. */
export const PARAMETER = "marks";
const MOST = 60;

/** Strokes as a word of an address. @param {Stroke[]} strokes */
export function writeStrokes(strokes) {
  return strokes
    .slice(-MOST)
    .map((stroke) => stroke.join("-"))
    .join(".");
}

/** @param {string | null} word @returns {Stroke[] | null} null: there are none, or it makes no sense */
export function readStrokes(word) {
  if (!word || !/^\d+-\d+(\.\d+-\d+)*$/.test(word)) return null;
  return word
    .split(".")
    .slice(0, MOST)
    .map((one) => /** @type {Stroke} */ (one.split("-").map(Number)));
}

/**
 * What was drawn and written on the map of a game, as parameters of an address.
 *
 * @param {string} id
 * @returns {{parameters: [string, string][], whole: boolean}} whole: nothing was too long for it
 */
export function sketchOf(id) {
  const strokes = writeStrokes(JSON.parse(recall(`sketch.${id}`) ?? "[]"));
  const notes = writeJottings(JSON.parse(recall(`jottings.${id}`) ?? "[]"));
  const all = /** @type {[string, string][]} */ ([
    [PARAMETER, strokes],
    [JOTTED, notes ?? ""],
  ]);
  return { parameters: all.filter(([, word]) => word), whole: notes !== null };
}

export class Sketch {
  /** @param {Desk} desk @param {MapView} map @param {() => void} changed the pencil, or what it drew */
  constructor({ model, id }, map, changed) {
    this.model = model;
    this.map = map;
    this.changed = changed;
    this.key = `sketch.${id}`;
    this.notesKey = `jottings.${id}`;
    this.on = false;
    /** Whether pointing at a place writes a note there. */
    this.writes = false;
    /** Told where a note is to be written. @type {(place: number) => void} */
    this.wanted = () => {};
    const link = new URLSearchParams(location.search);
    /** Those of a link come first: somebody wants to show them. @type {Stroke[]} */
    this.strokes = readStrokes(link.get(PARAMETER)) ?? JSON.parse(recall(this.key) ?? "[]");
    /** @type {Jotting[]} */
    this.jottings = readJottings(link.get(JOTTED)) ?? JSON.parse(recall(this.notesKey) ?? "[]");
    /** The one under the pointer. @type {Stroke | null} */
    this.open = null;
    this.layer = h("g", { class: "sketch", data: { testid: "sketch" } });
    this.#draw();
    // What was shown to one who had drawn nothing himself he can show to others.
    if (recall(this.key) === null && recall(this.notesKey) === null) this.#remember();
  }

  /** Take the pencil out, or put it away. */
  toggle(on = !this.on) {
    this.on = on;
    this.changed();
  }

  /** Let the pencil write, or draw. @param {boolean} writes */
  write(writes) {
    this.writes = writes;
    this.changed();
  }

  /** Rub everything out. */
  clear() {
    this.strokes = [];
    this.jottings = [];
    this.#keep();
  }

  /** The note on a place. @param {number} place */
  noteOn(place) {
    return this.jottings.find(([other]) => other === place)?.[1] ?? "";
  }

  /** Write a note on a place; an empty one is rubbed out. @param {number} place @param {string} text */
  jot(place, text) {
    this.jottings = withJotting(this.jottings, place, text);
    this.#keep();
  }

  /** The pointer is somewhere else. @param {number | null} from @param {number | null} to */
  point(from, to) {
    this.open = from === null || to === null ? null : [from, to];
    this.#draw();
  }

  /** The pointer is lifted: a stroke that is there already is rubbed out. */
  end() {
    const { open } = this;
    this.open = null;
    if (!open) return this.#draw();
    if (this.on && this.writes && open[0] === open[1]) {
      this.#draw();
      return this.wanted(open[0]);
    }
    const same = (/** @type {Stroke} */ [from, to]) => from === open[0] && to === open[1];
    this.strokes = this.strokes.some(same) ? this.strokes.filter((one) => !same(one)) : [...this.strokes, open];
    this.#keep();
  }

  #remember() {
    remember(this.key, this.strokes.length ? JSON.stringify(this.strokes) : null);
    remember(this.notesKey, this.jottings.length ? JSON.stringify(this.jottings) : null);
  }

  #keep() {
    this.#remember();
    this.#draw();
    this.changed();
  }

  #draw() {
    const all = this.open ? [...this.strokes, this.open] : this.strokes;
    fill(
      this.layer,
      all.map((stroke) => this.#stroke(stroke)),
      this.jottings.map((jotting) => this.#jotting(jotting)),
    );
  }

  /** A slip of paper below the middle of a place. @param {Jotting} jotting */
  #jotting([place, text]) {
    const at = this.map.anchor(place);
    if (!at) return null;
    const size = this.model.board.counter * 0.34;
    const lines = inLines(text);
    const wide = Math.max(...lines.map(measure)) * size * 0.58 + size;
    const top = at.y + this.model.board.counter * 0.55;
    return h(
      "g",
      { class: "jotting", data: { jotting: place } },
      h("rect", { x: at.x - wide / 2, y: top, width: wide, height: lines.length * size * 1.25 + size * 0.5, rx: 2 }),
      lines.map((line, row) => h("text", { x: at.x, y: top + size * (1.2 + row * 1.25), "font-size": size }, line)),
    );
  }

  /** @param {Stroke} stroke */
  #stroke([from, to]) {
    if (from === to) return [h("path", { class: "sketch-ring", d: this.map.outline(from) })];
    const [a, b] = [this.map.anchor(from), this.map.anchor(to)];
    if (!a || !b) return [];
    const size = this.model.board.counter;
    const anchors = this.model.board.places.map(({ x, y }) => (x === null || y === null ? null : { x, y }));
    const hexes = hexesBetween(anchors, from, to);
    return [
      h("path", { class: "sketch-arrow", d: arrow([a, b], size) }),
      hexes === null
        ? null
        : h(
            "text",
            { class: "sketch-length", x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, "font-size": size * 0.5 },
            String(hexes),
          ),
    ];
  }
}
