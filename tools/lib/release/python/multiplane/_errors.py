"""The errors of calls."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any


class Note(UserWarning):
    """The category of the command's remarks, such as a picture that is missing, among Python's warnings."""


class CommandError(Exception):
    """The command ended with another exit status than 0."""

    #: The exit status of the command: see the article TheCommand. Negative is a signal that ended it.
    status: int
    #: The message, without what is put before it on a terminal.
    message: str
    #: The films or pictures that were made, of a call that makes several.
    made: list[Any]
    #: The rows that failed, of a call with ``data``, as ``--manifest`` describes them.
    failed: list[dict[str, Any]]

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.made = []
        self.failed = []

    def __reduce__(self) -> tuple[Any, ...]:
        """Says how ``pickle`` and ``copy`` make the error again: a pool of processes hands it on so."""
        return type(self), (self.status, self.message), self.__dict__

    @property
    def pointer(self) -> str | None:
        """The place in a scene's document, as a JSON pointer (RFC 6901): ``/layers/2/fontSize``; None of other
        errors."""
        found = re.search(r":\d+:\d+: (/.*?): ", self.message)
        return found[1] if found else None

    @property
    def may_try_again(self) -> bool:
        """Whether the same call may end otherwise on another machine, or on this one later."""
        return self.status in (69, 73, 75, 130, 143) or self.status < 0


class UsageError(CommandError):
    """An option is not one of the command's, or its value is not (64)."""


class InputError(CommandError):
    """The scene or another input is malformed, asks for more than is allowed, or is not there (65, 66)."""


class Unavailable(CommandError):
    """No OpenGL, GPU, encoder or library that is asked for (69)."""


class TimedOut(CommandError, TimeoutError):
    """The call was not done within its ``timeout`` (75)."""


class LibrariesMissing(Unavailable):
    """Libraries that the command needs are not installed; the message names their packages."""

    #: The file names of the libraries.
    libraries: list[str]

    def __init__(self, libraries: list[str]) -> None:
        known = {}
        for line in Path(__file__).with_name("libraries.txt").read_text().splitlines():
            if not line.startswith("#"):
                name, *packages = line.split()
                known[name] = packages
        lines = [f"libraries of the system are missing: {' '.join(libraries)}; install them by"]
        installers = ("Debian, Ubuntu: apt-get install", "Fedora: dnf install", "Arch: pacman -S")
        for place, installer in enumerate(installers):
            wanted = dict.fromkeys(known[name][place] for name in libraries if name in known)
            lines.append(f"  {installer} {' '.join(wanted)}")
        super().__init__(69, "\n".join(lines))
        self.libraries = libraries

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.libraries,), self.__dict__


#: The error of each exit status that has one of its own.
KINDS: dict[int, type[CommandError]] = {64: UsageError, 65: InputError, 66: InputError, 69: Unavailable}
