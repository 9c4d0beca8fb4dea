/**
 * Why not: what was pointed at in vain says so, beside the pointer.
 *
 * @import { Rules } from "./rules.js"
 * @import { Desk } from "./table.js"
 * @import { Point } from "./view.js"
 */

import { fill, h } from "../dom.js";

const LASTS = 9_000;

export class Why {
  /** @param {Desk} desk @param {Rules} rules @param {HTMLElement} frame what it must stay inside */
  constructor(desk, rules, frame) {
    this.desk = desk;
    this.rules = rules;
    this.frame = frame;
    this.element = h("div", { class: "why card", role: "status", hidden: true, data: { testid: "why" } });
    this.timer = 0;
    this.wanted = 0;
    desk.model.on("choice", () => this.hide());
  }

  /**
   * Say why a piece cannot be chosen, or a place cannot be gone to; of several things the first that
   * something can be said about.
   *
   * @param {{piece?: number, place?: number}[]} things @param {Point} at point of the window
   * @param {{words: string, deed: () => void} | null} [remedy] what would make it possible
   */
  async tell(things, at, remedy = null) {
    const { ask, say, model } = this.desk;
    if (!model.question) return;
    this.wanted += 1;
    const { wanted } = this;
    for (const thing of things) {
      const { text, rules } = await ask("why", thing).catch(() => ({ text: "", rules: [] }));
      if (wanted !== this.wanted) return;
      if (text) return this.#show(this.rules.linked(text, rules), at, remedy);
    }
    this.#show([say("table.why.nothing")], at, remedy);
  }

  hide() {
    this.wanted += 1;
    clearTimeout(this.timer);
    this.element.hidden = true;
  }

  /** @param {import("../dom.js").Children[]} words @param {Point} at @param {{words: string, deed: () => void} | null} remedy */
  #show(words, at, remedy) {
    fill(
      this.element,
      h("span", { class: "why-sign", "aria-hidden": "true" }, "✕"),
      h("span", null, words, remedy && this.#remedy(remedy)),
    );
    this.element.hidden = false;
    const box = this.frame.getBoundingClientRect();
    const { offsetWidth: w, offsetHeight: hgt } = this.element;
    const x = Math.min(Math.max(at.x - box.x - w / 2, 6), box.width - w - 6);
    const below = at.y - box.y + 18;
    const y = below + hgt > box.height - 6 ? at.y - box.y - hgt - 14 : below;
    this.element.style.transform = `translate(${x}px, ${Math.max(y, 6)}px)`;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), LASTS);
  }

  /** @param {{words: string, deed: () => void}} remedy */
  #remedy({ words, deed }) {
    return h(
      "button",
      { class: "button small", type: "button", data: { testid: "remedy" }, on: { click: deed } },
      words,
    );
  }
}
