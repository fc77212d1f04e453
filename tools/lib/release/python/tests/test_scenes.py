"""Scenes that are built in Python: their layers, documents, slots, rows, frames, errors, and the page of a preview."""

import gc
import json
import os
import unittest
import urllib.request
from pathlib import Path

import multiplane
from multiplane import Animation, Filter, ImageLayer, Layer, Scene, ShapeLayer, Slot, Stack, State, TextLayer, _layers
from multiplane._document import Property
from support import BADGE, Case
from test_endings import commands

try:
    import numpy
    import PIL.Image
except ImportError:
    numpy = None
try:
    import pandas
except ImportError:
    pandas = None

GENERATOR = Path(__file__).parent.parent / "generate_layers.py"
LAYERS = [each for each in vars(_layers).values() if isinstance(each, type) and issubclass(each, Layer)]


def plate(color="tomato", **properties):
    """A scene of 40x30 points that is filled."""
    return Scene((40, 30), [Layer(frame=(0, 0, 40, 30), background_color=color, **properties)])


def card():
    """A plate with a title, which slides in from the left."""
    title = TextLayer(Slot("Title", "My first scene"), font_size=40, foreground_color="#0d1226")
    body = Layer(
        name="plate", center_x="50%", center_y="50%", corner_radius=16, background_color="#ff9e1a",
        stack=Stack(padding=(24, 30, 24, 30)), sublayers=[title])
    body.animate("position.x", from_=-300, to=320, duration=0.6, timing="easeOut")
    return Scene((640, 360), [body], background="#0d1226")


def chart(rows):
    """Bars, as high as their values."""
    scene = Scene((100 * len(rows), 120))
    for number, row in enumerate(rows):
        scene.add(
            Layer(left=100 * number + 20, bottom=0, width=60, height=row["value"], background_color="#4aa8ff"),
            TextLayer(row["name"], font_size=12, center_x=100 * number + 50, top=0))
    return scene


