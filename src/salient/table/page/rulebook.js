/**
 * The rulebook of a title, in our own words: chapters, references from rule to rule, a search.
 *
 * @import { Route, Shell } from "./main.js"
 * @import { Article, Book, BookChapter } from "./wire.d.ts"
 */

import { fill, h } from "./dom.js";
import { cutAt, hasWords, isMeant, wordsOf } from "./finding.js";
import { loadStyle } from "./styles.js";

const PAUSE = 120;

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 * @param {Route} route the title, and a rule to begin with
 */
export async function openRulebook(root, shell, { id, part }) {
  const [{ titles }] = await Promise.all([shell.catalogue(), loadStyle("./rulebook.css", import.meta.url)]);
  const book = await shell.api.get("/api/rules/{title}", { title: id || titles[0].id });
  const reader = new Reader(shell, book, titles);
  fill(root, reader.element);
  shell.setTitle(`${shell.say("rules.heading")} · ${book.text}`);
  if (part) requestAnimationFrame(() => reader.go(part, { here: true }));
  return reader;
}

class Reader {
  /** @param {Shell} shell @param {Book} book @param {{id: string, text: string}[]} titles */
  constructor(shell, book, titles) {
    const { say } = shell;
    this.shell = shell;
    this.book = book;
    /** @type {string[]} */
    this.words = [];
    this.ended = new AbortController();
    this.found = h("p", { class: "hint", role: "status", "data-testid": "rules-found" });
    this.field = h("input", {
      type: "search",
      "aria-label": say("rules.search"),
      placeholder: say("rules.search"),
      "data-testid": "rules-search",
      on: { input: () => this.#later() },
    });
    this.contents = h("ol", { class: "book-contents" });
    this.text = h("div", { class: "book-text", "data-testid": "rules-text" });
    this.timer = 0;
    this.element = h(
      "div",
      { class: "screen book" },
      h(
        "header",
        { class: "stack" },
        h("p", { class: "eyebrow" }, say("rules.heading")),
        h("h1", null, book.text),
        h("p", { class: "lead" }, say("rules.what")),
        h(
          "div",
          { class: "row", role: "group", "aria-label": say("rules.titles") },
          titles.map(({ id, text }) =>
            h(
              "a",
              { class: "button small", href: `/rules/${id}`, "aria-current": id === book.title ? "page" : null },
              text,
            ),
          ),
        ),
      ),
      h(
        "div",
        { class: "book-side", role: "group", "aria-label": say("rules.contents") },
        this.field,
        this.found,
        h("details", { class: "book-chapters", open: innerWidth > 900 }, [
          h("summary", null, say("rules.contents")),
          this.contents,
        ]),
      ),
      this.text,
    );
    this.element.addEventListener("click", (event) => this.#follow(event));
    const { signal } = this.ended;
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#draw();
  }

  close() {
    clearTimeout(this.timer);
    this.ended.abort();
  }

  /** "/" goes to the search, as on the table. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "/" || /** @type {Element} */ (event.target).matches("input, textarea")) return;
    event.preventDefault();
    this.field.focus();
  }

  #later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.words = wordsOf(this.field.value);
      this.#draw();
    }, PAUSE);
  }

  #draw() {
    const { say } = this.shell;
    const chapters = this.book.chapters
      .map((chapter) => ({ ...chapter, articles: chapter.articles.filter((each) => hasWords(each, this.words)) }))
      .filter(({ articles }) => articles.length);
    const count = chapters.reduce((sum, { articles }) => sum + articles.length, 0);
    fill(this.found, say(count ? "rules.found" : "rules.none", { n: count }));
    fill(
      this.contents,
      chapters.map(({ id, title, articles }) =>
        h(
          "li",
          null,
          h("a", { href: `#chapter-${id}`, data: { chapter: id } }, title, h("span", null, articles.length)),
        ),
      ),
    );
    fill(
      this.text,
      chapters.map((chapter) => this.#chapter(chapter)),
    );
  }

  /** @param {BookChapter} chapter */
  #chapter({ id, title, articles }) {
    return h(
      "section",
      { class: "book-chapter", id: `chapter-${id}`, "aria-labelledby": `chapter-title-${id}` },
      h("h2", { class: "ruled", id: `chapter-title-${id}`, tabindex: "-1" }, title),
      articles.map((article) => this.#article(article)),
    );
  }

  /** @param {Article} article */
  #article({ id, title, summary, kind, cited_by: citedBy, absent }) {
    const { say } = this.shell;
    return h(
      "article",
      { class: "book-rule", tabindex: "-1", data: { rule: id } },
      h(
        "h3",
        null,
        h("a", { class: "rule-number", href: this.#path(id), data: { rule: id } }, ...this.#marked(id)),
        ...this.#marked(title),
        kind ? h("span", { class: "tag" }, kind) : null,
      ),
      h(
        "p",
        null,
        summary.map((part, at) => (at % 2 ? this.#link(part) : this.#marked(part))),
      ),
      absent ? h("p", { class: "hint" }, say("rules.absent", { what: absent })) : null,
      citedBy.length
        ? h(
            "p",
            { class: "hint book-cited" },
            say("rules.cited_by"),
            citedBy.map((rule) => [" ", this.#link(rule)]),
          )
        : null,
    );
  }

  /** @param {string} text */
  #marked(text) {
    return cutAt(text, this.words).map((part, at) => (at % 2 ? h("mark", null, part) : part));
  }

  /** @param {string} rule */
  #path(rule) {
    return `/rules/${this.book.title}/${encodeURIComponent(rule)}`;
  }

  /** @param {string} rule */
  #link(rule) {
    return h("a", { href: this.#path(rule), data: { rule } }, rule);
  }

  /** Links inside the book do not leave it. @param {MouseEvent} event */
  #follow(event) {
    const plainly = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = /** @type {Element} */ (event.target).closest?.("a");
    if (!link || !plainly) return;
    const { rule, chapter } = link.dataset;
    if (!rule && !chapter) return;
    event.preventDefault();
    if (rule) this.go(rule);
    else this.#show(this.text.querySelector(`[id="chapter-${chapter}"] h2`));
  }

  /**
   * Go to a rule and light it up; a search that hides it ends.
   *
   * @param {string} citation @param {{here?: boolean}} [how] `here`: the address says so already
   */
  go(citation, { here = false } = {}) {
    const find = () =>
      [...this.text.querySelectorAll("article")].filter((one) => isMeant(one.dataset.rule ?? "", citation));
    if (!find().length && this.words.length) {
      this.field.value = "";
      this.words = [];
      this.#draw();
    }
    for (const lit of this.text.querySelectorAll(".lit")) lit.classList.remove("lit");
    const found = find();
    for (const one of found) one.classList.add("lit");
    if (!found.length) return;
    if (!here) history.pushState({}, "", this.#path(citation));
    this.#show(found[0]);
  }

  /** @param {HTMLElement | null} element */
  #show(element) {
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "start" });
  }
}
