/**
 * The map: a sheet that is panned and zoomed as a whole, so that nothing is drawn anew.
 *
 * The picture lives in a shadow root: its classes and the page's must not touch each other.
 *
 * @import { Board } from "../wire.d.ts"
 * @import { Target } from "./pointers.js"
 * @import { Point, View } from "./view.js"
 */

import { h } from "../dom.js";
import { outlineOf, parsePicture } from "./picture.js";
import { readTarget } from "./pointers.js";
import { Signals } from "./signals.js";
import { centred, fitted, kept, limited, shows, zoomed } from "./view.js";

const GLIDE = 220;
/** How long somebody who moved the map is left alone, in milliseconds. */
const LOOKING = 6_000;

/** Topic: `moved`, when the map was panned or zoomed. @extends {Signals<{moved: undefined}>} */
export class MapView extends Signals {
  /**
   * @param {Board} board
   * @param {string} label what the map is called
   */
  constructor(board, label) {
    super();
    this.board = board;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.touched = false;
    this.handled = -LOOKING;
    this.placed = false;
    /** Where it glides. @type {View | null} */
    this.goal = null;
    this.frame = 0;
    this.rest = 0;
    /** How much of the window is covered above and below, in pixels. */
    this.covered = { top: 0, bottom: 0 };
    /** @type {Map<number, SVGGraphicsElement>} */
    this.places = new Map();
    /** The middle of the foot of the counters of an area. @type {Map<number, Point>} */
    this.feet = new Map();
    /** Where names stand. @type {DOMRect[] | null} */
    this.names = null;
    /** @type {Map<number, string>} */
    this.outlines = new Map();
    this.element = h("div", {
      class: "map",
      tabindex: "0",
      role: "application",
      "aria-label": label,
      data: { testid: "map" },
    });
    this.shadow = this.element.attachShadow({ mode: "open" });
    const { width, height } = board;
    this.overlay = h("svg", { class: "overlay", viewBox: `0 0 ${width} ${height}`, width, height });
    this.sheet = h(
      "div",
      { class: "sheet", style: { width: `${width}px`, height: `${height}px` } },
      this.#art(),
      this.overlay,
    );
    const style = new URL("./sheet.css", import.meta.url).href;
    this.shadow.append(h("link", { rel: "stylesheet", href: style }), this.sheet);
    this.observer = new ResizeObserver(() => this.#resized());
    this.observer.observe(this.element);
  }

  close() {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
  }

  #art() {
    const art = parsePicture(this.board.svg);
    art.setAttribute("class", "art");
    art.setAttribute("width", String(this.board.width));
    art.setAttribute("height", String(this.board.height));
    art.setAttribute("aria-hidden", "true");
    art.removeAttribute("role");
    for (const place of art.querySelectorAll("[id^=place-]")) {
      const drawn = /** @type {SVGGraphicsElement} */ (place);
      drawn.dataset.place = drawn.id.slice("place-".length);
      this.places.set(Number(drawn.dataset.place), drawn);
    }
    return art;
  }

  // -- where things are ----------------------------------------------------------------------

  /** The outline of a place as path data. @param {number} place */
  outline(place) {
    let found = this.outlines.get(place);
    if (found === undefined) {
      found = outlineOf(this.places.get(place) ?? null, this.board.places[place], this.board.counter * 0.8);
      this.outlines.set(place, found);
    }
    return found;
  }

  /** The box around a place, in map units, or null. @param {number} place */
  box(place) {
    return this.places.get(place)?.getBBox() ?? null;
  }

  /** The names on the map, to be looked up when the map is drawn. @returns {DOMRect[]} */
  get labels() {
    this.names ??= Array.from(this.element.shadowRoot?.querySelectorAll(".art text") ?? [], (text) =>
      /** @type {SVGGraphicsElement} */ (text).getBBox(),
    );
    return this.names;
  }

  /** Whether a point belongs to a place that has a shape. @param {number} place @param {Point} point */
  holds(place, point) {
    const shape = this.places.get(place);
    return shape instanceof SVGGeometryElement && shape.isPointInFill(point);
  }

  /** Where the stack of a place stands. @param {number} place @returns {Point | null} */
  anchor(place) {
    const { x = null, y = null } = this.board.places[place] ?? {};
    if (x !== null && y !== null) return { x, y };
    const box = this.box(place);
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  /** Map units → pixels of the map element. @param {Point} point */
  toScreen({ x, y }) {
    return { x: x * this.scale + this.x, y: y * this.scale + this.y };
  }

  /** Where the stack of a place stands in the window of the browser. @param {number} place @returns {Point | null} */
  pointOf(place) {
    const anchor = this.anchor(place);
    if (!anchor) return null;
    const { x, y } = this.toScreen(anchor);
    const box = this.element.getBoundingClientRect();
    return { x: x + box.x, y: y + box.y };
  }

  /** Whether a place is in sight. @param {number} place */
  sees(place) {
    const { width, height, top } = this.#window;
    const anchor = this.anchor(place);
    if (!anchor) return false;
    const { x, y } = this.toScreen(anchor);
    return x > 12 && x < width - 12 && y > top + 12 && y < top + height - 12;
  }

  /** Whether a place lies in the right half of the window. @param {number} place */
  isRight(place) {
    const anchor = this.anchor(place);
    return anchor !== null && this.toScreen(anchor).x > this.element.clientWidth / 2;
  }

  /**
   * What lies under a point of the window.
   *
   * @param {number} clientX @param {number} clientY
   * @returns {Target}
   */
  targetAt(clientX, clientY) {
    return readTarget(this.shadow.elementFromPoint(clientX, clientY));
  }

  // -- moving --------------------------------------------------------------------------------

  /** The part of the window in which the map can be seen. */
  get #window() {
    const { clientWidth: width, clientHeight: whole } = this.element;
    const { top, bottom } = this.covered;
    return { width, height: Math.max(whole - top - bottom, 80), top };
  }

