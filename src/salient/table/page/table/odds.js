/**
 * The chances of a combat: who against whom, what modifies it, and how it may end.
 *
 * @import { Say } from "../texts.js"
 * @import { Odds as Forecast, OddsTable, Offer } from "../wire.d.ts"
 * @import { MapView } from "./map.js"
 * @import { Rules } from "./rules.js"
 * @import { Desk } from "./table.js"
 */

import { fill, h } from "../dom.js";
import { cardHead } from "./card-head.js";

const MOST = 200;
const WORDY = 6;

export class Odds {
  /** @param {Desk} desk @param {Rules} rules @param {MapView} map */
  constructor(desk, rules, map) {
    this.desk = desk;
    this.rules = rules;
    this.map = map;
    this.element = h("aside", { class: "odds card", hidden: true, "aria-live": "polite", data: { testid: "odds" } });
    /** @type {Map<string, Promise<Forecast | null>>} */
    this.known = new Map();
    this.wanted = "";
    this.pinned = false;
    this.timer = 0;
    desk.model.on("position", () => this.close());
  }

  /**
   * Show the chances in a place soon, unless the pointer moves on before.
   *
   * @param {number | null} place
   */
  hint(place) {
    if (this.pinned) return;
    clearTimeout(this.timer);
    if (place === null) return this.close();
    this.timer = setTimeout(() => this.#show(place), 220);
  }

  /**
   * Show the chances in a place until they are closed.
   *
   * @param {number} place
   * @param {{offer: Offer, give: () => void} | null} [order] what is ordered from the card
   */
  async pin(place, order = null) {
    clearTimeout(this.timer);
    this.pinned = true; // a finger that is lifted hovers no more: that closes nothing
    const found = await this.#show(place);
    this.pinned = Boolean(found);
    if (found && order) this.element.append(this.#commit(order));
    return this.pinned;
  }

  /** The word that commits them. @param {{offer: Offer, give: () => void}} order */
  #commit({ offer, give }) {
    const { verbs = {} } = this.desk.model.question ?? {};
    const { verb } = offer.action;
    return h(
      "button",
      {
        class: "button primary odds-go",
        type: "button",
        data: { action: offer.action.text },
        on: {
          click: () => {
            this.close();
            give();
          },
        },
      },
      `${verbs[verb] ?? verb} ${offer.label}`,
    );
  }

  close() {
    clearTimeout(this.timer);
    this.pinned = false;
    this.wanted = "";
    this.element.hidden = true;
  }

  /** @param {number} place */
  async #show(place) {
    const key = `${this.desk.model.seq}:${place}`;
    this.wanted = key;
    const odds = await this.#find(key, place);
    if (this.wanted !== key) return null;
    this.element.hidden = !odds;
    // On the other side of the map, so that the place stays in sight.
    this.element.classList.toggle("left", this.map.isRight(place));
    if (odds) fill(this.element, this.#tell(odds));
    return odds;
  }

  /** @param {string} key @param {number} place */
  #find(key, place) {
    const found = this.known.get(key) ?? this.desk.ask("odds/{place}", { place }).catch(() => null);
    if (this.known.size > MOST) this.known.clear();
    this.known.set(key, found);
    return found;
  }

  /** @param {Forecast} odds */
  #tell(odds) {
    const { rules } = this;
    const { say, model } = this.desk;
    return [
      cardHead(say("table.odds.title", { place: model.placeName(odds.place) }), say, () => this.close()),
      h(
        "dl",
        { class: "odds-sides" },
        h("div", null, h("dt", null, say("table.odds.attackers")), h("dd", null, odds.attackers)),
        h("div", null, h("dt", null, say("table.odds.defenders")), h("dd", null, odds.defenders)),
      ),
      h(
        "ul",
        { class: "odds-figures" },
        odds.figures.map((figure) => h("li", null, figure.text)),
      ),
      odds.modifiers.length
        ? h(
            "ul",
            { class: "odds-modifiers" },
            odds.modifiers.map((one) => h("li", null, rules.linked(one.text, [one.modifier.rule]))),
          )
        : null,
      odds.tables.map((table) => chart(table, say)),
    ];
  }
}

/**
 * A distribution as bars; to a screen reader it is a table.
 *
 * @param {OddsTable} table
 * @param {Say} say
 */
function chart({ text, outcomes, chances }, say) {
  const rows = outcomes.map((outcome, at) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, outcome),
      h("td", { class: "bar-cell", "aria-hidden": "true" }, bar(chances[at])),
      h("td", { class: "chance" }, percent(chances[at])),
    ),
  );
  return h(
    "table",
    // Codes with their meaning take more room than numbers.
    { class: outcomes.some((outcome) => outcome.length > WORDY) ? "odds-table worded" : "odds-table" },
    h("caption", null, text),
    h(
      "thead",
      { class: "visually-hidden" },
      h("tr", null, h("th", null, say("table.odds.outcome")), h("td", null), h("th", null, say("table.odds.chance"))),
    ),
    h("tbody", null, rows),
  );
}

/** @param {number} share */
function bar(share) {
  return h(
    "svg",
    { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none" },
    h("rect", { width: 100, height: 8, class: "bar-ground" }),
    h("rect", { width: Math.max(share * 100, 0.6), height: 8, class: "bar-value" }),
  );
}

/** @param {number} chance */
function percent(chance) {
  const value = chance * 100;
  if (value > 0 && value < 0.1) return "<0.1%";
  return `${value.toFixed(value < 10 || (value > 99 && value < 99.95) ? 1 : 0)}%`;
}
