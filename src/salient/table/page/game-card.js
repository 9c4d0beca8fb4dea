/**
 * A game in a list.
 *
 * @import { Children } from "./dom.js"
 * @import { Shell } from "./main.js"
 * @import { Say } from "./texts.js"
 * @import { GameCard, Seat } from "./wire.d.ts"
 */

import { isLow, limitText, remaining, timeText } from "./clock-time.js";
import { h } from "./dom.js";
import { sideMark } from "./icons.js";
import { personName, presenceDot } from "./people.js";
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
  if (seat.for_me) return h("span", { class: "free" }, say("card.for_you"));
  if (seat.kept) return h("span", { class: "free" }, say("card.kept", { name: seat.kept }));
  if (!seat.player) return h("span", { class: "free" }, say("card.free"));
  if (seat.mine) return h("strong", null, say("card.you"));
  return personName(seat);
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
        !seat.mine && presenceDot(seat.online, say),
        seat.away && h("span", { class: "tag warn" }, say("card.away", { date: day(seat.away, lang) })),
        game.to_move.includes(seat.side) && h("span", { class: "visually-hidden" }, say("card.to_move")),
        game.winner === seat.side && h("span", { class: "tag good" }, say("card.won")),
      ),
    ),
  );
}

/** Whether others play it just now: then it has a small picture. @param {GameCard} game */
function isToWatch(game) {
  return game.status === "running" && !game.seats.some((seat) => seat.mine);
}

/** How long I have, where it is my turn. @param {GameCard} game @param {Say} say */
function timeLeft(game, say) {
  if (!game.time || !game.my_turn) return null;
  const asked = game.seats.findIndex((seat) => game.to_move.includes(seat.side));
  const left = remaining(game.time, asked, asked, Date.now());
  if (left === null) return null;
  const look = isLow(left, game.time.limit) ? "tag warn" : "tag";
  return h("span", { class: look }, say("card.left", { time: timeText(left, say) }));
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
      isToWatch(game) &&
        h("img", {
          class: "sketch",
          src: `/api/games/${game.id}/sketch?seq=${game.seq}`,
          alt: "",
          width: 320,
          height: 160,
          loading: "lazy",
          decoding: "async",
        }),
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
        game.time && h("span", null, limitText(game.time.limit, say)),
        game.rated && h("span", null, say("card.rated")),
        timeLeft(game, say),
      ),
      tools.length > 0 && h("div", { class: "row card-tools" }, tools),
    ),
  );
}
