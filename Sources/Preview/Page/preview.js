// The page of `multiplane preview`: here its parts begin, and here it hears of new loads and of errors.
//
// store.js holds the state that all share, server.js asks the server, player.js is the clock; each other module is a
// part of what is seen.

import * as exporting from "./export.js";
import * as inspector from "./inspector.js";
import * as look from "./look.js";
import * as panels from "./panels.js";
import * as picking from "./picking.js";
import * as player from "./player.js";
import * as server from "./server.js";
import * as stage from "./stage.js";
import { byId, frameAt, frameCount, icon, make, on, rest, set, state, timeOf } from "./store.js";
import * as timeline from "./timeline.js";
import * as transport from "./transport.js";
import * as tree from "./tree.js";
import * as values from "./values.js";

stage.begin(picking.draw);
player.begin(stage.present);
for (const begin of [
  picking.begin, panels.begin, tree.begin, inspector.begin, inspector.beginFindings, look.begin, timeline.beginSchedule,
  transport.begin, timeline.begin, transport.beginSound, look.beginRows, values.begin, exporting.begin,
]) begin();
on(["problem"], drawProblem);
panels.beginKeys();
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

/// Shows an error of reading over the last good picture, with its place in the file.
function drawProblem() {
  const panel = byId("problem");
  const problem = state.problem;
  panel.hidden = !problem;
  byId("stage").classList.toggle("stale", Boolean(problem) && Boolean(state.shown));
  if (!problem) return panel.replaceChildren();
  const place = [problem.line && `line ${problem.line}`, problem.column && `column ${problem.column}`];
  const where = [problem.file, place.filter(Boolean).join(", ")].filter(Boolean).join(": ");
  panel.replaceChildren(
    icon("error"),
    make("div", {},
      where && make("div", { class: "where", text: where }),
      make("div", { class: "message", text: problem.message }),
      state.shown && make("div", { class: "dim", text: "Behind this is the last picture that could be drawn." })));
}

function showConnection(isThere) {
  const panel = byId("connection");
  panel.hidden = isThere;
  panel.textContent = isThere ? "" : "No connection to multiplane. It is tried again; a new preview has a new address.";
}

server.listen({
  opened: () => {
    showConnection(true);
    load(false);
  },
  lost: () => showConnection(false),
  scene: () => load(true),
  findings: () => inspector.loadFindings(),
  exported: exporting.take,
});
load(false);
