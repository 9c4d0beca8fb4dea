/**
 * A game's page: the table itself, or first the question who takes the free seat.
 *
 * @import { Route, Screen, Shell } from "./main.js"
 * @import { GameCard } from "./wire.d.ts"
 */

import { isOffline } from "./api.js";
import { fill, h } from "./dom.js";
import { invitationField } from "./invitation.js";
import { isOn, recall } from "./memory.js";
import { openTable } from "./table/table.js";

const LOOK_EVERY = 8_000;

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 * @param {Route} route
 */
export async function openGame(root, shell, route) {
  const { api } = shell;
  const { id, invite } = route;
  const card = await api.get("/api/games/{game_id}", { game_id: id, invite: invite || undefined });
  if (root.isConnected) shell.setTitle(`${card.scenario_text} · ${card.title_text}`);
  /** @type {Screen} */
  let inner = { close() {} };
  const sit = async (/** @type {GameCard} */ game) => {
    inner.close();
    inner = await openSeated(root, game, shell, route);
  };
  const seated = card.seats.some((seat) => seat.mine);
  const free = card.seats.some((seat) => !seat.player);
  if (card.status === "open" && free && !seated) {
    const { openJoin } = await import("./join.js");
    inner = openJoin(root, card, invite, shell, sit);
  } else await sit(card);
  return { close: () => inner.close() };
}

/**
 * The table, with a strip above it while a seat is free, and the tour for newcomers.
 *
 * @param {HTMLElement} root @param {GameCard} game @param {Shell} shell @param {Route} route
 */
async function openSeated(root, game, shell, { id, invite, replay, state }) {
  const { api, say, lang, account, navigate } = shell;
  const strip = h("div");
  const place = h("div", { class: "table-root" });
  const name = h("h1", { class: "visually-hidden" }, `${game.title_text}: ${game.scenario_text}`);
  fill(root, h("div", { class: "game-screen" }, name, strip, place));
  const table = await openTable(place, { id, invite, replay, api, say, lang, account, navigate });
  const stopWaiting = waitForGuest(strip, game, shell);

  /** @type {{close(): void} | null} */
  let tour = null;
  const lead = async () => {
    const [{ startTour }, lessons] = await Promise.all([import("./tour.js"), table.lessons()]);
    if (place.isConnected) tour = startTour(shell, lessons);
  };
  const guide = async (/** @type {Event} */ event) => {
    event.preventDefault(); // heard: nobody needs to look for another table
    tour?.close();
    await lead();
  };
  document.addEventListener("salient:tour", guide);
  const newcomer = game.my_turn && game.status === "running" && recall("tour") === null;
  const welcome = async () => {
    if (isOn("briefing", true) && table.isNew()) await table.brief();
    if (state.tour || newcomer) await lead();
  };
  if (!replay) welcome().catch(shell.complain);
  if (state.tour) history.replaceState({}, ""); // wished for once, not at every reload
  return {
    close() {
      document.removeEventListener("salient:tour", guide);
      tour?.close();
      stopWaiting();
      table.close();
    },
  };
}

/**
 * While a seat is free: the link to send, until somebody has come.
 *
 * @param {HTMLElement} strip @param {GameCard} game @param {Shell} shell
 * @returns {() => void} stops waiting
 */
function waitForGuest(strip, game, { api, say, complain }) {
  if (game.status !== "open" || !game.invite) return () => {};
  const kept = game.seats.find((seat) => seat.kept)?.kept;
  const words = kept ? say("invite.challenged", { name: kept }) : say("invite.waiting");
  fill(strip, h("div", { class: "wait-strip" }, h("strong", null, words), !kept && invitationField(game, say)));
  const timer = setInterval(async () => {
    if (document.hidden) return;
    try {
      const now = await api.get("/api/games/{game_id}", { game_id: game.id });
      if (now.status === "open") return;
      clearInterval(timer);
      fill(strip);
    } catch (problem) {
      if (!isOffline(problem)) complain(problem);
    }
  }, LOOK_EVERY);
  return () => clearInterval(timer);
}
