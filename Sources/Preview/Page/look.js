// The look of a picture: its size, how the scene fills it, its scale, and the link that saves it.

import { byId, nameable, setIcon, setInvalid, setOptions } from "./elements.js";
import * as server from "./server.js";
import { on, set, short, state, timeOf } from "./store.js";

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
export function change(key, value) {
  const { [key]: before, ...others } = state.look;
  if ((before ?? "") === value) return;
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
