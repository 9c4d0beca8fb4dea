/**
 * Who plays at this table: names, who is there, and the clocks.
 *
 * @import { Seat } from "../wire.d.ts"
 * @import { Desk } from "./table.js"
 */

import { isLow, remaining, timeText } from "../clock-time.js";
import { fill, h } from "../dom.js";
import { sideMark } from "../icons.js";
import { personName } from "../people.js";

const TICK = 250;

export class CompanyStrip {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.element = h("div", { class: "company", hidden: true, data: { testid: "company" } });
    /** @type {HTMLElement[]} */
    this.clocks = [];
    const { model } = desk;
    model.on("card", () => this.#draw());
    model.on("company", () => this.#draw());
    model.on("present", () => this.#tick());
    this.timer = setInterval(() => this.#tick(), TICK);
    this.#draw();
  }

  close() {
    clearInterval(this.timer);
  }

  /** Two people, or a clock, in a game that goes on: else there is nothing to say. */
  get #isShown() {
    const { card } = this.desk.model;
    if (card.status === "over") return false;
    const people = card.seats.filter((seat) => seat.player && !seat.bot);
    const two = people.length === 2 && people.filter((seat) => seat.mine).length < 2;
    return two || card.time !== null;
  }

  #draw() {
    const { model, say } = this.desk;
    const { card, company } = model;
    this.element.hidden = !this.#isShown;
    this.clocks = card.seats.map(() => h("span", { class: "clock-face", role: "timer", hidden: true }));
    fill(
      this.element,
      card.seats.map((seat, index) => this.#seat(seat, index)),
      company && company.watching > 0
        ? h("p", { class: "company-watching" }, say("table.company.watching", { n: company.watching }))
        : null,
    );
    this.#tick();
  }

  /** @param {Seat} seat @param {number} index */
  #seat(seat, index) {
    const { model, say } = this.desk;
    const here = model.company?.present.includes(seat.side) ?? false;
    const words = say(here ? "table.company.here" : "table.company.not_here");
    const known = model.company && model.card.status !== "over" && seat.player && !seat.bot;
    return h(
      "div",
      { class: "company-seat", data: { side: seat.side } },
      sideMark(index, seat.text),
      h("span", { class: "company-name" }, seat.player ? personName(seat) : say("card.free")),
      known
        ? h("span", { class: `presence ${here ? "" : "absent"}`, role: "img", title: words, "aria-label": words })
        : null,
      this.clocks[index],
    );
  }

  /** Show what the clocks say now. */
  #tick() {
    const { model, say } = this.desk;
    const time = model.present?.time ?? model.card.time;
    if (!time) return;
    const asked = model.present?.to_decide ?? -1;
    this.clocks.forEach((face, side) => {
      const left = remaining(time, side, asked, Date.now() + model.skew);
      face.hidden = left === null;
      if (left === null) return;
      const text = timeText(left, say);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("running", side === asked && time.deadline !== null);
      face.classList.toggle("low", side === asked && isLow(left, time.limit));
    });
  }
}
