"""Headless Chromium, driven by its DevTools protocol through a web socket (Debian's chromium-headless-shell or
chromium, and python3-websocket): tools/bench and tools/regenerate have it draw, tools/preview has it look at a page."""

import json
import os
import shutil
import subprocess
import tempfile
import threading
import urllib.request

import websocket

EXECUTABLES = ["/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]
FLAGS = """--headless --no-sandbox --no-first-run --disable-background-networking
--disable-component-update --disable-sync --force-color-profile=srgb --remote-allow-origins=*
--remote-debugging-port=0""".split()


class Chromium:
    """A process of Chromium with a profile of its own, `folder`."""

    def __init__(self, *flags):
        executable = next((path for path in EXECUTABLES if os.path.exists(path)), None)
        if executable is None:
            raise RuntimeError("no Chromium here")
        self.folder = tempfile.mkdtemp(prefix="multiplane-chromium-")
        if not any(flag.startswith("--use-angle") for flag in flags):
            flags += ("--disable-gpu",)
        self.process = subprocess.Popen(
            [executable, *FLAGS, *flags, f"--user-data-dir={self.folder}", "about:blank"], stdin=subprocess.DEVNULL,
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
        self.version = told["Browser"].split("/")[-1]
        self.socket = websocket.create_connection(
            told["webSocketDebuggerUrl"], skip_utf8_validation=True, enable_multithread=False)
        self.count, self.answers, self.listeners = 0, {}, {}

    def send(self, method, session=None, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self.socket.send(json.dumps(message))
        return self.count

    def wait(self, number):
        """The answer to a message; events that come meanwhile go to those who listen to their session."""
        while number not in self.answers:
            message = json.loads(self.socket.recv())
            if "id" in message:
                self.answers[message["id"]] = message
            else:
                self.listeners.get(message.get("sessionId"), lambda _: None)(message)
        answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(str(answer["error"]))
        return answer.get("result", {})

    def open(self, width, height, **more):
        """The session of a new page, and the page's target."""
        target = self.wait(self.send("Target.createTarget", url="about:blank", width=width, height=height, **more))
        target = target["targetId"]
        attached = self.wait(self.send("Target.attachToTarget", targetId=target, flatten=True))
        return attached["sessionId"], target

    def close(self):
        try:
            self.wait(self.send("Browser.close"))
            self.process.wait(10)
        except Exception:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Page:
    """A page of a browser."""

    def __init__(self, chromium, width, height, **more):
        self.chromium = chromium
        self.session, self.target = chromium.open(width, height, **more)

    def send(self, method, **parameters):
        return self.chromium.send(method, self.session, **parameters)

    def wait(self, number):
        return self.chromium.wait(number)

    def call(self, method, **parameters):
        return self.wait(self.send(method, **parameters))

    def evaluate(self, script, awaits=False):
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=awaits, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")
