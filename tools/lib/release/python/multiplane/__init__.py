"""Core Animation scenes to pictures and films: a thin layer over the command ``multiplane``.

    import multiplane

    picture = multiplane.render("badge.json", at=0.8, background="white")
    picture.save("badge.png")
    film = multiplane.video("badge.json", "badge.mp4", progress=lambda p: print(p.frame, "of", p.total))

Options are those of the command, with underscores for dashes: ``--max-time 60`` is ``max_time=60``. True is an option
without a value; a list, or a dictionary of names and values, gives an option several times:
``text={"Title": "Thank you"}`` is ``--text "Title=Thank you"``. ``multiplane help render`` lists them.

What fails raises :class:`CommandError`, with the command's exit status and message.
"""

from ._check import Finding, Report, check
from ._command import Argument, CommandError, InputError, LibrariesMissing, Unavailable, UsageError, version
from ._info import info
from ._render import Picture, render
from ._video import Film, Progress, video

__all__ = [
    "Argument", "CommandError", "Film", "Finding", "InputError", "LibrariesMissing", "Picture", "Progress", "Report",
    "Unavailable", "UsageError", "check", "info", "render", "version", "video",
]
__version__ = version()
