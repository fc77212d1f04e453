"""Values of Python as options of the command line."""

from __future__ import annotations

import math
import numbers
import os
import re
from typing import Mapping, Sequence, Union

#: A path, as ``open`` takes it.
Path = Union[str, "os.PathLike[str]"]
#: A width and a height in points: ``(320, 200)`` or ``"320x200"``.
Size = Union[str, "tuple[float, float]"]
#: The value of an option: True is an option without one, False and None leave it out; a sequence gives it several
#: times, and so does a mapping, as ``name=value``.
Argument = Union[
    None, bool, str, int, float, "os.PathLike[str]", Sequence[object], Mapping[str, object]
]

#: The options that the command takes several times; of all others it would take the last value.
REPEATED = frozenset(["audio", "color", "font", "image", "image-fit", "layer", "slot", "text", "text-fit"])
#: Options that end the command before it makes anything.
REFUSED = frozenset(["help", "version", "generate-completion-script"])


def arguments(options: Mapping[str, Argument]) -> list[str]:
    """Options as the command line has them.

    Raises:
        TypeError: a value is of no kind that an option has, or there are several where the option takes one.
        ValueError: a value is one that the command line cannot say.
    """
    words: list[str] = []
    for name, value in options.items():
        # `from_` is `--from`, a word of Python's.
        option = name.rstrip("_").replace("_", "-")
        if not re.fullmatch("[a-z][a-z0-9-]*", option) or option in REFUSED:
            raise TypeError(f"{name}: no option of this call")
        if value is None:
            continue
        flag = truth(value)
        if flag is not None:
            words += [f"--{option}"] if flag else []
        elif option == "size":
            words.append(f"--size={sizes(value)[0]}")
        elif isinstance(value, Mapping):
            for key, each in value.items():
                words.append(f"--{option}={_key(name, key)}={plain(f'{name}[{key!r}]', each)}")
        elif isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview)):
            if option not in REPEATED and len(value) != 1:
                raise TypeError(f"{name}: takes one value, not {len(value)}")
            words += [f"--{option}={plain(name, each)}" for each in value]
        else:
            words.append(f"--{option}={plain(name, value)}")
    return words


def truth(value: object) -> bool | None:
    """A truth value, numpy's, too; None of another value."""
    if isinstance(value, bool):
        return value
    return bool(value) if type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_") else None


def _key(name: str, key: object) -> str:
    """The name before the first ``=``, at which the command parts an assignment."""
    if not isinstance(key, str):
        raise TypeError(f"{name}: the name {key!r} is no text")
    if "=" in key:
        raise ValueError(f"{name}: the name {key!r} has a '=', which ends names on the command line; a column "
                         f"'{name.replace('_', '-')}:{key}' of data takes it")
    return sayable(name, key)


def plain(name: str, value: object) -> str:
    """A value's text: of a text, a path, or a finite number, numpy's and pandas's, too."""
    if isinstance(value, os.PathLike):
        return path(value, name)
    if isinstance(value, str):
        return sayable(name, value)
    if isinstance(value, numbers.Number):
        try:
            is_finite = math.isfinite(value)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            # A complex number, a signalling NaN, or an integer beyond all floats.
            is_finite = isinstance(value, int)
        if not is_finite:
            raise ValueError(f"{name}: {value!r} is no value; a number must be finite")
        return str(value)
    kind = type(value).__name__
    if hasattr(value, "strftime"):
        raise TypeError(f"{name}: a {kind} has no text of its own; give one, such as value.strftime('%d.%m.%Y')")
    if isinstance(value, (bytes, bytearray)):
        raise TypeError(f"{name}: {kind} are no text; decode them")
    raise TypeError(f"{name}: {kind} is no value of an option")


def sayable(name: str, text: str) -> str:
    """A text, if the command line can hold it.

    Raises:
        ValueError: it holds a NUL, or half of a surrogate pair.
    """
    if "\0" in text:
        raise ValueError(f"{name}: {text!r} holds a NUL character")
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        raise ValueError(f"{name}: {text!r} is no text that can be encoded") from None
    return text


def path(value: Path, name: str) -> str:
    """A path's text.

    Raises:
        TypeError: it is none.
        ValueError: it holds a NUL.
    """
    return sayable(name, os.fsdecode(value))


def scene(value: Path) -> str:
    """A scene's path or name, so that one that begins with a dash is no option."""
    text = path(value, "scene")
    return f"./{text}" if text.startswith("-") else text


def sizes(value: object) -> tuple[str, bool]:
    """The text of ``size``, and whether it may name several: ``"320x200,640x400"``, or a list of sizes.

    Raises:
        TypeError: it is neither a size nor a list of them.
        ValueError: a side is no whole number.
    """
    if isinstance(value, str):
        return sayable("size", value), "," in value
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)):
        if len(value) == 2 and all(isinstance(side, numbers.Real) for side in value):
            return "x".join(map(_side, value)), False
        return ",".join(sizes(each)[0] for each in value), True
    raise TypeError(f"size: {value!r} is no size; expected (320, 200), '320x200', or a list of such")


def _side(side: object) -> str:
    whole = float(side) if isinstance(side, numbers.Real) else math.nan
    if isinstance(side, bool) or not whole.is_integer():
        raise ValueError(f"size: {side!r} is no whole number of points")
    return str(int(whole))


def seconds(timeout: float | None) -> float | None:
    """A limit of time.

    Raises:
        TypeError: it is no number.
        ValueError: it is not more than 0.
    """
    if timeout is None:
        return None
    if isinstance(timeout, bool) or not isinstance(timeout, numbers.Real):
        raise TypeError(f"timeout: {timeout!r} is no number of seconds")
    if not float(timeout) > 0:
        raise ValueError(f"timeout: {timeout!r} is no time; expected more than 0 s")
    return float(timeout)
