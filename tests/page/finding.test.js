/** Finding rules by words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cutAt, hasWords, isMeant, wordsOf } from "../../src/salient/table/page/finding.js";

const article = { id: "8.36a", title: "Entering a river", summary: ["As in ", "10.2", ", at the ＢＲＩＤＧＥ."] };

test("a rule is found if it has all the words, whatever their case and width", () => {
  assert.ok(hasWords(article, wordsOf("river bridge")));
  assert.ok(hasWords(article, wordsOf("８.36 RIVER")));
  assert.ok(hasWords(article, wordsOf("10.2")));
  assert.ok(!hasWords(article, wordsOf("river ford")));
  assert.ok(hasWords(article, wordsOf("  ")));
});

test("a citation means a rule and its parts, and no longer number", () => {
  assert.ok(isMeant("8.36", "8.36"));
  assert.ok(isMeant("8.36a", "8.36"));
  assert.ok(!isMeant("8.361", "8.36"));
  assert.ok(!isMeant("8.3", "8.36"));
});

test("a text is cut where the words stand", () => {
  assert.deepEqual(cutAt("The River, the river", ["river"]), ["The ", "River", ", the ", "river", ""]);
  assert.deepEqual(cutAt("nothing", []), ["nothing"]);
  assert.deepEqual(cutAt("aab", ["a", "aa"]), ["", "aa", "b"]);
});
