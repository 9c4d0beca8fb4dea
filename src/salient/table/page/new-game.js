/**
 * Setting up a table.
 *
 * @import { Shell } from "./main.js"
 * @import { Say } from "./texts.js"
 * @import { Catalogue, Choice, GameCard, TimeLimit, Title } from "./wire.d.ts"
 */

import { fill, h } from "./dom.js";
import { actionButton } from "./forms.js";
import { icon, sideMark } from "./icons.js";
import { invitationField } from "./invitation.js";
import { ensurePlayer } from "./play-now.js";
import { optionsPart } from "./rule-options.js";
import { timePart } from "./time-choice.js";

/** What stands before the name of one for whom a seat is kept. */
const PERSON = "person:";

/**
 * What the form stands at.
 *
 * @typedef {object} Draft
 * @property {Title} title
 * @property {string} scenario
 * @property {Record<string, string>} seats per side: `me`, `open`, `bot:<name>` or `person:<name>`
 * @property {Record<string, string>} options those that differ from their defaults
 * @property {boolean} open
 * @property {string} pace
 * @property {TimeLimit} time
 * @property {boolean} rated
 * @property {string} person whom a seat is kept for
 */

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 */
export async function openNewGame(root, shell) {
  const { say } = shell;
  shell.setTitle(say("new.heading"));
  const catalogue = await shell.catalogue();
  /** @type {Draft} */
  const draft = {
    ...fresh(wantedTitle(catalogue), catalogue),
    open: false,
    pace: "live",
    time: { main: 0, increment: 0, days: 0 },
    rated: false,
    person: new URLSearchParams(location.search).get("person") ?? "",
  };
  if (draft.person) keepSeat(draft);
  const { body, draw } = createForm(draft, catalogue, shell);
  const create = actionButton(
    say("new.create"),
    { class: "primary big", testid: "create-game", complain: shell.complain },
    () => createGame(root, draft, shell),
  );
  draw();
  fill(
    root,
    h(
      "div",
      { class: "screen narrow stack", style: { "--gap": "var(--s6)" } },
      h("h1", null, say("new.heading")),
      body,
      h("div", { class: "row create-row" }, create, h("a", { class: "button quiet", href: "/" }, say("nav.cancel"))),
    ),
  );
  return { close() {} };
}

/** The title that the address wishes for, or the first. @param {Catalogue} catalogue */
function wantedTitle({ titles }) {
  const wanted = new URLSearchParams(location.search).get("title");
  return titles.find(({ id }) => id === wanted) ?? titles[0];
}

/**
 * The beginning of a draft: first scenario, me against the first bot that is not mere chance.
 *
 * @param {Title} title @param {Catalogue} catalogue
 */
function fresh(title, { bots }) {
  const bot = bots.find(({ id }) => id === "simple") ?? bots[0];
  const seats = title.sides.map(({ id }, index) => [id, index === 0 || !bot ? "me" : `bot:${bot.id}`]);
  return { title, scenario: title.scenarios[0].id, seats: Object.fromEntries(seats), options: {} };
}

/** Keep the other seat for somebody. @param {Draft} draft */
function keepSeat(draft) {
  const [, other] = draft.title.sides;
  draft.seats[other.id] = PERSON + draft.person;
}

/**
 * The form from top to bottom. Its parts are drawn one by one, so that a choice in one of them
 * leaves the others as they are.
 *
 * @param {Draft} draft
 * @param {Catalogue} catalogue
 * @param {Shell} shell
 */
function createForm(draft, catalogue, shell) {
  const { say } = shell;
  const [scenarios, seats, options] = [h("div"), h("div"), h("div")];
  const drawSeats = () => {
    const focused = document.activeElement?.id;
    const others = Object.values(draft.seats).filter((seat) => seat === "open" || seat.startsWith(PERSON));
    fill(seats, seatsPart(draft, catalogue, shell, drawSeats), others.length > 0 && openPart(draft, say, drawSeats));
    if (focused) document.getElementById(focused)?.focus();
  };
  const draw = () => {
    const choose = (/** @type {string} */ id) => {
      draft.scenario = id;
    };
    fill(scenarios, radioPart(say("new.scenario"), "scenario", draft.title.scenarios, draft.scenario, choose));
    drawSeats();
    fill(options, optionsPart(draft, shell));
  };
  const chooseTitle = (/** @type {string} */ id) => {
    const title = catalogue.titles.find((one) => one.id === id) ?? draft.title;
    Object.assign(draft, fresh(title, catalogue));
    draw();
  };
  const titles = radioPart(say("new.title"), "title", catalogue.titles, draft.title.id, chooseTitle);
  return { body: h("div", { class: "stack form-parts" }, titles, scenarios, seats, options), draw };
}

