// The time line: ruler and scrubber, below it lanes of markers, states and findings, where there are any; and the
// states: the schedule 'Locked,Unlock@1.5', as --states has it, its text field, and a button for each state.

import * as player from "./player.js";
import { byId, clock, frameAt, frameCount, make, makeSVG, on, set, setInvalid, short, state, timeOf } from "./store.js";

const scrubber = byId("scrubber");
const timeline = byId("timeline");
const inset = 12; // CSS pixels at both ends, as in preview.css

export function begin() {
  on(["frame", "rate", "scene", "isPlaying"], showTime);
  on(["rate", "scene", "look", "findings"], drawLanes);
  on(["rate", "scene"], drawRuler);
  on(["finding"], markChosen);
  new ResizeObserver(() => {
    drawRuler();
    drawLanes();
    showTime();
  }).observe(timeline);
  scrubber.addEventListener("pointerdown", event => {
    if (event.button !== 0) return;
    player.pause();
    scrubber.setPointerCapture(event.pointerId);
    player.goTo(frameUnder(event));
  });
  scrubber.addEventListener("pointermove", event => {
    if (!scrubber.hasPointerCapture(event.pointerId)) return;
    const frame = frameUnder(event);
    if (frame !== state.frame) player.goTo(frame);
  });
  // Beside the keys that hold everywhere, those of a slider.
  scrubber.addEventListener("keydown", event => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    player.step(steps[event.key]);
  });
}

const seconds = () => frameCount() / state.rate;

/// The place of a time across the scrubber, from 0 to 1.
const part = time => Math.min(1, Math.max(0, time / seconds()));

const left = time => `calc(${inset}px + (100% - ${2 * inset}px) * ${part(time).toFixed(5)})`;

function frameUnder(event) {
  const box = scrubber.getBoundingClientRect();
  const at = (event.clientX - box.left - inset) / (box.width - 2 * inset);
  return Math.min(frameCount() - 1, Math.max(0, Math.floor(at * frameCount())));
}

function showTime() {
  const time = timeOf(state.frame);
  byId("playhead").style.left = left((state.frame + 0.5) / state.rate);
  // Nobody is to hear of each frame.
  if (state.isPlaying) return;
  scrubber.setAttribute("aria-valuemax", frameCount() - 1);
  scrubber.setAttribute("aria-valuenow", state.frame);
  scrubber.setAttribute("aria-valuetext", `${clock(time)}, frame ${state.frame}`);
}

/// Lines at whole steps of time, as many as have room, and frames between them where these have room.
function drawRuler() {
  const width = scrubber.clientWidth - 2 * inset;
  const ruler = byId("ruler");
  if (width <= 0) return;
  const perSecond = width / seconds();
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600].find(size => size * perSecond >= 64) ?? 3600;
  const parts = [];
  const line = (time, height, name) => {
    const x = Math.round(inset + time * perSecond) + 0.5;
    parts.push(makeSVG("line", { x1: x, x2: x, y1: 24 - height, y2: 24, class: name }));
  };
  const perFrame = perSecond / state.rate;
  const minor = perFrame >= 5 ? 1 / state.rate : [5, 10, 2].map(parts => step / parts).find(it => it * perSecond >= 6);
  const count = minor ? Math.floor(seconds() / minor + 1e-6) : 0;
  for (let index = 0; index <= Math.min(count, 2000); index += 1) line(index * minor, 4, "minor");
  for (let index = 0; index * step <= seconds() + 1e-6; index += 1) {
    line(index * step, 9, "major");
    const x = inset + index * step * perSecond;
    const anchor = x > width - 10 ? "end" : "start";
    const label = makeSVG("text", { x: anchor === "end" ? x - 4 : x + 4, y: 12, "text-anchor": anchor });
    label.textContent = step < 1 ? `${short(index * step, 1)} s` : clock(index * step).replace(/\.000$/, "");
    parts.push(label);
  }
  ruler.replaceChildren(...parts);
}

