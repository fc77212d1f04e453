"""Films of parts that are built in Python: their documents, parts, transitions, rows, files and errors."""

import gc
import json
import os
import shutil
import subprocess
import unittest
from pathlib import Path

import multiplane
from multiplane import (
    ClipPart, ColorPart, Film, ImagePart, ImageLayer, Layer, Scene, ScenePart, Slot, Sound, State, TextLayer,
    Transition,
)
from support import Case
from test_endings import commands

try:
    import numpy
except ImportError:
    numpy = None
SIZE = (64, 36)


def plate(color):
    """The bytes of a frame of one colour."""
    return Scene(SIZE, background=color).render().data


def title(**options):
    """A scene with slots for its text and its background."""
    text = TextLayer(Slot("Title", "A"), left=2, top=2, font_size=20, foreground_color="white")
    return Scene(SIZE, [text], background=Slot("Back", "red"), **options)


def empty(color, **options):
    """A scene of one colour."""
    return Scene(SIZE, background=Slot("Back", color), **options)


class DocumentTests(Case):
    def test_parts_follow_each_other(self):
        film = Film(SIZE, [ScenePart(empty("red"), duration=1)], rate=10)
        film.add(ColorPart("blue", duration=1, transition="fade"),
                 ScenePart(empty("red"), duration=2, values={"Back": "lime"}))
        # The fade takes half a second of both parts.
        for second, color in [(0, "red"), (0.49, "red"), (1, "blue"), (1.49, "blue"), (1.5, "lime"), (3.4, "lime")]:
            self.assertEqual(film.render(at=second).data, plate(color), second)
        made = film.video(self.folder / "a.mkv", codec="ffv1")
        self.assertIsInstance(made, multiplane.FilmResult)
        self.assertEqual((made.frames, made.report["frames"]), (35, 35))
        self.assertEqual(film.video(self.folder / "b.y4m", fps=20).frames, 70)

    def test_transitions(self):
        for transition, frames, middle, color, is_whole in [
            ("fade", 70, 1.75, "#808080", True), (Transition(), 70, 1.75, "#808080", True),
            ({"9:16": Transition("push"), "default": "fade"}, 70, 1.75, "#808080", True),
            (Transition("through", color="red", duration=1), 80, 2, "red", True),
            ({"type": "wipe", "subtype": "fromLeft"}, 70, 1.75, "#808080", False), ("reveal", 70, 2, "white", True),
            (Transition("push", subtype="fromTop", duration=1), 60, 1.5, "black", False),
        ]:
            film = Film({"16:9": SIZE, "9:16": (36, 64)}, rate=20)
            film.add(ColorPart("black", duration=2), ColorPart("white", duration=2, transition=transition))
            self.assertEqual(film.video(self.folder / "a.y4m").frames, frames)
            self.assertEqual(film.render(at=middle).data == plate(color), is_whole, transition)

    def test_every_member_is_one_of_the_format(self):
        film = Film({"16:9": SIZE, "9:16": (36, 64)}, rate=25, background="navy", captions=Path("talk.srt"),
                    loudness=-16)
        film.add(
            ScenePart("title.scene.json", fit="fill", state="Done", name="Title", duration=2,
                      values={"Title": Slot("T", "x"), "Count": 3, "Place": (4, 5.5), "On": True}),
            ClipPart(Path("night.mp4"), start=2, end=7, speed=0.5, fit="cover", gain=0.5, mute=True,
                     transition=Transition("push", duration=0.6, subtype="fromLeft", color="red")),
            ImagePart("map.jpg", duration=4, zoom=(1, 1.15), fit="contain", transition="moveIn"),
            ColorPart({"9:16": "red", "default": "blue"}))
        film.add_over(ScenePart("name.scene.json", begin=4))
        film.add_sound(Sound("music.mp3", begin=1, start=2, duration=3, gain=0.5, fade_in=1, fade_out=2, loop=True,
                             duck=True, speech=False))
        self.assertEqual(film.to_dict(), {
            "size": {"16:9": list(SIZE), "9:16": [36, 64]}, "rate": 25, "background": "navy", "captions": "talk.srt",
            "loudness": -16,
            "parts": [
                {"scene": "title.scene.json", "fit": "fill", "state": "Done", "name": "Title", "duration": 2,
                 "values": {"Title": {"slot": "T", "default": "x"}, "Count": 3, "Place": "[4, 5.5]", "On": True}},
                {"clip": "night.mp4", "start": 2, "end": 7, "speed": 0.5, "fit": "cover", "gain": 0.5, "mute": True,
                 "transition": {"type": "push", "duration": 0.6, "subtype": "fromLeft", "color": "red"}},
                {"image": "map.jpg", "duration": 4, "zoom": [1, 1.15], "fit": "contain", "transition": "moveIn"},
                {"color": {"9:16": "red", "default": "blue"}}],
            "over": [{"scene": "name.scene.json", "begin": 4}],
            "sounds": [{"file": "music.mp3", "begin": 1, "start": 2, "duration": 3, "gain": 0.5, "fadeIn": 1,
                        "fadeOut": 2, "loop": True, "duck": True, "speech": False}]})
        film.parts[3].color = "green"
        film.captions = film.parts[0].values = None
        self.assertEqual(film.to_dict()["parts"][3], {"color": "green"})
        self.assertFalse({"captions", "values"} & {*film.to_dict(), *film.to_dict()["parts"][0]})

    def test_its_texts_are_read_by_check(self):
        film = Film(SIZE, [ColorPart("red", duration=1), {"color": "blue", "duration": 1}], rate=10)
        for form in [film, film.to_dict(), film.to_json().encode(), self.write("a.film.json", film.to_json())]:
            report = multiplane.check(form)
            self.assertEqual((report.is_good, report.report["width"], report.report["duration"]), (True, 64, 2))

    def test_a_saved_film_has_its_scenes_beside_it(self):
        scene = title()
        film = Film(SIZE, [ScenePart(scene, duration=1), ScenePart(empty("blue").to_dict(), duration=1),
                           ScenePart(scene, duration=1, values={"Title": "B"})])
        self.assertEqual(list(film.scenes()), ["film-1.scene.json", "film-2.scene.json"])
        film.save(self.folder / "show.film.json")
        names = ["show-1.scene.json", "show-2.scene.json"]
        self.assertEqual(self.names(), ["plate.json", *names, "show.film.json"])
        document = json.loads((self.folder / "show.film.json").read_text())
        self.assertEqual(document, film.to_dict("show"))
        self.assertEqual([each["scene"] for each in document["parts"]], [*names, names[0]])
        self.assertEqual(json.loads((self.folder / names[0]).read_text()), scene.to_dict())
        for second in (0, 1, 2):
            self.assertEqual(multiplane.render(self.folder / "show.film.json", at=second).data,
                             film.render(at=second).data)

    def test_a_size_is_chosen_by_its_aspect(self):
        film = Film({"16:9": SIZE, "1:1": (36, 36)}, [
            ScenePart({"1:1": empty("lime"), "default": empty("blue").to_dict()}, fit="fill", duration=1)])
        self.assertEqual(film.render().data, plate("blue"))
        square = film.render(aspect="1:1")
        self.assertEqual(square.data, Scene((36, 36), background="lime").render().data)

    def test_what_lies_over_the_parts(self):
        film = Film(SIZE, [ColorPart("blue", duration=3)]).add_over(ColorPart("red", begin=1, duration=1))
        colors = [plate(each) for each in ("blue", "red", "blue")]
        self.assertEqual([film.render(at=each).data for each in (0.5, 1.5, 2)], colors)

    @unittest.skipUnless(numpy, "needs numpy")
    def test_frames(self):
        film = Film(SIZE, [ColorPart("red", duration=0.5), ScenePart(empty("blue"), duration=0.5)], rate=4)
        colors = [tuple(map(int, frame[9, 9])) for frame in film.frames()]
        self.assertEqual(colors, [(255, 0, 0, 255)] * 2 + [(0, 0, 255, 255)] * 2)


