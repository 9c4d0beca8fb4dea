/**
 * Looking back: a slider over the whole game, with the position after every action.
 *
 * @import { Position } from "../wire.d.ts"
 * @import { Desk } from "./table.js"
 */

import { h } from "../dom.js";
import { sign } from "../icons.js";
import { analysisButtons, turnsOf } from "./analysis.js";
import { SPECTATOR } from "./model.js";

const PACE = 700;
const KEEP = 160;

const SIGNS = {
  first: "M5 4v12M16 4v12L7 10z",
  turn_back: "M11 4v12L4 10zM17 4v12l-7-6z",
  turn_on: "M3 4v12l7-6zM9 4v12l7-6z",
  back: "M13 4v12L6 10z",
  play: "M6 3.5v13L17 10z",
  pause: "M6 4v12M14 4v12",
  on: "M7 4v12l7-6z",
  last: "M15 4v12M4 4v12l9-6z",
};

/** The address of a moment; what else stands in it stays. @param {string} address @param {number} move */
export function addressAt(address, move) {
  const found = new URL(address);
  found.searchParams.set("move", String(move));
  return found.search;
}

export class Replay {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.on = false;
    this.move = 0;
    /** Id of the viewing side, or `spectator`; empty: the reader's own. */
    this.viewpoint = "";
    this.playing = 0;
    /** Told before the past is looked at. */
    this.entered = () => {};
    /** @type {Map<string, Promise<Position>>} */
    this.known = new Map();
    const { model, say } = desk;
    const button = (/** @type {keyof typeof SIGNS} */ id, /** @type {() => void} */ deed) =>
      h(
        "button",
        {
          class: "button quiet icon",
          type: "button",
          "aria-label": say(`table.replay.${id}`),
          title: say(`table.replay.${id}`),
          data: { replay: id },
          on: { click: deed },
        },
        sign(SIGNS[id], { solid: true }),
      );
    this.slider = h("input", {
      type: "range",
      min: "0",
      max: "0",
      value: "0",
      class: "replay-slider",
      "aria-label": say("table.replay.slider"),
      data: { testid: "replay-slider" },
      on: { input: () => void this.go(Number(this.slider.value)) },
    });
    this.count = h("output", { class: "replay-count" });
    this.play = button("play", () => this.toggle());
    this.sides = h("span", { class: "replay-sides" });
    this.leaveButton = h(
      "button",
      {
        class: "button small primary",
        type: "button",
        data: { testid: "replay-leave" },
        on: { click: () => this.leave() },
      },
      say("table.replay.leave"),
    );
    this.element = h(
      "div",
      {
        class: "replay card",
        role: "group",
        "aria-label": say("table.replay.label"),
        hidden: true,
        data: { testid: "replay" },
      },
      h(
        "div",
        { class: "replay-buttons" },
        button("first", () => this.go(0)),
        button("turn_back", () => this.turn(-1)),
        button("back", () => this.step(-1)),
        this.play,
        button("on", () => this.step(1)),
        button("turn_on", () => this.turn(1)),
        button("last", () => this.go(this.last)),
      ),
      this.slider,
      this.count,
      this.sides,
      analysisButtons(desk, this),
      this.leaveButton,
    );
    model.on("present", () => {
      this.slider.max = String(this.last);
    });
    // What was undone is not the same past: forget it.
    model.on("entries", (fresh) => fresh.some(({ kind }) => kind === "undo") && this.known.clear());
  }

  /** How many moments there are. */
  get last() {
    return this.desk.model.moves;
  }

  /**
   * Begin at the present or at a moment.
   *
   * @param {number} [move]
   * @param {{stay?: boolean}} [how] stay: there is no present to return to
   */
  enter(move = this.last, { stay = false } = {}) {
    this.entered();
    this.on = true;
    this.element.hidden = false;
    this.leaveButton.hidden = stay;
    this.#offerSides();
    this.go(move);
  }

  leave() {
    if (!this.on) return;
    this.on = false;
    this.#halt();
    this.element.hidden = true;
    this.desk.model.lookBack(null);
  }

  /** @param {number} by */
  step(by) {
    if (!this.on) this.enter();
    this.#halt();
    this.go(this.move + by);
  }

  /** Go to where a turn or a phase begins. @param {1 | -1} way */
  turn(way) {
    this.#halt();
    const begins = turnsOf(this.desk.model.standing);
    const next = way > 0 ? begins.find((move) => move > this.move) : begins.findLast((move) => move < this.move);
    this.go(next ?? (way > 0 ? this.last : 0));
  }

  /** Play on by itself, or stop. */
  toggle() {
    if (this.playing) return this.#halt();
    if (this.move >= this.last) this.go(0);
    this.play.replaceChildren(sign(SIGNS.pause, { solid: true }));
    this.playing = setInterval(() => (this.move < this.last ? this.go(this.move + 1) : this.#halt()), PACE);
  }

  #halt() {
    clearInterval(this.playing);
    this.playing = 0;
    this.play.replaceChildren(sign(SIGNS.play, { solid: true }));
  }

  /** @param {number} move */
  async go(move) {
    this.move = Math.min(Math.max(move, 0), this.last);
    const wanted = this.move;
    this.slider.max = String(this.last);
    this.slider.value = String(wanted);
    this.count.textContent = this.desk.say("table.replay.count", { move: wanted, last: this.last });
    if (this.desk.replay) history.replaceState(history.state, "", addressAt(location.href, wanted));
    const position = await this.positionAt(wanted).catch(() => null);
    if (!this.on || this.move !== wanted || !position) return;
    this.desk.model.lookBack({ ...position, question: null, can_undo: false });
    for (const near of [wanted + 1, wanted - 1, wanted + 2]) {
      if (near >= 0 && near <= this.last) this.positionAt(near).catch(() => {});
    }
  }

  /** What was to be seen after so many actions. @param {number} move @returns {Promise<Position>} */
  positionAt(move) {
    const key = `${this.viewpoint}:${move}`;
    const known = this.known.get(key);
    if (known) return known;
    if (this.known.size > KEEP) this.known.delete([...this.known.keys()][0]);
    const found = this.desk.ask("position", { move, side: this.viewpoint });
    found.catch(() => this.known.delete(key));
    this.known.set(key, found);
    return found;
  }

  /** When a game is over everybody may look from everywhere. */
  #offerSides() {
    const { model, say } = this.desk;
    if (model.card.status !== "over") return this.sides.replaceChildren();
    this.viewpoint ||= model.board.sides[model.present?.side ?? -1]?.id ?? SPECTATOR;
    const views = [{ id: SPECTATOR, text: say("table.replay.spectator") }, ...model.board.sides];
    const select = h(
      "select",
      { "aria-label": say("table.replay.viewpoint"), title: say("table.replay.viewpoint") },
      views.map(({ id, text }) => h("option", { value: id, selected: id === this.viewpoint }, text)),
    );
    select.addEventListener("change", () => {
      this.viewpoint = select.value;
      this.go(this.move);
    });
    this.sides.replaceChildren(select);
  }
}
