/**
 * "Your turn" from the browser itself: while some tab of the table is open and nobody looks at it, and by push where
 * none is.
 *
 * @import { Shell } from "./main.js"
 * @import { GameCard } from "./wire.d.ts"
 */

import { isOn } from "./memory.js";

/** By which the browser remembers it. */
export const NOTICES = "notices";

/** Whether this browser is to say when it is my turn, and may. */
export function noticesOn() {
  return "Notification" in window && Notification.permission === "granted" && isOn(NOTICES, false);
}

/** The games of which was told, or that were known before. @type {Set<string> | null} */
let known = null;

/**
 * Tell of games that wait for me since I last looked: my turn, or a challenge.
 *
 * @param {GameCard[]} mine @param {Shell} shell
 */
export function tellOfTurns(mine, shell) {
  const waiting = mine.filter((game) => game.my_turn || game.seats.some((seat) => seat.for_me));
  const before = known;
  known = new Set(waiting.map(({ id }) => id));
  if (!before || !document.hidden || !noticesOn()) return;
  for (const game of waiting) {
    if (!before.has(game.id)) show(game, shell);
  }
}

/** @param {GameCard} game @param {Shell} shell */
function show(game, { say, navigate }) {
  const text = say(game.my_turn ? "notice.turn" : "notice.challenge");
  try {
    const notice = new Notification(text, {
      body: `${game.title_text} · ${game.scenario_text}`,
      tag: game.id, // one for each game
      icon: "/page/icon.svg",
    });
    notice.addEventListener("click", () => {
      window.focus();
      notice.close();
      navigate(`/game/${game.id}`);
    });
  } catch {
    // a browser that lets only programs in the background speak: the title still counts
  }
}
