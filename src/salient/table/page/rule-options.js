/**
 * The switches of a game's rules, folded away until somebody wants them.
 *
 * @import { Shell } from "./main.js"
 * @import { Draft } from "./new-game.js"
 * @import { OptionCard } from "./wire.d.ts"
 */

import { fill, h } from "./dom.js";

/**
 * @param {Draft} draft
 * @param {Shell} shell
 */
export function optionsPart(draft, shell) {
  const { say } = shell;
  const { options } = draft.title;
  if (options.length === 0) return null;
  const changed = h("span", { class: "tag", role: "status" });
  const count = () => {
    const n = Object.keys(draft.options).length;
    changed.textContent = n ? say("new.changed", { n }) : say("new.standard");
  };
  count();
  return h(
    "details",
    { class: "part rule-options" },
    h("summary", null, h("span", { class: "part-title" }, say("new.options")), changed),
    h("p", { class: "hint" }, say("new.options_hint")),
    options.map((option) => optionCard(option, draft, shell, count)),
  );
}

/** @param {OptionCard} option @param {Draft} draft @param {Shell} shell @param {() => void} count */
function optionCard(option, draft, shell, count) {
  const standard = option.choices[0].id;
  const choose = (/** @type {string} */ id) => {
    if (id === standard) delete draft.options[option.id];
    else draft.options[option.id] = id;
    count();
  };
  return h(
    "fieldset",
    { class: "option" },
    h("legend", null, option.text),
    option.choices.map(({ id, text, about }) =>
      h(
        "label",
        { class: "option-choice" },
        h("input", {
          type: "radio",
          name: `option-${option.id}`,
          value: id,
          checked: id === (draft.options[option.id] ?? standard),
          on: { change: () => choose(id) },
        }),
        h("span", null, text, about && h("span", { class: "hint" }, ` ${about}`)),
      ),
    ),
    option.rule && ruleText(draft.title.id, option.rule, shell),
  );
}

/**
 * The rule an option reads in one way or the other, loaded when it is opened.
 *
 * @param {string} title @param {string} citation @param {Shell} shell
 */
function ruleText(title, citation, { api, say, complain }) {
  const text = h("div", { class: "hint" });
  const details = h("details", { class: "rule-about" }, h("summary", null, say("new.rule", { rule: citation })), text);
  details.addEventListener("toggle", async () => {
    if (!details.open || text.hasChildNodes()) return;
    try {
      const rules = await api.get("/api/rules/{title}/{citation}", { title, citation });
      fill(
        text,
        rules.map((row) => h("p", null, h("strong", null, `${row.id} ${row.title}`), " ", row.summary)),
      );
    } catch (problem) {
      details.open = false;
      complain(problem);
    }
  });
  return details;
}
