"""Pictures on the page are those of `multiplane render`."""

import scenes
from browser import SELECTED, pixel
from command import test


@test
def frames_are_those_of_render(preview):
    """Of an opaque scene: the canvas has the file's bytes."""
    page = preview("scene.json", scenes.opaque()).open()
    for frame in [0, 1, 17, 29, 44, 59]:
        page.go_to(frame)
        difference = page.difference(page.preview.render(frame))
        assert not difference, f"frame {frame}: {difference}"


@test
def translucent_frames_are_those_of_render(preview):
    """The bytes that the page is sent are the file's, those of colours behind no alpha included."""
    shown = preview("scene.json", scenes.translucent())
    page = shown.open()
    for frame in [0, 13, 30, 59]:
        picture = shown.render(frame)
        assert any(0 < alpha < 255 for alpha in picture[2][3::4]), "no translucent pixel: the test tests nothing"
        answer, body = shown.get(f"frame?time={frame / 30!r}")
        assert answer.status == 200, body
        size = int(answer.headers["X-Width"]), int(answer.headers["X-Height"])
        assert (*size, body) == picture, f"frame {frame}: other bytes are sent"
        page.go_to(frame)
        difference = page.difference(picture)
        assert not difference, f"frame {frame}: {difference}"


@test
def sizes_and_scales(preview):
    shown = preview("scene.json", scenes.opaque())
    page = shown.open()
    page.change("size", "1080x1080")
    page.wait_for_picture(shown.render(0, 30, "--size", "1080x1080"))
    page.change("fit", "cover")
    page.wait_for_picture(shown.render(0, 30, "--size", "1080x1080", "--fit", "cover"))
    page.change("size", "")
    page.change("scale", "2")
    page.wait_for_picture(shown.render(0, 30, "--scale", "2"))


@test
def rows_of_data(preview):
    """The strip has all rows; the one that is chosen is shown."""
    data = b"color:**.Fill 1\n#ff0000\n#00ff00\n#0000ff\n"
    text = scenes.opaque().replace('"ty": "fl"', '"nm": "Fill 1", "ty": "fl"')
    shown = preview("scene.json", text, files=[("rows.csv", data)], data="rows.csv")
    page = shown.open()
    page.wait_for("document.querySelectorAll('#strip .tile').length === 4")
    page.wait_for(f"{pixel(2, 2)}[0] === 255", what="the first row, which is red")
    page.evaluate("document.querySelectorAll('#strip .tile')[2].click()")
    page.wait_for(f"{pixel(2, 2)}[2] === 255", what="the third row, which is blue")
    page.wait_for("[...document.querySelectorAll('#strip img')].every(image => image.naturalWidth > 0)",
                  what="a picture of each row")


@test
def saves_the_picture(preview):
    """The link has the file that `multiplane render` writes, byte for byte."""
    shown = preview("scene.json", scenes.translucent())
    page = shown.open()
    page.go_to(17)
    page.evaluate("document.getElementById('save').focus()")
    address = page.evaluate("document.getElementById('save').href")
    answer, body = shown.get(address.split(shown.base)[1])
    assert answer.status == 200 and answer.headers["Content-Type"] == "image/png"
    with open(shown.rendered(17), "rb") as file:
        assert body == file.read(), "it is another file"
    assert page.evaluate("document.getElementById('save').download") == "scene.json-0.567s.png"


@test
def zooms_and_pans(preview):
    """The wheel and two fingers zoom about the place where they are, dragging moves, and neither is a click."""
    page = preview("scene.json", scenes.opaque()).open()
    # The findings' lane makes the picture's place smaller when it comes.
    page.wait_for("/looked|failed/.test(document.getElementById('findings').textContent)", seconds=120)
    size = "document.getElementById('canvas').getBoundingClientRect().width"
    before, (x, y) = page.evaluate(size), page.place(40, 30)
    page.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-200)
    page.wait_for(f"{size} > {before * 1.3}", what="it is larger")
    now = page.place(40, 30)
    assert abs(now[0] - x) <= 1.5 and abs(now[1] - y) <= 1.5, f"what was at {x}, {y} is at {now}"
    for kind, dx in [("mousePressed", 0), ("mouseMoved", 20), ("mouseMoved", 50), ("mouseReleased", 50)]:
        page.call("Input.dispatchMouseEvent", type=kind, x=x + dx, y=y, button="left", buttons=1, clickCount=1)
    moved = page.place(40, 30)
    assert abs(moved[0] - now[0] - 50) <= 1 and abs(moved[1] - now[1]) <= 1, f"from {now} to {moved}"
    page.evaluate("document.getElementById('zoom').value = 'fit'")
    page.key("0")
    before = page.evaluate(size)
    x, y = page.place(80, 60)

    def touch(kind, *places):
        page.call("Input.dispatchTouchEvent", type=kind, touchPoints=[
            {"x": x + dx, "y": y, "id": index} for index, dx in enumerate(places)])

    touch("touchStart", -40, 40)
    for apart in [60, 80, 100]:
        touch("touchMove", -apart, apart)
    touch("touchEnd")
    page.wait_for(f"Math.abs({size} / {before} - 2.5) < 0.1", what="two and a half times as large")
    middle = page.place(80, 60)
    assert abs(middle[0] - x) <= 3 and abs(middle[1] - y) <= 3, f"the middle went from {x}, {y} to {middle}"
    page.wait_for("document.querySelectorAll('[role=treeitem]').length > 0")
    assert page.evaluate(SELECTED) is None, "a layer was picked"
