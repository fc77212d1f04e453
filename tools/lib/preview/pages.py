"""Several pages, requests that are refused, playing, and sound."""

import os
import signal
import time

import scenes
from command import test


@test
def two_pages_at_once(preview):
    """Each stays at its own time, and has its own picture, whatever the other asks for."""
    shown = preview("scene.json", scenes.opaque())
    one, other = shown.open(), shown.open()
    for first, second in [(5, 50), (40, 12), (41, 11), (0, 59)]:
        one.go_to(first)
        other.go_to(second)
        for page, frame in [(one, first), (other, second)]:
            difference = page.difference(shown.render(frame))
            assert not difference, f"frame {frame}: {difference}"
    one.key(" ")
    one.wait_for("+document.getElementById('canvas').dataset.frame > 5")
    assert other.shown_frame() == 59 and not other.difference(shown.render(59))
    scenes.overwrite(shown.path, scenes.opaque((9, 99, 199)).encode())
    other.wait_for_picture(shown.render(59))


@test
def strangers_are_refused(preview):
    shown = preview("scene.json", scenes.opaque())
    own = f"127.0.0.1:{shown.port}"
    for path in ["", "scene", "frame?time=0", "preview.js", "events"]:
        hosts = ["example.com", f"example.com:{shown.port}", f"127.0.0.1.example.com:{shown.port}"]
        origins = ["http://example.com", "null", f"http://127.0.0.1:{shown.port + 1}"]
        for headers in [{"Host": host} for host in hosts] + [{"Origin": origin} for origin in origins]:
            answer, _ = shown.get(path, **headers)
            assert answer.status == 403, f"{path or '/'} with {headers}: {answer.status}"
    for base in ["/", "/0123456789abcdef0123456789abcdef/", shown.base[:-2] + "/", shown.base[:-1] + "0/"]:
        answer, _ = shown.get("scene", base=base)
        assert answer.status == 404, f"{base}scene: {answer.status}"
    for path in ["", "scene", "frame?time=0", "preview.js"]:
        answer, _ = shown.get(path, Host=own, Origin=f"http://{own}")
        assert answer.status == 200, f"{path or '/'} of its own page: {answer.status}"
    answer, _ = shown.get("")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy, policy
    for path in ["../scene.json", "..%2fscene.json", "%2e%2e/scene.json", "/etc/passwd", "nothing.js"]:
        answer, _ = shown.get(path)
        assert answer.status == 404, f"{path}: {answer.status}"


@test
def wrong_questions_are_answered(preview):
    """With a status, a message, and no end of the server."""
    shown = preview("scene.json", scenes.opaque())
    for path in ["frame?time=x", "frame?size=0x0", "frame?size=99999999x99999999", "frame?scale=-1", "frame?row=7",
                 "frame?fit=odd", "frame?states=Nowhere", "frame?time=1e300", "layer?id=9.9.9", "pick?x=a&y=1",
                 "layer?id=" + "0." * 3000, "sound"]:
        answer, body = shown.get(path)
        assert answer.status in (400, 404, 409), f"{path[:60]}: {answer.status} {body[:200]}"
        assert b'"message"' in body, f"{path[:60]}: {body[:200]}"
    answer, _ = shown.get("frame?time=0")
    assert answer.status == 200


@test
def says_when_the_server_is_gone(preview):
    shown = preview("scene.json", scenes.opaque())
    page = shown.open()
    assert page.is_hidden("connection")
    shown.process.send_signal(signal.SIGINT)
    assert shown.process.wait(10) in (0, 130, -signal.SIGINT), shown.process.returncode
    page.wait_for("!document.getElementById('connection').hidden", what="the lost connection")
    assert not page.difference(shown.render(0)), "the picture is gone"


@test
def plays(preview):
    """How many frames a second of a scene of 1280x720 are shown; it must show some, in their order."""
    shown = preview("scene.json", scenes.large(), options=["--fps", "60"])
    page = shown.open()
    page.evaluate("""(() => { window.shown = []; const canvas = document.getElementById("canvas");
      new MutationObserver(() => window.shown.push([performance.now(), +canvas.dataset.frame]))
        .observe(canvas, { attributes: true, attributeFilter: ["data-frame"] }); })()""")
    # The check of the scene would take its part of the machine.
    page.wait_for("/looked|failed/.test(document.getElementById('findings').textContent)", seconds=120)
    page.key(" ")
    time.sleep(5)
    page.key(" ")
    times = page.evaluate("window.shown")
    times = [pair for pair in times if pair[0] >= times[-1][0] - 4000]
    assert len(times) > 4, f"{len(times)} frames in 4 s"
    steps = [(after[1] - before[1]) % 240 for before, after in zip(times, times[1:-1])]
    assert all(step < 120 for step in steps), f"an older frame came after a newer one: {steps}"
    rate = (len(times) - 1) / (times[-1][0] - times[0][0]) * 1000
    drawn = page.text("measured")
    print(f"      {rate:.1f} frames a second of 60; {drawn}; this machine has {os.cpu_count()} cores, "
          f"load {os.getloadavg()[0]:.1f}")


@test
def sound_follows(preview):
    """The sound is that of the film, and is heard where the picture is."""
    shown = preview("scene.json", scenes.sounding(), files=[("tone.wav", scenes.wave())])
    page = shown.open(before="""window.Audio = class extends Audio {
      constructor(address) { super(address); window.heard = this; } };""")
    assert not page.is_hidden("sound")
    answer, body = shown.get("sound")
    assert answer.status == 200 and body[:4] == b"RIFF" and len(body) > 100000, answer.status
    page.wait_for("window.heard?.readyState >= 3", what="the sound")
    page.go_to(10)
    page.key(" ")
    page.wait_for("!window.heard.paused && window.heard.currentTime > 0.5")
    away = page.evaluate("""(async () => { let most = 0; for (let count = 0; count < 60; count += 1) {
      await new Promise(requestAnimationFrame);
      const apart = Math.abs(window.heard.currentTime - document.getElementById("canvas").dataset.frame / 30);
      most = Math.max(most, Math.min(apart, 2 - apart)); } return most; })()""", True)
    print(f"      at most {away * 1000:.0f} ms away from the picture")
    page.key(" ")
    page.wait_for("window.heard.paused", what="silence")
    assert away < 0.5, f"{away} s away"
    page.key(" ")
    page.wait_for("!window.heard.paused")
    page.key("m")
    page.wait_for("window.heard.paused", what="silence")
