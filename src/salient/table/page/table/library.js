/**
 * What one looks up during a game, one click away: briefing, turns and standing, tables, keys.
 *
 * @import { Children } from "../dom.js"
 * @import { Brief, ChartTable, Handbook, KeySample, Reference, Standing } from "../wire.d.ts"
 * @import { Rules } from "./rules.js"
 * @import { Desk } from "./table.js"
 */

import { messageOf } from "../api.js";
import { fill, h } from "../dom.js";
import { sideMark } from "../icons.js";
import { remember } from "../memory.js";
import { openDialog, walk } from "../menu.js";
import { loadStyle } from "../styles.js";
import { toast } from "../toasts.js";
import { parsePicture } from "./picture.js";

const PAGES = /** @type {const} */ (["briefing", "turns", "tables", "counters", "map"]);
const MANY = 14;

/** @typedef {typeof PAGES[number]} Page */

/**
 * Open the library at a page.
 *
 * @param {Desk} desk
 * @param {Rules} rules
 * @param {Page} page
 * @param {{begin?: boolean}} [how] `begin`: it is the briefing before the first turn
 */
export async function openLibrary(desk, rules, page, { begin = false } = {}) {
  const { known, say } = desk;
  const [reference, standing] = await Promise.all([
    known.reference(),
    known.standing(),
    loadStyle("./library.css", import.meta.url),
  ]);
  const library = new Library(desk, rules, reference, standing);
  const title = begin ? desk.model.card.scenario_text : say("table.library.title");
  const dialog = openDialog(title, say("nav.close"), library.element);
  dialog.classList.add("library-dialog");
  dialog.dataset.testid = "library";
  library.show(page);
  if (begin) library.element.append(beginning(desk, dialog));
  return dialog;
}

/** The way into the game, and the wish not to be briefed. @param {Desk} desk @param {HTMLDialogElement} dialog */
function beginning({ say }, dialog) {
  const quiet = h("input", {
    type: "checkbox",
    on: { change: () => void remember("briefing", quiet.checked ? "off" : null) },
  });
  const go = h(
    "button",
    { class: "button primary", type: "button", data: { testid: "begin" }, on: { click: () => void dialog.close() } },
    say("table.library.begin"),
  );
  requestAnimationFrame(() => go.focus({ preventScroll: true }));
  return h(
    "footer",
    { class: "row spread" },
    h("label", { class: "switch" }, quiet, h("span", null, say("table.library.quiet"))),
    go,
  );
}

class Library {
  /** @param {Desk} desk @param {Rules} rules @param {Reference} reference @param {Standing} standing */
  constructor(desk, rules, reference, standing) {
    const { say } = desk;
    this.desk = desk;
    this.rules = rules;
    this.reference = reference;
    this.standing = standing;
    /** The page that is wanted. @type {Page | ""} */
    this.open = "";
    this.tabs = PAGES.map((page) =>
      h(
        "button",
        {
          class: "tab",
          type: "button",
          role: "tab",
          id: `library-tab-${page}`,
          "aria-controls": "library-page",
          data: { page },
          on: { click: () => this.show(page) },
        },
        say(`table.library.${page}`),
      ),
    );
    const strip = h("div", { class: "tabs", role: "tablist", "aria-label": say("table.library.title") }, this.tabs);
    strip.addEventListener("keydown", (event) => {
      walk(event, strip.querySelectorAll(".tab"), ["ArrowLeft", "ArrowRight"]);
    });
    this.page = h("div", { class: "library-page stack", id: "library-page", role: "tabpanel", tabindex: "0" });
    this.element = h("div", { class: "library" }, strip, this.page);
  }

  /** @param {Page} page */
  async show(page) {
    for (const tab of this.tabs) {
      const chosen = tab.dataset.page === page;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    this.page.setAttribute("aria-labelledby", `library-tab-${page}`);
    const { known } = this.desk;
    const pages = {
      briefing: () => this.#briefing(this.reference.brief),
      turns: () => this.#turns(),
      tables: async () => [this.#printer(), (await known.handbook()).charts.map((chart) => this.#chart(chart))],
      counters: async () => this.#counters(await known.handbook()),
      map: async () => this.#map(await known.handbook()),
    };
    this.open = page;
    try {
      const content = await pages[page]();
      if (this.open !== page) return; // another one was wanted meanwhile
      fill(this.page, content);
      this.page.scrollTop = 0;
    } catch (problem) {
      toast(messageOf(problem), "bad");
    }
  }

  /** The tables on paper: rosters, records, charts. */
  #printer() {
    return h(
      "button",
      { class: "button library-print", type: "button", data: { testid: "print" }, on: { click: () => print() } },
      this.desk.say("table.library.print"),
    );
  }

  /** @param {Brief} brief @returns {Children} */
  #briefing(brief) {
    const { say, model } = this.desk;
    const { sides } = model.board;
    const part = (/** @type {string} */ heading, /** @type {Children} */ body) =>
      body && h("section", null, h("h3", null, say(`table.library.${heading}`)), body);
    return [
      h("p", { class: "lead" }, brief.situation || brief.about),
      part("victory", [brief.victory && h("p", null, brief.victory), lines(brief.standing)]),
      part("length", brief.situation && h("p", null, brief.about)),
      part(
        "forces",
        h(
          "ul",
          { class: "library-forces" },
          brief.forces.map(({ side, kinds, coming }) =>
            h(
              "li",
              null,
              sideMark(side, sides[side].text),
              h("strong", null, sides[side].text),
              h(
                "span",
                null,
                kinds.map(([name, count]) => `${count} ${name}`).join(" · "),
                coming ? ` · ${say("table.library.coming", { n: coming })}` : "",
              ),
            ),
          ),
        ),
      ),
      h(
        "div",
        { class: "pair" },
        brief.hints.map(
          (hint, side) =>
            hint &&
            h(
              "section",
              { class: "library-hint" },
              h("h3", null, sideMark(side, sides[side].text), say("table.library.hint", { side: sides[side].text })),
              h("p", null, hint),
            ),
        ),
      ),
    ];
  }

