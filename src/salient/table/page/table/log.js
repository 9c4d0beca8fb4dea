/**
 * The log: what happened, in sentences.
 *
 * Only the last entries are drawn at first; earlier ones come when one scrolls up to them.
 *
 * @import { Entry, Line } from "../wire.d.ts"
 * @import { Rules } from "./rules.js"
 * @import { Desk } from "./table.js"
 */

import { h } from "../dom.js";
import { diceRow } from "./dice.js";

const AT_FIRST = 120;
const MORE = 200;
const NOTHING = { pieces: [], places: [] };

export class Log {
  /**
   * @param {Desk} desk
   * @param {Rules} rules
   * @param {(line: Line, entry: Entry) => void} visit
   */
  constructor({ model, say }, rules, visit) {
    this.model = model;
    this.say = say;
    this.rules = rules;
    this.visit = visit;
    this.first = 0;
    /** Dice of more than six sides have no pips. */
    this.pips = model.board.die <= 6;
    this.list = h("ol", { class: "log", "aria-label": say("table.log.label") });
    this.sentinel = h(
      "button",
      {
        class: "button quiet small log-earlier",
        type: "button",
        hidden: true,
        on: { click: () => this.#earlier() },
      },
      say("table.log.earlier"),
    );
    this.element = h("div", { class: "log-box", data: { testid: "log" } }, this.sentinel, this.list);
    this.element.addEventListener("scroll", () => this.element.scrollTop < 200 && this.#earlier(), { passive: true });
    this.element.addEventListener("pointerover", (event) => this.#over(event));
    this.element.addEventListener("pointerleave", () => model.emit("focus", NOTHING));
    this.element.addEventListener("focusin", (event) => this.#over(event));
    this.element.addEventListener("focusout", () => model.emit("focus", NOTHING));
    this.element.addEventListener("click", (event) => this.#click(event));
    /** @type {WeakMap<Element, {line: Line, entry: Entry}>} */
    this.told = new WeakMap();
    model.on("entries", (fresh) => this.#add(fresh));
    model.on("past", () => this.#mark(model.past?.move ?? null));
  }

  /** Draw it all. */
  #redraw() {
    const { entries } = this.model;
    this.first = Math.max(entries.length - AT_FIRST, 0);
    this.list.replaceChildren(...entries.slice(this.first).map((entry) => this.#entry(entry)));
    this.sentinel.hidden = this.first === 0;
    this.toEnd();
  }

  /** @param {Entry[]} fresh */
  #add(fresh) {
    const atEnd = this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < 80;
    if (fresh[0].seq === 0) return this.#redraw();
    if (fresh.some(({ kind }) => kind === "undo" || kind === "allow")) this.#strike();
    this.list.append(...fresh.map((entry) => this.#entry(entry)));
    if (atEnd) this.toEnd();
  }

  toEnd() {
    this.element.scrollTop = this.element.scrollHeight;
    requestAnimationFrame(() => {
      this.element.scrollTop = this.element.scrollHeight;
    });
  }

  /** Show which entry the looked-at moment follows; at present, the end. @param {number | null} move */
  #mark(move) {
    this.list.querySelector(".now")?.classList.remove("now");
    if (move === null) return this.toEnd();
    const { model } = this;
    const entry = move === 0 ? model.entries[0] : model.actionOf(move);
    if (!entry) return;
    while (entry.seq < this.first) this.#earlier();
    // Who was only chosen is no news: the last thing that happened is marked.
    const item = this.#items.findLast(({ dataset, hidden }) => Number(dataset.seq) <= entry.seq && !hidden);
    if (!item) return;
    item.classList.add("now");
    this.element.scrollTop = item.offsetTop - this.element.clientHeight / 2;
  }

  /** The entries that are drawn. */
  get #items() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  #strike() {
    for (const item of this.#items) {
      item.classList.toggle("undone", this.model.entries[Number(item.dataset.seq)]?.undone);
    }
  }

  #earlier() {
    if (this.first === 0) return;
    const from = Math.max(this.first - MORE, 0);
    const before = this.element.scrollHeight;
    this.list.prepend(...this.model.entries.slice(from, this.first).map((entry) => this.#entry(entry)));
    this.first = from;
    this.sentinel.hidden = from === 0;
    this.element.scrollTop += this.element.scrollHeight - before;
  }

  /** @param {Entry} entry */
  #entry(entry) {
    const side = this.model.board.sides.findIndex((one) => one.id === entry.side);
    // Who was chosen and let go again is no news.
    const quiet = entry.kind === "undo" && !this.model.takenBackBy(entry)?.lines.length;
    const lines = quiet ? [] : entry.lines.map((line) => this.#line(line, entry));
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

  /** @param {Line} line @param {Entry} entry */
  #line(line, entry) {
    const { rules, say } = this;
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
    this.model.emit("focus", this.#find(event)?.line ?? NOTHING);
  }

  /** @param {Event} event */
  #click(event) {
    const found = this.#find(event);
    if (found) this.visit(found.line, found.entry);
  }

  /** @param {Event} event */
  #find(event) {
    const element = /** @type {Element} */ (event.target).closest(".line");
    return element ? this.told.get(element) : undefined;
  }
}
