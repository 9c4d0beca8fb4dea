/** Dice as they fell: pips up to six, a number on a ten-sided die. */

import { h } from "../dom.js";

const PIPS = {
  1: [[8, 8]],
  2: [
    [4.5, 4.5],
    [11.5, 11.5],
  ],
  3: [
    [4, 4],
    [8, 8],
    [12, 12],
  ],
  4: [
    [4.5, 4.5],
    [11.5, 4.5],
    [4.5, 11.5],
    [11.5, 11.5],
  ],
  5: [
    [4.2, 4.2],
    [11.8, 4.2],
    [8, 8],
    [4.2, 11.8],
    [11.8, 11.8],
  ],
  6: [
    [4.5, 3.8],
    [11.5, 3.8],
    [4.5, 8],
    [11.5, 8],
    [4.5, 12.2],
    [11.5, 12.2],
  ],
};

/**
 * @param {number[]} faces
 * @param {boolean} pips whether the dice have six sides; otherwise they show numerals
 * @param {string} label
 */
export function diceRow(faces, pips, label) {
  return h(
    "span",
    { class: "dice", role: "img", "aria-label": label },
    faces.map((face) => die(face, pips)),
  );
}

/** @param {number} face @param {boolean} pips */
function die(face, pips) {
  const spots = pips ? PIPS[/** @type {keyof typeof PIPS} */ (face)] : null;
  const body = spots
    ? h("rect", { x: 0.75, y: 0.75, width: 14.5, height: 14.5, rx: 3 })
    : h("path", { d: "M8 .6L15.2 6.2V10L8 15.4L.8 10V6.2Z" });
  const inside = spots
    ? spots.map(([cx, cy]) => h("circle", { cx, cy, r: 1.35 }))
    : h("text", { x: 8, y: 11, "text-anchor": "middle" }, face);
  return h("svg", { class: "die", viewBox: "0 0 16 16", "aria-hidden": "true" }, body, inside);
}
