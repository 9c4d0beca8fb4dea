/**
 * The start of the page: language, person, router. The screens themselves are modules of their own.
 *
 * @import { Api } from "./api.js"
 * @import { ScreenName } from "./routes.js"
 * @import { Say } from "./texts.js"
 * @import { Account, Catalogue, GameCard } from "./wire.d.ts"
 */

import { ApiProblem, createApi, messageOf } from "./api.js";
import { fill, h } from "./dom.js";
import { createFooter, createHeader, showHelp } from "./frame.js";
import { openGame } from "./game.js";
import { openLobby } from "./lobby.js";
import { remember } from "./memory.js";
import { noticesOn, tellOfTurns } from "./notices.js";
import { readPath } from "./routes.js";
import { loadTexts } from "./texts.js";
import { toast } from "./toasts.js";

/**
 * What every screen gets.
 *
 * @typedef {object} Shell
 * @property {Api} api
 * @property {Say} say
 * @property {string} lang
 * @property {Account | null} account who is signed in
 * @property {() => Promise<Catalogue>} catalogue what can be played, loaded once
 * @property {(path: string, state?: {tour?: boolean}) => void} navigate
 * @property {(account: Account | null) => void} setAccount
 * @property {(problem: unknown) => void} complain say an error
 * @property {(title: string) => void} setTitle the window's title
 * @property {(mine: GameCard[]) => void} setMine my games, for the count in the header
 *
 * @typedef {{close(): void}} Screen
 *
 * What an address says: the game or title, a part of it (a rule), the secret of an invitation, whether it is looked back at; and
 * whether the tour is wished for.
 *
 * @typedef {{id: string, part: string, invite: string, replay: boolean, state: {tour?: boolean}}} Route
 */

/** @type {Record<ScreenName, (root: HTMLElement, shell: Shell, route: Route) => Screen | Promise<Screen>>} */
const SCREENS = {
  lobby: openLobby,
  game: openGame,
  replay: openGame,
  // What a first game does not need comes when it is asked for.
  new: async (root, shell) => (await import("./new-game.js")).openNewGame(root, shell),
  account: async (root, shell) => (await import("./account.js")).openAccount(root, shell),
  person: async (...given) => (await import("./profile.js")).openProfile(...given),
  best: async (...given) => (await import("./best.js")).openBest(...given),
  rules: async (...given) => (await import("./rulebook.js")).openRulebook(...given),
};
const LOOK_EVERY = 20_000;

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {Screen | null} */
let screen = null;
/** Counts the screens, so that one that comes too late is closed at once. */
let turn = 0;
/** @type {Shell} */
let shell;
/** @type {ReturnType<typeof createHeader>} */
let header;
let heading = "";
let waiting = 0;

/** Load words and person, then draw everything. @param {string} lang */
async function start(lang) {
  const say = await loadTexts(lang);
  const api = createApi(lang, say("error.offline"));
  const account = await api.get("/api/me");
  /** @type {Promise<Catalogue> | null} */
  let catalogue = null;
  const load = () =>
    api.get("/api/catalogue").catch((problem) => {
      catalogue = null; // so that the next one asks again
      throw problem;
    });
  shell = {
    api,
    say,
    lang,
    account,
    catalogue: () => (catalogue ??= load()),
    navigate,
    setTitle,
    setMine,
    setAccount(someone) {
      shell.account = someone;
      drawFrame();
      look();
    },
    complain: (problem) => complain(problem, say),
  };
  document.documentElement.lang = lang;
  drawFrame();
  await show();
}

/** Header and footer. */
function drawFrame() {
  header = createHeader(shell, { switchLanguage });
  fill(/** @type {Element} */ (document.getElementById("head")), header.element);
  fill(/** @type {Element} */ (document.getElementById("foot")), createFooter(shell));
}

/** The other language on the same page. @param {string} lang */
async function switchLanguage(lang) {
  await start(lang);
  remember("language", lang);
  /** @type {HTMLElement | null} */ (document.querySelector("[data-testid=language]"))?.focus();
}

