/**
 * How a line that is cut is drawn: what holds, what is lost beyond the first cut, and a cross at each cut.
 *
 * @import { Point } from "./view.js"
 */

/**
 * @param {(Point | null)[]} points where the line passes; a place off the map has none
 * @param {number[]} cuts the positions at which it is cut, on the step that leads there
 * @returns {{held: string, lost: string, crosses: Point[], end: Point | null}}
 */
export function strandsOf(points, cuts) {
  const first = Math.min(...cuts, points.length);
  const crosses = cuts.map((cut) => between(points[cut - 1], points[cut])).filter((point) => point !== null);
  const held = points.slice(0, first).filter((point) => point !== null);
  const lost = points.slice(first).filter((point) => point !== null);
  const [gap] = crosses;
  return {
    held: drawn(gap ? [...held, gap] : held),
    lost: drawn(gap ? [gap, ...lost] : lost),
    crosses,
    end: points.findLast((point) => point !== null) ?? null,
  };
}

/** Half the way from one point to the other. @param {Point | null | undefined} a @param {Point | null | undefined} b */
function between(a, b) {
  if (!a || !b) return a ?? b ?? null;
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** @param {Point[]} points */
function drawn(points) {
  return points.length > 1 ? `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}` : "";
}
