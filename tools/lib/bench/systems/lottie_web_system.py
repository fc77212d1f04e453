"""lottie-web in headless Chromium, by its renderer "svg" or "canvas". The file of the player, version 5.7.4, is that of
the package wagtail-lottie on PyPI."""

import sys
from importlib import resources

import cv2

from chromium_system import Browser, Chromium
from server import Absent, serve

PAGE = """<!doctype html><style>*{margin:0}body{background:white;overflow:hidden}
div{width:%dpx;height:%dpx}svg,canvas{display:block}</style><body><div></div></body><script src="file://%s"></script>
<script>
function start(animationData, renderer) {
  window.film = (window.bodymovin || window.lottie).loadAnimation(
    { container: document.querySelector('div'), renderer, animationData, autoplay: false, loop: false });
}
</script>"""


def opened(width, height, document, renderer):
    """A browser with lottie-web's page, which was given a document's text."""
    browser = Browser(width, height)
    script = resources.files("wagtail_lottie") / "static/wagtail_lottie/lottie-player.js"
    browser.load(PAGE % (width, height, script), "typeof window.start == 'function'")
    browser.evaluate(f"start({document}, '{renderer}')")
    for _ in range(10):
        browser.begin_frame()
    return browser


class LottieWeb(Chromium):
    def __init__(self, scene, renderer):
        if "lottie" not in scene:
            raise Absent("only Lottie files")
        cv2.setNumThreads(1)
        with open(scene["lottie"]) as file:
            self.browser = opened(*scene["size"], file.read(), renderer)
        self.version = f"lottie-web 5.7.4, Chromium {self.browser.version}"
        if not self.browser.evaluate("film.isLoaded"):
            raise Absent("lottie-web cannot read it")

    def streamed(self, frame):
        self.browser.evaluate(f"film.goToAndStop({frame}, true)")
        return self.browser.screenshot()


if __name__ == "__main__":
    serve(lambda scene: LottieWeb(scene, sys.argv[2]), sys.argv[1])
