"""The scene and the rows of a call, as the command reads them."""

from __future__ import annotations

import contextlib
import json
import numbers
import os
import tempfile
import urllib.parse
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Mapping, Sequence, Union

from . import _command, _options

if TYPE_CHECKING:
    from ._built import Built
    from ._film_files import FilmFiles

#: A scene: a file or ``demo:NAME``, a :class:`Scene` or :class:`Film`, the dictionary of a document, or a file's bytes.
Scene = Union[_options.Path, "Built", Mapping[str, Any], bytes]
#: Rows of data: a file, or dictionaries.
Rows = Union[_options.Path, Sequence[Mapping[str, Any]]]
#: The suffixes of bytes by their beginning: JSON, CAML, and archives.
_SUFFIXES = {b"{": ".scene.json", b"<": ".caml", b"PK\3\4": ".lottie"}


class Inputs:
    """The scene and the rows of a call. A document in memory goes to the command by a pipe; the block of ``with`` has
    the files of what else is in memory: in a folder of their own, or, if they name files, in the folder of these."""

    #: The scene, and the file of rows, as the command line has them.
    scene: str
    data: str | None
    #: The names of the files in messages, by their paths.
    names: dict[str, str]

    def __init__(self, scene: Scene, folder: object = None, data: object = None, is_file: bool = False) -> None:
        """Makes the text of what is in memory.

        Args:
            folder: the folder of the files that a document or a row names; None for the scene's own.
            is_file: whether the command needs the scene as a file.

        Raises:
            TypeError: the scene or a row is of another type.
            ValueError: JSON cannot say a value.
        """
        # Those modules use this one.
        from ._built import Built
        from ._film import Film

        self._stack = contextlib.ExitStack()
        self._folder = None if folder is None else _options.path(folder, "folder")  # type: ignore[arg-type]
        self.names = {}
        #: The document for the command's standard input; None of a scene in a file.
        self._document: bytes | None = None
        self._is_file = is_file
        self._texts: list[tuple[str, str, bytes, object]] = []
        self._film = scene if isinstance(scene, Film) else None
        self._files: FilmFiles | None = None
        if isinstance(scene, Built):
            self._folder = self._folder or scene.folder
            # A film's files are made when it is read.
            if self._film is None:
                self._add(scene.to_json().encode(), ".scene.json", scene.to_dict())
        elif isinstance(scene, Mapping):
            self._add(json_text(scene, "scene", 2).encode(), ".scene.json", scene)
        elif isinstance(scene, bytes) and (suffix := _suffix(scene)):
            self._add(scene, suffix, None)
        else:
            self.scene = _options.scene(scene)  # type: ignore[arg-type]
        if data is None or isinstance(data, (str, os.PathLike, bytes)):
            self.data = None if data is None else _options.path(data, "data")  # type: ignore[arg-type]
        else:
            rows = [_row(each, number) for number, each in enumerate(_records(data), 1)]
            self._texts.append(("rows", ".jsonl", "\n".join(json_text(each, "row") for each in rows).encode(), rows))

    def _add(self, text: bytes, suffix: str, value: object) -> None:
        """Adds the text of the scene."""
        # An archive's parts are found from its end.
        if self._is_file or suffix == ".lottie":
            self._texts.append(("scene", suffix, text, value))
            return
        self._document = text
        self.scene = "-"
        self.names["standard input"] = "scene"
        self.names[os.devnull] = "folder"

    def __enter__(self) -> Inputs:
        from ._film_files import FilmFiles

        with contextlib.ExitStack() as stack:
            if self._film is not None and self._folder is not None:
                self._files = stack.enter_context(FilmFiles(self._film, self._folder, self.names))
                self.scene = self._files.path
            for name, suffix, text, value in self._texts:
                folder = self._folder
                if folder is None or not names_file(value, folder):
                    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="multiplane-"))
                file = stack.enter_context(
                    tempfile.NamedTemporaryFile(dir=folder, prefix=".multiplane-", suffix=suffix))
                file.write(text)
                file.flush()
                self.names[file.name] = name
                if name == "scene":
                    self.scene = file.name
                else:
                    self.data = file.name
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def begun(
        self, subcommand: str, words: Sequence[str], *, timeout: float | None = None
    ) -> contextlib.AbstractContextManager[_command.Running]:
        """Begins a subcommand with the scene and the rows, as :func:`_command.begun` does."""
        return _command.begun(
            subcommand, self._arguments(words), timeout=timeout, names=self.names, document=self._document)

    def run(
        self, subcommand: str, words: Sequence[str], *, timeout: float | None = None,
        read: Callable[[bytes], None] = lambda line: None,
    ) -> _command.Ended:
        """Runs a subcommand with the scene and the rows to its end, as :func:`_command.run` does."""
        return _command.run(
            subcommand, self._arguments(words), timeout=timeout, read=read, names=self.names, document=self._document)

    def _arguments(self, words: Sequence[str]) -> list[str]:
        """Returns a subcommand's words with those of the rows, and of the folder of the document's files; without one
        the document names none."""
        rows = [] if self.data is None else [f"--data={self.data}"]
        folder = [] if self._document is None else [f"--folder={self._folder or os.devnull}"]
        return [*words, *rows, *folder, "--", self.scene]

    def write(self, scene: Built) -> None:
        """Writes the scene again, for a command that looks at its file."""
        if self._files is not None:
            return self._files.write()
        with open(self.scene, "w", encoding="utf-8") as file:
            file.write(scene.to_json())


