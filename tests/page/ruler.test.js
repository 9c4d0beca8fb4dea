/** Hexes between places. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { hexesBetween } from "../../src/salient/table/page/table/ruler.js";

/** Ten rows of ten hexes, odd rows half a hex to the right. */
const anchors = Array.from({ length: 100 }, (_, at) => {
  const [row, column] = [Math.floor(at / 10), at % 10];
  return { x: column * 10 + (row % 2) * 5, y: row * 8.66 };
});

test("hexes are counted along the shortest way", () => {
  assert.equal(hexesBetween(anchors, 0, 0), 0);
  assert.equal(hexesBetween(anchors, 0, 5), 5);
  assert.equal(hexesBetween(anchors, 0, 40), 4);
  assert.equal(hexesBetween(anchors, 44, 45), 1);
  assert.equal(hexesBetween(anchors, 44, 67), 4);
});

test("on a map of areas there is nothing to count", () => {
  const areas = [
    { x: 0, y: 0 },
    { x: 13, y: 4 },
    { x: 40, y: 21 },
  ];
  assert.equal(hexesBetween(areas, 0, 2), null);
  assert.equal(hexesBetween([null, { x: 0, y: 0 }], 0, 1), null);
});
