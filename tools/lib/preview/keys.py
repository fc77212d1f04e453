"""The page works without a mouse."""

import scenes
from browser import select_is
from command import test


@test
def keys(preview):
    page = preview("scene.json", scenes.opaque()).open()

    def pressed(frame, key, **more):
        page.key(key, **more)
        page.wait_for_frame(frame)

    pressed(1, "ArrowRight")
    pressed(11, "ArrowRight", shift=True)
    pressed(10, "ArrowLeft")
    pressed(0, "ArrowLeft", shift=True)
    pressed(59, "End")
    pressed(0, "ArrowRight")
    pressed(59, "ArrowLeft")
    pressed(0, "Home")
    playing = "document.getElementById('play').getAttribute('aria-label') === 'Pause'"
    page.key(" ")
    page.wait_for(f"{playing} && +document.getElementById('canvas').dataset.frame > 3", what="it plays")
    page.key(" ")
    assert not page.evaluate(playing)
    page.go_to(30)
    page.key("j")
    page.wait_for("+document.getElementById('canvas').dataset.frame < 25", what="it plays back")
    page.key("k")
    assert not page.evaluate(playing)
    page.key("l")
    page.key("l")
    assert page.value("speed") == "1.5"
    page.key("k")
    page.key("L", shift=True)
    assert page.evaluate("document.getElementById('loop').getAttribute('aria-pressed')") == "false"
    pressed(59, "End")
    page.key("ArrowRight")
    assert page.value("frame") == "59"
    page.key("1")
    assert page.value("zoom") == "1"
    page.key("2")
    assert page.value("zoom") == "2"
    page.key("+")
    page.key("-")
    assert page.value("zoom") == "2"
    page.key("0")
    assert page.value("zoom") == "fit"
    page.key("b")
    assert page.evaluate("document.getElementById('holder').dataset.background") == "black"
    page.wait_for("document.querySelectorAll('[role=treeitem]').length === 5")
    page.key("ArrowDown")
    select_is(page, "scene.json")
    page.key("ArrowDown")
    select_is(page, "Square")
    page.key("ArrowLeft")
    assert page.tree_items() == 4
    page.key("ArrowRight")
    assert page.tree_items() == 5
    page.key("ArrowLeft")
    page.key("ArrowDown")
    select_is(page, "Back")
    page.key("Home")
    select_is(page, "scene.json")
    page.key("/")
    page.type("back")
    assert page.tree_items() == 2
    page.key("Enter")
    select_is(page, "Back")
    page.key("/")
    page.key("Escape")
    assert page.tree_items() == 4
    page.key("Escape")
    page.key("Escape")
    page.key("?")
    assert page.evaluate("document.getElementById('help-dialog').open")
    page.key("Escape")
    page.wait_for("!document.getElementById('help-dialog').open")


@test
def all_is_reached_by_tab(preview):
    """Each control is reached by the Tab key, shows it, and has a name."""
    page = preview("scene.json", scenes.opaque()).open()
    wanted = set(page.evaluate("""[...document.querySelectorAll("button, select, input, a, [tabindex='0']")]
      .filter(it => it.checkVisibility() && !it.disabled && it.tabIndex >= 0).map(it => it.id).filter(Boolean)"""))
    reached, hidden, nameless = set(), [], []
    for _ in range(2 * len(wanted) + 40):
        page.key("Tab")
        at = page.evaluate("""(it => [it.id, it.matches(":focus-visible"), getComputedStyle(it).outlineStyle,
          it.getAttribute("aria-label") || it.getAttribute("aria-labelledby") || it.labels?.length || it.textContent])(
          document.activeElement)""")
        reached.add(at[0])
        if at[0] and (not at[1] or at[2] == "none"):
            hidden.append(at[0])
        if not at[3]:
            nameless.append(at[0])
    assert wanted <= reached, f"not reached: {sorted(wanted - reached)}"
    assert not hidden, f"without a sign of focus: {hidden}"
    assert not nameless, f"without a name: {nameless}"
