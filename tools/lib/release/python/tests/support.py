"""What the tests of the module share.

`python -m unittest discover` runs them: by the installed wheel (tools/lib/release/prove), and in tools/test by the
command that was built with the tests. BADGE is the Lottie file of the repository's .assets.
"""

import json
import os
import tempfile
import unittest
from pathlib import Path

BADGE = os.environ.get("BADGE", "badge.json")


def lottie(color, width=40, height=30):
    """A document of one rectangle that fills the frame."""
    red, green, blue = color
    return {
        "v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": width, "h": height, "layers": [{
            "ty": 1, "nm": "Plate", "ind": 1, "ip": 0, "op": 10, "st": 0, "sw": width, "sh": height,
            "sc": f"#{red:02x}{green:02x}{blue:02x}", "ks": {},
        }],
    }


def without_picture(color=(1, 2, 3)):
    """A document with an image whose file is missing."""
    document = lottie(color)
    document["layers"].append({
        "ty": 2, "nm": "Picture", "ind": 2, "refId": "gone", "ip": 0, "op": 10, "st": 0, "ks": {}})
    document["assets"] = [{"id": "gone", "w": 4, "h": 4, "u": "", "p": "gone.png", "e": 0}]
    return document


class Case(unittest.TestCase):
    """A test with a folder of its own, which holds plate.json."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="multiplane-test-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.plate = self.write("plate.json", json.dumps(lottie((10, 200, 30))))

    def write(self, name, text):
        """The path of a file of the folder."""
        path = self.folder / name
        path.write_text(text)
        return path

    def names(self):
        """The names of the files in the folder."""
        return sorted(each.name for each in self.folder.iterdir())
