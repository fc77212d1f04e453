"""Calls that are at work while their caller goes on."""

from __future__ import annotations

import threading
from concurrent.futures import Future, InvalidStateError
from typing import TYPE_CHECKING, Any, Callable, Generator, TypeVar

from . import _command

Result = TypeVar("Result")
if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    Parameters = ParamSpec("Parameters")


class Call(Future[Result]):
    """A call at work in a thread of its own: a future, as those of ``concurrent.futures``, that can be awaited, too."""

    def __init__(self, work: Callable[[], Result]) -> None:
        """Begins to work; :func:`start` is the way to make one."""
        super().__init__()
        self._work = work
        self._command: _command.Running | None = None
        self._lock = threading.Lock()
        # When Python ends, so does the command.
        threading.Thread(target=self._run, name="multiplane", daemon=True).start()

    def cancel(self) -> bool:
        """Ends the command, which leaves no file; ``result()`` and ``await`` raise ``CancelledError`` then. False of
        a call that is done."""
        if not super().cancel():
            return False
        with self._lock:
            command = self._command
        if command is not None:
            command.end()
        return True

    def running(self) -> bool:
        """Whether it is at work."""
        return not self.done()

    def __await__(self) -> Generator[Any, None, Result]:
        """The result, by asyncio's loop. Where the task that waits is cancelled, so is the call."""
        import asyncio

        return asyncio.wrap_future(self).__await__()

    def has(self, running: _command.Running) -> None:
        """Notes the command that the call has begun."""
        with self._lock:
            self._command = running
        if self.cancelled():
            running.end()

    def _run(self) -> None:
        _command.current.watcher = self
        try:
            try:
                result = self._work()
            except BaseException as error:
                self.set_exception(error)
            else:
                self.set_result(result)
        except InvalidStateError:
            # It was cancelled: who waits for several calls learns of it when the command has ended.
            self.set_running_or_notify_cancel()


def start(
    function: Callable[Parameters, Result], *arguments: Parameters.args, **options: Parameters.kwargs
) -> Call[Result]:
    """Begins a call, and returns at once:

        call = multiplane.start(multiplane.video, "badge.json", "badge.mp4", timeout=60)
        call.cancel()                # or call.result(), or in a coroutine: film = await call

    Args:
        function: :func:`render`, :func:`video`, :func:`check`, :func:`info`, or a function that calls them.
        arguments: the function's, and so are the options.

    A ``progress`` of the call is called in its thread.
    """
    return Call(lambda: function(*arguments, **options))
