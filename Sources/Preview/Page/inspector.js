// The tabs of the right panel: the chosen layer's values, animations and surface, at the time that is shown; the
// findings of `multiplane check`; and what the scene's reader had to skip.

import * as player from "./player.js";
import * as server from "./server.js";
import { byId, clock, delayed, frameAt, icon, make, on, set, short, state, timeOf } from "./store.js";
import { nameOf, sign } from "./tree.js";

const panel = byId("layer");
let shown = null; // the layer that the panel shows, as text, so that nothing is made anew without a change

export function begin() {
  on(["rested"], loadTree);
  on(["selection"], load);
  on(["rested"], load);
  on(["frame"], drawProgress);
  empty();
}

async function loadTree() {
  const count = state.rested;
  try {
    const { layers } = await server.json(server.address("tree", state.frame));
    if (count === state.rested) set({ tree: layers });
  } catch {
    // Nothing is outlined any more; what is wrong, the picture's own request says.
    if (count === state.rested) set({ tree: [] });
  }
}

function empty() {
  shown = null;
  panel.replaceChildren(make("p", { class: "empty", text: "Choose a layer in the tree or in the picture." }));
}

async function load() {
  const id = state.selection;
  if (id === null) return empty();
  if (state.isPlaying) return;
  try {
    const layer = await server.json(server.address("layer", state.frame, { id }));
    if (id !== state.selection) return;
    const text = JSON.stringify(layer);
    if (text !== shown) draw(layer);
    shown = text;
    drawProgress();
  } catch (error) {
    if (id !== state.selection) return;
    empty();
    panel.firstChild.textContent = error instanceof server.Refusal ? error.message : "The server does not answer.";
  }
}

const section = (title, ...children) => make("section", {}, make("h3", { text: title }), ...children);

function draw(layer) {
  const inTree = state.tree.find(it => it.id === layer.id);
  const name = inTree ? nameOf(inTree) : layer.kind;
  const parts = [
    make("header", { class: "layer-head" },
      icon(inTree ? sign(inTree) : "layer"),
      make("div", {}, make("strong", { text: name }), make("div", { class: "dim", text: layer.kind }))),
    layer.path !== name && make("p", { class: "path dim", text: layer.path, title: "Path" }),
  ];
  const draws = inTree?.draws ?? [];
  if (draws.length) parts.push(make("p", { class: "draws" }, ...draws.map(text => make("span", { text }))));
  if (layer.surface) parts.push(section("Surface of its own", surface(layer.surface)));
  if (layer.animations.length) {
    parts.push(section("Animations", ...layer.animations.map(animation)));
  }
  parts.push(section("Values", values(layer.values)));
  const top = panel.scrollTop;
  panel.replaceChildren(...parts.filter(Boolean));
  panel.scrollTop = top;
}

function surface({ reasons, box, isKept }) {
  const texts = [reasons].flat();
  const place = box && `${short(box[2])} × ${short(box[3])} pixels at ${short(box[0])}, ${short(box[1])}`;
  return make("div", { class: "surface" },
    make("ul", {}, ...texts.map(text => make("li", { text }))),
    place && make("div", { class: "dim", text: `${place}${isKept ? ", kept from frame to frame" : ""}` }));
}

function animation({ key, kind, keyPath, begin, duration, repeatCount, autoreverses, detail }) {
  const count = repeatCount > 1e6 ? "for ever" : repeatCount > 1 ? `${short(repeatCount)} times` : null;
  const facts = [`${short(begin, 3)} s`, `for ${short(duration, 3)} s`, count, autoreverses && "and back"];
  const progress = make("span", { class: "progress", "data-begin": begin, "data-duration": duration,
    "data-count": Math.min(repeatCount || 1, 1e9), "data-back": Boolean(autoreverses) }, make("i"));
  return make("div", { class: "animation" },
    make("div", { class: "line" }, make("strong", { text: keyPath || key || kind }), make("span", { class: "space" }),
      make("span", { class: "dim", text: kind.replace(/^CA|Animation$/g, "") || kind })),
    progress,
    make("div", { class: "dim", text: facts.filter(Boolean).join(", ") }),
    detail && make("div", { class: "dim", text: detail }));
}

/// How far each animation is, at the time that is shown.
function drawProgress() {
  for (const bar of panel.querySelectorAll(".progress")) {
    const [begin, duration, count] = ["begin", "duration", "count"].map(name => Number(bar.dataset[name]));
    const back = bar.dataset.back === "true";
    const turns = duration > 0 ? (timeOf(state.frame) - begin) / duration : 0;
    const total = count * (back ? 2 : 1);
    const isOn = turns >= 0 && turns < total;
    const turn = Math.min(Math.max(turns, 0), total);
    const rest = turn >= total ? 1 : turn % 1;
    const part = back && Math.floor(turn) % 2 === 1 ? 1 - rest : rest;
    bar.classList.toggle("on", isOn);
    bar.firstChild.style.width = `${(100 * part).toFixed(1)}%`;
  }
}

function values(list) {
  const line = ({ key, value, isAnimated }) => make("div", { class: isAnimated ? "animated" : null },
    make("dt", { text: key, title: isAnimated ? `${key}, animated` : key }),
    make("dd", {}, swatch(value), make("span", { text: value })));
  return make("dl", {}, ...list.map(line));
}

/// A spot of a colour that a value is.
function swatch(value) {
  const colour = value.match(/#(?:[0-9a-f]{8}|[0-9a-f]{6})\b/i)?.[0];
  if (!colour) return null;
  const spot = make("span", { class: "swatch" }, make("i"));
  spot.firstChild.style.backgroundColor = colour;
  return spot;
}

const findingsPanel = byId("findings");

export function beginFindings() {
  on(["findings"], drawFindings);
  on(["finding"], () => {
    markChosen();
    selectLayer();
  });
  on(["scene"], drawNotes);
  on(["scene"], delayed(300, loadFindings));
  // A chosen finding's layer is known when its time's layers are.
  on(["tree"], () => state.finding && state.selection === null && selectLayer());
}

/// Asks for the findings: that has the scene checked, where it was not yet.
export async function loadFindings() {
  if (!state.scene?.pixels || state.scene.error) return;
  try {
    set({ findings: await server.json("findings") });
  } catch (error) {
    if (error instanceof server.Refusal) set({ findings: { state: "failed", message: error.message, report: null } });
  }
}

function drawFindings() {
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
  findingsPanel.replaceChildren(...parts);
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
  for (const button of findingsPanel.querySelectorAll("button.finding")) {
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
