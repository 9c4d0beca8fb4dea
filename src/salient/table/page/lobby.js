/**
 * The lobby: what this is, my games, games to join, to watch and to replay.
 *
 * @import { Shell } from "./main.js"
 * @import { Say } from "./texts.js"
 * @import { GameCard } from "./wire.d.ts"
 */

import { isOffline } from "./api.js";
import { fill, h } from "./dom.js";
import { actionButton } from "./forms.js";
import { gameCard, gamePath } from "./game-card.js";
import { invitationLink, withdraw } from "./invitation.js";
import { playNow } from "./play-now.js";
import { ago } from "./times.js";
import { titleShelf } from "./title-shelf.js";
import { toast } from "./toasts.js";

const SCOPES = /** @type {const} */ (["mine", "open", "watch", "finished"]);
const REFRESH = 15_000;

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 */
export function openLobby(root, shell) {
  const { api, lang } = shell;
  shell.setTitle("");
  const welcome = h("div");
  const [mine, open, watch, finished] = SCOPES.map((scope) => createSection(scope, shell));
  const sections = { mine, open, watch, finished };
  const lists = [mine, open, watch, finished].map(({ element }) => element);
  lists.splice(1, 0, titleShelf(shell)); // what there is to play, after what I am playing
  fill(root, h("div", { class: "screen stack", style: { "--gap": "var(--s6)" } }, welcome, lists));

  /** Whether I have games decides how much the lobby explains. @type {boolean | null} */
  let known = null;
  const greet = (/** @type {boolean} */ atHome) => {
    if (known === atHome) return;
    known = atHome;
    fill(welcome, atHome ? shortWelcome(shell) : longWelcome(shell));
  };

  const load = async () => {
    const fetchGames = (/** @type {typeof SCOPES[number]} */ scope) => api.get("/api/games", { scope });
    const [all, open, watch, others] = await Promise.all([
      shell.account ? fetchGames("mine") : [],
      fetchGames("open"),
      fetchGames("watch"),
      fetchGames("finished"),
    ]);
    const mine = all.filter((game) => game.status !== "over");
    const done = all.filter((game) => game.status === "over");
    const finished = [...done, ...others.filter((game) => !done.some(({ id }) => id === game.id))];
    shell.setMine(all);
    greet(all.length > 0);
    sections.mine.show(mine.sort((one, other) => Number(other.my_turn) - Number(one.my_turn)));
    sections.open.show(open);
    sections.watch.show(watch);
    sections.finished.show(finished);
  };
  const refresh = async () => {
    if (document.hidden) return;
    await load().catch((problem) => {
      if (!isOffline(problem)) shell.complain(problem);
    });
    for (const time of root.querySelectorAll("time")) time.textContent = ago(time.dateTime, lang);
  };
  const onRefresh = () => void refresh();
  if (!shell.account) greet(false);
  onRefresh();
  const timer = setInterval(refresh, REFRESH);
  document.addEventListener("visibilitychange", onRefresh);
  document.addEventListener("salient:games", onRefresh);
  return {
    close() {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onRefresh);
      document.removeEventListener("salient:games", onRefresh);
    },
  };
}

/** For one who is here for the first time: two sentences and one big button. @param {Shell} shell */
function longWelcome(shell) {
  const { say } = shell;
  const hint = h("p", { class: "hint" });
  sayHow(hint, shell);
  return h(
    "section",
    { class: "hero" },
    h(
      "div",
      { class: "stack hero-words" },
      h("h1", null, say("lobby.headline")),
      h("p", { class: "lead" }, say("lobby.what")),
      h("div", { class: "row" }, playNowButton(shell, "primary big"), newGameLink(say), importButton(shell)),
      hint,
    ),
  );
}

/**
 * What playing at once takes: nothing where guests are welcome, else an account.
 *
 * @param {HTMLElement} hint @param {Shell} shell
 */
async function sayHow(hint, { say, catalogue, complain }) {
  try {
    const { guests } = await catalogue();
    hint.textContent = say(guests ? "lobby.play_hint" : "lobby.play_hint_account");
  } catch (problem) {
    complain(problem);
  }
}

/** For one who has games here. @param {Shell} shell */
function shortWelcome(shell) {
  const { say } = shell;
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "row spread" },
      h("h1", null, say("lobby.welcome_back", { name: shell.account?.name ?? "" })),
      h("div", { class: "row" }, newGameLink(say, "primary"), playNowButton(shell, ""), importButton(shell)),
    ),
    shell.account?.guest &&
      h("p", { class: "notice" }, say("account.guest"), " ", h("a", { href: "/account" }, say("sign.up"))),
  );
}