class DocumentTests(Case):
    def test_a_card_is_the_same_in_all_its_forms(self):
        scene = card()
        picture = scene.render(at=1)
        self.assertEqual((picture.width, picture.height), (640, 360))
        scene.save(self.folder / "card.scene.json")
        document = json.loads((self.folder / "card.scene.json").read_text())
        self.assertEqual(document, scene.to_dict())
        for form in [self.folder / "card.scene.json", document, scene.to_json().encode(), scene]:
            self.assertEqual(multiplane.render(form, at=1).data, picture.data)
            film = multiplane.video(form, self.folder / "card.y4m", fps=10)
            self.assertEqual(film.frames, 6)
            self.assertEqual(multiplane.check(form).report["width"], 640)
        badge = multiplane.render(BADGE).data
        self.assertEqual(multiplane.render(Path(BADGE).read_bytes()).data, badge)
        self.assertEqual(multiplane.render(json.loads(Path(BADGE).read_text())).data, badge)

    @unittest.skipUnless(numpy, "needs numpy and Pillow")
    def test_a_card_has_its_plate(self):
        at = {second: card().render(at=second).to_numpy() for second in (0, 1)}
        self.assertEqual([tuple(at[1][180, x]) for x in (5, 190)], [(13, 18, 38, 255), (255, 158, 26, 255)])
        self.assertTrue((at[0] == (13, 18, 38, 255)).all())
        self.assertTrue((at[1] == at[1][0, 0]).all(axis=2).mean() < 0.9)

    @unittest.skipUnless(numpy, "needs numpy and Pillow")
    def test_a_chart_has_its_numbers(self):
        rows = [{"name": "Mon", "value": 40}, {"name": "Tue", "value": 75.5}, {"name": "Wed", "value": numpy.int64(10)}]
        frames = [rows]
        if pandas:
            frames.append(pandas.DataFrame(rows).to_dict("records"))
        for given in frames:
            array = chart(given).render(scale=2).to_numpy()
            heights = (array[:, 100::200] == (74, 168, 255, 255)).all(axis=2).sum(axis=0)
            self.assertEqual(list(heights), [80, 151, 20])

    def test_every_property_with_its_default_is_one_of_the_command(self):
        self.assertEqual(len(LAYERS), 10)
        for kind in LAYERS:
            layer = kind(name=kind.__name__)
            for name, each in kind._properties.items():
                if each.default is not None:
                    setattr(layer, name, each.default)
                    self.assertEqual(getattr(layer, name), list(each.default) if isinstance(each.default, tuple)
                                     else each.default)
            if kind is multiplane.VideoLayer:
                # Which needs a film.
                with self.assertRaisesRegex(multiplane.InputError, "needs 'video'"):
                    Scene((8, 6), [layer]).render()
            else:
                Scene((8, 6), [layer]).render()
            for name, each in vars(kind).items():
                if isinstance(each, Property):
                    self.assertRegex(kind.__doc__, rf"(?m)^ +{name}: ")

    @unittest.skipUnless(GENERATOR.exists(), "needs the repository")
    def test_the_classes_are_those_of_the_commands_schema(self):
        import importlib.util
        import subprocess

        spec = importlib.util.spec_from_file_location("generate_layers", GENERATOR)
        generator = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(generator)
        shown = subprocess.run(["multiplane", "schema", "scene"], capture_output=True, check=True).stdout
        self.assertEqual(generator.module(json.loads(shown)), Path(_layers.__file__).read_text(),
                         "run generate_layers.py multiplane")

    def test_properties_are_read_changed_and_taken_away(self):
        layer = TextLayer("Hi", shadow_offset=(1, 2), transform={"rotation.z": "30deg", "scale": 2}, position={"x": 3})
        layer.set("corner_radius", 4).set({"position.y": 5, "string": "Ho"})
        self.assertEqual(layer.to_dict(), {
            "type": "text", "text": "Hi", "shadowOffset": [1, 2], "transform.rotation.z": "30deg", "transform.scale": 2,
            "position.x": 3, "cornerRadius": 4, "position.y": 5, "string": "Ho"})
        self.assertEqual((layer.text, layer.opacity, layer.font_size), ("Hi", 1, 36))
        layer.text = layer.string = None
        layer.sublayers.append(Layer())
        self.assertNotIn("text", layer.to_dict())
        self.assertEqual(layer.to_dict()["sublayers"], [{}])
        # No colour is one.
        self.assertEqual(ShapeLayer(fill_color=None).to_dict(), {"type": "shape", "fillColor": None})

    def test_animations(self):
        layer = Layer(name="a", filters=[Filter("gaussianBlur", name="b")])
        layer.keyframes("opacity", [0, 1, Slot("End", 0.5)], duration=1, timing=["easeIn", (0, 0, 1, 1)],
                        key_times=[0, 0.5, 1])
        layer.spring("corner_radius", to=8, bounce=0.3, perceptual_duration=0.4)
        layer.group([Animation("transform.scale", to=2), Animation("border_width", values=[1, 2])], duration=2, begin=1)
        layer.transition("push", subtype="fromLeft").animate("filters.b.inputRadius", to=3)
        made = layer.to_dict()["animations"]
        self.assertEqual(made[0]["values"], [0, 1, {"slot": "End", "default": 0.5}])
        self.assertEqual([each.get("type") for each in made], ["keyframe", "spring", "group", "transition", None])
        self.assertEqual([each["keyPath"] for each in made[2]["animations"]], ["transform.scale", "borderWidth"])
        Scene((8, 6), [layer]).render(at=1)

    def test_one_scene_has_several_shapes(self):
        scene = Scene({"16:9": (64, 36), "9:16": (36, 64)}, [Layer(
            frame={"9:16": (0, 0, 36, 64), "default": (0, 0, 64, 36)}, background_color=Slot("Color", "red"))])
        upright = scene.render(aspect="9:16", color={"Color": "blue"})
        self.assertEqual((upright.width, upright.height), (36, 64))
        for aspect, made in [(None, scene.render()), ("9:16", upright)]:
            color = "red" if aspect is None else "blue"
            whole = Scene((made.width, made.height), background=color).render()
            self.assertEqual(made.data, whole.data)
        with self.assertRaisesRegex(TypeError, "TextLayer.font_size, 9:16: 'big'; expected points"):
            TextLayer("a", font_size={"9:16": "big"})

    def test_states(self):
        scene = plate(name="plate")
        scene.states = [State("Dark", set={"plate.backgroundColor": "navy"}, transition=Animation(duration=1))]
        self.assertEqual(scene.render(state="Dark").data, plate("navy").render().data)
        self.assertEqual(scene.render(state="base").data, plate().render().data)


