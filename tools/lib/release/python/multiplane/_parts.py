"""The parts of a film: scenes, clips, pictures and colours, the transitions between them, and sounds."""

from __future__ import annotations

import json
from typing import Any, Literal, Mapping, Union

from . import _kinds as k
from . import _options
from ._document import Part, prop
from ._layers import Subtype
from ._scene import Scene

Fit = Union[Literal["cover", "contain", "fill"], k.Open]
TransitionType = Union[Literal["fade", "push", "moveIn", "reveal", "wipe", "through"], k.Open]
#: A scene, its document, or a file below the film's folder.
_Scene = Union[Scene, _options.Path, Mapping[str, object], k.Slot]
_Transition = Union[
    Literal["fade", "push", "moveIn", "reveal", "wipe", "through"], "Transition", Mapping[str, object]]


class SceneDocument(dict):  # type: ignore[type-arg]
    """The document of a scene that was given to a film as a dictionary. It names no files, as it may come from
    others."""


class Transition(Part):
    """The way in which a part takes the place of the one before. Both are seen in the meantime, so that it shortens the
    film by its duration; ``through`` does not.

    Args:
        color: The colour of ``through``, as in CSS. By default "black".
        duration: Seconds, at least 0.01. By default 0.5.
        subtype: fromRight, fromLeft, fromTop, fromBottom. By default "fromRight".
        type: fade, push, moveIn, reveal, wipe, through. By default "fade".
    """

    _KIND = "filmTransition"
    _positional = ("type",)
    color: k.Color | None = prop("color", "paint", default="black")
    duration: k.Time | None = prop("duration", "crossing", default=0.5)
    subtype: Subtype | None = prop("subtype", k.words(Subtype), default="fromRight")
    type: TransitionType | None = prop("type", k.words(TransitionType), default="fade", kw_only=False)


class Sound(Part):
    """A file of sound in a film.

    Args:
        begin: The film's second at which it begins. By default 0.
        duck: Whether it sinks while speech is heard. By default False.
        duration: Seconds. By default up to its end, or the film's if it loops.
        fade_in: Seconds. By default 0.
        fade_out: Seconds. By default 0.
        file: A file below the film's folder.
        gain: A factor from 0 to 100. By default 1.
        loop: Whether it begins again at its end. By default False.
        speech: Whether it is speech, under which others sink. By default False.
        start: Seconds that are left out at the file's beginning. By default 0.
    """

    _KIND = "sound"
    _positional = ("file",)
    _required = ("file",)
    begin: k.Time | None = prop("begin", "moment", default=0)
    duck: k.Boolean | None = prop("duck", "boolean", default=False)
    duration: k.Time | None = prop("duration", "moment", default=None)
    fade_in: k.Time | None = prop("fadeIn", "moment", default=0)
    fade_out: k.Time | None = prop("fadeOut", "moment", default=0)
    file: k.Film = prop("file", "file", kw_only=False)
    gain: k.Number | None = prop("gain", "gain", default=1)
    loop: k.Boolean | None = prop("loop", "boolean", default=False)
    speech: k.Boolean | None = prop("speech", "boolean", default=False)
    start: k.Time | None = prop("start", "moment", default=0)


class FilmPart(Part):
    """What all parts of a film have.

    Args:
        begin: Of a part that lies over the others: the film's second at which it begins. By default 0.
        duration: Seconds, at least 0.001. By default the scene's or the clip's, else 3.
        name: The name of the part's layer.
        transition: Of a part that follows another one: how it takes its place, a name or a :class:`Transition`. By
            default a cut.
    """

    _KIND = "filmPart"
    begin: k.Time | None = prop("begin", "moment", default=0)
    duration: k.Time | None = prop("duration", "span", default=None)
    name: k.String | None = prop("name", "string", default=None)
    transition: _Transition | None = prop("transition", "filmTransition", default=None)

    def _checked(self, kind: k.Kind, value: object, place: str) -> object:
        if kind == "filmTransition" and isinstance(value, str):
            return k.checked(k.words(TransitionType), value, place)
        return super()._checked(kind, value, place)


