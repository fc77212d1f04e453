"""cairo by pycairo: image surfaces, whose bytes are BGRA. It has no blur and no perspective."""

import math
import sys

import cairo
import numpy

from scenes import every, label_at, outline_at, value_at
from server import Absent, premultiplied, serve


class Cairo:
    pixels, version = "bgra", cairo.cairo_version_string()

    def __init__(self, scene):
        for layer in every(scene["layers"]):
            if "shadow" in layer:
                raise Absent("cairo has no blur")
            if "perspective" in layer:
                raise Absent("cairo has no perspective")
        self.scene = scene
        width, height = scene["size"]
        self.bytes = memoryview(numpy.zeros((height, width, 4), numpy.uint8)).cast("B")
        self.surface = cairo.ImageSurface.create_for_data(self.bytes, cairo.FORMAT_ARGB32, width, height, width * 4)
        self.context = cairo.Context(self.surface)
        self.images = {}
        for name, path in scene["images"].items():
            rows = numpy.ascontiguousarray(premultiplied(path)[..., [2, 1, 0, 3]])
            high, wide = rows.shape[:2]
            data = memoryview(rows).cast("B")
            self.images[name] = cairo.ImageSurface.create_for_data(data, cairo.FORMAT_ARGB32, wide, high, wide * 4)
        self.font = cairo.ToyFontFace("DejaVu Sans")
        options = cairo.FontOptions()
        options.set_antialias(cairo.ANTIALIAS_GRAY)
        options.set_hint_style(cairo.HINT_STYLE_NONE)
        options.set_hint_metrics(cairo.HINT_METRICS_OFF)
        self.context.set_font_options(options)
        # A frame's calls are listed before: little of what is timed is Python's.
        self.frames = [self.listed(frame) for frame in range(scene["frames"])]

    def render(self, frame):
        for call, arguments in self.frames[frame]:
            call(*arguments)
        self.surface.flush()
        return self.bytes

    def listed(self, frame):
        self.frame, self.time, self.calls = frame, frame / self.scene["frameRate"], []
        c = self.context
        self.add(c.set_operator, cairo.OPERATOR_SOURCE)
        self.add(c.set_source_rgba, *self.scene["background"])
        self.add(c.paint)
        self.add(c.set_operator, cairo.OPERATOR_OVER)
        for layer in self.scene["layers"]:
            self.layer(layer)
        return self.calls

    def add(self, call, *arguments):
        self.calls.append((call, arguments))

    def pattern(self, name, width, height):
        image = self.images[name]
        pattern = cairo.SurfacePattern(image)
        pattern.set_matrix(cairo.Matrix(image.get_width() / width, 0, 0, image.get_height() / height))
        pattern.set_filter(cairo.FILTER_BILINEAR)
        pattern.set_extend(cairo.EXTEND_PAD)
        return pattern

    def layer(self, layer):
        c, t = self.context, self.time
        width, height = layer["size"]
        opacity = value_at(layer.get("opacity", 1), t)
        self.add(c.save)
        x, y = (value_at(v, t) for v in layer["center"])
        if "turn" in layer:
            self.add(c.translate, x, y)
            self.add(c.rotate, math.radians(value_at(layer["turn"], t)))
            x = y = 0
        offset = (0, 0) if "outline" in layer else (width / 2, height / 2)
        self.add(c.translate, x - offset[0], y - offset[1])
        grouped = "mask" in layer or opacity < 1 and "children" in layer
        if grouped:
            self.add(c.rectangle, 0, 0, width, height)
            self.add(c.clip)
            self.add(c.push_group)
        self.content(layer, width, height, 1 if grouped else opacity)
        for child in layer.get("children", []):
            self.layer(child)
        if grouped:
            self.add(self.end_group, opacity, self.pattern(layer["mask"], width, height) if "mask" in layer else None)
        self.add(c.restore)

    def end_group(self, opacity, mask):
        c = self.context
        group = c.pop_group()
        if mask and opacity < 1:
            c.push_group_with_content(cairo.CONTENT_ALPHA)
            c.set_source(mask)
            c.paint_with_alpha(opacity)
            mask = c.pop_group()
        c.set_source(group)
        if mask:
            c.mask(mask)
        else:
            c.paint_with_alpha(opacity)

    def box(self, x, y, width, height, radius):
        c = self.context
        if not radius:
            self.add(c.rectangle, x, y, width, height)
            return
        self.add(c.new_sub_path)
        for cx, cy, k in ((x + width - radius, y + radius, -1), (x + width - radius, y + height - radius, 0),
                          (x + radius, y + height - radius, 1), (x + radius, y + radius, 2)):
            self.add(c.arc, cx, cy, radius, k * math.pi / 2, (k + 1) * math.pi / 2)
        self.add(c.close_path)

    def content(self, layer, width, height, opacity):
        c, radius = self.context, layer.get("radius", 0)
        if "outline" in layer:
            self.outline(layer["outline"])
        if "label" in layer:
            label = layer["label"]
            self.add(c.set_font_face, self.font)
            self.add(c.set_font_size, label["size"])
            self.add(c.set_source_rgba, *label["color"])
            self.add(c.move_to, 0, 0.928 * label["size"])
            self.add(c.show_text, label_at(label, self.frame))
        # An opaque image that the corners cut hides what it lies on.
        if "fill" in layer and not (radius and "image" in layer):
            r, g, b, a = layer["fill"]
            self.box(0, 0, width, height, radius)
            self.add(c.set_source_rgba, r, g, b, a * opacity)
            self.add(c.fill)
        if "image" in layer:
            self.box(0, 0, width, height, radius)
            self.add(c.set_source, self.pattern(layer["image"], width, height))
            if opacity < 1:
                self.add(c.clip)
                self.add(c.paint_with_alpha, opacity)
            else:
                self.add(c.fill)
        if "border" in layer:
            wide = layer["border"]["width"]
            self.box(wide / 2, wide / 2, width - wide, height - wide, radius - wide / 2)
            self.stroke(layer["border"])

    def stroke(self, line):
        self.add(self.context.set_line_width, line["width"])
        self.add(self.context.set_source_rgba, *line["color"])
        self.add(self.context.stroke)

    def outline(self, outline):
        c, segments = self.context, outline_at(outline, self.time)
        self.add(c.move_to, *segments[0][0])
        for _, a, b, to in segments:
            self.add(c.curve_to, *a, *b, *to)
        self.add(c.close_path)
        self.add(c.set_source_rgba, *outline["fill"])
        self.add(c.fill_preserve)
        self.stroke(outline["stroke"])


if __name__ == "__main__":
    serve(Cairo, sys.argv[1])
