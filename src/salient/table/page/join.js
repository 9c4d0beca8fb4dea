/**
 * At the door of a game with a free seat: what game it is, and who wants to sit where.
 *
 * @import { Shell } from "./main.js"
 * @import { Say } from "./texts.js"
 * @import { GameCard, OptionCard, Title } from "./wire.d.ts"
 */

import { limitText } from "./clock-time.js";
import { fill, h } from "./dom.js";
import { actionButton } from "./forms.js";
import { seatList } from "./game-card.js";
import { ensurePlayer } from "./play-now.js";
import { askToSignIn } from "./sign-in.js";
import { ago } from "./times.js";

/**
 * @param {HTMLElement} root
 * @param {GameCard} game
 * @param {string} invite
 * @param {Shell} shell
 * @param {(game: GameCard) => Promise<void>} sit what happens when the table is to be shown
 */
export function openJoin(root, game, invite, shell, sit) {
  const { say } = shell;
  if (root.isConnected) document.documentElement.dataset.screen = "join";
  let closed = false;
  const go = async (/** @type {GameCard} */ card) => {
    if (closed) return;
    document.documentElement.dataset.screen = "game";
    await sit(card);
  };
  const about = h("div", { class: "stack" });
  const actions = h("div", { class: "stack" });
  fill(root, h("div", { class: "screen narrow stack" }, head(game, shell), about, actions));
  const draw = async () => {
    const { guests, titles } = await shell.catalogue();
    fill(
      about,
      describe(
        game,
        titles.find(({ id }) => id === game.title),
        say,
      ),
    );
    fill(actions, buttons(game, invite, shell, guests, go, draw));
  };
  draw().catch(shell.complain);
  return {
    close() {
      closed = true;
    },
  };
}

/** What game it is, and who sits there. @param {GameCard} game @param {Shell} shell */
function head(game, { say, lang }) {
  const pace = say(game.pace === "slow" ? "card.slow" : "card.live");
  const facts = [pace, game.time ? limitText(game.time.limit, say) : "", game.rated ? say("card.rated") : ""]
    .filter(Boolean)
    .concat(ago(game.created, lang));
  const host = game.seats.find((seat) => seat.player && !seat.bot)?.player;
  return h(
    "div",
    { class: "stack" },
    h("p", { class: "eyebrow" }, game.title_text),
    h("h1", null, game.scenario_text),
    h("p", { class: "lead" }, host ? say("join.invited", { name: host }) : say("join.free")),
    h("div", { class: "card stack" }, seatList(game, say, lang), h("p", { class: "hint" }, facts.join(" · "))),
  );
}

/**
 * What the scenario is about, and how its rules differ from the standard.
 *
 * @param {GameCard} game @param {Title | undefined} title @param {Say} say
 */
function describe(game, title, say) {
  const about = title?.scenarios.find(({ id }) => id === game.scenario)?.about;
  const chosen = (/** @type {OptionCard} */ { id, choices }) =>
    choices.find((choice) => choice.id === game.options[id]) ?? choices[0];
  const other = (title?.options ?? []).filter((option) => chosen(option) !== option.choices[0]);
  return [
    about && h("p", null, about),
    other.length > 0 &&
      h(
        "div",
        { class: "notice" },
        h("strong", null, say("join.options")),
        h(
          "ul",
          null,
          other.map((option) => h("li", null, `${option.text}: ${chosen(option).text}`)),
        ),
      ),
  ];
}

/**
 * A button per free seat; strangers may sign in first, or watch.
 *
 * @param {GameCard} game
 * @param {string} invite
 * @param {Shell} shell
 * @param {boolean} guests whether strangers may play as guests
 * @param {(game: GameCard) => Promise<void>} go
 * @param {() => Promise<void>} draw
 */
function buttons(game, invite, shell, guests, go, draw) {
  const { api, say, complain } = shell;
  const take = async (/** @type {string} */ side) => {
    if (!(await ensurePlayer(shell))) return;
    await go(await api.post("/api/games/{game_id}/seats", { side, invite }, { game_id: game.id }));
  };
  const mayJoin = game.open || invite;
  const free = mayJoin ? game.seats.filter((seat) => !seat.player) : [];
  const guestly = !shell.account && guests;
  return [
    !mayJoin && h("p", { class: "notice" }, say("join.closed")),
    h(
      "div",
      { class: "row join-buttons" },
      free.map((seat) =>
        actionButton(
          say(guestly ? "join.take_as_guest" : "join.take", { side: seat.text }),
          { class: "primary big", testid: "take-seat", complain },
          () => take(seat.side),
        ),
      ),
      actionButton(say("join.watch"), { testid: "watch", complain }, () => go(game)),
    ),
    !shell.account &&
      h(
        "p",
        { class: "hint" },
        say(guests ? "join.guest_hint" : "join.account_hint"),
        " ",
        actionButton(say("join.sign_in"), { class: "small", complain }, async () => {
          if (await askToSignIn(shell)) await draw();
        }),
      ),
  ];
}
