"""The command: where it is, its options, how it is run, and how its errors are raised."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Mapping, NoReturn, Sequence, Union

#: The value of an option: True is an option without one, False and None leave it out; a sequence gives it several
#: times, and so does a mapping, as ``name=value``.
Argument = Union[
    None, bool, str, int, float, "os.PathLike[str]", Sequence[object], Mapping[str, object]
]

PROGRAM = "multiplane-program"


class CommandError(Exception):
    """The command ended with another exit status than 0."""

    #: The exit status of the command: see its table in the README. Negative is a signal that ended it.
    status: int
    #: The message, without what is put before it on a terminal.
    message: str

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message

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
            packages = dict.fromkeys(known[name][place] for name in libraries if name in known)
            lines.append(f"  {installer} {' '.join(packages)}")
        super().__init__(69, "\n".join(lines))
        self.libraries = libraries


def version() -> str:
    """The version of the package, which is the command's."""
    return importlib.metadata.version("multiplane")


def program() -> str:
    """The path of the command's binary, which the wheel put among the scripts.

    Raises:
        FileNotFoundError: it is not where pip puts scripts.
    """
    schemes = [sysconfig.get_path("scripts")]
    user = "posix_user"
    if user in sysconfig.get_scheme_names():
        schemes.append(sysconfig.get_path("scripts", user))
    # `pip install --target FOLDER` has them in FOLDER/bin.
    schemes.append(str(Path(__file__).parent.parent / "bin"))
    for folder in schemes:
        path = os.path.join(folder, PROGRAM)
        if os.access(path, os.X_OK):
            return path
    found = shutil.which(PROGRAM)
    if found is None:
        raise FileNotFoundError(f"{PROGRAM}: not in any of {', '.join(schemes)}; install the wheel again")
    return found


def arguments(options: Mapping[str, Argument]) -> list[str]:
    """Options as the command line has them.

    Raises:
        TypeError: a value is of no kind that an option has.
    """
    words: list[str] = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, Mapping):
            words += [f"{option}={key}={plain(name, each)}" for key, each in value.items()]
        elif isinstance(value, (str, int, float, os.PathLike)):
            words.append(f"{option}={plain(name, value)}")
        elif isinstance(value, Sequence):
            words += [f"{option}={plain(name, each)}" for each in value]
        else:
            words.append(f"{option}={plain(name, value)}")
    return words


def plain(name: str, value: object) -> str:
    """A value's text; numbers of numpy and pandas are numbers, too."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (str, int, float)) or hasattr(value, "__float__"):
        return str(value)
    raise TypeError(f"{name}: {type(value).__name__} is no value of an option")


def scene_argument(scene: str | os.PathLike[str]) -> str:
    """A scene's path or name, so that one that begins with a dash is no option."""
    text = os.fspath(scene)
    return f"./{text}" if text.startswith("-") else text


def run(subcommand: str, words: Sequence[str], accepted: Sequence[int] = (0,)) -> bytes:
    """Runs a subcommand to its end, and gives what it wrote to standard output.

    Raises:
        CommandError: it ended with a status that is not accepted.
    """
    done = subprocess.run([program(), subcommand, *words], stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode not in accepted:
        fail(done.returncode, done.stderr.decode(errors="replace"))
    return done.stdout


def fail(status: int, text: str) -> NoReturn:
    """Raises what the command wrote to standard error as it ended."""
    # 127 is the dynamic linker's, before the command has begun.
    if status == 127:
        missing = missing_libraries()
        if missing:
            raise LibrariesMissing(missing)
    # The last message; notes and warnings stand before it, usage behind it.
    message = re.sub(r"\A.*^multiplane: error: ", "", text.strip(), flags=re.DOTALL | re.MULTILINE)
    kinds = {64: UsageError, 65: InputError, 66: InputError, 69: Unavailable}
    raise kinds.get(status, CommandError)(status, message or f"ended with status {status}")


def missing_libraries() -> list[str]:
    """The file names of libraries that the dynamic linker does not find."""
    traced = subprocess.run(
        [program()], env={**os.environ, "LD_TRACE_LOADED_OBJECTS": "1"}, capture_output=True, text=True)
    return re.findall(r"^\s*(\S+) => not found", traced.stdout, flags=re.MULTILINE)
