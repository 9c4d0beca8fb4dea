/**
 * The games on a shelf, for one who knows none of them: a picture, what it is, how long, how hard.
 *
 * @import { Shell } from "./main.js"
 * @import { Title } from "./wire.d.ts"
 */

import { fill, h } from "./dom.js";
import { actionButton } from "./forms.js";
import { frontLines } from "./front-lines.js";
import { playNow } from "./play-now.js";

const HARDEST = 5;

/** @param {Shell} shell */
export function titleShelf(shell) {
  const { say } = shell;
  const list = h("ul", { class: "shelf", "data-testid": "titles" });
  shell.catalogue().then(
    ({ titles }) =>
      fill(
        list,
        titles.map((title) => h("li", null, titleCard(title, shell))),
      ),
    shell.complain,
  );
  return h(
    "section",
    { class: "stack", "aria-labelledby": "lobby-titles" },
    h("h2", { class: "ruled", id: "lobby-titles" }, say("lobby.titles")),
    list,
  );
}

/** @param {Title} title @param {Shell} shell */
function titleCard(title, shell) {
  const { say } = shell;
  const { id, text, about, length, picture, scenarios } = title;
  return h(
    "article",
    { class: "card title-card", "data-title": id },
    h(
      "div",
      { class: "title-picture" },
      picture ? onSight(h("img", { alt: "", width: 320, height: 160, decoding: "async" }), picture) : frontLines(),
    ),
    h("h3", null, text),
    h("p", { class: "hint" }, about),
    h(
      "dl",
      { class: "title-facts" },
      length && fact(say("lobby.length"), length),
      title.difficulty > 0 && fact(say("lobby.difficulty"), difficulty(title, shell)),
      fact(say("lobby.scenarios"), scenarios.length),
    ),
    h(
      "div",
      { class: "row" },
      actionButton(say("lobby.play"), { class: "small primary", testid: `play-${id}`, complain: shell.complain }, () =>
        playNow(shell, { title: id }),
      ),
      h("a", { class: "button small", href: `/new?title=${id}` }, say("lobby.set_up")),
      h("a", { class: "button small quiet", href: `/rules/${id}` }, say("rules.heading")),
      h("a", { class: "button small quiet", href: `/best/${id}` }, say("best.heading")),
    ),
  );
}

/** Pictures that have not come into sight yet. @type {WeakMap<Element, string>} */
const ahead = new WeakMap();
const watch = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (!isIntersecting) continue;
    watch.unobserve(target);
    target.setAttribute("src", ahead.get(target) ?? "");
  }
});

/** A picture that is fetched when it comes into sight; browsers fetch what lies far below as well. @param {HTMLImageElement} image @param {string} source */
function onSight(image, source) {
  ahead.set(image, source);
  watch.observe(image);
  return image;
}

/** @param {string} name @param {string | number | Node} value */
function fact(name, value) {
  return h("div", null, h("dt", null, name), h("dd", null, value));
}

/** Filled and empty pips, and the words for those who do not see them. @param {Title} title @param {Shell} shell */
function difficulty({ difficulty: level }, { say }) {
  return h(
    "span",
    { class: "pips", role: "img", "aria-label": say("lobby.difficulty_of", { n: level, of: HARDEST }) },
    Array.from({ length: HARDEST }, (_, at) => h("i", { class: at < level ? "full" : "" })),
  );
}