function drawLanes() {
  const scene = state.scene;
  if (!scene?.pixels) return byId("lanes").replaceChildren();
  const lanes = [];
  const states = changes();
  const lane = (name, label, marks) => {
    if (marks.length) lanes.push(make("div", { class: `lane ${name}`, role: "group", "aria-label": label }, ...marks));
  };
  for (const list of markerLanes(scene.markers ?? [])) lane("markers", "Markers", list.map(marker));
  lane("states", "Changes of state", states.map((change, index) => stateMark(change, states[index + 1])));
  lane("findings", "Findings", findingMarks());
  byId("lanes").replaceChildren(...lanes);
  for (const lane of byId("lanes").querySelectorAll(".findings")) lane.style.height = `${2 + depth * 8}px`;
  markChosen();
}

/// A mark of a stretch of time: a button that goes to its begin, with a tip while it is looked at.
function mark(name, from, to, text, label, more = {}) {
  const button = make("button", {
    class: name,
    "aria-label": label,
    text,
    onclick: () => player.goTo(frameAt(from)),
    onpointerenter: event => showTip(event.currentTarget, label),
    onfocus: event => showTip(event.currentTarget, label),
    onpointerleave: hideTip,
    onblur: hideTip,
    ...more,
  });
  button.style.left = left(from);
  button.style.width = `calc((100% - ${2 * inset}px) * ${(part(to) - part(from)).toFixed(5)})`;
  return button;
}

/// The markers in at most three lanes, so that none lies over another one. The parts of a film overlap in transitions.
function markerLanes(markers) {
  const lanes = [];
  const hides = (one, other) =>
    Math.min(one.time + one.duration, other.time + other.duration) - Math.max(one.time, other.time)
      > Math.min(one.duration, other.duration) / 2;
  for (const marker of markers) {
    const free = lanes.find((list, index) => index === 2 || !list.some(other => hides(marker, other)));
    if (free) free.push(marker);
    else lanes.push([marker]);
  }
  return lanes;
}

function marker({ name, time, duration }) {
  const until = duration > 0 ? ` to ${clock(time + duration)}` : "";
  return mark(duration > 0 ? "marker long" : "marker", time, time + (duration || 0), name,
    `Marker ${name}: ${clock(time)}${until}`);
}

const stateMark = (change, next) =>
  mark("state", change.time, next?.time ?? seconds(), change.state, `State ${change.state} from ${clock(change.time)}`);

let depth = 1;

/// The findings that have times, in as many lines as keep them apart; at most four.
function findingMarks() {
  const marks = [];
  const ends = [];
  const room = 7 / Math.max(1, scrubber.clientWidth) * seconds();
  const stretches = (state.findings?.report?.findings ?? []).flatMap(finding =>
    finding.times.map(([from, to]) => ({ finding, from, to })));
  stretches.sort((one, other) => one.from - other.from);
  for (const { finding, from, to } of stretches.slice(0, 400)) {
    if (from > seconds()) continue;
    let line = ends.findIndex(end => end <= from);
    if (line < 0) line = ends.length < 4 ? ends.length : ends.indexOf(Math.min(...ends));
    ends[line] = Math.max(to, from + room) + room / 4;
    const place = from === to ? clock(from) : `${clock(from)} to ${clock(to)}`;
    const label = `${finding.severity}: ${finding.message} (${finding.layer ? `${finding.layer}, ` : ""}${place})`;
    const button = mark(`finding ${finding.severity}`, from, to, "", label, {
      onclick: () => {
        player.pause();
        player.goTo(frameAt(from));
        set({ finding });
      },
    });
    button.style.top = `${1 + line * 8}px`;
    button.finding = finding;
    marks.push(button);
  }
  depth = Math.max(1, ends.length);
  return marks;
}

function markChosen() {
  for (const button of byId("lanes").querySelectorAll(".finding")) {
    button.classList.toggle("chosen", button.finding === state.finding);
  }
}

function showTip(of, text) {
  const tip = byId("tip");
  tip.hidden = false;
  tip.textContent = text;
  const box = of.getBoundingClientRect();
  const from = timeline.getBoundingClientRect();
  const most = from.width - tip.offsetWidth - 8;
  tip.style.left = `${Math.max(8, Math.min(box.left - from.left, most))}px`;
  tip.style.top = `${box.top - from.top - tip.offsetHeight - 6}px`;
}

function hideTip() {
  byId("tip").hidden = true;
}

const field = byId("schedule");

