/**
 * The ways that pieces took, read from what the log tells of them, or traced before.
 *
 * @import { Entry } from "../wire.d.ts"
 */

/**
 * @param {Entry[]} entries new entries
 * @param {Map<string, number[]>} traced ways by action text, as far as they were asked for
 * @returns {Map<number, number[]>} the places each piece passed, first to last
 */
export function waysTaken(entries, traced) {
  const ways = new Map();
  for (const { text, lines } of entries) {
    for (const { pieces, places, moved } of lines) {
      if (!places.length || (places.length > 1 && !moved)) continue;
      for (const piece of pieces) {
        const way = ways.get(piece) ?? [];
        ways.set(piece, way);
        for (const place of refine(places, traced.get(text) ?? [])) if (way[way.length - 1] !== place) way.push(place);
      }
    }
  }
  return ways;
}

/**
 * The traced way in place of the ends that the log names.
 *
 * @param {number[]} way @param {number[]} trace
 */
function refine(way, trace) {
  const same = way.length === 2 && trace[0] === way[0] && trace[trace.length - 1] === way[1];
  return same ? trace : way;
}
