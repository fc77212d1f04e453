"""The files of a film for a command: its document, and its scenes that are in memory."""

from __future__ import annotations

import contextlib
import os
import tempfile
from typing import TYPE_CHECKING, Any

from . import _inputs
from ._parts import SceneDocument, document_of
from ._scene import Scene

if TYPE_CHECKING:
    from ._film import Film


class FilmFiles:
    """The files of a film. The block of ``with`` has them: in a folder of their own, or, if they name files, in the
    folders of these."""

    #: The path of the document.
    path: str

    def __init__(self, film: Film, folder: str, names: dict[str, str]) -> None:
        """Makes none yet.

        Args:
            folder: the folder of the files that the film names.
            names: gets the names of the files in messages, by their paths.
        """
        self._film = film
        self._folder = folder
        self._names = names
        self._stack = contextlib.ExitStack()
        #: The scenes that have files, with these.
        self._scenes: list[tuple[Scene | SceneDocument, str]] = []

    def __enter__(self) -> FilmFiles:
        with self._stack as stack:
            names_files = self._has_files()
            folder = self._folder if names_files else self._new_folder(None)
            # The film reads files below its document's folder alone, and a scene below its own.
            self._base = os.path.realpath(folder)
            self._apart = self._new_folder(folder) if names_files else folder
            self.path = self._new_file(folder, ".film.json", "film")
            self.write()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def write(self) -> None:
        """Writes the film as it is now, its scenes first.

        Raises:
            ValueError: a scene names files that do not lie below the film's folder.
        """
        _write(self.path, self._film.made(self._path_of), "film")

    def _has_files(self) -> bool:
        """Tells whether the film or one of its scenes names a file."""
        scenes: list[Scene | SceneDocument] = []

        def path_of(scene: Scene | SceneDocument) -> str:
            scenes.append(scene)
            return ""

        document = self._film.made(path_of)
        return _inputs.names_file(document, self._folder) or any(map(_names_file, scenes))

    def _path_of(self, scene: Scene | SceneDocument) -> str:
        """Writes a scene, and returns its path as the film has it."""
        file = next((file for each, file in self._scenes if each is scene), None)
        if file is None:
            file = self._file_of(scene)
            self._scenes.append((scene, file))
        _write(file, document_of(scene), self._names[file])
        return os.path.relpath(os.path.realpath(file), self._base)

    def _file_of(self, scene: Scene | SceneDocument) -> str:
        """Makes the file of a scene, where the files lie that it names."""
        name = f"film-{len(self._scenes) + 1}.scene.json"
        if isinstance(scene, Scene) and _names_file(scene):
            if os.path.commonpath([self._base, os.path.realpath(scene.folder)]) != self._base:
                raise ValueError(
                    f"ScenePart.scene: its folder, {scene.folder!r}, is not in the film's, {self._folder!r}")
            return self._new_file(scene.folder, ".scene.json", name)
        file = os.path.join(self._apart, name)
        self._names[file] = name
        return file

    def _new_folder(self, folder: str | None) -> str:
        prefix = "multiplane-" if folder is None else ".multiplane-"
        return self._stack.enter_context(tempfile.TemporaryDirectory(dir=folder, prefix=prefix))

    def _new_file(self, folder: str, suffix: str, name: str) -> str:
        file = self._stack.enter_context(
            tempfile.NamedTemporaryFile(dir=folder, prefix=".multiplane-", suffix=suffix))
        self._names[file.name] = name
        return file.name


def _names_file(scene: Scene | SceneDocument) -> bool:
    return isinstance(scene, Scene) and _inputs.names_file(scene.to_dict(), scene.folder)


def _write(path: str, document: dict[str, Any], name: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(_inputs.json_text(document, name, 2))
