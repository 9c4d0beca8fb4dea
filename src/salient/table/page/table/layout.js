/**
 * Where the pieces of a place lie: in rows, each side by itself, if there is room; else fanned out.
 *
 * @import { Point } from "./view.js"
 *
 * @typedef {{width: number, height: number}} Box
 * @typedef {{x: number, y: number, width: number, height: number}} Label
 */

/** From so many counters of height on, a place is an area, whose box says nothing of its shape. */
export const AREA = 2.6;

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

/** How far pieces make room for names, in halves of a counter, and what a way of one counter weighs against names. */
const FAR = 4;
const WAY = 0.12;

/**
 * Where the pieces of an area lie when they make room for the names of the map and stay in their area.
 *
 * @param {Point[]} spots the corner of each piece
 * @param {number} size side of a counter
 * @param {Label[]} labels the names
 * @param {(middle: Point) => boolean} inside whether a point belongs to the area
 * @returns {Point[]}
 */
export function makeRoom(spots, size, labels, inside) {
  const reach = (FAR / 2) * size;
  const near = labels.filter(({ x, y, width, height }) =>
    spots.some(
      (spot) =>
        x < spot.x + size + reach &&
        x + width > spot.x - reach &&
        y < spot.y + size + reach &&
        y + height > spot.y - reach,
    ),
  );
  const hidden = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    near.reduce(
      (sum, label) => sum + spots.reduce((all, spot) => all + shared(label, spot.x + dx, spot.y + dy, size), 0),
      0,
    );
  const outside = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    spots.filter((spot) => !inside({ x: spot.x + dx + size / 2, y: spot.y + dy + size / 2 })).length;
  let [best, at] = [hidden(0, 0) + outside(0, 0) * size * size, { x: 0, y: 0 }];
  if (!best) return spots;
  for (let column = -FAR; column <= FAR; column += 1) {
    for (let row = -FAR; row <= FAR; row += 1) {
      const [dx, dy] = [(column * size) / 2, (row * size) / 2];
      const cost = hidden(dx, dy) + Math.hypot(dx, dy) * size * WAY;
      if (cost >= best) continue;
      const whole = cost + outside(dx, dy) * size * size;
      if (whole < best) [best, at] = [whole, { x: dx, y: dy }];
    }
  }
  return spots.map(({ x, y }) => ({ x: x + at.x, y: y + at.y }));
}

/** How much of a label a counter hides. @param {Label} label @param {number} x @param {number} y @param {number} size */
function shared(label, x, y, size) {
  const wide = Math.min(label.x + label.width, x + size) - Math.max(label.x, x);
  const high = Math.min(label.y + label.height, y + size) - Math.max(label.y, y);
  return wide > 0 && high > 0 ? wide * high : 0;
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
