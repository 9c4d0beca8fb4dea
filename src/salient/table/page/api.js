/** Talking to the server. Every error arrives as an ApiProblem with a sentence for people. */

/** What the server (or the network) had against a request. */
export class ApiProblem extends Error {
  /** @param {{status: number, code: string, message: string, seq?: number | null}} problem */
  constructor({ status, code, message, seq = null }) {
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
 * @typedef {object} Api
 * @property {(path: string, query?: Query) => Promise<any>} get
 * @property {(path: string, body?: unknown, query?: Query) => Promise<any>} post
 * @property {(path: string, body?: unknown, query?: Query) => Promise<any>} put
 * @property {(path: string, body?: unknown, query?: Query) => Promise<any>} patch
 * @property {(path: string, query?: Query) => Promise<any>} delete
 *
 * @typedef {Record<string, string | number | boolean | null | undefined>} Query
 */

/**
 * The API in a language: `api.get("/api/games", {scope: "mine"})`. JSON comes back parsed, other
 * text as a string, no content as null.
 *
 * @param {string} lang
 * @param {string} [offline] what to say when the server cannot be reached
 * @returns {Api}
 */
export function createApi(lang, offline = "offline") {
  /** @param {string} method @param {string} path @param {unknown} body @param {Query} query */
  const send = async (method, path, body, query = {}) => {
    const address = new URL(path, location.origin);
    for (const [name, value] of Object.entries({ lang, ...query })) {
      if (value !== null && value !== undefined) address.searchParams.set(name, String(value));
    }
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json", "X-Salient": "1" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let response;
    try {
      response = await fetch(address, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      tellConnection(true);
    } catch {
      tellConnection(false);
      throw new ApiProblem({ status: 0, code: "offline", message: offline });
    }
    return response.ok ? readBody(response) : Promise.reject(await problemOf(response));
  };
  return {
    get: (path, query) => send("GET", path, undefined, query),
    post: (path, body, query) => send("POST", path, body, query),
    put: (path, body, query) => send("PUT", path, body, query),
    patch: (path, body, query) => send("PATCH", path, body, query),
    delete: (path, query) => send("DELETE", path, undefined, query),
  };
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
    return new ApiProblem({ status, code: told.code ?? "", message: told.message ?? statusText, seq: told.seq });
  } catch {
    return new ApiProblem({ status, code: "unreadable", message: `${status} ${statusText}` });
  }
}
