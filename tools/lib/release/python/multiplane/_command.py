"""The command: where it is, how it is run to its end, and how its errors are raised."""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import io
import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
import threading
import warnings
from pathlib import Path
from typing import IO, Callable, Iterator, Mapping, NoReturn, Protocol, Sequence

from . import _options
from ._errors import KINDS, CommandError, LibrariesMissing, Note, TimedOut

PROGRAM = "multiplane-program"
#: The most seconds that a command may take to end when it is asked to; it needs milliseconds.
GRACE = 3.0


def version() -> str:
    """The version of the package, which is the command's."""
    return importlib.metadata.version("multiplane")


def program() -> str:
    """The path of the command's binary, which the wheel put among the scripts.

    Raises:
        FileNotFoundError: it is not where pip puts scripts.
    """
    # `pip install --target FOLDER` has them in FOLDER/bin, beside the module.
    schemes = [str(Path(__file__).parent.parent / "bin"), sysconfig.get_path("scripts")]
    user = "posix_user"
    if user in sysconfig.get_scheme_names():
        schemes.append(sysconfig.get_path("scripts", user))
    for folder in schemes:
        path = os.path.join(folder, PROGRAM)
        if os.access(path, os.X_OK):
            return path
    found = shutil.which(PROGRAM)
    if found is None:
        raise FileNotFoundError(f"{PROGRAM}: not in any of {', '.join(schemes)}; install the wheel again")
    return found


@functools.cache
def guard() -> list[str]:
    """The words before a command by which the kernel ends it when the thread that began it is no more, which is with
    its process at the latest: util-linux's ``setpriv``; none where that is not installed.

    A pipe would not do, as children that were forked have it open, too; nor would Python's ``preexec_fn``, which may
    hang where there are threads.
    """
    found = shutil.which("setpriv")
    if found is None:
        return []
    words = [found, "--pdeathsig", "TERM", "--"]
    # BusyBox's knows no such option.
    return words if subprocess.run([*words, "true"], capture_output=True).returncode == 0 else []


class Watcher(Protocol):
    """An object that is told of the commands that a thread starts."""

    def has(self, running: Running) -> None: ...


class _Current(threading.local):
    #: The watcher of this thread's commands; None of a thread whose commands nobody ends.
    watcher: Watcher | None = None


current = _Current()


class Running:
    """A command at work, which any thread can end."""

    def __init__(
        self, process: subprocess.Popen[bytes], messages: IO[bytes], limit: float | None, names: Mapping[str, str]
    ) -> None:
        assert isinstance(process.stdout, io.BufferedReader)
        self._process = process
        self._messages = messages
        self._limit = limit
        self._names = names
        #: Its standard output.
        self.output = process.stdout
        self._timers: list[threading.Timer] = []
        #: Whether its time is up.
        self.is_late = False

    def ended(self) -> Ended:
        """Waits for its end, and returns it."""
        status = self._process.wait()
        self._messages.seek(0)
        text = self.named(self._messages.read()).decode(errors="replace")
        return Ended(status, text, self._limit if self.is_late and status != 0 else None)

    def named(self, message: bytes) -> bytes:
        """Returns a message with the names of files."""
        for path, name in self._names.items():
            message = message.replace(os.fsencode(path), name.encode())
        return message

    def end(self) -> None:
        """Ends it as a signal does, so that it leaves no file; one that is stopped is killed."""
        self._process.terminate()
        self._after(GRACE, self._process.kill)

    def end_after(self, seconds: float) -> None:
        """Ends it when it is still at work after so many seconds."""
        self._after(seconds, self._end_late)

    def forget(self) -> None:
        """Stops all clocks, as it has ended."""
        for timer in self._timers:
            timer.cancel()

    def _end_late(self) -> None:
        self.is_late = True
        self.end()

    def _after(self, seconds: float, act: Callable[[], None]) -> None:
        timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), act)
        timer.daemon = True
        self._timers.append(timer)
        timer.start()


