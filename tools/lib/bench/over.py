"""tools/bench --over: a title over a clip, 1920x1080 at 30 frames a second, H.264 to H.264: Multiplane, ffmpeg (the
last step alone, over a film of the title that is there), moviepy, and headless Chromium (a page with a video, a
screenshot a frame, ffmpeg for the encoder). What the machine can do is ffmpeg's decoding and encoding without a title.

The title takes a third of the picture: a plate with two lines of text slides in within a second, and a bar under it
grows for as long as the film lasts, so that every frame is another one. All encode by libx264 with the same preset and
quality. One system after the other, in turn; the medians of the rounds.
"""

import datetime
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import threading
import time

import environment
from environment import System
from session import memory_megabytes

WIDTH, HEIGHT, RATE = 1920, 1080, 30
PRESET, QUALITY = "veryfast", 18
# Seconds of the clip; of a browser's film, which takes longer than all others together.
SECONDS, BROWSER_SECONDS = 20, 2
SHOWN = 1.5
SYSTEMS = [
    System("multiplane", "Multiplane"),
    System("ffmpeg", "ffmpeg, the last step"),
    System("recoded", "ffmpeg without a title"),
    System("moviepy", "moviepy", ["moviepy_over.py"], ["moviepy==2.2.1"]),
    System("chromium", "Chromium", ["chromium_over.py"],
           ["opencv-python-headless==5.0.0.93", "websocket-client==1.9.2"], ["chromium-headless-shell"]),
]

# From the lower left corner, as CAML has it. The bar grows for the seconds that are put in.
SCENE = """<?xml version="1.0" encoding="UTF-8"?>
<caml xmlns="http://www.apple.com/CoreAnimation/1.0">
  <CALayer bounds="0 0 1920 1080" position="960 540">
    <sublayers>
      <CALayer bounds="0 0 1920 360" position="960 180" backgroundColor="0.06 0.1 0.2" opacity="0.85">
        <animations>
          <animation type="CABasicAnimation" keyPath="position.y" duration="1" fillMode="backwards">
            <fromValue type="real" value="-180"/><toValue type="real" value="180"/>
          </animation>
        </animations>
        <sublayers>
          <CATextLayer bounds="0 0 1700 120" position="960 230" string="Over a clip" fontSize="96"
            foregroundColor="1 1 1"/>
          <CATextLayer bounds="0 0 1700 80" position="960 110" string="A title of a third of the picture" fontSize="54"
            foregroundColor="0.8 0.85 1"/>
        </sublayers>
      </CALayer>
      <CALayer bounds="0 0 1920 16" position="0 8" anchorPoint="0 0.5" backgroundColor="1 0.7 0.1">
        <animations>
          <animation type="CABasicAnimation" keyPath="bounds.size.width" duration="%g">
            <fromValue type="real" value="0"/><toValue type="real" value="1920"/>
          </animation>
        </animations>
      </CALayer>
    </sublayers>
  </CALayer>
</caml>
"""


