/** A stack as a row of buttons above the map, large enough to read and to hit. */

import { h } from "../dom.js";
import { counterPicture } from "./picture.js";

export class Fan {
  /**
   * @param {object} options
   * @param {import("./model.js").Model} options.model
   * @param {import("./map.js").MapView} options.map
   * @param {any} options.say
   * @param {(piece: number, at: {x: number, y: number}) => void} options.pick
   * @param {(place: number, at: {x: number, y: number}) => void} options.pickPlace
   * @param {(piece: number) => string} options.describe
   */
  constructor(options) {
    this.options = options;
    /** @type {number | null} */
    this.place = null;
    this.element = h("div", { class: "fan", role: "group", hidden: true });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("pointerleave", () => this.hovered && this.close());
  }

  /**
   * @param {number} place
   * @param {{focus?: boolean, hovered?: boolean}} [how]
   */
  open(place, { focus = false, hovered = false } = {}) {
    const { model, say } = this.options;
    const home = model.homeOf(place);
    if (this.place === home && !focus) return;
    const floors = model
      .floorsOf(home)
      .filter((floor) => model.piecesAt(floor).length > 0 || model.choice.allows("place", floor));
    if (!model.piecesAround(home).length) return this.close();
    this.place = home;
    this.hovered = hovered;
    this.element.replaceChildren(
      ...floors.flatMap((floor) => [
        h("p", { class: "fan-title" }, model.placeName(floor)),
        h(
          "div",
          { class: "fan-row" },
          model.piecesAt(floor).map((piece) => this.#button(piece)),
          this.#placeButton(floor),
        ),
      ]),
    );
    this.element.setAttribute("aria-label", say("table.fan.label", { place: model.placeName(home) }));
    this.element.hidden = false;
    this.follow();
    if (focus) this.element.querySelector("button")?.focus();
  }

  close() {
    this.place = null;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** Stay with the stack when the map moves. */
  follow() {
    if (this.place === null) return;
    const { map } = this.options;
    const anchor = map.anchor(this.place);
    if (!anchor) return this.close();
    const { x, y } = map.toScreen(anchor.x, anchor.y);
    const { clientWidth: w, clientHeight: hgt } = map.element;
    if (x < -40 || y < -40 || x > w + 40 || y > hgt + 40) return this.close();
    const { offsetWidth: fw, offsetHeight: fh } = this.element;
    const half = (map.board.counter * map.scale) / 2;
    const above = y - half - fh - 4;
    const top = above >= map.covered.top + 4 ? above : Math.min(y + half + 4, hgt - map.covered.bottom - fh - 4);
    const left = Math.min(Math.max(x - fw / 2, 6), Math.max(w - fw - 6, 6));
    this.element.style.transform = `translate(${left}px, ${top}px)`;
  }

  /** @param {import("./model.js").Piece} piece */
  #button(piece) {
    const { model, pick, describe } = this.options;
    const legal = model.choice.allows("piece", piece.id);
    const words = describe(piece.id);
    return h(
      "button",
      {
        class: `fan-piece${legal ? " legal" : ""}${model.actors.has(piece.id) ? " chosen" : ""}`,
        type: "button",
        title: words,
        "aria-label": words,
        data: { fan: piece.id },
        on: { click: (/** @type {MouseEvent} */ event) => pick(piece.id, { x: event.clientX, y: event.clientY }) },
      },
      counterPicture(model.looks.get(piece.id) ?? "", model.board.counter),
      h("span", { class: "fan-name" }, model.pieceName(piece.id)),
    );
  }

  /** The place itself, where both it and pieces in it can be chosen. @param {number} place */
  #placeButton(place) {
    const { model, say, pickPlace } = this.options;
    if (!model.choice.allows("place", place)) return null;
    return h(
      "button",
      {
        class: "button small fan-place",
        type: "button",
        on: { click: (/** @type {MouseEvent} */ event) => pickPlace(place, { x: event.clientX, y: event.clientY }) },
      },
      say("table.fan.place", { place: model.placeName(place) }),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...this.element.querySelectorAll("button")];
    const at = all.indexOf(/** @type {any} */ (document.activeElement));
    all[(at + step + all.length) % all.length]?.focus();
  }
}
