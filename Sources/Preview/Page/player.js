// The clock: which frame is asked for, and which is shown.
//
// While it plays, up to three pictures are on their way, each for the time at which it will be there; one that comes
// too late, after a newer one, is dropped. While it stands, the wanted frame is asked for until it is what is shown:
// again after a reload, and in another look. Pictures of an older load never come after those of a newer one.

import * as server from "./server.js";
import { frameCount, on, rest, set, state } from "./store.js";

let show = () => {};
let epoch = 0; // counts looks: pictures of an earlier one are dropped

// Standing: pictures are numbered as they are asked for.
let asked = 0;
let arrived = 0;
let isStale = true; // whether the wanted picture has still to be asked for

// Playing: frames are counted from where it began, on and on, through all loops.
let play = null; // {from, began, direction, next, last, ready}
let isTicking = false;
let toldAt = 0; // when `state.frame` was set last
let latency = 30; // milliseconds until a picture is here

const direction = () => play?.direction ?? 1;

/// Begins; `present` is given each picture that is to be seen.
export function begin(present) {
  show = present;
  server.onRoom(() => (play ? ahead() : want()));
  on(["look"], () => {
    epoch += 1;
    if (play) anchor(direction());
    else refresh();
  });
  on(["speed", "loops"], () => play && anchor(direction()));
}

export function refresh() {
  isStale = true;
  want();
}

/// Goes to a frame; what plays goes on from there.
export function goTo(frame) {
  const last = frameCount() - 1;
  set({ frame: Math.min(last, Math.max(0, Math.round(frame))) });
  if (play) return anchor(direction(), state.frame);
  refresh();
}

/// Goes so many frames on, through the ends where it loops. It stops what plays.
export function step(frames) {
  pause();
  const count = frameCount();
  const frame = state.frame + frames;
  goTo(state.loops ? ((frame % count) + count) % count : frame);
}

export const toggle = () => (state.isPlaying ? pause() : start(1));

/// Plays on or back. From the end, where it does not loop, it begins anew.
export function start(towards) {
  if (!state.scene?.pixels) return;
  const end = towards > 0 ? frameCount() - 1 : 0;
  if (!state.loops && state.frame === end) set({ frame: frameCount() - 1 - end });
  anchor(towards);
  set({ isPlaying: true });
  if (!isTicking) requestAnimationFrame(tick);
  isTicking = true;
}

export function pause() {
  if (!play) return;
  const frame = seen();
  play = null;
  set({ isPlaying: false, frame });
  refresh();
}

/// The direction that it plays in: 1, -1, or 0 where it stands.
export const heading = () => (play ? play.direction : 0);

/// The exact time of what should be seen now, in seconds: for sound.
export function clockTime() {
  if (!play) return state.frame / state.rate;
  const passed = (due(performance.now()) % frameCount()) * play.direction;
  return (((play.from + passed) % frameCount()) + frameCount()) % frameCount() / state.rate;
}

/// The frame that is seen: while it plays, `state.frame` may be a little behind.
const seen = () => (play && state.shown ? state.shown.frame : state.frame);

function anchor(towards, from = seen()) {
  play = { from, began: performance.now(), direction: towards, next: 0, last: -1, ready: [] };
}

const due = now => ((now - play.began) / 1000) * state.rate * state.speed;

/// The frame at a count; null beyond the end, where it does not loop.
function frameOf(count) {
  const all = frameCount();
  const frame = play.from + count * play.direction;
  if (state.loops) return ((frame % all) + all) % all;
  return frame < 0 || frame >= all ? null : frame;
}

function tick(now) {
  isTicking = play !== null;
  if (!play) return;
  const current = due(now);
  let newest = null;
  while (play.ready.length && play.ready[0].count <= current) newest = play.ready.shift();
  if (newest) {
    play.last = newest.count;
    present(newest.picture, newest.picture.frame);
  }
  if (frameOf(Math.floor(current)) === null) {
    const end = play.direction > 0 ? frameCount() - 1 : 0;
    pause();
    return goTo(end);
  }
  ahead();
  requestAnimationFrame(tick);
}

/// Asks for what will be due when it is here.
function ahead() {
  const now = performance.now();
  while (play && server.room() > 0 && play.ready.length < server.most) {
    const count = Math.max(play.next, Math.floor(due(now + latency)));
    const frame = frameOf(count);
    if (frame === null) return;
    play.next = count + 1;
    fetchAhead(play, count, frame);
  }
}

async function fetchAhead(of, count, frame) {
  const [from, wanted] = [performance.now(), epoch];
  try {
    const picture = await server.picture(frame);
    const took = performance.now() - from;
    latency += (took - latency) * (took > latency ? 0.5 : 0.1);
    if (play !== of || wanted !== epoch || count < of.last || isOlder(picture)) return;
    of.ready.push({ count, picture });
    of.ready.sort((one, other) => one.count - other.count);
    set({ problem: state.scene?.error ?? null });
  } catch (error) {
    if (play === of && wanted === epoch) fail(error);
  }
}

/// Asks for the wanted picture, unless three are on their way: when one has come, this is called again.
async function want() {
  if (play || !isStale || server.room() < 1 || (state.scene && !state.scene.pixels)) return;
  isStale = false;
  asked += 1;
  const [number, wanted] = [asked, epoch];
  try {
    const picture = await server.picture(state.frame);
    if (!play && wanted === epoch && number > arrived && !isOlder(picture)) {
      arrived = number;
      present(picture, state.frame);
      set({ problem: state.scene?.error ?? null });
      if (!isStale) rest();
    }
  } catch (error) {
    if (number === asked && wanted === epoch) fail(error);
  }
}

const isOlder = picture => state.shown !== null && picture.version < state.shown.version;

function present(picture, frame) {
  show(picture);
  server.recycle(picture);
  const { version, width, height, drawMilliseconds } = picture;
  const changes = { shown: { frame: picture.frame, version, width, height, drawMilliseconds } };
  // What is beside the picture follows twenty times a second: to lay it out costs as much as a picture.
  const now = performance.now();
  if (!play || now - toldAt > 45) {
    toldAt = now;
    changes.frame = frame;
  }
  set(changes);
}

function fail(error) {
  const isRefusal = error instanceof server.Refusal;
  if (play) {
    play = null;
    set({ isPlaying: false });
  }
  // Where the server is gone, the listener says so.
  if (isRefusal) set({ problem: { message: error.message, file: error.file, line: error.line, column: error.column } });
  rest();
}
