import assert from "node:assert/strict";
import { test } from "node:test";
import { strandsOf } from "../../src/salient/table/page/table/strands.js";

const row = [0, 10, 20, 30].map((x) => ({ x, y: 0 }));

test("a line that holds is one strand to its end", () => {
  const { held, lost, crosses, end } = strandsOf(row, []);
  assert.equal(held, "M0 0L10 0L20 0L30 0");
  assert.equal(lost, "");
  assert.deepEqual(crosses, []);
  assert.deepEqual(end, { x: 30, y: 0 });
});

test("a line that is cut is lost from half the way of the first cut on", () => {
  const { held, lost, crosses } = strandsOf(row, [2, 3]);
  assert.equal(held, "M0 0L10 0L15 0");
  assert.equal(lost, "M15 0L20 0L30 0");
  assert.deepEqual(crosses, [
    { x: 15, y: 0 },
    { x: 25, y: 0 },
  ]);
});

test("places off the map are left out", () => {
  const { held, end } = strandsOf([row[0], row[1], null], []);
  assert.equal(held, "M0 0L10 0");
  assert.deepEqual(end, { x: 10, y: 0 });
});

test("without a way nothing is drawn", () => {
  assert.deepEqual(strandsOf([], []), { held: "", lost: "", crosses: [], end: null });
  assert.equal(strandsOf([row[0]], []).held, "");
});
