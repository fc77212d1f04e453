// Layers on the picture: what is outlined there, and what a click picks.

import * as server from "./server.js";
import * as stage from "./stage.js";
import { byId, makeSVG, on, set, short, state } from "./store.js";
import { nameOf } from "./tree.js";

const viewport = byId("viewport");
let last = null; // the last click: {point, layers, index}, for the next one behind

export function begin() {
  on(["tree", "selection", "hover", "isPlaying", "finding", "look"], draw);
  on(["clicked"], () => pick(stage.toFrame(state.clicked.x, state.clicked.y)));
  on(["frame", "scene", "look"], () => {
    last = null;
  });
  viewport.addEventListener("keydown", event => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const box = viewport.getBoundingClientRect();
    pick(stage.toFrame(box.left + box.width / 2, box.top + box.height / 2));
  });
}

/// Selects the layer in front at a point of the frame; at the same point again, the next one behind.
async function pick(point) {
  const [x, y] = point.map(Math.floor);
  const { width, height } = state.shown ?? { width: 0, height: 0 };
  if (x < 0 || y < 0 || x >= width || y >= height) return set({ selection: null, finding: null });
  if (last && Math.hypot(last.x - x, last.y - y) <= 2 && last.layers[last.index] === state.selection) {
    last.index = (last.index + 1) % last.layers.length;
    return set({ selection: last.layers[last.index], finding: null });
  }
  const before = state.selection;
  try {
    const { layers } = await server.json(server.address("pick", state.frame, { x, y }));
    // Something else was chosen meanwhile.
    if (state.selection !== before) return;
    last = layers.length ? { x, y, layers, index: 0 } : null;
    set({ selection: layers[0] ?? null, finding: null });
  } catch (error) {
    if (error instanceof server.Refusal) set({ problem: { message: error.message, file: null } });
  }
}

const layerOf = id => (id === null ? null : state.tree.find(layer => layer.id === id) ?? null);

const sides = corners => [0, 1].map(side => Math.hypot(
  corners[side][0] - corners[side + 1][0], corners[side][1] - corners[side + 1][1]));

/// A layer's corners. One that only carries others, as those of Lottie files do, has bounds of a point: it has the box
/// around what lies in it.
function cornersOf(layer) {
  if (!layer?.corners) return null;
  const scale = state.shown && state.scene?.points ? state.shown.width / state.scene.points.width : 1;
  if (layer.draws?.length || Math.max(...sides(layer.corners)) > 1.5 * scale) return layer.corners;
  const inside = state.tree.filter(it => it.id.startsWith(`${layer.id}.`) && it.draws?.length && it.corners);
  const points = inside.flatMap(it => it.corners);
  if (!points.length) return layer.corners;
  const [left, top, right, bottom] = [Math.min, Math.max].flatMap(edge =>
    [0, 1].map(axis => edge(...points.map(point => point[axis]))));
  return [[left, top], [right, top], [right, bottom], [left, bottom]];
}

function outline(polygon, corners) {
  polygon.toggleAttribute("hidden", !corners);
  if (corners) polygon.setAttribute("points", corners.map(stage.toView).join(" "));
}

/// Draws the outlines, where the picture lies now. While it plays, they would be those of another time.
export function draw() {
  const isStill = !state.isPlaying;
  const selected = isStill ? layerOf(state.selection) : null;
  const hovered = isStill && state.hover !== state.selection ? layerOf(state.hover) : null;
  const around = cornersOf(selected);
  outline(byId("selected"), around);
  outline(byId("hovered"), cornersOf(hovered));
  byId("corners").replaceChildren(...(around ?? []).map(corner => {
    const [x, y] = stage.toView(corner);
    return makeSVG("rect", { x: x - 2.5, y: y - 2.5, width: 5, height: 5 });
  }));
  drawLabel(hovered ?? selected);
  drawFinding();
}

function drawLabel(layer) {
  const label = byId("outline-label");
  label.hidden = !layer?.corners;
  if (label.hidden) return;
  const corners = cornersOf(layer);
  const [width, height] = sides(corners);
  label.textContent = `${nameOf(layer)}  ${short(width, 1)} × ${short(height, 1)}`;
  label.classList.toggle("faint", layer.id !== state.selection);
  const seen = corners.map(stage.toView);
  const left = Math.min(...seen.map(point => point[0]));
  const bottom = Math.max(...seen.map(point => point[1]));
  const most = viewport.clientWidth - label.offsetWidth - 4;
  label.style.left = `${Math.max(4, Math.min(left, most))}px`;
  label.style.top = `${Math.max(4, Math.min(bottom + 6, viewport.clientHeight - 24))}px`;
}

/// The chosen finding's box. It holds in the scene's own size alone.
function drawFinding() {
  const box = byId("finding-box");
  const points = state.finding?.box?.points;
  const isSeen = points && !state.isPlaying && !state.look.size && state.shown && state.scene?.points;
  box.toggleAttribute("hidden", !isSeen);
  if (!isSeen) return;
  const scale = state.shown.width / state.scene.points.width;
  const [left, top] = stage.toView([points[0] * scale, points[1] * scale]);
  const [right, bottom] = stage.toView([(points[0] + points[2]) * scale, (points[1] + points[3]) * scale]);
  const [width, height] = [Math.max(0, right - left) + 4, Math.max(0, bottom - top) + 4];
  const place = { x: left - 2, y: top - 2, width, height };
  for (const [name, value] of Object.entries(place)) box.setAttribute(name, value);
  box.setAttribute("class", state.finding.severity);
}
