/**
 * How many hexes lie between two places of a hex map, by their anchors alone.
 *
 * @import { Point } from "./view.js"
 */

/** Neighbours are not farther away than this, in spacings. */
const NEAR = 1.3;

/**
 * @param {(Point | null)[]} anchors of all places @param {number} from @param {number} to
 * @returns {number | null} null: this is no map of hexes
 */
export function hexesBetween(anchors, from, to) {
  const [here, there] = [anchors[from], anchors[to]];
  if (!here || !there) return null;
  const basis = findBasis(anchors, here);
  if (!basis) return null;
  const [u, v] = basis;
  const [dx, dy] = [there.x - here.x, there.y - here.y];
  const area = u.x * v.y - u.y * v.x;
  const [p, q] = [(dx * v.y - dy * v.x) / area, (u.x * dy - u.y * dx) / area];
  const whole = Math.abs(p - Math.round(p)) < 0.2 && Math.abs(q - Math.round(q)) < 0.2;
  return whole ? Math.max(Math.abs(Math.round(p)), Math.abs(Math.round(q)), Math.abs(Math.round(p + q))) : null;
}

/** Two neighbours a sixth of a turn apart, as steps. @param {(Point | null)[]} anchors @param {Point} here */
function findBasis(anchors, here) {
  const steps = anchors
    .filter((point) => point !== null)
    .map(({ x, y }) => ({ x: x - here.x, y: y - here.y }))
    .filter(({ x, y }) => x || y);
  const spacing = Math.min(...steps.map(far));
  const around = steps.filter((step) => far(step) < spacing * NEAR);
  if (around.length > 6) return null;
  for (const u of around) {
    const v = around.find((other) => isSixth(u, other));
    if (v) return [u, v];
  }
  return null;
}

/** @param {Point} step */
function far({ x, y }) {
  return Math.hypot(x, y);
}

/** Whether one step is a sixth of a turn from another. @param {Point} u @param {Point} v */
function isSixth(u, v) {
  const angle = Math.acos((u.x * v.x + u.y * v.y) / (far(u) * far(v)));
  return angle > 0.8 && angle < 1.3;
}
