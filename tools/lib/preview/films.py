"""Films: over a clip, of parts, exported by the page; and values that are edited, shown at once, and written."""

import hashlib
import json
import os
import subprocess
import time

import scenes
from command import test


def card(**more):
    """A scene as JSON with a text and a colour as slots."""
    return json.dumps({
        "size": [160, 120], "duration": 2, "layers": [
            {"type": "layer", "name": "Plate", "left": 10, "top": 10, "width": 60, "height": 40,
             "backgroundColor": {"slot": "Colour", "default": "#c83214"},
             "animations": [{"keyPath": "position.x", "from": 40, "to": 120, "duration": 2}]},
            {"type": "text", "name": "Text", "left": 10, "bottom": 10, "fontSize": 24,
             "string": {"slot": "Title", "default": "Hello"}}], **more})


def film(shown, name, *options):
    """A film that the command line makes, and its digest."""
    path = os.path.join(shown.folder, name)
    subprocess.run([shown.command, "video", *options, "-q", "-o", path], check=True, cwd=shown.folder)
    return path, digest(path)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def edit(page, name, text):
    page.evaluate(f"""(field => {{ field.value = {json.dumps(text)};
      field.dispatchEvent(new Event("input", {{ bubbles: true }})); }})(
      document.querySelector("[data-name={name}]"))""")


def export(page, name, **more):
    """Exports by the dialog, as a person does, and answers what it says at the end."""
    if not page.evaluate("document.getElementById('export-dialog').open"):
        page.key("e")
    page.change("export-name", name)
    for field, value in more.items():
        page.evaluate(f"document.getElementById('export-{field}').checked = {json.dumps(value)}")
    page.evaluate("document.getElementById('export-begin').click()")


def ended(page, name, seconds=60):
    """The state of the export of a name at its end."""
    end = time.monotonic() + seconds
    while True:
        state = page.evaluate("fetch('exported').then(answer => answer.json())", awaits=True)
        is_named = os.path.basename(state.get("file") or "") == name
        if is_named and state["stage"] in ("done", "failed", "cancelled"):
            return state
        assert time.monotonic() < end, f"it is not done after {seconds} s: {state}"
        time.sleep(0.05)


@test
def edited_values_are_shown(preview):
    """Of a scene without rows: the page shows what `render` writes with these values, and then the scene's own."""
    shown = preview("card.scene.json", card())
    page = shown.open()
    page.go_to(20)
    page.wait_for("document.querySelectorAll('[data-name]').length === 2", what="a field for each slot")
    assert page.evaluate("document.querySelector('[data-name=Title]').value") == "Hello"
    edit(page, "Title", "Good day")
    edit(page, "Colour", "#14c832")
    page.wait_for_picture(shown.render(20, 30, "--slot", "Title=Good day", "--slot", "Colour=#14c832"))
    edit(page, "Title", "")
    page.wait_for_picture(shown.render(20, 30, "--slot", "Title=", "--slot", "Colour=#14c832"))
    page.evaluate("document.getElementById('values-undo').click()")
    page.wait_for_picture(shown.render(20))


@test
def edited_values_are_written(preview):
    """Of a row: only the bytes of its values change; and not if another program wrote meanwhile."""
    rows = 'Title,Colour,Note\r\nOne,#ff0000,"a, ""b"""\r\nTwo,#00ff00,\r\n'
    shown = preview("card.scene.json", card(), files=[("rows.csv", rows.encode())], data="rows.csv")
    path = os.path.join(shown.folder, "rows.csv")
    page = shown.open()
    page.wait_for("document.querySelectorAll('[data-name]').length === 2", what="the fields of the row")
    edit(page, "Title", 'Say "yes", twice')
    page.wait_for("!document.getElementById('values-write').disabled")
    page.evaluate("document.getElementById('values-write').click()")
    page.wait_for("document.getElementById('values-told').textContent === 'Written.'", what="it is written")
    with open(path, "rb") as file:
        written = file.read().decode()
    assert written == rows.replace("One", '"Say ""yes"", twice"'), written
    page.wait_for_picture(shown.render(0, 30, "--slot", 'Title=Say "yes", twice', "--slot", "Colour=#ff0000"))
    page.wait_for("document.getElementById('values-write').disabled", what="nothing is left to write")


@test
def lies_over_a_clip(preview):
    """The clip has its size, its length and its sound; the scene begins at its second."""
    shown = preview("card.scene.json", card())
    ground = os.path.join(shown.folder, "ground.scene.json")
    scenes.overwrite(ground, json.dumps(
        {"size": [90, 160], "duration": 3, "background": "#2040c0", "layers": []}).encode())
    film(shown, "clip.mp4", ground, "--fps", "25")
    over = preview("card.scene.json", card(), options=["--over", os.path.join(shown.folder, "clip.mp4"), "--at", "1"])
    page = over.open()
    assert page.text("frame-count") == "of 75", page.text("frame-count")
    size = page.evaluate("[document.getElementById('canvas').width, document.getElementById('canvas').height]")
    assert size == [90, 160], size
    page.go_to(24)
    near(page.pixel(30, 60), (0x20, 0x40, 0xC0))
    page.go_to(26)
    near(page.pixel(30, 60), (0xC8, 0x32, 0x14))
    near(page.pixel(30, 10), (0x20, 0x40, 0xC0))
    page.go_to(3)
    near(page.pixel(30, 60), (0x20, 0x40, 0xC0))


def near(pixel, colour):
    assert all(abs(one - other) <= 4 for one, other in zip(pixel, colour)), f"{pixel}, expected about {colour}"


