"""Systems' pictures of a scene: their bytes as pictures, how far they are from the true one, all on one sheet."""

import os

import numpy
from PIL import Image, ImageDraw

import truth

TILE = (640, 360)
CAPTION = 16


def read(path, size, order):
    """Raw bytes, four a pixel, as a picture without alpha: scenes are opaque."""
    raw = "BGRA" if order == "bgra" else "RGBA"
    with open(path, "rb") as file:
        return Image.frombytes("RGBA", tuple(size), file.read(), "raw", raw).convert("RGB")


def judge(picture, true):
    """How far a picture is from the true one."""
    a, b = numpy.asarray(picture), numpy.asarray(true)
    difference = numpy.abs(a.astype(int) - b).max(2)
    return {"psnr": round(truth.psnr(a, b), 2), "differing": round(float((difference > 16).mean()) * 100, 3)}


def sheet(pictures, path):
    """`pictures`: (title, picture) of each; ours first. A tile has the frame above, its middle at full size below."""
    columns = min(4, len(pictures))
    rows = (len(pictures) + columns - 1) // columns
    width, height = TILE[0], TILE[1] * 2 + CAPTION
    canvas = Image.new("RGB", (columns * width, rows * height), "white")
    draw = ImageDraw.Draw(canvas)
    for index, (title, picture) in enumerate(pictures):
        x, y = index % columns * width, index // columns * height
        draw.text((x + 4, y + 2), title, fill="black")
        canvas.paste(picture.resize(TILE, Image.Resampling.LANCZOS), (x, y + CAPTION))
        left, top = (picture.width - TILE[0]) // 2, (picture.height - TILE[1]) // 2
        middle = picture.crop((left, top, left + TILE[0], top + TILE[1]))
        canvas.paste(middle, (x, y + CAPTION + TILE[1]))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    canvas.save(path)