class Ended:
    """A command that has ended."""

    def __init__(self, status: int, messages: str, limit: float | None = None) -> None:
        #: The exit status.
        self.status = status
        #: The text that it wrote to standard error.
        self.messages = messages
        #: The seconds of the limit that ended it; None of one that ended by itself.
        self.limit = limit

    @property
    def notes(self) -> tuple[str, ...]:
        """Its remarks, without what is put before them on a terminal. Further lines of a remark are indented."""
        found = re.findall(r"^multiplane: (?:note|warning): (.*(?:\n .*)*)", self.messages, flags=re.MULTILINE)
        return tuple(found)

    def warn(self) -> tuple[str, ...]:
        """Gives the notes to Python's warnings, at the line that called the module; returns them."""
        for note in self.notes:
            # 1 is this function, 2 the module's, 3 its caller.
            warnings.warn(note, Note, stacklevel=3)
        return self.notes

    def fail(self) -> NoReturn:
        """Raises what it said as it ended."""
        raise self.error()

    def error(self, message: str | None = None) -> CommandError:
        """The error that it ended with; a message that is known already goes before that of standard error."""
        if self.limit is not None:
            return TimedOut(75, f"not done within the {self.limit:g} seconds of timeout")
        # 127 is the dynamic linker's, before the command has begun.
        missing = missing_libraries() if self.status == 127 else []
        if missing:
            return LibrariesMissing(missing)
        # The last message; notes and warnings stand before it, usage behind it.
        said = re.sub(
            r"\A.*^multiplane: error: ", "", self.messages.strip(), flags=re.DOTALL | re.MULTILINE)
        return KINDS.get(self.status, CommandError)(self.status, message or said or f"ended with status {self.status}")


@contextlib.contextmanager
def begun(
    subcommand: str, words: Sequence[str], *, timeout: float | None = None, names: Mapping[str, str] = {},
    document: bytes | None = None,
) -> Iterator[Running]:
    """Begins a subcommand, which has ended when the block is left.

    Args:
        timeout: the most seconds that it may take.
        names: the names that its messages give to files, by their paths.
        document: the bytes for its standard input; None for none.
    """
    limit = _options.seconds(timeout)
    command = [*guard(), program(), subcommand, *words]
    # Its messages go to a file: a pipe that nobody reads would stop it.
    with tempfile.TemporaryFile() as messages:
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL if document is None else subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=messages
        ) as process:
            if document is not None:
                threading.Thread(target=_feed, args=(process.stdin, document), daemon=True).start()
            running = Running(process, messages, limit, names)
            try:
                if limit is not None:
                    running.end_after(limit)
                if current.watcher is not None:
                    current.watcher.has(running)
                yield running
            finally:
                if process.poll() is None:
                    running.end()
                    process.wait()
                running.forget()


def _feed(pipe: IO[bytes], document: bytes) -> None:
    """Writes a document, which a command that fails before does not read."""
    with contextlib.suppress(BrokenPipeError), pipe:
        pipe.write(document)


def run(
    subcommand: str, words: Sequence[str], *, timeout: float | None = None,
    read: Callable[[bytes], None] = lambda line: None, names: Mapping[str, str] = {}, document: bytes | None = None,
) -> Ended:
    """Runs a subcommand to its end, as :func:`begun` does.

    Args:
        read: is called with each line of standard output. What it raises ends the command, and is raised again.
    """
    with begun(subcommand, words, timeout=timeout, names=names, document=document) as running:
        for line in running.output:
            read(running.named(line))
        return running.ended()


def missing_libraries() -> list[str]:
    """The file names of libraries that the dynamic linker does not find."""
    traced = subprocess.run(
        [program()], env={**os.environ, "LD_TRACE_LOADED_OBJECTS": "1"}, capture_output=True, text=True)
    return re.findall(r"^\s*(\S+) => not found", traced.stdout, flags=re.MULTILINE)
