/** The small pure modules: signals, ways, words of pieces, addresses, times, memory, the tour's card, overlays. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isOn, recall, remember } from "../../src/salient/table/page/memory.js";
import { readPath } from "../../src/salient/table/page/routes.js";
import { describePiece } from "../../src/salient/table/page/table/describe.js";
import { rankOf } from "../../src/salient/table/page/table/glow.js";
import { Model } from "../../src/salient/table/page/table/model.js";
import { Signals } from "../../src/salient/table/page/table/signals.js";
import { waysTaken } from "../../src/salient/table/page/table/ways.js";
import { ago, day } from "../../src/salient/table/page/times.js";
import { beside } from "../../src/salient/table/page/tour.js";
import { board, card, entry, line, piece, position } from "./made-up.js";

test("who listens to a topic hears it, and only it, until he stops", () => {
  const signals = new Signals();
  const heard = [];
  const stop = signals.on("rain", (detail) => heard.push(detail));
  signals.on("snow", () => heard.push("snow"));
  signals.emit("rain", 1);
  stop();
  signals.emit("rain", 2);
  signals.emit("fog");
  assert.deepEqual(heard, [1]);
});

test("listeners hear a topic in the order in which they came", () => {
  const signals = new Signals();
  const heard = [];
  for (const name of ["a", "b", "c"]) signals.on("rain", () => heard.push(name));
  signals.emit("rain");
  assert.deepEqual(heard, ["a", "b", "c"]);
});

test("one who stops listening while he hears does not keep the others from hearing", () => {
  const signals = new Signals();
  const heard = [];
  const stop = signals.on("rain", () => stop());
  signals.on("rain", () => heard.push("b"));
  signals.emit("rain");
  assert.deepEqual(heard, ["b"]);
});

test("the way of a piece is what the log tells, line after line, without standing still", () => {
  const told = entry(1, {
    lines: [line({ pieces: [5], places: [1, 2], moved: true }), line({ pieces: [5, 6], places: [2, 3], moved: true })],
  });
  assert.deepEqual(
    waysTaken([told, entry(2, { lines: [line({ pieces: [5], places: [] })] })], new Map()),
    new Map([
      [5, [1, 2, 3]],
      [6, [2, 3]],
    ]),
  );
});

test("a traced way stands in for the ends that the log names, if it has the same ends", () => {
  const told = [entry(1, { text: "move", lines: [line({ pieces: [5], places: [1, 4], moved: true })] })];
  assert.deepEqual(waysTaken(told, new Map([["move", [1, 2, 3, 4]]])).get(5), [1, 2, 3, 4]);
  assert.deepEqual(waysTaken(told, new Map([["move", [1, 2, 3]]])).get(5), [1, 4]); // stopped on its way
});

test("who sweeps places with fire does not go there", () => {
  const told = [entry(1, { lines: [line({ pieces: [5], places: [1, 2, 3] })] })];
  assert.deepEqual(waysTaken(told, new Map()), new Map());
});

test("a piece in words: name, kind, numbers with their words, states", () => {
  const model = new Model(board(), card());
  const gun = piece(1, 0, { symbol: "gun", values: [12], flags: ["moved", "secret"] });
  model.catchUp([entry(0)], position(0, [], { pieces: [piece(0, 0), gun] }));
  assert.equal(describePiece(model, 0).whole, "1st division, tanks, attack 4 · move 6");
  assert.equal(describePiece(model, 1).whole, "2nd division, guns, range 12, has moved, secret");
  assert.equal(describePiece(model, 2).whole, "3rd division, tanks"); // not in sight
  assert.equal(describePiece(model, 8).whole, "#8"); // unknown
});

test("an address leads to its screen and names its game", () => {
  assert.deepEqual(readPath("/"), { screen: "lobby", id: "", part: "" });
  assert.deepEqual(readPath("/new"), { screen: "new", id: "", part: "" });
  assert.deepEqual(readPath("/game/ab-C_9"), { screen: "game", id: "ab-C_9", part: "" });
  assert.deepEqual(readPath("/replay/x"), { screen: "replay", id: "x", part: "" });
});

test("an address of the rulebook names the title and the rule", () => {
  assert.deepEqual(readPath("/rules"), { screen: "rules", id: "", part: "" });
  assert.deepEqual(readPath("/rules/mist/8.36a"), { screen: "rules", id: "mist", part: "8.36a" });
});

test("an address that is not ours leads nowhere", () => {
  for (const path of ["/game/", "/game/a/b", "/replay/a/b", "/games/a", "/schema", "/new/", "//", ""])
    assert.equal(readPath(path), null);
});

test("a time is told in the largest unit that fits", () => {
  const before = (seconds) => new Date(Date.now() - seconds * 1000).toISOString();
  assert.equal(ago(before(0), "en"), "now");
  assert.equal(ago(before(5 * 60 + 1), "en"), "5 minutes ago");
  assert.equal(ago(before(2 * 3600 + 1), "en"), "2 hours ago");
  assert.equal(ago(before(86_400), "en"), "yesterday");
  assert.equal(ago(before(2 * 3600 + 1), "ja"), "2 時間前");
});

test("what was long ago is told as a date", () => {
  assert.equal(ago("1944-12-16T12:00:00Z", "en"), day("1944-12-16T12:00:00Z", "en"));
  assert.match(day("1944-12-16T12:00:00Z", "en"), /Dec 16, 1944/);
});

test("the tour's card lies below its thing, else above, left, right, else in the corner", () => {
  const room = { left: 12, top: 12, right: 700, bottom: 500 }; // for the corner of a card of 300 × 100
  const box = (left, top, width, height) => ({ left, top, width, height, right: left + width, bottom: top + height });
  assert.deepEqual(beside(box(400, 50, 100, 40), 300, 100, room), [300, 102]);
  assert.deepEqual(beside(box(400, 520, 100, 60), 300, 100, room), [300, 408]);
  assert.deepEqual(beside(box(600, 20, 380, 560), 300, 100, room), [288, 32]);
  assert.deepEqual(beside(box(20, 20, 300, 560), 300, 100, room), [332, 32]);
  assert.deepEqual(beside(box(0, 0, 1000, 600), 300, 100, room), [700, 500]);
});

test("the first shading of a side is striped, further ones are dotted", () => {
  const layers = [{ side: 0 }, { side: 1 }, { side: 0 }, { side: 0 }];
  assert.deepEqual(
    layers.map((_, at) => rankOf(layers, at)),
    [0, 0, 1, 1],
  );
});

test("what the browser remembers is there until it is forgotten", () => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
  };
  remember("theme", "dark");
  assert.deepEqual([...kept], [["salient.theme", "dark"]]);
  assert.equal(recall("theme"), "dark");
  remember("theme", null);
  assert.equal(recall("theme"), null);
});

test("a switch is as it was set, else as it is normally", () => {
  const kept = { "salient.on": "on", "salient.off": "off" };
  globalThis.localStorage = { getItem: (name) => kept[name] ?? null };
  assert.deepEqual([isOn("on", false), isOn("off", true)], [true, false]);
  assert.deepEqual([isOn("new", false), isOn("new", true)], [false, true]);
});

test("a browser that remembers nothing is no obstacle", () => {
  globalThis.localStorage = {
    getItem() {
      throw new Error("forbidden");
    },
    setItem() {
      throw new Error("forbidden");
    },
  };
  remember("theme", "dark");
  assert.equal(recall("theme"), null);
  assert.ok(isOn("follow", true));
});
