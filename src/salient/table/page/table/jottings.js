/**
 * Short notes of the reader's own on places of the map: how they travel in a link, and how they are set in lines.
 */

/** @typedef {[place: number, text: string]} Jotting */

/** Where a link keeps them. */
export const JOTTED = "notes";

/** How long one may be. */
export const LONGEST = 80;

const MOST = 40;
const ADDRESS = 1200;
const WIDE = 22;

/**
 * Notes as a word of an address.
 *
 * @param {Jotting[]} jottings
 * @returns {string | null} null: they are too long for an address
 */
export function writeJottings(jottings) {
  const word = jottings.map(([place, text]) => `${place}~${text.replace(/[~|]/g, " ")}`).join("|");
  return encodeURIComponent(word).length > ADDRESS ? null : word;
}

/** @param {string | null} word @returns {Jotting[] | null} null: there are none, or it makes no sense */
export function readJottings(word) {
  if (!word || !/^\d+~[^~|]+(\|\d+~[^~|]+)*$/.test(word)) return null;
  return word
    .split("|")
    .slice(0, MOST)
    .map((one) => {
      const [place, text] = one.split("~");
      return [Number(place), text.slice(0, LONGEST)];
    });
}

/** A note on a place: written, changed, or rubbed out by writing nothing. @param {Jotting[]} jottings @param {number} place @param {string} text @returns {Jotting[]} */
export function withJotting(jottings, place, text) {
  const others = jottings.filter(([other]) => other !== place);
  const words = text.replace(/[~|\s]+/g, " ").trim();
  return words ? [...others, [place, words.slice(0, LONGEST)]] : others;
}

/** How wide a sign is, in halves of a square. @param {string} sign */
function widthOf(sign) {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/.test(sign) ? 2 : 1;
}

/** @param {string} text how wide it is, in halves of a square */
export function measure(text) {
  return [...text].reduce((sum, sign) => sum + widthOf(sign), 0);
}

/** A note in lines that are not too wide; between signs of full width it may be broken anywhere. @param {string} text */
export function inLines(text) {
  /** @type {string[]} */
  const lines = [""];
  for (const part of text.split(/(?<= )|(?<=[\u2e80-\ua4cf])/)) {
    const longer = lines[lines.length - 1] + part;
    if (measure(longer.trimEnd()) > WIDE && lines[lines.length - 1]) lines.push(part);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => line.trim());
}
