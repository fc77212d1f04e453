"""rlottie by rlottie-python and ThorVG by thorvg-python: a scene without trees, shadows, corners and text as a Lottie
document with a keyframe for each frame, or a file that is one. Their bytes are BGRA."""

import base64
import ctypes
import json
import os
import sys
import tempfile
from importlib import metadata

from scenes import every, outline_at, value_at
from server import Absent, serve

NOT_IN_LOTTIE = ("children", "shadow", "radius", "border", "mask", "label", "perspective")


def keyframes(value_of, count):
    values = [value_of(frame) for frame in range(count)]
    if all(value == values[0] for value in values):
        return {"a": 0, "k": values[0] if len(values[0]) > 1 else values[0][0]}
    ease = {"i": {"x": 0.667, "y": 0.667}, "o": {"x": 0.333, "y": 0.333}}
    keys = [{"t": i, "s": value, "e": values[i + 1], **ease} for i, value in enumerate(values[:-1])]
    return {"a": 1, "k": keys + [{"t": count - 1, "s": values[-1]}]}


def still(value):
    return {"a": 0, "k": value}


def hexadecimal(color):
    return "#%02x%02x%02x" % tuple(round(part * 255) for part in color[:3])


class Document:
    def __init__(self, scene):
        from PIL import Image
        for layer in every(scene["layers"]):
            for key in NOT_IN_LOTTIE:
                if key in layer:
                    raise Absent(f"not written as Lottie: {key}")
        self.scene, self.count = scene, scene["frames"] + 1
        self.assets = {}
        for name, path in scene["images"].items():
            with open(path, "rb") as file:
                data = base64.b64encode(file.read()).decode()
            width, height = Image.open(path).size
            self.assets[name] = {"id": name, "w": width, "h": height, "u": "", "e": 1,
                                 "p": "data:image/png;base64," + data}
        width, height = scene["size"]
        middle = still([width / 2, height / 2, 0])
        ground = {"ty": 1, "nm": "background", "sw": width, "sh": height, "sc": hexadecimal(scene["background"]),
                  "ks": {"o": still(100), "r": still(0), "p": middle, "a": middle, "s": still([100, 100, 100])}}
        layers = [ground] + [self.layer(layer) for layer in scene["layers"]]
        # rlottie reads a transform by the "ddd" that it has met before.
        layers = [{"ddd": 0, "ind": len(layers) - index, **layer, "ip": 0, "op": self.count, "st": 0, "bm": 0}
                  for index, layer in enumerate(layers)]
        document = {"v": "5.7.0", "fr": scene["frameRate"], "ip": 0, "op": self.count, "w": width, "h": height,
                    "nm": scene["name"], "ddd": 0, "assets": list(self.assets.values()), "layers": layers[::-1]}
        self.text = json.dumps(document)

    def layer(self, layer):
        rate = self.scene["frameRate"]

        def sampled(*values, scale=1, rest=()):
            return keyframes(lambda f: [round(scale * value_at(v, f / rate), 3) for v in values] + list(rest),
                             self.count)

        width, height = layer["size"]
        place = {"p": sampled(*layer["center"], rest=[0]), "r": sampled(layer.get("turn", 0)),
                 "o": sampled(layer.get("opacity", 1), scale=100), "s": still([100, 100, 100]),
                 "a": still([width / 2, height / 2, 0])}
        if "outline" in layer:
            place["a"] = still([0, 0, 0])
            return {"ty": 4, "nm": "shape", "ks": place, "shapes": [self.shape(layer["outline"])]}
        if "image" in layer:
            asset = self.assets[layer["image"]]
            place["a"] = still([asset["w"] / 2, asset["h"] / 2, 0])
            place["s"] = still([100 * width / asset["w"], 100 * height / asset["h"], 100])
            return {"ty": 2, "nm": "image", "ks": place, "refId": layer["image"]}
        return {"ty": 1, "nm": "solid", "ks": place, "sw": width, "sh": height, "sc": hexadecimal(layer["fill"])}

    def shape(self, outline):
        def path(frame):
            segments = outline_at(outline, frame / self.scene["frameRate"])

            def step(a, b):
                return [round(a[0] - b[0], 3), round(a[1] - b[1], 3)]

            return [{"c": True, "v": [step(s[0], (0, 0)) for s in segments], "o": [step(s[1], s[0]) for s in segments],
                     "i": [step(segments[k - 1][2], segments[k][0]) for k in range(len(segments))]}]

        stroke, fill = outline["stroke"], outline["fill"]
        transform = {"ty": "tr", "p": still([0, 0]), "a": still([0, 0]), "s": still([100, 100]), "r": still(0),
                     "o": still(100)}
        return {"ty": "gr", "it": [
            {"ty": "sh", "ks": keyframes(path, self.count)},
            {"ty": "st", "c": still(stroke["color"]), "o": still(100), "w": still(stroke["width"]), "lc": 1, "lj": 1,
             "ml": 4},
            {"ty": "fl", "c": still(fill[:3] + [1]), "o": still(100 * fill[3]), "r": 1}, transform]}


class Lottie:
    def __init__(self, scene, library):
        self.version = metadata.version(f"{library}-python") + " (the package)"
        self.pixels = "bgra" if library == "rlottie" else "rgba"
        self.size = width, height = scene["size"]
        if "lottie" in scene:
            self.open(library, scene["lottie"], width, height)
            return
        with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
            file.write(Document(scene).text)
        try:
            self.open(library, file.name, width, height)
        finally:
            os.unlink(file.name)

    def open(self, library, path, width, height):
        if library == "rlottie":
            import rlottie_python
            animation = rlottie_python.LottieAnimation.from_file(path)
            self.render = lambda frame: animation.lottie_animation_render(frame, width=width, height=height)
            return
        import thorvg_python as thorvg
        self.engine = thorvg.Engine(threads=len(os.sched_getaffinity(0)))
        canvas = thorvg.SwCanvas(self.engine)
        canvas.set_target(width, height)
        animation = thorvg.LottieAnimation(self.engine)
        picture = animation.get_picture()
        picture.load(path)
        picture.set_size(width, height)
        canvas.add(picture)
        self.kept = animation, picture, canvas
        view = memoryview(canvas.buffer_arr).cast("B")

        def render(frame):
            # At the frame exactly, the one before can be taken for it.
            animation.set_frame(frame + 0.001)
            canvas.update()
            canvas.draw(True)
            canvas.sync()
            return view

        self.render = render


if __name__ == "__main__":
    serve(lambda scene: Lottie(scene, sys.argv[2]), sys.argv[1])
