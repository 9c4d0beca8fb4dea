/**
 * What a unit lives by: its lines of supply and command, drawn to where they end or are cut, with the reasons.
 *
 * While the tool is on, pointing at a unit asks about it.
 *
 * @import { Lifeline } from "../wire.d.ts"
 * @import { MapView } from "./map.js"
 * @import { Rules } from "./rules.js"
 * @import { Desk } from "./table.js"
 */

import { messageOf } from "../api.js";
import { fill, h } from "../dom.js";
import { toast } from "../toasts.js";
import { describePiece } from "./describe.js";
import { counterPicture } from "./picture.js";
import { strandsOf } from "./strands.js";

export class LifelineTool {
  /** @param {Desk} desk @param {MapView} map @param {Rules} rules @param {(on: boolean) => void} toggled */
  constructor(desk, map, rules, toggled) {
    this.desk = desk;
    this.map = map;
    this.rules = rules;
    this.toggled = toggled;
    this.on = false;
    /** @type {number | null} */
    this.piece = null;
    this.element = h("aside", {
      class: "odds lifeline card",
      hidden: true,
      "aria-live": "polite",
      data: { testid: "lifeline" },
    });
    this.layer = h("g", { class: "glow lifelines", data: { testid: "lifelines" } });
    // The position changed: so may the lines.
    desk.model.on("position", () => this.on && this.piece !== null && this.show(this.piece));
  }

  /** @param {boolean} [on] */
  toggle(on = !this.on) {
    this.on = on;
    this.piece = null;
    fill(this.layer);
    this.element.hidden = !on;
    if (on) this.#ask();
    this.toggled(on);
  }

  /** Something was pointed at: a unit, or whoever stands in a place. @param {number | null} piece @param {number | null} place */
  pick(piece, place) {
    const found = piece ?? this.#standing(place)[0]?.id ?? null;
    if (found !== null && found < this.desk.model.board.count) return this.show(found);
  }

  /** @param {number} piece */
  async show(piece) {
    if (!this.on) this.toggle(true);
    this.piece = piece;
    const { model, ask } = this.desk;
    const { shown } = model;
    let lines;
    try {
      lines = await ask("lifelines/{piece}", { piece, ...model.moment });
    } catch (problem) {
      return toast(messageOf(problem), "bad");
    }
    if (!this.on || this.piece !== piece || model.shown !== shown) return;
    this.#draw(lines);
    this.#tell(piece, lines);
    this.#stepAside(piece);
  }

  /** @param {number | null} place */
  #standing(place) {
    return place === null ? [] : this.desk.model.piecesAround(place);
  }

  /** @param {Lifeline[]} lines */
  #draw(lines) {
    const size = this.desk.model.board.counter * 0.32;
    fill(
      this.layer,
      lines.map(({ way, cuts, sound, what }, rank) => {
        const { held, lost, crosses, end } = strandsOf(
          way.map((place) => this.map.anchor(place)),
          cuts,
        );
        return h(
          "g",
          { class: "strand", data: { rank, what, sound: String(sound) } },
          h("path", { class: "strand-under", d: held + lost }),
          h("path", { class: "strand-held", d: held }),
          h("path", { class: "strand-lost", d: lost }),
          end ? h("circle", { class: "strand-end", cx: end.x, cy: end.y, r: size }) : null,
          crosses.map(({ x, y }) =>
            h("path", {
              class: "strand-cut",
              d: `M${x - size} ${y - size}L${x + size} ${y + size}M${x + size} ${y - size}L${x - size} ${y + size}`,
            }),
          ),
        );
      }),
    );
  }

  /** The card lies on the side of the map where the unit is not. @param {number} piece */
  #stepAside(piece) {
    const at = this.map.pointOf(this.desk.model.placeOf(piece));
    const { x, width } = this.map.element.getBoundingClientRect();
    this.element.classList.toggle("left", Boolean(at && at.x > x + width / 2));
  }

  /** Somebody is to be pointed at. */
  #ask() {
    const { say } = this.desk;
    fill(this.element, this.#head(say("table.lifeline.title")), h("p", null, say("table.lifeline.whose")));
  }

  /** @param {number} piece @param {Lifeline[]} lines */
  #tell(piece, lines) {
    const { model, say } = this.desk;
    fill(
      this.element,
      this.#head(describePiece(model, piece).long),
      this.#others(piece),
      lines.length ? null : h("p", null, say("table.lifeline.none")),
      lines.map((line, rank) => this.#line(line, rank)),
    );
  }

  /** @param {Lifeline} line @param {number} rank */
  #line({ title, sound, lines, rules, what }, rank) {
    return h(
      "section",
      { class: "lifeline-part", data: { rank, what, sound: String(sound) } },
      h("h3", null, h("span", { class: "lifeline-sign", "aria-hidden": "true" }, sound ? "✓" : "✕"), title),
      lines.map((text, at) =>
        h(
          "p",
          { class: at ? "lifeline-link" : "lifeline-judgement" },
          this.rules.linked(
            text,
            rules.filter((rule) => text.includes(rule)),
          ),
        ),
      ),
    );
  }

  /** Who else stands there. @param {number} piece */
  #others(piece) {
    const { model, say } = this.desk;
    const stack = this.#standing(model.placeOf(piece));
    if (stack.length < 2) return null;
    return h(
      "div",
      { class: "lifeline-stack", role: "group", "aria-label": say("table.lifeline.stack") },
      stack.map(({ id }) =>
        h(
          "button",
          {
            class: "lifeline-pick",
            type: "button",
            title: describePiece(model, id).long,
            "aria-pressed": String(id === piece),
            data: { lifeline: id },
            on: { click: () => void this.show(id) },
          },
          counterPicture(model.looks.get(id) ?? "", model.board.counter),
          h("span", { class: "visually-hidden" }, describePiece(model, id).long),
        ),
      ),
    );
  }

  /** @param {string} title */
  #head(title) {
    const { say } = this.desk;
    return h(
      "header",
      { class: "lifeline-head" },
      h("h2", null, title),
      h(
        "button",
        {
          class: "button quiet small icon",
          type: "button",
          "aria-label": say("table.close"),
          on: { click: () => this.toggle(false) },
        },
        "✕",
      ),
    );
  }
}
