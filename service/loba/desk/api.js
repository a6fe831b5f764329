/** The service, the only thing this page ever asks. Addresses are relative, so any prefix in front will do. */

import { say, spoken } from "./words.js";

/** A question that could not be judged: what the service says is wrong with it (RFC 9457). */
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail ?? document.title ?? say("problem.unreadable"));
    this.status = status;
    this.title = document.title ?? say("problem.title");
    this.errors = document.errors ?? [];
  }
}

let key = "";

/** Show this key with each question from now on. It is kept in memory only, until the page is left. */
export function useKey(given) {
  key = given.trim();
}

/** Ask a question. */
export function ask(path, body, signal) {
  const content = JSON.stringify(body);
  return answered(path, {
    method: "POST",
    body: content,
    headers: { "Content-Type": "application/json" },
    signal,
  });
}

/** Read a page of the rule book. */
export function read(path) {
  return answered(path, { headers: {} });
}

async function answered(path, request) {
  request.headers["Accept-Language"] = spoken();
  if (key) request.headers.Authorization = `Bearer ${key}`;
  let response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { title: say("problem.offline"), detail: say("problem.offline.detail") });
  }
  const document = await response.json().catch(() => ({}));
  if (!response.ok) throw new Problem(response.status, document);
  return document;
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
