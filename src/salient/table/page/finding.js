/**
 * Finding rules by words.
 *
 * @import { Article } from "./wire.d.ts"
 */

/** Letters as they are compared: of one width and one case. @param {string} text */
export const plain = (text) => text.normalize("NFKC").toLowerCase();

/** The words of a search. @param {string} text */
export const wordsOf = (text) => plain(text).split(/\s+/).filter(Boolean);

/**
 * Whether a rule has all the words; one that looks like a number must begin the rule's own or stand in its text.
 *
 * @param {Article} article @param {string[]} words
 */
export function hasWords({ id, title, summary }, words) {
  const text = plain(`${id} ${title} ${summary.join("")}`);
  return words.every((word) => text.includes(word));
}

/**
 * Whether a rule is one that a citation means: 8.36 means 8.36a to 8.36e as well.
 *
 * @param {string} id @param {string} citation
 */
export function isMeant(id, citation) {
  return id === citation || (id.startsWith(citation) && !/^\d/.test(id.slice(citation.length)));
}

/**
 * A text cut where the words stand in it: plain and found alternately, plain first.
 *
 * @param {string} text @param {string[]} words
 * @returns {string[]}
 */
export function cutAt(text, words) {
  const low = plain(text);
  if (!words.length || low.length !== text.length) return [text];
  const parts = [];
  let end = 0;
  for (;;) {
    const found = words
      .map((word) => ({ at: low.indexOf(word, end), size: word.length }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => one.at - other.at || other.size - one.size)[0];
    if (!found) return [...parts, text.slice(end)];
    parts.push(text.slice(end, found.at), text.slice(found.at, found.at + found.size));
    end = found.at + found.size;
  }
}
