"""The scenes that are previewed, written anew for each test, and the ways in which editors save."""

import json
import math
import os
import struct
import time
import zlib

WIDTH, HEIGHT = 160, 120


def fixed(value):
    return {"a": 0, "k": value}


def moving(first, last, frames):
    """A value that goes evenly from one to the other."""
    pace = {"o": {"x": [0], "y": [0]}, "i": {"x": [1], "y": [1]}}
    return {"a": 1, "k": [{"t": 0, "s": first, **pace}, {"t": frames, "s": last}]}


def shape(name, kind, size, colour, transform, frames, opacity=100):
    """A layer with a filled ellipse ("el") or rectangle ("rc") around its origin."""
    outline = {"ty": kind, "p": fixed([0, 0]), "s": fixed(size), "r": fixed(0)}
    fill = {"ty": "fl", "c": fixed([part / 255 for part in colour]), "o": fixed(opacity)}
    return {"ty": 4, "nm": name, "ip": 0, "op": frames, "st": 0, "ks": transform,
            "shapes": [{"ty": "gr", "it": [outline, fill, {"ty": "tr"}]}]}


def lottie(layers, frames=60, rate=30, size=(WIDTH, HEIGHT), **more):
    """A Lottie document; its layers in front come first."""
    for index, layer in enumerate(layers):
        layer["ind"] = index + 1
    return json.dumps({"v": "5.7", "fr": rate, "ip": 0, "op": frames, "w": size[0], "h": size[1], "layers": layers,
                       **more})


def opaque(colour=(32, 64, 96), frames=60):
    """A square that crosses an opaque ground."""
    back = shape("Back", "rc", [WIDTH, HEIGHT], colour, {"p": fixed([80, 60])}, frames)
    square = shape("Square", "rc", [40, 40], (230, 180, 40), {
        "p": moving([30, 60], [130, 60], frames), "r": moving([0], [90], frames)}, frames)
    return lottie([square, back], frames, markers=[{"tm": 15, "cm": "middle", "dr": 30}])


def faint():
    """A text whose colour is nearly that of the ground behind it."""
    style = {"f": "Inter", "s": 18, "t": "Faint", "fc": [0.14, 0.26, 0.39], "j": 0}
    text = {"d": {"k": [{"t": 0, "s": style}]}, "a": [], "p": {}, "m": {"g": 1, "a": fixed([0, 0])}}
    layer = {"ty": 5, "nm": "Faint", "ip": 0, "op": 60, "st": 0, "ks": {"p": fixed([20, 100])}, "t": text}
    back = shape("Back", "rc", [WIDTH, HEIGHT], (32, 64, 96), {"p": fixed([80, 60])}, 60)
    return lottie([layer, back])


def translucent():
    """Two discs without a ground, one of them half transparent, the other fading."""
    one = shape("One", "el", [70, 70], (250, 40, 90), {"p": moving([40, 50], [110, 70], 60)}, 60, opacity=47)
    other = shape("Other", "el", [60, 60], (20, 120, 250), {
        "p": fixed([80, 60]), "o": moving([100], [10], 60), "s": moving([60, 60], [140, 140], 60)}, 60)
    return lottie([one, other])


def large(rate=60):
    """1280x720 with a few moving shapes, for how fast it plays."""
    layers = [shape(f"Card {index}", "rc", [150, 100], (40 * index + 30, 220 - 30 * index, 140), {
        "p": moving([100, 120 * index + 60], [1180, 660 - 120 * index], 240), "r": moving([0], [120], 240)}, 240)
        for index in range(6)]
    layers.append(shape("Back", "rc", [1280, 720], (24, 28, 40), {"p": fixed([640, 360])}, 240))
    return lottie(layers, 240, rate, (1280, 720))


def pictured():
    """An image file on an opaque ground: 'picture.png'."""
    image = {"ty": 2, "nm": "Picture", "refId": "picture", "ip": 0, "op": 60, "st": 0, "ks": {"p": fixed([20, 20])}}
    back = shape("Back", "rc", [WIDTH, HEIGHT], (0, 0, 0), {"p": fixed([80, 60])}, 60)
    return lottie([image, back], assets=[{"id": "picture", "w": 80, "h": 80, "u": "", "p": "picture.png", "e": 0}])


def sounding():
    """A scene with a tone: 'tone.wav'."""
    tone = {"ty": 6, "nm": "Tone", "refId": "tone", "ip": 0, "op": 60, "st": 0}
    back = shape("Back", "rc", [WIDTH, HEIGHT], (40, 40, 60), {"p": fixed([80, 60])}, 60)
    return lottie([tone, back], assets=[{"id": "tone", "u": "", "p": "tone.wav", "e": 0}])


def wave(seconds=2, rate=22050):
    """A WAVE file of a tone of 441 Hz, one channel of 16 bits."""
    samples = struct.pack("<50h", *(round(8000 * math.sin(2 * math.pi * index / 50)) for index in range(50)))
    data = samples * (seconds * rate // 50)
    header = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, 2 * rate, 2, 16)
    return b"RIFF" + struct.pack("<I", 4 + len(header) + 8 + len(data)) + b"WAVE" + header + b"data" + struct.pack(
        "<I", len(data)) + data


def states():
    """A CAML document with three states: a square is at 30, 80 and 130."""
    def value(path, number):
        return (f"<LKStateSetValue targetId='square' keyPath='{path}'><value type='real' value='{number}'/>"
                "</LKStateSetValue>")
    return f"""<caml xmlns="http://www.apple.com/CoreAnimation/1.0">
<CALayer id="root" bounds="0 0 {WIDTH} {HEIGHT}" position="80 60" backgroundColor="0.1 0.2 0.3">
<sublayers>
<CALayer id="square" name="square" bounds="0 0 40 40" position="30 60" backgroundColor="1 0.8 0.1"/>
</sublayers>
<states>
<LKState name="Locked"><elements>{value("position.x", 30)}</elements></LKState>
<LKState name="Unlock"><elements>{value("position.x", 80)}</elements></LKState>
<LKState name="Sleep"><elements>{value("position.x", 130)}</elements></LKState>
</states>
</CALayer>
</caml>
"""


def png(width, height, colour):
    """A PNG file of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    rows = (b"\0" + bytes(colour) * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


# Ways to save. Each answers the time at which the file was complete.

def overwrite(path, data):
    with open(path, "wb") as file:
        file.write(data)
    return time.time()


def rename_over(path, data):
    """As editors that never leave half a file: another file takes the name."""
    with open(path + ".new", "wb") as file:
        file.write(data)
    os.replace(path + ".new", path)
    return time.time()


def in_two_steps(path, data):
    """As a slow writer: the file is there by half for 30 milliseconds."""
    with open(path, "wb") as file:
        file.write(data[:len(data) // 2])
        file.flush()
        time.sleep(0.03)
        file.write(data[len(data) // 2:])
    return time.time()


SAVES = {"overwritten": overwrite, "renamed over": rename_over, "in two steps": in_two_steps}
