// The panels beside the picture, the tabs of the right one, and the page's colours.

import { byId, setIcon } from "./elements.js";
import { on, state } from "./store.js";

const tabs = [...document.querySelectorAll("[role=tab]")];

export function begin() {
  for (const side of ["left", "right"]) {
    setIcon(byId(`show-${side}`), side);
    byId(`show-${side}`).addEventListener("click", () => showPanel(side));
    if (recalled(side) === "hidden") showPanel(side, false);
  }
  setIcon(byId("theme"), "theme");
  byId("theme").addEventListener("click", next);
  setTheme(recalled("theme") ?? "system");
  for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
  tabs[0].parentElement.addEventListener("keydown", event => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -tabs.length, End: tabs.length };
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    const index = tabs.indexOf(event.target.closest("[role=tab]")) + steps[event.key];
    const to = event.key.startsWith("Arrow") ? (index + tabs.length) % tabs.length : Math.max(0, Math.min(2, index));
    choose(tabs[to]);
    tabs[to].focus();
  });
  on(["selection"], () => state.selection !== null && state.finding === null && choose(tabs[0]));
  on(["finding"], () => state.finding && choose(tabs[1]));
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
export function showPanel(side, isShown = byId(side).hidden) {
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

export const next = () =>
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