/**
 * A choice among a few things with their descriptions.
 *
 * @param {string} legend @param {string} name @param {{id: string, text: string, about: string}[]} choices
 * @param {string} chosen @param {(id: string) => void} choose
 */
function radioPart(legend, name, choices, chosen, choose) {
  return h(
    "fieldset",
    { class: "part" },
    h("legend", null, legend),
    h(
      "div",
      { class: "choices" },
      choices.map(({ id, text, about }) =>
        h(
          "label",
          { class: "choice" },
          h("input", { type: "radio", name, value: id, checked: id === chosen, on: { change: () => choose(id) } }),
          h("strong", null, text),
          about && h("span", { class: "hint" }, about),
        ),
      ),
    ),
  );
}

/** Who plays which side. @param {Draft} draft @param {Catalogue} catalogue @param {Shell} shell @param {() => void} draw */
function seatsPart(draft, { bots }, shell, draw) {
  const { say } = shell;
  const sides = draft.title.sides;
  const swap = () => {
    const [one, other] = sides.map(({ id }) => draft.seats[id]);
    draft.seats = { [sides[0].id]: other, [sides[1].id]: one };
    draw();
  };
  return h(
    "fieldset",
    { class: "part" },
    h("legend", null, say("new.players")),
    h(
      "div",
      { class: "seat-choice" },
      sides.map((side, index) => [
        index > 0 &&
          h(
            "button",
            {
              class: "button icon",
              id: "swap-sides",
              type: "button",
              "aria-label": say("new.swap"),
              title: say("new.swap"),
              "data-testid": "swap-sides",
              on: { click: swap },
            },
            icon("swap"),
          ),
        h(
          "div",
          { class: "card seat-card", "data-side": String(index) },
          h("label", { for: `seat-${side.id}` }, sideMark(index, side.text), h("strong", null, side.text)),
          seatSelect(side, draft, bots, say, draw),
          draft.seats[side.id].startsWith(PERSON) && personField(side, draft, say),
        ),
      ]),
    ),
    h("p", { class: "hint", role: "status" }, inWords(draft, bots, say)),
  );
}

/**
 * @param {Choice} side @param {Draft} draft @param {Choice[]} bots
 * @param {Say} say @param {() => void} draw
 */
function seatSelect(side, draft, bots, say, draw) {
  const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value }, text);
  const select = h(
    "select",
    { id: `seat-${side.id}`, "data-testid": `seat-${side.id}` },
    option("me", say("new.me")),
    option("open", say("new.somebody")),
    option("person", say("new.friend")),
    bots.map(({ id, text }) => option(`bot:${id}`, text)),
  );
  select.value = draft.seats[side.id].startsWith(PERSON) ? "person" : draft.seats[side.id];
  select.addEventListener("change", () => {
    draft.seats[side.id] = select.value === "person" ? PERSON + draft.person : select.value;
    draw();
  });
  return select;
}

/** Whom the seat is kept for. @param {Choice} side @param {Draft} draft @param {Say} say */
function personField(side, draft, say) {
  const input = h("input", {
    type: "text",
    id: `friend-${side.id}`,
    value: draft.person,
    maxlength: "24",
    autocomplete: "off",
    placeholder: say("new.friend_name"),
    "aria-label": say("new.friend_name"),
    "data-testid": "friend",
  });
  input.addEventListener("input", () => {
    draft.person = input.value.trim();
    draft.seats[side.id] = PERSON + draft.person;
  });
  return input;
}

