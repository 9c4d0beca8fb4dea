/** Small signs that several parts of the table draw. */

import { h } from "../dom.js";

/** The badge of a side: shape and letter besides the colour. @param {number} side @param {string} name */
export function sideMark(side, name) {
  return h("span", { class: "mark", data: { side }, "aria-hidden": "true" }, name.slice(0, 1));
}

/**
 * A sign for a button, drawn in the colour of its text.
 *
 * @param {string} d path data in a square of 20
 * @param {{solid?: boolean}} [look]
 */
export function sign(d, { solid = false } = {}) {
  return h(
    "svg",
    {
      viewBox: "0 0 20 20",
      "aria-hidden": "true",
      fill: solid ? "currentColor" : "none",
      stroke: "currentColor",
      "stroke-width": 1.7,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
    h("path", { d }),
  );
}
