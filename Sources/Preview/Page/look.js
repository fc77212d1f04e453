// The look of a picture: its size, how the scene fills it, its scale, the link that saves it; and the film strip of all
// rows of data, each at the time that rests. Pictures of rows in sight are asked for one after the other, while nothing
// else wants a picture.

import * as server from "./server.js";
import { byId, make, nameable, on, set, setIcon, setInvalid, setOptions, short, state, timeOf } from "./store.js";

const sizes = ["1920x1080", "1280x720", "1080x1920", "1080x1080", "1080x1350"];
const free = byId("size-free");

export function begin() {
  setIcon(byId("save"), "save");
  byId("size").addEventListener("change", event => chooseSize(event.target.value));
  byId("fit").addEventListener("change", event => change("fit", event.target.value));
  byId("scale").addEventListener("change", event => change("scale", event.target.value));
  free.addEventListener("change", useFreeSize);
  on(["scene", "look"], showMenus);
  on(["scene", "rested"], showSaving);
  byId("save").addEventListener("pointerdown", showSaving);
  byId("save").addEventListener("focus", showSaving);
}

/// Sets a part of the look; nothing takes it away.
function change(key, value) {
  const { [key]: before, ...others } = state.look;
  if ((before ?? "") === value) return;
  // Changed values are of one row.
  if (key === "row") delete others.values;
  set({ look: value === "" ? others : { ...others, [key]: value } });
}

function chooseSize(value) {
  free.hidden = value !== "free";
  if (value !== "free") return change("size", value);
  const { width, height } = state.scene.points;
  free.value ||= state.look.size ?? `${short(width)}x${short(height)}`;
  free.focus();
  free.select();
}

function useFreeSize() {
  const match = free.value.trim().match(/^(\d+(?:\.\d+)?)\s*[x×*, ]\s*(\d+(?:\.\d+)?)$/i);
  const isRight = match && Number(match[1]) > 0 && Number(match[2]) > 0;
  setInvalid(free, !isRight);
  if (isRight) change("size", `${match[1]}x${match[2]}`);
}

function showMenus() {
  const scene = state.scene;
  if (!scene?.points) return;
  const own = `Own, ${short(scene.points.width)} × ${short(scene.points.height)}`;
  const chosen = state.look.size ?? "";
  const isFree = chosen !== "" && !sizes.includes(chosen);
  setOptions(byId("size"), [["", own], ...sizes.map(size => [size, size.replace("x", " × ")]), ["free", "Free"]],
    isFree || !free.hidden ? "free" : chosen);
  const usual = scene.isFitted ? "contain" : "none";
  const fits = ["contain", "cover", "fill", "none"].map(fit => [fit, fit]);
  setOptions(byId("fit"), [["", `As usual, ${usual}`], ...fits], state.look.fit ?? "");
  byId("fit").disabled = !chosen;
  const scales = [0.5, 1, 1.5, 2, 3, 4].map(scale => [scale, `${scale} ×`]);
  setOptions(byId("scale"), [["", `Own, ${short(scene.scale)} ×`], ...scales], state.look.scale ?? "");
}

function showSaving() {
  const link = byId("save");
  link.href = server.address("frame.png", state.frame);
  link.download = `${nameable(state.scene?.title ?? "scene")}-${short(timeOf(state.frame), 3)}s.png`;
}

const strip = byId("strip");
const height = 72; // of a picture, in CSS pixels, as in preview.css
let tiles = []; // {row, element, image, key}: key says what the picture is of
let isBusy = false;

export function beginRows() {
  on(["scene"], build);
  on(["look"], markChosen);
  on(["rested"], load);
  strip.addEventListener("scroll", load);
  strip.addEventListener("keydown", event => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -tiles.length, End: tiles.length };
    if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const index = tiles.findIndex(tile => tile.row.number === chosen()) + steps[event.key];
    choose(tiles[Math.min(tiles.length - 1, Math.max(0, index))].row);
  });
}

/// The number of the row that is shown; 0 for the scene without data.
const chosen = () => state.look.row ?? 0;

const choose = row => change("row", row.number || "");

function build() {
  const rows = state.scene?.rows ?? [];
  byId("rows").hidden = rows.length === 0;
  const text = JSON.stringify(rows);
  if (strip.dataset.rows === text) return;
  strip.dataset.rows = text;
  for (const { image } of tiles) URL.revokeObjectURL(image.src);
  const isFirst = tiles.length === 0;
  const all = rows.length ? [...rows, { number: 0, name: "without data" }] : [];
  tiles = all.map(row => {
    const image = make("img", { alt: "", draggable: "false" });
    const name = make("span", { class: "name", text: `${row.number || ""}  ${row.name ?? ""}` });
    const attributes = { class: "tile", role: "option", id: `tile-${row.number}`, title: row.name };
    const element = make("div", { ...attributes, onclick: () => choose(row) }, image, name);
    return { row, element, image, key: "" };
  });
  strip.replaceChildren(...tiles.map(tile => tile.element));
  shape();
  const isThere = rows.some(row => row.number === chosen());
  if (rows.length && (isFirst || (chosen() && !isThere))) choose(rows[0]);
  if (!rows.length) choose({ number: 0 });
  markChosen();
}

/// Tiles have the picture's shape before there is one.
function shape() {
  const { width, height: tall } = state.scene.pixels ?? { width: 16, height: 9 };
  const across = Math.min(160, Math.max(40, (height * width) / tall));
  for (const { image } of tiles) image.style.width = `${across}px`;
}

function markChosen() {
  for (const { row, element } of tiles) {
    const isChosen = row.number === chosen();
    element.setAttribute("aria-selected", isChosen);
    if (!isChosen) continue;
    strip.setAttribute("aria-activedescendant", element.id);
    const [left, right] = [element.offsetLeft - 12, element.offsetLeft + element.offsetWidth + 12];
    if (left < strip.scrollLeft) strip.scrollLeft = left;
    if (right > strip.scrollLeft + strip.clientWidth) strip.scrollLeft = right - strip.clientWidth;
  }
}

const keyNow = () => {
  const { row, values, ...look } = state.look;
  return JSON.stringify([state.frame, state.rate, state.shown?.version, look]);
};

async function load() {
  if (isBusy || !tiles.length) return;
  isBusy = true;
  try {
    for (let tile = next(); tile; tile = next()) {
      tile.key = keyNow();
      const scale = Math.max(0.01, (height * devicePixelRatio) / state.scene.points.height);
      const blob = await server.thumbnail(state.frame, tile.row.number || null, Number(scale.toPrecision(3)));
      URL.revokeObjectURL(tile.image.src);
      tile.image.src = URL.createObjectURL(blob);
      tile.element.classList.remove("failed");
    }
  } catch {
    for (const tile of tiles) if (tile.key === keyNow() && !tile.image.src) tile.element.classList.add("failed");
  } finally {
    isBusy = false;
  }
}

/// The next row in sight whose picture is not of now; none while a picture is wanted more.
function next() {
  if (state.isPlaying || server.room() < server.most) return null;
  const [from, to] = [strip.scrollLeft - 200, strip.scrollLeft + strip.clientWidth + 200];
  const now = keyNow();
  return tiles.find(({ element, key }) => key !== now && element.offsetLeft < to
    && element.offsetLeft + element.offsetWidth > from);
}
