/**
 * What stands around every screen: header, notices, footer.
 *
 * @import { Shell } from "./main.js"
 * @import { Say } from "./texts.js"
 * @import { GameCard } from "./wire.d.ts"
 */

import { h } from "./dom.js";
import { emblem, icon } from "./icons.js";
import { recall, remember } from "./memory.js";
import { withPopover } from "./menu.js";
import { showTour } from "./play-now.js";

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
const THEME_ICONS = /** @type {const} */ ({ auto: "auto", light: "sun", dark: "moon" });

/**
 * The header with its notices.
 *
 * @param {Shell} shell
 * @param {{switchLanguage(lang: string): Promise<void>}} doings
 */
export function createHeader(shell, { switchLanguage }) {
  const { say, lang } = shell;
  const turns = h("a", { class: "turns", href: "/", hidden: true });
  const other =
    lang === "ja" ? { id: "en", text: "EN: English", brief: "EN" } : { id: "ja", text: "日本語", brief: "日本語" };
  const language = h(
    "button",
    {
      class: "button quiet small",
      type: "button",
      lang: other.id,
      title: other.text,
      "aria-label": other.text,
      "data-testid": "language",
      on: { click: () => switchLanguage(other.id).catch(shell.complain) },
    },
    other.brief,
  );
  const help = h(
    "button",
    {
      class: "button quiet icon",
      type: "button",
      "aria-label": say("nav.help"),
      title: say("nav.help"),
      "data-testid": "help",
    },
    icon("help"),
  );
  const offline = h("p", { class: "offline", role: "status", hidden: true }, say("error.offline"));
  const element = h(
    "header",
    { class: "header" },
    h("a", { class: "skip", href: "#main" }, say("nav.skip")),
    h("a", { class: "brand", href: "/", "aria-label": say("nav.home") }, emblem(), h("span", null, say("site.name"))),
    h(
      "nav",
      { class: "header-tools", "aria-label": say("nav.main") },
      turns,
      language,
      themeButton(say),
      withPopover(help, () => helpItems(shell)),
      accountLink(shell),
    ),
    offline,
  );
  return {
    element,
    /** @param {GameCard[]} mine my games */
    showTurns: (mine) => showTurns(turns, mine, say),
    /** @param {boolean} online whether the server answers */
    showConnection: (online) => (offline.hidden = online),
  };
}

/**
 * How many games wait for me; the link goes to the next of them.
 *
 * @param {HTMLAnchorElement} link @param {GameCard[]} mine @param {Say} say
 */
function showTurns(link, mine, say) {
  const here = location.pathname;
  const mineNow = mine.filter((game) => game.my_turn);
  const next = mineNow.find((game) => here !== `/game/${game.id}`) ?? mineNow[0];
  link.hidden = mineNow.length === 0;
  link.textContent = String(mineNow.length);
  link.href = next ? `/game/${next.id}` : "/";
  const words = say("nav.turns", { n: mineNow.length });
  link.setAttribute("aria-label", words);
  link.title = words;
}

/** Auto, light, dark, and round again. @param {Say} say */
function themeButton(say) {
  const button = h("button", { class: "button quiet icon", type: "button", "data-testid": "theme" });
  const show = () => {
    const theme = THEMES.find((name) => name === recall("theme")) ?? "auto";
    const words = say(`theme.${theme}`);
    button.replaceChildren(icon(THEME_ICONS[theme]));
    button.setAttribute("aria-label", words);
    button.title = words;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    return theme;
  };
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(show()) + 1) % THEMES.length];
    remember("theme", next === "auto" ? null : next);
    show();
  });
  show();
  return button;
}

/** @param {Shell} shell */
function helpItems(shell) {
  const { say } = shell;
  const item = (/** @type {string} */ text, /** @type {string} */ testid, /** @type {() => void} */ click) =>
    h("button", { class: "menu-item", type: "button", "data-testid": testid, on: { click } }, text);
  return [
    item(say("help.tour"), "tour-start", () => showTour(shell)),
    item(say("help.keys"), "keys", () => showHelp(shell)),
    h("a", { class: "menu-item", href: "/rules", "data-testid": "rules" }, say("rules.heading")),
    h("a", { class: "menu-item", href: "/schema" }, say("help.api")),
  ];
}

/** Show the keys; they come when they are asked for. @param {Shell} shell */
export async function showHelp(shell) {
  (await import("./help.js")).openHelp(shell);
}

/** @param {Shell} shell */
function accountLink({ account, say }) {
  const name = account?.name ?? say("nav.sign_in");
  return h(
    "a",
    { class: "button quiet account-link", href: "/account", "data-testid": "account", title: name },
    icon("person"),
    h("span", null, name),
  );
}

/** @param {Shell} shell */
export function createFooter({ say, catalogue }) {
  const version = h("span");
  catalogue().then(
    ({ version: name }) => name && version.append(say("footer.version", { version: name })),
    () => {},
  );
  return h(
    "footer",
    { class: "footer" },
    h("span", null, say("footer.motto")),
    h(
      "span",
      { class: "row" },
      h("a", { href: "/rules" }, say("rules.heading")),
      h("a", { href: "/schema" }, say("footer.api")),
      version,
    ),
  );
}
