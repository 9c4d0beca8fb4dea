/** Putting an answer together by pointing at things. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { byVerb, Choice, isOnMap, placeOf } from "../../src/salient/table/page/table/choice.js";
import { offer } from "./made-up.js";

const TEXTS = (choice) => choice.candidates.map(({ action }) => action.text);
const move = (piece, place) => offer("move", ["piece", piece], ["place", place]);
const done = offer("done");

test("before anything is pointed at, all offers stand and none is decided", () => {
  const choice = new Choice([move(1, 4), done]);
  assert.deepEqual(TEXTS(choice), ["move 1 4", "done"]);
  assert.equal(choice.decided, null);
  assert.equal(new Choice([done]).decided, null);
});

test("pointing at a piece leaves the offers that name it first", () => {
  const choice = new Choice([move(1, 4), move(1, 5), move(2, 4), done]).with("piece", 1);
  assert.deepEqual(TEXTS(choice), ["move 1 4", "move 1 5"]);
  assert.deepEqual(choice.next, { pieces: new Set(), places: new Set([4, 5]) });
});

test("when one offer is left it is decided", () => {
  const choice = new Choice([move(1, 4), move(1, 5)]).with("piece", 1).with("place", 5);
  assert.equal(choice.decided?.action.text, "move 1 5");
});

test("one may point at the target before the gun", () => {
  const choice = new Choice([offer("fire", ["piece", 1], ["piece", 7]), offer("fire", ["piece", 2], ["piece", 8])]);
  assert.equal(choice.with("piece", 7).decided?.action.text, "fire 1 7");
});

test("a piece that is named first wins over one that is named later", () => {
  const choice = new Choice([offer("fire", ["piece", 1], ["piece", 7]), offer("fire", ["piece", 7], ["piece", 9])]);
  assert.equal(choice.with("piece", 7).decided?.action.text, "fire 7 9");
});

test("a piece and a place with the same number are different things", () => {
  const choice = new Choice([move(1, 4)]);
  assert.ok(choice.allows("piece", 1));
  assert.ok(!choice.allows("place", 1));
  assert.ok(!choice.allows("piece", 4));
});

test("pointing at what no offer names leads nowhere", () => {
  assert.ok(!new Choice([move(1, 4)]).allows("piece", 2));
  assert.ok(!new Choice([move(1, 4)]).with("piece", 1).allows("piece", 1));
});

test("what all offers of a verb have in common need not be pointed at", () => {
  const choice = new Choice([move(1, 4), move(1, 5)]);
  assert.deepEqual(choice.next, { pieces: new Set(), places: new Set([4, 5]) });
  assert.deepEqual(choice.implied, new Set([1]));
});

test("nothing is implied where two verbs point at the map", () => {
  const choice = new Choice([move(1, 4), move(1, 5), offer("dig", ["piece", 1])]);
  assert.deepEqual(choice.implied, new Set());
});

test("a verb with a single offer is pointed at by its first argument", () => {
  assert.deepEqual(new Choice([move(1, 4)]).next, { pieces: new Set([1]), places: new Set() });
});

test("words are needed where nothing on the map tells the offers apart", () => {
  const choice = new Choice([
    offer("dig", ["piece", 1], ["choice", "foxhole"]),
    offer("dig", ["piece", 1], ["choice", "trench"]),
  ]);
  assert.ok(!choice.needsWords);
  assert.ok(choice.with("piece", 1).needsWords);
  assert.ok(!new Choice([move(1, 4), move(1, 5)]).with("piece", 1).needsWords);
});

test("a verb narrows the offers without filling an argument", () => {
  const choice = new Choice([move(1, 4), offer("dig", ["piece", 1]), move(2, 4)]).with("verb", "move");
  assert.deepEqual(TEXTS(choice), ["move 1 4", "move 2 4"]);
  assert.deepEqual(TEXTS(choice.with("piece", 2)), ["move 2 4"]);
});

test("a choice that was taken back is as it was at first", () => {
  const first = new Choice([move(1, 4), move(2, 4)]);
  const cleared = first.with("piece", 1).cleared();
  assert.deepEqual(cleared.picks, []);
  assert.deepEqual(cleared.candidates, first.candidates);
});

test("a choice is a value: pointing makes another one", () => {
  const first = new Choice([move(1, 4), move(2, 4)]);
  first.with("piece", 1);
  assert.equal(first.picks.length, 0);
  assert.equal(first.candidates.length, 2);
});

test("figures are written at the places that can be pointed at, the first of several", () => {
  const cheap = { ...move(1, 4), figure: "2" };
  const dear = { ...offer("march", ["piece", 1], ["place", 4]), figure: "3" };
  const choice = new Choice([cheap, dear, { ...move(1, 5), figure: "" }, move(1, 6)]).with("piece", 1);
  assert.deepEqual(choice.figures, new Map([[4, "2"]]));
});

test("the place of an offer is the last one that it names", () => {
  assert.equal(placeOf(offer("move", ["place", 1], ["place", 2])), 2);
  assert.equal(placeOf(offer("dig", ["piece", 1])), null);
});

test("numbers and words are not on the map", () => {
  assert.ok(isOnMap(move(1, 4)));
  assert.ok(!isOnMap(offer("roll", ["number", 2], ["choice", "left"])));
});

test("offers of a verb keep their order", () => {
  const groups = byVerb([move(2, 1), done, move(1, 1)]);
  assert.deepEqual([...groups.keys()], ["move", "done"]);
  assert.deepEqual(groups.get("move"), [move(2, 1), move(1, 1)]);
});
