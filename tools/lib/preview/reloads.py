"""Saved files are shown soon, at the same time, whatever way they were saved; errors are shown with their place."""

import os
import statistics
import time

import scenes
from browser import pixel, select_is
from command import test

WATCH = """(() => {
  window.seen = [];
  window.problems = 0;
  const canvas = document.getElementById("canvas");
  const note = () => window.seen.push([performance.timeOrigin + performance.now(),
    ...canvas.getContext("2d").getImageData(2, 2, 1, 1).data]);
  new MutationObserver(note).observe(canvas, { attributes: true, attributeFilter: ["data-frame"] });
  const problem = document.getElementById("problem");
  new MutationObserver(() => { window.problems += !problem.hidden; }).observe(problem, { attributes: true });
})()"""


def seen_after(page, saved, colour):
    """Milliseconds from a save to the picture that has a colour in its corner."""
    index = page.wait_for(
        f"1 + window.seen.findIndex(([at, ...rgb]) => at > {saved * 1000 - 200} && rgb.slice(0, 3).join() === "
        f"'{','.join(map(str, colour))}')", what=f"a picture of colour {colour}")
    return page.evaluate(f"window.seen[{index - 1}][0]") - saved * 1000


def is_soon(times, name):
    middle = statistics.median(times)
    print(f"      {name}: {middle:.0f} ms, {min(times):.0f} to {max(times):.0f}")
    assert middle <= 200, f"{name}: {middle:.0f} ms, more than 200"


@test
def reloads_within_a_fifth_of_a_second(preview):
    """From the end of a save to the new picture on the canvas, the middle of seven; time and selection stay."""
    page = preview("scene.json", scenes.opaque()).open()
    page.go_to(20)
    page.wait_for("document.querySelectorAll('[role=treeitem]').length >= 3")
    page.evaluate("document.querySelectorAll('[role=treeitem]')[1].click()")
    page.evaluate(WATCH)
    number = 0
    for name, save in scenes.SAVES.items():
        times = []
        for _ in range(7):
            number += 1
            colour = (10 * number, 255 - 10 * number, 77)
            saved = save(page.preview.path, scenes.opaque(colour).encode())
            times.append(seen_after(page, saved, colour))
            time.sleep(0.15)
        is_soon(times, name)
    assert page.shown_frame() == 20, f"it is at frame {page.shown_frame()} after the reloads"
    difference = page.difference(page.preview.render(20))
    assert not difference, difference
    select_is(page, "Square")
    assert page.evaluate("window.problems") == 0, "an error was shown while it was saved"


@test
def reloads_an_image_file(preview):
    shown = preview("scene.json", scenes.pictured(), files=[("picture.png", scenes.png(80, 80, (255, 0, 0, 255)))])
    page = shown.open()
    assert page.pixel(60, 60) == [255, 0, 0, 255], page.pixel(60, 60)
    page.go_to(12)
    times = []
    for blue in [40, 90, 140, 190, 240]:
        saved = scenes.overwrite(os.path.join(shown.folder, "picture.png"), scenes.png(80, 80, (0, 20, blue, 255)))
        page.wait_for(f"{pixel(60, 60)}[2] === {blue}", what="the new image")
        times.append((time.time() - saved) * 1000)
        time.sleep(0.1)
    is_soon(times, "an image file")
    assert page.shown_frame() == 12


@test
def reloads_while_it_plays(preview):
    page = preview("scene.json", scenes.opaque()).open()
    page.evaluate(WATCH)
    page.key(" ")
    page.wait_for("window.seen.length > 5")
    saved = scenes.rename_over(page.preview.path, scenes.opaque((200, 0, 100)).encode())
    seen_after(page, saved, (200, 0, 100))
    count = page.evaluate("window.seen.length")
    page.wait_for(f"window.seen.length > {count} + 5", what="it plays on")


@test
def errors_have_line_and_column(preview):
    """The last good picture stays behind what is said, which goes when the file is right again."""
    shown = preview("scene.json", scenes.opaque())
    page = shown.open()
    page.go_to(20)
    good = shown.render(20)
    scenes.overwrite(shown.path, b'{"v": "5.7",\n "fr": 30,\n "w" 160}\n')
    page.wait_for("!document.getElementById('problem').hidden", what="the error")
    text = page.text("problem")
    assert "line 3" in text and "column" in text and "scene.json" in text, text
    assert not page.difference(good), "the last good picture is gone"
    page.go_to(30)
    assert not page.is_hidden("problem"), "the error went with a step"
    scenes.overwrite(shown.path, scenes.opaque((1, 2, 3)).encode())
    page.wait_for("document.getElementById('problem').hidden", what="the error's end")
    page.wait_for_picture(shown.render(30))


@test
def begins_with_an_error(preview):
    """A scene that cannot be read at first is shown as soon as it can."""
    shown = preview("scene.json", '{"v": "5.7",,}')
    page = shown.open(waits=False)
    page.wait_for("!document.getElementById('problem').hidden", what="the error")
    assert "line 1" in page.text("problem"), page.text("problem")
    scenes.overwrite(shown.path, scenes.opaque().encode())
    page.wait_for_frame(0)
    page.wait_for_picture(shown.render(0))
    page.wait_for("document.getElementById('problem').hidden")


@test
def two_hundred_saves(preview):
    """One after the other, of all kinds: no error is shown, and the last one's picture stays."""
    shown = preview("scene.json", scenes.opaque())
    page = shown.open()
    page.go_to(7)
    page.evaluate(WATCH)
    ways = list(scenes.SAVES.values())
    for number in range(200):
        ways[number % 3](shown.path, scenes.opaque((number, 255 - number, 9)).encode())
        time.sleep(0.002 * (number % 20))
    page.wait_for_picture(shown.render(7))
    time.sleep(0.5)
    assert not page.difference(shown.render(7)) and page.shown_frame() == 7
    problems = page.evaluate("window.problems")
    assert problems == 0, f"an error was shown {problems} times"
    print(f"      {page.evaluate('window.seen.length')} pictures were shown meanwhile")
