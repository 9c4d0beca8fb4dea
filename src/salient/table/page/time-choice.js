/**
 * Setting up: which clock a game has, and whether it is rated.
 *
 * @import { Draft } from "./new-game.js"
 * @import { Say } from "./texts.js"
 */

import { limitText } from "./clock-time.js";
import { h } from "./dom.js";
import { field } from "./forms.js";

const MAIN = [0, 15, 30, 60, 90, 120, 180, 300];
const MORE = [0, 10, 30, 60, 120];
const DAYS = [0, 1, 2, 3, 5, 7, 14];

/**
 * @param {Draft} draft
 * @param {Say} say
 * @param {() => void} draw after a change
 */
export function timePart(draft, say, draw) {
  const { time } = draft;
  const change = (/** @type {Partial<Draft["time"]>} */ other) => {
    draft.time = { ...time, ...other };
    if (!draft.time.main) draft.time.increment = 0;
    if (!draft.time.main && !draft.time.days) draft.rated = false;
    draw();
  };
  const clocks =
    draft.pace === "slow"
      ? [
          select(
            "days",
            say("new.days"),
            DAYS,
            time.days,
            (days) => dayText(days, say),
            (days) => change({ days }),
          ),
        ]
      : [
          select(
            "main",
            say("new.main"),
            MAIN,
            time.main / 60,
            (minutes) => minuteText(minutes, say),
            (minutes) => change({ main: minutes * 60 }),
          ),
          time.main > 0 &&
            select(
              "increment",
              say("new.increment"),
              MORE,
              time.increment,
              (n) => say("new.seconds", { n }),
              (increment) => change({ increment }),
            ),
        ];
  return [
    h("div", { class: "row time-choice" }, clocks),
    h(
      "label",
      { class: "switch" },
      h("input", {
        type: "checkbox",
        id: "rated",
        "data-testid": "rated",
        checked: draft.rated,
        disabled: !time.main && !time.days,
        on: {
          change: (event) => (draft.rated = /** @type {HTMLInputElement} */ (event.target).checked),
        },
      }),
      h("span", null, say("new.rated")),
    ),
    h("p", { class: "hint" }, say(draft.pace === "slow" ? "new.days_hint" : "new.main_hint")),
  ];
}

/** @param {number} days @param {Say} say */
function dayText(days, say) {
  return days ? limitText({ main: 0, increment: 0, days }, say) : say("new.no_clock");
}

/** @param {number} minutes @param {Say} say */
function minuteText(minutes, say) {
  return minutes ? limitText({ main: minutes * 60, increment: 0, days: 0 }, say) : say("new.no_clock");
}

/**
 * @param {string} name @param {string} label @param {number[]} choices @param {number} chosen
 * @param {(value: number) => string} words @param {(value: number) => void} choose
 */
function select(name, label, choices, chosen, words, choose) {
  const input = h(
    "select",
    { id: `time-${name}`, "data-testid": `time-${name}` },
    choices.map((value) => h("option", { value }, words(value))),
  );
  input.value = String(chosen);
  input.addEventListener("change", () => choose(Number(input.value)));
  return field(label, input);
}
