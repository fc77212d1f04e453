"""Makes the image files that tests decode, and what other decoders make of them: Tests/ImageIOTests/Truths/NAME.SUFFIX
and, beside it, NAME.rgba: the pixels of each frame one after the other, straight RGBA, as Pillow reads them, or ffmpeg
where Pillow would use the library that the tests are of (JPEG) or mixes translucent frames wrongly (PNG).

usage: tools/regenerate images        needs Pillow (python3-pil) and ffmpeg; neither is needed by the tests

The files are kept in the repository. Run this when a file is to be added, and look at what changed.
exit: 0 done; 64 usage; 69 a program is missing, or it failed
"""

import os, random, subprocess, sys

try:
    from PIL import Image, ImageDraw
except ImportError:
    print("tools/regenerate images: no Pillow; install python3-pil", file=sys.stderr)
    sys.exit(69)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))))
FOLDER = os.path.join(ROOT, "Tests/ImageIOTests/Truths")
SIZE = (24, 16)


def path(name):
    return os.path.join(FOLDER, name)


def frames(count, soft):
    """Frames in which something moves, appears over what was there, and leaves holes; `soft` ones are translucent."""
    made = []
    for index in range(count):
        image = Image.new("RGBA", SIZE, (0, 0, 0, 0))
        draw = ImageDraw.Draw(image)
        draw.rectangle((1, 1, 14, 10), fill=(200, 40, 40, 255))
        draw.ellipse((index * 4, 3, index * 4 + 9, 12), fill=(40, 60 + index * 40, 220, 255))
        if soft:
            draw.rectangle((8, 6 + index, 20, 12), fill=(10, 200, 60, 90 + index * 30))
        if index % 2:
            draw.rectangle((3, 3, 6, 6), fill=(0, 0, 0, 0))
        made.append(image)
    return made


def write_truth(name):
    """What Pillow makes of the file."""
    with Image.open(path(name)) as image:
        pixels = b""
        for index in range(getattr(image, "n_frames", 1)):
            image.seek(index)
            pixels += image.convert("RGBA").tobytes()
    with open(path(name + ".rgba"), "wb") as file:
        file.write(pixels)


def write_truth_of_ffmpeg(name, reading=()):
    """What ffmpeg makes of the file, each frame once."""
    scaling = ["-sws_flags", "accurate_rnd+full_chroma_int+bicubic"]
    output = ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", *scaling, path(name + ".rgba")]
    subprocess.run(["ffmpeg", "-v", "fatal", "-y", *reading, "-i", path(name), *output], check=True)


def animations():
    hard, soft = frames(5, False), frames(5, True)
    delays = [70, 10, 200, 40, 500]
    hard[0].save(path("moving.gif"), save_all=True, append_images=hard[1:], duration=delays, loop=3, disposal=2)
    opaque = [Image.alpha_composite(Image.new("RGBA", SIZE, (250, 240, 200, 255)), frame) for frame in hard]
    opaque[0].save(
        path("layered.gif"), save_all=True, append_images=opaque[1:], duration=delays, loop=0, disposal=[1, 3, 1, 3, 1])
    for name, disposal, blend in [("over", 0, 1), ("clear", 1, 0), ("restore", 2, 1)]:
        soft[0].save(
            path(f"{name}-animated.png"), save_all=True, append_images=soft[1:], duration=delays, loop=2,
            disposal=disposal, blend=blend)
    soft[0].save(
        path("moving.webp"), save_all=True, append_images=soft[1:], duration=delays, loop=4, lossless=True,
        minimize_size=True)
    soft[0].save(
        path("lossy.webp"), save_all=True, append_images=soft[1:], duration=delays, loop=0, quality=70,
        allow_mixed=True)
    for name in ["moving.gif", "layered.gif", "moving.webp", "lossy.webp"]:
        write_truth(name)
    for name in ["over-animated.png", "clear-animated.png", "restore-animated.png"]:
        write_truth_of_ffmpeg(name, ["-f", "apng"])


def stills():
    generator = random.Random(5)
    ramp = Image.new("RGB", SIZE)
    ramp.putdata([(x * 10, y * 15, (x * y) % 256) for y in range(SIZE[1]) for x in range(SIZE[0])])
    ramp.quantize(17).save(path("palette.png"), bits=8, transparency=3)
    grey = Image.new("I;16", SIZE)
    grey.putdata([generator.randrange(65536) for _ in range(SIZE[0] * SIZE[1])])
    grey.save(path("grey16.png"))
    ramp.convert("1").save(path("bits.png"))
    ramp.convert("L").resize((40, 30)).save(path("interlaced.gif"), interlace=1)
    soft = frames(1, True)[0].resize((40, 30))
    soft.save(path("still.webp"), quality=60)
    smooth = Image.new("RGB", (61, 45))
    smooth.putdata([(x * 4, y * 5, 255 - x * 2 - y) for y in range(45) for x in range(61)])
    smooth.save(path("progressive.jpg"), quality=92, progressive=True, subsampling=0)
    smooth.save(path("subsampled.jpg"), quality=90, subsampling=2)
    for name in ["palette.png", "bits.png", "interlaced.gif", "still.webp"]:
        write_truth(name)
    # Pillow keeps 16 bits; a byte is the nearest of 255 steps.
    with open(path("grey16.png.rgba"), "wb") as file:
        words = grey.tobytes()
        for index in range(0, len(words), 2):
            value = words[index] | words[index + 1] << 8
            byte = (value * 255 + 32767) // 65535
            file.write(bytes((byte, byte, byte, 255)))
    for name in ["progressive.jpg", "subsampled.jpg"]:
        write_truth_of_ffmpeg(name)


def main():
    if len(sys.argv) != 1:
        print(__doc__, file=sys.stderr)
        return 64
    os.makedirs(FOLDER, exist_ok=True)
    try:
        animations()
        stills()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"tools/regenerate images: {error}", file=sys.stderr)
        return 69
    return 0


sys.exit(main())
