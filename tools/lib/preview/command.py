"""The command under test: a folder with a scene, `multiplane preview` of it, and the pages that look at it."""

import http.client
import os
import select
import shutil
import signal
import subprocess
import tempfile
import urllib.parse

from PIL import Image

import scenes
from browser import PreviewPage

TESTS = []


def test(function):
    """Makes a function a test: it is given what begins a `Preview`."""
    TESTS.append(function)
    return function


class Preview:
    """A folder with a scene, the command that previews it, and the pages that look at it."""

    def __init__(self, command, chromium, name, text, files=(), options=(), data=None):
        self.command, self.chromium, self.pages = command, chromium, []
        self.folder = tempfile.mkdtemp(prefix="multiplane-preview-")
        self.path = os.path.join(self.folder, name)
        for file, content in files:
            scenes.overwrite(os.path.join(self.folder, file), content)
        scenes.overwrite(self.path, text.encode())
        options = [*options, *(["--data", os.path.join(self.folder, data)] if data else [])]
        self.process = subprocess.Popen(
            [command, "preview", self.path, "--port", "0", *options], stdin=subprocess.DEVNULL, cwd=self.folder,
            stdout=subprocess.PIPE, stderr=open(os.path.join(self.folder, "errors"), "wb"))
        self.address = self._address()
        parts = urllib.parse.urlsplit(self.address)
        self.port, self.base = parts.port, parts.path

    def _address(self):
        if not select.select([self.process.stdout], [], [], 20)[0]:
            raise AssertionError("no address within 20 s")
        line = self.process.stdout.readline().decode().strip()
        if not line.startswith("http://127.0.0.1:") or not line.endswith("/"):
            with open(os.path.join(self.folder, "errors")) as file:
                raise AssertionError(f"its first line is {line!r}, and of errors {file.read()!r}")
        return line

    def open(self, waits=True, **more):
        """Opens a page; waits for its first frame, unless it is to have none."""
        page = PreviewPage(self.chromium, self.address, **more)
        page.preview = self
        self.pages.append(page)
        if waits:
            page.wait_for_frame(0)
        return page

    def get(self, path, base=None, **headers):
        return self.ask("GET", path, base, **headers)

    def ask(self, method, path, base=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.putrequest(method, (self.base if base is None else base) + path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def render(self, frame, rate=30, *options):
        """What `multiplane render` writes: width, height, and the bytes of RGBA."""
        with Image.open(self.rendered(frame, rate, *options)) as image:
            return image.width, image.height, image.convert("RGBA").tobytes()

    def rendered(self, frame, rate=30, *options):
        """The file that `multiplane render` writes."""
        output = os.path.join(self.folder, "rendered.png")
        subprocess.run([self.command, "render", self.path, "-q", "--at", repr(frame / rate), *options, "-o", output],
                       check=True, stdin=subprocess.DEVNULL)
        return output

    def close(self):
        for page in self.pages:
            page.close()
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
