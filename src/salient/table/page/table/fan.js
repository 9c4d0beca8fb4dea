/**
 * A stack as a row of buttons above the map, large enough to read and to hit.
 *
 * @import { PieceView } from "../wire.d.ts"
 * @import { Gather } from "./gather.js"
 * @import { MapView } from "./map.js"
 * @import { Desk } from "./table.js"
 * @import { Point } from "./view.js"
 */

import { h } from "../dom.js";
import { walk } from "../menu.js";
import { describePiece } from "./describe.js";
import { counterPicture } from "./picture.js";

/** Where it docks, in pixels: below the question, on a phone below the tools and what stands under them. */
const DOCK = 8;
const TOOLS = 116;

export class Fan {
  /**
   * @param {Desk} desk
   * @param {MapView} map
   * @param {Gather} gather
   * @param {(kind: "piece" | "place", value: number, at: Point) => void} pick
   */
  constructor({ model, say }, map, gather, pick) {
    this.model = model;
    this.say = say;
    this.map = map;
    this.gather = gather;
    /** Whether one of its pieces was just chosen: then the others stay at hand. */
    this.used = false;
    this.pick = pick;
    /** Whether it opened by itself, and goes when the pointer goes. */
    this.hovered = false;
    /** Whether it lies in the corner, where it hides nothing that can be chosen next. */
    this.docked = false;
    /** @type {number | null} */
    this.place = null;
    this.element = h("div", { class: "fan", role: "group", hidden: true });
    this.element.addEventListener("keydown", (event) =>
      walk(event, this.element.querySelectorAll("button"), ["ArrowLeft", "ArrowRight"]),
    );
    model.on("choice", () => this.#refresh());
    map.on("moved", () => this.follow());
    this.element.addEventListener("pointerleave", () => this.hovered && this.close());
  }

  /**
   * @param {number} place
   * @param {{focus?: boolean, hovered?: boolean, docked?: boolean}} [how] docked: out of the way, in the corner
   */
  open(place, { focus = false, hovered = false, docked = false } = {}) {
    const { model, say } = this;
    const home = model.homeOf(place);
    if (this.place === home && !focus) return;
    const floors = model
      .floorsOf(home)
      .filter((floor) => model.piecesAt(floor).length > 0 || model.choice.allows("place", floor));
    if (!model.piecesAround(home).length) return this.close();
    this.place = home;
    this.hovered = hovered;
    this.docked = docked;
    this.element.replaceChildren(
      ...floors.flatMap((floor) => [
        h("p", { class: "fan-title" }, model.placeName(floor)),
        h(
          "div",
          { class: "fan-row" },
          model.piecesAt(floor).map((piece) => this.#button(piece)),
          this.#placeButton(floor),
          floor === home ? this.#allButton(home) : null,
        ),
      ]),
    );
    this.element.setAttribute("aria-label", say("table.fan.label", { place: model.placeName(home) }));
    this.element.hidden = false;
    this.follow();
    if (focus) this.element.querySelector("button")?.focus();
  }

  /** Another question: the stack stays open while somebody is being taken from it. */
  #refresh() {
    if (this.place === null || this.model.held !== null) return;
    const { place, used } = this;
    const more = this.model.piecesAround(place).some(({ id }) => this.model.choice.allows("piece", id));
    this.close();
    if (used && more && this.model.actors.size) this.open(place, { docked: true });
  }

  close() {
    this.used = false;
    this.hovered = false;
    this.place = null;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** Stay with the stack when the map moves. */
  follow() {
    if (this.place === null) return;
    const { map } = this;
    const anchor = map.anchor(this.place);
    if (!anchor) return this.close();
    const { x, y } = map.toScreen(anchor);
    const { clientWidth: w, clientHeight: hgt } = map.element;
    if (this.docked) return this.#put(DOCK, map.covered.top ? map.covered.top + DOCK : TOOLS);
    if (x < -40 || y < -40 || x > w + 40 || y > hgt + 40) return this.close();
    const { offsetWidth: fw, offsetHeight: fh } = this.element;
    const half = (map.board.counter * map.scale) / 2;
    const above = y - half - fh - 4;
    const top = above >= map.covered.top + 4 ? above : Math.min(y + half + 4, hgt - map.covered.bottom - fh - 4);
    const left = Math.min(Math.max(x - fw / 2, 6), Math.max(w - fw - 6, 6));
    this.#put(left, top);
  }

  /** @param {number} left @param {number} top */
  #put(left, top) {
    this.element.style.transform = `translate(${left}px, ${top}px)`;
  }

  /** @param {PieceView} piece */
  #button(piece) {
    const { model } = this;
    const legal = model.choice.allows("piece", piece.id);
    const words = describePiece(model, piece.id).whole;
    return h(
      "button",
      {
        class: `fan-piece${legal ? " legal" : ""}${model.actors.has(piece.id) ? " chosen" : ""}`,
        type: "button",
        title: words,
        "aria-label": words,
        data: { fan: piece.id },
        on: {
          click: (event) => {
            this.used = true;
            this.pick("piece", piece.id, pointOf(event));
          },
        },
      },
      counterPicture(model.looks.get(piece.id) ?? "", model.board.counter),
      h("span", { class: "fan-name" }, model.pieceName(piece.id)),
    );
  }

  /** All of the stack at once. @param {number} place */
  #allButton(place) {
    const count = this.gather.able(place).length;
    if (count < 2) return null;
    return h(
      "button",
      {
        class: "button small fan-all",
        type: "button",
        data: { testid: "fan-all" },
        on: {
          click: async () => {
            await this.gather.all(place);
            this.close();
          },
        },
      },
      this.say("table.fan.all", { count }),
    );
  }

  /** The place itself, where both it and pieces in it can be chosen. @param {number} place */
  #placeButton(place) {
    const { model, say } = this;
    if (!model.choice.allows("place", place)) return null;
    return h(
      "button",
      {
        class: "button small fan-place",
        type: "button",
        on: { click: (event) => this.pick("place", place, pointOf(event)) },
      },
      say("table.fan.place", { place: model.placeName(place) }),
    );
  }
}

/** @param {MouseEvent} event @returns {Point} */
function pointOf({ clientX, clientY }) {
  return { x: clientX, y: clientY };
}
