/**
 * Talking to the server. Every error arrives as an ApiProblem with a sentence for people.
 *
 * @import { Delete, Get, Patch, Post, Problem, Put } from "./wire.d.ts"
 */

/** What the server (or the network) had against a request. */
export class ApiProblem extends Error {
  /** @param {Problem} problem */
  constructor({ status, code, message, seq }) {
    super(message);
    this.name = "ApiProblem";
    /** HTTP status; 0 when the server was not reached. */
    this.status = status;
    /** Stable name of the mistake; `offline` when the server was not reached. */
    this.code = code;
    /** The game's present number, when ours was stale. */
    this.seq = seq;
  }
}

/**
 * What is said of an error, whatever was thrown.
 *
 * @param {unknown} problem
 */
export function messageOf(problem) {
  return problem instanceof Error ? problem.message : String(problem);
}

/** Whether the server was not reached: of that the frame speaks. @param {unknown} problem */
export function isOffline(problem) {
  return problem instanceof ApiProblem && problem.code === "offline";
}

/**
 * A path as the server's document writes it (`/api/games/{game_id}`), what is sent, and parameters:
 * those the path names and those of the query. All of it is checked against the types of the wire.
 *
 * @typedef {{params: object, body: unknown, answer: unknown}} Operation
 */

/**
 * @template {Record<keyof R, Operation>} R
 * @typedef {<P extends keyof R>(path: P, ...params: Params<R[P]>) => Promise<R[P]["answer"]>} Asking
 */

/**
 * @template {Record<keyof R, Operation>} R
 * @typedef {<P extends keyof R>(path: P, ...told: [...Body<R[P]>, ...Params<R[P]>]) => Promise<R[P]["answer"]>} Telling
 */

/**
 * Body and parameters may be left out where none is needed.
 *
 * @template {Operation} R
 * @typedef {undefined extends R["body"] ? [body?: undefined] : [body: R["body"]]} Body
 */

/**
 * @template {Operation} R
 * @typedef {{} extends R["params"] ? [params?: R["params"]] : [params: R["params"]]} Params
 */

/**
 * What can be asked of one game, by the rest of its path: `ask("odds/{place}", { place })`.
 *
 * @typedef {{[P in keyof Get as P extends `/api/games/{game_id}/${infer Part}` ? Part : never]:
 *   {params: Omit<Get[P]["params"], "game_id">, body: undefined, answer: Get[P]["answer"]}}} GameParts
 *
 * @typedef {object} Api
 * @property {Asking<Get>} get
 * @property {Telling<Post>} post
 * @property {Telling<Put>} put
 * @property {Telling<Patch>} patch
 * @property {Asking<Delete>} delete
 */

/**
 * The API in a language: `api.get("/api/games", { scope: "mine" })`. JSON comes back parsed, other
 * text as a string, no content as null.
 *
 * @param {string} lang
 * @param {string} [offline] what to say when the server cannot be reached
 * @returns {Api}
 */
export function createApi(lang, offline = "offline") {
  /** @param {string} method @param {string} path @param {unknown} body @param {object} [params] */
  const send = async (method, path, body, params) => {
    const address = new URL(fillIn(path, { lang, ...params }), location.origin);
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json", "X-Salient": "1" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let response;
    try {
      response = await fetch(address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
      tellConnection(true);
    } catch {
      tellConnection(false);
      throw new ApiProblem({ status: 0, code: "offline", message: offline, seq: null });
    }
    return response.ok ? readBody(response) : Promise.reject(await problemOf(response));
  };
  /** @param {string} method @returns {any} */
  const asking = (method) => (/** @type {string} */ path, /** @type {object} */ params) =>
    send(method, path, undefined, params);
  /** @param {string} method @returns {any} */
  const telling = (method) => (/** @type {string} */ path, /** @type {unknown} */ body, /** @type {object} */ params) =>
    send(method, path, body, params);
  return {
    get: asking("GET"),
    post: telling("POST"),
    put: telling("PUT"),
    patch: telling("PATCH"),
    delete: asking("DELETE"),
  };
}

/**
 * A path with its parameters: those it names in braces stand in it, the others in its query.
 *
 * @param {string} path
 * @param {Record<string, unknown>} params what is null or undefined is left out
 */
export function fillIn(path, params) {
  const rest = new Map(Object.entries(params));
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = encodeURIComponent(String(rest.get(name)));
    rest.delete(name);
    return value;
  });
  const query = new URLSearchParams();
  for (const [name, value] of rest) {
    if (value !== null && value !== undefined) query.set(name, String(value));
  }
  const asked = String(query);
  return asked ? `${filled}?${asked}` : filled;
}

/** Tell the page whether the server answers. @param {boolean} online */
function tellConnection(online) {
  document.dispatchEvent(new CustomEvent("salient:connection", { detail: { online } }));
}

/** @param {Response} response */
async function readBody(response) {
  const text = await response.text();
  if (!text) return null;
  return response.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
}

/** @param {Response} response */
async function problemOf(response) {
  const { status, statusText } = response;
  try {
    const told = await response.json();
    return new ApiProblem({
      status,
      code: told.code ?? "",
      message: told.message ?? statusText,
      seq: told.seq ?? null,
    });
  } catch {
    return new ApiProblem({ status, code: "unreadable", message: `${status} ${statusText}`, seq: null });
  }
}
