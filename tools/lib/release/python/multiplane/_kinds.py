"""The kinds of values that a scene's document has: their types, and checks of what is given."""

from __future__ import annotations

import base64
import difflib
import math
import numbers
import os
import re
from dataclasses import dataclass
from typing import Iterable, Mapping, Protocol, Sequence, Tuple, Union, get_args

from ._picture import Picture


@dataclass(frozen=True)
class Slot:
    """A value that a call may replace by the slot's name: ``TextLayer(text=Slot("Title", "Hello"))``, and then
    ``scene.render(text={"Title": "Thank you"})``, or a row's ``"Title"``."""

    #: The name.
    id: str
    #: The value where none is given.
    default: object


class HasPNG(Protocol):
    """A picture that notebooks show: :class:`Picture`, or one of Pillow's."""

    def _repr_png_(self) -> bytes | None: ...


#: A slot, or a value by aspect: ``{"9:16": 72, "default": 56}``.
Open = Union[Slot, Mapping[str, object]]
Boolean = Union[bool, Open]
Bits = Union[int, Open]
Number = Union[float, Open]
#: In points.
Length = Union[float, Open]
#: In seconds.
Time = Union[float, Open]
#: Radians, or a text with its unit: ``"30deg"``, ``"0.5turn"``.
Angle = Union[float, str, Open]
#: Points, or a text, ``"50%"`` of the superlayer.
LayoutLength = Union[float, str, Open]
#: A number, or ``"infinity"``.
Extent = Union[float, str, Open]
#: x and y, or width and height, in points.
Point = Union[Sequence[float], Open]
Size = Union[Sequence[float], Open]
#: x, y, width and height in points.
Rect = Union[Sequence[float], Open]
Numbers = Union[Sequence[float], Open]
String = Union[str, Open]
#: As in CSS: ``"tomato"``, ``"#rrggbbaa"``, ``"hsl(...)"``; None for none.
Color = Union[str, Open]
Colors = Union[Sequence[str], Open]
#: A file below the scene's folder, the bytes of a file, a :class:`Picture`, or one of Pillow's.
Image = Union[str, "os.PathLike[str]", bytes, HasPNG, Open]
#: A file below the scene's folder.
Film = Union[str, "os.PathLike[str]", Open]
#: SVG's path data, ``{"rect": [x, y, width, height], "cornerRadius": 8}``, or ``{"ellipse": [...]}``.
Path = Union[str, Open]
#: 16 numbers from m11 to m44, 6 from a to ty, steps as ``{"rotate": "30deg"}``, or fields by their key path.
Transform = Union[Sequence[float], Sequence[Mapping[str, object]], Open]
#: A name such as ``"easeOut"``, four numbers of a curve, or of keyframes a list of these.
Timing = Union[str, Sequence[object], Open]

#: A kind by its name, or the words of an enumeration.
Kind = Union[str, Tuple[str, ...]]

#: The words of messages, and of lists the number of elements.
_LISTS = {"point": ("(x, y)", 2), "size": ("(width, height)", 2), "rect": ("(x, y, width, height)", 4),
          "numbers": ("numbers", None), "colors": ("colours", None), "zoom": ("(from, to)", 2)}
_NUMBERS = {"number": "a number", "length": "points", "time": "seconds", "bits": "a whole number"}
#: The numbers of films, with the least and the most.
_RANGES = {"moment": ("seconds from 0 on", 0, 1e9), "span": ("seconds from 0.001 on", 0.001, 1e9),
           "crossing": ("seconds from 0.01 on", 0.01, 1e9), "rate": ("frames a second from 1 to 240", 1, 240),
           "loudness": ("LUFS from -70 to 0", -70, 0),
           "factor": ("a number from 0.01 to 100", 0.01, 100), "gain": ("a number from 0 to 100", 0, 100)}
_EITHER = {"angle": "radians, or a text as '30deg'", "layoutLength": "points, or a text as '50%'",
           "extent": "a number, or 'infinity'"}
#: A film's "paint" is a colour that is never none, and a "cell" is what a row of a table has.
_TEXTS = {"string": "a text", "color": "a colour's text, as in CSS", "film": "a file's path", "file": "a file's path",
          "paint": "a colour's text, as in CSS", "cell": "a text, a number, True or False, or a file's path",
          "image": "a file's path, bytes, or a picture", "path": "SVG's path data, or a shape"}


def words(enumeration: object) -> tuple[str, ...]:
    """Returns the words of an enumeration's type."""
    return get_args(get_args(enumeration)[0])


