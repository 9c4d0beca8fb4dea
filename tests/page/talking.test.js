/** Talking to the server: addresses, errors, texts, orders that arrive once. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { ApiProblem, createApi, fillIn, isOffline, messageOf } from "../../src/salient/table/page/api.js";
import { Model } from "../../src/salient/table/page/table/model.js";
import { Orders } from "../../src/salient/table/page/table/orders.js";
import { Traces } from "../../src/salient/table/page/table/traces.js";
import { loadTexts } from "../../src/salient/table/page/texts.js";
import { board, card, entry, offer, position } from "./made-up.js";

/** What the server answers, one after the other; a function may throw. @type {(() => Response)[]} */
let answers = [];
/** What it was sent. */
let sent = [];
/** Whether the page was told that the server answers. */
let online = [];

beforeEach(() => {
  [answers, sent, online] = [[], [], []];
  globalThis.location = { origin: "http://table.test" };
  globalThis.document = Object.assign(new EventTarget(), {});
  document.addEventListener("salient:connection", ({ detail }) => online.push(detail.online));
  mock.method(globalThis, "fetch", async (address, { method = "GET", body } = {}) => {
    sent.push({ method, address: String(address), body: body && JSON.parse(body) });
    const answer = answers.shift();
    assert.ok(answer, "nobody expected this request");
    return answer();
  });
});

afterEach(() => mock.reset());

const json =
  (value, status = 200) =>
  () =>
    Response.json(value, { status });
const silence = () => {
  throw new TypeError("no network");
};

test("a path takes the parameters that it names, its query the others", () => {
  const params = { game_id: "g1", lang: "en", move: 0, side: null, invite: undefined };
  assert.equal(fillIn("/api/games/{game_id}/position", params), "/api/games/g1/position?lang=en&move=0");
  assert.equal(fillIn("/api/me", {}), "/api/me");
});

test("what a path takes cannot break out of its place", () => {
  assert.equal(
    fillIn("/api/rules/{title}/{citation}", { title: "mist", citation: "8.2/../?x" }),
    "/api/rules/mist/8.2%2F..%2F%3Fx",
  );
});

test("an answer comes back parsed, a text as it is, nothing as null", async () => {
  const api = createApi("ja");
  answers = [json({ id: 1 }), () => new Response("1. move"), () => new Response(null, { status: 204 })];
  assert.deepEqual(await api.get("/api/me"), { id: 1 });
  assert.equal(await api.get("/api/games/{game_id}/record", { game_id: "g" }), "1. move");
  assert.equal(await api.delete("/api/session"), null);
  assert.equal(sent[0].address, "http://table.test/api/me?lang=ja");
  assert.deepEqual(online, [true, true, true]);
});

test("a body is sent as JSON, with its method and parameters", async () => {
  answers = [json({ seq: 1, repeated: false }, 201)];
  const order = { text: "done", after: 0, key: "abcdefgh" };
  await createApi("en").post("/api/games/{game_id}/orders", order, { game_id: "g 1" });
  assert.deepEqual(sent, [
    { method: "POST", address: "http://table.test/api/games/g%201/orders?lang=en", body: order },
  ]);
});

test("a refusal says what the server said", async () => {
  answers = [json({ status: 409, code: "stale", message: "Too late.", seq: 7 }, 409)];
  await assert.rejects(createApi("en").get("/api/me"), (problem) => {
    assert.ok(problem instanceof ApiProblem);
    assert.deepEqual([problem.status, problem.code, problem.message, problem.seq], [409, "stale", "Too late.", 7]);
    return !isOffline(problem);
  });
});

test("an answer that cannot be read is a problem, too", async () => {
  answers = [() => new Response("<h1>Bad gateway</h1>", { status: 502, statusText: "Bad Gateway" })];
  await assert.rejects(createApi("en").get("/api/me"), { code: "unreadable", message: "502 Bad Gateway", seq: null });
});

test("a server that is not reached is said to be so, in the reader's words", async () => {
  answers = [silence];
  await assert.rejects(createApi("en", "No connection.").get("/api/me"), (problem) => {
    assert.equal(messageOf(problem), "No connection.");
    return isOffline(problem);
  });
  assert.deepEqual(online, [false]);
});

test("whatever was thrown can be said", () => {
  assert.deepEqual([messageOf(new Error("a")), messageOf("b"), messageOf(undefined)], ["a", "b", "undefined"]);
});

