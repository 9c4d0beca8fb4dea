/** What the page knows of a game. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Model } from "../../src/salient/table/page/table/model.js";
import { board, card, entry, offer, piece, position } from "./made-up.js";

const offers = [offer("move", ["piece", 0], ["place", 1]), offer("move", ["piece", 0], ["place", 2])];

/** A model after the set-up, and what it has told since. */
function begun(changes = {}) {
  const model = new Model(board(), card(changes));
  model.catchUp([entry(0)], position(0, offers));
  const told = [];
  for (const topic of ["position", "present", "past", "seq", "entries", "said", "focus", "card", "choice"]) {
    model.on(topic, (detail) => told.push([topic, detail]));
  }
  return { model, told, topics: () => told.map(([topic]) => topic) };
}

test("news are told in the order log, position, present, choice, number", () => {
  const { model, told, topics } = begun();
  model.apply({ seq: 1, entries: [entry(1)], position: position(1) });
  assert.deepEqual(topics(), ["entries", "position", "present", "choice", "seq"]);
  assert.deepEqual(told[1][1], { fresh: [entry(1)], jump: false });
  assert.equal(model.seq, 1);
});

test("the first position is shown at one jump", () => {
  const model = new Model(board(), card());
  const jumps = [];
  model.on("position", ({ jump }) => jumps.push(jump));
  model.catchUp([entry(0)], position(0));
  model.apply({ seq: 1, entries: [entry(1)], position: position(1) });
  assert.deepEqual(jumps, [true, false]);
});

test("an entry that is known is not told again", () => {
  const { model, told } = begun();
  model.apply({ seq: 1, entries: [entry(0), entry(1)], position: position(1) });
  assert.deepEqual(told[0], ["entries", [entry(1)]]);
});

test("a position that is known leaves a half-made choice alone", () => {
  const { model, topics } = begun();
  model.choose(model.choice.with("piece", 0));
  model.apply({ seq: 0, position: position(0, offers), card: card() });
  assert.equal(model.choice.picks.length, 1);
  assert.deepEqual(topics(), ["choice", "card"]);
});

test("a position changes without an entry when the game's status does", () => {
  const { model } = begun({ status: "open" });
  model.apply({ seq: 0, position: position(0, [], { waiting: "Blue decides." }), card: card({ status: "running" }) });
  assert.equal(model.present?.waiting, "Blue decides.");
});

test("a position changes without an entry when the reader takes a side", () => {
  const { model } = begun();
  model.apply({ seq: 0, position: position(0, [], { side: 1 }), card: card() });
  assert.equal(model.present?.side, 1);
});

test("a position that is older than ours is not shown", () => {
  const { model } = begun();
  model.apply({ seq: 2, entries: [entry(1), entry(2)], position: position(2) });
  model.apply({ seq: 1, position: position(1, offers) });
  assert.equal(model.present?.seq, 2);
  assert.equal(model.seq, 2);
});

test("entries and position of different moments take us as far as both", () => {
  const { model } = begun();
  model.catchUp([entry(1)], position(2));
  assert.deepEqual([model.seq, model.present?.seq], [1, 2]); // entry 2 is still to be asked for
  model.catchUp([entry(2), entry(3)], position(2));
  assert.deepEqual([model.seq, model.entries.length], [2, 4]);
  model.catchUp([], position(2));
  assert.equal(model.seq, 2);
});

test("a game that begins again is another life: the old one is forgotten", () => {
  const { model } = begun();
  model.apply({ seq: 3, entries: [entry(1), entry(2), entry(3)], position: position(3) });
  model.apply({ seq: 1, entries: [entry(0), entry(1, { text: "other" })], position: position(1) });
  assert.deepEqual([model.seq, model.present?.seq, model.entries.length], [1, 1, 2]);
  assert.equal(model.entries[1].text, "other");
});

test("an undo strikes the last action that stands", () => {
  const { model } = begun();
  const undone = () => model.entries.map((one) => one.undone);
  const struck = entry(2, { undone: true });
  model.apply({ seq: 3, entries: [entry(1), struck, entry(3, { kind: "undo", move: 1 })], position: position(3) });
  assert.deepEqual(undone(), [false, false, true, false]);
  model.apply({ seq: 4, entries: [entry(4, { kind: "undo", move: 0 })], position: position(4) });
  assert.deepEqual(undone(), [false, true, true, false, false]);
  assert.deepEqual(
    model.standing.map(({ seq }) => seq),
    [0, 3, 4],
  );
});

