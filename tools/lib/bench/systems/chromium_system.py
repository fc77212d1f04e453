"""Headless Chromium, whose frames are begun by us (HeadlessExperimental.beginFrame), each with a screenshot: PNG at its
fastest, the only lossless form that it gives, which is decoded here. It composites on the CPU, as it does on a machine
without a GPU."""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import cv2
import numpy
import websocket

from server import serve

EXECUTABLES = ["/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium-headless-shell"]
FLAGS = """--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking
--disable-component-update --font-render-hinting=none --disable-sync --hide-scrollbars
--force-device-scale-factor=1 --force-color-profile=srgb --disable-lcd-text
--allow-file-access-from-files --remote-allow-origins=* --remote-debugging-port=0 --enable-begin-frame-control
--run-all-compositor-stages-before-draw --disable-new-content-rendering-timeout --disable-threaded-animation
--disable-threaded-scrolling --disable-checker-imaging --disable-image-animation-resync""".split()
STYLE = ("*{margin:0;padding:0;box-sizing:border-box}"
         "html,body{width:%dpx;height:%dpx;overflow:hidden;position:relative}div{position:absolute;left:0;top:0}")


class Browser:
    def __init__(self, width, height):
        executable = next(path for path in EXECUTABLES if os.path.exists(path))
        self.folder = tempfile.mkdtemp(prefix="bench-chromium-")
        self.process = subprocess.Popen(
            [executable, *FLAGS, f"--user-data-dir={self.folder}", f"--window-size={width},{height}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for line in self.process.stderr:
            if b"DevTools listening on ws://" in line:
                host = line.split(b"ws://")[1].split(b"/")[0].decode()
                break
        else:
            raise RuntimeError("Chromium ended")
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        with urllib.request.urlopen(f"http://{host}/json/version") as answer:
            told = json.load(answer)
        address, self.version = told["webSocketDebuggerUrl"], told["Browser"].split("/")[-1]
        self.socket = websocket.create_connection(address, skip_utf8_validation=True, enable_multithread=False)
        self.count, self.session, self.ticks = 0, None, 1000.0
        target = self.call("Target.createTarget", url="about:blank", width=width, height=height,
                           enableBeginFrameControl=True)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def send(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.socket.send(json.dumps(message))
        return self.count

    def wait(self, number):
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(str(message["error"]))
                return message.get("result", {})

    def call(self, method, **parameters):
        return self.wait(self.send(method, **parameters))

    def evaluate(self, script, awaits=False):
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=awaits, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

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
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(10)
        except Exception:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Chromium:
    stream = "png"

    def __init__(self, scene):
        cv2.setNumThreads(1)
        width, height = scene["size"]
        self.browser = browser = Browser(width, height)
        self.version = browser.version
        page = os.path.join(browser.folder, "page.html")
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "chromium_page.js")
        with open(page, "w") as file:
            file.write(f"<!doctype html><style>@font-face{{font-family:Scene;src:url(file://{scene['font']})}}"
                       f"{STYLE % (width, height)}</style><body></body><script src=\"file://{script}\"></script>")
        browser.call("Page.enable")
        browser.call("Page.navigate", url="file://" + page)
        for _ in range(10):
            browser.begin_frame()
        while browser.evaluate("typeof window.loadScene") != "function":
            time.sleep(0.05)
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
