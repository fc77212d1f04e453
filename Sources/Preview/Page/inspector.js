// The inspector: the chosen layer's values, animations and surface, at the time that is shown.

import { byId, icon, make } from "./elements.js";
import * as server from "./server.js";
import { on, set, short, state, timeOf } from "./store.js";
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

/// The layers at the time that rests.
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
