/**
 * A card for what dice decided: who, the dice as they fell, and what came of it.
 *
 * @import { Entry } from "../wire.d.ts"
 * @import { MapView } from "./map.js"
 * @import { Rules } from "./rules.js"
 * @import { Desk } from "./table.js"
 */

import { fill, h } from "../dom.js";
import { cardHead } from "./card-head.js";
import { diceRow } from "./dice.js";

export class DeedCard {
  /** @param {Desk} desk @param {Rules} rules @param {MapView} map */
  constructor(desk, rules, map) {
    this.desk = desk;
    this.rules = rules;
    this.map = map;
    this.element = h("aside", { class: "deed card", hidden: true, data: { testid: "deed" } });
    const { model } = desk;
    model.on("present", ({ fresh }) => this.#own(fresh));
    model.on("choice", () => this.#asked());
    this.until = -1;
    /** What it tells, and since when. @type {Entry | null} */
    this.entry = null;
    this.since = 0;
  }

  /** What dice decided in a deed of one's own. @param {Entry[]} fresh */
  #own(fresh) {
    const { model } = this.desk;
    if (fresh[0]?.seq === 0) return; // what happened before one came is history: it stands in the log
    const own = fresh.findLast((entry) => entry.lines.length && !model.isOthers(entry));
    if (own) this.tell(own);
  }

  /** It stays until the next deed. */
  #asked() {
    const { model } = this.desk;
    if (!model.past && model.seq > this.until && !this.element.hidden && this.entry?.seq !== model.lastDeed?.seq)
      this.close();
  }

  /** Tell a deed if dice fell in it. @param {Entry} entry @returns {boolean} */
  tell(entry) {
    const { model, say } = this.desk;
    const told = entry.lines.filter(({ kind }) => kind !== "heading");
    if (!told.some(({ faces }) => faces.length)) {
      this.close();
      return false;
    }
    if (this.entry !== entry || this.element.hidden) this.since = performance.now();
    this.entry = entry;
    this.until = model.seq;
    const placed = told.filter(({ places }) => places.length);
    const place = (placed.find(({ faces }) => faces.length) ?? placed[0])?.places.at(-1);
    const side = model.board.sides.find(({ id }) => id === entry.side);
    const head = [side?.text, place === undefined ? "" : model.placeName(place)].filter(Boolean).join(" · ");
    fill(
      this.element,
      // before the first deed the game itself throws
      cardHead(head || entry.clock, say, () => this.close()),
      h(
        "ol",
        { class: "deed-lines" },
        told.map((line) =>
          h(
            "li",
            { class: line.faces.length ? "rolled" : "", data: { side: line.side } },
            line.faces.length
              ? diceRow(line.faces, model.board.die <= 6, say("table.log.dice", { faces: line.faces.join(", ") }))
              : null,
            h("span", null, this.rules.linked(line.text, line.rules)),
          ),
        ),
      ),
    );
    this.element.hidden = false;
    // On the other side of the map, so that what happened stays in sight.
    this.element.classList.toggle("right", place !== undefined && !this.map.isRight(place));
    return true;
  }

  close() {
    this.element.hidden = true;
  }
}
