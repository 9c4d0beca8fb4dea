/**
 * A game in a list.
 *
 * @import { Children } from "./dom.js"
 * @import { Shell } from "./main.js"
 * @import { Say } from "./texts.js"
 * @import { GameCard, Seat } from "./wire.d.ts"
 */

import { h } from "./dom.js";
import { sideMark } from "./icons.js";
import { ago, day } from "./times.js";

/** Where a game is opened. @param {GameCard} game */
export function gamePath(game) {
  return `${game.status === "over" ? "/replay" : "/game"}/${game.id}`;
}

/**
 * Who plays a side, in words.
 *
 * @param {Seat} seat
 * @param {Say} say
 */
function playerName(seat, say) {
  if (!seat.player) return h("span", { class: "free" }, say("card.free"));
  if (seat.mine) return h("strong", null, say("card.you"));
  return h("span", null, seat.player);
}

/**
 * The sides of a game and who plays them.
 *
 * @param {GameCard} game
 * @param {Say} say
 * @param {string} lang
 */
export function seatList(game, say, lang) {
  return h(
    "ul",
    { class: "seat-list" },
    game.seats.map((seat, index) =>
      h(
        "li",
        { class: game.to_move.includes(seat.side) ? "to-move" : null },
        sideMark(index, seat.text),
        h("span", { class: "side-name" }, seat.text),
        playerName(seat, say),
        seat.away && h("span", { class: "tag warn" }, say("card.away", { date: day(seat.away, lang) })),
        game.to_move.includes(seat.side) && h("span", { class: "visually-hidden" }, say("card.to_move")),
        game.winner === seat.side && h("span", { class: "tag good" }, say("card.won")),
      ),
    ),
  );
}

/**
 * The card of a game; all of it is the link.
 *
 * @param {GameCard} game
 * @param {Shell} shell
 * @param {...Children} tools buttons of its own
 */
export function gameCard(game, { say, lang }, ...tools) {
  return h(
    "li",
    null,
    h(
      "article",
      { class: `card game-card ${game.my_turn ? "my-turn" : ""}`, "data-testid": "game-card", "data-game": game.id },
      h(
        "div",
        { class: "card-head" },
        h("p", { class: "eyebrow" }, game.title_text),
        game.my_turn && h("span", { class: "tag mine" }, say("card.my_turn")),
      ),
      h("h3", null, h("a", { class: "cover", href: gamePath(game) }, game.scenario_text)),
      seatList(game, say, lang),
      game.result && h("p", { class: "card-result" }, game.result),
      game.problem && h("p", { class: "notice warn" }, game.problem),
      h(
        "p",
        { class: "card-facts" },
        game.clock && h("span", null, game.clock),
        h("time", { datetime: game.moved, title: new Date(game.moved).toLocaleString(lang) }, ago(game.moved, lang)),
        h("span", null, say(game.pace === "slow" ? "card.slow" : "card.live")),
      ),
      tools.length > 0 && h("div", { class: "row card-tools" }, tools),
    ),
  );
}
