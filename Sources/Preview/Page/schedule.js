// States: the schedule 'Locked,Unlock@1.5', as --states has it, its text field, and a button for each state.

import { byId, make, setInvalid } from "./elements.js";
import { on, set, state, timeOf } from "./store.js";

const field = byId("schedule");

export function begin() {
  on(["scene"], showButtons);
  on(["scene", "look"], () => {
    if (document.activeElement !== field || !byId("schedule-error").textContent) field.value = text() ?? "";
  });
  on(["scene", "look", "frame"], showPressed);
  field.addEventListener("change", () => use(field.value.trim()));
  field.addEventListener("keydown", event => event.key === "Enter" && use(field.value.trim()));
  byId("clear-states").addEventListener("click", clear);
}

/// The schedule that holds: the page's, else the command line's; null for none.
const text = () => state.look.states ?? state.scene?.stateSchedule ?? null;

/// Reads a schedule: `{changes}`, or `{error}` with what is wrong with it.
export function parse(schedule, names) {
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
export const changes = () => (text() ? parse(text(), known()).changes ?? [] : []);

/// The names that a schedule may have: the scene's states, and what it is without one.
const known = () => [...new Set(["base", ...(state.scene?.states ?? [])])];

const written = list => list
  .map(({ state: name, time }, index) => (index === 0 && time === 0 ? name : `${name}@${time}`)).join(",");

/// A frame's time with four decimals, and never later: a change is to be seen in its own frame.
const shortTime = () => Math.floor(Number((timeOf(state.frame) * 1e4).toFixed(3))) / 1e4;

function use(schedule) {
  if (schedule === (text() ?? "")) {
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
  field.value = text() ?? "";
}

/// Changes the state at the time that is shown; what was to change just then is replaced.
function change(name) {
  const time = shortTime();
  const before = changes().filter(it => it.time < time);
  const after = changes().filter(it => it.time > timeOf(state.frame));
  if ((before.at(-1)?.state ?? null) !== name) before.push({ state: name, time });
  while (after.length && after[0].state === before.at(-1)?.state) after.shift();
  use(written([...before, ...after]));
}

/// The state in force at the time that is shown.
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
    onclick: () => change(name),
  })));
}

function showPressed() {
  const current = present();
  for (const button of byId("state-buttons").children) {
    const isPressed = String(button.dataset.state === current);
    if (button.getAttribute("aria-pressed") !== isPressed) button.setAttribute("aria-pressed", isPressed);
  }
}
