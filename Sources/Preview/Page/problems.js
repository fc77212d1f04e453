// What went wrong: an error of reading lies over the last good picture, with its place in the file; a lost connection
// is said until it is back.

import { byId, icon, make } from "./elements.js";
import { on, state } from "./store.js";

const panel = byId("problem");

export function begin() {
  on(["problem"], draw);
}

function draw() {
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

/// Says whether the server is there.
export function showConnection(isThere) {
  const panel = byId("connection");
  panel.hidden = isThere;
  panel.textContent = isThere ? "" : "No connection to multiplane. It is tried again; a new preview has a new address.";
}
