/**
 * Where the pieces of a place lie: in rows, each side by itself, if there is room; else fanned out.
 *
 * @import { Point } from "./view.js"
 *
 * @typedef {{width: number, height: number}} Box
 */

const GAP = 2;
const FAN_STEP = 5;

/**
 * @param {number[]} sides the side of each piece, in the order of the stack
 * @param {Point} anchor where a single piece has its middle
 * @param {Box | null} box the size of the place, if it has one
 * @param {number} size side of a counter
 * @returns {{spots: Point[], pile: boolean}} the corner of each piece, and whether they cover each other
 */
export function layOut(sides, anchor, box, size) {
  if (sides.length === 1) return { spots: [{ x: anchor.x - size / 2, y: anchor.y - size / 2 }], pile: false };
  const step = size + GAP;
  const counts = [0, 1].map((side) => sides.filter((one) => column(one) === side).length);
  const columns = counts.map((count) => Math.min(count, Math.max(2, Math.ceil(count / 3))));
  const width = (columns[0] + columns[1]) * step + (columns[0] && columns[1] ? GAP * 2 : 0);
  if (!box || box.width <= size * 2.2 || width >= box.width * 1.25) {
    return { spots: fan(anchor, sides.length, size), pile: true };
  }
  const rows = Math.max(...counts.map((count, side) => Math.ceil(count / (columns[side] || 1))));
  // Where there is no room for a third row, rows are laid around the middle.
  const top = anchor.y - (box.height < size * 3 ? (rows * step) / 2 : size / 2);
  const left = anchor.x - width / 2 + GAP / 2;
  const starts = [left, left + columns[0] * step + (counts[0] ? GAP * 2 : 0)];
  const laid = [0, 0];
  const spots = sides.map((one) => {
    const side = column(one);
    const at = laid[side];
    laid[side] += 1;
    const row = Math.floor(at / columns[side]);
    return { x: starts[side] + (at % columns[side]) * step, y: top + row * step };
  });
  return { spots, pile: false };
}

/** The half of the place in which a side lies; neutrals lie with the first. @param {number} side */
function column(side) {
  return side === 1 ? 1 : 0;
}

/** @param {Point} anchor @param {number} count @param {number} size */
function fan(anchor, count, size) {
  const step = Math.min(FAN_STEP, 18 / count);
  return Array.from({ length: count }, (_, level) => {
    const shift = step * (level - (count - 1) / 2);
    return { x: anchor.x - size / 2 + shift, y: anchor.y - size / 2 - shift };
  });
}