test("texts are said with their values; what has no text is said as itself", async () => {
  answers = [json({ "card.away": "back on {date}, {name}", "card.you": "you" })];
  const say = await loadTexts("en");
  assert.equal(sent[0].address, "/api/texts?lang=en");
  assert.equal(say("card.you"), "you");
  assert.equal(say("card.away", { date: "17 Dec" }), "back on 17 Dec, {name}");
  assert.equal(say("card.away", { date: 0, name: "{date}" }), "back on 0, {date}");
  assert.equal(say("card.nobody"), "card.nobody");
});

test("without texts there is no page", async () => {
  answers = [() => new Response("", { status: 500 })];
  await assert.rejects(loadTexts("en"), { message: "/api/texts: 500" });
});

// -- orders ------------------------------------------------------------------------------------

/** Somebody who may order, and how often he had to ask for news. */
function seated() {
  const model = new Model(board(), card());
  model.catchUp([entry(0)], position(0));
  const live = {
    asked: 0,
    async refresh() {
      live.asked += 1;
    },
  };
  const desk = { id: "g1", api: createApi("en"), say: (id) => id, model };
  const hears = (seq) => model.apply({ seq, entries: [entry(seq)], position: position(seq) });
  return { model, live, hears, orders: new Orders(desk, live) };
}

test("an order is done when the line has brought what came of it, and one is busy until then", async () => {
  const { model, live, hears, orders } = seated();
  const busy = [];
  model.on("busy", () => busy.push(model.busy));
  answers = [json({ seq: 1, repeated: false }, 201)];
  const given = orders.give(offer("done"));
  assert.equal(await orders.give(offer("done")), false); // not while one is under way
  await new Promise(setImmediate);
  assert.deepEqual(busy, [true]);
  hears(1);
  assert.equal(await given, true);
  assert.deepEqual(busy, [true, false]);
  assert.equal(live.asked, 0);
  assert.deepEqual([sent.length, sent[0].body.text, sent[0].body.after], [1, "done", 0]);
});

test("news that come before the acknowledgement are not waited for", async () => {
  const { hears, orders } = seated();
  answers = [
    () => {
      hears(1);
      return Response.json({ seq: 1, repeated: false });
    },
  ];
  assert.equal(await orders.gesture("offer", "red"), true);
});

test("an order that was perhaps not heard is sent again with the same key", async (context) => {
  const { hears, orders } = seated();
  context.mock.timers.enable({ apis: ["setTimeout"] });
  answers = [silence, json({}, 503), json({ seq: 1, repeated: true }, 201)];
  const given = orders.give(offer("done"));
  for (let count = 0; count < 12; count += 1) {
    await new Promise(setImmediate);
    context.mock.timers.tick(400);
  }
  hears(1);
  assert.equal(await given, true);
  const keys = new Set(sent.map(({ body }) => body.key));
  assert.deepEqual([sent.length, keys.size], [3, 1]);
  assert.match([...keys][0], /^[0-9a-f]{24}$/);
});

test("if the line is silent one asks", async (context) => {
  const { live, orders } = seated();
  context.mock.timers.enable({ apis: ["setTimeout"] });
  answers = [json({ seq: 1, repeated: false }, 201)];
  const given = orders.give(offer("done"));
  for (let count = 0; count < 4; count += 1) {
    await new Promise(setImmediate);
    context.mock.timers.tick(1000);
  }
  assert.equal(await given, true);
  assert.equal(live.asked, 1);
});

test("only what may be undone is undone, by the side that decides", async () => {
  const { model, hears, orders } = seated();
  await orders.undo();
  assert.equal(sent.length, 0);
  model.apply({ seq: 1, entries: [entry(1)], position: position(1, [], { can_undo: true }) });
  answers = [json({ seq: 2, repeated: false }, 201)];
  const undone = orders.undo();
  hears(2);
  await undone;
  assert.deepEqual([sent[0].body.kind, sent[0].body.side, sent[0].body.after], ["undo", "red", 1]);
});

test("the way of an action is asked for once in a position", async () => {
  const { model } = seated();
  let asked = 0;
  const ask = async () => {
    asked += 1;
    if (asked > 1) throw new Error("no way");
    return { places: [1, 2] };
  };
  const traces = new Traces({ ask, model });
  assert.deepEqual(await Promise.all([traces.find("move"), traces.find("move")]), [
    [1, 2],
    [1, 2],
  ]);
  assert.deepEqual(traces.known, new Map([["move", [1, 2]]]));
  model.apply({ seq: 1, entries: [entry(1)] });
  assert.deepEqual(await traces.find("move"), []); // another position; a way that cannot be told is none
  assert.equal(asked, 2);
});