class ErrorTests(Case):
    def test_wrong_names_and_kinds_are_errors_at_once(self):
        nan = float("nan")
        for make, error, message in [
            (lambda: TextLayer(fontsize=3), TypeError, "TextLayer has no 'fontsize'; did you mean 'font_size'"),
            (lambda: Layer(cornerRadius=3), TypeError, "did you mean 'corner_radius'"),
            (lambda: TextLayer("a", "b"), TypeError, "2 values without a name"),
            (lambda: TextLayer(alignment_mode="centre"), ValueError, "expected 'natural', .*did you mean 'center'"),
            (lambda: TextLayer(alignment_mode=3), TypeError, "expected 'natural'"),
            (lambda: Layer(opacity="1"), TypeError, "Layer.opacity: '1'; expected a number"),
            (lambda: Layer(opacity=True), TypeError, "Layer.opacity: True; expected a number"),
            (lambda: Layer(opacity=nan), ValueError, "finite"),
            (lambda: Layer(hidden=1), TypeError, "expected True or False"),
            (lambda: Layer(position=(1, 2, 3)), TypeError, r"expected \(x, y\)"),
            (lambda: Layer(position=(1, "2")), TypeError, r"Layer.position\[1\]: '2'"),
            (lambda: Layer(bounds={"size.with": 3}), ValueError, "no field 'size.with'; did you mean 'size.width'"),
            (lambda: Layer().set("transform.rotation.w", 3), ValueError, "did you mean 'rotation.z'"),
            (lambda: Layer().set("opactiy", 3), ValueError, "did you mean 'opacity'"),
            (lambda: Layer().animate("opactiy", to=1), ValueError, "did you mean 'opacity'"),
            (lambda: Layer().animate("opacity", to="1"), TypeError, "opacity: to: '1'"),
            (lambda: Layer().animate("opacity", too=1), TypeError, "too"),
            (lambda: Layer().keyframes("opacity", [0, "x"]), TypeError, "opacity: values: 'x'"),
            (lambda: Layer().group([Animation("opactiy")]), ValueError, "did you mean 'opacity'"),
            (lambda: setattr(Layer(), "opasity", 1), AttributeError, "did you mean 'opacity'"),
            (lambda: Layer(opacity=Slot("A", "x")), TypeError, "the slot 'A': 'x'"),
            (lambda: ImageLayer(3), TypeError, "expected a file's path, bytes, or a picture"),
            (lambda: ImageLayer(b"abc"), ValueError, "no file of a picture"),
            (lambda: Filter("gausianBlur"), ValueError, "did you mean 'gaussianBlur'"),
            (lambda: Layer(sublayers=Layer()), TypeError, "expected a list"),
            (lambda: Scene((1, 1)).add(Animation("opacity")), TypeError, "expected a layer"),
            (lambda: Scene("a"), TypeError, r"Scene.size: 'a'; expected \(width, height\)"),
        ]:
            with self.assertRaisesRegex(error, message):
                make()

    def test_what_the_command_finds_has_its_pointer(self):
        scene = Scene((40, 30), [Layer(sublayers=[ShapeLayer("M 0 0 L 1")])])
        for call in [
            lambda: scene.render(), lambda: scene.video(self.folder / "a.y4m"), lambda: next(scene.frames()),
            lambda: multiplane.render(scene.to_dict()), lambda: multiplane.check(scene),
        ]:
            if call.__code__.co_names[0] == "next" and not numpy:
                continue
            with self.assertRaisesRegex(multiplane.InputError, r"^scene:\d+:\d+: /layers/0/") as caught:
                call()
            self.assertEqual(caught.exception.pointer, "/layers/0/sublayers/0/path")
        line = int(str(caught.exception).split(":")[1])
        self.assertIn('"path"', scene.to_json().splitlines()[line - 1])
        self.assertIsNone(multiplane.CommandError(70, "scene: no pointer").pointer)

    def test_what_json_cannot_say_is_an_error(self):
        with self.assertRaisesRegex(TypeError, "scene: "):
            multiplane.render({"size": [1, 1], "layers": [object()]})
        with self.assertRaisesRegex(ValueError, "scene: "):
            multiplane.render({"size": [float("nan"), 1], "layers": []})
        for scene in [None, 3, [plate()]]:
            with self.assertRaises(TypeError):
                multiplane.render(scene)


