/* Before the first paint: the chosen theme and language, so that nothing flashes. Not a module,
   because modules run after the page has been painted. */
(() => {
  const read = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(`salient.${name}`);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const theme = read("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  root.lang = read("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en");
})();
