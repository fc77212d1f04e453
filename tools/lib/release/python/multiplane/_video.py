"""Films, with their progress."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from dataclasses import dataclass
from typing import Any, Callable

from . import _command


@dataclass(frozen=True)
class Progress:
    """How far a film is."""

    #: Frames that were drawn.
    frame: int
    #: Frames in all.
    total: int
    frames_per_second: float
    #: At this pace; None before it is known.
    seconds_left: float | None


@dataclass(frozen=True)
class Film:
    """A film that was written."""

    #: The file, or the pattern of a sequence of pictures.
    path: str
    frames: int
    #: From the first frame on.
    seconds: float
    #: Of the file; None of an output that has none.
    bytes: int | None
    sha256: str | None
    #: libavcodec's name of what encoded it; None where that is not libavcodec.
    encoder: str | None
    #: All that the command reports, as tools/schema of the sources describes it.
    report: dict[str, Any]


def video(
    scene: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    progress: Callable[[Progress], object] | None = None,
    **options: _command.Argument,
) -> Film:
    """A film of a scene: ``multiplane video``.

    Args:
        scene: a file, or ``demo:NAME``.
        output: the file; its suffix says the format. Not ``-``.
        progress: called at most four times a second, and at the last frame. What it raises ends the command, which
            leaves no file then, and is raised again.
        options: the command's, such as ``duration`` and ``over``; ``from_`` is ``--from``, a word of Python's.

    Raises:
        CommandError: there is no film; UsageError, InputError, Unavailable, LibrariesMissing among them.
    """
    path = os.fspath(output)
    if path == "-":
        raise ValueError("frames cannot go to standard output here; give a file")
    if "from_" in options:
        options["from"] = options.pop("from_")
    words = _command.arguments({**options, "progress": "json"})
    command = [_command.program(), "video", *words, f"--output={path}", "--", _command.scene_argument(scene)]
    last: dict[str, Any] = {}
    # Its messages go to a file: a pipe that nobody reads would stop it.
    with tempfile.TemporaryFile() as messages:
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=messages) as process:
            try:
                assert process.stdout is not None
                for line in process.stdout:
                    last = json.loads(line)
                    if progress is not None and last.get("kind") == "progress":
                        progress(_progress(last))
            except BaseException:
                process.terminate()
                raise
        messages.seek(0)
        text = messages.read().decode(errors="replace")
    if process.returncode != 0:
        message = last.get("message") if last.get("kind") == "error" else None
        _command.fail(process.returncode, f"multiplane: error: {message}" if message else text)
    return Film(
        path=path, frames=last["frames"], seconds=last["seconds"], bytes=last.get("bytes"), sha256=last.get("sha256"),
        encoder=last.get("encoder"), report=last)


def _progress(line: dict[str, Any]) -> Progress:
    return Progress(line["frame"], line["total"], line["framesPerSecond"], line.get("secondsLeft"))
