"""Scenes that are built in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Sequence

from . import _kinds as k
from . import _options
from ._built import Built
from ._document import AnyLayer
from ._layers import Document

if TYPE_CHECKING:
    from typing_extensions import Self


class Scene(Document, Built):
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
        self._set_folder(folder)

    def add(self, *layers: AnyLayer) -> Self:
        """Adds layers in front of those that it has. Returns the scene."""
        self._append("layers", layers)
        return self

    def to_dict(self) -> dict[str, Any]:
        """Returns the document, for ``json.dumps``."""
        return {"layers": [], **super().to_dict()}
