/**
 * One's own data: to take along, and to have deleted.
 *
 * @import { Shell } from "./main.js"
 */

import { h } from "./dom.js";
import { actionButton, field } from "./forms.js";
import { openDialog } from "./menu.js";
import { toast } from "./toasts.js";

/** @param {Shell} shell @param {{guest: boolean}} account */
export function leavingPart(shell, { guest }) {
  const { say } = shell;
  return [
    h("p", { class: "hint" }, say("leave.hint")),
    h(
      "div",
      { class: "row" },
      h(
        "a",
        { class: "button", href: "/api/me/export", download: "salient.json", "data-testid": "export" },
        say("leave.export"),
      ),
      h(
        "button",
        {
          class: "button quiet danger",
          type: "button",
          "data-testid": "delete-account",
          on: { click: () => ask(shell, guest) },
        },
        say("leave.delete"),
      ),
    ),
  ];
}

/** Once more, with the password. @param {Shell} shell @param {boolean} guest */
function ask(shell, guest) {
  const { api, say } = shell;
  const password = h("input", {
    type: "password",
    maxlength: "200",
    autocomplete: "current-password",
    "data-testid": "delete-password",
  });
  const go = actionButton(
    say("leave.delete_sure"),
    { class: "danger", testid: "delete-sure", complain: shell.complain },
    async () => {
      await api.post("/api/me/deletion", { password: password.value });
      dialog.close();
      shell.setAccount(null);
      toast(say("leave.gone"), "good");
      shell.navigate("/");
    },
  );
  const dialog = openDialog(
    say("leave.delete"),
    say("nav.close"),
    h("p", null, say("leave.what")),
    !guest && field(say("sign.password"), password),
    h(
      "div",
      { class: "row" },
      go,
      h("button", { class: "button", type: "button", on: { click: () => dialog.close() } }, say("nav.cancel")),
    ),
  );
}