def is_by_aspect(value: object) -> bool:
    """Tells whether a value is one by aspect: all its names are ``W:H`` or ``default``."""
    return isinstance(value, Mapping) and len(value) > 0 and all(
        isinstance(key, str) and re.fullmatch(r"default|[\d.]+:[\d.]+", key) for key in value)


def stands_open(value: object) -> bool:
    """Tells whether a value stands for one that is not known yet: by aspect, or a slot."""
    return isinstance(value, Slot) or is_by_aspect(value) or (isinstance(value, Mapping) and "slot" in value)


def nearest(name: str, names: Iterable[str]) -> str:
    """Returns the end of a message on a name that is not known."""
    found = difflib.get_close_matches(name, names, 1)
    return f"; did you mean {found[0]!r}?" if found else ""


def checked(kind: Kind, value: object, place: str) -> object:
    """Returns a value as a document has it.

    Args:
        kind: the kind that it must be of. The command alone checks those that have no check here.
        place: its place, in messages.

    Raises:
        TypeError: it is of another kind.
        ValueError: it is not among the enumeration's words, or a number that is not finite.
    """
    if isinstance(value, Slot):
        return Slot(value.id, checked(kind, value.default, f"{place}: the slot {value.id!r}"))
    if isinstance(value, Mapping):
        if is_by_aspect(value):
            return {aspect: checked(kind, each, f"{place}, {aspect}") for aspect, each in value.items()}
        if "slot" in value or kind in ("path", "any", "object", "timing"):
            return dict(value)
    # Numbers, truth values and arrays of numpy, and series of pandas.
    plain = getattr(value, "tolist", None)
    if plain is not None and kind != "image":
        value = plain()
    if isinstance(kind, tuple):
        if value in kind:
            return value
        words = ", ".join(map(repr, kind)) if len(kind) < 16 else "another name"
        raise (ValueError if isinstance(value, str) else TypeError)(
            f"{place}: {value!r}; expected {words}{nearest(str(value), kind)}")
    if kind == "boolean":
        if isinstance(value, bool):
            return value
        raise _wrong(place, value, "True or False")
    if kind in _NUMBERS:
        return _number(value, place, _NUMBERS[kind])
    if kind in _RANGES:
        return _number(value, place, *_RANGES[kind])
    if kind == "cell" and isinstance(value, numbers.Real):
        return value if isinstance(value, bool) else _number(value, place, _TEXTS[kind])
    if kind in _EITHER:
        return value if isinstance(value, str) else _number(value, place, _EITHER[kind])
    if kind in _LISTS:
        expected, count = _LISTS[kind]
        if not isinstance(value, Sequence) or isinstance(value, (str, bytes)) or len(value) != (count or len(value)):
            raise _wrong(place, value, expected)
        of = {"colors": "color", "zoom": "factor"}.get(str(kind), "number")
        return [checked(of, each, f"{place}[{index}]") for index, each in enumerate(value)]
    if kind in _TEXTS:
        if kind == "image" and not isinstance(value, (str, os.PathLike)):
            value = address_of(_picture(value, place))
        if kind in ("image", "film", "file", "cell") and isinstance(value, os.PathLike):
            value = os.fspath(value)
        if not isinstance(value, str):
            raise _wrong(place, value, _TEXTS[kind])
    return value


def _number(
    value: object, place: str, expected: str, least: float = -math.inf, most: float = math.inf
) -> float:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise _wrong(place, value, expected)
    if not math.isfinite(value):
        raise ValueError(f"{place}: {value!r}; expected {expected}, finite")
    number = int(value) if isinstance(value, numbers.Integral) else float(value)
    if not least <= number <= most:
        raise ValueError(f"{place}: {value!r}; expected {expected}")
    return number


def _wrong(place: str, value: object, expected: str) -> TypeError:
    return TypeError(f"{place}: {value!r:.80}; expected {expected}")


def address_of(picture: Picture) -> str:
    """Returns the ``data:`` address of a picture."""
    kind = {"PNG": "png", "JPEG": "jpeg", "WebP": "webp", "GIF": "gif"}[picture.format]
    return f"data:image/{kind};base64,{base64.b64encode(picture.data).decode()}"


def _picture(value: object, place: str) -> Picture:
    """Returns a picture in memory."""
    if isinstance(value, Picture):
        return value
    if isinstance(value, (bytes, bytearray)):
        return Picture(bytes(value))
    show = getattr(value, "_repr_png_", None)
    if show is None:
        raise _wrong(place, value, _TEXTS["image"])
    return Picture(show())
