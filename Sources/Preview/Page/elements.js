// Making and finding elements: the few helpers that every module of the page uses.

export const byId = id => document.getElementById(id);

/// An element with attributes and children. `on...` are listeners; `text` is its text; false and null leave one out.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/// An element of SVG with attributes.
export function makeSVG(tag, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/// One of the symbols of preview.html.
export function icon(name) {
  const picture = makeSVG("svg", { class: `icon icon-${name}`, "aria-hidden": "true" });
  picture.append(makeSVG("use", { href: `#icon-${name}` }));
  return picture;
}

/// Sets the symbol that a button shows; does nothing where it shows it already.
export function setIcon(button, name) {
  if (button.dataset.icon === name) return;
  button.dataset.icon = name;
  button.replaceChildren(icon(name));
}

/// Fills a menu with `[value, text]`.
export function setOptions(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) => make("option", { value, text })));
  select.value = chosen;
}

/// Says of a field whether what stands in it is wrong.
export function setInvalid(field, isInvalid) {
  if (isInvalid) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

/// Calls `action` when nothing called the result for so many milliseconds.
export function delayed(milliseconds, action) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

/// A file's name or an attribute's value of a text that may hold anything.
export const nameable = text => text.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/g, "") || "scene";
