// The page's state, one object that all modules read, with the listeners to its changes; and helpers that make and find
// elements.
//
// A change is told at once, to the listeners of the keys that changed, in the order in which they asked. A listener may
// change other keys; it must not change its own.

export const state = {
  scene: null, // what GET scene answered last
  frame: 0, // the frame that is shown, or is wanted while nothing plays
  rate: 30, // frames a second
  speed: 1,
  loops: true,
  isPlaying: false,
  look: {}, // what is asked of each picture: states, row, size, fit, scale, values; absent where the command line's holds
  shown: null, // the picture on the canvas: {frame, version, width, height, drawMilliseconds}
  tree: [], // layers, back to front, parents before children
  selection: null, // a layer's id
  hover: null, // a layer's id
  clicked: null, // where the picture was clicked last, in the window
  findings: null, // what GET findings answered last
  finding: null, // the finding that was chosen
  exported: null, // the export that runs, or the last one, as GET exported answers
  problem: null, // of reading or drawing: {message, file, line, column}
  rested: 0, // counts how often the time came to rest
};

const listeners = new Map();

/// Calls `action` after a change of any of the keys.
export function on(keys, action) {
  for (const key of keys) listeners.set(key, [...(listeners.get(key) ?? []), action]);
}

/// Changes values, and tells those who listen to one that is not the same any more.
export function set(changes) {
  const told = new Set();
  for (const [key, value] of Object.entries(changes)) {
    if (Object.is(state[key], value)) continue;
    state[key] = value;
    for (const action of listeners.get(key) ?? []) told.add(action);
  }
  for (const action of told) action();
}

/// Says that the picture rests, a moment after the last change: what costs more than a frame is asked for then.
export const rest = delayed(120, () => {
  if (!state.isPlaying && state.scene?.pixels) set({ rested: state.rested + 1 });
});

/// The number of frames: those of a film of the scene's duration.
export const frameCount = () => Math.max(1, Math.ceil((state.scene?.duration ?? 0) * state.rate - 1e-6));

export const timeOf = frame => frame / state.rate;

export const frameAt = time => Math.min(frameCount() - 1, Math.max(0, Math.round(time * state.rate)));

