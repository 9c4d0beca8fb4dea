/**
 * Curves over the turns of a game: points, and what each side had on the map.
 *
 * @import { Say } from "../texts.js"
 * @import { Aftermath, TurnLook } from "../wire.d.ts"
 *
 * @typedef {{text: string, side: number, values: number[]}} Curve side -1: of no side
 */

import { h } from "../dom.js";

const WIDTH = 320;
const HEIGHT = 130;
const LEFT = 30;
const BOTTOM = 20;

/**
 * The curves that say something: a number that never changed is none.
 *
 * @param {Aftermath} told @param {string[]} sides @param {(side: string) => string} strength what it is called
 * @returns {Curve[][]} those that share a scale stand together
 */
export function linesOf({ tracks, turns }, sides, strength) {
  const points = Object.entries(tracks).map(([id, text]) => [
    { text, side: -1, values: turns.map((turn) => turn.tracks[id] ?? 0) },
  ]);
  const forces = sides.map((side, at) => ({
    text: strength(side),
    side: at,
    values: turns.map((turn) => turn.strength[at]),
  }));
  return [...points, forces].filter((group) => group.some(({ values }) => new Set(values).size > 1));
}

/** @param {Curve[][]} groups @param {TurnLook[]} turns @param {Say} say */
export function curves(groups, turns, say) {
  return h(
    "div",
    { class: "over-curves" },
    groups.map((group) => plot(group, turns, say)),
  );
}

/** @param {Curve[]} group @param {TurnLook[]} turns @param {Say} say */
function plot(group, turns, say) {
  const all = group.flatMap(({ values }) => values);
  const low = Math.min(0, ...all);
  const high = Math.max(low + 1, ...all);
  const x = (/** @type {number} */ at) => LEFT + (at / Math.max(turns.length - 1, 1)) * (WIDTH - LEFT - 8);
  const y = (/** @type {number} */ value) => 8 + (1 - (value - low) / (high - low)) * (HEIGHT - BOTTOM - 8);
  const words = group.map(({ text, values }) =>
    say("table.over.curve", { text, from: values[0], to: values[values.length - 1] }),
  );
  return h(
    "figure",
    { class: "over-curve" },
    h(
      "figcaption",
      null,
      group.map(({ text, side }) => h("span", { class: "over-key", data: { side } }, text)),
    ),
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words.join(" ") },
      [low, high].map((value) => [
        h("path", { class: "curve-grid", d: `M${LEFT} ${y(value)}H${WIDTH - 8}` }),
        h("text", { x: LEFT - 5, y: y(value) + 4, "text-anchor": "end" }, value),
      ]),
      h("text", { x: LEFT, y: HEIGHT - 4 }, turns[0].clock),
      h("text", { x: WIDTH - 8, y: HEIGHT - 4, "text-anchor": "end" }, turns[turns.length - 1].clock),
      group.map(({ side, values }) =>
        h("polyline", {
          class: "curve",
          data: { side },
          points: values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" "),
        }),
      ),
    ),
  );
}
