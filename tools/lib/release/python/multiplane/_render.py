"""Pictures."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, overload

from . import _inputs, _options, _outputs
from ._picture import Picture


@overload
def render(
    scene: _inputs.Scene, output: _options.Path | None = None, *, data: None = None, size: _options.Size | None = None,
    timeout: float | None = None, **options: _options.Argument,
) -> Picture: ...
@overload
def render(
    scene: _inputs.Scene, output: _options.Path | None = None, *, data: _inputs.Rows,
    size: _options.Size | list[Any] | None = None, timeout: float | None = None,
    **options: _options.Argument,
) -> list[Picture]: ...
@overload
def render(
    scene: _inputs.Scene, output: _options.Path | None = None, *, data: None = None, size: list[Any],
    timeout: float | None = None, **options: _options.Argument,
) -> list[Picture]: ...
def render(
    scene: _inputs.Scene, output: _options.Path | None = None, *, data: _inputs.Rows | None = None,
    size: _options.Size | list[Any] | None = None, timeout: float | None = None,
    **options: _options.Argument,
) -> Picture | list[Picture]:
    """One frame of a scene: ``multiplane render``. With ``data`` or a list of sizes, a list of pictures.

    Args:
        scene: a file, or ``demo:NAME``; a :class:`Scene` or :class:`Film`, a document as a dictionary, or the bytes
            of a file.
        output: where the picture is kept, with the suffix .png, .jpg, .webp or .gif; by default it is PNG, in memory
            alone. Of several it has ``{size}``, and ``{row}`` or a column of the data.
        data: a file of rows, or a list of dictionaries: a picture for each, all of them in memory, in the order of
            the rows.
        size: in points, ``(320, 200)`` or ``"320x200"``; a list of such.
        timeout: the most seconds that the call may take.
        options: the command's, such as ``at`` (seconds), ``scale``, ``background``, ``text``. ``folder``, where the
            files lie that a dictionary or rows in memory name; without it they name none.

    Raises:
        CommandError: the frame could not be drawn; UsageError, InputError, Unavailable, LibrariesMissing, TimedOut
            among them. Of several pictures, ``made`` has those that are there, and ``failed`` the rows that failed.
    """
    inputs = _inputs.Inputs(scene, options.pop("folder", None), data)
    given: dict[str, Any] = {**options, "data": data, "size": size}
    sizes, has_sizes = (None, False) if size is None else _options.sizes(size)
    rows = _outputs.rows_of(given)
    words = _options.arguments({**given, "data": None})
    with inputs, tempfile.TemporaryDirectory(prefix="multiplane-") as folder:
        if output is None:
            name = ("{row}-{size}" if has_sizes else "{row}") if rows else ("{size}" if has_sizes else "picture")
            path = str(Path(folder, f"{name}.png"))
        else:
            path = _options.path(output, "output")
        ended = inputs.run(
            "render", [*words, f"--output={path}"], timeout=timeout, read=rows.read if rows else lambda line: None)
        made, failed = rows.ended() if rows else ([], [])
        outputs = [row["output"] for row in made] if rows else (
            _outputs.outputs_of_sizes(path, sizes) if sizes and "{size}" in path else [path])
        if ended.status != 0:
            there = [file for file in map(Path, outputs) if file.exists()] if rows or has_sizes else []
            pictures = [Picture(file.read_bytes(), ended.notes) for file in there]
            raise _outputs.error_of(ended, pictures, failed)
        pictures = [Picture(Path(each).read_bytes(), ended.notes) for each in outputs]
        ended.warn()
        return pictures if rows or has_sizes else pictures[0]
