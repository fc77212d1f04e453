"""Frames as arrays, one after the other."""

from __future__ import annotations

import contextlib
import fcntl
import os
import tempfile
from typing import TYPE_CHECKING, Any, Iterator

from . import _inputs, _options
from ._picture import Picture

if TYPE_CHECKING:
    import numpy  # type: ignore[import-not-found,unused-ignore]

#: The bytes that a pipe may hold: the most that Linux gives without a privilege. Fewer switch between processes.
PIPE = 1 << 20
#: Linux's; the module has it from Python 3.10 on.
F_SETPIPE_SZ = 1031


def frames(
    scene: _inputs.Scene, *, fps: object = None, timeout: float | None = None, **options: _options.Argument
) -> Iterator[numpy.ndarray[Any, Any]]:
    """Draws the frames of a film, one after the other, as ``multiplane video`` does. The film is not held: a frame is
    drawn while another is used, and when the loop ends early, so does the command. Needs numpy.

    Args:
        scene: a file, or ``demo:NAME``; a :class:`Scene` or :class:`Film`, a document as a dictionary, or the bytes
            of a file.
        fps: frames a second, 30 by default; ``"30000/1001"`` is one, too.
        timeout: the most seconds that all frames may take, with what is done to them.
        options: the command's, such as ``duration``, ``from_``, ``size``, ``scale``, ``background``, ``text``.
            ``alpha="straight"`` has colours as :meth:`Picture.to_numpy` has them. ``depth=16`` gives half floats.

    Yields:
        An array of uint8, height x width x 4: red, green, blue and alpha, by which colours are multiplied. It is the
        caller's, who may change it.

    Raises:
        CommandError: a frame could not be drawn; UsageError, InputError, Unavailable, LibrariesMissing, TimedOut
            among them.
    """
    inputs = _inputs.Inputs(scene, options.pop("folder", None))
    given: dict[str, Any] = {**options, "fps": fps, "quiet": True, "progress": "none"}
    first = str(given.get("frames") or 0).partition("-")[0]
    # A picture of the first frame tells the size, whatever decides on it.
    head = _options.arguments({**given, "frames": f"{first}-{first}"})
    return _frames(inputs, head, _options.arguments(given), timeout, str(given.get("depth")) == "16")


def _frames(
    inputs: _inputs.Inputs, head: list[str], words: list[str], timeout: float | None, is_deep: bool
) -> Iterator[numpy.ndarray[Any, Any]]:
    import numpy  # type: ignore[import-not-found,unused-ignore]

    with inputs:
        with tempfile.TemporaryDirectory(prefix="multiplane-") as folder:
            ended = inputs.run("video", [*head, f"--output={folder}/%01d.png"], timeout=timeout)
            if ended.status != 0:
                ended.fail()
            [file] = os.listdir(folder)
            with open(os.path.join(folder, file), "rb") as opened:
                picture = Picture(opened.read())
        shape = (picture.height, picture.width, 4)
        with inputs.begun("video", [*words, "--output=-"], timeout=timeout) as running:
            with contextlib.suppress(OSError):
                fcntl.fcntl(running.output.fileno(), F_SETPIPE_SZ, PIPE)
            while True:
                frame = numpy.empty(shape, numpy.float16 if is_deep else numpy.uint8)
                # Part of a frame is left only by a command that failed.
                if running.output.readinto(frame.data.cast("B")) < frame.nbytes:
                    break
                yield frame
            ended = running.ended()
        if ended.status != 0:
            ended.fail()
