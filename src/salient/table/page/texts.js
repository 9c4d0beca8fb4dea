/** The page's words. */

/**
 * @callback Say
 * @param {string} id message id
 * @param {Record<string, unknown>} [values] what stands for the `{names}` in its template
 * @returns {string}
 */

/**
 * Load the texts of a language.
 *
 * @param {string} lang
 * @returns {Promise<Say>} an id without a text is said as itself, so that it shows
 */
export async function loadTexts(lang) {
  const response = await fetch(`/api/texts?lang=${lang}`, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`/api/texts: ${response.status}`);
  const templates = new Map(Object.entries(await response.json()));
  return (id, values = {}) => format(templates.get(id) ?? id, values);
}

/** @param {string} template @param {Record<string, unknown>} values */
function format(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
