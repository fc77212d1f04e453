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
  look: {}, // what is asked of each picture: states, row, size, fit, scale; absent where the command line's holds
  shown: null, // the picture on the canvas: {frame, version, width, height, drawMilliseconds}
  tree: [], // layers, back to front, parents before children
  selection: null, // a layer's id
  hover: null, // a layer's id
  clicked: null, // where the picture was clicked last, in the window
  findings: null, // what GET findings answered last
  finding: null, // the finding that was chosen
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

/// One of the symbols of preview.html.
export function icon(name) {
  const picture = makeSVG("svg", { class: `icon icon-${name}`, "aria-hidden": "true" });
  picture.append(makeSVG("use", { href: `#icon-${name}` }));
  return picture;
}

/// Sets the symbol that a button shows; does nothing where it shows it already.
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
