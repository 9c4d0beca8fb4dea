/**
 * The keys of the table.
 *
 * @import { Shell } from "./main.js"
 */

import { h } from "./dom.js";
import { openDialog } from "./menu.js";

/** Which keys do what; the sentence of each is `help.key.<name>`. */
const KEYS = /** @type {const} */ ([
  ["next", ["N", "⇧N"]],
  ["choose", ["Enter"]],
  ["back", ["Esc"]],
  ["undo", ["U"]],
  ["find", ["/"]],
  ["odds", ["O"]],
  ["inspect", ["I"]],
  ["sight", ["L"]],
  ["lifeline", ["P"]],
  ["same", ["S"]],
  ["again", ["T"]],
  ["note", ["W"]],
  ["sketch", ["X"]],
  ["centre", ["C"]],
  ["pan", ["←", "↑", "→", "↓"]],
  ["zoom", ["+", "−", "0"]],
  ["replay", [",", "."]],
  ["help", ["?"]],
]);

/** @param {Shell} shell */
export function openHelp({ say }) {
  openDialog(
    say("help.keys"),
    say("nav.close"),
    h("p", { class: "hint" }, say("help.keys_hint")),
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([name, keys]) => [
        h(
          "dt",
          { class: "row", style: { "--gap": "var(--s1)" } },
          keys.map((key) => h("kbd", null, key)),
        ),
        h("dd", null, say(`help.key.${name}`)),
      ]),
    ),
  );
}
