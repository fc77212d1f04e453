"""The scenes of tools/bench are complete, and those that were recorded: figures of another day or machine are of the
same numbers. Needs nothing but Python itself.

usage: check.py --record      writes the digests of the scenes and pictures as they are now
"""

import hashlib
import json
import os
import sys

import pictures
import scenes

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scenes.sha256")
KEYS = {"size", "center", "turn", "tiltX", "tiltY", "depth", "opacity", "fill", "image", "border", "radius", "clips",
        "shadow", "mask", "outline", "label", "perspective", "children"}
# How many layers a scene has, and how many of them move.
COUNTS = {"rectangles": (1000, 1000), "sprites": (1000, 1000), "cards": (200, 200), "shadows": (100, 100),
          "perspective": (51, 50), "groups": (64, 64), "shapes": (200, 200), "crossfade": (2, 1), "tree": (10110, 100),
          "labels": (200, 200), "rows": (251, 1)}


def digests():
    """A digest by name of each scene's text and each picture's pixels."""
    found = {}
    for size, (width, height) in scenes.SIZES.items():
        for name in scenes.NAMES:
            text = scenes.text_of(scenes.make(name, width, height))
            found[f"{name}-{size}.json"] = hashlib.sha256(text.encode()).hexdigest()
    for name, make in pictures.all_pictures().items():
        found[f"{name} (pixels)"] = hashlib.sha256(make().pixels).hexdigest()
    return found


def numbers(layer):
    yield from layer["center"]
    for key in ("turn", "tiltX", "tiltY", "depth", "opacity"):
        if key in layer:
            yield layer[key]
    yield from layer.get("outline", {}).get("radii", [])


def colors(layer):
    for part in (layer, layer.get("border", {}), layer.get("shadow", {}), layer.get("label", {}),
                 layer.get("outline", {}), layer.get("outline", {}).get("stroke", {})):
        for key in ("fill", "color"):
            if key in part:
                yield part[key]


def faults(scene):
    """What is wrong with a scene, in words."""
    name, layers = scene["name"], list(scenes.every(scene["layers"]))
    moving = sum(any(map(scenes.moves, numbers(layer))) for layer in layers)
    if (len(layers), moving) != COUNTS[name]:
        yield f"{len(layers)} layers, {moving} of which move; expected {COUNTS[name]}"
    if json.loads(scenes.text_of(scene)) != scene:
        yield "does not come back from its text"
    known = pictures.all_pictures()
    for layer in layers:
        if set(layer) - KEYS or "size" not in layer or "center" not in layer:
            yield f"a layer of {sorted(layer)}"
        for value in numbers(layer):
            if scenes.moves(value) and len(value) != 5:
                yield f"a moving value of {len(value)} parts"
        for color in colors(layer):
            if len(color) != 4 or not all(0 <= part <= 1 for part in color):
                yield f"a colour {color}"
        for key in ("image", "mask"):
            if key in layer and (layer[key] not in scene["images"] or layer[key] not in known):
                yield f"no picture {layer[key]}"
        if scenes.value_at(layer.get("opacity", 1), 0) > 1.0001:
            yield "an opacity above 1"
        if sum(key in layer for key in ("outline", "label", "image")) > 1:
            yield "a layer of two kinds"


def check():
    """Prints what is wrong; 1 if anything is."""
    wrong = []
    if sorted(COUNTS) != sorted(scenes.NAMES):
        wrong.append(f"scenes: {scenes.NAMES}")
    for size, (width, height) in scenes.SIZES.items():
        for name in scenes.NAMES:
            scene = scenes.make(name, width, height)
            wrong += [f"{name} {size}: {fault}" for fault in faults(scene)]
            if scenes.text_of(scenes.make(name, width, height)) != scenes.text_of(scene):
                wrong.append(f"{name} {size}: made twice, it differs")
    with open(RECORD) as file:
        recorded = dict(reversed(line.rstrip("\n").split("  ", 1)) for line in file)
    made = digests()
    wrong += [f"{name}: not as recorded in scenes.sha256" for name in sorted(set(made) | set(recorded))
              if made.get(name) != recorded.get(name)]
    for line in wrong:
        print(f"bench: {line}")
    if not wrong:
        print(f"bench: {len(scenes.NAMES)} scenes in {len(scenes.SIZES)} sizes are complete and as recorded")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:] != ["--record"]:
        sys.exit(__doc__)
    with open(RECORD, "w") as out:
        out.writelines(f"{digest}  {name}\n" for name, digest in digests().items())
