// The picture: the frame's own pixels on a canvas, how large they are seen and where, and what lies behind them.
//
// A pixel of the frame is a pixel of the screen at 100 %. To fit, a picture is made smaller as needed, but larger only
// by whole numbers: pixels stay squares.

import { byId, on, set, setOptions, short } from "./store.js";

const viewport = byId("viewport");
const holder = byId("holder");
const canvas = byId("canvas");
const context = canvas.getContext("2d", { colorSpace: "srgb" });

const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32];
const [smallest, largest] = [0.02, 64];

let fits = true;
let zoom = 1; // pixels of the screen for one of the frame
let middle = { x: 0, y: 0 }; // of the picture, from the viewport's own, in CSS pixels
let whenPlaced = () => {};

/// Begins; `placed` is called whenever the picture lies elsewhere.
export function begin(placed) {
  whenPlaced = placed;
  new ResizeObserver(place).observe(viewport);
  byId("zoom").addEventListener("change", event => {
    if (event.target.value === "fit") fit();
    else zoomTo(Number(event.target.value));
  });
  byId("background").addEventListener("change", event => setBackground(event.target.value));
  byId("background-colour").addEventListener("input", () => setBackground("chosen"));
  on(["scene"], place);
  setBackground("checkerboard");
  listenToPointers();
}

export function present(picture) {
  const isNew = canvas.width !== picture.width || canvas.height !== picture.height;
  if (isNew) {
    canvas.width = picture.width;
    canvas.height = picture.height;
  }
  context.putImageData(new ImageData(picture.bytes, picture.width, picture.height), 0, 0);
  canvas.dataset.frame = picture.frame;
  canvas.dataset.version = picture.version;
  if (isNew) place();
}

const size = () => ({ width: canvas.width, height: canvas.height });
const ratio = () => window.devicePixelRatio || 1;

/// CSS pixels for a pixel of the frame.
const factor = () => zoom / ratio();

function origin() {
  const { width, height } = size();
  const onPixel = value => Math.round(value * ratio()) / ratio();
  return {
    x: onPixel(viewport.clientWidth / 2 + middle.x - (width * factor()) / 2),
    y: onPixel(viewport.clientHeight / 2 + middle.y - (height * factor()) / 2),
  };
}

/// The place in the viewport of a point of the frame.
export function toView([x, y]) {
  const from = origin();
  return [from.x + x * factor(), from.y + y * factor()];
}

/// The point of the frame under a place in the window.
export function toFrame(clientX, clientY) {
  const box = viewport.getBoundingClientRect();
  const from = origin();
  return [(clientX - box.left - from.x) / factor(), (clientY - box.top - from.y) / factor()];
}

function place() {
  const { width, height } = size();
  if (fits) {
    const margin = Math.min(48, viewport.clientWidth / 10);
    const [across, down] = [viewport.clientWidth - margin, viewport.clientHeight - margin];
    const most = Math.min(across / width, down / height) * ratio();
    zoom = Math.max(smallest, most > 1 ? Math.floor(most) : most);
    middle = { x: 0, y: 0 };
  }
  const { x, y } = origin();
  holder.style.transform = `translate(${x}px, ${y}px)`;
  holder.style.width = `${width * factor()}px`;
  holder.style.height = `${height * factor()}px`;
  canvas.classList.toggle("enlarged", zoom > 1);
  showZoom();
  whenPlaced();
}

function showZoom() {
  const known = [0.25, 0.5, 1, 2, 4, 8];
  const percent = value => `${short(value * 100, value < 0.1 ? 1 : 0)} %`;
  const menu = byId("zoom");
  const options = [["fit", fits ? `Fit, ${percent(zoom)}` : "Fit"], ...known.map(value => [value, percent(value)])];
  if (!fits && !known.includes(zoom)) options.push([zoom, percent(zoom)]);
  const text = options.join();
  if (menu.dataset.options !== text) {
    menu.dataset.options = text;
    setOptions(menu, options, fits ? "fit" : zoom);
  }
  menu.value = fits ? "fit" : zoom;
}

export function fit() {
  fits = true;
  place();
}

/// Zooms about a place in the window, or the viewport's middle; the point of the frame there stays where it is.
export function zoomTo(value, clientX = null, clientY = null) {
  const next = Math.min(largest, Math.max(smallest, value));
  const box = viewport.getBoundingClientRect();
  const at = {
    x: (clientX ?? box.left + box.width / 2) - box.left - viewport.clientWidth / 2,
    y: (clientY ?? box.top + box.height / 2) - box.top - viewport.clientHeight / 2,
  };
  middle = {
    x: at.x + ((middle.x - at.x) * next) / zoom,
    y: at.y + ((middle.y - at.y) * next) / zoom,
  };
  fits = false;
  zoom = next;
  place();
}

export function zoomBy(direction) {
  const next = direction > 0 ? steps.find(step => step > zoom * 1.01) : steps.findLast(step => step < zoom * 0.99);
  if (next) zoomTo(next);
}

/// Moves the picture by CSS pixels.
function pan(x, y) {
  fits = false;
  middle = { x: middle.x + x, y: middle.y + y };
  place();
}

const backgrounds = ["checkerboard", "black", "white", "chosen"];

function setBackground(name) {
  byId("background").value = name;
  byId("background-colour").hidden = name !== "chosen";
  holder.dataset.background = name;
  holder.style.backgroundColor = name === "chosen" ? byId("background-colour").value : "";
}

export function nextBackground() {
  setBackground(backgrounds[(backgrounds.indexOf(byId("background").value) + 1) % backgrounds.length]);
}

/// Wheel and pinch zoom, dragging pans; what is neither is a click, which `picking.js` hears of.
function listenToPointers() {
  viewport.addEventListener("wheel", event => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      return pan(-(event.deltaX || event.deltaY) * unit, event.shiftKey ? 0 : -event.deltaY * unit);
    }
    const pace = event.ctrlKey ? 0.01 : 0.002;
    zoomTo(zoom * Math.exp(-event.deltaY * unit * pace), event.clientX, event.clientY);
  }, { passive: false });

  const fingers = new Map();
  let travelled = 0;
  viewport.addEventListener("pointerdown", event => {
    if (event.button > 1) return;
    if (fingers.size === 0) travelled = 0;
    fingers.set(event.pointerId, event);
    viewport.setPointerCapture(event.pointerId);
  });
  viewport.addEventListener("pointermove", event => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const others = [...fingers.values()].filter(finger => finger.pointerId !== event.pointerId);
    fingers.set(event.pointerId, event);
    const [x, y] = [event.clientX - before.clientX, event.clientY - before.clientY];
    travelled += Math.hypot(x, y);
    if (travelled < 4) return;
    if (others.length === 0) return pan(x, y);
    const still = others[0];
    const apart = finger => Math.hypot(finger.clientX - still.clientX, finger.clientY - still.clientY);
    if (apart(before) < 1) return;
    pan(x / 2, y / 2);
    const halfWay = [(event.clientX + still.clientX) / 2, (event.clientY + still.clientY) / 2];
    zoomTo((zoom * apart(event)) / apart(before), ...halfWay);
  });
  const end = event => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0 || travelled >= 4) return;
    if (event.type === "pointerup" && event.button === 0) set({ clicked: { x: event.clientX, y: event.clientY } });
  };
  viewport.addEventListener("pointerup", end);
  viewport.addEventListener("pointercancel", end);
}