/** @param {Shell} shell @param {string} kind */
function playNowButton(shell, kind) {
  return actionButton(shell.say("lobby.play_now"), { class: kind, testid: "play-now", complain: shell.complain }, () =>
    playNow(shell),
  );
}

/** @param {Say} say */
function newGameLink(say, kind = "") {
  return h("a", { class: `button ${kind}`, href: "/new", "data-testid": "new-game" }, say("lobby.new_game"));
}

/** Choosing a record from the disk; what is wrong with it is said by the server. @param {Shell} shell */
function importButton(shell) {
  const { api, say } = shell;
  const file = h("input", {
    type: "file",
    class: "visually-hidden",
    tabindex: "-1",
    "aria-hidden": "true",
    "data-testid": "import-file",
  });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    try {
      const game = await api.post("/api/records", { text: await chosen.text() });
      toast(say("lobby.imported"), "good");
      shell.navigate(gamePath(game));
    } catch (problem) {
      shell.complain(problem);
    } finally {
      file.value = ""; // so that the same file, corrected, can be chosen again
    }
  });
  const button = h(
    "button",
    { class: "button quiet", type: "button", "data-testid": "import", on: { click: () => file.click() } },
    say("lobby.import"),
  );
  return h("span", null, file, button);
}

/**
 * One list of games. It is drawn again only when something changed, and keeps the focus.
 *
 * @param {typeof SCOPES[number]} scope
 * @param {Shell} shell
 */
function createSection(scope, shell) {
  const { say } = shell;
  const list = h("div");
  const element = h(
    "section",
    { class: "stack", "aria-labelledby": `lobby-${scope}`, hidden: true }, // until its games are known
    h("h2", { class: "ruled", id: `lobby-${scope}` }, say(`lobby.list.${scope}`)),
    list,
  );
  let drawn = "";
  return {
    element,
    /** @param {GameCard[]} games */
    show(games) {
      const now = JSON.stringify(games);
      if (now === drawn) return;
      drawn = now;
      element.hidden = scope === "mine" && games.length === 0;
      const focused = list.contains(document.activeElement)
        ? document.activeElement?.closest("[data-game]")?.getAttribute("data-game")
        : null;
      fill(
        list,
        games.length
          ? h(
              "ul",
              { class: "cards" },
              games.map((game) => gameCard(game, shell, ...tools(game, shell))),
            )
          : scope !== "mine" && h("p", { class: "empty" }, say(`lobby.empty.${scope}`)),
      );
      if (focused) {
        const link = list.querySelector(`[data-game="${focused}"] a`);
        /** @type {HTMLElement | null} */ (link)?.focus();
      }
    },
  };
}

/** What can be done with a game besides opening it. @param {GameCard} game @param {Shell} shell */
function tools(game, shell) {
  const { say, complain } = shell;
  if (game.status !== "open") return [];
  if (game.seats.some((seat) => seat.for_me)) return challengeTools(game, shell);
  if (!game.seats.some((seat) => seat.mine)) {
    return [h("a", { class: "button small primary", href: gamePath(game) }, say("lobby.join"))];
  }
  return [
    actionButton(say("invite.copy"), { class: "small", complain }, async () => {
      await navigator.clipboard.writeText(invitationLink(game));
      toast(say("copy.done"), "good");
    }),
    actionButton(say("invite.withdraw"), { class: "small quiet danger", complain }, () => withdraw(game, shell)),
  ];
}

/** A seat is kept for me: take it, or not. @param {GameCard} game @param {Shell} shell */
function challengeTools(game, { api, say, complain, navigate }) {
  const { id: game_id } = game;
  const side = game.seats.find((seat) => seat.for_me)?.side ?? "";
  return [
    actionButton(say("challenge.accept"), { class: "small primary", testid: "accept", complain }, async () => {
      await api.post("/api/games/{game_id}/seats", { side }, { game_id });
      navigate(`/game/${game_id}`);
    }),
    actionButton(say("challenge.decline"), { class: "small quiet danger", testid: "decline", complain }, async () => {
      await api.delete("/api/games/{game_id}/challenge", { game_id });
      document.dispatchEvent(new CustomEvent("salient:games"));
    }),
  ];
}
