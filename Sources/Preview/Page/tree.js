// The layer tree: what is in front comes first, as editors have it. Its keys are those of a tree: up and down, left and
// right to close and open, home and end. Only the rows in sight are elements: a scene may have ten thousand layers.

import { byId, icon, make, on, set, short, state } from "./store.js";

const tree = byId("tree");
const rows = byId("tree-rows");
const search = byId("search");
const rowHeight = 24;

let nodes = []; // {layer, children, parent}, the roots of the tree
let all = new Map(); // by id
let seen = []; // the nodes that have a row, in the order of rows
const folded = new Map(); // whether a layer is closed, of those that were closed or opened
let found = null; // ids that a search found, and their ancestors

export function begin() {
  on(["tree"], build);
  on(["selection"], () => {
    reveal(state.selection);
    list();
    scrollTo(state.selection);
  });
  on(["hover"], mark);
  search.addEventListener("input", () => {
    list();
    tree.scrollTop = 0;
    draw();
  });
  search.addEventListener("keydown", event => {
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    tree.focus();
    const hit = seen.find(node => isHit(node.layer)) ?? seen[0];
    if (hit) set({ selection: hit.layer.id, finding: null });
  });
  tree.addEventListener("scroll", draw);
  new ResizeObserver(draw).observe(tree);
  tree.addEventListener("keydown", keyDown);
  tree.addEventListener("focus", () => {
    if (!state.selection && seen.length) set({ selection: seen[0].layer.id });
  });
  rows.addEventListener("pointermove", event => set({ hover: idOf(event.target) }));
  rows.addEventListener("pointerleave", () => set({ hover: null }));
  rows.addEventListener("click", event => {
    const id = idOf(event.target);
    if (id === null) return;
    if (event.target.closest(".twist")) return toggle(all.get(id));
    set({ selection: id, finding: null });
  });
}

const idOf = element => element.closest("[data-id]")?.dataset.id ?? null;

/// Makes nodes of the flat list, siblings front first.
function build() {
  const roots = [];
  const open = [];
  all = new Map();
  for (const layer of state.tree) {
    const parent = layer.depth > 0 ? open[layer.depth - 1] ?? null : null;
    const node = { layer, parent, children: [] };
    (parent?.children ?? roots).unshift(node);
    open[layer.depth] = node;
    open.length = layer.depth + 1;
    all.set(layer.id, node);
  }
  nodes = roots;
  byId("layer-count").textContent = state.tree.length || "";
  if (state.selection !== null && state.tree.length && !all.has(state.selection)) set({ selection: null });
  list();
}

/// A large tree begins with its first two levels open.
const isFolded = node => folded.get(node.layer.id) ?? (all.size > 200 && node.layer.depth > 0);

const isHit = layer => `${layer.name} ${layer.kind}`.toLowerCase().includes(search.value.trim().toLowerCase());

function list() {
  seen = [];
  found = null;
  if (search.value.trim()) {
    found = new Set();
    for (const node of all.values()) {
      if (!isHit(node.layer)) continue;
      for (let it = node; it && !found.has(it); it = it.parent) found.add(it);
    }
  }
  const add = (node, index, siblings) => {
    if (found && !found.has(node)) return;
    node.place = index + 1;
    node.among = siblings.length;
    seen.push(node);
    if (found || !isFolded(node)) node.children.forEach(add);
  };
  nodes.forEach(add);
  rows.style.height = `${seen.length * rowHeight}px`;
  draw();
}

function draw() {
  const first = Math.max(0, Math.floor(tree.scrollTop / rowHeight) - 4);
  const last = Math.min(seen.length, Math.ceil((tree.scrollTop + tree.clientHeight) / rowHeight) + 4);
  rows.replaceChildren(...seen.slice(first, last).map((node, index) => row(node, first + index)));
  const selected = state.selection === null ? null : document.getElementById(rowId(state.selection));
  if (selected) tree.setAttribute("aria-activedescendant", selected.id);
  else tree.removeAttribute("aria-activedescendant");
}

const rowId = id => `row-${id}`;

