/**
 * The chances of a combat: who against whom, what modifies it, and how it may end.
 *
 * @import { Say } from "../texts.js"
 * @import { Odds as Forecast, OddsTable } from "../wire.d.ts"
 * @import { MapView } from "./map.js"
 * @import { Rules } from "./rules.js"
 * @import { Desk } from "./table.js"
 */

import { fill, h } from "../dom.js";

const MOST = 200;

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

  /** Show the chances in a place until they are closed. @param {number} place */
  async pin(place) {
    clearTimeout(this.timer);
    const found = await this.#show(place);
    this.pinned = Boolean(found);
    return this.pinned;
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
      h(
        "header",
        { class: "row spread" },
        h("h2", null, say("table.odds.title", { place: model.placeName(odds.place) })),
        h(
          "button",
          {
            class: "button quiet small icon",
            type: "button",
            "aria-label": say("table.close"),
            on: { click: () => this.close() },
          },
          "✕",
        ),
      ),
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
  const most = Math.max(...chances, 0.01);
  const rows = outcomes.map((outcome, at) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, outcome),
      h("td", { class: "bar-cell", "aria-hidden": "true" }, bar(chances[at] / most)),
      h("td", { class: "chance" }, percent(chances[at])),
    ),
  );
  return h(
    "table",
    { class: "odds-table" },
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
