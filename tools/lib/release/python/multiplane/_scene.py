"""Scenes that are built in Python."""

from __future__ import annotations

import json
import pathlib
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Sequence, overload

from . import _frames, _inputs, _options, _preview, _render, _video
from . import _kinds as k
from ._document import AnyLayer
from ._layers import Document
from ._picture import Picture
from ._video import Film, Progress

if TYPE_CHECKING:
    import numpy  # type: ignore[import-not-found,unused-ignore]
    from typing_extensions import Self


class Scene(Document):
    """A scene: layers, from back to front, on a canvas whose y runs down.

        card = multiplane.Scene((640, 360), background="#101820")
        card.add(multiplane.TextLayer("Hello", font_size=48, center_x="50%", center_y="50%"))
        card.render().save("card.png")

    A call has the options of :func:`render` and :func:`video`, such as ``text={"Title": "Thank you"}`` for a
    :class:`Slot`, ``scale=2``, or ``aspect="9:16"`` for a scene with several sizes.
    """

    def __init__(
        self, size: k.Size, layers: Sequence[AnyLayer | Mapping[str, object]] = (), *, duration: k.Time | None = None,
        background: k.Color | None = None, states: Sequence[object] = (), folder: _options.Path = ".",
    ) -> None:
        """Makes a scene.

        Args:
            size: width and height in points; several by their aspects, ``{"16:9": (1920, 1080), "9:16": ...}``.
            layers: from back to front.
            duration: seconds of the film; by default up to the end of the longest animation.
            background: a colour as in CSS; None is transparent.
            states: of class :class:`State`.
            folder: the folder of the files that layers name; by default the current one.

        Raises:
            TypeError, ValueError: a value is not of its property's kind.
        """
        super().__init__(size=size, layers=layers, duration=duration, states=states)  # type: ignore[arg-type]
        if background is not None:
            self.background = background
        self._folder = _options.path(folder, "folder")

    @property
    def folder(self) -> str:
        """The folder of the files that layers name."""
        return self._folder

    def add(self, *layers: AnyLayer) -> Self:
        """Adds layers in front of those that it has. Returns the scene."""
        self._append("layers", layers)
        return self

    def to_dict(self) -> dict[str, Any]:
        """Returns the document, for ``json.dumps``."""
        return {"layers": [], **super().to_dict()}

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
    ) -> Film: ...
    @overload
    def video(
        self, path: _options.Path, *, rows: _inputs.Rows, progress: Callable[[Progress], object] | None = None,
        **options: _options.Argument,
    ) -> list[Film]: ...
    def video(
        self, path: _options.Path, *, rows: _inputs.Rows | None = None, **options: Any,
    ) -> Film | list[Film]:
        """Writes the film, as :func:`video` does; with rows of slots' values, a list of films, whose path has a column
        in braces: ``scene.video("{name}.mp4", rows=[{"name": "ada", "Title": "Thank you Ada"}])``."""
        return _video.video(self, path, data=rows, **options)

    def frames(
        self, *, fps: object = None, timeout: float | None = None, **options: _options.Argument
    ) -> Iterator[numpy.ndarray[Any, Any]]:
        """Draws the frames one after the other, as :func:`frames` does."""
        return _frames.frames(self, fps=fps, timeout=timeout, **options)

    def preview(self, **options: _options.Argument) -> _preview.Preview:
        """Shows the scene on a page in the browser: ``preview().url``. ``preview().update()`` shows its changes."""
        return _preview.Preview(self, **options)
