/** The page's few pictures, drawn in the colour of the text. */

import { h } from "./dom.js";

const PATHS = {
  sun:
    "M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22" +
    "M5 5l1.8 1.8M17.2 17.2L19 19M19 5l-1.8 1.8M6.8 17.2L5 19",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4A8.5 8.5 0 1 0 20 14.5Z",
  auto: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M12 3.5v17M12 8.5h7.5M12 12h8.5M12 15.5h7.5",
  help: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M9.2 9.5a2.8 2.8 0 1 1 4.3 2.4c-1 .6-1.5 1.1-1.5 2.1M12 17v.2",
  person: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6",
  swap: "M7 4L3.5 7.5L7 11M3.5 7.5H17M17 13l3.5 3.5L17 20M20.5 16.5H7",
  copy: "M9 9h11v11H9ZM15 9V4H4v11h5",
  close: "M6 6l12 12M18 6L6 18",
  arrow: "M4 12h15M13 6l6 6l-6 6",
};

/**
 * @param {keyof typeof PATHS} name
 * @returns {SVGElement} hidden from screen readers: the button around it has the words
 */
export function icon(name) {
  return h(
    "svg",
    {
      class: "icon-svg",
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": "1.7",
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "aria-hidden": "true",
    },
    h("path", { d: PATHS[name] }),
  );
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

/** The badge of a side: shape and first letter besides the colour. @param {number} side @param {string} name */
export function sideMark(side, name) {
  return h("span", { class: "mark", data: { side }, "aria-hidden": "true" }, [...name][0] ?? "");
}

/** The sign of the house: a front line with a bulge in it. */
export function emblem() {
  return h(
    "svg",
    { class: "emblem", viewBox: "0 0 32 32", "aria-hidden": "true" },
    h("rect", { width: "32", height: "32", rx: "6", fill: "var(--accent)" }),
    h("path", {
      d: "M4 23H8.5C12.5 23 10.5 9 16 9S19.5 23 23.5 23H28",
      fill: "none",
      stroke: "var(--on-accent)",
      "stroke-width": "2.8",
      "stroke-linecap": "round",
    }),
    h("path", {
      d: "M16 25V15.5M12.9 18.3L16 15.2L19.1 18.3",
      fill: "none",
      stroke: "var(--on-accent)",
      "stroke-width": "2",
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}
