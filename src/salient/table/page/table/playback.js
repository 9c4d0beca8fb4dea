/**
 * What the others did, played one after the other at the reader's pace.
 *
 * The position that has come is held back while the deeds that led to it are shown; the reader can pause, go
 * on step by step, be quicker, skip the rest, and look at the last turn again at any time.
 *
 * @import { Entry } from "../wire.d.ts"
 * @import { DeedCard } from "./deed-card.js"
 * @import { Replay } from "./replay.js"
 * @import { Desk } from "./table.js"
 */

import { h } from "../dom.js";
import { sign } from "../icons.js";
import { recall, remember } from "../memory.js";

/** Milliseconds that a deed is shown; a step waits for a word. */
export const PACES = /** @type {const} */ ({ off: 0, fast: 450, normal: 1000, slow: 2200, step: 0 });
/** @typedef {keyof typeof PACES} Pace */

/** So many letters of what dice decided are read in the time of a deed, and nobody is held up longer than this. */
const LETTERS = 45;
const LONGEST = 7;

const SIGNS = { play: "M6 3.5v13L17 10z", pause: "M6 4v12M14 4v12", on: "M7 4v12l7-6z", skip: "M15 4v12M4 4v12l9-6z" };

export class Playback {
  /** @param {Desk} desk @param {Replay} replay @param {DeedCard} card */
  constructor(desk, replay, card) {
    this.desk = desk;
    this.replay = replay;
    this.card = card;
    /** The deeds still to be shown. @type {Entry[]} */
    this.queue = [];
    this.running = false;
    this.paused = false;
    this.shown = 0;
    /** Whether the next deed was asked for while this one was still on its way. */
    this.hurried = false;
    /** Lets the next deed be shown at once. */
    this.wake = () => {};
    const { model, say } = desk;
    const button = (/** @type {keyof typeof SIGNS} */ id, /** @type {() => void} */ deed) =>
      h(
        "button",
        {
          class: "button quiet icon",
          type: "button",
          "aria-label": say(`table.playback.${id}`),
          title: say(`table.playback.${id}`),
          data: { playback: id },
          on: { click: deed },
        },
        sign(SIGNS[id], { solid: true }),
      );
    this.hold = button("pause", () => this.toggle());
    this.count = h("output", { class: "playback-count" });
    this.select = h(
      "select",
      {
        "aria-label": say("table.playback.pace"),
        title: say("table.playback.pace"),
        data: { testid: "pace" },
      },
      Object.keys(PACES).map((id) => h("option", { value: id }, say(`table.pace.${id}`))),
    );
    this.element = h(
      "div",
      {
        class: "playback card",
        role: "group",
        "aria-label": say("table.playback.label"),
        hidden: true,
        data: { testid: "playback" },
      },
      this.hold,
      button("on", () => this.step()),
      button("skip", () => this.stop()),
      this.count,
      this.select,
    );
    this.select.addEventListener("change", () => this.setPace(/** @type {Pace} */ (this.select.value)));
    model.playsFirst = (fresh) => this.pace !== "off" && !replay.on && this.#worth(fresh).length > 0;
    replay.entered = () => this.stop();
    model.on("present", ({ fresh }) => this.#take(this.#worth(fresh)));
  }

  /** How fast; who wants no motion gets none unless he says so. @returns {Pace} */
  get pace() {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const chosen = /** @type {Pace | null} */ (recall("table.pace"));
    return chosen && chosen in PACES ? chosen : calm ? "off" : "normal";
  }

  /** @param {Pace} pace */
  setPace(pace) {
    remember("table.pace", pace);
    if (pace === "off") return this.stop();
    this.paused = false;
    this.#show();
    this.wake();
  }

  /**
   * The deeds of others that are worth showing; before them what dice made of one's own last one, which must not
   * go by unseen.
   *
   * @param {Entry[]} entries
   */
  #worth(entries) {
    const { model } = this.desk;
    const others = entries.filter((entry) => model.isOthers(entry) && entry.lines.length > 0);
    if (!others.length || entries[0].seq === 0) return others;
    const own = entries.findLast((entry) => !model.isOthers(entry) && isRolled(entry));
    return own && own.seq < others[0].seq ? [own, ...others] : others;
  }

