"""The results of calls: pictures, films, findings, notes, and errors."""

import copy
import inspect
import json
import os
import pickle
import subprocess
import sys
import unittest
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import multiplane
from support import BADGE, Case, without_picture

try:
    import numpy
    import PIL.Image
except ImportError:
    numpy = None


class PictureTests(Case):
    @unittest.skipUnless(numpy, "needs numpy and Pillow")
    def test_it_has_the_documents_size_and_colour(self):
        picture = multiplane.render(self.plate, scale=2)
        self.assertEqual((picture.width, picture.height), (80, 60))
        array = picture.to_numpy()
        self.assertEqual((array.shape, array.dtype), ((60, 80, 4), numpy.uint8))
        self.assertTrue((array == (10, 200, 30, 255)).all())
        self.assertTrue((numpy.asarray(picture) == array).all())
        image = picture.to_pillow()
        self.assertEqual((image.mode, image.size, image.getpixel((3, 4))), ("RGBA", (80, 60), (10, 200, 30, 255)))

    @unittest.skipUnless(numpy, "needs numpy and Pillow")
    def test_each_format_has_the_size_that_pillow_reads(self):
        for name in ["a.png", "b.jpg", "c.webp", "d.gif", "e.jpeg"]:
            picture = multiplane.render(self.plate, self.folder / name, size=(37, 21))
            with PIL.Image.open(self.folder / name) as image:
                read = (image.format, *image.size)
            self.assertEqual((picture.format.upper(), picture.width, picture.height), read)
            self.assertLess(numpy.abs(picture.to_numpy()[10, 18].astype(int) - (10, 200, 30, 255)).max(), 12, name)

    @unittest.skipUnless(numpy, "needs numpy and Pillow")
    def test_text_is_replaced(self):
        one = multiplane.render(BADGE, at=1, text={"Title": "Thank you"}).to_numpy()
        other = multiplane.render(BADGE, at=1).to_numpy()
        self.assertTrue(one.shape == other.shape and (one != other).any())

    def test_it_is_shown_by_a_notebook_and_saved(self):
        picture = multiplane.render(self.plate)
        self.assertTrue(picture._repr_png_() == picture.png == picture.data and picture._repr_jpeg_() is None)
        picture.save(self.folder / "saved.png")
        written = multiplane.render(self.plate, self.folder / "written.png")
        self.assertEqual((self.folder / "saved.png").read_bytes(), (self.folder / "written.png").read_bytes())
        self.assertEqual(written.png, picture.png)
        self.assertEqual(repr(picture), "<multiplane.Picture 40x30>")

    def test_a_jpeg_is_one_and_a_name_of_another_format_is_refused(self):
        picture = multiplane.render(self.plate, self.folder / "a.jpg")
        self.assertEqual((picture.format, picture.width, picture.height), ("JPEG", 40, 30))
        self.assertTrue(picture.data.startswith(b"\xff\xd8") and picture._repr_jpeg_() == picture.data)
        picture.save(self.folder / "b.JPEG")
        with self.assertRaisesRegex(ValueError, "the picture is JPEG"):
            picture.png
        with self.assertRaisesRegex(ValueError, "b.png: the picture is JPEG"):
            picture.save(self.folder / "b.png")
        with self.assertRaisesRegex(ValueError, "x.jpg: the picture is PNG"):
            multiplane.render(self.plate).save(self.folder / "x.jpg")
        self.assertEqual(self.names(), ["a.jpg", "b.JPEG", "plate.json"])

    def test_bytes_that_are_no_picture_are_refused(self):
        names = ["a.png", "a.jpg", "a.webp", "a.gif"]
        whole = [multiplane.render(self.plate, self.folder / name).data for name in names]
        for data in [b"", b"GIF89", b"\xff\xd8\xff\xe0\xff\xff", b"\xff\xd8" + b"\xff" * 99, b"RIFF1234WEBPVP8 "] + [
            each[:length] for each in whole for length in range(0, 25)
        ]:
            try:
                multiplane.Picture(data)
            except ValueError:
                continue
            # A head that is whole may stand alone.
            self.assertIn(data[:3], (b"GIF", b"\x89PN", b"RIF"), data)

    def test_several_sizes_and_rows_are_several_pictures(self):
        pictures = multiplane.render(self.plate, size=[(8, 6), "16x12"])
        self.assertEqual([(each.width, each.height) for each in pictures], [(8, 6), (16, 12)])
        rows = self.write("rows.csv", "name\na\nb\n")
        self.assertEqual(len(multiplane.render(self.plate, data=rows, quiet=True)), 2)
        pictures = multiplane.render(self.plate, self.folder / "{name}-{size}.jpg", data=rows, size=[(8, 6), (4, 3)])
        self.assertEqual([(each.format, each.width) for each in pictures], [("JPEG", 8), ("JPEG", 4)] * 2)
        self.assertIn("b-4x3.jpg", self.names())


