/**
 * A few named topics that modules listen to, so that none needs to know the others.
 *
 * @import { Topics } from "./model.js"
 */

/**
 * @template {object} Topics what is told with each topic; `undefined`: nothing
 */
export class Signals {
  /** @type {Map<keyof Topics, Set<(detail: any) => void>>} */
  #listeners = new Map();

  /**
   * @template {keyof Topics} T
   * @param {T} topic
   * @param {(detail: Topics[T]) => void} listener
   * @returns {() => void} stops listening
   */
  on(topic, listener) {
    const all = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, all.add(listener));
    return () => void all.delete(listener);
  }

  /**
   * @template {keyof Topics} T
   * @param {T} topic
   * @param {Topics[T] extends undefined ? [] : [detail: Topics[T]]} detail
   */
  emit(topic, ...detail) {
    for (const listener of this.#listeners.get(topic) ?? []) listener(detail[0]);
  }
}
