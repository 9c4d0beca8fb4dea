/** Looking into a game. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { turnsOf } from "../../src/salient/table/page/table/analysis.js";
import { addressAt } from "../../src/salient/table/page/table/replay.js";
import { readStrokes, writeStrokes } from "../../src/salient/table/page/table/sketch.js";
import { entry } from "./made-up.js";

test("a turn begins with the move after which the clock shows it", () => {
  const clocks = ["Turn 1", "Turn 1", "Turn 2", "Turn 2", "Turn 3"];
  const entries = clocks.map((clock, at) => entry(at, { clock, move: at }));
  assert.deepEqual(turnsOf(entries), [2, 4]);
});

test("arrows travel in a link, and nonsense does not", () => {
  const strokes = /** @type {[number, number][]} */ ([
    [3, 14],
    [7, 7],
  ]);
  assert.deepEqual(readStrokes(writeStrokes(strokes)), strokes);
  for (const word of [null, "", "3", "3-", "a-b", "3-4.", "3-4;5"]) assert.equal(readStrokes(word), null);
});

test("the address of a moment keeps what else stands in it", () => {
  assert.equal(addressAt("https://x.example/replay/a?marks=1-2&move=3", 7), "?marks=1-2&move=7");
});
