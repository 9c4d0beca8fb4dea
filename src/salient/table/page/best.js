/**
 * The best players of each game.
 *
 * @import { Route, Shell } from "./main.js"
 */

import { fill, h } from "./dom.js";
import { personPath } from "./people.js";
import { table } from "./profile.js";

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 * @param {Route} route the title
 */
export async function openBest(root, shell, { id }) {
  const { api, say } = shell;
  const { titles } = await shell.catalogue();
  const title = titles.find((one) => one.id === id) ?? titles[0];
  const best = await api.get("/api/ratings/{title}", { title: title.id });
  shell.setTitle(say("best.heading"));
  fill(
    root,
    h(
      "div",
      { class: "screen narrow stack", style: { "--gap": "var(--s5)" }, "data-testid": "best" },
      h("h1", null, say("best.heading")),
      h(
        "div",
        { class: "row", role: "group", "aria-label": say("lobby.titles") },
        titles.map((one) =>
          h(
            "a",
            {
              class: `button small ${one === title ? "primary" : ""}`,
              href: `/best/${one.id}`,
              "aria-current": one === title ? "page" : null,
            },
            one.text,
          ),
        ),
      ),
      best.length
        ? table(
            say("best.heading"),
            ["#", say("sign.name"), say("profile.rating"), say("profile.games")],
            best.map(({ place, name, rating, deviation, games, mine }) => [
              String(place),
              h("a", { href: personPath(name) }, mine ? h("strong", null, name) : name),
              `${rating} ± ${2 * deviation}`,
              String(games),
            ]),
          )
        : h("p", { class: "empty" }, say("best.nobody")),
      h("p", { class: "hint" }, say("best.hint")),
    ),
  );
  return { close() {} };
}
