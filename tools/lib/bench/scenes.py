"""The neutral scenes of tools/bench: what every system draws from the same numbers.

A scene is a JSON file: `name`, `size` in pixels, `frameRate`, `frames` (they repeat), `background`, `images` (files by
name), and `layers`. Colours are straight sRGB and alpha, 0...1. A layer has a `size` and a `center` in the space of its
parent, whose origin is the parent's top left corner; further, where it has them:

    turn, tiltX, tiltY   degrees about the centre, clockwise; about the x axis, about the y axis
    depth                toward the viewer, in a parent with `perspective`: the viewer's distance from its plane, in
                         front of its centre; children are drawn by their depths, the farthest first
    opacity              of the layer with all in it, as one picture
    fill, image, border  in this order; an image fills the box; a border lies inside the box, over the image
    radius, clips        of the corners; whether the corners cut the image too
    shadow               sigma of the Gaussian, offset, color
    mask                 an image, whose alpha over the box multiplies the layer's
    outline              a closed Catmull-Rom spline through points at the `radii`, at equal angles, about the centre;
                         filled, then stroked
    label                a line of DejaVu Sans from the box's top left corner, the baseline 0.928 sizes down; with
                         `counts`, the frame's number follows in four digits
    children

A number may move: `[base, amplitude, frequency, phase, slope]` is, at t seconds,
base + amplitude sin(2 pi (frequency t + phase)) + slope t.
"""

import json
import math
import os
import random

import pictures

SIZES = {"1920x1080": (1920, 1080), "1280x720": (1280, 720)}
FRAMES = 60
FRAME_RATE = 30


def value_at(value, t):
    if not isinstance(value, list):
        return value
    base, amplitude, frequency, phase, slope = value
    return base + amplitude * math.sin(2 * math.pi * (frequency * t + phase)) + slope * t


def moves(value):
    return isinstance(value, list)


def outline_at(outline, t):
    """The spline as cubic segments (from, control, control, to) about (0, 0)."""
    radii = [value_at(r, t) for r in outline["radii"]]
    n = len(radii)
    points = [(r * math.cos(2 * math.pi * k / n), r * math.sin(2 * math.pi * k / n)) for k, r in enumerate(radii)]
    segments = []
    for k in range(n):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points[k - 1], points[k], points[(k + 1) % n], points[(k + 2) % n]
        segments.append(((bx, by), (bx + (cx - ax) / 6, by + (cy - ay) / 6), (cx - (dx - bx) / 6, cy - (dy - by) / 6),
                         (cx, cy)))
    return segments


def label_at(label, frame):
    return label["text"] + (" %04d" % frame if label.get("counts") else "")


def homography(layer, t, space):
    """Where a child of a space in perspective lies: nine numbers, a row after the other, from its own box to the
    space's plane."""
    (width, height), (wide, high), distance = layer["size"], space["size"], space["perspective"]
    x, y = value_at(layer["center"][0], t) - wide / 2, value_at(layer["center"][1], t) - high / 2
    # What a step to the right, one down, and the box's corner are in space.
    right, down = (1, 0, 0), (0, 1, 0)
    if "tiltX" in layer:
        angle = math.radians(value_at(layer["tiltX"], t))
        down = (0, math.cos(angle), math.sin(angle))
    if "tiltY" in layer:
        angle = math.radians(value_at(layer["tiltY"], t))
        right = (math.cos(angle), 0, -math.sin(angle))
    center = (x, y, value_at(layer.get("depth", 0), t))
    corner = [c - width / 2 * r - height / 2 * d for c, r, d in zip(center, right, down)]
    columns = []
    for (px, py, pz), one in ((right, 0), (down, 0), (corner, 1)):
        w = one - pz / distance
        columns.append((px + wide / 2 * w, py + high / 2 * w, w))
    return [columns[column][row] for row in range(3) for column in range(3)]


