/**
 * The question and everything one can answer.
 *
 * Answers without anything on the map are buttons, always in sight. The others are chosen on the
 * map, or from a list that can be searched: for the keyboard, for screen readers, for the eyes.
 *
 * @import { Offer, Position } from "../wire.d.ts"
 * @import { Choice } from "./choice.js"
 * @import { Hand } from "./hand.js"
 * @import { Orders } from "./orders.js"
 * @import { Replay } from "./replay.js"
 * @import { Rules } from "./rules.js"
 * @import { Desk } from "./table.js"
 */

import { fill, h } from "../dom.js";
import { sideMark, sign } from "../icons.js";
import { byVerb, isOnMap } from "./choice.js";

const UNFOLD = "M5 8l5 5 5-5";
const UNDO = "M7 4L3 8l4 4M3.5 8H12a4.5 4.5 0 0 1 0 9H8";
const MOST = 120;
const EDGE = 8;
/** The border and the padding of the question, which the list lies within. */
const INSET = 36;
/** So many answers of one kind are buttons; more are a form, which is open from the start. */
const FEW = 6;
/** So few answers on the map are buttons as well: a list of them would only be a detour. */
const HANDFUL = 2;

export class Prompt {
  /**
   * @param {Desk} desk
   * @param {{rules: Rules, orders: Orders, hand: Hand, replay: Replay, end: () => void}} parts
   */
  constructor(desk, parts) {
    const { say, model } = desk;
    this.desk = desk;
    this.parts = parts;
    /** Whether the answers on the map, and those of a form, are listed. */
    this.listed = false;
    /** Whether the question has not been shown yet. */
    this.fresh = false;
    this.words = "";
    this.side = h("div", { class: "prompt-side" });
    this.text = h("p", {
      class: "prompt-text",
      "aria-live": "polite",
      "aria-atomic": "true",
      data: { testid: "question" },
    });
    this.chips = h("span", { class: "chips" });
    this.more = h("div", { class: "prompt-more" });
    this.buttons = h("div", { class: "prompt-buttons" });
    this.ending = h("div", { class: "prompt-ending" });
    this.finder = h("div", { class: "finder", hidden: true });
    this.undo = h(
      "button",
      {
        class: "button quiet undo",
        type: "button",
        title: say("table.undo.hint"),
        data: { testid: "undo" },
        on: { click: () => parts.orders.undo() },
      },
      sign(UNDO),
      h("span", null, say("table.undo.label")),
    );
    /** How many answers have no room beside the others. */
    this.hiddenCount = h("span", { class: "unfold-count" });
    this.unfold = this.#makeUnfold();
    new ResizeObserver(() => this.#countHidden()).observe(this.buttons);
    this.element = h(
      "section",
      { class: "prompt", "aria-label": say("table.prompt.label"), data: { testid: "prompt" } },
      this.side,
      h("div", { class: "prompt-words" }, this.text, this.chips),
      h("div", { class: "prompt-deeds" }, this.buttons, this.ending, this.more, this.unfold, this.undo),
      this.finder,
    );
    model.on("position", () => this.#update());
    model.on("choice", () => this.#choose());
    model.on("busy", () => this.#busy());
  }

  /** The button that shows all its words, with the rules and what one must have in mind. */
  #makeUnfold() {
    const words = this.desk.say("table.prompt.unfold");
    const button = h(
      "button",
      {
        class: "button quiet icon unfold",
        type: "button",
        "aria-label": words,
        title: words,
        "aria-expanded": "false",
        data: { testid: "unfold" },
      },
      this.hiddenCount,
      sign(UNFOLD),
    );
    button.addEventListener("click", () => {
      const open = this.element.classList.toggle("unfolded");
      button.setAttribute("aria-expanded", String(open));
      this.#countHidden();
    });
    return button;
  }

  /** The arrow says how many answers it would bring to light. */
  #countHidden() {
    const edge = this.buttons.getBoundingClientRect().right;
    const all = Array.from(this.buttons.querySelectorAll("button"));
    const count = all.filter((button) => button.getBoundingClientRect().right > edge + 1).length;
    this.hiddenCount.textContent = count ? `+${count}` : "";
    const words = this.desk.say("table.prompt.unfold");
    this.unfold.setAttribute("aria-label", count ? `+${count} ${words}` : words);
  }

  /** Tell the shown position. */
  #update() {
    const { model } = this.desk;
    const { shown, question, present } = model;
    if (!shown) return;
    this.#tellSide(shown);
    const over = Boolean(present?.result) && !model.past;
    this.element.classList.toggle("mine", Boolean(question));
    this.element.classList.toggle("over", over);
    const words = question?.prompt ?? this.#situation(over);
    if (this.text.textContent !== words) fill(this.text, words);
    fill(
      this.chips,
      (question?.rules ?? []).map((rule) => this.parts.rules.chip(rule)),
    );
    fill(
      this.more,
      (question?.details ?? []).map((line) => h("span", { class: "detail" }, line)),
    );
    this.undo.hidden = !shown.can_undo || Boolean(model.past);
    this.unfold.hidden = !question;
    this.fresh = true;
    this.words = "";
  }

  /** What stands there when nothing is asked. @param {boolean} over */
  #situation(over) {
    const { model, say } = this.desk;
    const { past, present, shown } = model;
    if (past) return this.#told(past.move) || say("table.replay.looking");
    if (over) return say("table.over.ended", { result: present?.result });
    return shown?.waiting || say("table.watching");
  }

