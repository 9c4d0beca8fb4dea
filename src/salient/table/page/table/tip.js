/**
 * A few words beside the pointer.
 *
 * @import { Children } from "../dom.js"
 * @import { Model } from "./model.js"
 */

import { fill, h } from "../dom.js";
import { describePiece } from "./describe.js";

export class Tip {
  /** @param {HTMLElement} frame what it must stay inside */
  constructor(frame) {
    this.frame = frame;
    this.element = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
  }

  /** @param {{x: number, y: number} | null} at point of the window @param {...Children} words */
  show(at, ...words) {
    this.element.hidden = !at;
    if (!at) return;
    fill(this.element, words);
    const box = this.frame.getBoundingClientRect();
    const { offsetWidth: w, offsetHeight: hgt } = this.element;
    const x = Math.min(Math.max(at.x - box.x + 16, 4), box.width - w - 4);
    const below = at.y - box.y + 20;
    const y = below + hgt > box.height - 4 ? at.y - box.y - hgt - 12 : below;
    this.element.style.transform = `translate(${x}px, ${y}px)`;
  }

  hide() {
    this.element.hidden = true;
  }
}

/** A piece in the tip. @param {Model} model @param {number} piece */
export function pieceWords(model, piece) {
  const { long, kind, values, flags } = describePiece(model, piece);
  const more = [kind, values, ...flags].filter(Boolean).join(" · ");
  return h("div", { class: "tip-piece" }, h("strong", null, long), h("span", null, more));
}

/**
 * A place in the tip, with what going there costs.
 *
 * @param {Model} model @param {number} place @param {number[]} floors those of it that can be chosen
 */
export function placeWords(model, place, floors) {
  return (floors.length ? floors : [place]).map((floor) => {
    const offers = floors.length ? model.choice.with("place", floor).candidates : [];
    const verb = (/** @type {string} */ id) => model.question?.verbs[id] ?? "";
    return h(
      "div",
      { class: "tip-place" },
      h("span", null, model.placeName(floor)),
      offers
        .slice(0, 4)
        .filter(({ note }) => note)
        .map(({ action, label, note }) =>
          h("span", { class: "tip-note" }, offers.length > 1 ? `${verb(action.verb)} ${label} · ${note}` : note),
        ),
    );
  });
}
