/** Where the pieces of a place lie. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { layOut, makeRoom } from "../../src/salient/table/page/table/layout.js";

const SIZE = 20;
const anchor = { x: 100, y: 100 };
const wide = { width: 200, height: 200 };

/** Whether two counters cover each other. */
const meet = (a, b) => Math.abs(a.x - b.x) < SIZE && Math.abs(a.y - b.y) < SIZE;
const pairs = (spots) => spots.flatMap((a, at) => spots.slice(at + 1).map((b) => [a, b]));

test("a single piece has its middle on the anchor, whatever the place", () => {
  for (const box of [wide, null]) {
    assert.deepEqual(layOut([0], anchor, box, SIZE), { spots: [{ x: 90, y: 90 }], pile: false });
  }
});

test("where there is room no piece covers another", () => {
  for (const sides of [
    [0, 0],
    [0, 1],
    [0, 0, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1],
  ]) {
    const { spots, pile } = layOut(sides, anchor, wide, SIZE);
    assert.equal(spots.length, sides.length);
    assert.ok(!pile);
    assert.ok(!pairs(spots).some(([a, b]) => meet(a, b)), String(sides));
  }
});

test("the sides lie apart, the first one on the left", () => {
  const xs = layOut([1, 0, 1, 0], anchor, wide, SIZE).spots.map(({ x }) => x);
  const [first, second, third, fourth] = [xs[1], xs[3], xs[0], xs[2]];
  assert.ok(first < second && second < third && third < fourth);
  assert.ok(third - second > second - first);
});

test("pieces of no side lie with the first", () => {
  assert.deepEqual(layOut([-1, 1], anchor, wide, SIZE), layOut([0, 1], anchor, wide, SIZE));
});

test("where there is no room the pieces are fanned out, each above the last", () => {
  for (const box of [null, { width: 40, height: 40 }]) {
    const { spots, pile } = layOut([0, 0, 0], anchor, box, SIZE);
    assert.ok(pile);
    assert.deepEqual(spots, [
      { x: 85, y: 95 },
      { x: 90, y: 90 },
      { x: 95, y: 85 },
    ]);
  }
});

test("a high pile does not grow out of its place", () => {
  const { spots } = layOut(Array(30).fill(0), anchor, null, SIZE);
  assert.ok(spots.every(({ x }) => Math.abs(x - 90) <= 9));
});

test("in a low place the rows lie around its middle", () => {
  const spots = layOut([0, 0, 0], anchor, { width: 200, height: 50 }, SIZE).spots;
  const rows = [...new Set(spots.map(({ y }) => y))];
  assert.deepEqual(rows, [78, 100]);
});

test("pieces make room for a name, as far as their place reaches", () => {
  const name = { x: 92, y: 85, width: 60, height: 12 };
  const spots = [{ x: 90, y: 90 }];
  const [moved] = makeRoom(spots, SIZE, [name], () => true);
  assert.ok(moved.y >= name.y + name.height || moved.y + SIZE <= name.y || moved.x + SIZE <= name.x);
  assert.deepEqual(
    makeRoom(spots, SIZE, [], () => true),
    spots,
  );
  const held = makeRoom(spots, SIZE, [name], ({ x, y }) => x === 100 && y === 100);
  assert.deepEqual(held, spots, "nobody leaves his place for a name");
  const brought = makeRoom(spots, SIZE, [], ({ y }) => y > 105);
  assert.ok(brought[0].y > 90, "who would lie outside comes in");
});