/// A time as minutes, seconds and thousandths.
export function clock(time) {
  const thousandths = Math.round(time * 1000);
  const seconds = Math.floor(thousandths / 1000);
  const rest = String(thousandths % 1000).padStart(3, "0");
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}.${rest}`;
}

/// A number with at most so many decimals, and none that are nought.
export const short = (value, decimals = 2) => String(Number(value.toFixed(decimals)));

// MARK: Elements

export const byId = id => document.getElementById(id);

/// An element with attributes and children. `on...` are listeners; `text` is its text; false and null leave one out.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

export function makeSVG(tag, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/// The insides of icons of 16 by 16.
const icons = {
  play: '<path class="solid" d="M4.5 2.6v10.8l8.6-5.4z"/>',
  pause: '<path class="solid" d="M4 3h3v10H4zM9 3h3v10H9z"/>',
  start: '<path class="solid" d="M3 3h1.6v10H3zM13 3v10L5.6 8z"/>',
  end: '<path class="solid" d="M11.4 3H13v10h-1.6zM3 3v10l7.4-5z"/>',
  back: '<path class="solid" d="M10.8 3.4v9.2L4.2 8z"/>',
  forward: '<path class="solid" d="M5.2 3.4v9.2L11.8 8z"/>',
  loop: '<path d="M3 8V6.5A2.5 2.5 0 0 1 5.5 4H12M10 2l2.2 2L10 6M13 8v1.5A2.5 2.5 0 0 1 10.5 12H4M6 10l-2.2 2L6 14"/>',
  sound: '<path d="M2.5 6.2v3.6H5L8.5 13V3L5 6.2zM10.7 5.7a3.3 3.3 0 0 1 0 4.6M12.5 3.8a6 6 0 0 1 0 8.4"/>',
  silent: '<path d="M2.5 6.2v3.6H5L8.5 13V3L5 6.2zM10.8 6.2l3.4 3.6M14.2 6.2l-3.4 3.6"/>',
  theme: '<circle cx="8" cy="8" r="5.5"/><path class="solid" d="M8 2.5a5.5 5.5 0 0 1 0 11z"/>',
  film: '<rect x="2" y="3" width="12" height="10" rx="1.5"/><path d="M5 3v10M11 3v10M2 6.3h3M2 9.7h3M11 6.3h3M11 9.7h3"/>',
  save: '<path d="M8 2.5v7.5M4.8 7.2 8 10.4l3.2-3.2M3 13.3h10"/>',
  help: '<circle cx="8" cy="8" r="5.8"/><path d="M6.2 6.4c0-2.3 3.6-2.3 3.6 0 0 1.2-1.8 1.3-1.8 2.7M8 11v.4"/>',
  search: '<circle cx="7" cy="7" r="4"/><path d="m10 10 3.5 3.5"/>',
  left: '<rect x="2" y="3" width="12" height="10" rx="2"/><path d="M6.2 3v10"/>',
  right: '<rect x="2" y="3" width="12" height="10" rx="2"/><path d="M9.8 3v10"/>',
  close: '<path d="m4 4 8 8M12 4l-8 8"/>',
  open: '<path class="solid" d="m6 4.5 4.5 3.5L6 11.5z"/>',
  error: '<path class="solid" d="M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z"/>'
    + '<path class="cut" d="M8 4.5v4.2M8 11v.3"/>',
  warning: '<path class="solid" d="M8 1.8c.5 0 .9.2 1.1.7l5.3 10c.4.8-.2 1.7-1.1 1.7H2.7c-.9 '
    + '0-1.5-.9-1.1-1.7l5.3-10c.2-.5.6-.7 1.1-.7z"/><path class="cut" d="M8 6v3.4M8 11.6v.3"/>',
  note: '<path class="solid" d="M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z"/>'
    + '<path class="cut" d="M8 7.5V12M8 4.5v.3"/>',
  layer: '<rect x="3" y="4" width="10" height="8" rx="1.5"/>',
  text: '<path d="M4 5V3.5h8V5M8 3.5v9M6.5 12.5h3"/>',
  shape: '<path d="M3 12c1-7 4.5-9.5 6-8s-2 6 4 7"/>',
  image: '<rect x="2.5" y="3.5" width="11" height="9" rx="1.5"/><path d="m3 11 3-3.2 2.5 2.4L10.5 8l2.8 3"/>',
  gradient: '<rect x="3" y="4" width="10" height="8" rx="1.5"/>'
    + '<path class="solid" d="M8 4h3.5A1.5 1.5 0 0 1 13 5.5v5a1.5 1.5 0 0 1-1.5 1.5H8z"/>',
  copies: '<rect x="2.5" y="6.5" width="7" height="6" rx="1"/><path d="M5 4.5h6.5v5.5M7.5 2.5h6V8"/>',
  emitter: '<path d="M8 9.5v4M8 2.5V4M3 4.5l1.2 1.2M13 4.5l-1.2 1.2M2.5 9.5H4M12 9.5h1.5"/>',
  mask: '<rect x="3" y="4" width="10" height="8" rx="1.5"/><circle cx="8" cy="8" r="2.2"/>',
};

export function icon(name) {
  const picture = makeSVG("svg", { class: `icon icon-${name}`, viewBox: "0 0 16 16", "aria-hidden": "true" });
  picture.innerHTML = icons[name];
  return picture;
}

/// Sets the icon that a button shows.
export function setIcon(button, name) {
  if (button.dataset.icon === name) return;
  button.dataset.icon = name;
  button.replaceChildren(icon(name));
}

/// Fills a menu with `[value, text]`.
export function setOptions(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) => make("option", { value, text })));
  select.value = chosen;
}

/// Says of a field whether what stands in it is wrong.
export function setInvalid(field, isInvalid) {
  if (isInvalid) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

/// Calls `action` when nothing called the result for so many milliseconds.
export function delayed(milliseconds, action) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

/// A file's name or an attribute's value of a text that may hold anything.
export const nameable = text => text.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/g, "") || "scene";
