"""Headless Chromium, whose frames are begun by us (HeadlessExperimental.beginFrame), each with a screenshot: PNG at its
fastest, the only lossless form that it gives, which is decoded here. It composites on the CPU, as it does on a machine
without a GPU."""

import base64
import json
import os
import sys
import time

import cv2
import numpy

from server import serve

sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../chromium"))
import devtools  # noqa: E402

FLAGS = """--font-render-hinting=none --hide-scrollbars --force-device-scale-factor=1 --disable-lcd-text
--allow-file-access-from-files --enable-begin-frame-control --run-all-compositor-stages-before-draw
--disable-new-content-rendering-timeout --disable-threaded-animation --disable-threaded-scrolling
--disable-checker-imaging --disable-image-animation-resync""".split()
STYLE = ("*{margin:0;padding:0;box-sizing:border-box}"
         "html,body{width:%dpx;height:%dpx;overflow:hidden;position:relative}div{position:absolute;left:0;top:0}")


class Browser(devtools.Page):
    """A browser with one page, of which nothing is drawn but when it is told to."""

    def __init__(self, width, height):
        browser = devtools.Chromium(*FLAGS, f"--window-size={width},{height}")
        self.folder, self.version, self.ticks = browser.folder, browser.version, 1000.0
        super().__init__(browser, width, height, enableBeginFrameControl=True)

    def load(self, text, script):
        """Opens a page, and begins frames until a script says that it is there."""
        page = os.path.join(self.folder, "page.html")
        with open(page, "w") as file:
            file.write(text)
        self.call("Page.enable")
        self.call("Page.navigate", url="file://" + page)
        for _ in range(200):
            self.begin_frame()
            if self.evaluate(script):
                return
            time.sleep(0.05)
        raise RuntimeError("the page does not load")

    def begin_frame(self, **parameters):
        self.ticks += 1000 / 60
        return self.call("HeadlessExperimental.beginFrame", frameTimeTicks=self.ticks, interval=1000 / 60, **parameters)

    def screenshot(self):
        # A frame in which nothing changed, or which came too early, has none.
        for attempt in range(40):
            answer = self.begin_frame(screenshot={"format": "png", "optimizeForSpeed": True})
            if "screenshotData" in answer:
                return base64.b64decode(answer["screenshotData"])
            if attempt > 3:
                time.sleep(0.01)
            if attempt % 10 == 9:
                self.evaluate("document.documentElement.style.outline = "
                              f"'{attempt}px solid transparent'; document.body.offsetTop")
        raise RuntimeError("no screenshot")

    def close(self):
        self.chromium.close()


class Chromium:
    stream = "png"

    def __init__(self, scene):
        cv2.setNumThreads(1)
        width, height = scene["size"]
        self.browser = browser = Browser(width, height)
        self.version = browser.version
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "chromium_page.js")
        browser.load(f"<!doctype html><style>@font-face{{font-family:Scene;src:url(file://{scene['font']})}}"
                     f"{STYLE % (width, height)}</style><body></body><script src=\"file://{script}\"></script>",
                     "typeof window.loadScene == 'function'")
        images = {name: "file://" + path for name, path in scene["images"].items()}
        browser.evaluate(f"loadScene({json.dumps(dict(scene, images=images))})", awaits=True)
        for _ in range(5):
            browser.begin_frame()

    def streamed(self, frame):
        self.browser.evaluate(f"showFrame({frame})")
        return self.browser.screenshot()

    def render(self, frame):
        picture = cv2.imdecode(numpy.frombuffer(self.streamed(frame), numpy.uint8), cv2.IMREAD_UNCHANGED)
        code = cv2.COLOR_BGR2RGBA if picture.shape[2] == 3 else cv2.COLOR_BGRA2RGBA
        return memoryview(numpy.ascontiguousarray(cv2.cvtColor(picture, code))).cast("B")

    def close(self):
        self.browser.close()


if __name__ == "__main__":
    serve(Chromium, sys.argv[1])