export function beginSchedule() {
  on(["scene"], showButtons);
  on(["scene", "look"], () => {
    if (document.activeElement !== field || !byId("schedule-error").textContent) field.value = scheduleText() ?? "";
  });
  on(["scene", "look", "frame"], showPressed);
  field.addEventListener("change", () => use(field.value.trim()));
  field.addEventListener("keydown", event => event.key === "Enter" && use(field.value.trim()));
  byId("clear-states").addEventListener("click", clear);
}

/// The schedule that holds: the page's, else the command line's; null for none.
const scheduleText = () => state.look.states ?? state.scene?.stateSchedule ?? null;

/// Reads a schedule: `{changes}`, or `{error}` with what is wrong with it.
function parse(schedule, names) {
  const found = [];
  for (const entry of schedule.split(",")) {
    const at = entry.lastIndexOf("@");
    const name = at < 0 ? entry : entry.slice(0, at);
    const written = at < 0 ? "" : entry.slice(at + 1);
    const isTime = /^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(written);
    if (!name || (at < 0 ? found.length > 0 : !isTime)) {
      return { error: `'${entry}' is none of NAME or NAME@SECONDS, such as 'Locked,Unlock@1.5'` };
    }
    if (!names.includes(name)) return { error: `no state '${name}'; there are ${names.join(", ")}` };
    const time = at < 0 ? 0 : Number(written);
    if (found.length && time <= found.at(-1).time) {
      return { error: `'${name}' is to begin at ${time} s, not after '${found.at(-1).state}'` };
    }
    found.push({ state: name, time });
  }
  return { changes: found };
}

/// The changes of state that hold; none where no schedule is.
const changes = () => (scheduleText() ? parse(scheduleText(), known()).changes ?? [] : []);

/// The names that a schedule may have: the scene's states, and what it is without one.
const known = () => [...new Set(["base", ...(state.scene?.states ?? [])])];

const written = list => list
  .map(({ state: name, time }, index) => (index === 0 && time === 0 ? name : `${name}@${time}`)).join(",");

/// A frame's time with four decimals, and never later: a change is to be seen in its own frame.
const shortTime = () => Math.floor(Number((timeOf(state.frame) * 1e4).toFixed(3))) / 1e4;

function use(schedule) {
  if (schedule === (scheduleText() ?? "")) {
    byId("schedule-error").textContent = "";
    setInvalid(field, false);
    return;
  }
  if (!schedule) return clear();
  const { error } = parse(schedule, known());
  byId("schedule-error").textContent = error ?? "";
  setInvalid(field, Boolean(error));
  if (!error) set({ look: { ...state.look, states: schedule } });
}

/// Takes all changes away. Against a schedule of the command line, that is to be said.
function clear() {
  byId("schedule-error").textContent = "";
  setInvalid(field, false);
  const { states, ...others } = state.look;
  set({ look: state.scene.stateSchedule ? { ...others, states: state.scene.initialState ?? "base" } : others });
  field.value = scheduleText() ?? "";
}

/// Changes the state at the time that is shown; what was to change just then is replaced.
function changeState(name) {
  const time = shortTime();
  const before = changes().filter(it => it.time < time);
  const after = changes().filter(it => it.time > timeOf(state.frame));
  if ((before.at(-1)?.state ?? null) !== name) before.push({ state: name, time });
  while (after.length && after[0].state === before.at(-1)?.state) after.shift();
  use(written([...before, ...after]));
}

const present = () => changes().findLast(it => it.time <= timeOf(state.frame))?.state
  ?? state.scene?.initialState ?? "base";

function showButtons() {
  const names = known();
  byId("states").hidden = names.length < 2;
  const shown = byId("state-buttons");
  if (shown.dataset.names === names.join("\n")) return;
  shown.dataset.names = names.join("\n");
  shown.replaceChildren(...names.map(name => make("button", {
    text: name,
    "data-state": name,
    title: `${name} from the time that is shown on`,
    onclick: () => changeState(name),
  })));
}

function showPressed() {
  const current = present();
  for (const button of byId("state-buttons").children) {
    const isPressed = String(button.dataset.state === current);
    if (button.getAttribute("aria-pressed") !== isPressed) button.setAttribute("aria-pressed", isPressed);
  }
}
