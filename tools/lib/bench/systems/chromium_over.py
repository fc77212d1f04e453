"""The title of tools/bench --over by a page in headless Chromium: its video is put to each frame's time, and a
screenshot taken when it is there.

usage: chromium_over.py CLIP OUTPUT SECONDS PRESET QUALITY
"""

import subprocess
import sys

from systems.chromium_system import Browser

RATE = 30
PAGE = """<!doctype html><style>
*{margin:0}body{width:1920px;height:1080px;overflow:hidden;background:#000}video{position:absolute}
#plate{position:absolute;left:0;width:1920px;height:360px;background:#0f1a33;opacity:.85;font-family:sans-serif}
#plate p{position:absolute;left:110px}#bar{position:absolute;left:0;top:1064px;height:16px;background:#ffb31a}
</style><video src="%s" width=1920 height=1080 muted preload=auto></video>
<div id=plate><p style="top:70px;font-size:96px;color:#fff">Over a clip</p>
<p style="top:210px;font-size:54px;color:#ccd9ff">A title of a third of the picture</p></div><div id=bar></div>
<script>
const video = document.querySelector("video"), plate = document.getElementById("plate");
function show(time, length) {
  plate.style.top = 1080 - 360 * Math.min(time, 1) + "px";
  document.getElementById("bar").style.width = 1920 * time / length + "px";
  return new Promise(done => { video.onseeked = () => done(true); video.currentTime = time + 1 / 240; });
}
</script>"""


def main():
    source, made, seconds, preset, quality = sys.argv[1:]
    browser = Browser(1920, 1080)
    try:
        browser.load(PAGE % ("file://" + source), "typeof show == 'function' && video.readyState >= 2")
        encoder = subprocess.Popen(
            ["ffmpeg", "-loglevel", "error", "-y", "-f", "image2pipe", "-c:v", "png", "-r", str(RATE), "-i", "-", "-i",
             source, "-map", "0:v", "-map", "1:a", "-t", seconds, "-c:v", "libx264", "-preset", preset, "-crf", quality,
             "-pix_fmt", "yuv420p", "-c:a", "copy", made], stdin=subprocess.PIPE)
        for frame in range(round(float(seconds) * RATE)):
            number = browser.send("Runtime.evaluate", expression=f"show({frame / RATE}, {seconds})", awaitPromise=True)
            browser.begin_frame()
            browser.wait(number)
            encoder.stdin.write(browser.screenshot())
        encoder.stdin.close()
        if encoder.wait():
            raise RuntimeError("ffmpeg failed")
    finally:
        browser.close()


main()
