/**
 * The account: signing in and up, settings, keys for programs.
 *
 * @import { Shell } from "./main.js"
 * @import { Account } from "./wire.d.ts"
 *
 * @typedef {Shell & {account: Account}} Inside the shell of somebody who is signed in
 */

import { fill, h } from "./dom.js";
import { actionButton, busily, copyField, field } from "./forms.js";
import { leavingPart } from "./leaving.js";
import { noticeSwitch, silence } from "./notice-switch.js";
import { personPath } from "./people.js";
import { credentialsForm } from "./sign-in.js";
import { toast } from "./toasts.js";

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 */
export function openAccount(root, shell) {
  const { say } = shell;
  shell.setTitle(say("account.heading"));
  const page = h("div", { class: "screen narrow stack", style: { "--gap": "var(--s6)" } });
  const draw = () => fill(page, content(shell, draw));
  draw();
  fill(root, page);
  takeKey(shell, page, draw);
  return { close() {} };
}

/** Somebody comes with the key of a letter in the address. @param {Shell} shell @param {HTMLElement} page @param {() => void} draw */
async function takeKey(shell, page, draw) {
  const { api, say } = shell;
  const query = new URLSearchParams(location.search);
  const [confirm, reset] = [query.get("confirm"), query.get("reset")];
  if (!confirm && !reset) return;
  history.replaceState(null, "", "/account"); // a key is not left in the address
  if (reset) {
    page.prepend(resetForm(shell, reset, draw));
    return;
  }
  try {
    await api.post("/api/confirmations", { key: confirm ?? "" });
    toast(say("account.confirmed"), "good");
    if (shell.account) shell.setAccount(await api.get("/api/me"));
    draw();
  } catch (wrong) {
    shell.complain(wrong);
  }
}

/** A new password for one who has forgotten the old. @param {Shell} shell @param {string} key @param {() => void} draw */
function resetForm(shell, key, draw) {
  const { api, say } = shell;
  const fresh = h("input", {
    type: "password",
    name: "new",
    required: true,
    minlength: "8",
    maxlength: "200",
    autocomplete: "new-password",
  });
  const save = h(
    "button",
    { class: "button primary", type: "submit", "data-testid": "reset-password" },
    say("account.change_password"),
  );
  const send = async () => {
    shell.setAccount(await api.post("/api/passwords", { key, new: fresh.value }));
    toast(say("account.password_changed"), "good");
    draw();
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    busily(save, send, shell.complain);
  };
  return h(
    "section",
    { class: "card stack" },
    h("h2", null, say("account.reset")),
    h(
      "form",
      { class: "stack", on: { submit } },
      field(say("account.new_password"), fresh, say("account.password_hint")),
      h("div", { class: "row" }, save),
    ),
  );
}

/** @param {Shell} shell @param {() => void} draw */
function content(shell, draw) {
  if (!shell.account) return strangers(shell, draw);
  const inside = /** @type {Inside} */ (shell);
  return inside.account.guest ? guests(inside, draw) : members(inside, draw);
}

/** Nobody is signed in: two forms side by side. @param {Shell} shell @param {() => void} draw */
function strangers(shell, draw) {
  const { say } = shell;
  const enter = (/** @type {Account} */ account) => {
    toast(say("sign.hello", { name: account.name }), "good");
    shell.navigate("/");
  };
  return [
    h("h1", null, say("account.heading")),
    h(
      "div",
      { class: "pair" },
      h("section", { class: "card stack" }, h("h2", null, say("sign.in")), credentialsForm(shell, "in", enter)),
      h("section", { class: "card stack" }, h("h2", null, say("sign.new_here")), credentialsForm(shell, "up", draw)),
    ),
  ];
}

/** A guest can become a member and keeps all games. @param {Inside} shell @param {() => void} draw */
function guests(shell, draw) {
  const { say } = shell;
  const kept = (/** @type {Account} */ account) => {
    toast(say("account.kept", { name: account.name }), "good");
    draw();
  };
  return [
    h("h1", null, shell.account.name),
    h("p", { class: "notice warn" }, say("account.guest")),
    h("section", { class: "card stack" }, h("h2", null, say("account.keep")), credentialsForm(shell, "up", kept)),
    h(
      "details",
      { class: "card" },
      h("summary", null, say("account.have_one")),
      h("p", { class: "hint" }, say("account.have_one_hint")),
      credentialsForm(shell, "in", draw),
    ),
    h("section", { class: "card stack" }, h("h2", null, say("notice.heading")), noticeSwitch(shell)),
    h("section", { class: "card stack" }, h("h2", null, say("leave.heading")), leavingPart(shell, shell.account)),
  ];
}

/** A member's settings. @param {Inside} shell @param {() => void} draw */
function members(shell, draw) {
  const { api, say } = shell;
  const leave = actionButton(say("account.sign_out"), { testid: "sign-out", complain: shell.complain }, async () => {
    await silence(api);
    await api.delete("/api/session");
    shell.setAccount(null);
    draw();
  });
  return [
    h(
      "div",
      { class: "row spread" },
      h("h1", null, shell.account.name),
      h(
        "div",
        { class: "row" },
        h(
          "a",
          { class: "button", href: personPath(shell.account.name), "data-testid": "my-profile" },
          say("account.profile"),
        ),
        leave,
      ),
    ),
    h("section", { class: "card stack" }, h("h2", null, say("notice.heading")), noticeSwitch(shell)),
    h("section", { class: "card stack" }, h("h2", null, say("account.settings")), settingsForm(shell, draw)),
    h("section", { class: "card stack" }, h("h2", null, say("account.password")), passwordForm(shell)),
    h("section", { class: "card stack" }, h("h2", null, say("account.programs")), ...tokenPart(shell)),
    h("section", { class: "card stack" }, h("h2", null, say("leave.heading")), leavingPart(shell, shell.account)),
  ];
}

