// What is asked of the server. Addresses are relative: the page's own holds the token.

import { state, timeOf } from "./store.js";

/// A name of this page's own: pages do not disturb each other's layers.
const view = Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, "0")).join("");

/// The most pictures on their way at a time.
export const most = 3;

let onTheirWay = 0;
let whenFree = () => {};

/// Has an action called whenever a picture has come, so that there is room for another one.
export const onRoom = action => {
  whenFree = action;
};

export const room = () => most - onTheirWay;

/// What the server says against a request: its message and the place in a file.
export class Refusal extends Error {
  constructor(status, told) {
    super(told.message || `the server answered ${status}`);
    Object.assign(this, { status, file: told.file ?? null, line: told.line ?? null, column: told.column ?? null });
  }
}

/// A query of what is known; `values` are replaced values by their names, which may be empty.
function queryOf({ values, ...others }) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(others)) {
    if (value !== null && value !== undefined && value !== "") query.set(key, value);
  }
  for (const [name, value] of Object.entries(values ?? {})) query.set(`value.${name}`, value);
  return query;
}

/// The address of something at a frame, in the look that is chosen.
export const address = (path, frame, more = {}, suffix = "") =>
  `${path}?${queryOf({ time: timeOf(frame), ...state.look, ...more, view: view + suffix })}`;

async function ask(path, signal, method = "GET") {
  const answer = await fetch(path, { cache: "no-store", signal, method });
  if (answer.ok) return answer;
  let told = {};
  try {
    told = await answer.json();
  } catch {
    // The status says enough.
  }
  throw new Refusal(answer.status, told);
}

export const json = async (path, signal) => (await ask(path, signal)).json();

/// Asks for what changes files.
export const post = async (path, query) => (await ask(`${path}?${queryOf(query)}`, undefined, "POST")).json();

async function counted(action) {
  onTheirWay += 1;
  try {
    return await action();
  } finally {
    onTheirWay -= 1;
    // After those who waited for it.
    setTimeout(whenFree);
  }
}

// Memory of pictures that were shown, for those to come: new memory for each costs as much as all else of a fetch.
const spare = [];

export function recycle(picture) {
  if (spare.length < most) spare.push(picture.bytes.buffer);
}

async function bytesOf(answer, count) {
  const reader = answer.body.getReader({ mode: "byob" });
  const index = spare.findIndex(buffer => buffer.byteLength === count);
  let buffer = index < 0 ? new ArrayBuffer(count) : spare.splice(index, 1)[0];
  for (let at = 0; at < count;) {
    const { value, done } = await reader.read(new Uint8Array(buffer, at), { min: count - at });
    if (done || !value) throw new TypeError("a frame ended early");
    buffer = value.buffer;
    at += value.byteLength;
  }
  // To the very end, or the browser takes it for given up, and closes the connection.
  await reader.read(new Uint8Array(1));
  return new Uint8ClampedArray(buffer);
}

export function picture(frame) {
  return counted(async () => {
    const answer = await ask(address("frame", frame));
    const number = name => Number(answer.headers.get(name));
    const [width, height] = [number("X-Width"), number("X-Height")];
    const bytes = await bytesOf(answer, width * height * 4);
    const drawMilliseconds = number("X-Draw-Milliseconds");
    return { frame, version: number("X-Version"), drawMilliseconds, width, height, bytes };
  });
}

/// A small picture of a row, as a file.
export const thumbnail = (frame, row, scale) =>
  counted(async () => (await ask(address("frame.png", frame, { row, scale, values: null }, "r"))).blob());

/// Hears of new loads and findings as long as the page is seen. A browser opens only six connections to a server, for
/// all of its pages together: a page in the background gives its own back, and asks for all when it is seen again.
export function listen(told) {
  let source = null;
  function open() {
    source = new EventSource("events");
    source.onopen = () => told.opened();
    source.onerror = () => {
      told.lost();
      if (source?.readyState !== EventSource.CLOSED) return; // It tries again by itself.
      source = null;
      setTimeout(() => !source && !document.hidden && open(), 1000);
    };
    source.addEventListener("scene", event => told.scene(JSON.parse(event.data).version));
    source.addEventListener("findings", () => told.findings());
    source.addEventListener("export", event => told.exported(JSON.parse(event.data)));
  }
  function follow() {
    if (!document.hidden && !source) open();
    if (document.hidden && source) {
      source.close();
      source = null;
    }
  }
  document.addEventListener("visibilitychange", follow);
  follow();
}
