/**
 * What pointers and arrow keys do on the map, told as gestures.
 *
 * Panning and zooming are done here; taps, hovering, inspecting (right click or long press) and
 * dragging a piece, if it may be picked up, are told to the listener.
 *
 * @import { MapView } from "./map.js"
 */

const SLACK = 6;
const LONG_PRESS = 520;
const DOUBLE = 320;
/** How far apart two taps on one spot may be. */
export const NEAR = 24;
const KEY_STEP = 90;
const NOTHING = { piece: null, place: null };

/**
 * @typedef {{piece: number | null, place: number | null}} Target
 * @typedef {object} Gestures
 * @property {(target: Target, event: PointerEvent) => void} tap
 * @property {(target: Target, event: PointerEvent) => boolean} doubleTap true: it meant something, and the map does not zoom
 * @property {(target: Target, event: PointerEvent | null) => void} hover
 * @property {(target: Target, at: {x: number, y: number}) => void} inspect
 * @property {(piece: number) => boolean} canDrag
 * @property {(piece: number, event: PointerEvent) => void} dragStart
 * @property {(target: Target, event: PointerEvent) => void} dragMove
 * @property {(target: Target | null, event: PointerEvent) => void} dragEnd null: it was broken off
 * @property {() => boolean} draws whether every pointer draws
 * @property {(from: Target, to: Target) => void} draw
 * @property {() => void} drawEnd
 */

export class Pointers {
  /**
   * @param {MapView} map
   * @param {Gestures} gestures
   */
  constructor(map, gestures) {
    this.map = map;
    this.gestures = gestures;
    /** The pointers that are down. @type {Map<number, PointerEvent>} */
    this.down = new Map();
    /** Where the only one went down. @type {{event: PointerEvent, target: Target, x: number, y: number} | null} */
    this.start = null;
    /** @type {"" | "piece" | "map"} */
    this.carries = "";
    /** @type {{x: number, y: number, time: number} | null} */
    this.lastTap = null;
    this.press = 0;
    this.draws = false;
    this.#listen(map.element);
  }

  /** @param {HTMLElement} element */
  #listen(element) {
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#cancel(event));
    element.addEventListener("pointerleave", () => this.down.size || this.gestures.hover(NOTHING, null));
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    element.addEventListener("contextmenu", (event) => this.#menu(/** @type {PointerEvent} */ (event)));
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** A right click; a long press of a finger is measured here, the same for all browsers. @param {PointerEvent} event */
  #menu(event) {
    event.preventDefault();
    if (event.pointerType) return; // by a finger it is measured here, by the mouse it is a click without a way
    this.gestures.inspect(readTarget(event.composedPath()[0]), { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 && event.button !== 2) return;
    this.map.halt();
    this.map.element.setPointerCapture(event.pointerId);
    this.draws = event.button === 2 || this.gestures.draws();
    this.down.set(event.pointerId, event);
    clearTimeout(this.press);
    if (this.down.size > 1) return this.#breakOff(event);
    const target = readTarget(event.composedPath()[0]);
    this.start = { event, target, x: this.map.x, y: this.map.y };
    if (event.pointerType !== "mouse" && !this.draws) this.press = setTimeout(() => this.#pressed(), LONG_PRESS);
  }

  /** A finger rested long enough. */
  #pressed() {
    if (!this.start || this.carries) return;
    const { event, target } = this.start;
    this.start = null;
    this.gestures.inspect(target, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const last = this.down.get(event.pointerId);
    if (!last) {
      if (event.pointerType === "mouse") this.gestures.hover(readTarget(event.composedPath()[0]), event);
      return;
    }
    this.down.set(event.pointerId, event);
    if (this.down.size === 2) return this.#pinch(event, last);
    if (!this.start) return;
    if (this.draws) return this.gestures.draw(this.start.target, this.map.targetAt(event.clientX, event.clientY));
    const dx = event.clientX - this.start.event.clientX;
    const dy = event.clientY - this.start.event.clientY;
    if (!this.carries && Math.hypot(dx, dy) > SLACK) this.#pickUp(this.start.target.piece, event);
    if (this.carries === "piece") this.gestures.dragMove(this.map.targetAt(event.clientX, event.clientY), event);
    if (this.carries !== "map") return;
    this.map.handle();
    this.map.show({ x: this.start.x + dx, y: this.start.y + dy });
  }

  /** The pointer left its spot: it carries a piece or the map. @param {number | null} piece @param {PointerEvent} event */
  #pickUp(piece, event) {
    clearTimeout(this.press);
    if (piece !== null && this.gestures.canDrag(piece)) {
      this.carries = "piece";
      this.gestures.dragStart(piece, event);
    } else {
      this.carries = "map";
      this.map.element.classList.add("panning");
    }
  }

  /** Two fingers: what was between them stays between them. @param {PointerEvent} event @param {PointerEvent} last */
  #pinch(event, last) {
    const { map } = this;
    const other = /** @type {PointerEvent} */ (
      [...this.down.values()].find((one) => one.pointerId !== event.pointerId)
    );
    const scale = map.limit((map.scale * spread(event, other)) / spread(last, other));
    const ratio = scale / map.scale;
    const box = map.element.getBoundingClientRect();
    const was = middle(last, other, box);
    const is = middle(event, other, box);
    map.handle();
    map.show({ scale, x: is.x - (was.x - map.x) * ratio, y: is.y - (was.y - map.y) * ratio });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { start, carries, draws } = this;
    this.#lift(event);
    if (draws && start) return this.#drawn(start, event);
    if (carries === "piece") this.gestures.dragEnd(this.map.targetAt(event.clientX, event.clientY), event);
    else if (start && !carries) this.#tap(start.target, event);
  }

