// The film as a file: its name and form, the progress, and where it is. The server makes one film at a time, for all
// pages; a new page shows it, too.

import * as server from "./server.js";
import { byId, make, nameable, on, set, setIcon, setOptions, short, state } from "./store.js";

const dialog = byId("export-dialog");
const forms = [
  ["mp4", "MP4, H.264"], ["mov", "MOV, ProRes 4444 with transparency"], ["webm", "WebM, VP9 with transparency"],
  ["gif", "GIF"], ["webp", "WebP, moving"], ["apng", "APNG"], ["wav", "WAV, the sound alone"],
];

export function begin() {
  for (const id of ["export", "export-close"]) setIcon(byId(id), id === "export" ? "film" : "close");
  setOptions(byId("export-form"), forms, "mp4");
  byId("export").addEventListener("click", open);
  byId("export-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", event => event.target === dialog && dialog.close());
  byId("export-form").addEventListener("change", () => rename(byId("export-form").value));
  byId("export-begin").addEventListener("click", start);
  byId("export-cancel").addEventListener("click", () => act("cancel", {}));
  on(["exported"], show);
  load();
}

/// Takes what the server says of an export; it may come after something later.
export function take(exported) {
  if (exported.number >= (state.exported?.number ?? 0)) set({ exported });
}

export function open() {
  const title = nameable((state.scene?.title ?? "scene").replace(/(\.(scene|film))?\.[a-z]+$/i, ""));
  byId("export-name").value ||= `${title}.${byId("export-form").value}`;
  byId("export-rows-line").hidden = !state.scene?.rows?.length;
  const { width, height } = state.shown ?? { width: 0, height: 0 };
  byId("export-what").textContent = `${width} × ${height} pixels, ${short(state.rate, 3)} frames a second, `
    + `${short(state.scene?.duration ?? 0)} s, as the page shows them.`;
  show();
  dialog.showModal();
}

function rename(suffix) {
  const name = byId("export-name");
  name.value = `${name.value.replace(/\.[a-z0-9]*$/i, "")}.${suffix}`;
}

async function load() {
  try {
    take(await server.json("exported"));
  } catch {
    // Where the server is gone, the listener says so.
  }
}

async function start() {
  const rate = state.rate === state.scene.rate ? null : state.rate;
  await act("export", {
    ...state.look, rate, name: byId("export-name").value.trim(),
    rows: byId("export-rows").checked && !byId("export-rows-line").hidden ? "all" : null,
    replaces: byId("export-replaces").checked ? "true" : null,
  });
}

async function act(path, query) {
  try {
    take(await server.post(path, query));
    byId("export-replaces-line").hidden = true;
    byId("export-replaces").checked = false;
  } catch (error) {
    if (error.status === 409) byId("export-replaces-line").hidden = !/ exists in /.test(error.message);
    tell(error.message, true);
  }
}

function tell(text, isWrong = false) {
  byId("export-told").textContent = text;
  byId("export-told").classList.toggle("wrong", isWrong);
}

/// The part that is done, of all rows.
function part({ frame, total, row }) {
  const count = row && byId("export-rows").checked ? state.scene?.rows?.length || 1 : 1;
  const before = count > 1 ? row - 1 : 0;
  return (before + (total ? frame / total : 0)) / count;
}

function show() {
  const { stage = "none", file, frame, total, row, secondsLeft, message } = state.exported ?? {};
  const isRunning = stage === "running";
  const bar = byId("export-progress");
  bar.hidden = !isRunning;
  bar.value = isRunning ? part(state.exported) : 0;
  byId("export-begin").disabled = isRunning;
  byId("export-cancel").hidden = !isRunning;
  const left = secondsLeft ? `, ${short(secondsLeft, 0)} s left` : "";
  if (isRunning) tell(total ? `${row ? `Row ${row}: ` : ""}${frame} of ${total} frames${left}` : "Begins …");
  if (stage === "cancelled") tell("Cancelled; no file was left.");
  if (stage === "failed") tell(message, true);
  byId("export-file").replaceChildren(...(stage === "done" ? [
    make("strong", { text: "Written: " }), make("code", { text: file }),
    ...(message ? [make("p", { class: "dim", text: message })] : []),
  ] : []));
  if (stage === "done") tell("");
}
