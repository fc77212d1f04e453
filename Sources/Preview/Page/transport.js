// Playing: its buttons, time and frame, speed and rate, and what was measured; and the scene's sound.

import * as player from "./player.js";
import { byId, clock, frameAt, frameCount, on, set, setIcon, setOptions, short, state, timeOf } from "./store.js";

const speeds = [0.25, 0.5, 0.75, 1, 1.5, 2];
const rates = [24, 25, 30, 50, 60];
const frameField = byId("frame");

export function begin() {
  const icons = { "to-start": "start", "step-back": "back", "step-forward": "forward", "to-end": "end", loop: "loop" };
  for (const [id, name] of Object.entries(icons)) setIcon(byId(id), name);
  byId("to-start").addEventListener("click", () => player.goTo(0));
  byId("step-back").addEventListener("click", () => player.step(-1));
  byId("play").addEventListener("click", player.toggle);
  byId("step-forward").addEventListener("click", () => player.step(1));
  byId("to-end").addEventListener("click", () => player.goTo(frameCount() - 1));
  byId("loop").addEventListener("click", () => set({ loops: !state.loops }));
  setOptions(byId("speed"), speeds.map(value => [value, `${value} ×`]), state.speed);
  byId("speed").addEventListener("change", event => set({ speed: Number(event.target.value) }));
  byId("rate").addEventListener("change", event => setRate(Number(event.target.value)));
  frameField.addEventListener("change", () => goToTyped());
  frameField.addEventListener("focus", () => frameField.select());
  on(["isPlaying"], showPlaying);
  on(["loops"], () => byId("loop").setAttribute("aria-pressed", state.loops));
  on(["speed"], () => {
    byId("speed").value = state.speed;
  });
  on(["frame", "rate", "scene"], showTime);
  on(["rate", "scene"], showRates);
  on(["shown", "isPlaying"], measure);
  showPlaying();
}

function setRate(rate) {
  const time = timeOf(state.frame);
  player.pause();
  set({ rate });
  player.goTo(frameAt(time));
}

export function changeSpeed(steps) {
  const index = speeds.indexOf(state.speed) + steps;
  set({ speed: speeds[Math.min(speeds.length - 1, Math.max(0, index))] });
}

/// A frame's number, or a time in seconds: `1.5s`, `0:01.500`.
function goToTyped() {
  const typed = frameField.value.trim();
  const time = typed.match(/^(?:(\d+):)?(\d+(?:\.\d*)?)(s?)$/);
  if (time && (time[1] || time[3])) player.goTo(frameAt(Number(time[1] ?? 0) * 60 + Number(time[2])));
  else if (/^\d+$/.test(typed)) player.goTo(Number(typed));
  showTime();
  frameField.value = state.frame;
}

function showPlaying() {
  const button = byId("play");
  setIcon(button, state.isPlaying ? "pause" : "play");
  button.title = state.isPlaying ? "Pause (Space)" : "Play (Space)";
  button.setAttribute("aria-label", state.isPlaying ? "Pause" : "Play");
}

function showTime() {
  byId("time").textContent = clock(timeOf(state.frame));
  if (document.activeElement !== frameField) frameField.value = state.frame;
  byId("frame-count").textContent = `of ${frameCount()}`;
}

function showRates() {
  const own = state.scene?.rate;
  const all = [...new Set([...rates, own, state.rate].filter(Boolean))].sort((one, other) => one - other);
  setOptions(byId("rate"), all.map(rate => [rate, `${short(rate, 3)}${rate === own ? " (own)" : ""}`]), state.rate);
}

// Frames that were shown in the last second of playing.
let shownAt = [];
let measuredAt = 0;

function measure() {
  const now = performance.now();
  const output = byId("measured");
  const draw = state.shown ? `${short(state.shown.drawMilliseconds, 1)} ms` : "";
  if (!state.isPlaying) {
    shownAt = [];
    output.textContent = draw && `drawn in ${draw}`;
    return;
  }
  shownAt = [...shownAt.filter(time => now - time < 1000), now];
  if (shownAt.length < 3 || now - measuredAt < 250) return;
  measuredAt = now;
  const rate = ((shownAt.length - 1) * 1000) / (now - shownAt[0]);
  output.dataset.rate = rate.toFixed(2);
  output.textContent = `${rate.toFixed(1)} a second, drawn in ${draw}`;
}

const soundButton = byId("sound");
const tolerance = 0.08; // seconds: less than what is seen as out of step with lips
let audio = null;
let isOn = true;

export function beginSound() {
  soundButton.addEventListener("click", toggleSound);
  on(["scene"], loadSound);
  on(["isPlaying", "speed"], follow);
  on(["frame"], () => (state.isPlaying ? correct() : null));
  showSound();
}

export function toggleSound() {
  if (soundButton.hidden) return;
  isOn = !isOn;
  showSound();
  follow();
}

function showSound() {
  setIcon(soundButton, isOn ? "sound" : "silent");
  soundButton.setAttribute("aria-pressed", isOn);
}

function loadSound() {
  const hasSound = Boolean(state.scene?.hasSound);
  soundButton.hidden = !hasSound;
  audio?.pause();
  audio = hasSound ? new Audio("sound") : null;
  if (!audio) return;
  audio.preload = "auto";
  follow();
}

/// Plays while the picture plays on; played back, it is silent.
function follow() {
  if (!audio) return;
  if (!state.isPlaying || !isOn || player.heading() < 1) return audio.pause();
  audio.playbackRate = state.speed;
  audio.currentTime = player.clockTime();
  // A browser may refuse to play before anybody touched the page: silence is all that follows.
  audio.play().catch(() => {});
}

function correct() {
  if (!audio || audio.readyState < 1) return;
  if (player.heading() < 1) return audio.pause();
  const time = player.clockTime();
  if (audio.ended || Math.abs(audio.currentTime - time) > tolerance * Math.max(1, state.speed)) {
    if (time >= audio.duration) return;
    audio.currentTime = time;
    if (audio.paused && isOn) audio.play().catch(() => {});
  }
}
