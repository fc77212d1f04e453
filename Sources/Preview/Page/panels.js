// The panels beside the picture, the tabs of the right one, the page's colours; and the keys, with the list of them. A
// key belongs to what has the focus first: fields, menus, the tree, the film strip.

import * as exporting from "./export.js";
import * as player from "./player.js";
import * as stage from "./stage.js";
import { byId, frameCount, make, on, set, setIcon, state } from "./store.js";
import * as transport from "./transport.js";

const tabs = [...document.querySelectorAll("[role=tab]")];

export function begin() {
  for (const side of ["left", "right"]) {
    setIcon(byId(`show-${side}`), side);
    byId(`show-${side}`).addEventListener("click", () => showPanel(side));
    if (recalled(side) === "hidden") showPanel(side, false);
  }
  setIcon(byId("theme"), "theme");
  byId("theme").addEventListener("click", nextTheme);
  setTheme(recalled("theme") ?? "system");
  for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
  tabs[0].parentElement.addEventListener("keydown", event => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -tabs.length, End: tabs.length };
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    const index = tabs.indexOf(event.target.closest("[role=tab]")) + steps[event.key];
    const to = event.key.startsWith("Arrow") ? (index + tabs.length) % tabs.length : Math.max(0, Math.min(tabs.length - 1, index));
    choose(tabs[to]);
    tabs[to].focus();
  });
  on(["selection"], () => state.selection !== null && state.finding === null && choose(tabs[0]));
  on(["finding"], () => state.finding && choose(byId("tab-findings")));
}

function choose(chosen) {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !isChosen;
  }
}

/// Shows or hides a side's panel; without a word on it, the other of the two.
function showPanel(side, isShown = byId(side).hidden) {
  byId(side).hidden = !isShown;
  byId(`show-${side}`).setAttribute("aria-pressed", isShown);
  document.documentElement.toggleAttribute(`data-no-${side}`, !isShown);
  recall(side, isShown ? "shown" : "hidden");
}

const themes = ["system", "dark", "light"];

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  const text = name === "system" ? "Colours as the system has them" : `${name === "dark" ? "Dark" : "Light"} colours`;
  byId("theme").title = `${text} (T)`;
  byId("theme").setAttribute("aria-label", text);
  recall("theme", name);
}

const nextTheme = () =>
  setTheme(themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length]);

// What is kept from one load of the page to the next, where the browser keeps anything.
function recalled(key) {
  try {
    return localStorage.getItem(`preview.${key}`);
  } catch {
    return null;
  }
}

function recall(key, value) {
  try {
    localStorage.setItem(`preview.${key}`, value);
  } catch {
    // It is as it is by default the next time.
  }
}

const dialog = byId("help-dialog");

/// Keys as `KeyboardEvent.key` has them, with `Shift+` where that matters; what they are called; what they do.
const groups = [
  ["Playing", [
    [[" "], "Space", "Play, pause", player.toggle],
    [["k"], "K", "Pause", player.pause],
    [["l"], "L", "Play; again: faster", () => shuttle(1)],
    [["j"], "J", "Play back; again: faster", () => shuttle(-1)],
    [["ArrowRight"], "→", "One frame on", () => player.step(1)],
    [["ArrowLeft"], "←", "One frame back", () => player.step(-1)],
    [["Shift+ArrowRight"], "Shift →", "Ten frames on", () => player.step(10)],
    [["Shift+ArrowLeft"], "Shift ←", "Ten frames back", () => player.step(-10)],
    [["Home"], "Home", "To the start", () => player.goTo(0)],
    [["End"], "End", "To the end", () => player.goTo(frameCount() - 1)],
    [["Shift+L"], "Shift L", "Loop on, off", () => set({ loops: !state.loops })],
    [["<", ","], ",", "Slower", () => transport.changeSpeed(-1)],
    [[">", "."], ".", "Faster", () => transport.changeSpeed(1)],
    [["m"], "M", "Sound on, off", transport.toggleSound],
  ]],
  ["Picture", [
    [["+", "="], "+", "Larger", () => stage.zoomBy(1)],
    [["-"], "−", "Smaller", () => stage.zoomBy(-1)],
    [["0"], "0", "Fit", stage.fit],
    [["1"], "1", "100 %", () => stage.zoomTo(1)],
    [["2"], "2", "200 %", () => stage.zoomTo(2)],
    [["b"], "B", "What lies behind", stage.nextBackground],
    [["s"], "S", "Save the picture", () => byId("save").click()],
    [["e"], "E", "Export the film", exporting.open],
  ]],
  ["Layers", [
    [["ArrowDown"], "↓", "Next layer", () => walk("ArrowDown")],
    [["ArrowUp"], "↑", "Layer before", () => walk("ArrowUp")],
    [[], "← →", "Close, open (in the tree)", null],
    [[], "Enter", "Pick in the middle (in the picture)", null],
    [["/"], "/", "Search", () => {
      showPanel("left", true);
      byId("search").focus();
    }],
    [["Escape"], "Escape", "Choose nothing", () => set({ selection: null, finding: null })],
  ]],
  ["Page", [
    [["["], "[", "Layers", () => showPanel("left")],
    [["]"], "]", "Details", () => showPanel("right")],
    [["t"], "T", "Dark, light", nextTheme],
    [["?"], "?", "These keys", () => dialog.showModal()],
  ]],
];

const actions = new Map(groups.flatMap(([, keys]) =>
  keys.flatMap(([names, , , action]) => names.map(name => [name, action]))));

export function beginKeys() {
  setIcon(byId("help"), "help");
  setIcon(byId("help-close"), "close");
  byId("help").addEventListener("click", () => dialog.showModal());
  byId("help-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", event => event.target === dialog && dialog.close());
  byId("help-keys").replaceChildren(...groups.map(([title, keys]) => make("section", {}, make("h3", { text: title }),
    make("dl", {}, ...keys.map(([, name, text]) => make("div", {}, make("dt", {}, make("kbd", { text: name })),
      make("dd", { text })))))));
  document.addEventListener("pointerdown", event => {
    clicked = event.target.closest?.("button, a, select") ?? null;
  }, true);
  document.addEventListener("keydown", keyDown);
}

let clicked = null; // the button or menu that was clicked last: it has the focus, but nobody went to it by keys

function keyDown(event) {
  const target = event.target;
  if (event.key === "Tab") clicked = null;
  if (document.querySelector("dialog[open]") || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("input, textarea, select") && !(event.key === " " && target === clicked)) {
    if (event.key === "Escape") leave(target);
    return;
  }
  // A button that was reached by keys is pressed by space, as everywhere.
  if (event.key === " " && target.matches("button, a, [role=tab]") && target !== clicked) return;
  const isLetter = event.key.length === 1;
  const name = event.shiftKey && (!isLetter || /^[A-Z]$/.test(event.key)) ? `Shift+${event.key}` : event.key;
  const action = actions.get(name) ?? actions.get(event.key.toLowerCase());
  if (!action) return;
  event.preventDefault();
  action();
}

function leave(field) {
  if (field.type === "search" && field.value) {
    field.value = "";
    field.dispatchEvent(new Event("input"));
  } else field.blur();
}

function shuttle(towards) {
  if (state.isPlaying && player.heading() === towards) transport.changeSpeed(1);
  else player.start(towards);
}

/// Up and down are the tree's, wherever the focus is.
function walk(key) {
  const tree = byId("tree");
  showPanel("left", true);
  const hadNone = state.selection === null;
  tree.focus();
  if (hadNone) return;
  tree.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: false, cancelable: true }));
}
