"""Tests of the module `multiplane`, run by pytest against the installed wheel: tools/lib/release/prove.

BADGE is the Lottie file of the repository's .assets.
"""

import inspect
import json
import os
import subprocess
from pathlib import Path

import multiplane
import pytest

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


@pytest.fixture
def plate(tmp_path):
    path = tmp_path / "plate.json"
    path.write_text(json.dumps(lottie((10, 200, 30))))
    return path


def test_version_is_the_commands():
    said = subprocess.run(["multiplane", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    assert multiplane.version() == multiplane.__version__ == said


def test_picture_has_the_documents_size_and_colour(plate):
    numpy = pytest.importorskip("numpy")
    picture = multiplane.render(plate, scale=2)
    assert (picture.width, picture.height) == (80, 60)
    array = picture.to_numpy()
    assert array.shape == (60, 80, 4) and array.dtype == numpy.uint8
    assert (array == (10, 200, 30, 255)).all()
    assert (numpy.asarray(picture) == array).all()


def test_picture_is_shown_by_a_notebook_and_saved(plate, tmp_path):
    picture = multiplane.render(plate)
    assert picture._repr_png_() == picture.png and picture.png.startswith(b"\x89PNG")
    picture.save(tmp_path / "saved.png")
    written = multiplane.render(plate, tmp_path / "written.png")
    assert (tmp_path / "saved.png").read_bytes() == (tmp_path / "written.png").read_bytes() == written.png
    assert repr(picture) == "<multiplane.Picture 40x30>"


def test_picture_of_pillow(plate):
    pytest.importorskip("PIL")
    image = multiplane.render(plate).to_pillow()
    assert image.mode == "RGBA" and image.size == (40, 30) and image.getpixel((3, 4)) == (10, 200, 30, 255)


def test_mapping_gives_an_option_for_each_name():
    words = multiplane._command.arguments(
        {"text": {"A": "x=y", "B": 2}, "max_time": 60, "font": ["a.ttf", Path("b.ttf")], "mute": True, "at": None,
         "flipped": False})
    assert words == ["--text=A=x=y", "--text=B=2", "--max-time=60", "--font=a.ttf", "--font=b.ttf", "--mute"]
    with pytest.raises(TypeError, match="at: object"):
        multiplane._command.arguments({"at": object()})


def test_text_is_replaced():
    pytest.importorskip("numpy")
    one = multiplane.render(BADGE, at=1, text={"Title": "Thank you"}).to_numpy()
    other = multiplane.render(BADGE, at=1).to_numpy()
    assert one.shape == other.shape and (one != other).any()


def test_negative_numbers_and_names_with_a_dash(plate, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plate.rename(tmp_path / "-plate.json")
    assert multiplane.render("-plate.json").width == 40
    # The command's own words about a value, and not that a value is missing.
    with pytest.raises(multiplane.UsageError, match="'-1' is invalid for '--at"):
        multiplane.render("-plate.json", at=-1)


def test_film_tells_its_progress(plate, tmp_path):
    seen = []
    film = multiplane.video(plate, tmp_path / "plate.mkv", codec="ffv1", progress=seen.append)
    assert film.frames == 30 == film.report["frames"]
    assert [each.total for each in seen] == [30] * len(seen) and seen[-1].frame == 30
    assert film.bytes == (tmp_path / "plate.mkv").stat().st_size and film.encoder == "ffv1"


def test_a_part_of_a_film(plate, tmp_path):
    assert multiplane.video(plate, tmp_path / "part.y4m", from_=0.25, duration=0.5, fps=8).frames == 4


def test_what_progress_raises_ends_the_command_without_a_file(tmp_path):
    def stop(progress):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        multiplane.video("demo:postcard", tmp_path / "postcard.y4m", progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_errors_have_status_and_message(tmp_path):
    with pytest.raises(multiplane.InputError, match="nothing.json: no such file") as missing:
        multiplane.render(tmp_path / "nothing.json")
    assert missing.value.status == 66 and not missing.value.may_try_again
    broken = tmp_path / "broken.json"
    broken.write_text('{"v": "5.7.0",')
    with pytest.raises(multiplane.InputError, match="broken.json") as malformed:
        multiplane.video(broken, tmp_path / "broken.y4m")
    assert malformed.value.status == 65
    with pytest.raises(multiplane.UsageError, match="--colour") as usage:
        multiplane.render("demo:postcard", colour="red")
    assert usage.value.status == 64
    with pytest.raises(multiplane.Unavailable) as gpu:
        multiplane.render("demo:postcard", gpu="9")
    assert gpu.value.status == 69 and gpu.value.may_try_again
    with pytest.raises(ValueError, match="must end in .png"):
        multiplane.render("demo:postcard", "postcard.jpg")
    with pytest.raises(ValueError):
        multiplane.video("demo:postcard", "-")
    with pytest.raises(ValueError):
        multiplane.Picture(b"GIF89a")


def test_missing_libraries_name_their_packages():
    error = multiplane.LibrariesMissing(["libcairo.so.2", "libfreetype.so.6", "libother.so.1"])
    assert error.status == 69 and error.libraries[1] == "libfreetype.so.6"
    assert "apt-get install libcairo2 libfreetype6\n" in str(error)
    assert "pacman -S cairo freetype2" in str(error)


def test_findings_are_no_error(plate):
    report = multiplane.check(plate)
    assert report.report["width"] == 40
    assert report.is_good == (report.report["errors"] == 0)
    document = lottie((1, 2, 3))
    document["layers"].append({
        "ty": 2, "nm": "Picture", "ind": 2, "refId": "gone", "ip": 0, "op": 10, "st": 0, "ks": {}})
    document["assets"] = [{"id": "gone", "w": 4, "h": 4, "u": "", "p": "gone.png", "e": 0}]
    plate.write_text(json.dumps(document))
    report = multiplane.check(plate)
    assert not report.is_good
    assert [each.rule for each in report.findings if each.severity == "error"] == ["missing-file"]
    with pytest.raises(multiplane.InputError):
        multiplane.check(plate.with_name("nothing.json"))


def test_info_lists_encoders():
    report = multiplane.info()
    assert {"h264", "prores"} <= {each["codec"] for each in report["encoders"]}


def test_all_that_is_public_is_documented():
    for name in multiplane.__all__:
        if name != "Argument":
            assert inspect.getdoc(getattr(multiplane, name)), name
    assert Path(multiplane.__file__).with_name("py.typed").exists()
