/** The order of battle: who is on the map, who is to come, who was lost. */

import { fill, h } from "../dom.js";
import { sideMark } from "./marks.js";
import { counterPicture } from "./picture.js";

export class Forces {
  /**
   * @param {{model: import("./model.js").Model, say: any, describe: (piece: number) => string,
   *   point: (pieces: number[]) => void, visit: (piece: number) => void}} desk
   */
  constructor(desk) {
    this.desk = desk;
    this.words = "";
    this.side = 0;
    const { say } = desk;
    this.list = h("div", { class: "forces-list" });
    this.sides = h("div", { class: "segments", role: "radiogroup" });
    this.search = h("input", {
      type: "search",
      placeholder: say("table.forces.search"),
      "aria-label": say("table.forces.search"),
      on: {
        input: () => {
          this.words = this.search.value.toLowerCase();
          this.update();
        },
      },
    });
    const head = h("div", { class: "forces-head" }, this.sides, this.search);
    this.element = h("div", { class: "forces" }, head, this.list);
    this.#drawSides();
  }

  #drawSides() {
    const { model } = this.desk;
    fill(
      this.sides,
      model.board.sides.map((/** @type {any} */ side, /** @type {number} */ index) =>
        h(
          "label",
          null,
          h("input", {
            type: "radio",
            name: "forces-side",
            checked: index === this.side,
            on: {
              change: () => {
                this.side = index;
                this.update();
              },
            },
          }),
          sideMark(index, side.text),
          " ",
          side.text,
        ),
      ),
    );
  }

  update() {
    if (!this.element.isConnected || this.element.closest("[hidden]")) return;
    const { model, say } = this.desk;
    const all = model.shown?.pieces ?? [];
    const wanted = (/** @type {{id: number, side: number}} */ { id, side }) => side === this.side && this.#matches(id);
    const pieces = all.filter(wanted);
    const present = new Set(all.map(({ id }) => id));
    // An enemy who is not to be seen need not be lost.
    const known = !model.board.hides || this.side === model.shown?.side ? [...model.cards.values()] : [];
    const lost = known.filter(wanted).filter(({ id }) => !present.has(id));
    const here = pieces.filter(({ place }) => place >= 0);
    const away = pieces.filter(({ place }) => place < 0);
    const due = (/** @type {import("./model.js").Piece} */ { id, enters }) => model.shown?.whereabouts?.[id] ?? enters;
    fill(
      this.list,
      this.#group(
        say("table.forces.on_map"),
        here.map(({ id, place }) => ({ id, word: model.placeName(place) })),
      ),
      this.#group(
        say("table.forces.to_come"),
        away.map((piece) => ({ id: piece.id, word: due(piece) })),
      ),
      this.#group(
        say("table.forces.lost"),
        lost.map((/** @type {any} */ { id }) => ({ id, word: "" })),
        "lost",
      ),
    );
  }

  /** @param {number} id */
  #matches(id) {
    const card = this.desk.model.cards.get(id);
    return !this.words || `${card?.name} ${card?.long}`.toLowerCase().includes(this.words);
  }

  /** @param {string} title @param {{id: number, word: string}[]} rows @param {string} [name] */
  #group(title, rows, name = "") {
    if (!rows.length) return null;
    return h(
      "section",
      { class: name },
      h("h2", { class: "eyebrow" }, `${title} · ${rows.length}`),
      h(
        "ul",
        null,
        rows.map((row) => this.#row(row)),
      ),
    );
  }

  /** @param {{id: number, word: string}} row */
  #row({ id, word }) {
    const { model, describe, point, visit } = this.desk;
    const card = model.cards.get(id);
    return h(
      "li",
      null,
      h(
        "button",
        {
          class: "menu-item force",
          type: "button",
          title: describe(id),
          on: {
            click: () => visit(id),
            pointerenter: () => point([id]),
            pointerleave: () => point([]),
            focus: () => point([id]),
            blur: () => point([]),
          },
        },
        counterPicture(model.looks.get(id) ?? card?.look ?? "", model.board.counter),
        h("span", { class: "force-name" }, h("strong", null, card?.name ?? id), h("small", null, card?.long ?? "")),
        h("span", { class: "menu-note" }, word),
      ),
    );
  }
}
