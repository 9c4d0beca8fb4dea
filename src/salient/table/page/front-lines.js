/** The picture of the lobby: a front line that is pushed out day by day, and pieces on it. */

import { h } from "./dom.js";

const DAYS = 6;

/** @returns {SVGElement} an ornament, silent for screen readers */
export function frontLines() {
  return h(
    "svg",
    { class: "front-lines", viewBox: "0 0 440 360", "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" },
    grid(),
    Array.from({ length: DAYS }, (_, day) =>
      h("path", {
        d: frontOf(day),
        class: day === DAYS - 1 ? "front newest" : "front",
        "stroke-opacity": 0.25 + (0.6 * day) / DAYS,
      }),
    ),
    arrow("M382 150C330 146 270 150 196 166"),
    arrow("M382 214C330 220 300 226 262 246"),
    counter(318, 96, 0),
    counter(300, 170, 0),
    counter(336, 240, 0),
    counter(120, 82, 1),
    counter(66, 178, 1),
    counter(150, 276, 1),
  );
}

/** The front after some days: a line from edge to edge that bulges to the left. @param {number} day */
function frontOf(day) {
  const tip = 336 - day * 42;
  const reach = 24 + day * 15;
  const middle = 176 + day * 2;
  const [top, bottom] = [middle - reach - 30, middle + reach + 30];
  return [
    `M352 0C354 30 354 ${top - 26} 350 ${top}`,
    `S${tip} ${middle - reach * 0.8} ${tip} ${middle}`,
    `S346 ${bottom - 26} 351 ${bottom}`,
    "S354 330 350 360",
  ].join("");
}

/** The grid of a map sheet. */
function grid() {
  const lines = [];
  for (let x = 20; x <= 420; x += 50) lines.push(`M${x} 0V360`);
  for (let y = 30; y <= 330; y += 50) lines.push(`M0 ${y}H440`);
  return h("path", { class: "grid", d: lines.join("") });
}

/** An arrow that ends where its way ends. @param {string} way */
function arrow(way) {
  const [x, y] = way.split(" ").slice(-2).map(Number);
  const head = `M${x + 13} ${y - 9}L${x - 2} ${y + 1}L${x + 15} ${y + 6}`;
  return h("g", { class: "arrow" }, h("path", { d: way }), h("path", { d: head }));
}

/**
 * A piece: a square or round counter with the sign of infantry on it.
 *
 * @param {number} x @param {number} y @param {number} side
 */
function counter(x, y, side) {
  return h(
    "g",
    { class: `front-piece side-${side}`, transform: `translate(${x} ${y})` },
    h("rect", { x: -17, y: -17, width: 34, height: 34, rx: side ? 17 : 3 }),
    h("path", { d: "M-10 -6H10V7H-10ZM-10 -6L10 7M10 -6L-10 7" }),
  );
}