  /** @returns {Children} */
  #turns() {
    const { say, model } = this.desk;
    const { verdict, lines: why, turns, now, phases, phase } = this.standing;
    const { sides } = model.board;
    return [
      verdict && h("p", { class: "lead" }, verdict),
      lines(why.filter((line) => line !== verdict)),
      phases.length > 0 && [
        h("h3", null, say("table.library.phases")),
        h(
          "ol",
          { class: "library-phases" },
          phases.map(({ side, text }, at) =>
            h(
              "li",
              { "aria-current": at === phase ? "step" : null },
              sides[side] ? sideMark(side, sides[side].text) : null,
              text,
            ),
          ),
        ),
      ],
      turns.length > 0 && [
        h("h3", null, say("table.library.arrivals")),
        h(
          "ol",
          { class: "library-turns" },
          turns.map(({ text, coming }, at) =>
            h(
              "li",
              { class: at < now ? "past" : "", "aria-current": at === now ? "step" : null },
              h("strong", null, text),
              coming.map(({ side, names }) =>
                h(
                  "span",
                  null,
                  sideMark(side, sides[side].text),
                  names.slice(0, MANY).join(", "),
                  names.length > MANY ? ` ${say("table.library.more", { n: names.length - MANY })}` : "",
                ),
              ),
            ),
          ),
        ),
      ],
    ];
  }

  /** @param {ChartTable} chart */
  #chart({ text, head, rows, rules }) {
    return h(
      "section",
      { class: "library-chart" },
      h(
        "h3",
        null,
        text,
        " ",
        rules.map((rule) => [" ", this.rules.chip(rule)]),
      ),
      h(
        "div",
        { class: "library-scroll", tabindex: "0", role: "group", "aria-label": text },
        h(
          "table",
          null,
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              head.map((cell) => h("th", { scope: "col" }, cell)),
            ),
          ),
          h(
            "tbody",
            null,
            rows.map(([first, ...rest]) =>
              h(
                "tr",
                null,
                h("th", { scope: "row" }, first),
                rest.map((cell) => h("td", null, cell)),
              ),
            ),
          ),
        ),
      ),
    );
  }

  /** One counter of each kind, what its numbers mean, and the states it shows. @param {Handbook} handbook @returns {Children} */
  #counters({ badges }) {
    const { say, model } = this.desk;
    const { board } = model;
    /** @type {Map<string, import("../wire.d.ts").PieceCard>} */
    const kinds = new Map();
    for (const card of board.pieces) if (!kinds.has(card.symbol)) kinds.set(card.symbol, card);
    const size = board.counter;
    return [
      h("p", null, say("table.library.counters_hint")),
      h(
        "ul",
        { class: "library-counters" },
        [...kinds].map(([symbol, card]) =>
          h(
            "li",
            null,
            picture(`-2 -2 ${size + 4} ${size + 4}`, card.look),
            h(
              "span",
              null,
              h("strong", null, board.symbols[symbol] ?? symbol),
              model.piece(card.id)?.values.length
                ? h("small", null, (board.kind_values[symbol] ?? board.values).join(" · "))
                : null,
              card.long === card.name ? null : h("small", null, card.long),
            ),
          ),
        ),
      ),
      badges.length > 0 && [h("h3", null, say("table.library.states")), samples(badges)],
    ];
  }

  /** The signs of the map; their style and drawings come with them. @param {Handbook} handbook @returns {Children} */
  #map({ key, key_head: head }) {
    return [head && parsePicture(head), samples(key)];
  }
}

/** Signs with their words. @param {KeySample[]} signs */
function samples(signs) {
  return h(
    "ul",
    { class: "library-key" },
    signs.map(({ text, svg }) => h("li", null, picture("-24 -16 48 32", svg), h("span", null, text))),
  );
}

/** Sentences, those that begin with spaces below the others. @param {string[]} told */
function lines(told) {
  return h(
    "ul",
    { class: "library-lines" },
    told.map((line) => h("li", { class: line.startsWith(" ") ? "below" : "" }, line.trim())),
  );
}

/** @param {string} viewBox @param {string} markup */
function picture(viewBox, markup) {
  return h("svg", { viewBox, class: "board", "aria-hidden": "true" }, ...parsePicture(markup).childNodes);
}
