"""What is wrong with a scene."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from . import _inputs, _options


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a scene."""

    #: ``error``, ``warning`` or ``note``.
    severity: str
    #: Such as ``cut-text``.
    rule: str
    message: str
    #: What to do.
    advice: str
    #: The names of the layers on the way to it, ``Card/Title``; None of the whole scene.
    layer: str | None
    #: Stretches of the scene's time, in seconds.
    times: list[tuple[float, float]]


@dataclass(frozen=True)
class Report:
    """What a check found, the worst first."""

    findings: list[Finding]
    #: All that the command reports, as tools/schema of the sources describes it.
    report: dict[str, Any]

    @property
    def is_good(self) -> bool:
        """Whether there is no error; warnings and notes there may be."""
        return all(finding.severity != "error" for finding in self.findings)


def check(scene: _inputs.Scene, *, timeout: float | None = None, **options: _options.Argument) -> Report:
    """Looks at a scene and its frames: ``multiplane check``. Findings are no error.

    Args:
        scene: a file, or ``demo:NAME``; a :class:`Scene` or :class:`Film`, a document as a dictionary, or the bytes
            of a file.
        timeout: the most seconds that the call may take.
        options: the command's, such as ``duration``, ``every`` (seconds), ``expect`` (a file), ``crops`` (a folder),
            ``folder`` (of the files that a dictionary names).

    Raises:
        CommandError: the scene could not be looked at; TimedOut among them.
    """
    size = options.get("size")
    if options.get("data") is not None or (size is not None and _options.sizes(size)[1]):
        raise ValueError("data, size: a check is of one scene in one size; give a row's values by text, color or slot")
    inputs = _inputs.Inputs(scene, options.pop("folder", None))
    words = _options.arguments({**options, "json": True})
    written: list[bytes] = []
    with inputs:
        ended = inputs.run("check", words, timeout=timeout, read=written.append)
    # 1 says that something was found.
    if ended.status not in (0, 1):
        ended.fail()
    report = json.loads(b"".join(written))["report"]
    ended.warn()
    findings = [
        Finding(
            each["severity"], each["rule"], each["message"], each["advice"], each.get("layer"),
            [(begin, end) for begin, end in each["times"]])
        for each in report["findings"]
    ]
    return Report(findings, report)
