/**
 * Always in sight: the turn, the phase, and who would win now. A click tells more.
 *
 * @import { Standing } from "../wire.d.ts"
 * @import { Desk } from "./table.js"
 */

import { fill, h } from "../dom.js";

const PAUSE = 250;

export class StandingBar {
  /**
   * @param {Desk} desk
   * @param {() => void} open tells more
   */
  constructor(desk, open) {
    this.desk = desk;
    /** @type {Standing | null} */
    this.known = null;
    this.timer = 0;
    this.element = h("button", {
      class: "standing",
      type: "button",
      hidden: true,
      data: { testid: "standing" },
      on: { click: open },
    });
    desk.model.on("present", () => this.#later());
  }

  close() {
    clearTimeout(this.timer);
  }

  #later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.#load(), PAUSE);
  }

  async #load() {
    const { known, model } = this.desk;
    if (this.known?.seq === model.present?.seq) return;
    try {
      this.known = await known.standing();
    } catch {
      return; // the next position asks again
    }
    this.#draw(this.known);
  }

  /** The turn by its name; one that is called by its number has no other. @param {string} turn @param {number} n @param {number} of */
  #turn(turn, n, of) {
    const { say } = this.desk;
    return turn === String(n) ? say("table.standing.numbered", { n, of }) : say("table.standing.turn", { turn, n, of });
  }

  /** @param {Standing} standing */
  #draw({ turns, now, phases, phase, verdict }) {
    const { say, model } = this.desk;
    const turn = turns[now];
    const doing = phases[phase];
    const side = doing && model.board.sides[doing.side]?.text;
    this.element.hidden = !turn && !verdict;
    this.element.title = say("table.standing.open");
    fill(
      this.element,
      turn &&
        h(
          "span",
          { class: "standing-turn" },
          h("strong", null, this.#turn(turn.text, now + 1, turns.length)),
          doing ? ` ${side ? say("table.standing.phase", { side, phase: doing.text }) : doing.text}` : "",
        ),
      turn &&
        h(
          "span",
          { class: "standing-track", "aria-hidden": "true" },
          turns.map((one, at) =>
            h("i", { class: `${at < now ? "past" : at === now ? "now" : ""}${one.coming.length ? " coming" : ""}` }),
          ),
        ),
      verdict && h("span", { class: "standing-verdict" }, verdict),
    );
  }
}
