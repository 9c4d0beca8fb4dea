/** Where the map lies in its window. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { centred, fitted, kept, limited, shows, zoomed } from "../../src/salient/table/page/table/view.js";

const sheet = { width: 1000, height: 500, counter: 20 };
const window = { width: 800, height: 600, top: 100 };
const onScreen = ({ x, y }, view) => ({ x: x * view.scale + view.x, y: y * view.scale + view.y });

test("the whole map fits into the window, in its middle", () => {
  assert.deepEqual(fitted(sheet, window), { scale: 0.8, x: 0, y: 200 });
});

test("a window without a size does not break the map", () => {
  assert.equal(fitted(sheet, { width: 0, height: 0, top: 0 }).scale, 1);
});

test("one cannot zoom out far beyond the whole, nor in beyond a large counter", () => {
  assert.equal(limited(0.1, sheet, window), 0.8 * 0.8);
  assert.equal(limited(50, sheet, window), 8);
  assert.equal(limited(2, sheet, window), 2);
});

test("what lies under the pointer stays there when one zooms", () => {
  const view = { scale: 1, x: -50, y: 30 };
  const at = { x: 200, y: 300 };
  const point = { x: at.x - view.x, y: at.y - view.y };
  assert.deepEqual(onScreen(point, zoomed(view, 2.5, at)), at);
});

test("a map larger than the window cannot be pushed out of it", () => {
  assert.deepEqual(kept({ scale: 2, x: 9_999, y: 9_999 }, sheet, window), { scale: 2, x: 48, y: 148 });
  assert.deepEqual(kept({ scale: 2, x: -9_999, y: -9_999 }, sheet, window), { scale: 2, x: -1248, y: -348 });
});

test("a map smaller than the window stays inside it", () => {
  const { x, y } = kept({ scale: 0.5, x: -9_999, y: 9_999 }, sheet, window);
  assert.deepEqual([x, y], [0, 450]);
});

test("points are shown when they are inside and away from the edge", () => {
  const view = { scale: 1.2, x: 0, y: 100 };
  const inside = { x: 300, y: 200 };
  assert.ok(shows([inside], view, window));
  assert.ok(!shows([inside, { x: 40, y: 200 }], view, window));
});

test("a point that is centred lies in the middle of the window and can be read", () => {
  const view = centred([{ x: 900, y: 50 }], { scale: 0.8, x: 0, y: 0 }, sheet, window);
  const { x, y } = onScreen({ x: 900, y: 50 }, view);
  assert.ok(Math.abs(x - 400) < 1e-9 && Math.abs(y - 400) < 1e-9);
  assert.equal(view.scale * sheet.counter, 34);
});

test("points apart are centred together, from farther away", () => {
  const points = [
    { x: 300, y: 150 },
    { x: 600, y: 300 },
  ];
  const view = centred(points, { scale: 4, x: 0, y: 0 }, sheet, window);
  for (const point of points) {
    const { x, y } = onScreen(point, view);
    assert.ok(x > 0 && x < 800 && y > 100 && y < 700);
  }
});

test("points too far apart to be read together: the one in their midst is centred", () => {
  const points = [
    { x: 0, y: 100 },
    { x: 450, y: 200 },
    { x: 1000, y: 400 },
  ];
  const view = centred(points, { scale: 0.8, x: 0, y: 0 }, sheet, window);
  assert.equal(view.scale * sheet.counter, 28);
  assert.deepEqual(onScreen(points[1], view), { x: 400, y: 400 });
});

test("the scale stays where it shall", () => {
  const view = centred([{ x: 450, y: 200 }], { scale: 0.9, x: 0, y: 0 }, sheet, window, { hold: true });
  assert.equal(view.scale, 0.9);
});

test("who has zoomed in stays as close when something is centred", () => {
  assert.equal(centred([{ x: 500, y: 250 }], { scale: 3, x: 0, y: 0 }, sheet, window).scale, 3);
});