/** What the two seats together mean. @param {Draft} draft @param {Choice[]} bots @param {Say} say */
function inWords(draft, bots, say) {
  const taken = Object.values(draft.seats);
  const mine = draft.title.sides.filter(({ id }) => draft.seats[id] === "me");
  if (mine.length === taken.length) return say("new.both_hint");
  if (mine.length === 0) return say(taken.includes("open") ? "new.not_me_hint" : "new.watch_hint");
  if (taken.includes("open")) return say("new.person_hint", { side: mine[0].text });
  if (taken.some((seat) => seat.startsWith(PERSON))) return say("new.friend_hint", { side: mine[0].text });
  const bot = bots.find(({ id }) => taken.includes(`bot:${id}`));
  return say("new.bot_hint", { side: mine[0].text, bot: bot?.text ?? "", about: bot?.about ?? "" });
}

/** With another person: who may come, how quickly is it played, by which clock. @param {Draft} draft @param {Say} say @param {() => void} draw */
function openPart(draft, say, draw) {
  const choosePace = (/** @type {string} */ pace) => {
    draft.pace = pace;
    draft.time = { main: 0, increment: 0, days: 0 };
    draft.rated = false;
    draw();
  };
  return h(
    "fieldset",
    { class: "part" },
    h("legend", null, say("new.table")),
    h(
      "div",
      { class: "row", style: { "--gap": "var(--s5)" } },
      Object.values(draft.seats).includes("open") &&
        segments(
          say("new.who_comes"),
          "open",
          [
            ["link", say("new.by_link")],
            ["everybody", say("new.everybody")],
          ],
          draft.open ? "everybody" : "link",
          (value) => (draft.open = value === "everybody"),
        ),
      segments(
        say("new.pace"),
        "pace",
        [
          ["live", say("new.live")],
          ["slow", say("new.slow")],
        ],
        draft.pace,
        choosePace,
      ),
    ),
    h("p", { class: "hint" }, say("new.pace_hint")),
    timePart(draft, say, draw),
  );
}

/**
 * A bar of radio buttons.
 *
 * @param {string} label @param {string} name @param {[value: string, text: string][]} choices
 * @param {string} chosen @param {(value: string) => void} choose
 */
function segments(label, name, choices, chosen, choose) {
  return h(
    "div",
    { class: "field", role: "radiogroup", "aria-label": label },
    h("span", { class: "label", "aria-hidden": "true" }, label),
    h(
      "div",
      { class: "segments" },
      choices.map(([value, text]) =>
        h(
          "label",
          null,
          h("input", {
            type: "radio",
            id: `${name}-${value}`,
            name,
            value,
            checked: value === chosen,
            on: { change: () => choose(value) },
          }),
          text,
        ),
      ),
    ),
  );
}

/** @param {HTMLElement} root @param {Draft} draft @param {Shell} shell */
async function createGame(root, draft, shell) {
  if (!(await ensurePlayer(shell))) return;
  const { title, person: _, ...rest } = draft;
  const game = await shell.api.post("/api/games", { title: title.id, ...rest });
  if (game.seats.every((seat) => seat.player)) shell.navigate(`/game/${game.id}`);
  else showInvitation(root, game, shell);
}

/** The table is set and waits for somebody. @param {HTMLElement} root @param {GameCard} game @param {Shell} shell */
function showInvitation(root, game, { say }) {
  const heading = h("h1", { tabindex: "-1" }, say("invite.heading"));
  const kept = game.seats.find((seat) => seat.kept)?.kept ?? "";
  fill(
    root,
    h(
      "div",
      { class: "screen narrow stack" },
      h("p", { class: "eyebrow" }, `${game.title_text} · ${game.scenario_text}`),
      heading,
      kept
        ? h("p", null, say("invite.challenged", { name: kept }))
        : [h("p", null, say(game.open ? "invite.explain_open" : "invite.explain")), invitationField(game, say)],
      h(
        "div",
        { class: "row" },
        h("a", { class: "button primary", href: `/game/${game.id}` }, say("invite.to_table")),
        h("a", { class: "button quiet", href: "/" }, say("nav.lobby")),
      ),
    ),
  );
  heading.focus();
}