test("what the server has struck already is struck once", () => {
  const model = new Model(board(), card());
  const log = [entry(0), entry(1), entry(2, { undone: true }), entry(3, { kind: "undo", move: 1 }), entry(4)];
  model.catchUp(log, position(4));
  assert.deepEqual(
    model.standing.map(({ seq }) => seq),
    [0, 1, 3, 4],
  );
});

test("the action of a move is the one that still stands", () => {
  const { model } = begun();
  const undo = entry(2, { kind: "undo", move: 0 });
  const log = [entry(1, { undone: true }), undo, entry(3, { move: 1 })];
  model.apply({ seq: 3, entries: log, position: position(3) });
  assert.equal(model.actionOf(1)?.seq, 3);
  assert.equal(model.actionOf(0), undefined);
  assert.equal(model.actionOf(null), undefined);
});

test("words of the chat are heard once", () => {
  const { model, told } = begun();
  const words = (id) => ({ id, name: "Red", text: "hello", at: "2024-12-16T05:30:00Z" });
  model.hear([words(1)]);
  model.hear([words(1), words(2)]);
  model.hear([words(2)]);
  assert.deepEqual(told, [
    ["said", [words(1)]],
    ["said", [words(2)]],
  ]);
});

test("while the past is looked at the present goes on unseen", () => {
  const { model, topics } = begun();
  model.lookBack(position(0));
  assert.equal(model.question, null);
  assert.deepEqual(topics(), ["position", "choice", "past"]);
  model.apply({ seq: 1, entries: [entry(1)], position: position(1, offers) });
  assert.equal(model.shown?.seq, 0);
  assert.deepEqual(topics().slice(3), ["entries", "present", "choice", "seq"]);
  model.lookBack(null);
  assert.equal(model.shown?.seq, 1);
  assert.equal(model.choice.offers.length, 2);
});

test("pictures that change while the past is looked at are there on return", () => {
  const { model } = begun();
  model.lookBack(position(0, [], { looks: { 0: "past" } }));
  assert.equal(model.looks.get(0), "past");
  model.apply({ seq: 1, entries: [entry(1)], position: position(1, [], { looks: { 0: "now" } }) });
  assert.equal(model.looks.get(0), "past");
  model.lookBack(null);
  assert.equal(model.looks.get(0), "now");
  assert.equal(model.looks.get(1), "<g>1</g>");
});

test("a piece that the board does not name brings its card", () => {
  const { model } = begun();
  const stranger = { id: 9, name: "9th", long: "", side: 1, symbol: "gun", look: "" };
  model.apply({ seq: 1, entries: [entry(1)], position: position(1, [], { met: [stranger] }) });
  assert.equal(model.pieceName(9), "9th");
});

test("waiting for a number ends when it has come", async () => {
  const { model } = begun();
  const waiting = model.reached(2, 10_000);
  let come = false;
  waiting.then(() => {
    come = true;
  });
  model.apply({ seq: 1, entries: [entry(1)] });
  await new Promise(setImmediate);
  assert.ok(!come);
  model.apply({ seq: 2, entries: [entry(2)] });
  assert.equal(await waiting, true);
  assert.equal(await model.reached(2, 0), true);
});

test("waiting for a number ends when it does not come", async () => {
  assert.equal(await begun().model.reached(1, 5), false);
});

test("floors belong to the place they lie in", () => {
  const { model } = begun();
  assert.deepEqual([model.homeOf(3), model.homeOf(2), model.homeOf(0)], [2, 2, 0]);
  assert.deepEqual([model.floorsOf(3), model.floorsOf(2), model.floorsOf(0)], [[2, 3], [2, 3], [0]]);
  assert.deepEqual([model.floorName(3), model.floorName(2)], ["level 1", ""]);
  assert.deepEqual(
    model.piecesAround(2).map(({ id }) => id),
    [2],
  );
});

test("what the question is about, whose it is, where things can be chosen", () => {
  const { model } = begun();
  assert.deepEqual(model.mine, new Set(["red"]));
  assert.deepEqual(model.openPlaces, [1, 2]);
  const asked = position(1, [offer("dig", ["piece", 0]), offer("dig", ["piece", 1])]);
  const question = { ...asked.question, acting: [1] };
  model.apply({ seq: 1, entries: [entry(1)], position: { ...asked, question } });
  assert.deepEqual(model.actors, new Set([1]));
  assert.deepEqual(model.openPlaces, [0]);
});

test("a piece off the map is nowhere", () => {
  const { model } = begun();
  model.apply({ seq: 1, entries: [entry(1)], position: position(1, [], { pieces: [piece(0, -1)] }) });
  assert.deepEqual([model.placeOf(0), model.placeOf(7)], [-1, -1]);
  assert.equal(model.pieceName(7), "#7");
  assert.equal(model.placeName(8), "#8");
});