class ImageTests(Case):
    @unittest.skipUnless(numpy, "needs numpy and Pillow")
    def test_pictures_in_memory_are_images(self):
        red = PIL.Image.new("RGB", (8, 6), "red")
        for image in [red, plate("red").render(), plate("red").render().data]:
            array = Scene((20, 10), [ImageLayer(image, left=0, top=0)]).render().to_numpy()
            self.assertEqual(tuple(array[3, 4]), (255, 0, 0, 255))

    def test_files_lie_in_the_scenes_folder(self):
        plate("red").render().save(self.folder / "a b.png")
        names = self.names()
        scene = Scene((40, 30), [ImageLayer(Path("a b.png"), left=0, top=0)], folder=self.folder)
        red = plate("red").render().data
        self.assertEqual(scene.render().data, red)
        self.assertEqual(multiplane.render(scene.to_dict(), folder=self.folder).data, red)
        escaped = Scene((40, 30), [ImageLayer("a%20b.png", left=0, top=0)], folder=self.folder)
        self.assertEqual(escaped.render().data, red)
        self.assertEqual(self.names(), names)
        # A document from others reads no file unless it is given the folder.
        here = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, here)
        for form in [scene.to_dict(), scene.to_json().encode()]:
            with self.assertRaisesRegex(multiplane.InputError, "no file 'a b.png'"):
                multiplane.render(form)
        rows = [{"Picture": "a b.png"}]
        slotted = Scene((40, 30), [ImageLayer(Slot("Picture", "a b.png"), left=0, top=0)])
        self.assertEqual(slotted.render(rows=rows)[0].data, red)


class RowTests(Case):
    def scene(self):
        scene = plate(Slot("Color", "tomato"))
        return scene.add(TextLayer(Slot("Title", "Hello"), font_size=9, position=Slot("Place", (20, 15))))

    def test_slots_take_values(self):
        scene = self.scene()
        self.assertNotEqual(scene.render(text={"Title": "Bye"}).data, scene.render().data)
        other = scene.render(color={"Color": "blue"}, slot={"Place": "4,5"}).data
        self.assertEqual(scene.render(rows=[{"Color": "blue", "Place": (4, 5)}])[0].data, other)

    def test_rows_are_pictures_and_films_with_their_progress(self):
        rows = [{"name": f"r{number}", "Title": number, "Color": f"hsl({number}, 90%, 50%)"} for number in range(40)]
        pictures = self.scene().render(rows=rows, quiet=True)
        self.assertEqual(len({each.data for each in pictures}), 40)
        seventh = self.scene().render(text={"Title": "7"}, color={"Color": "hsl(7,90%,50%)"})
        self.assertEqual(pictures[7].data, seventh.data)
        seen = []
        films = self.scene().video(
            self.folder / "{name}.y4m", rows=rows, duration=0.1, quiet=True, progress=seen.append)
        self.assertEqual([Path(each.path).name for each in films], [f"r{number}.y4m" for number in range(40)])
        self.assertEqual([each.row for each in seen if each.frame == each.total], list(range(1, 41)))

    @unittest.skipUnless(pandas, "needs pandas")
    def test_a_data_frame_is_rows(self):
        frame = pandas.DataFrame({"Title": ["a", "b"], "Number": [1, 2.0]})
        self.assertEqual(len(self.scene().render(rows=frame, quiet=True)), 2)
        frame.loc[1, "Number"] = numpy.nan
        with self.assertRaisesRegex(ValueError, "data: row 2: Number: nan"):
            self.scene().render(rows=frame)

    def test_rows_that_are_wrong_are_errors(self):
        for rows, message in [(["a"], "row 1: 'a'; expected a dictionary"), ([{1: 2}], "the name of a column"),
                              ([{"a": object()}], "data: row 1: a: object"), (3, "no list of rows")]:
            with self.assertRaisesRegex(TypeError, message):
                self.scene().render(rows=rows)
        with self.assertRaisesRegex(multiplane.InputError, r"first: rows:2:1: .*Place") as caught:
            self.scene().video(self.folder / "{row}.y4m", rows=[{"Place": (1, 2)}, {"Place": "here"}], duration=0.1)
        self.assertEqual((len(caught.exception.made), len(caught.exception.failed)), (1, 1))