class Over:
    def __init__(self, chosen, absent):
        self.chosen, self.absent = chosen, absent
        self.systems = [s for s in SYSTEMS if s.name in chosen.systems and s.name not in absent]
        self.begun = datetime.datetime.now(datetime.timezone.utc)
        self.output = chosen.output or os.path.join(environment.FOLDER, "results",
                                                    self.begun.strftime("%Y-%m-%d-%H%M-over"))
        os.makedirs(self.output, exist_ok=True)
        self.work = tempfile.mkdtemp(prefix="bench-over-")
        self.program = environment.multiplane()
        self.results = {system.name: [] for system in self.systems}

    def path(self, name):
        return os.path.join(self.work, name)

    def all(self):
        try:
            self.prepare()
            for _ in range(self.chosen.rounds):
                for system in self.systems:
                    self.results[system.name].append(self.measured(system))
            self.look()
            print(self.record())
            environment.say(self.output)
        finally:
            shutil.rmtree(self.work, ignore_errors=True)

    def prepare(self):
        environment.say("making the clip, and the title's film for ffmpeg")
        clip = ["-f", "lavfi", "-i", f"testsrc2=s={WIDTH}x{HEIGHT}:r={RATE}:d={SECONDS}", "-f", "lavfi", "-i",
                f"sine=330:r=48000:d={SECONDS}", "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries",
                "bt709", "-color_trc", "bt709", "-c:v", "libx264", "-preset", "medium", "-crf", "20", "-c:a", "aac"]
        environment.run(["ffmpeg", "-loglevel", "error", "-y", *clip, self.path("clip.mp4")])
        with open(self.path("title.caml"), "w") as file:
            file.write(SCENE % SECONDS)
        environment.run([self.program, "video", self.path("title.caml"), "--duration", str(SECONDS), "--fps", str(RATE),
                         "--size", f"{WIDTH}x{HEIGHT}", "--codec", "qtrle", "--alpha", "straight", "-q", "-o",
                         self.path("title.mov")])

    def command(self, system, made):
        clip, encoder = self.path("clip.mp4"), ["-c:v", "libx264", "-preset", PRESET, "-crf", str(QUALITY)]
        if system.name == "multiplane":
            return [self.program, "video", self.path("title.caml"), "--over", clip, "--crf", str(QUALITY), "-q", "-o",
                    made]
        if system.name == "ffmpeg":
            return ["ffmpeg", "-loglevel", "error", "-y", "-i", clip, "-i", self.path("title.mov"), "-filter_complex",
                    "overlay", *encoder, "-pix_fmt", "yuv420p", "-c:a", "copy", made]
        if system.name == "recoded":
            return ["ffmpeg", "-loglevel", "error", "-y", "-i", clip, *encoder, "-pix_fmt", "yuv420p", "-c:a", "copy",
                    made]
        module = os.path.join(environment.SOURCES, "systems", system.arguments[0])
        return [environment.PYTHON, module, clip, made, str(self.seconds(system)), PRESET, str(QUALITY)]

    @staticmethod
    def seconds(system):
        return BROWSER_SECONDS if system.name == "chromium" else SECONDS

    def measured(self, system):
        """Seconds, seconds of CPU and MB of memory for the film."""
        made = self.path(f"{system.name}.mp4")
        start, most = time.monotonic(), [0.0]
        with open(os.path.join(self.output, "log.txt"), "a") as log:
            process = subprocess.Popen(self.command(system, made), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                       env=environment.variables(), cwd=self.work)
        ended = threading.Event()

        def watch():
            while not ended.wait(0.2):
                most[0] = max(most[0], memory_megabytes(process.pid))
        watcher = threading.Thread(target=watch)
        watcher.start()
        _, status, usage = os.wait4(process.pid, 0)
        ended.set()
        watcher.join()
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"{system.name} ended with {process.returncode}; see {self.output}/log.txt")
        wall = time.monotonic() - start
        environment.say(f"{system.title}: {wall:.1f} s")
        return {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "megabytes": most[0],
                "kilobytes": os.path.getsize(made) // 1024}

    def look(self):
        """A picture of each film, at one time."""
        for system in self.systems:
            environment.run(["ffmpeg", "-loglevel", "error", "-y", "-ss", str(SHOWN), "-i",
                             self.path(f"{system.name}.mp4"), "-frames:v", "1",
                             os.path.join(self.output, f"{system.name}.png")])

    def record(self):
        def median(name, key):
            return statistics.median(one[key] for one in self.results[name])
        rows = []
        for system in self.systems:
            seconds = self.seconds(system)
            rows.append("| " + " | ".join([
                system.title, f"{seconds / median(system.name, 'wall'):.2f}x",
                f"{median(system.name, 'cpu') / seconds:.2f}", f"{median(system.name, 'megabytes'):.0f} MB"]) + " |")
        machine = environment.machine()
        with open(os.path.join(self.output, "results.json"), "w") as file:
            json.dump({"date": self.begun.isoformat(timespec="seconds"), "machine": machine, "absent": self.absent,
                       "rounds": self.chosen.rounds, "results": self.results}, file, indent=1)
        lines = ["| a title over 1080p30, H.264 to H.264 | of real time | CPU seconds a second of film | memory |",
                 "|---|---|---|---|", *rows, "",
                 f"{SECONDS} s of film ({BROWSER_SECONDS} s by Chromium), libx264 {PRESET}, crf {QUALITY}; "
                 f"{machine['processor']}, {machine['cores']} cores"]
        text = "\n".join(lines) + "\n"
        with open(os.path.join(self.output, "report.md"), "w") as file:
            file.write(text)
        return text