@test
def shows_a_film_of_parts(preview):
    """The time line has the parts, which lead to their times; the sound is the film's."""
    parts = {"size": [160, 120], "parts": [
        {"scene": "card.scene.json"}, {"color": "#306090", "name": "Blue", "duration": 1, "transition": "push"}],
        "sounds": [{"file": "tone.wav", "loop": True}]}
    shown = preview("show.film.json", json.dumps(parts), files=[
        ("card.scene.json", card().encode()), ("tone.wav", scenes.wave())])
    page = shown.open()
    names = page.evaluate("[...document.querySelectorAll('.marker')].map(mark => mark.textContent)")
    assert names == ["card.scene.json", "Blue"], names
    page.evaluate("document.querySelectorAll('.marker')[1].click()")
    page.wait_for_frame(45)
    page.go_to(62)
    near(page.pixel(80, 60), (0x30, 0x60, 0x90))
    assert not page.is_hidden("sound")
    answer, body = shown.get("sound")
    assert answer.status == 200 and body[:4] == b"RIFF" and len(body) > 100000, answer.status


@test
def exports_the_film(preview):
    """The file has the bytes of the same film by the command line; a name that is taken is asked about."""
    shown = preview("card.scene.json", card())
    page = shown.open()
    page.wait_for("document.querySelectorAll('[data-name]').length === 2", what="a field for each slot")
    edit(page, "Title", "A film")
    page.wait_for_picture(shown.render(0, 30, "--slot", "Title=A film"))
    export(page, "card.mov")
    state = ended(page, "card.mov")
    path = os.path.join(shown.folder, "card.mov")
    assert state["stage"] == "done" and os.path.samefile(state["file"], path), state
    assert state["frame"] <= state["total"] == 60, state
    page.wait_for("document.getElementById('export-file').textContent.includes('card.mov')", what="where it is")
    assert digest(path) == film(shown, "again.mov", shown.path, "--slot", "Title=A film")[1], "it is another film"
    export(page, "card.mov")
    page.wait_for("!document.getElementById('export-replaces-line').hidden", what="a question about the file")
    export(page, "card.mov", replaces=True)
    page.wait_for("document.getElementById('export-replaces-line').hidden")
    assert ended(page, "card.mov")["stage"] == "done"


@test
def exports_a_film_for_each_row(preview):
    shown = preview("card.scene.json", card(), data="rows.json", files=[
        ("rows.json", b'[{"Title": "One"}, {"Title": "Two"}]')])
    page = shown.open()
    page.evaluate("document.querySelectorAll('#strip .tile')[1].click()")
    export(page, "card.webp", rows=True)
    assert ended(page, "card-{row}.webp")["stage"] == "done"
    made = [digest(os.path.join(shown.folder, f"card-{row}.webp")) for row in (1, 2)]
    assert made == [film(shown, f"again-{title}.webp", shown.path, "--slot", f"Title={title}")[1]
                    for title in ("One", "Two")], "they are other films"
    export(page, "two.webp", rows=False)
    assert ended(page, "two.webp")["stage"] == "done"
    assert digest(os.path.join(shown.folder, "two.webp")) == made[1], "it is not the row that is shown"


@test
def exports_are_cancelled(preview):
    """A cancelled film leaves nothing; another one may follow."""
    shown = preview("large.json", scenes.large(), options=["--scale", "2", "--duration", "60"])
    page = shown.open()
    export(page, "large.mp4")
    page.wait_for("document.getElementById('export-progress').value > 0", seconds=60, what="progress")
    page.evaluate("document.getElementById('export-cancel').click()")
    assert ended(page, "large.mp4")["stage"] == "cancelled"
    page.wait_for("document.getElementById('export-told').textContent.startsWith('Cancelled')")
    time.sleep(1)
    assert sorted(os.listdir(shown.folder)) == ["errors", "large.json"], os.listdir(shown.folder)


@test
def changes_are_for_the_page_alone(preview):
    """What writes files is refused without the page's origin, and by GET; names lead to no other folder."""
    shown = preview("card.scene.json", card(), data="rows.json", files=[("rows.json", b'[{"Title": "One"}]')])
    shown.open()
    own = f"http://127.0.0.1:{shown.port}"
    for path in ("export?name=a.mp4", "write?row=1&value.Title=x", "cancel"):
        for method, headers, status in [
                ("GET", {"Origin": own}, 405), ("POST", {}, 403), ("POST", {"Origin": "http://other.test"}, 403)]:
            answer, _ = shown.ask(method, path, **headers)
            assert answer.status == status, f"{method} {path} {headers}: {answer.status}"
    for name in ["../a.mp4", "%2e%2e/a.mp4", ".a.mp4", "-a.mp4", "a{row}.mp4", "a.json", "a", "", "a" * 300]:
        answer, _ = shown.ask("POST", f"export?name={name}", Origin=own)
        assert answer.status == 400, f"{name}: {answer.status}"
    for query in ["row=7&value.Title=x", "row=0&value.Title=x", "value.Title=x", "row=1"]:
        answer, _ = shown.ask("POST", f"write?{query}", Origin=own)
        assert answer.status == 400, f"{query}: {answer.status}"
    assert sorted(os.listdir(shown.folder)) == ["card.scene.json", "errors", "rows.json"], os.listdir(shown.folder)


@test
def is_shown_in_a_frame(preview):
    """Only by pages of this machine, and only with --embed."""
    for options, ancestors in [([], "'none'"), (["--embed"], "http://localhost:* http://127.0.0.1:*")]:
        answer, _ = preview("card.scene.json", card(), options=options).get("")
        assert f"frame-ancestors {ancestors};" in answer.headers["Content-Security-Policy"], answer.headers
