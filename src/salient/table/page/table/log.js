/**
 * The log: what happened, in sentences.
 *
 * Only the last entries are drawn at first; earlier ones come when one scrolls up to them.
 */

import { h } from "../dom.js";
import { diceRow } from "./dice.js";

const AT_FIRST = 120;
const MORE = 200;

export class Log {
  /**
   * @param {object} options
   * @param {import("./model.js").Model} options.model
   * @param {any} options.say
   * @param {import("./rules.js").Rules} options.rules
   * @param {(line: any | null) => void} options.point a line is pointed at, or none
   * @param {(line: any, entry: any) => void} options.visit
   */
  constructor(options) {
    this.options = options;
    this.first = 0;
    this.pips = true;
    this.list = h("ol", { class: "log", "aria-label": options.say("table.log.label") });
    this.sentinel = h(
      "button",
      {
        class: "button quiet small log-earlier",
        type: "button",
        hidden: true,
        on: { click: () => this.#earlier() },
      },
      options.say("table.log.earlier"),
    );
    this.element = h("div", { class: "log-box", data: { testid: "log" } }, this.sentinel, this.list);
    this.element.addEventListener("scroll", () => this.element.scrollTop < 200 && this.#earlier(), { passive: true });
    this.element.addEventListener("pointerover", (event) => this.#over(event));
    this.element.addEventListener("pointerleave", () => options.point(null));
    this.element.addEventListener("focusin", (event) => this.#over(event));
    this.element.addEventListener("focusout", () => options.point(null));
    this.element.addEventListener("click", (event) => this.#click(event));
    /** @type {WeakMap<Element, {line: any, entry: any}>} */
    this.told = new WeakMap();
  }

  /** Draw it all: at the beginning, and when entries were taken back. */
  redraw() {
    const { entries } = this.options.model;
    // Dice that ever showed more than six have no pips.
    this.pips = !entries.some(hasHighDie);
    this.first = Math.max(entries.length - AT_FIRST, 0);
    this.list.replaceChildren(...entries.slice(this.first).map((entry) => this.#entry(entry)));
    this.sentinel.hidden = this.first === 0;
    this.toEnd();
  }

  /** @param {any[]} fresh */
  add(fresh) {
    const atEnd = this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < 80;
    if (this.pips && fresh.some(hasHighDie)) return this.redraw();
    if (fresh.some((entry) => entry.kind === "undo")) this.#strike();
    this.list.append(...fresh.map((entry) => this.#entry(entry)));
    if (atEnd) this.toEnd();
  }

  toEnd() {
    this.element.scrollTop = this.element.scrollHeight;
    requestAnimationFrame(() => (this.element.scrollTop = this.element.scrollHeight));
  }

  /** Show which entry the looked-at moment follows. @param {number | null} move */
  mark(move) {
    this.list.querySelector(".now")?.classList.remove("now");
    if (move === null) return;
    const { entries } = this.options.model;
    const counts = (/** @type {any} */ one) => one && !one.undone && (one.kind === "action" || one.kind === "start");
    const entry = entries.find((one) => counts(one) && one.move === move);
    if (!entry) return;
    while (entry.seq < this.first) this.#earlier();
    const line = this.list.querySelector(`[data-seq="${entry.seq}"]`);
    line?.classList.add("now");
    if (line) this.element.scrollTop = line.offsetTop - this.element.clientHeight / 2;
  }

  #strike() {
    for (const element of this.list.querySelectorAll("[data-seq]")) {
      const entry = this.options.model.entries[Number(element.dataset.seq)];
      element.classList.toggle("undone", Boolean(entry?.undone));
    }
  }

  #earlier() {
    if (this.first === 0) return;
    const from = Math.max(this.first - MORE, 0);
    const before = this.element.scrollHeight;
    this.list.prepend(...this.options.model.entries.slice(from, this.first).map((entry) => this.#entry(entry)));
    this.first = from;
    this.sentinel.hidden = from === 0;
    this.element.scrollTop += this.element.scrollHeight - before;
  }

  /** @param {any} entry */
  #entry(entry) {
    const side = this.options.model.board.sides.findIndex((/** @type {any} */ one) => one.id === entry.side);
    const lines = entry.lines.map((/** @type {any} */ line) => this.#line(line, entry));
    return h(
      "li",
      {
        class: `entry${entry.undone ? " undone" : ""}`,
        hidden: !lines.length,
        data: { seq: entry.seq, side, kind: entry.kind },
      },
      lines,
    );
  }

  /** @param {any} line @param {any} entry */
  #line(line, entry) {
    const { rules, say } = this.options;
    const points = line.pieces.length + line.places.length > 0;
    const told = say("table.log.dice", { faces: line.faces.join(", ") });
    const element = h(
      line.kind === "heading" ? "h2" : "p",
      {
        class: `line ${line.kind}`,
        tabindex: points ? "0" : null,
        data: { side: line.side },
      },
      line.faces.length ? diceRow(line.faces, this.pips, told) : null,
      rules.linked(line.text, line.rules),
    );
    this.told.set(element, { line, entry });
    return element;
  }

  /** @param {Event} event */
  #over(event) {
    this.options.point(this.#find(event)?.line ?? null);
  }

  /** @param {Event} event */
  #click(event) {
    const found = this.#find(event);
    if (found) this.options.visit(found.line, found.entry);
  }

  /** @param {Event} event */
  #find(event) {
    const element = /** @type {Element} */ (event.target).closest(".line");
    return element ? this.told.get(element) : undefined;
  }
}

/** Whether a die of an entry shows more than six. @param {any} entry */
function hasHighDie(entry) {
  return Boolean(
    entry?.lines.some((/** @type {any} */ line) => line.faces.some((/** @type {number} */ face) => face > 6)),
  );
}
