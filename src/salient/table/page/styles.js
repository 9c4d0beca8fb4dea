/** Style sheets that come with the part of the page that needs them. */

/** @type {Map<string, Promise<void>>} */
const known = new Map();

/**
 * Load a style sheet once; a part that is drawn afterwards is drawn with it.
 *
 * @param {string} path `"./rulebook.css"`, seen from the module
 * @param {string} module its `import.meta.url`
 */
export function loadStyle(path, module) {
  const { href } = new URL(path, module);
  const loading =
    known.get(href) ??
    new Promise((done) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = href;
      link.onload = () => done(undefined);
      link.onerror = () => done(undefined); // it can be read without its looks
      document.head.append(link);
    });
  known.set(href, loading);
  return loading;
}
