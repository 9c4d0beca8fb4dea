/**
 * Rule numbers as chips; a click tells the rule in our own words.
 *
 * @import { Children } from "../dom.js"
 * @import { RuleText } from "../wire.d.ts"
 * @import { Desk } from "./table.js"
 */

import { h } from "../dom.js";
import { floatAt, pointBelow } from "./popover.js";

export class Rules {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {Map<string, Promise<RuleText[]>>} */
    this.known = new Map();
  }

  /** @param {string} citation @param {string} [look] */
  chip(citation, look = "rule-chip") {
    const { say } = this.desk;
    return h(
      "button",
      {
        class: look,
        type: "button",
        "aria-label": say("table.rule.open", { rule: citation }),
        data: { rule: citation },
        on: {
          click: (event) => {
            event.stopPropagation();
            this.#open(citation, /** @type {Element} */ (event.currentTarget));
          },
        },
      },
      citation,
    );
  }

  /**
   * A sentence whose rule numbers are links, and chips for the rules it does not name.
   *
   * @param {string} text
   * @param {string[]} citations
   * @returns {Children[]}
   */
  linked(text, citations) {
    if (!citations.length) return [text];
    const words = [...citations]
      .sort((a, b) => b.length - a.length)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const parts = text.split(new RegExp(`(?<![\\w.-])(${words.join("|")})(?![\\w-]|\\.\\w)`));
    const missing = citations.filter((citation) => !parts.includes(citation));
    const sentence = parts.map((part, at) => (at % 2 ? this.chip(part, "rule-link") : part));
    return missing.length
      ? [
          ...sentence,
          h(
            "span",
            { class: "chips" },
            missing.map((rule) => this.chip(rule)),
          ),
        ]
      : sentence;
  }

  /** @param {string} citation @param {Element} near */
  async #open(citation, near) {
    const rows = await this.#find(citation);
    const { say } = this.desk;
    const told = rows.length
      ? rows.map(({ id, title, summary }) =>
          h(
            "section",
            { class: "rule-text" },
            h("h2", null, h("span", { class: "rule-number" }, id), title),
            h("p", null, summary),
          ),
        )
      : [h("p", { class: "soft" }, say("table.rule.unknown", { rule: citation }))];
    floatAt(pointBelow(near), [...told, this.#more(citation)], {
      label: say("table.rule.open", { rule: citation }),
      class: "rule-card",
    });
  }

  /** The way into the rulebook; the game stays where it is. @param {string} citation */
  #more(citation) {
    const { model, say } = this.desk;
    const href = `/rules/${model.card.title}/${encodeURIComponent(citation)}`;
    return h("p", { class: "rule-more" }, h("a", { href, target: "_blank", rel: "noopener" }, say("table.rule.book")));
  }

  /** @param {string} citation */
  #find(citation) {
    const { api, model } = this.desk;
    const forget = () => {
      this.known.delete(citation);
      return [];
    };
    const rows =
      this.known.get(citation) ??
      api.get("/api/rules/{title}/{citation}", { title: model.card.title, citation }).catch(forget);
    this.known.set(citation, rows);
    return rows;
  }
}
