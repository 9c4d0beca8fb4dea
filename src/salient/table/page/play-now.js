/**
 * The short ways to a table: a game against the bot at once, and the tour.
 *
 * @import { Shell } from "./main.js"
 */

const BOT = "simple";

/**
 * Somebody to play: who is signed in, else a guest where guests are welcome, else whoever signs in.
 *
 * @param {Shell} shell
 * @returns {Promise<boolean>} false if nobody did
 */
export async function ensurePlayer(shell) {
  if (shell.account) return true;
  const { guests } = await shell.catalogue();
  if (!guests) return (await import("./sign-in.js")).askToSignIn(shell);
  shell.setAccount(await shell.api.post("/api/guests"));
  return true;
}

/**
 * The smallest scenario of a game against the bot, with the guided first turn for whoever has not seen it.
 *
 * @param {Shell} shell
 * @param {{tour?: boolean, title?: string}} [wish] `tour` shows the tour in any case
 */
export async function playNow(shell, { tour = false, title: wanted = "" } = {}) {
  if (!(await ensurePlayer(shell))) return;
  const { titles, bots } = await shell.catalogue();
  const title = titles.find(({ id }) => id === wanted) ?? titles[0];
  const bot = bots.find(({ id }) => id === BOT) ?? bots[0];
  const [mine, ...others] = title.sides;
  const game = await shell.api.post("/api/games", {
    title: title.id,
    scenario: title.scenarios[0].id,
    seats: { [mine.id]: "me", ...Object.fromEntries(others.map(({ id }) => [id, `bot:${bot.id}`])) },
  });
  shell.navigate(`/game/${game.id}`, { tour });
}

/**
 * The guided tour: on this table if one is open, else on a game that waits for me, else on a new one.
 *
 * @param {Shell} shell
 */
export async function showTour(shell) {
  const unheard = document.dispatchEvent(new CustomEvent("salient:tour", { cancelable: true }));
  if (!unheard) return;
  try {
    const mine = shell.account ? await shell.api.get("/api/games", { scope: "mine" }) : [];
    const game = mine.find(({ my_turn }) => my_turn);
    if (game) shell.navigate(`/game/${game.id}`, { tour: true });
    else await playNow(shell, { tour: true });
  } catch (problem) {
    shell.complain(problem);
  }
}
