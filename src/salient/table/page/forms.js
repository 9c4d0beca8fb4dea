/**
 * Parts of forms.
 *
 * @import { Say } from "./texts.js"
 */

import { h } from "./dom.js";

let fields = 0;

/**
 * A labelled field.
 *
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [hint]
 */
export function field(label, input, hint = "") {
  fields += 1;
  input.id ||= `field-${fields}`;
  const { id } = input;
  if (hint) input.setAttribute("aria-describedby", `${id}-hint`);
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    input,
    hint && h("p", { class: "hint", id: `${id}-hint` }, hint),
  );
}

/**
 * A button that is busy while it works, so that nothing is sent twice.
 *
 * @param {HTMLButtonElement} button
 * @param {() => Promise<unknown>} work
 * @param {(problem: unknown) => void} complain
 */
export async function busily(button, work, complain) {
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (problem) {
    complain(problem);
  } finally {
    button.removeAttribute("aria-busy");
  }
}

/**
 * A button that does something on the server.
 *
 * @param {string} text
 * @param {{class?: string, testid?: string, icon?: Node, complain: (problem: unknown) => void}} looks
 * @param {() => Promise<unknown>} work
 */
export function actionButton(text, { class: kind = "", testid, icon, complain }, work) {
  const button = h(
    "button",
    {
      class: `button ${kind}`,
      type: "button",
      "data-testid": testid,
      on: { click: () => void busily(button, work, complain) },
    },
    icon,
    text,
  );
  return button;
}

/**
 * A text to be copied, with the button that copies it.
 *
 * @param {string} label
 * @param {string} text
 * @param {Say} say
 * @param {string} [testid]
 */
export function copyField(label, text, say, testid) {
  const input = h("input", {
    type: "text",
    readonly: true,
    value: text,
    "aria-label": label,
    "data-testid": testid,
    spellcheck: "false",
    on: { focus: () => void input.select() },
  });
  const button = h("button", { class: "button", type: "button" }, say("copy.do"));
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = say("copy.done");
      setTimeout(() => (button.textContent = say("copy.do")), 2500);
    } catch {
      input.focus(); // no clipboard here (plain http): the text is selected, to be copied by hand
      button.textContent = say("copy.hand");
    }
  });
  return h("div", { class: "copy-field" }, input, button);
}
