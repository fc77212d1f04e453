"""The page that shows a scene."""

from __future__ import annotations

import contextlib
import html
import weakref
from typing import TYPE_CHECKING, Any

from . import _command, _inputs, _options
from ._kinds import address_of

if TYPE_CHECKING:
    from ._scene import Scene


class Preview:
    """A page in the browser that shows a scene, until it is closed, no longer used, or Python ends. A notebook shows
    its address, and the scene's frame at second 1. ``with`` closes it at the block's end."""

    #: The page's address. Only this machine reaches it, unless ``bind`` says otherwise.
    url: str

    def __init__(self, scene: Scene, **options: _options.Argument) -> None:
        """Shows a scene; :meth:`Scene.preview` is the way to make one.

        Raises:
            CommandError: there is no page; UsageError, LibrariesMissing among them.
        """
        self._scene = scene
        stack = contextlib.ExitStack()
        with stack:
            self._inputs = stack.enter_context(_inputs.Inputs(scene))
            words = _options.arguments(options)
            running = stack.enter_context(_command.begun("preview", [*words, "--", self._inputs.scene]))
            self.url = running.output.readline().decode().strip()
            if not self.url:
                running.ended().fail()
            self.close = weakref.finalize(self, stack.pop_all().close)

    def update(self) -> None:
        """Shows the scene as it is now."""
        self._inputs.write(self._scene)

    def __enter__(self) -> Preview:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<multiplane.Preview {self.url}>"

    def _repr_html_(self) -> str:
        picture = address_of(self._scene.render(at=1, quiet=True))
        address = html.escape(self.url)
        return (f'<a href="{address}" target="_blank">{address}</a><br>'
                f'<a href="{address}" target="_blank"><img src="{picture}" style="max-width: 100%"></a>')
