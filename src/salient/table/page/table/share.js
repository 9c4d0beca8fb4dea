/**
 * A picture of a finished game to be shown to others: the map with the last front, the result and its curve.
 *
 * @import { Aftermath, Board } from "../wire.d.ts"
 * @import { Desk } from "./table.js"
 */

import { toast } from "../toasts.js";
import { linesOf } from "./curves.js";
import { sized } from "./front.js";
import { outlineOf, parsePicture } from "./picture.js";

const WIDTH = 1200;
const HEIGHT = 630;
const MAP = 720;
const PAPER = "#f4efe2";
const INK = "#241d12";
const SOFT = "#5d5240";
const SIDES = ["#e0ab22", "#1d4f8c"];

/** Draw it and hand it to the reader as a file. @param {Desk} desk @param {Aftermath} told */
export async function savePicture(desk, told) {
  const { say, id } = desk;
  const drawn = await drawPicture(desk, told);
  const blob = await new Promise((/** @type {(made: Blob | null) => void} */ done) => drawn.toBlob(done, "image/png"));
  if (!blob) return toast(say("table.over.no_picture"), "bad");
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: address, download: `salient-${id}.png` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {Desk} desk @param {Aftermath} told */
async function drawPicture({ say, model }, told) {
  const { board, card } = model;
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  await drawMap(pen, board, told);
  const left = MAP + 32;
  const wide = WIDTH - left - 32;
  const side = board.sides.findIndex(({ id }) => id === told.winner);
  const won = side < 0 ? say("table.over.drawn") : say("table.over.won", { side: board.sides[side].text });
  let y = 72;
  const write = (
    /** @type {string} */ text,
    /** @type {number} */ size,
    /** @type {string} */ colour,
    weight = 400,
  ) => {
    pen.font = `${weight} ${size}px "Noto Serif", "Noto Serif CJK JP", Georgia, serif`;
    pen.fillStyle = colour;
    for (const line of wrapped(pen, text, wide)) {
      pen.fillText(line, left, y);
      y += size * 1.3;
    }
  };
  write(card.title_text, 24, SOFT);
  write(card.scenario_text, 20, SOFT);
  y += 20;
  write(won, 40, INK, 700);
  write(told.result, 24, INK);
  y += 10;
  for (const { text, player } of card.seats) write(`${text}: ${player}`, 20, SOFT);
  const sides = board.sides.map(({ text }) => text);
  const [group] = linesOf(told, sides, (side) => say("table.over.strength", { side })).slice(-1);
  if (group && y < HEIGHT - 190) drawCurves(pen, group, left, HEIGHT - 170, wide, 110);
  write("", 0, SOFT);
  pen.font = "16px sans-serif";
  pen.fillStyle = SOFT;
  pen.fillText(
    `${say("site.name")} · ${new Date().toLocaleDateString(document.documentElement.lang)}`,
    left,
    HEIGHT - 28,
  );
  return canvas;
}

/** The map, with the places that each side held in the end. @param {CanvasRenderingContext2D} pen @param {Board} board @param {Aftermath} told */
async function drawMap(pen, board, { turns }) {
  const { width, height, svg, places, counter } = board;
  const scale = Math.max(MAP / width, HEIGHT / height);
  const image = new Image();
  image.src = URL.createObjectURL(sized(svg, width, height));
  await image.decode();
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, MAP, HEIGHT);
  pen.clip();
  pen.translate((MAP - width * scale) / 2, (HEIGHT - height * scale) / 2);
  pen.scale(scale, scale);
  pen.drawImage(image, 0, 0, width, height);
  const art = parsePicture(svg);
  pen.globalAlpha = 0.5;
  turns[turns.length - 1].held.forEach((held, side) => {
    pen.fillStyle = SIDES[side];
    for (const place of held) {
      pen.fill(new Path2D(outlineOf(art.querySelector(`#place-${place}`), places[place], counter * 0.8)));
    }
  });
  pen.restore();
  URL.revokeObjectURL(image.src);
}

/**
 * @param {CanvasRenderingContext2D} pen @param {import("./curves.js").Curve[]} group
 * @param {number} left @param {number} top @param {number} wide @param {number} high
 */
function drawCurves(pen, group, left, top, wide, high) {
  const all = group.flatMap(({ values }) => values);
  const [low, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  for (const { side, values } of group) {
    pen.strokeStyle = SIDES[side] ?? INK;
    pen.beginPath();
    values.forEach((value, at) => {
      const x = left + (at / Math.max(values.length - 1, 1)) * wide;
      pen.lineTo(x, top + (1 - (value - low) / (most - low)) * high);
    });
    pen.stroke();
  }
}

/** Words in lines that fit. @param {CanvasRenderingContext2D} pen @param {string} text @param {number} wide */
function wrapped(pen, text, wide) {
  const parts = /[\u3000-\u9fff]/.test(text) ? [...text] : text.split(/(?<= )/);
  /** @type {string[]} */
  const lines = [""];
  for (const part of parts) {
    const longer = lines[lines.length - 1] + part;
    if (pen.measureText(longer).width > wide && lines[lines.length - 1]) lines.push(part);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
