"""The picture that systems' pictures are held against: a scene's frame drawn by Skia at eight times the size, each
pixel the mean of 8x8, so that edges have the exact share of a pixel that they cover, within 1/64.

usage: truth.py SCENE FRAME PICTURE.png
"""

import math
import os
import sys

import numpy
from PIL import Image

STEPS = 8
BAND = 120


def draw(scene, frame):
    import skia
    from systems.skia_drawing import Drawing, color
    width, height = scene["size"]
    picture = Drawing(scene).picture(frame)
    result = numpy.zeros((height, width, 3), numpy.uint8)
    for top in range(0, height, BAND):
        rows = min(BAND, height - top)
        pixels = numpy.zeros((rows * STEPS, width * STEPS, 4), numpy.uint8)
        info = skia.ImageInfo.Make(width * STEPS, rows * STEPS, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType)
        canvas = skia.Surface.MakeRasterDirect(info, pixels, width * STEPS * 4).getCanvas()
        canvas.clear(color(scene["background"]))
        canvas.scale(STEPS, STEPS)
        canvas.translate(0, -top)
        canvas.drawPicture(picture)
        sums = pixels.reshape(rows, STEPS, width * STEPS * 4).sum(1, dtype=numpy.uint16)
        sums = sums.reshape(rows, width, STEPS, 4).sum(2, dtype=numpy.uint32)[..., :3]
        result[top:top + rows] = (sums + STEPS * STEPS // 2) // (STEPS * STEPS)
    return result


def psnr(a, b):
    """Decibels by which two pictures of bytes agree; 99 where they are equal."""
    error = numpy.mean((a.astype(numpy.float64) - b) ** 2)
    return 99.0 if error == 0 else 10 * math.log10(255 ** 2 / error)


def main(scene_path, frame, path):
    from server import load
    Image.fromarray(draw(load(scene_path), int(frame))).save(path + ".new", "png")
    os.replace(path + ".new", path)


if __name__ == "__main__":
    main(*sys.argv[1:])
