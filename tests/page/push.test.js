/** Messages to this browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { keyBytes } from "../../src/salient/table/page/push.js";

test("a key of the table is read as bytes", () => {
  assert.deepEqual([...keyBytes("-_8A")], [251, 255, 0]);
  assert.deepEqual([...keyBytes("BAE")], [4, 1]);
});
