/**
 * The end of a game: who won and why, how it went, what was lost, its best moments, the front turn by turn.
 *
 * @import { Aftermath, Highlight, LostPiece } from "../wire.d.ts"
 * @import { MapView } from "./map.js"
 * @import { Rematch } from "./rematch.js"
 * @import { Replay } from "./replay.js"
 * @import { Desk } from "./table.js"
 */

import { fill, h } from "../dom.js";
import { sideMark } from "../icons.js";
import { openDialog } from "../menu.js";
import { loadStyle } from "../styles.js";
import { curves, linesOf } from "./curves.js";
import { Front } from "./front.js";
import { counterPicture } from "./picture.js";
import { savePicture } from "./share.js";

/** How many of the lost are shown with their counters; the rest is a number. */
const SHOWN = 24;

/**
 * @param {Desk} desk @param {MapView} map @param {Replay} replay @param {Rematch} rematch
 * @returns {Promise<HTMLDialogElement>}
 */
export async function openAftermath(desk, map, replay, rematch) {
  const { ask, say } = desk;
  const [told] = await Promise.all([ask("aftermath"), loadStyle("./aftermath.css", import.meta.url)]);
  const front = new Front(desk, map, told.turns);
  const again = h("div", { class: "over-rematch", "aria-live": "polite", data: { testid: "over-rematch" } });
  const offer = () => fill(again, rematch.parts());
  const actions = h("div", { class: "row over-actions" });
  const dialog = openDialog(say("table.over.title"), say("nav.close"), [
    banner(desk, told),
    again,
    h("div", { class: "over-columns" }, why(desk, told), course(desk, told)),
    front.element,
    h(
      "div",
      { class: "over-columns" },
      moments(desk, told, (move) => go(move)),
      losses(desk, told),
    ),
    actions,
  ]);
  const go = (/** @type {number} */ move) => {
    dialog.close();
    replay.enter(move, { stay: desk.replay });
  };
  fill(
    actions,
    button(say("table.over.picture"), "over-picture", () => void savePicture(desk, told)),
    button(say("table.game.replay"), "over-replay", () => go(0)),
  );
  dialog.classList.add("over-dialog");
  dialog.dataset.testid = "over";
  const stop = rematch.watch(offer);
  offer();
  dialog.addEventListener("close", () => {
    front.close();
    stop();
  });
  return dialog;
}

/** @param {string} text @param {string} testid @param {() => void} deed */
function button(text, testid, deed) {
  return h("button", { class: "button", type: "button", data: { testid }, on: { click: deed } }, text);
}

/** Who won. @param {Desk} desk @param {Aftermath} told */
function banner({ model, say }, { winner, result }) {
  const index = model.board.sides.findIndex(({ id }) => id === winner);
  const side = model.board.sides[index];
  const seat = model.card.seats.find((one) => one.side === winner);
  const mine = seat?.mine && model.mine.size === 1;
  const words = side
    ? say(mine ? "table.over.you_won" : "table.over.won", { side: side.text })
    : say("table.over.drawn");
  return h(
    "div",
    { class: "over-banner", data: { side: index } },
    side ? sideMark(index, side.text) : null,
    h("p", { class: "over-winner" }, words),
    h("p", { class: "over-result" }, result),
    seat ? h("p", { class: "hint" }, say("table.over.played_by", { player: seat.player })) : null,
  );
}

/** @param {string} title @param {import("../dom.js").Children[]} content */
function section(title, ...content) {
  return h("section", { class: "over-part" }, h("h3", null, title), ...content);
}

/** @param {Desk} desk @param {Aftermath} told */
function why({ say }, { why: lines }) {
  if (!lines.length) return null;
  return section(
    say("table.over.why"),
    h(
      "ul",
      { class: "over-why" },
      lines.map((line) => h("li", null, line)),
    ),
  );
}

/** Points and strength over the turns. @param {Desk} desk @param {Aftermath} told */
function course({ say, model }, told) {
  const sides = model.board.sides.map(({ text }) => text);
  const lines = linesOf(told, sides, (side) => say("table.over.strength", { side }));
  return section(say("table.over.course"), lines.length ? curves(lines, told.turns, say) : null);
}

/** @param {Desk} desk @param {Aftermath} told */
function losses({ say, model }, { losses: lost }) {
  return section(
    say("table.over.losses"),
    model.board.sides.map(({ text }, side) =>
      h(
        "div",
        { class: "over-lost", data: { side } },
        h("p", null, sideMark(side, text), say("table.over.lost", { side: text, n: lost[side].length })),
        h(
          "ul",
          { class: "over-counters" },
          lost[side].slice(0, SHOWN).map((piece) => lostPiece(piece, model.looks.get(piece.id), model.board.counter)),
        ),
        lost[side].length > SHOWN
          ? h("p", { class: "hint" }, say("table.over.more", { n: lost[side].length - SHOWN }))
          : null,
      ),
    ),
  );
}

/** @param {LostPiece} piece @param {string | undefined} look @param {number} size */
function lostPiece({ name }, look, size) {
  return h(
    "li",
    { title: name },
    look ? counterPicture(look, size) : null,
    h("span", { class: look ? "visually-hidden" : "" }, name),
  );
}

/** @param {Desk} desk @param {Aftermath} told @param {(move: number) => void} go */
function moments({ say, model }, { highlights }, go) {
  if (!highlights.length) return null;
  return section(
    say("table.over.moments"),
    h(
      "ol",
      { class: "over-moments" },
      highlights.map((one) => moment(one, model.board.sides[one.side].text, say, go)),
    ),
  );
}

/**
 * @param {Highlight} highlight @param {string} side @param {Desk["say"]} say @param {(move: number) => void} go
 */
function moment({ kind, move, side: index, clock, lines }, side, say, go) {
  return h(
    "li",
    { data: { side: index, kind } },
    h(
      "p",
      { class: "over-moment-head" },
      h("strong", null, say(`table.over.${kind}`, { side })),
      h("span", { class: "hint" }, clock),
      h(
        "button",
        { class: "button quiet small", type: "button", data: { moment: move }, on: { click: () => go(move) } },
        say("table.over.look"),
      ),
    ),
    lines.map((line) => h("p", null, line)),
  );
}
