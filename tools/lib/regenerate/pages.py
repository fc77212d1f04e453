"""Makes the pictures that tests compare Multiplane with, where CSS and Core Animation mean the same: headless Chromium
draws each page of Tests/ReftestTests/Truths/Pages.html into Tests/ReftestTests/Truths/Pictures/NAME.png.

usage: tools/regenerate pages [--install] [NAME...]     all pages, or those whose names begin with one of the NAMEs
       --install   first installs Chromium from Debian (apt, as root); without it, a missing Chromium is an error

The pictures are kept in the repository, so that the tests (and CI) need no Chromium; run this when a page changes, and
look at what changed. Pages.html tells the format of a page. Graphics are software (SwiftShader), so no GPU shows in a
picture.

exit: 0 done; 64 usage; 65 a page is malformed; 69 no Chromium, or it failed
"""

import base64, json, os, re, shutil, struct, subprocess, sys, tempfile, zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))))
FOLDER = os.path.join(ROOT, "Tests/ReftestTests/Truths")
WIDTH, HEIGHT = 160, 120


def png(width, height, pixel):
    """A PNG as a data URI; `pixel(x, y)` gives straight RGBA bytes."""
    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return "data:image/png;base64," + base64.b64encode(data).decode()


# What `{...}` stands for in pages; Truth.swift makes the same images.
IMAGES = {
    "{image}": png(8, 8, lambda x, y: (x * 36, y * 36, 255 - x * 36, 255)),
    "{coverage}": png(8, 8, lambda x, y: (0, 0, 0, (x * 4 + y * 32) if (x + y) % 2 else 255)),
}


def pages():
    """The pages by name: (scale, body)."""
    with open(os.path.join(FOLDER, "Pages.html")) as file:
        parts = re.split(r"^<!-- page ([a-z0-9-]+)(?: scale=(\d))? -->$", file.read(), flags=re.M)
    found = {}
    for name, scale, body in zip(parts[1::3], parts[2::3], parts[3::3]):
        if name in found:
            sys.exit(fail(65, f"two pages are called {name}"))
        found[name] = (int(scale or 1), body)
    return found


def document(body):
    def frame(match):
        x, y, width, height = match.group(1).split()
        return f'style="left:{x}px;top:{y}px;width:{width}px;height:{height}px;'

    body = re.sub(r'at="([^"]*)" style="', frame, body)
    if "at=" in body:
        sys.exit(fail(65, 'at="x y width height" must stand right before style="'))
    for mark, uri in IMAGES.items():
        body = body.replace(mark, f"url({uri})")
    style = ("html,body{margin:0;background:transparent} "
             "body{width:160px;height:120px;overflow:hidden;position:relative}")
    return f"<!doctype html><style>{style} div{{position:absolute;box-sizing:border-box}}</style>{body}"


class Browser:
    """Chromium, told what to do through two pipes."""

    def __init__(self, profile):
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        if not program:
            sys.exit(fail(69, "there is no chromium here; tools/regenerate pages --install gets it from Debian"))
        to_read, self.to = os.pipe()
        self.back, back_write = os.pipe()

        def pipes():
            # 3 and 4 are what Chromium reads and writes; the ends may have those numbers themselves.
            a, b = os.dup(to_read), os.dup(back_write)
            a, b = os.dup(a), os.dup(b)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--remote-debugging-pipe", f"--user-data-dir={profile}",
             "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--force-color-profile=srgb",
             "--hide-scrollbars", "--disable-lcd-text", "--no-first-run", "about:blank"],
            preexec_fn=pipes, pass_fds=(3, 4, to_read, back_write),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(back_write)
        self.buffer, self.last = b"", 0

    def message(self):
        while b"\0" not in self.buffer:
            more = os.read(self.back, 1 << 16)
            if not more:
                sys.exit(fail(69, "Chromium ended"))
            self.buffer += more
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.last:
                if "error" in answer:
                    sys.exit(fail(69, f"{method}: {answer['error']['message']}"))
                return answer["result"]


def fail(status, text):
    print(f"tools/regenerate pages: {text}", file=sys.stderr)
    return status


def main(arguments):
    if any(argument.startswith("-") and argument != "--install" for argument in arguments):
        print(__doc__)
        return 64
    if "--install" in arguments:
        install = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]
        if subprocess.run(install).returncode != 0:
            return fail(69, "apt could not install chromium")
    prefixes = tuple(argument for argument in arguments if argument != "--install")
    chosen = {name: page for name, page in pages().items() if not prefixes or name.startswith(prefixes)}
    os.makedirs(os.path.join(FOLDER, "Pictures"), exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        clear = {"r": 0, "g": 0, "b": 0, "a": 0}
        browser.call("Emulation.setDefaultBackgroundColorOverride", session, color=clear)
        frame = browser.call("Page.getFrameTree", session)["frameTree"]["frame"]["id"]
        for name, (scale, body) in chosen.items():
            browser.call("Emulation.setDeviceMetricsOverride", session, width=WIDTH, height=HEIGHT,
                         deviceScaleFactor=scale, mobile=False)
            browser.call("Page.setDocumentContent", session, frameId=frame, html=document(body))
            # Two frames: images are decoded, everything is drawn.
            wait = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
            browser.call("Runtime.evaluate", session, expression=wait, awaitPromise=True)
            shot = browser.call("Page.captureScreenshot", session, format="png")["data"]
            with open(os.path.join(FOLDER, "Pictures", f"{name}.png"), "wb") as file:
                file.write(base64.b64decode(shot))
        browser.call("Browser.close")
        browser.process.wait()
    print(f"{len(chosen)} pictures in {os.path.join(FOLDER, 'Pictures')}")
    return 0


sys.exit(main(sys.argv[1:]))