  /** @param {Entry[]} fresh */
  #take(fresh) {
    const { model } = this.desk;
    if (this.pace === "off" && !this.replay.on && model.mine.size) this.#tell(fresh.findLast(isRolled));
    if (this.pace === "off" || this.replay.on || !model.past) return;
    const unread = this.running || !fresh.length ? null : this.#unread();
    if (unread && !fresh.includes(unread)) this.queue.push(unread);
    this.queue.push(...fresh);
    if (this.running) this.#show();
    else this.#run();
  }

  /** What dice made of one's own deed, if there was no time yet to read it. */
  #unread() {
    const { entry, since, element } = this.card;
    if (!entry || element.hidden || this.desk.model.isOthers(entry)) return null;
    return performance.now() - since < PACES.normal * timesOf(entry) ? entry : null;
  }

  /** Look at the last turn again. */
  again() {
    const { model } = this.desk;
    if (this.running) return this.stop();
    this.queue = model.lastTurn.filter(({ lines }) => lines.length > 0);
    if (this.queue.length) this.#run();
  }

  async #run() {
    const { model } = this.desk;
    this.running = true;
    this.paused = false;
    this.shown = 0;
    this.element.hidden = false;
    while (this.running && this.queue.length) {
      const entry = /** @type {Entry} */ (this.queue.shift());
      this.shown += 1;
      this.hurried = false;
      this.#show();
      const position = await this.replay.positionAt(entry.move).catch(() => null);
      if (!this.running) break;
      if (!position) continue;
      model.lookBack({ ...position, question: null, can_undo: false }, [entry]);
      this.card.tell(entry);
      await this.#rest(entry);
    }
    this.#end();
  }

  /** Wait as long as the pace says, or until a word. @param {Entry} entry */
  #rest(entry) {
    const { pace } = this;
    const long = timesOf(entry);
    return new Promise((resolve) => {
      this.wake = () => resolve(undefined);
      if (this.hurried) return this.wake();
      if (pace !== "step" && !this.paused)
        setTimeout(() => this.paused || resolve(undefined), (PACES[pace] || 1000) * long);
    });
  }

  #show() {
    const { say } = this.desk;
    this.select.value = this.pace;
    this.count.textContent = say("table.playback.count", { at: this.shown, of: this.shown + this.queue.length });
    const still = this.paused || this.pace === "step";
    this.hold.replaceChildren(sign(still ? SIGNS.play : SIGNS.pause, { solid: true }));
    this.hold.setAttribute("aria-label", say(still ? "table.playback.play" : "table.playback.pause"));
  }

  /** Pause, or go on. */
  toggle() {
    const still = this.paused || this.pace === "step";
    if (this.pace === "step") remember("table.pace", "normal");
    this.paused = !still;
    this.#show();
    if (still) this.wake();
  }

  /** Show the next deed now, or as soon as this one has come. */
  step() {
    this.hurried = true;
    this.wake();
  }

  /** Show the rest at once. */
  stop() {
    this.queue = [];
    this.running = false;
    this.wake();
  }

  #end() {
    this.running = false;
    this.queue = [];
    this.element.hidden = true;
    if (this.replay.on) return;
    this.desk.model.lookBack(null);
    this.#tell(this.#lastRolled());
  }

  /** What dice decided last since the reader's own last deed, and in it: others may have gone on in several breaths. */
  #lastRolled() {
    const { model } = this.desk;
    const deeds = model.lastTurn;
    const own = deeds.length ? model.standing.findLast(({ seq, lines }) => seq < deeds[0].seq && lines.length) : null;
    return deeds.findLast(isRolled) ?? (own && isRolled(own) ? own : null);
  }

  /** The card of what dice decided lies there until the next deed of one's own. @param {Entry | null | undefined} entry */
  #tell(entry) {
    if (entry) this.card.tell(entry);
  }
}

/** Whether dice fell in a deed. @param {Entry} entry */
function isRolled({ lines }) {
  return lines.some(({ faces }) => faces.length > 0);
}

/** How many times as long as a move a deed is shown: what dice decided must be read. @param {Entry} entry */
export function timesOf(entry) {
  if (!isRolled(entry)) return 1;
  const letters = entry.lines.reduce((sum, { text }) => sum + text.length, 0);
  return Math.min(1.8 + letters / LETTERS, LONGEST);
}