/** @param {Inside} shell @param {() => void} draw */
function settingsForm(shell, draw) {
  const { api, say, account } = shell;
  const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value }, text);
  const language = h(
    "select",
    { name: "language", value: account.language },
    option("en", "English"),
    option("ja", "日本語"),
  );
  const email = h("input", {
    type: "email",
    name: "email",
    value: account.email,
    maxlength: "200",
    autocomplete: "email",
  });
  const webhook = h("input", {
    type: "url",
    name: "webhook",
    value: account.webhook,
    maxlength: "500",
    placeholder: "https://…",
  });
  const kind = h(
    "select",
    { name: "webhook_kind", value: account.webhook_kind },
    option("json", "JSON"),
    option("discord", "Discord"),
    option("slack", "Slack"),
  );
  const vacation = h("input", { type: "date", name: "vacation", value: dateOf(account.vacation) });
  const save = h(
    "button",
    { class: "button primary", type: "submit", "data-testid": "save-settings" },
    say("account.save"),
  );
  const send = async () => {
    const changed = await api.patch("/api/me", {
      language: language.value,
      email: email.value,
      webhook: webhook.value,
      webhook_kind: kind.value,
      vacation: endOf(vacation.value),
    });
    shell.setAccount(changed);
    toast(say("account.saved"), "good");
    draw();
  };
  return h(
    "form",
    {
      class: "stack",
      on: {
        submit: (event) => {
          event.preventDefault();
          busily(save, send, shell.complain);
        },
      },
    },
    h("p", { class: "hint" }, say("account.settings_hint")),
    field(say("account.language"), language),
    field(
      say("account.email"),
      email,
      account.email ? say(account.confirmed ? "account.is_confirmed" : "account.unconfirmed") : "",
    ),
    account.email && !account.confirmed ? againButton(shell) : null,
    h(
      "div",
      { class: "pair wide-first" },
      field(say("account.webhook"), webhook),
      field(say("account.webhook_kind"), kind),
    ),
    field(say("account.vacation"), vacation, say("account.vacation_hint")),
    h("div", { class: "row" }, save),
  );
}

/** The letter that confirms an address, once more. @param {Shell} shell */
function againButton(shell) {
  const { api, say } = shell;
  const looks = { testid: "confirm-again", complain: shell.complain };
  const button = actionButton(say("account.letter_again"), looks, async () => {
    await api.post("/api/me/confirmation");
    toast(say("account.letter_sent"), "good");
  });
  button.type = "button";
  return h("div", { class: "row" }, button);
}

/** A new password ends every other session. @param {Shell} shell */
function passwordForm(shell) {
  const { api, say } = shell;
  const secret = (/** @type {string} */ name, /** @type {string} */ purpose) =>
    h("input", { type: "password", name, required: true, minlength: "8", maxlength: "200", autocomplete: purpose });
  const old = secret("old", "current-password");
  const fresh = secret("new", "new-password");
  const save = h(
    "button",
    { class: "button", type: "submit", "data-testid": "change-password" },
    say("account.change_password"),
  );
  const send = async () => {
    await api.put("/api/me/password", { old: old.value, new: fresh.value });
    old.value = "";
    fresh.value = "";
    toast(say("account.password_changed"), "good");
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    busily(save, send, shell.complain);
  };
  return h(
    "form",
    { class: "stack", on: { submit } },
    h(
      "div",
      { class: "pair" },
      field(say("account.old_password"), old),
      field(say("account.new_password"), fresh, say("account.password_hint")),
    ),
    h("div", { class: "row" }, save),
  );
}

/** The local day of a moment that lies ahead, for a date field. @param {string | null} moment */
function dateOf(moment) {
  const date = moment ? new Date(moment) : null;
  return date && date.getTime() > Date.now() ? date.toLocaleDateString("sv-SE") : ""; // sv-SE writes ISO dates
}

/** The end of a local day, as the server wants it. @param {string} date */
function endOf(date) {
  return date ? new Date(`${date}T23:59:59`).toISOString() : null;
}

/** A key for programs, shown once. @param {Shell} shell */
function tokenPart(shell) {
  const { api, say } = shell;
  const shown = h("div", { class: "stack" });
  const make = async () => {
    const { token } = await api.post("/api/me/tokens");
    fill(
      shown,
      h("p", { class: "notice warn" }, say("account.token_once")),
      copyField(say("account.token"), token, say, "token"),
    );
  };
  const revoke = async () => {
    await api.delete("/api/me/tokens");
    fill(shown, h("p", { class: "notice" }, say("account.tokens_revoked")));
  };
  const looks = { testid: "make-token", complain: shell.complain };
  const end = { testid: "revoke-tokens", complain: shell.complain };
  return [
    h("p", { class: "hint" }, say("account.programs_hint"), " ", h("a", { href: "/schema" }, say("footer.api"))),
    h(
      "div",
      { class: "row" },
      actionButton(say("account.make_token"), looks, make),
      actionButton(say("account.revoke_tokens"), end, revoke),
    ),
    shown,
  ];
}
