/**
 * Signing in and up.
 *
 * @import { Shell } from "./main.js"
 * @import { Account } from "./wire.d.ts"
 */

import { messageOf } from "./api.js";
import { h } from "./dom.js";
import { actionButton, busily, field } from "./forms.js";
import { openDialog } from "./menu.js";
import { toast } from "./toasts.js";

/**
 * The form for a name and a password.
 *
 * @param {Shell} shell
 * @param {"in" | "up"} way
 * @param {(account: Account) => void} done
 * @returns {HTMLFormElement}
 */
export function credentialsForm(shell, way, done) {
  const { api, say } = shell;
  const fresh = way === "up";
  const name = h("input", {
    name: "name",
    required: true,
    minlength: "2",
    maxlength: "24",
    autocomplete: "username",
    autocapitalize: "none",
    spellcheck: "false",
  });
  const password = h("input", {
    name: "password",
    type: "password",
    required: true,
    minlength: fresh ? "8" : null,
    maxlength: "200",
    autocomplete: fresh ? "new-password" : "current-password",
  });
  const problem = h("p", { class: "notice bad", role: "alert", hidden: true });
  const looks = fresh && !shell.account ? "button" : "button primary";
  const button = h(
    "button",
    { class: looks, type: "submit", "data-testid": fresh ? "sign-up" : "sign-in" },
    say(fresh ? "sign.up" : "sign.in"),
  );
  const enter = async () => {
    problem.hidden = true;
    const path = fresh ? "/api/accounts" : "/api/session";
    let account = await api.post(path, { name: name.value.trim(), password: password.value });
    if (fresh && account.language !== shell.lang) account = await api.patch("/api/me", { language: shell.lang });
    shell.setAccount(account);
    done(account);
  };
  const tell = (/** @type {unknown} */ wrong) => {
    problem.textContent = messageOf(wrong);
    problem.hidden = false;
  };
  return h(
    "form",
    {
      class: "stack",
      on: {
        submit: (event) => {
          event.preventDefault();
          busily(button, enter, tell);
        },
      },
    },
    field(say("sign.name"), name, fresh ? say("sign.name_hint") : ""),
    field(say("sign.password"), password, fresh ? say("sign.password_hint") : ""),
    problem,
    h("div", { class: "row" }, button),
    fresh ? null : forgotten(shell, name),
  );
}

/** The way to a letter with a new password, where letters can be sent. @param {Shell} shell @param {HTMLInputElement} name */
function forgotten(shell, name) {
  const { api, say } = shell;
  const ask = async () => {
    if (!name.reportValidity()) return;
    await api.post("/api/resets", { name: name.value.trim() });
    toast(say("sign.letter_sent"), "good");
  };
  const button = actionButton(say("sign.forgotten"), { testid: "forgotten", complain: shell.complain }, ask);
  button.type = "button";
  button.hidden = true;
  shell.catalogue().then((catalogue) => {
    button.hidden = !catalogue.letters;
  });
  return button;
}

/**
 * Ask who it is, in a dialog.
 *
 * @param {Shell} shell
 * @returns {Promise<boolean>} whether somebody signed in or up
 */
export function askToSignIn(shell) {
  const { say } = shell;
  return new Promise((resolve) => {
    const close = () => dialog.close();
    const dialog = openDialog(
      say("sign.first"),
      say("nav.close"),
      h("h3", null, say("sign.in")),
      credentialsForm(shell, "in", close),
      h("hr"),
      h("h3", null, say("sign.new_here")),
      credentialsForm(shell, "up", close),
    );
    dialog.addEventListener("close", () => resolve(shell.account !== null));
  });
}
