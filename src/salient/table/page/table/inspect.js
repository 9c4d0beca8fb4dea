/**
 * All that is to be known of a place, with the pieces in it.
 *
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
 * @param {Desk} desk
 * @param {number} place
 * @param {{x: number, y: number}} at
 */
export async function inspect({ ask, say, model }, place, at) {
  let lines;
  try {
    ({ lines } = await ask("places/{place}", { place }));
  } catch (problem) {
    return toast(messageOf(problem), "bad");
  }
  const [title, ...rest] = lines;
  const pieces = model.piecesAt(place);
  floatAt(
    at,
    [
      h("h3", null, title ?? model.placeName(place)),
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
            pieces.map((piece) => row(model, piece.id)),
          )
        : null,
    ],
    { label: say("table.inspect.label", { place: model.placeName(place) }), class: "inspect" },
  );
}

/** @param {Model} model @param {number} id */
function row(model, id) {
  const { long, kind, values, flags } = describePiece(model, id);
  return h(
    "li",
    null,
    counterPicture(model.looks.get(id) ?? "", model.board.counter),
    h("span", null, h("strong", null, long), h("small", null, [kind, values, ...flags].filter(Boolean).join(" · "))),
  );
}
