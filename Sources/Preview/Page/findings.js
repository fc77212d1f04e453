// What `multiplane check` found, and what the scene's reader had to skip: the two lists beside the inspector.

import { byId, delayed, icon, make } from "./elements.js";
import * as player from "./player.js";
import * as server from "./server.js";
import { clock, frameAt, on, set, short, state } from "./store.js";

const panel = byId("findings");

export function begin() {
  on(["findings"], draw);
  on(["finding"], () => {
    markChosen();
    selectLayer();
  });
  on(["scene"], drawNotes);
  on(["scene"], delayed(300, load));
  // A chosen finding's layer is known when its time's layers are.
  on(["tree"], () => state.finding && state.selection === null && selectLayer());
}

/// Asks for the findings: that has the scene checked, where it was not yet.
export async function load() {
  if (!state.scene?.pixels || state.scene.error) return;
  try {
    set({ findings: await server.json("findings") });
  } catch (error) {
    if (error instanceof server.Refusal) set({ findings: { state: "failed", message: error.message, report: null } });
  }
}

function draw() {
  const { state: stage, message, report } = state.findings ?? {};
  const list = report?.findings ?? [];
  const tab = byId("tab-findings");
  const count = make("span", { class: `count ${list[0]?.severity}`, text: list.length });
  tab.replaceChildren("Findings", ...(list.length ? [count] : []));
  const parts = [];
  if (stage === "running") parts.push(make("p", { class: "empty busy", text: "Looking at the scene …" }));
  if (stage === "failed") parts.push(make("p", { class: "empty", text: message || "The check failed." }));
  if (stage === "done" && !list.length) parts.push(make("p", { class: "empty", text: "Nothing is wrong with it." }));
  parts.push(make("ul", { class: "findings" }, ...list.map(item)));
  if (report) parts.push(make("p", { class: "empty", text: looked(report) }));
  panel.replaceChildren(...parts);
  // After a reload, the same finding stays chosen.
  const same = list.find(finding => isSame(finding, state.finding));
  set({ finding: same ?? null });
  markChosen();
}

const isSame = (one, other) => other && ["rule", "layer", "message"].every(key => one[key] === other[key]);

function looked({ frames, duration }) {
  const time = duration ? `, over ${short(duration)} s` : "";
  return `${frames} frame${frames === 1 ? " was" : "s were"} looked at${time}.`;
}

function item(finding) {
  const { severity, rule, layer, message, advice, times } = finding;
  const when = times.slice(0, 3).map(([from, to]) => (from === to ? clock(from) : `${clock(from)}–${clock(to)}`));
  if (times.length > 3) when.push(`and ${times.length - 3} more`);
  const button = make("button", { class: `finding ${severity}`, onclick: () => choose(finding) },
    icon(severity),
    make("span", { class: "text" },
      make("span", { class: "message", text: message }),
      make("span", { class: "dim", text: advice }),
      make("span", { class: "where dim", text: [rule, layer, when.join(", ")].filter(Boolean).join(" · ") })));
  button.finding = finding;
  return make("li", {}, button);
}

/// Goes to where a finding is, unless the time that is shown is one of its own.
function choose(finding) {
  player.pause();
  const now = state.frame / state.rate;
  const isNow = finding.times.some(([from, to]) => now >= from - 1e-6 && now <= to + 1e-6);
  set({ finding: null });
  set({ finding });
  if (finding.times.length && !isNow) player.goTo(frameAt(finding.times[0][0]));
}

function markChosen() {
  for (const button of panel.querySelectorAll("button.finding")) {
    button.setAttribute("aria-current", button.finding === state.finding);
    if (button.finding === state.finding) button.scrollIntoView({ block: "nearest" });
  }
}

function selectLayer() {
  if (state.finding) set({ selection: layerOf(state.finding)?.id ?? null });
}

/// The layer that a finding names by the names on the way to it; of several, the one that lies nearest to its box. The
/// root is not named, nor is what has no name: but the layer itself, by its kind and its place among its siblings.
function layerOf({ layer: path, box }) {
  if (!path) return null;
  const names = [];
  const candidates = state.tree.filter(layer => {
    const name = layer.name || (layer.isMask ? "mask" : "");
    const own = name || `${layer.kind} ${Number(layer.id.split(".").at(-1)) + 1}`;
    names.length = layer.depth;
    names[layer.depth] = layer.depth > 0 ? name : "";
    return [...names.slice(0, layer.depth), own].filter(Boolean).join("/") === path;
  });
  if (candidates.length < 2 || !box) return candidates[0] ?? null;
  const scale = state.shown.width / state.scene.points.width;
  const wanted = [box.points[0] + box.points[2] / 2, box.points[1] + box.points[3] / 2].map(value => value * scale);
  const away = ({ corners }) => {
    if (!corners) return Infinity;
    const middle = [0, 1].map(axis => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
    return Math.hypot(middle[0] - wanted[0], middle[1] - wanted[1]);
  };
  return candidates.reduce((best, layer) => (away(layer) < away(best) ? layer : best));
}

function drawNotes() {
  const notes = state.scene?.notes ?? [];
  const count = make("span", { class: "count", text: notes.length });
  byId("tab-notes").replaceChildren("Notes", ...(notes.length ? [count] : []));
  byId("notes").replaceChildren(notes.length
    ? make("ul", { class: "notes" }, ...notes.map(text => make("li", {}, icon("note"), make("span", { text }))))
    : make("p", { class: "empty", text: "All of the document was read." }));
}