  /** The end of a stroke; a right click without a way asks about the place. @param {{event: PointerEvent, target: Target}} start @param {PointerEvent} event */
  #drawn({ event: down, target }, event) {
    const still = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLACK;
    if (still && down.button === 2) {
      this.gestures.draw(NOTHING, NOTHING);
      return this.gestures.inspect(target, { x: event.clientX, y: event.clientY });
    }
    this.gestures.draw(target, this.map.targetAt(event.clientX, event.clientY));
    this.gestures.drawEnd();
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    this.#breakOff(event);
    this.#lift(event);
  }

  /** @param {PointerEvent} event */
  #lift(event) {
    clearTimeout(this.press);
    this.down.delete(event.pointerId);
    this.map.element.classList.remove("panning");
    this.start = null;
    this.carries = "";
  }

  /** Whatever one finger was doing, it is something else now. @param {PointerEvent} event */
  #breakOff(event) {
    if (this.carries === "piece") this.gestures.dragEnd(null, event);
    this.carries = "";
    this.start = null;
  }

  /** @param {Target} target @param {PointerEvent} event */
  #tap(target, event) {
    const last = this.lastTap;
    const near = last && Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR;
    const twice = near && event.timeStamp - last.time < DOUBLE;
    this.lastTap = twice ? null : { x: event.clientX, y: event.clientY, time: event.timeStamp };
    if (!twice) return this.gestures.tap(target, event);
    if (!this.gestures.doubleTap(target, event)) this.map.zoomBy(1.8, this.#within(event));
  }

  /** The next tap is a first one, however soon it comes. */
  forget() {
    this.lastTap = null;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const way = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1);
    const strength = event.ctrlKey ? 0.01 : 0.0022; // with Ctrl it is a pinch on a touchpad
    this.map.zoomBy(Math.exp(-Math.max(Math.min(way, 240), -240) * strength), this.#within(event));
  }

  /** @param {MouseEvent} event */
  #within(event) {
    const box = this.map.element.getBoundingClientRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? KEY_STEP * 3 : KEY_STEP;
    const way = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    if (!way) return;
    event.preventDefault();
    this.map.panBy(way[0], way[1]);
  }
}

/** @param {PointerEvent} a @param {PointerEvent} b */
function spread(a, b) {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
}

/** @param {PointerEvent} a @param {PointerEvent} b @param {DOMRect} box */
function middle(a, b, box) {
  return { x: (a.clientX + b.clientX) / 2 - box.x, y: (a.clientY + b.clientY) / 2 - box.y };
}

/** The piece or place that an element belongs to. @param {EventTarget | null | undefined} element @returns {Target} */
export function readTarget(element) {
  const found = element instanceof Element ? element.closest("[data-piece], [data-place]") : null;
  const read = (/** @type {string} */ name) => {
    const value = found?.getAttribute(name);
    return value == null ? null : Number(value);
  };
  return { piece: read("data-piece"), place: read("data-place") };
}