class FilmTests(Case):
    def test_it_tells_its_progress(self):
        seen = []
        film = multiplane.video(self.plate, self.folder / "plate.mkv", codec="ffv1", progress=seen.append)
        self.assertEqual((film.frames, film.report["frames"], film.encoder), (30, 30, "ffv1"))
        self.assertEqual([(each.frame, each.total) for each in seen], [(frame, 30) for frame in range(1, 31)])
        self.assertEqual(film.bytes, (self.folder / "plate.mkv").stat().st_size)

    def test_a_part_of_it(self):
        film = multiplane.video(self.plate, self.folder / "part.y4m", from_=0.25, duration=0.5, fps=8, size=(16, 12))
        self.assertEqual(film.frames, 4)
        self.assertTrue((self.folder / "part.y4m").read_bytes().startswith(b"YUV4MPEG2 W16 H12 F8:1 "))

    def test_what_progress_raises_ends_the_command_without_a_file(self):
        def stop(progress):
            raise KeyError("enough")

        with self.assertRaisesRegex(KeyError, "enough"):
            multiplane.video("demo:postcard", self.folder / "postcard.y4m", progress=stop)
        self.assertEqual(self.names(), ["plate.json"])

    def test_several_sizes_are_several_films(self):
        seen = []
        films = multiplane.video(
            self.plate, self.folder / "{size}.y4m", size=["8x6", (16, 12)], duration=0.2, progress=seen.append)
        self.assertEqual([Path(film.path).name for film in films], ["8x6.y4m", "16x12.y4m"])
        self.assertEqual([film.frames for film in films], [6, 6])
        for film in films:
            said = subprocess.run(["sha256sum", film.path], capture_output=True, text=True).stdout.split()[0]
            self.assertEqual((film.sha256, film.bytes), (said, os.path.getsize(film.path)))
        self.assertEqual([each.frame for each in seen if each.frame == each.total], [6, 6])
        [film] = multiplane.video(self.plate, self.folder / "{size}-one.y4m", size=["8x6"], duration=0.1)
        self.assertEqual(film.frames, 3)

    def test_rows_are_films_of_their_own(self):
        rows = self.write("rows.json", json.dumps([{"name": name} for name in "abc"]))
        films = multiplane.video(self.plate, self.folder / "{name}.y4m", data=rows, duration=0.2, quiet=True)
        self.assertEqual([Path(film.path).name for film in films], ["a.y4m", "b.y4m", "c.y4m"])
        for film in films:
            said = subprocess.run(["sha256sum", film.path], capture_output=True, text=True).stdout.split()[0]
            self.assertEqual((film.frames, film.sha256, film.bytes), (6, said, os.path.getsize(film.path)))
        # With a manifest of one's own, in sizes, and without writing.
        manifest = self.folder / "manifest.jsonl"
        films = multiplane.video(
            self.plate, self.folder / "{name}-{size}.y4m", data=rows, size=[(4, 4), (8, 8)], duration=0.1,
            manifest=manifest, quiet=True)
        self.assertEqual([film.report["size"] for film in films], ["4x4", "8x8"] * 3)
        self.assertEqual(len(manifest.read_text().splitlines()), 6)
        dry = multiplane.video(self.plate, self.folder / "dry{row}.y4m", data=rows, dry_run=True, quiet=True)
        self.assertEqual(dry, [])
        self.assertFalse([name for name in self.names() if name.startswith("dry")])

    def test_rows_that_fail_leave_the_others(self):
        rows = self.write("rows.csv", "name,image:Plate\na,\nb,nothing.png\nc,\n")
        document = without_picture()
        document["assets"][0]["id"] = document["layers"][1]["refId"] = "Plate"
        scene = self.write("picture.json", json.dumps(document))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaises(multiplane.InputError) as caught:
                multiplane.video(scene, self.folder / "{name}.y4m", data=rows, duration=0.1)
        error = caught.exception
        self.assertEqual([Path(film.path).name for film in error.made], ["a.y4m", "c.y4m"])
        self.assertEqual([row["line"] for row in error.failed], [3])
        self.assertRegex(error.message, "1 of the 3 rows .*; the first: .*rows.csv:3:.*nothing.png")
        self.assertEqual(len(pickle.loads(pickle.dumps(error)).made), 2)

    def test_progress_of_rows(self):
        seen = []
        rows = self.write("rows.json", json.dumps([{"name": name} for name in "abc"]))
        films = multiplane.video(
            self.plate, self.folder / "{name}.y4m", data=rows, duration=0.2, quiet=True, progress=seen.append)
        self.assertEqual(len(films), 3)
        last = [(each.row, each.frame) for each in seen if each.frame == each.total]
        self.assertEqual(last, [(1, 6), (2, 6), (3, 6)])
        with self.assertRaisesRegex(TypeError, "progress"):
            multiplane.video(self.plate, "a.y4m", progress="json")


