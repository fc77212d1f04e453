"""Core Animation scenes to pictures and films: a thin layer over the command ``multiplane``.

    import multiplane

    picture = multiplane.render("badge.json", at=0.8, background="white")
    picture.save("badge.png")
    film = multiplane.video("badge.json", "badge.mp4", progress=lambda p: print(p.frame, "of", p.total))

A scene may be built of layers, too, by the classes that ``multiplane schema scene`` describes:

    scene = multiplane.Scene((640, 360), background="#101820")
    scene.add(multiplane.TextLayer(multiplane.Slot("Title", "Hello"), font_size=48, center_x="50%", center_y="50%"))
    films = scene.video("{name}.mp4", rows=[{"name": "ada", "Title": "Thank you Ada"}])

A film of parts has scenes, clips, pictures and colours one after the other:

    show = multiplane.Film((640, 360), rate=30)
    show.add(multiplane.ScenePart(scene, duration=3), multiplane.ColorPart("black", duration=1, transition="fade"))
    show.video("show.mp4")

Options are those of the command, with underscores for dashes: ``--max-time 60`` is ``max_time=60``. True is an option
without a value; a list, or a dictionary of names and values, gives an option several times:
``text={"Title": "Thank you"}`` is ``--text "Title=Thank you"``. ``multiplane help render`` lists them.

All calls take a ``timeout`` in seconds, and :func:`start` begins one that goes on beside its caller. What the command
remarks is in ``notes`` of what it made, and among Python's warnings (:class:`Note`). What fails raises
:class:`CommandError`, with the command's exit status and message.
"""

from ._call import Call, start
from ._check import Finding, Report, check
from ._command import version
from ._errors import CommandError, InputError, LibrariesMissing, Note, TimedOut, Unavailable, UsageError
from ._film import Film
from ._frames import frames
from ._info import info
from ._kinds import Slot
from ._layers import (
    Animation, EmitterCell, EmitterLayer, Filter, GradientLayer, ImageLayer, Layer, ReplicatorLayer, ScrollLayer,
    ShapeLayer, Stack, State, TextLayer, TransformLayer, VideoLayer,
)
from ._options import Argument, Size
from ._parts import ClipPart, ColorPart, ImagePart, ScenePart, Sound, Transition
from ._picture import Picture
from ._preview import Preview
from ._render import render
from ._scene import Scene
from ._video import FilmResult, Progress, video

__all__ = [
    "Animation", "Argument", "Call", "ClipPart", "ColorPart", "CommandError", "EmitterCell", "EmitterLayer", "Film",
    "FilmResult", "Filter", "Finding", "GradientLayer", "ImageLayer", "ImagePart", "InputError", "Layer",
    "LibrariesMissing", "Note", "Picture", "Preview", "Progress", "ReplicatorLayer", "Report", "Scene", "ScenePart",
    "ScrollLayer", "ShapeLayer", "Size", "Slot", "Sound", "Stack", "State", "TextLayer", "TimedOut", "TransformLayer",
    "Transition", "Unavailable", "UsageError", "VideoLayer", "check", "frames", "info", "render", "start", "version",
    "video",
]
__version__ = version()
