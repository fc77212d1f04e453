"""Films, with their progress."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from typing import Any, Callable, overload

from . import _inputs, _options, _outputs


@dataclass(frozen=True)
class Progress:
    """The progress of a film."""

    #: Frames that were drawn.
    frame: int
    #: Frames in all.
    total: int
    frames_per_second: float
    #: At this pace; None before it is known.
    seconds_left: float | None
    #: The row of data that the frames are of, from 1; None of a scene by itself.
    row: int | None = None


@dataclass(frozen=True)
class FilmResult:
    """A film that was written."""

    #: The file, or the pattern of a sequence of pictures.
    path: str
    frames: int
    #: From the first frame on; of a row of data, from reading the row to the whole file.
    seconds: float
    #: The size and the digest of the file; None of an output that has none.
    bytes: int | None
    sha256: str | None
    #: libavcodec's name of what encoded it; None where that is not libavcodec, and of rows of data.
    encoder: str | None
    #: All that the command reports, as tools/schema of the sources describes it; of a row of data, its line of the
    #: manifest.
    report: dict[str, Any]
    #: The command's remarks, such as a picture of the scene that is missing; of several films of one call, those on
    #: all of them.
    notes: tuple[str, ...] = ()


@overload
def video(
    scene: _inputs.Scene, output: _options.Path, *, data: None = None, size: _options.Size | None = None,
    progress: Callable[[Progress], object] | None = None, timeout: float | None = None, **options: _options.Argument,
) -> FilmResult: ...
@overload
def video(
    scene: _inputs.Scene, output: _options.Path, *, data: _inputs.Rows,
    size: _options.Size | list[Any] | None = None, progress: Callable[[Progress], object] | None = None,
    timeout: float | None = None, **options: _options.Argument,
) -> list[FilmResult]: ...
@overload
def video(
    scene: _inputs.Scene, output: _options.Path, *, data: None = None, size: list[Any],
    progress: Callable[[Progress], object] | None = None, timeout: float | None = None, **options: _options.Argument,
) -> list[FilmResult]: ...
def video(
    scene: _inputs.Scene, output: _options.Path, *, data: _inputs.Rows | None = None,
    size: _options.Size | list[Any] | None = None,
    progress: Callable[[Progress], object] | None = None, timeout: float | None = None, **options: Any,
) -> FilmResult | list[FilmResult]:
    """A film of a scene: ``multiplane video``. With ``data`` or a list of sizes, a list of films.

    Args:
        scene: a file, or ``demo:NAME``; a :class:`Scene` or :class:`Film`, a document as a dictionary, or the bytes
            of a file.
        output: the file; its suffix says the format. Not ``-``. Of several films it has ``{size}``, and ``{row}`` or a
            column of the data.
        data: a file of rows, or a list of dictionaries: a film for each, in the order of the rows; with
            ``dry_run=True`` none is made.
        size: in points, ``(320, 200)`` or ``"320x200"``; a list of such.
        progress: called after each frame, of each of several sizes and rows. What it raises ends the command, which
            leaves no file of this film then, and is raised again.
        timeout: the most seconds that the call may take.
        options: the command's, such as ``duration`` and ``over``; ``from_`` is ``--from``, a word of Python's.
            ``folder`` is where the files lie that a dictionary or rows in memory name; without it they name none.

    Raises:
        CommandError: there is no film; UsageError, InputError, Unavailable, LibrariesMissing, TimedOut among them. Of
            several films, ``made`` has those that are there, and ``failed`` the rows that failed.
    """
    path = _options.path(output, "output")
    if path == "-":
        raise ValueError("output: frames cannot go to standard output here; give a file")
    if progress is not None and not callable(progress):
        raise TypeError("progress: expected a function; lines for a terminal are the command's own")
    inputs = _inputs.Inputs(scene, options.pop("folder", None), data)
    given: dict[str, Any] = {**options, "data": data, "size": size}
    rows = _outputs.rows_of(given)
    given["progress"] = "json" if progress is None else "json-frames"
    has_several = rows is not None or (size is not None and _options.sizes(size)[1])
    words = _options.arguments({**given, "data": None})
    results: list[dict[str, Any]] = []
    last: dict[str, Any] = {}

    def read(line: bytes) -> None:
        nonlocal last
        last = json.loads(line)
        if rows is not None and last["kind"] == "row":
            rows.read(line)
        elif last["kind"] == "result":
            results.append(last)
        elif last["kind"] == "progress" and progress is not None:
            progress(_progress(last))

    with inputs:
        ended = inputs.run("video", [*words, f"--output={path}"], timeout=timeout, read=read)
    made, failed = rows.ended() if rows else ([], [])
    films = [_film_of_row(row, ended.notes) for row in made] if rows else [_film(each, ended.notes) for each in results]
    if ended.status != 0:
        raise _outputs.error_of(ended, films, failed, last["message"] if last.get("kind") == "error" else None)
    ended.warn()
    return films if has_several else films[0]


def _progress(line: dict[str, Any]) -> Progress:
    return Progress(line["frame"], line["total"], line["framesPerSecond"], line.get("secondsLeft"), line.get("row"))


def _film(result: dict[str, Any], notes: tuple[str, ...]) -> FilmResult:
    return FilmResult(
        path=result["file"], frames=result["frames"], seconds=result["seconds"], bytes=result.get("bytes"),
        sha256=result.get("sha256"), encoder=result.get("encoder"), report=result, notes=notes)


def _film_of_row(row: dict[str, Any], notes: tuple[str, ...]) -> FilmResult:
    path = row["output"]
    # A sequence of pictures has its pattern there, and no file.
    is_file = os.path.isfile(path)
    return FilmResult(
        path=path, frames=row["frames"], seconds=row["seconds"], bytes=os.path.getsize(path) if is_file else None,
        sha256=_digest(path) if is_file else None, encoder=None, report=row, notes=notes)


def _digest(path: str) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()
