"""What scenes and films that are built in Python have in common: their folder, their document's text, and calls."""

from __future__ import annotations

import json
import pathlib
from typing import TYPE_CHECKING, Any, Callable, Iterator, overload

from . import _frames, _inputs, _options, _preview, _render, _video
from ._document import Part
from ._picture import Picture
from ._video import FilmResult, Progress

if TYPE_CHECKING:
    import numpy  # type: ignore[import-not-found,unused-ignore]


class Built(Part):
    """A document that is built in Python, with the calls of the module."""

    @property
    def folder(self) -> str:
        """The folder of the files that the document names."""
        return self._folder

    def _set_folder(self, folder: _options.Path) -> None:
        self._folder = _options.path(folder, "folder")

    def to_json(self) -> str:
        """Returns the text of the document: a ``.scene.json``."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=2)

    def save(self, path: _options.Path) -> None:
        """Writes the document. The command seeks the files that it names beside it."""
        pathlib.Path(_options.path(path, "path")).write_text(self.to_json(), encoding="utf-8")

    @overload
    def render(
        self, at: float = 0, output: _options.Path | None = None, *, rows: None = None, **options: _options.Argument
    ) -> Picture: ...
    @overload
    def render(
        self, at: float = 0, output: _options.Path | None = None, *, rows: _inputs.Rows, **options: _options.Argument
    ) -> list[Picture]: ...
    def render(
        self, at: float = 0, output: _options.Path | None = None, *, rows: _inputs.Rows | None = None,
        **options: Any,
    ) -> Picture | list[Picture]:
        """Draws the frame at a second, as :func:`render` does; with rows of slots' values, a list of pictures."""
        return _render.render(self, output, at=at, data=rows, **options)

    @overload
    def video(
        self, path: _options.Path, *, rows: None = None, progress: Callable[[Progress], object] | None = None,
        **options: _options.Argument,
    ) -> FilmResult: ...
    @overload
    def video(
        self, path: _options.Path, *, rows: _inputs.Rows, progress: Callable[[Progress], object] | None = None,
        **options: _options.Argument,
    ) -> list[FilmResult]: ...
    def video(
        self, path: _options.Path, *, rows: _inputs.Rows | None = None, **options: Any,
    ) -> FilmResult | list[FilmResult]:
        """Writes the film, as :func:`video` does; with rows of slots' values, a list of films, whose path has a column
        in braces: ``scene.video("{name}.mp4", rows=[{"name": "ada", "Title": "Thank you Ada"}])``. ``progress`` is
        called after each frame."""
        return _video.video(self, path, data=rows, **options)

    def frames(
        self, *, fps: object = None, timeout: float | None = None, **options: _options.Argument
    ) -> Iterator[numpy.ndarray[Any, Any]]:
        """Draws the frames one after the other, as :func:`frames` does."""
        return _frames.frames(self, fps=fps, timeout=timeout, **options)

    def preview(self, **options: _options.Argument) -> _preview.Preview:
        """Shows it on a page in the browser: ``preview().url``; a notebook shows the page itself.
        ``preview().update()`` shows its changes."""
        return _preview.Preview(self, **options)
