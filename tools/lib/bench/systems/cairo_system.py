"""cairo on image surfaces, whose bytes are BGRA: the calls of each frame are listed before, and played by a C library.
It has no blur and no perspective."""

import array
import ctypes
import math
import os
import sys

import numpy

import environment
from scenes import every, label_at, outline_at, value_at
from server import Absent, premultiplied, serve

# In the order of cairo_player.c.
OPERATIONS = """save restore translate rotate rectangle new_sub_path arc close_path move_to curve_to clip fill
fill_preserve line_width stroke paint paint_with_alpha color image push_group end_group background font_size
text""".split()
CODES = {name: code for code, name in enumerate(OPERATIONS)}
NO_MASK = (-1, 0, 0)


class List:
    """The calls of one frame."""

    def __init__(self, scene, frame, images):
        self.scene, self.frame, self.time, self.images = scene, frame, frame / scene["frameRate"], images
        self.numbers, self.texts = array.array("d"), []
        self.add("background", *scene["background"])
        for layer in scene["layers"]:
            self.layer(layer)

    def add(self, name, *arguments):
        self.numbers.append(CODES[name])
        self.numbers.extend(arguments)

    def layer(self, layer):
        t = self.time
        width, height = layer["size"]
        opacity = value_at(layer.get("opacity", 1), t)
        self.add("save")
        x, y = (value_at(v, t) for v in layer["center"])
        if "turn" in layer:
            self.add("translate", x, y)
            self.add("rotate", math.radians(value_at(layer["turn"], t)))
            x = y = 0
        offset = (0, 0) if "outline" in layer else (width / 2, height / 2)
        self.add("translate", x - offset[0], y - offset[1])
        grouped = "mask" in layer or opacity < 1 and "children" in layer
        if grouped:
            self.add("rectangle", 0, 0, width, height)
            self.add("clip")
            self.add("push_group")
        self.content(layer, width, height, 1 if grouped else opacity)
        for child in layer.get("children", []):
            self.layer(child)
        if grouped:
            mask = (self.images[layer["mask"]], width, height) if "mask" in layer else NO_MASK
            self.add("end_group", opacity, *mask)
        self.add("restore")

    def box(self, x, y, width, height, radius):
        if not radius:
            self.add("rectangle", x, y, width, height)
            return
        self.add("new_sub_path")
        for cx, cy, k in ((x + width - radius, y + radius, -1), (x + width - radius, y + height - radius, 0),
                          (x + radius, y + height - radius, 1), (x + radius, y + radius, 2)):
            self.add("arc", cx, cy, radius, k * math.pi / 2, (k + 1) * math.pi / 2)
        self.add("close_path")

    def content(self, layer, width, height, opacity):
        radius = layer.get("radius", 0)
        if "outline" in layer:
            self.outline(layer["outline"])
        if "label" in layer:
            label = layer["label"]
            self.add("font_size", label["size"])
            self.add("color", *label["color"])
            self.add("move_to", 0, 0.928 * label["size"])
            self.add("text", len(self.texts))
            self.texts.append(label_at(label, self.frame).encode())
        # An opaque image that the corners cut hides what it lies on.
        if "fill" in layer and not (radius and "image" in layer):
            r, g, b, a = layer["fill"]
            self.box(0, 0, width, height, radius)
            self.add("color", r, g, b, a * opacity)
            self.add("fill")
        if "image" in layer:
            self.box(0, 0, width, height, radius)
            self.add("image", self.images[layer["image"]], width, height)
            if opacity < 1:
                self.add("clip")
                self.add("paint_with_alpha", opacity)
            else:
                self.add("fill")
        if "border" in layer:
            wide = layer["border"]["width"]
            self.box(wide / 2, wide / 2, width - wide, height - wide, radius - wide / 2)
            self.stroke(layer["border"])

    def stroke(self, line):
        self.add("line_width", line["width"])
        self.add("color", *line["color"])
        self.add("stroke")

    def outline(self, outline):
        segments = outline_at(outline, self.time)
        self.add("move_to", *segments[0][0])
        for _, a, b, to in segments:
            self.add("curve_to", *a, *b, *to)
        self.add("close_path")
        self.add("color", *outline["fill"])
        self.add("fill_preserve")
        self.stroke(outline["stroke"])

    def arguments(self):
        """What the player takes."""
        numbers = (ctypes.c_double * len(self.numbers)).from_buffer(self.numbers)
        return numbers, ctypes.c_long(len(self.numbers)), (ctypes.c_char_p * len(self.texts))(*self.texts)


class Cairo:
    pixels = "bgra"

    def __init__(self, scene):
        for layer in every(scene["layers"]):
            if "shadow" in layer:
                raise Absent("cairo has no blur")
            if "perspective" in layer:
                raise Absent("cairo has no perspective")
        self.library = library = ctypes.CDLL(os.path.join(environment.FOLDER, "cairo_player.so"))
        library.player_make.restype = ctypes.c_void_p
        library.player_version.restype = ctypes.c_char_p
        self.version = library.player_version().decode()
        width, height = scene["size"]
        self.bytes = numpy.zeros((height, width, 4), numpy.uint8)
        self.view = memoryview(self.bytes).cast("B")
        self.player = ctypes.c_void_p(library.player_make(
            self.bytes.ctypes.data_as(ctypes.c_void_p), width, height, b"DejaVu Sans", max(1, len(scene["images"]))))
        self.kept, images = [], {}
        for index, (name, path) in enumerate(scene["images"].items()):
            rows = numpy.ascontiguousarray(premultiplied(path)[..., [2, 1, 0, 3]])
            self.kept.append(rows)
            images[name] = index
            library.player_set_image(self.player, index, rows.ctypes.data_as(ctypes.c_void_p), rows.shape[1],
                                     rows.shape[0])
        self.frames = [List(scene, frame, images).arguments() for frame in range(scene["frames"])]

    def render(self, frame):
        status = self.library.player_play(self.player, *self.frames[frame])
        if status:
            raise RuntimeError(f"cairo: status {status}")
        return self.view


if __name__ == "__main__":
    serve(Cairo, sys.argv[1])
