/** The chances of a combat: who against whom, what modifies it, and how it may end. */

import { fill, h } from "../dom.js";

export class Odds {
  /**
   * @param {{get: import("./table.js").Get, say: any, model: import("./model.js").Model,
   *   rules: import("./rules.js").Rules, isRight: (place: number) => boolean}} desk
   *   isRight: whether a place lies in the right half of the map
   */
  constructor(desk) {
    this.desk = desk;
    this.element = h("aside", { class: "odds card", hidden: true, "aria-live": "polite", data: { testid: "odds" } });
    /** @type {Map<string, Promise<any>>} */
    this.known = new Map();
    this.wanted = "";
    this.pinned = false;
    this.timer = 0;
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
    this.element.classList.toggle("left", this.desk.isRight(place));
    if (odds) fill(this.element, this.#tell(odds));
    return odds;
  }

  /** @param {string} key @param {number} place */
  #find(key, place) {
    const { get } = this.desk;
    if (!this.known.has(key)) {
      if (this.known.size > 200) this.known.clear();
      this.known.set(
        key,
        get(`odds/${place}`).catch(() => null),
      );
    }
    return /** @type {Promise<any>} */ (this.known.get(key));
  }

  /** @param {any} odds */
  #tell(odds) {
    const { say, model, rules } = this.desk;
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
        odds.figures.map((/** @type {any} */ figure) => h("li", null, figure.text)),
      ),
      odds.modifiers.length
        ? h(
            "ul",
            { class: "odds-modifiers" },
            odds.modifiers.map((/** @type {any} */ one) => h("li", null, rules.linked(one.text, [one.modifier.rule]))),
          )
        : null,
      odds.tables.map((/** @type {any} */ table) => chart(table, say)),
    ];
  }
}

/**
 * A distribution as bars; to a screen reader it is a table.
 *
 * @param {{text: string, outcomes: string[], chances: number[]}} table
 * @param {any} say
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