/** Open the screen of the present address. */
async function show() {
  turn += 1;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close(); // it belonged to the screen before
  const mine = turn;
  screen?.close();
  screen = null;
  const route = readPath(location.pathname);
  document.documentElement.dataset.screen = route?.screen ?? "lost";
  const place = h("div", { class: "place" }); // its own, so that a screen that comes too late is not seen
  fill(main, place);
  scrollTo(0, 0);
  if (!route) return fill(place, lost());
  const query = new URLSearchParams(location.search);
  try {
    const opened = await SCREENS[route.screen](place, shell, {
      id: route.id,
      part: route.part,
      invite: query.get("invite") ?? "",
      replay: route.screen === "replay",
      state: history.state ?? {},
    });
    if (mine === turn) screen = opened;
    else opened.close();
  } catch (problem) {
    if (mine !== turn) return;
    document.documentElement.dataset.screen = "lost";
    fill(place, problem instanceof ApiProblem && problem.status === 404 ? lost() : broken(problem));
  }
}

/** What stands where no page is. */
function lost() {
  setTitle(shell.say("error.lost"));
  return h(
    "div",
    { class: "screen narrow stack" },
    h("h1", { tabindex: "-1" }, shell.say("error.lost")),
    h("p", null, shell.say("error.lost_hint")),
    h("p", null, h("a", { class: "button primary", href: "/" }, shell.say("nav.lobby"))),
  );
}

/** What stands where a page could not be loaded. @param {unknown} problem */
function broken(problem) {
  setTitle(shell.say("error.broken"));
  return h(
    "div",
    { class: "screen narrow stack" },
    h("h1", { tabindex: "-1" }, shell.say("error.broken")),
    h("p", null, messageOf(problem)),
    h(
      "p",
      null,
      h("button", { class: "button primary", type: "button", on: { click: show } }, shell.say("error.again")),
    ),
  );
}

/** Go to another page of ours. @param {string} path @param {{tour?: boolean}} [state] */
function navigate(path, state = {}) {
  history.pushState(state, "", path);
  void show().then(announce);
}

/** After a change of page: the focus on its heading, so that it is read out. */
function announce() {
  const target = main.querySelector("h1") ?? main;
  target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
}

/** Errors in the server's own words. @param {unknown} problem @param {Say} say */
function complain(problem, say) {
  if (!(problem instanceof ApiProblem)) console.error(problem);
  toast(messageOf(problem) || say("error.broken"), "bad");
}

/** @param {string} title */
function setTitle(title) {
  heading = title;
  const whole = heading ? `${heading} · ${shell.say("site.name")}` : shell.say("site.name");
  document.title = waiting ? `(${waiting}) ${whole}` : whole;
}

/** @param {GameCard[]} mine */
function setMine(mine) {
  waiting = mine.filter((game) => game.my_turn).length;
  header.showTurns(mine);
  tellOfTurns(mine, shell);
  setTitle(heading);
}

/** Ask for my games: how many wait for me? */
async function look() {
  if (document.hidden && !noticesOn()) return;
  if (!shell?.account) return setMine([]);
  try {
    setMine(await shell.api.get("/api/games", { scope: "mine" }));
  } catch {
    // the next look will tell; a lost connection is shown by the frame
  }
}

/** Links to our own pages do not reload. @param {MouseEvent} event */
function followLink(event) {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!(link instanceof HTMLAnchorElement) || !plain || event.defaultPrevented) return;
  if (link.target || link.hash || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (!readPath(link.pathname)) return;
  event.preventDefault();
  if (link.href !== location.href) navigate(link.pathname + link.search);
}

/** "?" shows the keys, except where one writes. @param {KeyboardEvent} event */
function helpKey(event) {
  const writing = /** @type {Element} */ (event.target).matches?.("input, textarea, select");
  if (event.key === "?" && shell && !writing && !document.querySelector("dialog[open]")) showHelp(shell);
}

document.addEventListener("click", followLink);
document.addEventListener("keydown", helpKey);
document.addEventListener("salient:turn", () => void look());
document.addEventListener("visibilitychange", () => void look());
document.addEventListener("salient:connection", (event) => {
  const { detail } = /** @type {CustomEvent<{online: boolean}>} */ (event);
  header?.showConnection(detail.online);
});
addEventListener("offline", () => header?.showConnection(false));
addEventListener("online", () => void look());
addEventListener("popstate", () => void show().then(announce));
setInterval(look, LOOK_EVERY);
start(document.documentElement.lang).then(look, (problem) => {
  console.error(problem);
  fill(main, h("p", { class: "screen narrow", role: "alert" }, messageOf(problem)));
});