class ValueTests(Case):
    def test_rows_and_slots(self):
        film = Film(SIZE, [ScenePart(title(), duration=0.5, values={"Title": Slot("Name", "nobody")}),
                           ColorPart(Slot("Color", "red"), duration=0.5)], rate=10)
        self.assertEqual(film.render(at=0.7, color={"Color": "blue"}).data, plate("blue"))
        rows = [{"file": "a", "Name": "Ada", "Color": "blue"}, {"file": "b", "Name": "Grace", "Color": "lime"}]
        seen = []
        films = film.video(self.folder / "{file}.y4m", rows=rows, quiet=True, progress=seen.append)
        self.assertEqual([(Path(each.path).name, each.frames) for each in films], [("a.y4m", 10), ("b.y4m", 10)])
        self.assertEqual([(each.row, each.frame) for each in seen],
                         [(row, frame) for row in (1, 2) for frame in range(1, 11)])
        last = film.render(at=0.7, rows=rows, quiet=True)
        self.assertEqual([each.data for each in last], [plate("blue"), plate("lime")])
        first = film.render(rows=rows, quiet=True)
        self.assertEqual(first[1].data, title().render(text={"Title": "Grace"}).data)

    def test_states(self):
        scene = Scene(SIZE, [Layer(name="plate", frame=(0, 0, *SIZE), background_color="red")],
                      states=[State("Done", set={"plate.backgroundColor": "lime"})])
        self.assertEqual(Film(SIZE, [ScenePart(scene, state="Done")]).render().data, plate("lime"))

    def test_wrong_values_are_errors_at_once(self):
        nan = float("nan")
        for make, error, message in [
            (lambda: Film("a"), TypeError, r"Film.size: 'a'; expected \(width, height\)"),
            (lambda: Film(SIZE, rate="30"), TypeError, "Film.rate: '30'; expected frames a second"),
            (lambda: Film(SIZE, rate=300), ValueError, "Film.rate: 300; expected frames a second from 1 to 240"),
            (lambda: Film(SIZE, background=3), TypeError, "Film.background: 3; expected a colour"),
            (lambda: Film(SIZE, captions=3), TypeError, "Film.captions: 3; expected a file's path"),
            (lambda: Film(SIZE, loudness=3), ValueError, "Film.loudness: 3; expected LUFS from -70 to 0"),
            (lambda: Film(SIZE, folder=3), TypeError, ""),
            (lambda: Film(SIZE, title()), TypeError, "Film.parts: .*; expected a list"),
            (lambda: Film(SIZE, [title()]), TypeError, "Film.parts: .*; expected a part of a film"),
            (lambda: Film(SIZE).add(Sound("a.wav")), TypeError, "Film.parts: .*; expected a part of a film"),
            (lambda: Film(SIZE).add_sound(ColorPart("red")), TypeError, "Film.sounds: .*; expected a Sound"),
            (lambda: Film(SIZE).add(ColorPart("red", begin=1)), ValueError, "Film.parts: .*; expected no 'begin'"),
            (lambda: Film(SIZE).add_over(ColorPart("red", transition="fade")), ValueError, "expected no 'transition'"),
            (lambda: setattr(Film(SIZE), "sound", []), AttributeError, "did you mean 'sounds'"),
            (lambda: ScenePart(), TypeError, "ScenePart.scene: missing"),
            (lambda: ScenePart(None), TypeError, "ScenePart.scene: None"),
            (lambda: ScenePart(3), TypeError, "ScenePart.scene: 3; expected a Scene, a document, or a file's path"),
            (lambda: ScenePart("a", values=3), TypeError, "ScenePart.values: 3; expected a dictionary"),
            (lambda: ScenePart("a", values={"A": None}), TypeError, r"ScenePart.values\['A'\]: None; expected a text"),
            (lambda: ScenePart("a", values={"A": (1, "b")}), TypeError, r"ScenePart.values\['A'\]\[1\]: 'b'"),
            (lambda: ScenePart("a", values={"A": nan}), ValueError, r"ScenePart.values\['A'\]: nan"),
            (lambda: ScenePart("a", values={1: "a"}), TypeError, "ScenePart.values: the name 1 is no text"),
            (lambda: ScenePart("a", fit="covers"), ValueError, "ScenePart.fit: 'covers'; .*did you mean 'cover'"),
            (lambda: ScenePart("a", zoom=(1, 2)), TypeError, "ScenePart has no 'zoom'"),
            (lambda: ClipPart("a.mp4", start="2"), TypeError, "ClipPart.start: '2'; expected seconds"),
            (lambda: ClipPart("a.mp4", start=-1), ValueError, "ClipPart.start: -1; expected seconds from 0 on"),
            (lambda: ClipPart("a.mp4", speed=0), ValueError, "ClipPart.speed: 0; expected a number from 0.01 to 100"),
            (lambda: ClipPart("a.mp4", mute=1), TypeError, "ClipPart.mute: 1; expected True or False"),
            (lambda: ImagePart(3), TypeError, "ImagePart.image: 3; expected a file's path, bytes, or a picture"),
            (lambda: ImagePart("a.png", zoom=(1, 2, 3)), TypeError, r"ImagePart.zoom: .*; expected \(from, to\)"),
            (lambda: ImagePart("a.png", zoom=(0, 2)), ValueError, r"ImagePart.zoom\[0\]: 0; expected a number from"),
            (lambda: ColorPart(None), TypeError, "ColorPart.color: None"),
            (lambda: ColorPart("red", duration=0), ValueError, "ColorPart.duration: 0; expected seconds from 0.001 on"),
            (lambda: ColorPart("red", duration=Slot("D", "x")), TypeError, "the slot 'D': 'x'; expected seconds"),
            (lambda: ColorPart("red", transition="fad"), ValueError, "ColorPart.transition: 'fad'; .*'fade'"),
            (lambda: ColorPart("red", transition=3), TypeError, "ColorPart.transition: 3; expected a Transition"),
            (lambda: Transition("push", subtype="left"), ValueError, "Transition.subtype: 'left'"),
            (lambda: Transition("push", duration=0), ValueError, "Transition.duration: 0; expected seconds from 0.01"),
            (lambda: Sound(), TypeError, "Sound.file: missing"),
            (lambda: Sound("a.wav", gain=-1), ValueError, "Sound.gain: -1; expected a number from 0 to 100"),
            (lambda: Sound("a.wav", fadein=1), TypeError, "Sound has no 'fadein'; did you mean 'fade_in'"),
        ]:
            with self.assertRaisesRegex(error, message):
                make()

    def test_what_the_command_finds_has_its_pointer(self):
        film = Film(SIZE, [ColorPart("red", duration=1), ColorPart("red", transition=Transition(duration=2))])
        with self.assertRaisesRegex(multiplane.InputError, r"^film:\d+:\d+: .*longer than one") as caught:
            film.render()
        self.assertEqual(caught.exception.pointer, "/parts/1/transition")
        film = Film(SIZE, [ScenePart(Scene(SIZE, [multiplane.ShapeLayer("M 0 0 L 1")]))])
        with self.assertRaisesRegex(multiplane.InputError, r"film-1\.scene\.json:\d+:\d+: /layers/0/path"):
            film.video(self.folder / "a.y4m")
        with self.assertRaisesRegex(multiplane.InputError, "1 to 1000 parts"):
            Film(SIZE).render()
        with self.assertRaisesRegex(TypeError, "film-1.scene.json: "):
            Film(SIZE, [ScenePart({"size": [1, 1], "layers": [object()]})]).render()