class _Maker:
    """Numbers of a scene, from its name."""

    def __init__(self, name, width, height):
        self.random = random.Random("scene " + name)
        self.width, self.height, self.scale = width, height, width / 1920

    def between(self, low, high):
        # Only random() is promised to give the same numbers in every version of Python.
        return low + (high - low) * self.random.random()

    def color(self, alpha=1):
        return [round(self.random.random(), 3) for _ in range(3)] + [alpha]

    def swing(self, base, amplitude, low=0.2, high=0.8):
        """A value that swings about a base."""
        return self.motion(base, amplitude, self.between(low, high), self.random.random())

    @staticmethod
    def motion(base, amplitude=0, frequency=0, phase=0, slope=0):
        return [round(part, 4) for part in (base, amplitude, frequency, phase, slope)]

    def grid(self, i, columns, rows):
        return (i % columns + 0.5) * self.width / columns, (i // columns + 0.5) * self.height / rows


def rectangles(m):
    """1,000 moving rectangles"""
    s = m.scale
    layers = []
    for _ in range(1000):
        size = [round(m.between(8, 40) * s), round(m.between(8, 40) * s)]
        center = [m.swing(m.between(0, extent), m.between(20, 120) * s, 0.2, 1) for extent in (m.width, m.height)]
        layers.append({"size": size, "center": center, "fill": m.color()})
    return {"layers": layers}


def sprites(m):
    """1,000 rotating translucent 64x64 sprites of 8 images"""
    s = m.scale
    layers = []
    for i in range(1000):
        center = [m.swing(m.between(0, extent), m.between(20, 80) * s, 0.2, 1) for extent in (m.width, m.height)]
        layers.append({
            "size": [64 * s, 64 * s], "center": center, "image": f"sprite{i % 8}",
            "turn": m.motion(m.between(0, 360), slope=m.between(-90, 90)), "opacity": m.swing(0.65, 0.35, 0.3, 1)})
    return {"layers": layers}


def cards(m):
    """200 bordered, rounded image cards"""
    s = m.scale
    layers = []
    for i in range(200):
        x, y = m.grid(i, 20, 10)
        layers.append({
            "size": [180 * s, 120 * s], "center": [m.swing(x, 40 * s), m.swing(y, 30 * s)], "fill": [1, 1, 1, 1],
            "image": f"photo{i % 16}", "radius": 16 * s, "clips": True, "border": {"width": 2, "color": m.color()}})
    return {"layers": layers}


def shadows(m):
    """100 rounded cards with shadows"""
    s = m.scale
    layers = []
    for i in range(100):
        x, y = m.grid(i, 10, 10)
        layers.append({
            "size": [150 * s, 90 * s], "center": [m.swing(x, 20 * s), m.swing(y, 12 * s)], "fill": [1, 1, 1, 1],
            "radius": 12 * s, "shadow": {"sigma": 10 * s, "offset": [0, 6 * s], "color": [0, 0, 0, 0.5]}})
    return {"background": [0.9, 0.92, 0.95, 1], "layers": layers}


def perspective(m):
    """50 tilting images in perspective"""
    s = m.scale
    children = []
    for i in range(50):
        x, y = m.grid(i, 10, 5)
        children.append({
            "size": [180 * s, 180 * s], "center": [x, y], "depth": round(m.between(-150, 150) * s, 2),
            "tiltY" if i % 2 else "tiltX": m.swing(m.between(-60, 60), 30, 0.3, 0.8), "image": f"photo{i % 16}"})
    space = {"size": [m.width, m.height], "center": [m.width / 2, m.height / 2], "perspective": 1000 * s,
             "children": children}
    return {"background": [0.1, 0.1, 0.12, 1], "layers": [space]}


def groups(m):
    """4 stacks of 8 nested groups with opacity, every other one masked"""
    s = m.scale

    def nest(level, width, height):
        layer = {
            "size": [width, height],
            "center": [m.swing(width / 2 + 10 * s, 4 * s, 0.5, 0.5), m.swing(height / 2 + 10 * s, 4 * s, 0.5, 0.5)],
            "opacity": m.swing(0.85, 0.1, 0.3, 0.8), "fill": m.color()}
        if level % 2 == 0:
            layer["mask"] = "round" if level % 4 == 0 else "ramp"
        layer["children"] = [{
            "size": [60 * s, 60 * s], "center": [m.swing(width / 2, width / 4, 0.5, 0.5), height / 2],
            "fill": m.color()}]
        if level < 8:
            layer["children"].append(nest(level + 1, width - 40 * s, height - 40 * s))
        return layer

    layers = []
    for q in range(4):
        group = nest(1, m.width / 2 - 40 * s, m.height / 2 - 40 * s)
        group["center"][0][0] += q % 2 * m.width / 2
        group["center"][1][0] += q // 2 * m.height / 2
        layers.append(group)
    return {"layers": layers}


def shapes(m):
    """200 morphing shapes, filled and stroked"""
    s = m.scale
    layers = []
    for i in range(200):
        x, y = m.grid(i, 20, 10)
        radii = [m.swing(m.between(40, 60) * s, 12 * s, 0.4, 1.2) for _ in range(6)]
        layers.append({
            "size": [140 * s, 140 * s], "center": [m.swing(x, 20 * s), m.swing(y, 20 * s)],
            "turn": m.motion(0, slope=m.between(-60, 60)),
            "outline": {"radii": radii, "fill": m.color(0.8), "stroke": {"width": 3 * s, "color": m.color()}}})
    return {"layers": layers}


def crossfade(m):
    """full-screen cross-fade of two pictures"""
    box = {"size": [m.width, m.height], "center": [m.width / 2, m.height / 2]}
    return {"layers": [dict(box, image="day"),
                       dict(box, image="night", opacity=m.motion(0.5, -0.5, 0.25, 0.25))]}


def tree(m):
    """10,110 layers in a deep tree, 100 of which move"""
    chosen = set()
    while len(chosen) < 100:
        chosen.add(int(m.between(0, 9000)))
    count = 0

    def leaves(width, height):
        nonlocal count
        found = []
        for j in range(9):
            x, y = round(width * (j % 3 + 0.5) / 3, 2), round(height * (j // 3 + 0.5) / 3, 2)
            layer = {"size": [max(2, round(width / 4)), max(2, round(height / 4))], "center": [x, y],
                     "fill": m.color()}
            if count in chosen:
                layer["center"] = [m.swing(x, width / 3, 0.3, 1), m.swing(y, height / 3, 0.3, 1)]
            count += 1
            found.append(layer)
        return found

    def level(k, width, height):
        if k == 3:
            return leaves(width, height)
        columns, rows = (5, 2) if k % 2 == 0 else (2, 5)
        w, h = width / columns, height / rows
        return [{"size": [round(w, 3), round(h, 3)],
                 "center": [round((j % columns + 0.5) * w, 3), round((j // columns + 0.5) * h, 3)],
                 "children": level(k + 1, w, h)} for j in range(10)]

    return {"layers": level(0, m.width, m.height)}


WORDS = ("layer tree frame render opacity shadow border corner timing easing duration keyframe contents gravity anchor "
         "bounds").split()


def labels(m):
    """200 text labels, half of which change"""
    s = m.scale
    layers = []
    for i in range(200):
        x, y = m.grid(i, 5, 40)
        label = {"text": " ".join(WORDS[int(m.between(0, len(WORDS)))] for _ in range(3)),
                 "size": round((16 + 8 * (i % 3)) * s), "color": m.color()}
        if i % 2 == 0:
            label["counts"] = True
        layers.append({"size": [400 * s, 40 * s], "center": [m.swing(x, 20 * s), m.swing(y, 6 * s)], "label": label})
    return {"layers": layers}


def rows(m):
    """a list of 50 cells that scrolls, 20 rows of an application in sight"""
    s = m.scale
    pitch, width = m.height / 20, 1200 * s

    def text(x, y, size, color, string):
        return {"size": [600 * s, size], "center": [x + 300 * s, y + size / 2],
                "label": {"text": string, "size": size, "color": color}}

    cells = []
    for i in range(50):
        height = 46 * s
        names = [WORDS[int(m.between(0, len(WORDS)))] for _ in range(8)]
        image = {"size": [36 * s, 36 * s], "center": [27 * s, height / 2], "image": f"face{i % 10}",
                 "radius": 8 * s, "clips": True}
        cells.append({
            "size": [width, height], "center": [width / 2 + 20 * s, (i + 0.5) * pitch], "fill": [1, 1, 1, 1],
            "radius": 10 * s, "shadow": {"sigma": 3 * s, "offset": [0, 1.5 * s], "color": [0, 0, 0, 0.25]},
            "children": [
                image,
                text(56 * s, 4 * s, round(17 * s), [0.1, 0.1, 0.12, 1], " ".join(names[:2]).title()),
                text(56 * s, 25 * s, round(13 * s), [0.45, 0.45, 0.5, 1], " ".join(names[2:])),
                text(1100 * s, 14 * s, round(13 * s), [0.2, 0.4, 0.9, 1],
                     "%02d:%02d" % (m.between(0, 24), m.between(0, 60)))]})
    top = -15 * pitch
    scroller = {"size": [width + 40 * s, 50 * pitch], "children": cells,
                "center": [m.width / 2, m.motion(top + 25 * pitch, 14 * pitch, 0.25, 0.1)]}
    return {"background": [0.93, 0.93, 0.95, 1], "layers": [scroller]}


ALL = [rectangles, sprites, cards, shadows, perspective, groups, shapes, crossfade, tree, labels, rows]
NAMES = [scene.__name__ for scene in ALL]


def every(layers):
    for layer in layers:
        yield layer
        yield from every(layer.get("children", []))


def make(name, width, height):
    scene = {"name": name, "size": [width, height], "frameRate": FRAME_RATE, "frames": FRAMES,
             "background": [1, 1, 1, 1], "images": {}}
    scene.update(next(s for s in ALL if s.__name__ == name)(_Maker(name, width, height)))
    scene = _rounded(scene)
    used = {layer[key] for layer in every(scene["layers"]) for key in ("image", "mask") if key in layer}
    scene["images"] = {image: f"images/{image}.png" for image in sorted(used)}
    return scene


def _rounded(value):
    """With four decimals at most: two thirds of a whole number is not quite one."""
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_rounded(part) for part in value]
    return round(value, 4) if isinstance(value, float) else value


def text_of(scene):
    return json.dumps(scene, separators=(",", ":"))


def write(folder):
    """All scenes and pictures; a file that is there is as it would be written anew, as its folder's name is a digest of
    these sources."""
    os.makedirs(os.path.join(folder, "images"), exist_ok=True)
    for name, picture in pictures.all_pictures().items():
        _write(os.path.join(folder, "images", name + ".png"), lambda: picture().png())
    for size, (width, height) in SIZES.items():
        for name in NAMES:
            _write(path(folder, name, size), lambda: text_of(make(name, width, height)).encode())


def path(folder, name, size):
    return os.path.join(folder, f"{name}-{size}.json")


def _write(file, content):
    if os.path.exists(file):
        return
    with open(file + ".new", "wb") as out:
        out.write(content())
    os.replace(file + ".new", file)
