"""The preview's page in headless Chromium, as a person has it: what is on its canvas, and its keys and clicks."""

import base64
import os
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../chromium"))
import devtools  # noqa: E402

CODES = {" ": 32, "Enter": 13, "Tab": 9, "Escape": 27, "Home": 36, "End": 35, "ArrowLeft": 37, "ArrowUp": 38,
         "ArrowRight": 39, "ArrowDown": 40}
SHIFT = 8

# Puts bytes on a canvas of its own and reads them back: canvases keep colours multiplied by alpha, so that of
# translucent pixels only this is to be had again.
READ_BACK = """(text, width, height) => {
  const bytes = Uint8ClampedArray.from(atob(text), letter => letter.charCodeAt(0));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  context.putImageData(new ImageData(bytes, width, height), 0, 0);
  const back = context.getImageData(0, 0, width, height).data;
  const shown = document.getElementById("canvas");
  if (shown.width !== width || shown.height !== height) return `${shown.width}x${shown.height} pixels`;
  const seen = shown.getContext("2d").getImageData(0, 0, width, height).data;
  let wrong = 0;
  for (let index = 0; index < back.length; index += 1) wrong += back[index] !== seen[index];
  return wrong ? `${wrong} of ${back.length} bytes differ` : "";
}"""


def pixel(x, y):
    """The script of a pixel's four bytes on the canvas."""
    return f"document.getElementById('canvas').getContext('2d').getImageData({x}, {y}, 1, 1).data"


# The script of the selected layer's name; null for none.
SELECTED = "document.querySelector('[role=treeitem][aria-selected=true] .name')?.textContent ?? null"


def select_is(page, name):
    page.wait_for(f"({SELECTED}) === '{name}'", what=f"{name} selected; it is {page.evaluate(SELECTED)}")


class PreviewPage(devtools.Page):
    def __init__(self, chromium, address, width=1440, height=900, before=""):
        """- before: a script that runs before those of the page."""
        super().__init__(chromium, width, height)
        self.complaints = []
        chromium.listeners[self.session] = self.hear
        for domain in ["Page", "Runtime", "Log"]:
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Page.addScriptToEvaluateOnNewDocument", source=before)
        self.call("Page.navigate", url=address)
        self.wait_for("document.readyState === 'complete' && document.getElementById('canvas') !== null", what="a page")

    def hear(self, event):
        """Exceptions and errors on the console; that a request was refused is not one of the page's own."""
        name, told = event["method"], event["params"]
        if name == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        if name == "Log.entryAdded" and told["entry"]["level"] == "error" and told["entry"]["source"] != "network":
            self.complaints.append(told["entry"]["text"])

    def wait_for(self, script, seconds=10.0, what=None):
        """Waits until a script's value is one that counts as true, and answers it."""
        end = time.monotonic() + seconds
        while True:
            value = self.evaluate(script)
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds:g} s: {what or script}")
            time.sleep(0.01)

    def wait_for_frame(self, frame):
        """Waits until the picture of a frame is on the canvas, and the scene is known."""
        self.wait_for(f"""document.getElementById("canvas").dataset.frame === "{frame}"
          && document.getElementById("title").textContent !== "…" """, what=f"frame {frame}")

    def go_to(self, frame):
        self.change("frame", frame)
        self.wait_for_frame(frame)

    def change(self, identifier, value):
        """Changes a field as a person does."""
        self.evaluate(f"""(field => {{
          field.value = "{value}"; field.dispatchEvent(new Event("change")); }})(
          document.getElementById("{identifier}"))""")

    def value(self, identifier):
        return self.evaluate(f"document.getElementById('{identifier}').value")

    def tree_items(self):
        return self.evaluate("document.querySelectorAll('[role=treeitem]').length")

    def difference(self, picture):
        """What differs between the canvas and a picture (width, height, bytes); "" for nothing."""
        width, height, data = picture
        return self.evaluate(f"({READ_BACK})('{base64.b64encode(data).decode()}', {width}, {height})")

    def wait_for_picture(self, picture, seconds=10.0):
        end = time.monotonic() + seconds
        while True:
            difference = self.difference(picture)
            if not difference:
                return
            assert time.monotonic() < end, difference
            time.sleep(0.02)

    def pixel(self, x, y):
        return self.evaluate(f"[...{pixel(x, y)}]")

    def text(self, identifier):
        return self.evaluate(f"document.getElementById('{identifier}').textContent")

    def shown_frame(self):
        return int(self.evaluate("document.getElementById('canvas').dataset.frame"))

    def is_hidden(self, identifier):
        return self.evaluate(f"document.getElementById('{identifier}').hidden")

    def key(self, key, shift=False):
        letter = key if len(key) == 1 else "\r" if key == "Enter" else None
        common = {"key": key, "windowsVirtualKeyCode": CODES.get(key, ord(key.upper()) if len(key) == 1 else 0),
                  "modifiers": SHIFT if shift else 0}
        down = {"type": "keyDown", "text": letter} if letter else {"type": "rawKeyDown"}
        self.call("Input.dispatchKeyEvent", **down, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        for letter in text:
            self.key(letter)

    def click(self, x, y):
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def place(self, x, y):
        """Where the middle of a pixel of the frame lies on the page."""
        return self.evaluate(f"""(() => {{
          const canvas = document.getElementById("canvas"), box = canvas.getBoundingClientRect();
          return [box.left + ({x} + 0.5) * box.width / canvas.width,
                  box.top + ({y} + 0.5) * box.height / canvas.height]; }})()""")

    def click_pixel(self, x, y):
        self.click(*self.place(x, y))

    def close(self):
        self.chromium.listeners.pop(self.session, None)
        self.chromium.wait(self.chromium.send("Target.closeTarget", targetId=self.target))
