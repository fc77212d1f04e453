"""The blocks of Python in the article *From Python*, in their order, as they stand there."""

import contextlib
import io
import os
import re
import shutil
import unittest
import warnings
from pathlib import Path

from support import BADGE, Case

ARTICLE = os.environ.get("ARTICLE")
try:
    import pandas
    import tqdm
except ImportError:
    pandas = tqdm = None
try:
    import numpy
except ImportError:
    numpy = None


@unittest.skipUnless(ARTICLE, "needs the article")
class ArticleTests(Case):
    def test_its_blocks_run(self):
        shutil.copy(BADGE, self.folder / "badge.json")
        self.write("people.csv", "name,text:Title\nada,Thank you Ada\n")
        blocks = re.findall(r"^```python\n(.*?)^```", Path(ARTICLE).read_text(), flags=re.MULTILINE | re.DOTALL)
        self.assertGreater(len(blocks), 4)
        here = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, here)
        shared = {"__name__": "article"}
        for block in blocks:
            if ("import pandas" in block and not pandas) or ("frames(" in block and not numpy):
                continue
            with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
                warnings.simplefilter("error")
                exec(compile(block, "FromPython.md", "exec"), shared)
        self.assertEqual(shared["film"].path, "badge.mp4")
        self.assertLessEqual(
            {"badge.png", "badge.mp4", "ada-640x360.mp4", "ada-360x640.mp4", "card.png", "card.scene.json", "chart.mp4",
             "Ada.mp4", "Grace.mp4", "show.mp4", "show.film.json", "show-1.scene.json"}, set(self.names()))
