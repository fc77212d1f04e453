"""The title of tools/bench --over by moviepy.

usage: moviepy_over.py CLIP OUTPUT SECONDS PRESET QUALITY
"""

import sys

import numpy
from moviepy import ColorClip, CompositeVideoClip, ImageClip, VideoFileClip
from PIL import Image, ImageDraw, ImageFont


def plate():
    picture = Image.new("RGBA", (1920, 360), (15, 26, 51, 217))
    drawing = ImageDraw.Draw(picture)
    for text, y, size, color in (("Over a clip", 70, 96, (255, 255, 255, 217)),
                                 ("A title of a third of the picture", 210, 54, (204, 217, 255, 217))):
        drawing.text((110, y), text, fill=color, font=ImageFont.load_default(size))
    return numpy.asarray(picture)


def main():
    source, made, seconds, preset, quality = sys.argv[1:]
    seconds = float(seconds)
    clip = VideoFileClip(source).subclipped(0, seconds)
    title = ImageClip(plate()).with_duration(seconds).with_position(lambda t: (0, round(1080 - 360 * min(t, 1))))
    bar = ColorClip((1920, 16), (255, 179, 26)).with_duration(seconds).with_position(
        lambda t: (round(1920 * t / seconds) - 1920, 1064))
    film = CompositeVideoClip([clip, title, bar])
    film.write_videofile(made, codec="libx264", preset=preset, audio_codec="aac", threads=2, logger=None,
                         ffmpeg_params=["-crf", quality, "-pix_fmt", "yuv420p"])


main()
