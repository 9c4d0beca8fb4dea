/**
 * The head of a card beside the map: what it is about, and the way to close it.
 *
 * @import { Say } from "../texts.js"
 */

import { h } from "../dom.js";

/** @param {string} title @param {Say} say @param {() => void} close */
export function cardHead(title, say, close) {
  return h(
    "header",
    { class: "card-head" },
    h("h2", null, title),
    h(
      "button",
      {
        class: "button quiet small icon",
        type: "button",
        "aria-label": say("table.close"),
        on: { click: () => close() },
      },
      "✕",
    ),
  );
}