class FileTests(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "images").mkdir()
        empty("lime").render().save(self.folder / "images" / "a.png")
        empty("blue").render().save(self.folder / "b.png")

    def picture(self, image, folder):
        """A scene of a picture that fills it."""
        return Scene(SIZE, [ImageLayer(image, left=0, top=0)], folder=folder)

    def test_files_lie_in_the_folders_of_the_film_and_its_scenes(self):
        names = sorted(self.folder.rglob("*"))
        film = Film(SIZE, [
            ImagePart("b.png", duration=1), ScenePart(self.picture("a.png", self.folder / "images"), duration=1),
            ScenePart(empty("red"), duration=1), ImagePart(plate("white"), duration=1)], folder=self.folder)
        for second, color in enumerate(["blue", "lime", "red", "white"]):
            self.assertEqual(film.render(at=second + 0.5).data, plate(color))
        self.assertEqual(sorted(self.folder.rglob("*")), names)
        film = Film(SIZE, [ScenePart(self.picture("b.png", self.folder))], folder=self.folder / "images")
        with self.assertRaisesRegex(ValueError, "ScenePart.scene: its folder, .*, is not in the film's"):
            film.render()
        self.assertEqual(sorted(self.folder.rglob("*")), names)

    def test_a_dictionary_names_no_file(self):
        film = Film(SIZE, [ImagePart("b.png"), ScenePart(self.picture("b.png", ".").to_dict())], folder=self.folder)
        with self.assertRaisesRegex(multiplane.InputError, "/parts/1/scene: .*no file 'b.png'"):
            film.render()

    @unittest.skipUnless(numpy and shutil.which("ffmpeg"), "needs ffmpeg and numpy")
    def test_clips_sounds_and_captions(self):
        source = "color=red:s=64x36:r=10:d=1[a];color=lime:s=64x36:r=10:d=1[b];[a][b]concat"
        tone = "sine=f=300:d=2:r=48000"
        subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, "-f", "lavfi", "-i", tone, "-c:v", "ffv1",
                        "-pix_fmt", "bgr0", "-c:a", "pcm_s16le", self.folder / "clip.mkv"], check=True)
        subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", tone, self.folder / "music.wav"], check=True)
        self.write("talk.srt", "1\n00:00:00,000 --> 00:00:00,500\nHello\n")
        film = Film(SIZE, [ClipPart("clip.mkv", start=1), ClipPart("clip.mkv", end=1, speed=0.5, transition="fade")],
                    rate=10, captions="talk.srt", folder=self.folder)
        film.add_sound(Sound("music.wav", loop=True, duck=True, gain=0.5, fade_in=0.1, fade_out=0.5))
        frames = list(film.frames())
        self.assertEqual(len(frames), 25)
        # The clip's green second, and from 0.5 s on its red one, half as fast.
        for number, channel in [(0, 1), (4, 1), (11, 0), (24, 0)]:
            self.assertGreater(frames[number][2, 2, channel], 250)
            self.assertLess(frames[number][2, 2, 1 - channel], 5)
        made = film.video(self.folder / "a.mkv", codec="ffv1")
        kinds = subprocess.run(
            ["ffprobe", "-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", made.path],
            capture_output=True, text=True, check=True).stdout.split()
        self.assertEqual((made.frames, kinds), (25, ["video", "audio"]))


class PreviewTests(Case):
    def test_a_page_shows_a_film_and_its_changes(self):
        scene = empty("red")
        film = Film(SIZE, [ScenePart(scene, duration=1)])
        with film.preview(port=0) as preview:
            self.assertIn(f'<iframe src="{preview.url}"', preview._repr_html_())
            file = Path(preview._inputs.scene)
            # What the command begins has its command line for a moment.
            self.assertTrue(commands(file))
            scene.background = "blue"
            film.add(ScenePart(empty("lime"), duration=1))
            preview.update()
            paths = [each["scene"] for each in json.loads(file.read_text())["parts"]]
            colors = [json.loads((file.parent / each).read_text())["background"] for each in paths]
            self.assertEqual(colors, ["blue", {"slot": "Back", "default": "lime"}])
        self.assertEqual((commands(file), os.path.exists(file.parent)), ([], False))
        preview = film.preview(port=0)
        file = Path(preview._inputs.scene)
        del preview
        gc.collect()
        self.assertEqual((commands(file), os.path.exists(file.parent)), ([], False))


if __name__ == "__main__":
    unittest.main()
