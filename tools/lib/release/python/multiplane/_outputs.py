"""Calls that make several outputs: one for each row of data, and in each of several sizes."""

from __future__ import annotations

import json
from typing import Any, Mapping

from . import _command, _options
from ._errors import CommandError


class Rows:
    """The rows of ``data`` as they ended: the lines of the command's manifest."""

    def __init__(self, manifest: _options.Path | None) -> None:
        """``manifest``: the file of the option of that name; None for standard output."""
        self._file = None if manifest is None else _options.path(manifest, "manifest")
        self._lines: list[bytes] = []

    def read(self, line: bytes) -> None:
        """Takes a line of standard output."""
        self._lines.append(line)

    def ended(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """The rows that have their output, and the rows that failed."""
        lines = self._lines
        if self._file is not None:
            try:
                with open(self._file, "rb") as file:
                    lines = file.readlines()
            except FileNotFoundError:
                lines = []
        rows = [json.loads(line) for line in lines]
        return [row for row in rows if row["status"] == "done"], [row for row in rows if row["status"] == "failed"]


def error_of(
    ended: _command.Ended, made: list[Any], failed: list[dict[str, Any]], said: str | None = None
) -> CommandError:
    """The error of a call that makes several outputs, with those that are there, and the rows that failed.

    Args:
        said: the message, where it is known already.
    """
    error = ended.error(said)
    if failed:
        # The command says how many failed; each one's message is in its row.
        error = type(error)(error.status, f"{error.message}; the first: {failed[0]['error']}")
    error.made, error.failed = made, failed
    return error


def rows_of(options: Mapping[str, Any]) -> Rows | None:
    """The rows of a call with ``data``; None without it."""
    return None if options.get("data") is None else Rows(options.get("manifest"))


def outputs_of_sizes(path: str, sizes: str) -> list[str]:
    """The names that an output has in several sizes, as the command names it."""
    return [path.replace("{size}", size) for size in sizes.split(",")]
