"""The machine."""

from __future__ import annotations

import json
from typing import Any

from . import _command


def info() -> dict[str, Any]:
    """What draws, GPUs, encoders and libraries, as ``multiplane info --json`` reports them: each encoder with
    ``isUsable``, or the ``problem``.

    Raises:
        CommandError: the command cannot be run.
    """
    report: dict[str, Any] = json.loads(_command.run("info", ["--json"]))["report"]
    return report
