/** Notes on the map. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  inLines,
  LONGEST,
  readJottings,
  withJotting,
  writeJottings,
} from "../../src/salient/table/page/table/jottings.js";

test("notes travel in a link, in any language", () => {
  const notes = /** @type {[number, string][]} */ ([
    [3, "Hold the bridge; 2 days?"],
    [14, "ここを守る"],
  ]);
  assert.deepEqual(readJottings(writeJottings(notes)), notes);
});

test("nonsense in a link is no note", () => {
  for (const word of [null, "", "3", "3~", "a~b", "3~x|", "3~x|y~z", "3~x~y"]) assert.equal(readJottings(word), null);
});

test("notes that are too long for an address stay at home", () => {
  const notes = Array.from({ length: 30 }, (_, at) => /** @type {[number, string]} */ ([at, "x".repeat(LONGEST)]));
  assert.equal(writeJottings(notes), null);
});

test("there is one note on a place, and writing nothing rubs it out", () => {
  const one = withJotting([], 5, "  Here |~ they come ");
  assert.deepEqual(one, [[5, "Here they come"]]);
  assert.deepEqual(withJotting(one, 5, "No"), [[5, "No"]]);
  assert.deepEqual(withJotting(one, 5, "  "), []);
  assert.equal(withJotting([], 1, "y".repeat(200))[0][1].length, LONGEST);
});

test("a note is set in lines that fit, words whole, Japanese anywhere", () => {
  assert.deepEqual(inLines("Hold the bridge until the engineers come"), [
    "Hold the bridge until",
    "the engineers come",
  ]);
  assert.deepEqual(inLines("ここで二日間は持ちこたえなければならない"), [
    "ここで二日間は持ちこた",
    "えなければならない",
  ]);
  assert.deepEqual(inLines("short"), ["short"]);
});
