// The page of `multiplane preview`: here its parts begin, and here it hears of new loads.
//
// store.js holds the state that all share, server.js asks the server, player.js is the clock; each other module is a
// part of what is seen.

import { byId, icon } from "./elements.js";
import * as findings from "./findings.js";
import * as inspector from "./inspector.js";
import * as keys from "./keys.js";
import * as look from "./look.js";
import * as panels from "./panels.js";
import * as picking from "./picking.js";
import * as player from "./player.js";
import * as problems from "./problems.js";
import * as rows from "./rows.js";
import * as schedule from "./schedule.js";
import * as server from "./server.js";
import * as sound from "./sound.js";
import * as stage from "./stage.js";
import { frameAt, frameCount, rest, set, state, timeOf } from "./store.js";
import * as timeline from "./timeline.js";
import * as transport from "./transport.js";
import * as tree from "./tree.js";

stage.begin(picking.draw);
player.begin(stage.present);
for (const part of [
  picking, panels, tree, inspector, findings, look, schedule, transport, timeline, sound, rows, problems, keys,
]) part.begin();
document.querySelector(".search .sign").append(icon("search"));

let asked = 0;

/// Asks for the scene, and for the picture at the same time: so it is seen a round trip earlier.
async function load(isNew) {
  asked += 1;
  const number = asked;
  // The first one was asked for before anything was known of the scene.
  const isAsked = number === 1 || (isNew && Boolean(state.scene?.pixels));
  if (isAsked) player.refresh();
  try {
    const scene = await server.json("scene");
    if (number === asked) take(scene, isAsked);
  } catch (error) {
    if (number === asked && error instanceof server.Refusal) set({ problem: { message: error.message, file: null } });
  }
}

function take(scene, isAsked) {
  if (scene.version === state.scene?.version) return;
  const isFirst = !state.scene?.pixels;
  const [before, time] = [state.frame, timeOf(state.frame)];
  document.title = `${scene.title}, Multiplane preview`;
  byId("title").textContent = scene.title;
  byId("title").title = scene.title;
  byId("device").textContent = scene.device ? `drawn by ${scene.device}` : "";
  set({ scene, rate: isFirst ? scene.rate : state.rate, problem: scene.error });
  if (!scene.pixels || state.isPlaying) return;
  // Its end may have come nearer.
  set({ frame: Math.min(frameCount() - 1, isFirst ? 0 : frameAt(time)) });
  if (!isAsked || state.frame !== before) player.refresh();
  rest();
}

server.listen({
  opened: () => {
    problems.showConnection(true);
    load(false);
  },
  lost: () => problems.showConnection(false),
  scene: () => load(true),
  findings: () => findings.load(),
});
load(false);