  /** What the last action came to. @param {number} move */
  #told(move) {
    const lines = this.desk.model.actionOf(move)?.lines.slice(0, 3) ?? [];
    return lines.map(({ text }) => text).join(" ");
  }

  /** Tell the choice that is being made. */
  #choose() {
    const { model } = this.desk;
    const { question, choice } = model;
    const offers = question ? choice.candidates : [];
    const onMap = offers.filter(isOnMap);
    const plain = [...byVerb(offers.filter((offer) => !isOnMap(offer))).values()];
    const form = plain.filter((group) => group.length > FEW).flat();
    const few = plain.filter((group) => group.length <= FEW).flat();
    const handful = !form.length && onMap.length <= HANDFUL;
    const found = handful ? [] : [...form, ...onMap];
    const [ending, others] = endingOf(few, form.length + onMap.length > 0);
    // What was chosen to be done, an attack, a shot, is what the choice was for, not the way back.
    const meant = Boolean(ending && question?.acting.length);
    const look = onMap.length || form.length || meant ? "" : "primary";
    if (this.fresh) {
      this.listed = form.length > 0;
      this.buttons.scrollLeft = 0; // the answers to another question may have been wider
    }
    this.fresh = false;
    fill(
      this.buttons,
      !question && this.#ways(),
      question && choice.picks.length ? this.#picked(choice) : null,
      found.length > 0 && this.#finderButton(found.length),
      handful && onMap.map((offer) => this.#button(offer)),
      this.#groups(others, look),
    );
    fill(this.ending, ending && this.#button(ending, meant && !found.length ? "primary" : ""));
    this.#countHidden();
    this.finder.hidden = !found.length || !this.listed;
    this.finder.classList.toggle("form", form.length > 0);
    if (!this.finder.hidden) this.#list(found);
    else fill(this.finder);
    this.#busy();
  }

  /** Where one can go when the game is over. */
  #ways() {
    const { model, say } = this.desk;
    if (!model.present?.result || model.past) return null;
    return [
      h(
        "button",
        {
          class: "button primary",
          type: "button",
          data: { testid: "over-open" },
          on: { click: () => this.parts.end() },
        },
        say("table.over.open"),
      ),
      h(
        "button",
        { class: "button", type: "button", on: { click: () => this.parts.replay.enter(0) } },
        say("table.game.replay"),
      ),
      h("a", { class: "button", href: "/" }, say("table.game.lobby")),
    ];
  }

  /** While an order is under way nothing can be ordered. */
  #busy() {
    const { busy } = this.desk.model;
    this.element.classList.toggle("busy", busy);
    for (const button of this.element.querySelectorAll("[data-action], .undo"))
      button.toggleAttribute("disabled", busy);
  }

  /** Open the list and put the cursor into its search field. */
  find() {
    if (!this.desk.model.question) return;
    this.listed = true;
    this.#choose();
    (this.finder.querySelector("input") ?? this.buttons.querySelector("button"))?.focus();
  }

  /** Close the list. */
  unlist() {
    this.listed = false;
    this.#choose();
  }

  /** @param {Position} shown */
  #tellSide(shown) {
    const { model } = this.desk;
    const side = model.board.sides[shown.to_decide];
    const index = String(side ? shown.to_decide : -1);
    if (this.element.dataset.side !== undefined && this.element.dataset.side !== index) this.#flash();
    this.element.dataset.side = index;
    fill(
      this.side,
      side ? [sideMark(shown.to_decide, side.text), h("strong", null, side.text)] : null,
      h("span", { class: "clock" }, shown.clock),
    );
  }

  /** The other side decides now: that must not be overlooked by two who share a screen. */
  #flash() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.element.animate([{ filter: "brightness(0.86)" }, { filter: "none" }], { duration: 700, easing: "ease-out" });
  }

  /** Offers of the same verb stand behind its text. @param {Offer[]} offers @param {string} [look] */
  #groups(offers, look = "") {
    const { model } = this.desk;
    // Where there is something to do, the word that ends it is not as loud.
    const mild = offers.some(({ momentous }) => !momentous);
    const lookOf = (/** @type {Offer} */ { momentous }) => (mild && momentous ? "" : look);
    // One answer that does much before one of many: it must not be looked for behind them.
    const groups = [...byVerb(offers)].sort(([, a], [, b]) => Number(a.length > 1) - Number(b.length > 1));
    return groups.map(([verb, group]) =>
      group.length < 2
        ? this.#button(group[0], lookOf(group[0]))
        : h(
            "div",
            { class: "offer-group" },
            h("span", { class: "offer-verb" }, model.question?.verbs[verb] ?? verb),
            group.map((offer) => this.#button(offer, lookOf(offer), offer.label)),
          ),
    );
  }

  /**
   * @param {Offer} offer
   * @param {string} [look]
   * @param {string} [words] what stands on it, if not all that it means
   */
  #button(offer, look = "", words = "") {
    const { model } = this.desk;
    const { verb, args, text } = offer.action;
    const meaning = model.question?.verbs[verb] ?? verb;
    const label = args.length ? `${meaning} ${offer.label}` : offer.label;
    return h(
      "button",
      {
        class: `button offer ${look}`,
        type: "button",
        data: { action: text },
        "aria-label": words ? `${label} ${offer.note}`.trim() : null,
        on: this.#answering(offer),
      },
      h("span", null, words || label),
      offer.note ? h("small", null, offer.note) : null,
    );
  }

  /** What a button of an offer does. @param {Offer} offer */
  #answering(offer) {
    const { hand, orders } = this.parts;
    const point = () => hand.lookAt(offer);
    const leave = () => hand.lookAt(null);
    return { click: () => orders.give(offer), pointerenter: point, pointerleave: leave, focus: point, blur: leave };
  }

  /** What was pointed at so far, with a way back. @param {Choice} choice */
  #picked(choice) {
    const { model, say } = this.desk;
    const names = choice.picks.map(({ kind, value }) => {
      if (kind === "piece") return model.pieceName(Number(value));
      if (kind === "place") return model.placeName(Number(value));
      return model.question?.verbs[value] ?? String(value);
    });
    return h(
      "button",
      {
        class: "button picked",
        type: "button",
        title: say("table.prompt.cancel"),
        data: { testid: "picked" },
        on: { click: () => this.parts.hand.cancel() },
      },
      h("span", null, names.join(" · ")),
      h("span", { "aria-hidden": "true" }, "✕"),
      h("span", { class: "visually-hidden" }, say("table.prompt.cancel")),
    );
  }

  /** @param {number} count */
  #finderButton(count) {
    const { say } = this.desk;
    return h(
      "button",
      {
        class: "button finder-button",
        type: "button",
        "aria-expanded": String(this.listed),
        title: say("table.prompt.find_hint"),
        data: { testid: "find" },
        on: {
          click: () => {
            this.listed = !this.listed;
            if (this.listed) this.find();
            else this.#choose();
          },
        },
      },
      h("span", { "aria-hidden": "true" }, "☰"),
      h("span", null, say("table.prompt.find", { count })),
    );
  }

  /** @param {Offer[]} offers */
  #list(offers) {
    const { say } = this.desk;
    const found = h("div", { class: "finder-list" });
    const input = h("input", {
      type: "search",
      placeholder: say("table.prompt.search"),
      "aria-label": say("table.prompt.search"),
      value: this.words,
      on: {
        input: () => {
          this.words = input.value;
          this.#filter(found, offers);
        },
      },
    });
    fill(this.finder, input, found);
    this.#filter(found, offers);
    // Beside its button, as far as there is room.
    const button = /** @type {HTMLElement} */ (this.buttons.querySelector(".finder-button"));
    const room = this.element.offsetWidth - this.finder.offsetWidth - INSET;
    this.finder.style.setProperty("--at", `${Math.max(Math.min(button.offsetLeft, room), EDGE)}px`);
  }

  /** @param {HTMLElement} found @param {Offer[]} offers */
  #filter(found, offers) {
    const { model, say } = this.desk;
    const wanted = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    const hay = (/** @type {Offer} */ offer) =>
      `${offer.action.text} ${offer.label} ${offer.note} ${model.question?.verbs[offer.action.verb] ?? ""}`.toLowerCase();
    const hits = offers.filter((offer) => wanted.every((word) => hay(offer).includes(word)));
    const groups = [...byVerb(hits.slice(0, MOST))].map(([verb, group]) =>
      h(
        "section",
        null,
        h("h2", { class: "eyebrow" }, model.question?.verbs[verb] ?? verb),
        h(
          "ul",
          null,
          group.map((offer) => h("li", null, this.#listButton(offer))),
        ),
      ),
    );
    const rest = hits.length - MOST;
    fill(
      found,
      groups,
      rest > 0 && h("p", { class: "soft" }, say("table.prompt.rest", { count: rest })),
      !hits.length && h("p", { class: "soft" }, say("table.prompt.nothing")),
    );
    this.#busy();
  }

  /** @param {Offer} offer */
  #listButton(offer) {
    return h(
      "button",
      { class: "menu-item", type: "button", data: { action: offer.action.text }, on: this.#answering(offer) },
      h("span", null, offer.label),
      offer.note ? h("span", { class: "menu-note" }, offer.note) : null,
    );
  }
}

/**
 * The word that ends a phase, and the other answers: it must be in sight however many they are.
 *
 * @param {Offer[]} offers
 * @param {boolean} more whether there are answers on the map or in a form
 * @returns {[Offer | null, Offer[]]}
 */
function endingOf(offers, more) {
  const ends = offers.filter(({ action, momentous }) => momentous && !action.args.length);
  if (ends.length !== 1 || (offers.length < 2 && !more)) return [null, offers];
  return [ends[0], offers.filter((offer) => offer !== ends[0])];
}
