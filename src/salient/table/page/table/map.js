/**
 * The map: a sheet that is panned and zoomed as a whole, so that nothing is drawn anew.
 *
 * The picture lives in a shadow root: its classes and the page's must not touch each other.
 */

import { h } from "../dom.js";
import { outlineOf, parsePicture } from "./picture.js";
import { Pointers, readTarget } from "./pointers.js";

const GLIDE = 220;

export class MapView {
  /**
   * @param {any} board
   * @param {string} label what the map is called
   * @param {import("./pointers.js").Gestures} gestures
   * @param {() => void} moved called when the map was panned or zoomed
   */
  constructor(board, label, gestures, moved) {
    this.board = board;
    this.moved = moved;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.touched = false;
    /** How much of the window is covered above and below, in pixels. */
    this.covered = { top: 0, bottom: 0 };
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
    this.pointers = new Pointers(this, gestures);
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
    art.setAttribute("width", this.board.width);
    art.setAttribute("height", this.board.height);
    art.setAttribute("aria-hidden", "true");
    art.removeAttribute("role");
    /** @type {Map<number, Element>} */
    this.places = new Map();
    for (const place of art.querySelectorAll("[data-place]")) {
      this.places.set(Number(place.getAttribute("data-place")), place);
    }
    /** @type {Map<number, string>} */
    this.outlines = new Map();
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
    const element = /** @type {any} */ (this.places.get(place));
    return element ? element.getBBox() : null;
  }

  /** Where the stack of a place stands. @param {number} place @returns {{x: number, y: number} | null} */
  anchor(place) {
    const card = this.board.places[place];
    if (card?.x != null) return card;
    const box = this.box(place);
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  /** Map units → pixels of the map element. @param {number} x @param {number} y */
  toScreen(x, y) {
    return { x: x * this.scale + this.x, y: y * this.scale + this.y };
  }

  /** Whether a place is in sight. @param {number} place */
  sees(place) {
    const { w, hgt, top } = this.#window;
    const anchor = this.anchor(place);
    if (!anchor) return false;
    const { x, y } = this.toScreen(anchor.x, anchor.y);
    return x > 12 && x < w - 12 && y > top + 12 && y < top + hgt - 12;
  }

  /** Whether a place lies in the right half of the window. @param {number} place */
  isRight(place) {
    const anchor = this.anchor(place);
    return anchor !== null && this.toScreen(anchor.x, anchor.y).x > this.element.clientWidth / 2;
  }

  /**
   * What lies under a point of the window.
   *
   * @param {number} clientX @param {number} clientY
   * @returns {import("./pointers.js").Target}
   */
  targetAt(clientX, clientY) {
    const element = this.shadow.elementFromPoint(clientX, clientY);
    return readTarget(element);
  }

  // -- moving --------------------------------------------------------------------------------

  /** Show the whole map. */
  whole() {
    this.touched = false;
    this.#glide(this.#fit());
  }

  /** The part of the window in which the map can be seen. */
  get #window() {
    const { clientWidth: w, clientHeight: whole } = this.element;
    const { top, bottom } = this.covered;
    return { w, hgt: Math.max(whole - top - bottom, 80), top };
  }

  #fit() {
    const { w, hgt, top } = this.#window;
    const scale = Math.min(w / this.board.width, hgt / this.board.height) || 1;
    return { scale, x: (w - this.board.width * scale) / 2, y: top + (hgt - this.board.height * scale) / 2 };
  }

  /** @param {number} factor @param {{x: number, y: number}} [at] pixels of the map element */
  zoomBy(factor, at) {
    const { w, hgt, top } = this.#window;
    const centre = at ?? { x: w / 2, y: top + hgt / 2 };
    const from = this.goal ?? this;
    const scale = this.limit(from.scale * factor);
    const ratio = scale / from.scale;
    this.touched = true;
    this.#glide({ scale, x: centre.x - (centre.x - from.x) * ratio, y: centre.y - (centre.y - from.y) * ratio });
  }

  /** @param {number} dx @param {number} dy pixels */
  panBy(dx, dy) {
    const from = this.goal ?? this;
    this.touched = true;
    this.#glide({ scale: from.scale, x: from.x + dx, y: from.y + dy });
  }

  /**
   * Bring places into sight; the map stands still if they are already.
   *
   * @param {number[]} places
   * @param {{force?: boolean}} [options] force: centre even what is in sight
   */
  centreOn(places, { force = false } = {}) {
    const points = places.map((place) => this.anchor(place)).filter((point) => point !== null);
    if (!points.length) return;
    const { w, hgt, top } = this.#window;
    const from = this.goal ?? this;
    const inSight = points.every(({ x, y }) => {
      const px = x * from.scale + from.x;
      const py = y * from.scale + from.y - top;
      return px > w * 0.08 && px < w * 0.92 && py > hgt * 0.1 && py < hgt * 0.9;
    });
    const readable = this.board.counter * from.scale >= 22;
    if (inSight && readable && !force) return;
    const xs = points.map(({ x }) => x);
    const ys = points.map(({ y }) => y);
    const wide = Math.max(...xs) - Math.min(...xs) + this.board.counter * 6;
    const high = Math.max(...ys) - Math.min(...ys) + this.board.counter * 6;
    const wanted = Math.max(from.scale, 34 / this.board.counter);
    const scale = this.limit(Math.min(wanted, w / wide, hgt / high));
    const x = w / 2 - ((Math.min(...xs) + Math.max(...xs)) / 2) * scale;
    const y = top + hgt / 2 - ((Math.min(...ys) + Math.max(...ys)) / 2) * scale;
    this.touched = true;
    this.#glide({ scale, x, y });
  }

  /** A scale that makes sense. @param {number} scale */
  limit(scale) {
    return Math.min(Math.max(scale, this.#fit().scale * 0.8), 160 / this.board.counter);
  }

  /** Keep the window full of map, but for a margin. @param {{x: number, y: number, scale: number}} view */
  #keepInSight(view) {
    const { w, hgt, top } = this.#window;
    const hold = (/** @type {number} */ at, /** @type {number} */ room, /** @type {number} */ size) => {
      const margin = size < room ? room - size : Math.min(room * 0.1, 48);
      return Math.min(Math.max(at, room - size - margin), margin);
    };
    return {
      scale: view.scale,
      x: hold(view.x, w, this.board.width * view.scale),
      y: top + hold(view.y - top, hgt, this.board.height * view.scale),
    };
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

  /** @param {{x: number, y: number, scale: number}} view */
  #place(view) {
    Object.assign(this, this.#keepInSight(view));
    this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.sheet.classList.add("moving");
    clearTimeout(this.rest);
    // A layer of its own while it moves; drawn sharp again, with lines of the right width, when
    // it rests.
    this.rest = setTimeout(() => {
      this.sheet.classList.remove("moving");
      this.sheet.style.setProperty("--thin", String(Math.max(1, 0.9 / this.scale)));
    }, 160);
    this.moved();
  }

  /** @param {{x: number, y: number, scale: number}} goal */
  #glide(goal) {
    cancelAnimationFrame(this.frame);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || !this.placed) {
      this.goal = null;
      return this.#place(goal);
    }
    this.goal = this.#keepInSight(goal);
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
    if (this.touched) this.#place(this);
    else this.#place(this.#fit());
    this.placed = true;
  }
}
