/** All that is to be known of a place, with the pieces in it. */

import { h } from "../dom.js";
import { toast } from "../toasts.js";
import { describePiece } from "./describe.js";
import { counterPicture } from "./picture.js";
import { floatAt } from "./popover.js";

/**
 * @param {{get: import("./table.js").Get, say: any, model: import("./model.js").Model}} desk
 * @param {number} place
 * @param {{x: number, y: number}} at
 */
export async function inspect({ get, say, model }, place, at) {
  let lines;
  try {
    ({ lines } = await get(`places/${place}`));
  } catch (problem) {
    return toast(/** @type {any} */ (problem).message, "bad");
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
            rest.map((/** @type {string} */ line) => h("li", null, line)),
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

/** @param {import("./model.js").Model} model @param {number} id */
function row(model, id) {
  const { long, kind, values, flags } = describePiece(model, id);
  return h(
    "li",
    null,
    counterPicture(model.looks.get(id) ?? "", model.board.counter),
    h("span", null, h("strong", null, long), h("small", null, [kind, values, ...flags].filter(Boolean).join(" · "))),
  );
}
