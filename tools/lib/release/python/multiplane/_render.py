"""Pictures."""

from __future__ import annotations

import io
import os
import struct
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _command

if TYPE_CHECKING:
    import numpy
    import PIL.Image


class Picture:
    """A frame of a scene: PNG in memory, sRGB, with straight alpha. Notebooks show it."""

    #: The bytes of the PNG file.
    png: bytes
    #: In pixels.
    width: int
    height: int

    def __init__(self, png: bytes) -> None:
        """A picture of the bytes of a PNG file.

        Raises:
            ValueError: they are not.
        """
        if png[:8] != b"\x89PNG\r\n\x1a\n" or png[12:16] != b"IHDR":
            raise ValueError("not a PNG file")
        self.png = png
        self.width, self.height = struct.unpack(">II", png[16:24])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the PNG file. For JPEG, WebP and GIF give ``render`` an ``output``."""
        Path(path).write_bytes(self.png)

    def to_pillow(self) -> PIL.Image.Image:
        """A picture of Pillow's, of mode RGBA. Needs Pillow: ``pip install multiplane[pillow]``."""
        import PIL.Image

        return PIL.Image.open(io.BytesIO(self.png)).convert("RGBA")

    def to_numpy(self) -> numpy.ndarray[Any, Any]:
        """An array of uint8, height x width x 4: red, green, blue, and straight alpha. Needs numpy and Pillow:
        ``pip install multiplane[numpy]``."""
        import numpy

        return numpy.array(self.to_pillow())

    def __array__(self, dtype: Any = None, copy: Any = None) -> numpy.ndarray[Any, Any]:
        array = self.to_numpy()
        return array if dtype is None else array.astype(dtype)

    def _repr_png_(self) -> bytes:
        return self.png

    def __repr__(self) -> str:
        return f"<multiplane.Picture {self.width}x{self.height}>"


def render(
    scene: str | os.PathLike[str], output: str | os.PathLike[str] | None = None, **options: _command.Argument
) -> Picture:
    """One frame of a scene: ``multiplane render``.

    Args:
        scene: a file, or ``demo:NAME``.
        output: where the picture is kept, with the suffix .png; by default in memory alone.
        options: the command's, such as ``at`` (seconds), ``size`` ("WxH", points), ``scale``, ``background``, ``text``.

    Raises:
        CommandError: the frame could not be drawn; UsageError, InputError, Unavailable, LibrariesMissing among them.
    """
    words = _command.arguments({**options, "quiet": True})
    with tempfile.TemporaryDirectory(prefix="multiplane-") as folder:
        path = Path(folder, "picture.png") if output is None else Path(output)
        if path.suffix.lower() != ".png":
            raise ValueError(f"{path}: a picture in memory is PNG; the name must end in .png")
        _command.run("render", [*words, f"--output={path}", "--", _command.scene_argument(scene)])
        return Picture(path.read_bytes())
