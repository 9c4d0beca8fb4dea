/** A game's page: the table itself, or first the question who takes the free seat. */

import { fill, h } from "./dom.js";
import { invitationField } from "./invitation.js";
import { openJoin } from "./join.js";
import { openTable } from "./table/table.js";
import { startTour, tourSeen } from "./tour.js";

const LOOK_EVERY = 8_000;

/**
 * @param {HTMLElement} root
 * @param {import("./main.js").Shell} shell
 * @param {{id: string, invite: string, replay: boolean, state: {tour?: boolean}}} route
 */
export async function openGame(root, shell, { id, invite, replay, state }) {
  const { api } = shell;
  const card = await api.get(`/api/games/${id}`, { invite: invite || undefined });
  if (root.isConnected) shell.setTitle(`${card.scenario_text} · ${card.title_text}`);
  /** @type {import("./main.js").Screen} */
  let inner = { close() {} };
  const sit = async (/** @type {any} */ game) => {
    inner.close();
    inner = await openSeated(root, game, shell, { id, invite, replay, state });
  };
  const seated = card.seats.some((seat) => seat.mine);
  const free = card.seats.some((seat) => !seat.player);
  if (card.status === "open" && free && !seated) inner = openJoin(root, card, invite, shell, sit);
  else await sit(card);
  return { close: () => inner.close() };
}

/** The table, with a strip above it while a seat is free, and the tour for newcomers. */
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
  const guide = (/** @type {Event} */ event) => {
    event.preventDefault(); // heard: nobody needs to look for another table
    tour?.close();
    tour = startTour(shell);
  };
  document.addEventListener("salient:tour", guide);
  const newcomer = game.seats.some((seat) => seat.mine) && game.status === "running" && !tourSeen();
  if (!replay && (state.tour || newcomer)) tour = startTour(shell);
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

/** While a seat is free: the link to send, until somebody has come. */
function waitForGuest(strip, game, { api, say, complain }) {
  if (game.status !== "open" || !game.invite) return () => {};
  fill(strip, h("div", { class: "wait-strip" }, h("strong", null, say("invite.waiting")), invitationField(game, say)));
  const timer = setInterval(async () => {
    if (document.hidden) return;
    try {
      const now = await api.get(`/api/games/${game.id}`);
      if (now.status === "open") return;
      clearInterval(timer);
      fill(strip);
    } catch (problem) {
      if (problem.code !== "offline") complain(problem); // of that the frame speaks
    }
  }, LOOK_EVERY);
  return () => clearInterval(timer);
}
