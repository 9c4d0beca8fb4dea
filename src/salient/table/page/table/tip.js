/**
 * A few words beside the pointer.
 *
 * @import { Children } from "../dom.js"
 */

import { fill, h } from "../dom.js";

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
