// The scene's sound: it follows the clock of the picture, and is brought back where it went astray.

import { byId, setIcon } from "./elements.js";
import * as player from "./player.js";
import { on, state } from "./store.js";

const button = byId("sound");
const tolerance = 0.08; // seconds: less than what is seen as out of step with lips
let audio = null;
let isOn = true;

export function begin() {
  button.addEventListener("click", toggle);
  on(["scene"], load);
  on(["isPlaying", "speed"], follow);
  on(["frame"], () => (state.isPlaying ? correct() : null));
  show();
}

export function toggle() {
  if (button.hidden) return;
  isOn = !isOn;
  show();
  follow();
}

function show() {
  setIcon(button, isOn ? "sound" : "silent");
  button.setAttribute("aria-pressed", isOn);
}

function load() {
  const hasSound = Boolean(state.scene?.hasSound);
  button.hidden = !hasSound;
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
