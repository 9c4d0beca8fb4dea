/**
 * The order of battle: who is on the map, who is to come, who was lost.
 *
 * @import { PieceView } from "../wire.d.ts"
 * @import { Desk } from "./table.js"
 */

import { fill, h, isShown } from "../dom.js";
import { sideMark } from "../icons.js";
import { describePiece } from "./describe.js";
import { counterPicture } from "./picture.js";

export class Forces {
  /** @param {Desk} desk @param {(piece: number) => void} visit */
  constructor(desk, visit) {
    this.desk = desk;
    this.visit = visit;
    this.words = "";
    const { say, model } = desk;
    /** Whose forces are shown: the reader's own at first. */
    this.side = Math.max(
      model.board.sides.findIndex(({ id }) => model.mine.has(id)),
      0,
    );
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
    model.on("position", () => this.update());
  }

  #drawSides() {
    const { model } = this.desk;
    fill(
      this.sides,
      model.board.sides.map((side, index) =>
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
    if (!isShown(this.element)) return;
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
    const due = (/** @type {PieceView} */ { id, enters }) => model.shown?.whereabouts?.[id] ?? enters;
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
        lost.map(({ id }) => ({ id, word: "" })),
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
    const { model } = this.desk;
    const card = model.cards.get(id);
    const long = card && card.long === card.name ? model.board.symbols[card.symbol] : card?.long;
    const point = () => model.emit("focus", { pieces: [id], places: [] });
    const leave = () => model.emit("focus", { pieces: [], places: [] });
    return h(
      "li",
      null,
      h(
        "button",
        {
          class: "menu-item force",
          type: "button",
          title: describePiece(model, id).whole,
          on: { click: () => this.visit(id), pointerenter: point, pointerleave: leave, focus: point, blur: leave },
        },
        counterPicture(model.looks.get(id) ?? card?.look ?? "", model.board.counter),
        h("span", { class: "force-name" }, h("strong", null, card?.name ?? id), h("small", null, long ?? "")),
        h("span", { class: "menu-note" }, word),
      ),
    );
  }
}