class NoteTests(Case):
    def test_notes_are_given_and_warned_of(self):
        scene = self.write("gone.json", json.dumps(without_picture()))
        calls = [
            lambda: multiplane.render(scene),
            lambda: multiplane.video(scene, self.folder / "gone.y4m", duration=0.1),
        ]
        for call in calls:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                made = call()
            self.assertTrue(any("gone.png" in note for note in made.notes), made.notes)
            self.assertEqual([str(each.message) for each in caught], list(made.notes))
            self.assertTrue(all(each.category is multiplane.Note for each in caught))
            self.assertEqual({each.filename for each in caught}, {__file__})

    def test_nothing_is_said_where_nothing_is_to_be_said(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(multiplane.render(self.plate).notes, ())
            scene = self.write("gone.json", json.dumps(without_picture()))
            self.assertEqual(multiplane.render(scene, quiet=True).notes, ())

    def test_a_note_is_whole_and_no_text_of_a_document_makes_another(self):
        document = without_picture()
        document["assets"][0]["p"] = "gone\nmultiplane: note: forged\nmultiplane: error: forged.png"
        scene = self.write("forged.json", json.dumps(document))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            notes = multiplane.render(scene).notes
        self.assertTrue(notes and not any(note.startswith("forged") for note in notes), notes)


def fails(scene):
    return multiplane.render(scene).width


class ErrorTests(Case):
    def test_they_have_status_and_message(self):
        with self.assertRaisesRegex(multiplane.InputError, "nothing.json: no such file") as missing:
            multiplane.render(self.folder / "nothing.json")
        self.assertEqual((missing.exception.status, missing.exception.may_try_again), (66, False))
        broken = self.write("broken.json", '{"v": "5.7.0",')
        with self.assertRaisesRegex(multiplane.InputError, "broken.json") as malformed:
            multiplane.video(broken, self.folder / "broken.y4m")
        self.assertEqual(malformed.exception.status, 65)
        with self.assertRaisesRegex(multiplane.UsageError, "--colour") as usage:
            multiplane.render("demo:postcard", colour="red")
        self.assertEqual(usage.exception.status, 64)
        with self.assertRaises(multiplane.Unavailable) as gpu:
            multiplane.render("demo:postcard", gpu="9")
        self.assertTrue(gpu.exception.status == 69 and gpu.exception.may_try_again)
        with self.assertRaisesRegex(ValueError, "standard output"):
            multiplane.video("demo:postcard", "-")

    def test_a_pool_of_processes_hands_them_on(self):
        broken = self.write("broken.json", '{"v": "5.7.0",')
        with ProcessPoolExecutor(1) as pool:
            with self.assertRaisesRegex(multiplane.InputError, "broken.json"):
                pool.submit(fails, broken).result()
            # The pool is still whole.
            self.assertEqual(pool.submit(fails, self.plate).result(), 40)

    def test_all_kinds_are_the_same_after_a_pickle(self):
        kinds = [each for each in vars(multiplane).values()
                 if isinstance(each, type) and issubclass(each, multiplane.CommandError)]
        self.assertGreaterEqual(len(kinds), 6)
        for kind in kinds:
            is_of_libraries = kind is multiplane.LibrariesMissing
            error = kind(["libcairo.so.2"]) if is_of_libraries else kind(75, "a\nmessage")
            error.failed = [{"row": 1}]
            error.more = "an attribute"
            for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
                self.assertIs(type(again), kind)
                self.assertEqual((vars(again), str(again), again.args), (vars(error), str(error), error.args))

    def test_missing_libraries_name_their_packages(self):
        error = multiplane.LibrariesMissing(["libcairo.so.2", "libfreetype.so.6", "libother.so.1"])
        self.assertEqual((error.status, error.libraries[1]), (69, "libfreetype.so.6"))
        self.assertIn("apt-get install libcairo2 libfreetype6\n", str(error))
        self.assertIn("pacman -S cairo freetype2", str(error))


class ReportTests(Case):
    def test_findings_are_no_error(self):
        report = multiplane.check(self.plate)
        self.assertEqual(report.report["width"], 40)
        self.assertEqual(report.is_good, report.report["errors"] == 0)
        report = multiplane.check(self.write("gone.json", json.dumps(without_picture())))
        self.assertFalse(report.is_good)
        self.assertEqual([each.rule for each in report.findings if each.severity == "error"], ["missing-file"])
        with self.assertRaises(multiplane.InputError):
            multiplane.check(self.folder / "nothing.json")

    def test_info_lists_encoders(self):
        self.assertLessEqual({"h264", "prores"}, {each["codec"] for each in multiplane.info()["encoders"]})

    def test_version_is_the_commands_by_each_way_in(self):
        for command in (["multiplane"], [sys.executable, "-m", "multiplane"]):
            said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout.strip()
            self.assertEqual({said}, {multiplane.version(), multiplane.__version__})
        words = ["-m", "multiplane", "render", "nothing.json", "-o", "a.png"]
        failed = subprocess.run([sys.executable, *words], capture_output=True, text=True)
        self.assertEqual(failed.returncode, 66)
        self.assertTrue(failed.stderr.startswith("multiplane: error: nothing.json: "), failed.stderr)

    def test_all_that_is_public_is_documented(self):
        for name in set(multiplane.__all__) - {"Argument", "Size"}:
            self.assertTrue(inspect.getdoc(getattr(multiplane, name)), name)
        self.assertTrue(Path(multiplane.__file__).with_name("py.typed").exists())
