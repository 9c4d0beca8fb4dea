/** The start of the page: language, person, router. The screens themselves are modules of their own. */

import { openAccount } from "./account.js";
import { createApi } from "./api.js";
import { fill, h } from "./dom.js";
import { createFooter, createHeader } from "./frame.js";
import { openGame } from "./game.js";
import { openHelp } from "./help.js";
import { openLobby } from "./lobby.js";
import { remember } from "./memory.js";
import { openNewGame } from "./new-game.js";
import { loadTexts } from "./texts.js";
import { toast } from "./toasts.js";

/**
 * What every screen gets.
 *
 * @typedef {object} Shell
 * @property {import("./api.js").Api} api
 * @property {import("./texts.js").Say} say
 * @property {string} lang
 * @property {any} account who is signed in, or null
 * @property {() => Promise<any>} catalogue what can be played, loaded once
 * @property {(path: string, state?: any) => void} navigate
 * @property {(account: any) => void} setAccount
 * @property {(problem: unknown) => void} complain say an error
 * @property {(title: string) => void} setTitle the window's title
 * @property {(mine: any[]) => void} setMine my games, for the count in the header
 *
 * @typedef {{close(): void}} Screen
 */

const ROUTES = [
  { path: /^\/$/, screen: "lobby", open: openLobby },
  { path: /^\/new$/, screen: "new", open: openNewGame },
  { path: /^\/account$/, screen: "account", open: openAccount },
  { path: /^\/game\/([\w-]+)$/, screen: "game", open: openGame },
  { path: /^\/replay\/([\w-]+)$/, screen: "replay", open: openGame },
];
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
  /** @type {Promise<any> | null} */
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
  const mine = turn;
  screen?.close();
  screen = null;
  const route = ROUTES.find(({ path }) => path.test(location.pathname));
  document.documentElement.dataset.screen = route?.screen ?? "lost";
  const place = h("div", { class: "place" }); // its own, so that a screen that comes too late is not seen
  fill(main, place);
  scrollTo(0, 0);
  if (!route) return fill(place, lost());
  const [, id] = /** @type {RegExpMatchArray} */ (location.pathname.match(route.path));
  const query = new URLSearchParams(location.search);
  try {
    const opened = await route.open(place, shell, {
      id,
      invite: query.get("invite") ?? "",
      replay: route.screen === "replay",
      state: history.state ?? {},
    });
    if (mine === turn) screen = opened;
    else opened.close();
  } catch (problem) {
    if (mine !== turn) return;
    document.documentElement.dataset.screen = "lost";
    fill(place, problem?.status === 404 ? lost() : broken(problem));
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
    h("p", null, problem instanceof Error ? problem.message : String(problem)),
    h(
      "p",
      null,
      h("button", { class: "button primary", type: "button", on: { click: show } }, shell.say("error.again")),
    ),
  );
}

/** Go to another page of ours. @param {string} path @param {any} [state] `replace` replaces */
function navigate(path, state = {}) {
  const { replace, ...kept } = state;
  history[replace ? "replaceState" : "pushState"](kept, "", path);
  void show().then(announce);
}

/** After a change of page: the focus on its heading, so that it is read out. */
function announce() {
  const target = main.querySelector("h1") ?? main;
  target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
}

/** Errors in the server's own words. @param {any} problem @param {import("./texts.js").Say} say */
function complain(problem, say) {
  if (!(problem instanceof Error) || problem.name !== "ApiProblem") console.error(problem);
  toast(problem?.message || say("error.broken"), "bad");
}

/** @param {string} title */
function setTitle(title) {
  heading = title;
  const whole = heading ? `${heading} · ${shell.say("site.name")}` : shell.say("site.name");
  document.title = waiting ? `(${waiting}) ${whole}` : whole;
}

/** @param {any[]} mine */
function setMine(mine) {
  waiting = mine.filter((game) => game.my_turn).length;
  header.showTurns(mine);
  setTitle(heading);
}

/** Ask for my games: how many wait for me? */
async function look() {
  if (document.hidden) return;
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
  if (!ROUTES.some(({ path }) => path.test(link.pathname))) return;
  event.preventDefault();
  if (link.href !== location.href) navigate(link.pathname + link.search);
}

/** "?" shows the keys, except where one writes. @param {KeyboardEvent} event */
function helpKey(event) {
  const writing = /** @type {Element} */ (event.target).matches?.("input, textarea, select");
  if (event.key === "?" && shell && !writing && !document.querySelector("dialog[open]")) openHelp(shell);
}

document.addEventListener("click", followLink);
document.addEventListener("keydown", helpKey);
document.addEventListener("salient:turn", () => void look());
document.addEventListener("visibilitychange", () => void look());
document.addEventListener("salient:connection", (event) => header?.showConnection(event.detail.online));
addEventListener("offline", () => header?.showConnection(false));
addEventListener("online", () => void look());
addEventListener("popstate", () => void show().then(announce));
setInterval(look, LOOK_EVERY);
start(document.documentElement.lang).then(look, (problem) => {
  console.error(problem);
  fill(main, h("p", { class: "screen narrow", role: "alert" }, String(problem.message)));
});
