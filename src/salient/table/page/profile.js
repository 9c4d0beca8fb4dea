/**
 * Somebody's profile: ratings, results by game and side, finished games.
 *
 * @import { Route, Shell } from "./main.js"
 * @import { PastGame, Profile, RatingCard, Tally } from "./wire.d.ts"
 */

import { fill, h } from "./dom.js";
import { gameCard } from "./game-card.js";
import { presenceDot } from "./people.js";
import { day } from "./times.js";

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 * @param {Route} route whose
 */
export async function openProfile(root, shell, { id }) {
  const profile = await shell.api.get("/api/people/{name}", { name: id });
  shell.setTitle(profile.name);
  fill(
    root,
    h(
      "div",
      { class: "screen stack", style: { "--gap": "var(--s6)" }, "data-testid": "profile" },
      head(profile, shell),
      ratings(profile, shell),
      results(profile, shell),
      history(profile, shell),
    ),
  );
  return { close() {} };
}

/** @param {Profile} profile @param {Shell} shell */
function head({ name, since, mine, online }, { say, lang, account }) {
  return h(
    "div",
    { class: "row spread" },
    h(
      "div",
      null,
      h("h1", null, name, " ", presenceDot(online, say)),
      h("p", { class: "hint" }, say("profile.since", { date: day(since, lang) })),
    ),
    mine
      ? h("a", { class: "button", href: "/account" }, say("account.heading"))
      : account &&
          !account.guest &&
          h(
            "a",
            {
              class: "button primary",
              href: `/new?person=${encodeURIComponent(name)}`,
              "data-testid": "challenge",
            },
            say("profile.challenge"),
          ),
  );
}

/** @param {Profile} profile @param {Shell} shell */
function ratings({ ratings: known }, { say }) {
  return section(
    say("profile.ratings"),
    known.length
      ? table(
          say("profile.ratings"),
          [say("profile.game"), say("profile.rating"), say("profile.games")],
          known.map((card) => [
            h("a", { href: `/best/${card.title}` }, card.text),
            ratingText(card),
            String(card.games),
          ]),
        )
      : h("p", { class: "empty" }, say("profile.unrated")),
    h("p", { class: "hint" }, say("profile.rating_hint")),
  );
}

/** A rating with how sure it is; what is not settled has a question mark. @param {RatingCard} card */
function ratingText({ rating, deviation, settled }) {
  return h("span", null, h("strong", null, `${rating}${settled ? "" : "?"}`), ` ± ${2 * deviation}`);
}

/** @param {Profile} profile @param {Shell} shell */
function results({ tallies }, { say }) {
  const against = (/** @type {Tally} */ { bots }) => say(bots ? "profile.bots" : "profile.people");
  return (
    tallies.length > 0 &&
    section(
      say("profile.results"),
      table(
        say("profile.results"),
        [
          say("profile.game"),
          say("profile.side"),
          say("profile.against"),
          say("profile.won"),
          say("profile.lost"),
          say("profile.drawn"),
        ],
        tallies.map((/** @type {Tally} */ tally) => [
          tally.text,
          tally.side_text,
          against(tally),
          String(tally.won),
          String(tally.lost),
          String(tally.drawn),
        ]),
      ),
    )
  );
}

/** @param {Profile} profile @param {Shell} shell */
function history({ games }, shell) {
  const { say } = shell;
  return section(
    say("profile.history"),
    games.length
      ? h(
          "ul",
          { class: "cards", "data-testid": "history" },
          games.map(({ card, ...past }) => gameCard(card, shell, outcome(past, shell))),
        )
      : h("p", { class: "empty" }, say("profile.no_games")),
  );
}

/** How it ended for this person. @param {Omit<PastGame, "card">} past @param {Shell} shell */
function outcome({ score, change }, { say }) {
  const signed = change === null ? "" : ` ${change < 0 ? "−" : "+"}${Math.abs(change)}`;
  const look = { won: "good", lost: "warn" }[score] ?? "";
  return h("span", { class: `tag ${look}` }, say(`profile.score.${score}`), signed);
}

/** @param {string} heading @param {...import("./dom.js").Children} content */
function section(heading, ...content) {
  return h("section", { class: "stack" }, h("h2", { class: "ruled" }, heading), content);
}

/**
 * A plain table; one that is wider than the page is scrolled, also with keys.
 *
 * @param {string} label what it is
 * @param {string[]} columns @param {import("./dom.js").Child[][]} rows
 */
export function table(label, columns, rows) {
  return h(
    "div",
    { class: "scroll-x", role: "group", "aria-label": label, tabindex: "0" },
    h(
      "table",
      { class: "plain-table" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          columns.map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((cells) =>
          h(
            "tr",
            null,
            cells.map((cell) => h("td", null, cell)),
          ),
        ),
      ),
    ),
  );
}
