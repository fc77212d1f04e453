"""The machine."""

from __future__ import annotations

import json
from typing import Any

from . import _command


def info(*, timeout: float | None = None) -> dict[str, Any]:
    """What draws, GPUs, encoders and libraries, as ``multiplane info --json`` reports them: each encoder with
    ``isUsable``, or the ``problem``.

    Args:
        timeout: the most seconds that it may take.

    Raises:
        CommandError: the command cannot be run; TimedOut among them.
    """
    written: list[bytes] = []
    ended = _command.run("info", ["--json"], timeout=timeout, read=written.append)
    if ended.status != 0:
        ended.fail()
    report: dict[str, Any] = json.loads(b"".join(written))["report"]
    return report
