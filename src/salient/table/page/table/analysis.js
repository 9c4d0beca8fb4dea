/**
 * Looking into a game: where its turns begin, a link to a moment, and "what if": to play on from there.
 *
 * @import { Entry } from "../wire.d.ts"
 * @import { Replay } from "./replay.js"
 * @import { Desk } from "./table.js"
 */

import { messageOf } from "../api.js";
import { h } from "../dom.js";
import { sign } from "../icons.js";
import { toast } from "../toasts.js";
import { menuAt, pointBelow } from "./popover.js";
import { sketchOf } from "./sketch.js";

const BOT = "simple";
const SIGNS = {
  link: "M8 12l4-4M7 9l-2 2a3 3 0 0 0 4 4l2-2M13 11l2-2a3 3 0 0 0-4-4L9 7",
  branch: "M6 3v14M6 11c0-4 8-2 8-6M14 3v3",
};

/** The moves after which the clock shows something new, in order. @param {Entry[]} entries those that stand */
export function turnsOf(entries) {
  return entries.filter((entry, at) => at > 0 && entry.clock !== entries[at - 1].clock).map(({ move }) => move);
}

/** The buttons of the replay for that. @param {Desk} desk @param {Replay} replay */
export function analysisButtons(desk, replay) {
  const { say } = desk;
  const button = (/** @type {keyof typeof SIGNS} */ id, /** @type {(near: Element) => void} */ deed) => {
    const words = say(`table.analysis.${id}`);
    const made = h(
      "button",
      { class: "button quiet icon", type: "button", "aria-label": words, title: words, data: { analysis: id } },
      sign(SIGNS[id]),
    );
    made.addEventListener("click", () => deed(made));
    return made;
  };
  return h(
    "span",
    { class: "replay-buttons" },
    button("link", () => copyLink(desk, replay.move)),
    button("branch", (near) => offerBranches(desk, replay.move, near)),
  );
}

/** @param {Desk} desk @param {number} move */
async function copyLink({ id, invite, say }, move) {
  const address = new URL(`/replay/${id}`, location.href);
  address.searchParams.set("move", String(move));
  if (invite) address.searchParams.set("invite", invite);
  const { parameters, whole } = sketchOf(id);
  for (const [name, word] of parameters) address.searchParams.set(name, word);
  try {
    await navigator.clipboard.writeText(String(address));
    toast(say(whole ? "table.analysis.copied" : "table.analysis.copied_part"));
  } catch {
    toast(String(address)); // the clipboard is forbidden: at least it can be read
  }
}

/** Alone, or against a bot on the other side. @param {Desk} desk @param {number} move @param {Element} near */
function offerBranches(desk, move, near) {
  const { model, say } = desk;
  if (model.card.status !== "over") return toast(say("table.analysis.later"));
  const others = model.board.sides.map((side, at) => ({
    text: say("table.analysis.against", { side: side.text }),
    data: { branch: side.id },
    deed: () => branch(desk, move, { [model.board.sides[1 - at].id]: BOT }),
  }));
  const alone = { text: say("table.analysis.alone"), data: { branch: "alone" }, deed: () => branch(desk, move, {}) };
  menuAt(pointBelow(near), say("table.analysis.branch"), [alone, ...others]);
}

/** Make a variation of what was played so far. @param {Desk} desk @param {number} move @param {Record<string, string>} bots */
async function branch({ api, id, invite, navigate }, move, bots) {
  try {
    const made = await api.post("/api/games/{game_id}/variations", { move, bots }, { game_id: id, invite });
    navigate(`/game/${made.id}`);
  } catch (problem) {
    toast(messageOf(problem), "bad");
  }
}
