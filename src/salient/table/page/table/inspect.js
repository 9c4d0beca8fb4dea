/**
 * All that is to be known of a place, with the pieces in it.
 *
 * @import { Say } from "../texts.js"
 * @import { Model } from "./model.js"
 * @import { Desk } from "./table.js"
 */

import { messageOf } from "../api.js";
import { h } from "../dom.js";
import { toast } from "../toasts.js";
import { describePiece } from "./describe.js";
import { counterPicture } from "./picture.js";
import { floatAt } from "./popover.js";

/**
 * What can be asked about a piece from its card.
 *
 * @typedef {object} Tools
 * @property {(piece: number) => void} range shows where it could go
 * @property {(piece: number) => void} lifeline shows what it lives by
 */

/**
 * @param {Desk} desk
 * @param {number} place
 * @param {{x: number, y: number}} at
 * @param {Tools} tools
 */
export async function inspect({ ask, say, model }, place, at, tools) {
  let lines;
  try {
    ({ lines } = await ask("places/{place}", { place, ...model.moment }));
  } catch (problem) {
    return toast(messageOf(problem), "bad");
  }
  const [title, ...rest] = lines;
  const pieces = model.piecesAt(place);
  /** What is drawn on the map then is not covered. @type {Tools} */
  const closing = {
    range: (piece) => {
      card.close();
      tools.range(piece);
    },
    lifeline: (piece) => {
      card.close();
      tools.lifeline(piece);
    },
  };
  const card = floatAt(
    at,
    [
      h("h2", null, title ?? model.placeName(place)),
      rest.length
        ? h(
            "ul",
            { class: "inspect-lines" },
            rest.map((line) => h("li", null, line)),
          )
        : null,
      pieces.length
        ? h(
            "ul",
            { class: "inspect-pieces" },
            pieces.map((piece) => row(model, piece.id, say, closing)),
          )
        : null,
    ],
    { label: say("table.inspect.label", { place: model.placeName(place) }), class: "inspect" },
  );
}

/** @param {Model} model @param {number} id @param {Say} say @param {Tools} tools */
function row(model, id, say, { range, lifeline }) {
  const { long, kind, values, flags } = describePiece(model, id);
  const button = (
    /** @type {string} */ text,
    /** @type {Record<string, number>} */ data,
    /** @type {() => void} */ deed,
  ) => h("button", { class: "button quiet small", type: "button", data, on: { click: deed } }, text);
  return h(
    "li",
    null,
    counterPicture(model.looks.get(id) ?? "", model.board.counter),
    h("span", null, h("strong", null, long), h("small", null, [kind, values, ...flags].filter(Boolean).join(" · "))),
    id < model.board.count &&
      h(
        "div",
        { class: "inspect-tools" },
        model.board.ranges ? button(say("table.inspect.range"), { range: id }, () => range(id)) : null,
        model.board.lifelines ? button(say("table.inspect.lifeline"), { lifelineOf: id }, () => lifeline(id)) : null,
      ),
  );
}
