/** The addresses of the page. */

/** @typedef {"lobby" | "new" | "account" | "game" | "replay" | "rules" | "person" | "best"} ScreenName */

const ROUTES = /** @type {const} */ ([
  [/^\/$/, "lobby"],
  [/^\/new$/, "new"],
  [/^\/account$/, "account"],
  [/^\/game\/([\w-]+)$/, "game"],
  [/^\/replay\/([\w-]+)$/, "replay"],
  [/^\/people\/([^/]+)$/, "person"],
  [/^\/best(?:\/([\w-]+))?$/, "best"],
  [/^\/rules(?:\/([\w-]+)(?:\/([\w.-]+))?)?$/, "rules"],
]);

/**
 * Which screen a path leads to, the game or title it names, and a part of that, if any.
 *
 * @param {string} path
 * @returns {{screen: ScreenName, id: string, part: string} | null} null: there is no such page
 */
export function readPath(path) {
  for (const [pattern, screen] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { screen, id: decoded(found[1] ?? ""), part: found[2] ?? "" };
  }
  return null;
}

/** A part of an address as it was meant; one that cannot be read stays as it is. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
