"""tools/bench --lottie A.json,B.json: Lottie files drawn by Multiplane, rlottie, ThorVG, and lottie-web in headless
Chromium, one after the other and in turn, as large as 1920x1080 holds them, over white.

Prints frames a second to RGBA in memory and to H.264, with milliseconds of CPU, and writes a sheet of each file's
pictures: the systems do not draw the same where a file has what one of them lacks, which only a look tells.
"""

import json
import os
import time

import environment
from bench import Bench
from environment import System

BROWSER = dict(python=["opencv-python-headless==5.0.0.93", "websocket-client==1.9.2"],
               debian=["chromium-headless-shell"], bare=["wagtail-lottie==0.1.19"])
SYSTEMS = [System("multiplane", "Multiplane")] + [s for s in environment.SYSTEMS if s.name in ("rlottie", "thorvg")] + [
    System("lottie-svg", "lottie-web, SVG", ["lottie_web_system.py", "svg"], **BROWSER),
    System("lottie-canvas", "lottie-web, canvas", ["lottie_web_system.py", "canvas"], **BROWSER)]
LARGEST = 1920, 1080


def name_of(path):
    """A file's name, or its folder's where all are called the same."""
    name = os.path.splitext(os.path.basename(path))[0]
    return os.path.basename(os.path.dirname(os.path.abspath(path))) if name == "animation" else name


class LottieBench(Bench):
    def __init__(self, chosen, absent):
        super().__init__(chosen, absent)
        self.systems = [system for system in SYSTEMS if system.name not in absent]

    def all(self):
        start = time.monotonic()
        try:
            for path in self.chosen.lottie:
                begin = time.monotonic()
                scene = self.written(path)
                self.scene(scene["name"], "x".join(map(str, scene["size"])))
                environment.say(f"{scene['name']}: {time.monotonic() - begin:.0f} s")
                text = self.record(time.monotonic() - start)
        finally:
            self.put_away()
        print(text)

    def written(self, path):
        """The scene of a file, for the systems' processes."""
        with open(path) as file:
            document = json.load(file)
        width, height = document["w"], document["h"]
        scale = min(LARGEST[0] / width, LARGEST[1] / height)
        # Even, as H.264 wants it.
        size = [2 * round(width * scale / 2), 2 * round(height * scale / 2)]
        frames = int(document["op"] - document["ip"])
        scene = {"name": name_of(path), "size": size, "frameRate": document["fr"], "frames": frames, "layers": [],
                 "background": [1, 1, 1, 1], "images": {}, "lottie": os.path.abspath(path)}
        self.shown, self.path = frames // 2, os.path.join(self.work, scene["name"] + ".json")
        with open(self.path, "w") as file:
            json.dump(scene, file)
        return scene

    def scene_path(self, name, size):
        return self.path

    def truth(self, name, size):
        return None

    def picture(self, path, size, order):
        """Premultiplied where a system leaves its ground transparent: laid over white, as the others' is."""
        import numpy
        from PIL import Image
        with open(path, "rb") as file:
            pixels = numpy.frombuffer(file.read(), numpy.uint8).reshape(size[1], size[0], 4)
        colors = pixels[..., 2::-1] if order == "bgra" else pixels[..., :3]
        return Image.fromarray(numpy.minimum(colors.astype(int) + 255 - pixels[..., 3:], 255).astype(numpy.uint8))

    def report(self, result):
        lines = []
        for what, value in (("frames a second to RGBA", self.drawn), ("frames a second to H.264", self.encoded)):
            lines += [f"**{what}**, and milliseconds of CPU a frame", "",
                      "| file | size | " + " | ".join(s.title for s in self.systems) + " |",
                      "|---" * (2 + len(self.systems)) + "|"]
            files = dict.fromkeys((entry["scene"], entry["size"]) for entry in result["results"])
            for name, size in files:
                entries = {e["system"]: e for e in result["results"] if e["scene"] == name}
                lines.append(f"| {name} | {size} | "
                             + " | ".join(value(entries.get(s.name, {})) for s in self.systems) + " |")
            lines.append("")
        lines += [f"- {name}: {version}" for name, version in result["versions"].items()]
        machine = result["machine"]
        return "\n".join(lines + [f"- {machine['processor']}, {machine['cores']} cores; H.264 by libx264 "
                                  f"{result['video']['preset']}, crf {result['video']['crf']}"])

    def drawn(self, entry):
        rounds = sorted(entry.get("rounds", []), key=lambda r: r["milliseconds"])
        return self.figure(rounds[len(rounds) // 2] if rounds else None)

    def encoded(self, entry):
        """By the system's own encoder where it has one, else by ffmpeg's through a pipe."""
        return self.figure(entry.get("export") or entry.get("video"))

    @staticmethod
    def figure(found):
        return f"{1000 / found['milliseconds']:.0f} ({found['cpu']:.1f})" if found else "-"