@unittest.skipUnless(numpy, "needs numpy and Pillow")
class FrameTests(Case):
    def test_frames_are_those_of_pictures(self):
        scene = plate("#ff000080").add(TextLayer("Hello", font_size=12).animate("opacity", from_=0, to=1, duration=1))
        frames = list(scene.frames(fps=4, alpha="straight"))
        self.assertEqual([(each.shape, each.dtype) for each in frames], [((30, 40, 4), numpy.uint8)] * 4)
        for number, frame in enumerate(frames):
            self.assertTrue((frame == scene.render(at=number / 4).to_numpy()).all())
        # Colours are multiplied by their alpha, and a frame is the caller's.
        frame = next(scene.frames(scale=1.5))
        self.assertEqual((frame.shape, tuple(frame[1, 1])), ((45, 60, 4), (128, 0, 0, 128)))
        frame[:] = 0
        [deep] = scene.frames(depth=16, frames="1-1")
        self.assertEqual(deep.dtype, numpy.float16)
        self.assertEqual(len(list(multiplane.frames(self.plate, duration=0.5, fps="24000/1001"))), 12)

    def test_a_loop_that_ends_early_leaves_no_command(self):
        for number in (0, 1, 5):
            for index, frame in enumerate(multiplane.frames(self.plate, duration=900, scale=20)):
                if index == number:
                    self.assertEqual(len(commands(self.plate)), 1)
                    break
            self.assertEqual(commands(self.plate), [])
        frames = multiplane.frames(self.plate, duration=900)
        next(frames)
        del frames
        gc.collect()
        self.assertEqual(commands(self.plate), [])
        with self.assertRaises(KeyError):
            for frame in multiplane.frames(self.plate, duration=900):
                raise KeyError
        self.assertEqual((commands(self.plate), self.names()), ([], ["plate.json"]))

    def test_a_film_is_not_held(self):
        import resource

        size = 4 * 800 * 600
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        count = sum(1 for frame in multiplane.frames(self.plate, duration=10, scale=20))
        self.assertEqual(count, 300)
        self.assertLess((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024, 20 * size)

    def test_errors_and_limits(self):
        with self.assertRaisesRegex(multiplane.InputError, "nothing.json"):
            next(multiplane.frames(self.folder / "nothing.json"))
        with self.assertRaisesRegex(multiplane.UsageError, "--colour"):
            next(multiplane.frames(self.plate, colour="red"))
        with self.assertRaisesRegex(TypeError, "^at: "):
            multiplane.frames(self.plate, at=object())
        with self.assertRaises(multiplane.TimedOut):
            for frame in multiplane.frames(self.plate, duration=900, scale=20, timeout=1):
                pass
        self.assertEqual(commands(self.plate), [])


class PreviewTests(Case):
    def test_a_page_shows_a_scene_and_its_changes(self):
        scene = plate()
        with scene.preview(port=0) as preview:
            self.assertRegex(preview.url, r"^http://127\.0\.0\.1:\d+/")
            with urllib.request.urlopen(preview.url) as answer:
                self.assertIn(b"<html", answer.read())
                # Notebooks of this machine may show it.
                policy = answer.headers["Content-Security-Policy"]
                self.assertIn("frame-ancestors http://localhost:* http://127.0.0.1:*", policy)
            file = preview._inputs.scene
            # What the command begins has its command line for a moment.
            self.assertTrue(commands(file))
            shown = preview._repr_html_()
            self.assertIn(f'href="{preview.url}"', shown)
            self.assertIn("data:image/png;base64,", shown)
            self.assertRegex(shown, f'^<iframe src="{preview.url}" width="100%" height="640"')
            scene.layers[0].background_color = "blue"
            preview.update()
            self.assertIn("blue", Path(file).read_text())
        self.assertEqual((commands(file), os.path.exists(file)), ([], False))
        # One that is no longer used is closed, too.
        preview = scene.preview(port=0)
        file = preview._inputs.scene
        del preview
        gc.collect()
        self.assertEqual((commands(file), os.path.exists(file)), ([], False))
        with self.assertRaisesRegex(multiplane.UsageError, "--prt"):
            scene.preview(prt=0)


if __name__ == "__main__":
    unittest.main()
