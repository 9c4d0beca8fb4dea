/**
 * Telling a reader who looks elsewhere that they are asked: a dot in the title, and a sound if they want it.
 *
 * @import { Model } from "./model.js"
 */

import { isOn } from "../memory.js";

const DOT = "● ";

export class Bell {
  /** @param {Model} model */
  constructor(model) {
    this.ringing = false;
    const title = document.querySelector("title");
    this.observer = new MutationObserver(() => this.#write());
    if (title) this.observer.observe(title, { childList: true });
    model.on("present", ({ fresh }) => {
      this.ringing = model.present?.question != null;
      this.#write();
      const others = fresh.some(({ side }) => side && !model.mine.has(side));
      const unseen = others || (fresh.length > 0 && document.hidden);
      if (this.ringing && unseen && isOn("table.sound", false)) chime();
    });
  }

  close() {
    this.observer.disconnect();
    this.ringing = false;
    this.#write();
  }

  /** Other parts of the page write the title too: the dot stays in front. */
  #write() {
    const plain = document.title.startsWith(DOT) ? document.title.slice(DOT.length) : document.title;
    const wanted = this.ringing ? DOT + plain : plain;
    if (document.title !== wanted) document.title = wanted;
  }
}

/** Two soft notes. */
function chime() {
  const audio = new AudioContext();
  [660, 880].forEach((pitch, at) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + at * 0.14;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  });
  setTimeout(() => audio.close(), 1000);
}
