/** What clocks say. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isLow, limitText, remaining, timeText } from "../../src/salient/table/page/clock-time.js";
import { readPath } from "../../src/salient/table/page/routes.js";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const LIVE = { main: 600, increment: 10, days: 0 };
const DAYS = { main: 0, increment: 0, days: 3 };
const say = (id, values) => `${id} ${Object.values(values).join(" ")}`;

test("time runs for the side that is asked, by the clock of the server", () => {
  const clocks = { limit: LIVE, left: [400, 300], deadline: "2026-01-01T12:01:40Z" };
  assert.equal(remaining(clocks, 0, 0, NOW), 100_000);
  assert.equal(remaining(clocks, 1, 0, NOW), 300_000);
  assert.equal(remaining(clocks, 0, 0, NOW + 200_000), 0);
  assert.equal(remaining({ ...clocks, deadline: "2026-01-01T12:06:45Z" }, 0, 0, NOW), 400_000, "free seconds");
});

test("before the first action both have all their time", () => {
  const clocks = { limit: LIVE, left: [], deadline: "2026-01-02T12:00:00Z" };
  assert.deepEqual([remaining(clocks, 0, 0, NOW), remaining(clocks, 1, 0, NOW)], [600_000, 600_000]);
});

test("days are told of the side that is asked alone", () => {
  const clocks = { limit: DAYS, left: [], deadline: "2026-01-03T12:00:00Z" };
  assert.deepEqual([remaining(clocks, 0, 1, NOW), remaining(clocks, 1, 1, NOW)], [null, 2 * 86_400_000]);
});

test("when it is over, the clock shows what was left", () => {
  assert.equal(remaining({ limit: LIVE, left: [400, 0], deadline: null }, 1, -1, NOW), 0);
});

test("time is written short", () => {
  assert.equal(timeText(245_000, say), "4:05");
  assert.equal(timeText(244_001, say), "4:05");
  assert.equal(timeText(3_845_000, say), "1:04:05");
  assert.equal(timeText(2 * 86_400_000 + 3 * 3_600_000, say), "time.days_hours 2 3");
  assert.equal(timeText(0, say), "0:00");
});

test("the last minute and the last hours are low", () => {
  assert.ok(isLow(59_000, LIVE));
  assert.ok(!isLow(61_000, LIVE));
  assert.ok(isLow(5 * 3_600_000, DAYS));
  assert.ok(!isLow(7 * 3_600_000, DAYS));
});

test("what was chosen is told in words", () => {
  assert.equal(limitText(LIVE, say), "time.main_more 10 10");
  assert.equal(limitText({ ...LIVE, increment: 0 }, say), "time.main 10");
  assert.equal(limitText(DAYS, say), "time.days 3");
});

test("people and the best have addresses", () => {
  assert.deepEqual(readPath("/people/J%C3%BCrgen%20O'Neil"), { screen: "person", id: "Jürgen O'Neil", part: "" });
  assert.deepEqual(readPath("/people/100%"), { screen: "person", id: "100%", part: "" });
  assert.equal(readPath("/people/"), null);
  assert.deepEqual(readPath("/best/mist"), { screen: "best", id: "mist", part: "" });
  assert.equal(readPath("/best")?.screen, "best");
});
