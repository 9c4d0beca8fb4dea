/** Times in words. */

const UNITS = /** @type {const} */ ([
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
]);
const LONG_AGO = 30 * 86_400;

/**
 * How long ago something was: "5 minutes ago", "yesterday"; a date when it is long ago.
 *
 * @param {string} iso
 * @param {string} lang
 */
export function ago(iso, lang) {
  const seconds = (new Date(iso).getTime() - Date.now()) / 1000;
  if (Math.abs(seconds) > LONG_AGO) return day(iso, lang);
  const words = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return words.format(Math.round(seconds / length), unit);
  }
  return words.format(0, "second");
}

/** A date in words. @param {string} iso @param {string} lang */
export function day(iso, lang) {
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(new Date(iso));
}
