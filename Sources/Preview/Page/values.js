// The values of the scene's slots and texts, or of the row that is shown: a change is seen at once, in this page alone;
// those of a row can be written to the file of the rows.

import * as server from "./server.js";
import { byId, delayed, make, on, set, state } from "./store.js";

const panel = byId("values");
const fields = byId("values-fields");
let known = []; // {name, kind, text}: text is null where it is not known
let asked = "";

export function begin() {
  on(["scene", "look"], load);
  on(["look"], showButtons);
  byId("values-undo").addEventListener("click", undo);
  byId("values-write").addEventListener("click", write);
}

const row = () => state.look.row ?? null;
const changed = () => state.look.values ?? {};

/// Asks for the values after a reload, and of another row.
async function load() {
  if (!state.scene?.pixels || state.scene.error) return;
  const key = `${state.scene.version} ${row()}`;
  if (key === asked) return;
  asked = key;
  try {
    const answer = await server.json(`values${row() ? `?row=${row()}` : ""}`);
    if (key === asked) show(answer.values);
  } catch (error) {
    if (key === asked && error instanceof server.Refusal) tell(error.message);
  }
}

function show(values) {
  const text = JSON.stringify(values);
  if (fields.dataset.values !== text) {
    fields.dataset.values = text;
    known = values;
    const others = known.filter(({ kind }) => !kind);
    fields.replaceChildren(
      ...known.filter(({ kind }) => kind).map(field),
      ...(others.length ? [make("p", { class: "empty", text: `The scene does not use ${others
        .map(({ name }) => name).join(", ")}.` })] : []),
      ...(known.length ? [] : [make("p", { class: "empty", text: "The scene has no slots and no named texts." })]));
  }
  for (const input of fields.querySelectorAll("[data-name]")) fill(input);
  tell("");
  showButtons();
}

const valueOf = name => changed()[name] ?? known.find(value => value.name === name)?.text ?? "";

function fill(input) {
  if (document.activeElement === input) return;
  input.value = valueOf(input.dataset.name);
  const spot = input.parentElement.querySelector("[type=color]");
  if (spot && /^#[0-9a-f]{6}$/i.test(input.value)) spot.value = input.value;
}

function field({ name, kind, text }, index) {
  const common = { id: `value-${index}`, "data-name": name, spellcheck: "false", autocomplete: "off" };
  const input = kind === "text"
    ? make("textarea", { ...common, rows: 1 + Math.min(4, (text ?? "").split("\n").length) })
    : make("input", { ...common, placeholder: text === null ? "as in the scene" : null });
  const change = delayed(120, () => use(name, input.value));
  input.addEventListener("input", change);
  const parts = [make("label", { for: common.id, text: name }), input];
  if (kind === "color") {
    const spot = make("input", { type: "color", "aria-label": `${name}, as a colour` });
    spot.addEventListener("input", () => {
      input.value = spot.value;
      change();
    });
    parts.push(spot);
  }
  return make("div", { class: `value ${kind}` }, ...parts);
}

/// Shows the picture with another value; the former one is no change.
function use(name, text) {
  const { [name]: before, ...others } = changed();
  const isOwn = text === (known.find(value => value.name === name)?.text ?? "");
  setChanged(isOwn ? others : { ...others, [name]: text });
}

function setChanged(values) {
  const { values: before, ...look } = state.look;
  set({ look: Object.keys(values).length ? { ...look, values } : look });
}

function undo() {
  setChanged({});
  for (const input of fields.querySelectorAll("[data-name]")) fill(input);
  tell("");
}

async function write() {
  try {
    await server.post("write", { row: row(), values: changed() });
    // The reload shows them.
    known = known.map(value => ({ ...value, text: changed()[value.name] ?? value.text }));
    setChanged({});
    tell("Written.");
  } catch (error) {
    tell(error.message);
  }
}

const tell = text => {
  byId("values-told").textContent = text;
};

function showButtons() {
  const count = Object.keys(changed()).length;
  byId("tab-values").replaceChildren("Values",
    ...(count ? [make("span", { class: "count note", text: count })] : []));
  byId("values-undo").disabled = count === 0;
  byId("values-write").hidden = !row();
  byId("values-write").disabled = count === 0;
  panel.classList.toggle("changed", count > 0);
}
