/** The service, the only thing this page ever asks. Addresses are relative, so any prefix in front will do. */

import { say, spoken } from "./words.js";

/** How often a question is asked again where the service is busy, and how long it is waited at most. */
const TRIES = 4;
const LONGEST_WAIT = 5;

/** A question that could not be judged: what the service says is wrong with it (RFC 9457). */
export class Problem extends Error {
  constructor(status, { title, detail, errors = [] } = {}) {
    super(detail ?? title ?? say("problem.unreadable"));
    this.status = status;
    this.title = title ?? say("problem.title");
    this.errors = errors;
  }

  /** Whether the same question may well be answered another time. */
  get passes() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** What stands in between may answer in place of the service, and not in words for people. */
const SAID_BY_THE_PAGE = { 413: "too-large", 429: "busy", 502: "away", 503: "away", 504: "away" };

function problemOf(response, document) {
  const name = SAID_BY_THE_PAGE[response.status];
  if (name)
    return new Problem(response.status, {
      title: say(`problem.${name}`),
      detail: say(`problem.${name}.detail`),
    });
  // “Invalid request” is no news to somebody who sent none; where there are errors, they say what is wrong.
  const title = document.errors?.length && response.status === 422 ? say("problem.title") : document.title;
  return new Problem(response.status, { ...document, title });
}

/** More cards no hand, combination or addition may hold. */
export const MOST_CARDS = 15;

let key = "";

/** Show this key with each question from now on. It is kept in memory only, until the page is left. */
export function useKey(given) {
  key = given.trim();
}

/** Ask a question. What was asked goes with the problem, should there be one. */
export async function ask(path, body, signal) {
  try {
    return await askAsWritten(path, JSON.stringify(body), signal);
  } catch (problem) {
    problem.asked = body;
    throw problem;
  }
}

/** Ask a question in somebody's own writing, which may be no JSON: then the service says where it is not. */
export function askAsWritten(path, content, signal) {
  return answered(path, {
    method: "POST",
    body: content,
    headers: { "Content-Type": "application/json" },
    signal,
  });
}

/** Read a page of the rule book, or a file of this page. */
export function read(path) {
  return answered(path, { headers: {} });
}

async function answered(path, request) {
  request.headers["Accept-Language"] = spoken();
  if (key) request.headers.Authorization = `Bearer ${key}`;
  for (let tries = 1; ; tries += 1) {
    const response = await reached(path, request);
    const document = await response.json().catch((error) => {
      if (error.name === "AbortError") throw error;
      return null;
    });
    if (response.ok && document) return document;
    const problem = response.ok
      ? new Problem(0, { title: say("problem.offline"), detail: say("problem.unreadable") })
      : problemOf(response, document ?? {});
    if (tries === TRIES || ![429, 503].includes(response.status)) throw problem;
    await pause(Number(response.headers.get("Retry-After")) || 1, request.signal);
  }
}

async function reached(path, request) {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { title: say("problem.offline"), detail: say("problem.offline.detail") });
  }
}

/** Wait some seconds, unless the answer is not wanted any more. */
async function pause(seconds, signal) {
  await new Promise((over) => {
    setTimeout(over, Math.min(seconds, LONGEST_WAIT) * 1000);
    signal?.addEventListener("abort", over, { once: true });
  });
  signal?.throwIfAborted();
}

/**
 * Return a function that runs the newest work only: what was begun before is told to stop, and what it found
 * is not shown. Otherwise a slow answer would overwrite a later one.
 */
export function newestOnly() {
  let running = null;
  const run = async (work, show, fail) => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    try {
      const found = await work(mine.signal);
      if (running === mine) show(found);
    } catch (error) {
      if (error.name === "AbortError" || running !== mine) return;
      if (!(error instanceof Problem)) throw error;
      fail(error);
    }
  };
  run.stop = () => {
    running?.abort();
    running = null;
  };
  return run;
}