class ScenePart(FilmPart):
    """A scene in a film, in the aspect that is nearest to the film's. Has the properties of all parts, too: ``begin``,
    ``duration``, ``name`` and ``transition``.

    Args:
        fit: cover, contain, fill. By default "contain".
        scene: A :class:`Scene`, a document as a dictionary, which names no files, or a file below the film's folder.
        state: The name of a state of the scene.
        values: Texts, numbers, colours and files by the names of slots and layers, as a row of a table has them.
    """

    _positional = ("scene",)
    _required = ("scene",)
    fit: Fit | None = prop("fit", k.words(Fit), default="contain")
    scene: _Scene = prop("scene", "scene", kw_only=False)
    state: k.String | None = prop("state", "string", default=None)
    values: Mapping[str, object] | None = prop("values", "cells", default=None)

    def _checked(self, kind: k.Kind, value: object, place: str) -> object:
        if kind in ("scene", "cells") and k.is_by_aspect(value):
            assert isinstance(value, Mapping)
            return {aspect: self._checked(kind, each, f"{place}, {aspect}") for aspect, each in value.items()}
        if kind == "scene":
            return _scene(value, place)
        return super()._checked(kind, value, place) if kind != "cells" else _cells(value, place)


class ClipPart(FilmPart):
    """A stretch of a film's file, with its sound. Has the properties of all parts, too: ``begin``, ``duration``,
    ``name`` and ``transition``.

    Args:
        clip: A film's file below the film's folder.
        end: The clip's second at which it ends. By default the clip's end.
        fit: cover, contain, fill. By default "cover".
        gain: The factor of its sound, from 0 to 100. By default 1.
        mute: Whether it has no sound. By default False.
        speed: Seconds of the clip in one of the film, from 0.01 to 100; its sound changes pitch. By default 1.
        start: The clip's second at which it begins. By default 0.
    """

    _positional = ("clip",)
    _required = ("clip",)
    clip: k.Film = prop("clip", "film", kw_only=False)
    end: k.Time | None = prop("end", "moment", default=None)
    fit: Fit | None = prop("fit", k.words(Fit), default="cover")
    gain: k.Number | None = prop("gain", "gain", default=1)
    mute: k.Boolean | None = prop("mute", "boolean", default=False)
    speed: k.Number | None = prop("speed", "factor", default=1)
    start: k.Time | None = prop("start", "moment", default=0)


class ImagePart(FilmPart):
    """A still picture. Has the properties of all parts, too: ``begin``, ``duration``, ``name`` and ``transition``.

    Args:
        fit: cover, contain, fill. By default "cover".
        image: A file below the film's folder, the bytes of a file, a :class:`Picture`, or a picture of Pillow's.
        zoom: The scales at the part's beginning and end, from 0.01 to 100: (1, 1.15).
    """

    _positional = ("image",)
    _required = ("image",)
    fit: Fit | None = prop("fit", k.words(Fit), default="cover")
    image: k.Image = prop("image", "image", kw_only=False)
    zoom: k.Numbers | None = prop("zoom", "zoom", default=None)


class ColorPart(FilmPart):
    """A colour. Has the properties of all parts, too: ``begin``, ``duration``, ``name`` and ``transition``.

    Args:
        color: As in CSS: tomato, #rgb, #rrggbbaa, rgb(...), hsl(...), color(display-p3 ...).
    """

    _positional = ("color",)
    _required = ("color",)
    color: k.Color = prop("color", "paint", kw_only=False)


def document_of(scene: Scene | SceneDocument) -> dict[str, Any]:
    """Returns the document of a scene in memory."""
    return scene.to_dict() if isinstance(scene, Scene) else scene


def _scene(value: object, place: str) -> object:
    """Returns a scene in memory, or the path of a file."""
    if isinstance(value, Scene) or (isinstance(value, Mapping) and "slot" in value):
        return value
    if isinstance(value, Mapping):
        return SceneDocument(value)
    try:
        return k.checked("file", value, place)
    except TypeError as error:
        raise TypeError(f"{place}: {value!r:.80}; expected a Scene, a document, or a file's path") from error


def _cells(value: object, place: str) -> dict[str, object]:
    """Returns the values of a scene as a row of a table has them: a list, such as a point, as its JSON."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{place}: {value!r:.80}; expected a dictionary")
    cells: dict[str, object] = {}
    for name, each in value.items():
        if not isinstance(name, str):
            raise TypeError(f"{place}: the name {name!r:.80} is no text")
        numbers = k.checked("numbers", each, f"{place}[{name!r}]") if isinstance(each, (list, tuple)) else None
        cells[name] = k.checked("cell", each, f"{place}[{name!r}]") if numbers is None else json.dumps(numbers)
    return cells
