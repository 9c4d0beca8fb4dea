/** The addresses of the page. */

/** @typedef {"lobby" | "new" | "account" | "game" | "replay"} ScreenName */

const ROUTES = /** @type {const} */ ([
  [/^\/$/, "lobby"],
  [/^\/new$/, "new"],
  [/^\/account$/, "account"],
  [/^\/game\/([\w-]+)$/, "game"],
  [/^\/replay\/([\w-]+)$/, "replay"],
]);

/**
 * Which screen a path leads to, and the game it names, if any.
 *
 * @param {string} path
 * @returns {{screen: ScreenName, id: string} | null} null: there is no such page
 */
export function readPath(path) {
  for (const [pattern, screen] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { screen, id: found[1] ?? "" };
  }
  return null;
}
