"""Layers are picked in the picture and in the tree, states are changed, findings are marked."""

import scenes
from browser import SELECTED, select_is
from command import test


def outlined(page):
    """The box of the selected layer's outline, in pixels of the frame."""
    page.wait_for("!document.getElementById('selected').hasAttribute('hidden')", what="an outline")
    points = page.evaluate("""(() => {
      const box = document.getElementById("viewport").getBoundingClientRect();
      const canvas = document.getElementById("canvas").getBoundingClientRect();
      const factor = canvas.width / document.getElementById("canvas").width;
      const points = document.getElementById("selected").getAttribute("points").split(" ");
      return points.map(point => point.split(",").map(Number))
        .map(([x, y]) => [(x + box.left - canvas.left) / factor, (y + box.top - canvas.top) / factor]); })()""")
    across, down = zip(*points)
    return [min(across), min(down), max(across), max(down)]


def is_at(box, wanted):
    assert all(abs(one - other) <= 0.5 for one, other in zip(box, wanted)), f"outlined is {box}, not {wanted}"


@test
def picks_layers(preview):
    """A click on the picture selects what lies there, another one what lies behind; the tree outlines it."""
    page = preview("scene.caml", scenes.states()).open()
    page.wait_for("document.querySelectorAll('[role=treeitem]').length >= 2")
    page.click_pixel(30, 60)
    select_is(page, "square")
    page.wait_for("document.getElementById('layer').textContent.includes('position')", what="the layer's values")
    is_at(outlined(page), [10, 40, 50, 80])
    page.click_pixel(30, 60)
    page.wait_for(f"({SELECTED}) !== 'square'", what="what lies behind")
    is_at(outlined(page), [0, 0, 160, 120])
    page.click_pixel(150, 10)
    page.wait_for(f"({SELECTED}) !== null && ({SELECTED}) !== 'square'")
    page.evaluate("""[...document.querySelectorAll("[role=treeitem]")]
      .find(it => it.textContent.includes("square")).click()""")
    select_is(page, "square")
    page.key("Escape")
    assert page.evaluate(SELECTED) is None


@test
def outlines_shapes(preview):
    """A layer of a Lottie file has the outline of what it draws."""
    page = preview("scene.json", scenes.opaque()).open()
    page.wait_for("document.querySelectorAll('[role=treeitem]').length >= 3")
    page.click_pixel(30, 60)
    page.wait_for(f"({SELECTED}) !== null")
    is_at(outlined(page), [10, 40, 50, 80])
    page.evaluate("document.querySelectorAll('[role=treeitem]')[1].click()")
    select_is(page, "Square")
    is_at(outlined(page), [10, 40, 50, 80])


@test
def changes_states(preview):
    shown = preview("scene.caml", scenes.states())
    page = shown.open()
    page.wait_for("document.querySelectorAll('#state-buttons button').length >= 3")

    def press(name):
        page.evaluate(f"document.querySelector('#state-buttons [data-state={name}]').click()")

    press("Unlock")
    page.wait_for_picture(shown.render(0, 30, "--state", "Unlock"))
    assert page.value("schedule") == "Unlock"
    page.go_to(45)
    press("Sleep")
    page.wait_for_picture(shown.render(45, 30, "--state", "Sleep"))
    assert page.value("schedule") == "Unlock,Sleep@1.5"
    page.go_to(44)
    page.wait_for_picture(shown.render(44, 30, "--state", "Unlock"))
    assert page.evaluate("document.querySelectorAll('.lane .state').length") == 2
    page.change("schedule", "Locked,Nowhere@1")
    assert "Nowhere" in page.text("schedule-error"), "an error in the schedule is not said"
    page.evaluate("document.getElementById('clear-states').click()")
    page.wait_for_picture(shown.render(44))
    assert page.value("schedule") == "" and page.text("schedule-error") == ""


@test
def findings_are_marked(preview):
    """A text that is too faint is found; its mark on the time line selects it."""
    page = preview("scene.json", scenes.faint()).open()
    page.wait_for("document.getElementById('findings').textContent.includes('contrast')", 60, "a finding of contrast")
    page.wait_for("document.querySelectorAll('.lane .finding').length > 0")
    page.evaluate("document.querySelector('.lane .finding.warning').click()")
    # Its text lies in a layer without a name in it.
    page.wait_for(f"({SELECTED}) !== null", what="a selected layer")
    chosen, around = page.evaluate("""[
      document.querySelector("[role=treeitem][aria-selected=true]").dataset.id,
      [...document.querySelectorAll("[role=treeitem]")].find(it => it.textContent === "Faint").dataset.id]""")
    assert chosen.startswith(around), f"{chosen} is selected, and the text is in {around}"
