"""A picture in memory."""

from __future__ import annotations

import io
import pathlib
import struct
from typing import TYPE_CHECKING, Any

from . import _options

if TYPE_CHECKING:
    import numpy  # type: ignore[import-not-found,unused-ignore]
    import PIL.Image  # type: ignore[import-not-found,unused-ignore]

#: The suffixes of each format's files.
SUFFIXES = {"PNG": (".png",), "JPEG": (".jpg", ".jpeg"), "WebP": (".webp",), "GIF": (".gif",)}


class Picture:
    """A frame of a scene: a file in memory, by default PNG, sRGB, with straight alpha. Notebooks show PNG and JPEG."""

    #: The bytes of the file.
    data: bytes
    #: PNG, JPEG, WebP or GIF.
    format: str
    #: In pixels.
    width: int
    height: int
    #: The command's remarks, such as a picture of the scene that is missing; of several pictures of one call, those on
    #: all of them.
    notes: tuple[str, ...]

    def __init__(self, data: bytes, notes: tuple[str, ...] = ()) -> None:
        """A picture of the bytes of a file.

        Raises:
            ValueError: they are of none of the four formats.
        """
        self.data = data
        self.notes = notes
        try:
            self.format, self.width, self.height = _head(data)
        except (struct.error, IndexError):
            raise ValueError("a file of a picture that ends too early") from None

    @property
    def png(self) -> bytes:
        """The bytes of the PNG file.

        Raises:
            ValueError: the picture is of another format.
        """
        if self.format != "PNG":
            raise ValueError(f"the picture is {self.format}, whose bytes are in data")
        return self.data

    def save(self, path: _options.Path) -> None:
        """Writes the file.

        Raises:
            ValueError: the suffix is of another format. ``render`` writes the four by its ``output``.
        """
        text = _options.path(path, "path")
        suffix = pathlib.Path(text).suffix.lower()
        if suffix and suffix not in SUFFIXES[self.format]:
            raise ValueError(f"{text}: the picture is {self.format}; for another format give render the output")
        pathlib.Path(text).write_bytes(self.data)

    def to_pillow(self) -> PIL.Image.Image:
        """A picture of Pillow's, of mode RGBA. Needs Pillow: ``pip install multiplane[pillow]``."""
        import PIL.Image  # type: ignore[import-not-found,unused-ignore]

        return PIL.Image.open(io.BytesIO(self.data)).convert("RGBA")

    def to_numpy(self) -> numpy.ndarray[Any, Any]:
        """An array of uint8, height x width x 4: red, green, blue, and straight alpha. Needs numpy and Pillow:
        ``pip install multiplane[numpy]``."""
        import numpy  # type: ignore[import-not-found,unused-ignore]

        return numpy.array(self.to_pillow())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        if copy is False:
            raise ValueError("a picture is decoded into a new array")
        array = self.to_numpy()
        return array if dtype is None else array.astype(dtype)

    def _repr_png_(self) -> bytes | None:
        return self.data if self.format == "PNG" else None

    def _repr_jpeg_(self) -> bytes | None:
        return self.data if self.format == "JPEG" else None

    def __repr__(self) -> str:
        return f"<multiplane.Picture {self.width}x{self.height}>"


def _head(data: bytes) -> tuple[str, int, int]:
    """The format, the width and the height that a file's head says."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR":
        return ("PNG", *struct.unpack_from(">II", data, 16))
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return ("GIF", *struct.unpack_from("<HH", data, 6))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return ("WebP", *_webp_size(data))
    if data[:2] == b"\xff\xd8":
        return ("JPEG", *_jpeg_size(data))
    raise ValueError("no file of a picture: expected PNG, JPEG, WebP or GIF")


def _webp_size(data: bytes) -> tuple[int, int]:
    """RFC 9649: of the extended, the lossless and the lossy format."""
    kind = data[12:16]
    if kind == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if kind == b"VP8L":
        [bits] = struct.unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """ITU-T T.81: by the segment that begins the frame, behind others of any length."""
    place = 2
    while True:
        marker = data[place + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, place + 5)
            return width, height
        place += 2 + struct.unpack_from(">H", data, place + 2)[0]