def _suffix(scene: bytes) -> str | None:
    """Returns the suffix of a file's bytes; None of the bytes of a path."""
    text = scene.lstrip(b"\xef\xbb\xbf \r\n\t")
    return next((suffix for head, suffix in _SUFFIXES.items() if text.startswith(head)), None)


def json_text(value: object, name: str, indent: int | None = None) -> str:
    """Returns the JSON of a value, which an error names."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from None


def _records(data: object) -> Iterable[object]:
    """Returns the rows, of a data frame of pandas, too."""
    records = getattr(data, "to_dict", None)
    if records is not None:
        found: list[object] = records("records")
        return found
    if isinstance(data, Iterable):
        return data
    raise TypeError(f"data: {data!r:.80} is no file and no list of rows")


def _row(row: object, number: int) -> dict[str, object]:
    """Returns a row as the command reads it: a text, a number, or None of each column."""
    if not isinstance(row, Mapping):
        raise TypeError(f"data: row {number}: {row!r:.80}; expected a dictionary")
    values: dict[str, object] = {}
    for column, value in row.items():
        name = f"data: row {number}: {column}"
        if not isinstance(column, str):
            raise TypeError(f"{name}: the name of a column is a text")
        if isinstance(value, (list, tuple)):
            # Such as a point: a slot takes its JSON.
            values[column] = json_text(value, name)
        elif value is None or _options.truth(value) is not None:
            values[column] = None if value is None else bool(value)
        else:
            text = _options.plain(name, value)
            # The command writes 5.0 as 5, which a column with gaps has in pandas.
            is_float = isinstance(value, numbers.Real) and not isinstance(value, numbers.Rational)
            values[column] = float(text) if is_float else text
    return values


def names_file(value: object, folder: str) -> bool:
    """Tells whether a document or a row names a file of a folder."""
    return any(_is_file(folder, each) for each in _strings(value))


def _strings(value: object) -> Iterator[str]:
    """Yields all texts of a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _strings(each)


def _is_file(folder: str, text: str) -> bool:
    """Tells whether a text names a file of the folder: as it is, without escapes, or without a clip's seconds."""
    return any(
        name and os.path.isfile(os.path.join(folder, name))
        for name in {text, urllib.parse.unquote(text), text.partition("@")[0]})