function row(node, index) {
  const { layer } = node;
  const hasChildren = node.children.length > 0;
  const isSelected = layer.id === state.selection;
  const faint = layer.isHidden || layer.opacity === 0;
  const marks = [
    layer.isAnimated && make("span", { class: "mark animated", title: "animated" }),
    layer.surface && make("span", { class: "mark own", title: `a surface of its own: ${layer.surface}` }),
  ];
  const opacity = layer.opacity > 0 && layer.opacity < 1 && `${short(layer.opacity * 100, 0)} %`;
  const element = make("div", {
    id: rowId(layer.id),
    class: `row${faint ? " faint" : ""}${found && !isHit(layer) ? " around" : ""}`,
    role: "treeitem",
    "data-id": layer.id,
    "aria-level": layer.depth + 1,
    "aria-posinset": node.place,
    "aria-setsize": node.among,
    "aria-selected": String(isSelected),
    "aria-expanded": hasChildren ? String(Boolean(found) || !isFolded(node)) : null,
    "data-hover": layer.id === state.hover,
  },
  make("span", { class: `twist${hasChildren ? "" : " none"}` }, hasChildren && icon("open")),
  icon(sign(layer)),
  make("span", { class: "name", text: nameOf(layer), title: layer.name || layer.kind }),
  make("span", { class: "space" }),
  opacity && make("span", { class: "dim", text: opacity }),
  layer.isHidden && make("span", { class: "dim", text: "hidden" }),
  ...marks);
  element.style.top = `${index * rowHeight}px`;
  element.style.paddingLeft = `${4 + Math.min(layer.depth, 14) * 12}px`;
  return element;
}

/// What a layer is called: the root of a document may have its whole path for a name.
export function nameOf(layer) {
  const name = layer.name || layer.kind;
  return layer.depth === 0 ? name.split("/").at(-1) || name : name;
}

export function sign(layer) {
  const kind = layer.kind.toLowerCase();
  if (layer.isMask) return "mask";
  if (kind.includes("text")) return "text";
  if (kind.includes("shape")) return "shape";
  if (kind.includes("gradient")) return "gradient";
  if (kind.includes("replicat")) return "copies";
  if (kind.includes("emitter")) return "emitter";
  if (kind.includes("transform") || kind.includes("composition")) return "copies";
  return layer.draws?.some(text => text.includes("contents")) ? "image" : "layer";
}

function mark() {
  for (const element of rows.children) element.toggleAttribute("data-hover", element.dataset.id === state.hover);
}

function toggle(node, isClosed = !isFolded(node)) {
  if (!node?.children.length) return;
  folded.set(node.layer.id, isClosed);
  list();
}

/// Opens what lies around a layer.
function reveal(id) {
  for (let node = all.get(id)?.parent; node; node = node.parent) {
    if (isFolded(node)) folded.set(node.layer.id, false);
  }
}

function scrollTo(id) {
  const index = seen.findIndex(node => node.layer.id === id);
  if (index < 0) return;
  const top = index * rowHeight;
  if (top < tree.scrollTop) tree.scrollTop = top;
  if (top + rowHeight > tree.scrollTop + tree.clientHeight) tree.scrollTop = top + rowHeight - tree.clientHeight;
  draw();
}

function keyDown(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const index = seen.findIndex(node => node.layer.id === state.selection);
  const node = seen[index];
  const choose = to => to && set({ selection: to.layer.id, finding: null });
  const page = Math.max(1, Math.floor(tree.clientHeight / rowHeight) - 1);
  const actions = {
    ArrowDown: () => choose(seen[Math.min(seen.length - 1, index + 1)]),
    ArrowUp: () => choose(seen[Math.max(0, index - 1)]),
    PageDown: () => choose(seen[Math.min(seen.length - 1, index + page)]),
    PageUp: () => choose(seen[Math.max(0, index - page)]),
    Home: () => choose(seen[0]),
    End: () => choose(seen.at(-1)),
    ArrowRight: () => (node?.children.length && isFolded(node) ? toggle(node, false) : choose(node?.children[0])),
    ArrowLeft: () => (node?.children.length && !isFolded(node) ? toggle(node, true) : choose(node?.parent)),
  };
  if (!actions[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  actions[event.key]();
}
