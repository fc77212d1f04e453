"""The page that shows a scene."""

from __future__ import annotations

import contextlib
import html
import weakref
from typing import TYPE_CHECKING, Any

from . import _inputs, _options
from ._kinds import address_of

if TYPE_CHECKING:
    from ._built import Built


class Preview:
    """A page in the browser that shows a scene, until it is closed, no longer used, or Python ends. ``with`` closes it
    at the block's end.

    A notebook shows the page itself, and under it the page's address and the scene's frame at second 1. The browser of
    a notebook on another machine does not reach the page there: it shows the address and the frame alone.
    """

    #: The page's address. Only this machine reaches it, unless ``bind`` says otherwise.
    url: str

    def __init__(self, scene: Built, **options: _options.Argument) -> None:
        """Shows a scene; :meth:`Scene.preview` and :meth:`Film.preview` are the ways to make one.

        Raises:
            CommandError: there is no page; UsageError, LibrariesMissing among them.
        """
        self._scene = scene
        stack = contextlib.ExitStack()
        with stack:
            self._inputs = stack.enter_context(_inputs.Inputs(scene, is_file=True))
            # Pages of this machine, such as a notebook's, may show it.
            words = _options.arguments({**options, "embed": True})
            running = stack.enter_context(self._inputs.begun("preview", words))
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
        return (f'<iframe src="{address}" width="100%" height="640" style="border: 0"></iframe><br>'
                f'<a href="{address}" target="_blank">{address}</a><br>'
                f'<a href="{address}" target="_blank"><img src="{picture}" style="max-width: 100%"></a>')
