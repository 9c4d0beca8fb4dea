/** What is asked for once, and what only holds for one entry of the log. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Known } from "../../src/salient/table/page/table/known.js";

/** @param {number[]} fails numbers of the questions that are not answered */
function library(fails = []) {
  const asked = /** @type {string[]} */ ([]);
  const model = { seq: 1 };
  const ask = async (/** @type {string} */ what) => {
    asked.push(what);
    if (fails.includes(asked.length)) throw new Error("no line");
    return `${what} ${asked.length}`;
  };
  return { asked, model, known: new Known(/** @type {any} */ (model), /** @type {any} */ (ask)) };
}

test("the briefing is asked for once", async () => {
  const { known, model, asked } = library();
  await known.reference();
  model.seq = 2;
  await known.reference();
  assert.deepEqual(asked, ["reference"]);
});

test("tables and standing are asked for again when something has happened", async () => {
  const { known, model, asked } = library();
  await Promise.all([known.handbook(), known.handbook(), known.standing()]);
  assert.deepEqual(asked, ["handbook", "standing"]);
  model.seq = 2;
  await known.handbook();
  await known.standing();
  assert.deepEqual(asked, ["handbook", "standing", "handbook", "standing"]);
});

test("what was not answered is asked for again", async () => {
  const { known, asked } = library([1, 3, 5]);
  for (const what of /** @type {const} */ (["handbook", "standing", "reference"])) {
    await assert.rejects(known[what]());
    await known[what]();
  }
  assert.equal(asked.length, 6);
});
