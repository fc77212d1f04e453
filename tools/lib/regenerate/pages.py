"""Makes the pictures that tests compare Multiplane with, where CSS and Core Animation mean the same: headless Chromium
draws each page of Tests/ReftestTests/Truths/Pages.html into Tests/ReftestTests/Truths/Pictures/NAME.png.

usage: tools/regenerate pages [NAME...]     all pages, or those whose names begin with one of the NAMEs

The pictures are kept in the repository, so that the tests (and CI) need no Chromium; run this when a page changes, and
look at what changed. Pages.html tells the format of a page. Graphics are software (SwiftShader), so no GPU shows in a
picture.

exit: 0 done; 64 usage; 65 a page is malformed; 69 no Chromium, or it failed
"""

import base64, os, re, sys

import devtools
from pictures import Picture

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))))
FOLDER = os.path.join(ROOT, "Tests/ReftestTests/Truths")
WIDTH, HEIGHT = 160, 120


def png(width, height, pixel):
    """A PNG as a data URI; `pixel(x, y)` gives straight RGBA bytes."""
    pixels = b"".join(bytes(pixel(x, y)) for y in range(height) for x in range(width))
    return "data:image/png;base64," + base64.b64encode(Picture(width, height, pixels).png()).decode()


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


def fail(status, text):
    print(f"tools/regenerate pages: {text}", file=sys.stderr)
    return status


def main(prefixes):
    if any(prefix.startswith("-") for prefix in prefixes):
        print(__doc__)
        return 64
    chosen = {name: page for name, page in pages().items() if not prefixes or name.startswith(tuple(prefixes))}
    os.makedirs(os.path.join(FOLDER, "Pictures"), exist_ok=True)
    try:
        browser = devtools.Chromium(
            "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars", "--disable-lcd-text")
    except RuntimeError as error:
        return fail(69, error)
    try:
        page = devtools.Page(browser, WIDTH, HEIGHT)
        clear = {"r": 0, "g": 0, "b": 0, "a": 0}
        page.call("Emulation.setDefaultBackgroundColorOverride", color=clear)
        frame = page.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
        for name, (scale, body) in chosen.items():
            page.call("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=scale,
                      mobile=False)
            page.call("Page.setDocumentContent", frameId=frame, html=document(body))
            # Two frames: images are decoded, everything is drawn.
            wait = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
            page.evaluate(wait, awaits=True)
            shot = page.call("Page.captureScreenshot", format="png")["data"]
            with open(os.path.join(FOLDER, "Pictures", f"{name}.png"), "wb") as file:
                file.write(base64.b64decode(shot))
    finally:
        browser.close()
    print(f"{len(chosen)} pictures in {os.path.join(FOLDER, 'Pictures')}")
    return 0


sys.exit(main(sys.argv[1:]))
