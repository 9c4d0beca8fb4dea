/** A few named topics that modules listen to, so that none needs to know the others. */

export class Signals {
  /** @type {Map<string, Set<(detail: any) => void>>} */
  #listeners = new Map();

  /**
   * @param {string} topic
   * @param {(detail: any) => void} listener
   * @returns {() => void} stops listening
   */
  on(topic, listener) {
    const all = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, all.add(listener));
    return () => all.delete(listener);
  }

  /** @param {string} topic @param {any} [detail] */
  emit(topic, detail) {
    for (const listener of this.#listeners.get(topic) ?? []) listener(detail);
  }
}