  /** Where it lies, or will lie when it has glided. @returns {View} */
  get #view() {
    return this.goal ?? this;
  }

  /** A scale that makes sense. @param {number} scale */
  limit(scale) {
    return limited(scale, this.board, this.#window);
  }

  /** Show the whole map. */
  whole() {
    this.touched = false;
    this.#glide(fitted(this.board, this.#window));
  }

  /** @param {number} factor @param {Point} [at] pixels of the map element */
  zoomBy(factor, at) {
    const { width, height, top } = this.#window;
    this.touched = true;
    this.handle();
    this.#glide(zoomed(this.#view, this.limit(this.#view.scale * factor), at ?? { x: width / 2, y: top + height / 2 }));
  }

  /** @param {number} dx @param {number} dy pixels */
  panBy(dx, dy) {
    const { x, y, scale } = this.#view;
    this.touched = true;
    this.handle();
    this.#glide({ scale, x: x + dx, y: y + dy });
  }

  /**
   * Bring places into sight; the map stands still if they are already.
   *
   * @param {number[]} places
   * @param {{force?: boolean, hold?: boolean}} [options] force: centre even what is in sight; hold: do not zoom
   */
  centreOn(places, { force = false, hold = false } = {}) {
    const points = places.map((place) => this.anchor(place)).filter((point) => point !== null);
    if (!points.length || (!force && shows(points, this.#view, this.#window))) return;
    this.touched = true;
    this.#glide(centred(points, this.#view, this.board, this.#window, { hold }));
  }

  /** The reader moves the map: for a while it does not move by itself. */
  handle() {
    this.handled = performance.now();
  }

  /** Whether the reader is looking around. */
  get isHandled() {
    return performance.now() - this.handled < LOOKING;
  }

  /**
   * The middle of the window, in map units, and the scale: to come back to, whatever lies over the map by then.
   *
   * @returns {View}
   */
  get outlook() {
    const { clientWidth: width, clientHeight: height } = this.element;
    const { x, y, scale } = this.#view;
    return { scale, x: (width / 2 - x) / scale, y: (height / 2 - y) / scale };
  }

  /** Look where one has looked before. @param {View} outlook */
  lookAt({ scale, x, y }) {
    const { clientWidth: width, clientHeight: height } = this.element;
    this.show({ scale, x: width / 2 - x * scale, y: height / 2 - y * scale });
  }

  /**
   * Show a part of the map at once.
   *
   * @param {{x: number, y: number, scale?: number}} view
   */
  show({ x, y, scale = this.scale }) {
    this.touched = true;
    this.#place({ x, y, scale: this.limit(scale) });
  }

  /** @param {View} view */
  #place(view) {
    Object.assign(this, kept(view, this.board, this.#window));
    this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.sheet.classList.add("moving");
    clearTimeout(this.rest);
    // A layer of its own while it moves; drawn sharp again, with lines of the right width, when
    // it rests.
    this.rest = setTimeout(() => {
      this.sheet.classList.remove("moving");
      const thin = String(Math.max(1, 0.9 / this.scale));
      // Every counter's lines hang on it: panning alone must not style a thousand of them anew.
      if (this.sheet.style.getPropertyValue("--thin") !== thin) this.sheet.style.setProperty("--thin", thin);
    }, 160);
    this.emit("moved");
  }

  /** @param {View} goal */
  #glide(goal) {
    this.halt();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || !this.placed) return this.#place(goal);
    this.goal = kept(goal, this.board, this.#window);
    const from = { x: this.x, y: this.y, scale: this.scale };
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = Math.min(Math.max((now - start) / GLIDE, 0), 1);
      const part = 1 - (1 - t) ** 3;
      const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * part;
      const to = this.goal ?? goal;
      this.#place({ x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale) });
      if (t < 1) this.frame = requestAnimationFrame(step);
      else this.goal = null;
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Stop gliding. */
  halt() {
    cancelAnimationFrame(this.frame);
    this.goal = null;
  }

  #resized() {
    if (!this.element.clientWidth) return;
    this.#place(this.touched ? this : fitted(this.board, this.#window));
    this.placed = true;
  }
}
