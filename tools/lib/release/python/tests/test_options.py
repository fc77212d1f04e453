"""Values of Python as options: each is right, or a clear error that names the option; none becomes another option."""

import datetime
import decimal
import fractions
import json
import os
import random
import subprocess
import unittest
from pathlib import Path

import multiplane
from multiplane import _options
from support import Case

try:
    import numpy
    import pandas
except ImportError:
    numpy = pandas = None


class OptionTests(Case):
    def words(self, **options):
        return _options.arguments(options)

    def test_values_are_as_the_command_line_has_them(self):
        self.assertEqual(
            self.words(text={"A": "x=y", "B": 2}, max_time=60, font=["a.ttf", Path("b.ttf")], mute=True, at=None,
                       flipped=False, from_=1.5, fps=fractions.Fraction(30000, 1001), scale=decimal.Decimal("1.50")),
            ["--text=A=x=y", "--text=B=2", "--max-time=60", "--font=a.ttf", "--font=b.ttf", "--mute", "--from=1.5",
             "--fps=30000/1001", "--scale=1.50"])

    def test_sizes(self):
        for value, words, has_several in [
            ((320, 200), "320x200", False), ([320, 200.0], "320x200", False), ("320x200", "320x200", False),
            ([(320, 200)], "320x200", True), (["8x6", (4, 3)], "8x6,4x3", True), ("8x6,4x3", "8x6,4x3", True),
        ]:
            self.assertEqual(_options.sizes(value), (words, has_several))
        for value in [(320, 200.5), (True, 200), (float("nan"), 1), (float("inf"), 1), 320, b"ab", {"a": 1}, (1, 2, 3),
                      [None], object()]:
            with self.assertRaisesRegex((TypeError, ValueError), "^size: "):
                _options.sizes(value)
        self.assertEqual(multiplane.render(self.plate, size=(20, 10)).width, 20)

    def test_what_is_no_value_is_refused_by_the_options_name(self):
        nan, inf = float("nan"), float("inf")
        for value in [object(), b"ab", bytearray(b"ab"), memoryview(b"ab"), nan, inf, -inf, decimal.Decimal("sNaN"),
                      1j, datetime.datetime(2024, 5, 1), datetime.date(2024, 5, 1), {1, 2}, iter([1]), "a\0b", "\ud800",
                      Path("a\0b"), len]:
            for options in ({"text": {"Title": value}}, {"text": [value]}, {"at": value}):
                with self.assertRaisesRegex((TypeError, ValueError), r"^(text|text\['Title'\]|at): ", msg=repr(value)):
                    _options.arguments(options)
        with self.assertRaisesRegex(TypeError, "strftime"):
            self.words(text={"When": datetime.datetime(2024, 5, 1)})
        with self.assertRaisesRegex(TypeError, r"^text\['Title'\]: NoneType"):
            self.words(text={"Title": None})

    def test_names_that_the_command_line_cannot_say(self):
        with self.assertRaisesRegex(ValueError, "text: the name 'a=b' has a '='"):
            self.words(text={"a=b": "c"})
        for key in [1, None, b"a", "a\0"]:
            with self.assertRaisesRegex((TypeError, ValueError), "^text: "):
                self.words(text={key: "c"})
        for name in ["help", "version", "text=Title=x", "at 1", "-at", "", "_", "at\n", "experimental\0", "ä"]:
            with self.assertRaises(TypeError, msg=name):
                _options.arguments({name: True})

    def test_several_values_are_for_options_that_take_them(self):
        with self.assertRaisesRegex(TypeError, "^at: takes one value, not 2"):
            self.words(at=[1, 2])
        self.assertEqual(self.words(at=[1]), ["--at=1"])
        # Which they are, the command itself says.
        shown = subprocess.run(
            ["multiplane", "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout
        commands = {each["commandName"]: each for each in json.loads(shown)["command"]["subcommands"]}
        repeated = {
            name["name"] for command in ("render", "video", "check")
            for argument in commands[command]["arguments"] if argument["kind"] == "option" and argument["isRepeating"]
            for name in argument["names"] if name["kind"] == "long"}
        self.assertEqual(repeated, set(_options.REPEATED))

    def test_random_values_make_one_word_each_or_an_error(self):
        """The property: whatever is given, there is a word for each value, which begins with the option's name."""
        dice = random.Random(4)
        characters = "a=-, \n\t'\"\\\0é😀\ud800%{}$`"
        def text():
            return "".join(dice.choices(characters, k=dice.randrange(6)))
        kinds = [text, lambda: text().encode("utf-8", "surrogatepass"), dice.random, lambda: dice.randrange(-9, 9),
                 lambda: float("nan"), lambda: None, lambda: Path(text()), lambda: (1, text()), lambda: {text(): 1}]
        for _ in range(3000):
            key, value, name = text(), dice.choice(kinds)(), dice.choice(["text", "at", "image_fit"])
            given = {key: value} if name == "text" else value
            try:
                words = _options.arguments({name: given})
            except (TypeError, ValueError) as error:
                self.assertTrue(str(error).startswith(name), error)
                continue
            self.assertLessEqual(len(words), 2)
            for word in words:
                self.assertTrue(word.startswith(f"--{name.replace('_', '-')}="), word)
                os.fsencode(word)
            if name == "text":
                self.assertEqual(words[0].removeprefix("--text=").split("=", 1)[0], key)

    def test_paths_of_all_kinds(self):
        self.assertEqual(multiplane.render(os.fsencode(self.plate)).width, 40)
        multiplane.render(self.plate, os.fsencode(self.folder / "a.png"))
        multiplane.video(str(self.plate), os.fsencode(self.folder / "a.y4m"), duration=0.1)
        self.assertEqual(self.names(), ["a.png", "a.y4m", "plate.json"])
        with self.assertRaisesRegex(ValueError, "^scene: "):
            multiplane.render("a\0b")
        with self.assertRaisesRegex(ValueError, "^output: "):
            multiplane.video(self.plate, "a\0b.y4m")
        with self.assertRaises(TypeError):
            multiplane.render(None)

    def test_negative_numbers_and_names_with_a_dash(self):
        self.plate.rename(self.folder / "-plate.json")
        here = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, here)
        self.assertEqual(multiplane.render("-plate.json").width, 40)
        # The command's own words about a value, and not that a value is missing.
        with self.assertRaisesRegex(multiplane.UsageError, "'-1' is invalid for '--at"):
            multiplane.render("-plate.json", at=-1)

    def test_timeouts_are_times(self):
        for value in [0, -1, float("nan"), "1", True, object()]:
            for call in (multiplane.render, multiplane.check):
                with self.assertRaisesRegex((TypeError, ValueError), "^timeout: "):
                    call(self.plate, timeout=value)
        self.assertEqual(multiplane.render(self.plate, timeout=1e300).width, 40)
        self.assertEqual(multiplane.render(self.plate, timeout=float("inf")).width, 40)

    @unittest.skipUnless(pandas, "needs pandas")
    def test_values_of_pandas_and_numpy(self):
        row = next(pandas.DataFrame({"n": [7], "x": [0.5], "s": ["a"], "b": [True]}).itertuples())
        self.assertEqual(
            self.words(text={"n": row.n, "x": row.x, "s": row.s}, at=numpy.float32(0.5), mute=numpy.bool_(row.b),
                       flipped=numpy.bool_(False), size=tuple(numpy.array([320, 200]))),
            ["--text=n=7", "--text=x=0.5", "--text=s=a", "--at=0.5", "--mute", "--size=320x200"])
        for value in [pandas.NA, pandas.NaT, numpy.nan, pandas.Timestamp("2024-05-01"), numpy.array([1, 2]),
                      numpy.datetime64("2024-05-01"), pandas.Series([1])]:
            with self.assertRaisesRegex((TypeError, ValueError), r"^text\['Title'\]: ", msg=repr(value)):
                self.words(text={"Title": value})
