"""Films of parts that are built in Python."""

from __future__ import annotations

import pathlib
import re
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence, Union

from . import _inputs, _options
from . import _kinds as k
from ._built import Built
from ._document import Part, prop
from ._parts import FilmPart, SceneDocument, Sound, document_of
from ._scene import Scene

if TYPE_CHECKING:
    from typing_extensions import Self

_AnyPart = Union[FilmPart, Mapping[str, object]]
_AnyParts = Union[Sequence[_AnyPart], Mapping[str, object]]
_AnySound = Union[Sound, Mapping[str, object]]
_AnySounds = Union[Sequence[_AnySound], Mapping[str, object]]


class Film(Built):
    """A film of parts: scenes, clips, pictures and colours one after the other, with transitions, captions and sound.

        film = multiplane.Film((1280, 720), rate=30)
        film.add(multiplane.ScenePart(title, duration=3, values={"Title": "Northern lights"}),
                 multiplane.ClipPart("night.mp4", start=2, end=7, transition="fade"),
                 multiplane.ColorPart("black", duration=1, transition=multiplane.Transition("fade", duration=1)))
        film.add_sound(multiplane.Sound("music.mp3", loop=True, duck=True, gain=0.5, fade_out=2))
        film.video("show.mp4")

    A call has the options of :func:`render` and :func:`video`. A part that is a dictionary is one as JSON has it.
    """

    _KIND = "film"
    background: k.Color | None = prop("background", "paint", default="black")
    captions: k.Film | None = prop("captions", "file", default=None)
    loudness: k.Number | None = prop("loudness", "loudness", default=None)
    over: _AnyParts | None = prop("over", "filmPart[]", default=None)
    parts: _AnyParts | None = prop("parts", "filmPart[]", default=None)
    rate: k.Number | None = prop("rate", "rate", default=None)
    size: k.Size | None = prop("size", "size", default=None)
    sounds: _AnySounds | None = prop("sounds", "sound[]", default=None)

    def __init__(
        self, size: k.Size, parts: Sequence[_AnyPart] = (), *, rate: k.Number | None = None,
        background: k.Color | None = None, over: Sequence[_AnyPart] = (), sounds: Sequence[_AnySound] = (),
        captions: k.Film | None = None, loudness: k.Number | None = None, folder: _options.Path = ".",
    ) -> None:
        """Makes a film.

        Args:
            size: width and height in points; several by their aspects, ``{"16:9": (1920, 1080), "9:16": ...}``.
            parts: :class:`ScenePart`, :class:`ClipPart`, :class:`ImagePart` and :class:`ColorPart` in their order, at
                most 1,000.
            rate: frames a second, from 1 to 240, which the option ``fps`` overrides; by default those of the command.
            background: the colour behind all parts, as in CSS; by default black.
            over: parts over the others, each from its ``begin`` on.
            sounds: of class :class:`Sound`.
            captions: a file of captions, as the option ``captions`` takes it.
            loudness: that of all sound, in LUFS (EBU R 128) from -70 to 0, which the option ``loudness`` overrides; by
                default the sound is as it is.
            folder: the folder of the files that parts name; by default the current one.

        Raises:
            TypeError, ValueError: a value is not of its property's kind.
        """
        super().__init__()
        self.size, self.rate, self.background, self.captions = size, rate, background, captions
        self.parts, self.over, self.sounds, self.loudness = parts, over, sounds, loudness
        self._set_folder(folder)

    def add(self, *parts: FilmPart) -> Self:
        """Adds parts behind those that it has. Returns the film."""
        self._append("parts", parts)
        return self

    def add_over(self, *parts: FilmPart) -> Self:
        """Adds parts that lie over the others, each from its ``begin`` on. Returns the film."""
        self._append("over", parts)
        return self

    def add_sound(self, *sounds: Sound) -> Self:
        """Adds sounds. Returns the film."""
        self._append("sounds", sounds)
        return self

    def scenes(self, name: str = "film") -> dict[str, dict[str, Any]]:
        """Returns the documents of the scenes that are no files, by the paths that :meth:`to_dict` has for them."""
        return self._documents(name)[1]

    def to_dict(self, name: str = "film") -> dict[str, Any]:
        """Returns the document, for ``json.dumps``. Its scenes are files: those of :meth:`scenes` lie beside it.

        Args:
            name: the beginning of the names of the scenes' files, as ``film-1.scene.json``.
        """
        return self._documents(name)[0]

    def to_json(self, name: str = "film") -> str:
        """Returns the text of the document, a ``.film.json``, as :meth:`to_dict` does."""
        return _inputs.json_text(self.to_dict(name), "film", 2)

    def save(self, path: _options.Path) -> None:
        """Writes the document, and beside it the scenes that are no files: ``show.film.json`` has
        ``show-1.scene.json``. The command seeks there, too, the files that they name."""
        file = pathlib.Path(_options.path(path, "path"))
        document, scenes = self._documents(re.sub(r"(\.film)?\.json$", "", file.name))
        texts = {name: _inputs.json_text(each, name, 2) for name, each in {**scenes, file.name: document}.items()}
        for name, text in texts.items():
            file.with_name(name).write_text(text, encoding="utf-8")

    def made(self, path_of: Callable[[Scene | SceneDocument], str]) -> dict[str, Any]:
        """Returns the document with the paths that a function gives to the scenes in memory, to each of them once."""
        paths: dict[int, str] = {}

        def path(value: object) -> Any:
            if not isinstance(value, (Scene, SceneDocument)):
                return None
            if id(value) not in paths:
                paths[id(value)] = path_of(value)
            return paths[id(value)]

        document = self._plain(path)
        document.setdefault("parts", [])
        return document

    def _documents(self, name: str) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Returns the document, and those of the scenes by their files' names."""
        scenes: dict[str, dict[str, Any]] = {}

        def path_of(scene: Scene | SceneDocument) -> str:
            file = f"{name}-{len(scenes) + 1}.scene.json"
            scenes[file] = document_of(scene)
            return file

        return self.made(path_of), scenes

    def _checked(self, kind: k.Kind, value: object, place: str) -> object:
        checked = super()._checked(kind, value, place)
        for name, foreign in (("parts", "begin"), ("over", "transition")):
            if place == f"{type(self).__name__}.{name}" and isinstance(checked, list):
                for each in checked:
                    if isinstance(each, Part) and foreign in each._members:
                        raise ValueError(f"{place}: {each!r:.80}; expected no {foreign!r}")
        return checked
