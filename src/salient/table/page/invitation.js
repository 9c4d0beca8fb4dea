/**
 * The link by which somebody else comes to a table, and taking it back.
 *
 * @import { Shell } from "./main.js"
 * @import { Say } from "./texts.js"
 * @import { GameCard } from "./wire.d.ts"
 */

import { h } from "./dom.js";
import { actionButton, copyField } from "./forms.js";
import { openDialog } from "./menu.js";

/** @param {GameCard} game with its `invite` */
export function invitationLink(game) {
  return `${location.origin}/game/${game.id}?invite=${encodeURIComponent(game.invite)}`;
}

/**
 * The link with its copy button.
 *
 * @param {GameCard} game
 * @param {Say} say
 */
export function invitationField(game, say) {
  return copyField(say("invite.link"), invitationLink(game), say, "invite-link");
}

/**
 * Take a game back that nobody has joined, after asking.
 *
 * @param {GameCard} game
 * @param {Shell} shell
 */
export async function withdraw(game, shell) {
  const { api, say } = shell;
  const dialog = openDialog(
    say("invite.withdraw"),
    say("nav.close"),
    h("p", null, say("invite.withdraw_sure", { scenario: game.scenario_text })),
    h(
      "div",
      { class: "row" },
      actionButton(say("invite.withdraw"), { class: "danger", complain: shell.complain }, async () => {
        await api.delete("/api/games/{game_id}", { game_id: game.id });
        dialog.close();
        document.dispatchEvent(new CustomEvent("salient:games")); // the lobby looks again
      }),
      h("button", { class: "button", type: "button", on: { click: () => dialog.close() } }, say("nav.cancel")),
    ),
  );
}
