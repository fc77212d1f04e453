"""What a system's process does: it draws one scene as the harness asks on the standard input, a command a line, and
answers each with a line of JSON.

    run SECONDS          frames, one after the other, for a time: {"milliseconds": [of each frame]}
    picture FRAME PATH   a frame as raw bytes, four a pixel, into a file
    pipe COUNT PATH      frames into a named pipe that an encoder reads, in the form that the first answer names
    export COUNT PATH    frames to a video by the system's own encoder, where it has one
    quit

The first line, before any command, is {"ready": true, "version": of the system, "pixels": "rgba" or "bgra", "stream":
the same or "png"}, or {"absent": why the system cannot draw the scene}.
"""

import json
import os
import sys
import time


class Absent(Exception):
    """The system cannot draw a scene."""


def load(path):
    with open(path) as file:
        scene = json.load(file)
    folder = os.path.dirname(os.path.abspath(path))
    scene["images"] = {name: os.path.join(folder, file) for name, file in scene["images"].items()}
    scene["font"] = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    return scene


def premultiplied(path):
    """An image's RGBA bytes as rows of pixels, colours multiplied by alpha."""
    import numpy
    from PIL import Image
    pixels = numpy.asarray(Image.open(path).convert("RGBA")).astype(numpy.uint32)
    pixels[..., :3] = (pixels[..., :3] * pixels[..., 3:] + 127) // 255
    return pixels.astype(numpy.uint8)


def serve(make, path):
    """`make(scene)` gives an object with a `version` and `render(frame)`, which answers the frame's bytes, and perhaps
    `pixels`, `stream` with `streamed(frame)`, and `close()`."""
    # What libraries say on the standard output is no answer of ours.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def answer(**record):
        answers.write(json.dumps(record) + "\n")
        answers.flush()

    scene = load(path)
    try:
        system = make(scene)
    except Absent as reason:
        answer(absent=str(reason))
        return
    pixels = getattr(system, "pixels", "rgba")
    answer(ready=True, pixels=pixels, stream=getattr(system, "stream", pixels), version=system.version)
    following = 0
    for line in sys.stdin:
        words = line.split(maxsplit=2)
        if words[0] == "run":
            seconds, times = float(words[1]), []
            start = last = time.perf_counter()
            while last - start < seconds or len(times) < 2:
                system.render(following)
                following = (following + 1) % scene["frames"]
                now = time.perf_counter()
                times.append((now - last) * 1000)
                last = now
            answer(milliseconds=times)
        elif words[0] == "picture":
            with open(words[2].strip(), "wb") as file:
                file.write(system.render(int(words[1])))
            answer(size=scene["size"])
        elif words[0] == "pipe":
            draw = getattr(system, "streamed", system.render)
            with open(words[2].strip(), "wb", buffering=0) as file:
                for frame in range(int(words[1])):
                    rest = memoryview(draw(frame % scene["frames"]))
                    while rest:
                        rest = rest[file.write(rest):]
            answer(frames=int(words[1]))
        elif words[0] == "quit":
            break
    if hasattr(system, "close"):
        system.close()
    # Some libraries cannot be unloaded in order.
    answers.flush()
    os._exit(0)
