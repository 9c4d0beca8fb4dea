/** What this browser remembers: language, theme, whether the tour was seen. */

/** @param {string} name @returns {string | null} */
export function recall(name) {
  try {
    return localStorage.getItem(`salient.${name}`);
  } catch {
    return null; // storage is forbidden: then nothing is remembered
  }
}

/** Whether a switch that this browser remembers is on. @param {string} name @param {boolean} normally */
export function isOn(name, normally) {
  return (recall(name) ?? (normally ? "on" : "off")) === "on";
}

/** @param {string} name @param {string | null} value null forgets */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(`salient.${name}`);
    else localStorage.setItem(`salient.${name}`, value);
  } catch {
    // storage is forbidden or full: the choice lasts as long as the page
  }
}

/** What this tab of the browser remembers until it is closed. @param {string} name @returns {string | null} */
export function recallHere(name) {
  try {
    return sessionStorage.getItem(`salient.${name}`);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function rememberHere(name, value) {
  try {
    sessionStorage.setItem(`salient.${name}`, value);
  } catch {
    // storage is forbidden or full: the page begins anew each time
  }
}
