"""Records what lottie-web makes of expressions: a document of ours, a layer each, goes through it in headless Chromium,
and each layer's property is read at every few frames. Tests/LottieTests/Truths/Expressions.json holds both.

usage: tools/regenerate expressions        needs what `tools/bench --lottie` installs: websocket-client,
       opencv-python-headless and wagtail-lottie 0.1.19 (lottie-web 5.7.4), and Debian's chromium-headless-shell
"""

import json
import os

from lottie_web_system import opened

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
FRAMES = [0, 1, 7, 12, 20, 29, 30, 31, 44, 59, 60, 61, 75, 89]
RATE = 30


def fixed(value):
    return {"a": 0, "k": value}


def moving(*keys):
    """Keyframes, each a frame and a value, eased in and out."""
    made = []
    for frame, value in keys:
        made.append({"t": frame, "s": value if isinstance(value, list) else [value],
                     "o": {"x": [0.4] * 3, "y": [0.1] * 3}, "i": {"x": [0.7] * 3, "y": [1] * 3}})
    return {"a": 1, "k": made}


POSITION = moving((10, [10, 20, 0]), (25, [50, 30, 0]), (40, [30, 60, 0]))
NUMBER = moving((10, 20), (25, 80), (40, 35))
STRAIGHT = {"a": 1, "k": [{"t": 10, "s": [20], "o": {"x": [0], "y": [0]}, "i": {"x": [1], "y": [1]}},
                          {"t": 25, "s": [80]}]}
LATE = moving((50, 20), (60, 80), (80, 35))
LATE_POSITION = moving((50, [10, 20, 0]), (70, [50, 30, 0]))
EFFECTS = [
    {"ty": 5, "nm": "Strength", "mn": "ADBE Slider Control", "ix": 1, "en": 1,
     "ef": [{"ty": 0, "nm": "Slider", "mn": "ADBE Slider Control-0001", "ix": 1, "v": NUMBER}]},
    {"ty": 5, "nm": "Turn", "mn": "ADBE Angle Control", "ix": 2, "en": 1,
     "ef": [{"ty": 1, "nm": "Angle", "mn": "ADBE Angle Control-0001", "ix": 1, "v": fixed(33)}]},
    {"ty": 5, "nm": "Place", "mn": "ADBE Point Control", "ix": 3, "en": 1,
     "ef": [{"ty": 3, "nm": "Point", "mn": "ADBE Point Control-0001", "ix": 1, "v": fixed([12, 34])}]},
    {"ty": 5, "nm": "Made", "mn": "ADBE Slider Control", "ix": 4, "en": 1,
     "ef": [{"ty": 0, "nm": "Slider", "mn": "ADBE Slider Control-0001", "ix": 1,
             "v": dict(fixed(1), x="var $bm_rt;\n$bm_rt = mul(time, 12);")}]},
]
# Name, property, its written value, what its expression says after `$bm_rt = `, or all of it.
CASES = [
    ("time", "r", fixed(5), "mul(time, 90)"),
    ("value", "p", POSITION, "$bm_sum(value, [10, 5])"),
    ("value of a number", "r", NUMBER, "$bm_sub(value, 7)"),
    ("cycle", "p", POSITION, "loopOut('cycle')"),
    ("cycle by default", "r", NUMBER, "loopOut()"),
    ("cycle of one", "r", NUMBER, "loopOut('cycle', 1)"),
    ("ping-pong", "p", POSITION, "loopOut('pingpong')"),
    ("offset", "r", NUMBER, "loopOut('offset')"),
    ("offset of a vector", "p", POSITION, "loopOut('offset', 1)"),
    ("continue", "r", STRAIGHT, "loopOut('continue')"),
    ("cycle in", "r", moving((0, 20), (10, 80), (30, 35)), "loopIn('cycle')"),
    ("ping-pong in", "r", LATE, "loopIn('pingpong')"),
    ("offset in", "p", LATE_POSITION, "loopIn('offset')"),
    ("duration", "r", NUMBER, "loopOutDuration('cycle')"),
    ("linear", "o", fixed(50), "linear(time, 0.5, 2, 10, 90)"),
    ("linear of vectors", "p", fixed([0, 0, 0]), "linear(time, 0.5, 2, [1, 2], [30, 50])"),
    ("linear backwards", "o", fixed(50), "linear(time, 2, 0.5, 10, 90)"),
    ("linear of two", "o", fixed(50), "linear(div(time, 3), 10, 90)"),
    ("ease", "o", fixed(50), "ease(time, 0.5, 2, 10, 90)"),
    ("ease in", "o", fixed(50), "easeIn(time, 0.5, 2, 10, 90)"),
    ("ease out", "p", fixed([0, 0, 0]), "easeOut(time, 0.5, 2, [1, 2], [30, 50])"),
    ("earlier", "p", POSITION, "valueAtTime($bm_sub(time, 0.2))"),
    ("speed", "r", moving((10, 20), (40, 80)), "div(velocityAtTime(1), 10)"),
    ("keys", "r", NUMBER, "$bm_sum(mul(key(2).time, 10), mul(nearestKey(time).index, 7))"),
    ("number of keys", "r", NUMBER, "$bm_sum(numKeys, key(2)[0])"),
    ("another", "p", fixed([0, 0, 0]), "thisComp.layer('value').transform.position"),
    ("another by number", "p", fixed([0, 0, 0]), "thisComp.layer(4).transform.position"),
    ("another earlier", "r", fixed(0), "thisComp.layer('target').transform.rotation.valueAtTime($bm_sub(time, 0.5))"),
    ("slider", "o", fixed(1), "thisComp.layer('target').effect('Strength')('Slider')"),
    ("slider by its internal name", "o", fixed(1),
     "thisComp.layer('target').effect('Strength')('ADBE Slider Control-0001')"),
    ("slider by number", "o", fixed(1), "thisComp.layer('target').effect(1)(1)"),
    ("slider earlier", "o", fixed(1),
     "thisComp.layer('target').effect('Strength')('Slider').valueAtTime($bm_sub(time, 0.3))"),
    ("slider with an expression", "r", fixed(1), "thisComp.layer('target').effect('Made')('Slider')"),
    ("angle", "r", fixed(1), "$bm_sum(thisComp.layer('target').effect('Turn')('Angle'), 1)"),
    ("point", "p", fixed([0, 0, 0]), "thisComp.layer('target').effect('Place')('Point')"),
    ("contents", "p", fixed([0, 0, 0]), "thisComp.layer('target').content('Group').content('Box').size"),
    ("contents' transform", "p", fixed([0, 0, 0]),
     "thisComp.layer('target').content('Group').transform.position"),
    ("mathematics", "p", fixed([0, 0, 0]),
     "[$bm_sum(clamp(mul(time, 30), 10, 40), length([3, 4])), mul(normalize([3, 4])[1], degreesToRadians(90))]"),
    ("vectors", "p", fixed([0, 0, 0]), "div($bm_neg(mul([4, 8], $bm_mod(12, 5))), -0.5)"),
    ("colour", "p", fixed([0, 0, 0]), "mul(rgbToHsl([0.2, 0.4, 0.7, 1]), 50)"),
    ("colour back", "p", fixed([0, 0, 0]), "mul(hslToRgb([0.6, 0.4, 0.7, 1]), 50)"),
    ("facts", "r", fixed(0), "$bm_sum($bm_sum(mul(index, 2), thisComp.width), $bm_sum(inPoint, mul(outPoint, 3)))"),
    ("branches", "r", fixed(0),
     "var $bm_rt;\nvar n = 0;\nif (numKeys > 0) {\n n = 1;\n} else {\n n = nearestKey(time).index;\n}\nfor (var i = 0; "
     "i < 5; i++) {\n n = $bm_sum(n, mul(i, time));\n}\nfunction twice(x) {\n return mul(x, 2);\n}\ntry {\n n = "
     "twice(n);\n} catch (e) {\n n = 0;\n}\n$bm_rt = n;"),
    ("bounce", "p", POSITION,
     "var $bm_rt;\nvar amp, freq, decay, n, t, v;\namp = 0.1;\nfreq = 2;\ndecay = 2;\nn = 0;\nif (numKeys > 0) {\n n = "
     "nearestKey(time).index;\n if (key(n).time > time) {\n n--;\n }\n}\nif (n == 0) {\n t = 0;\n} else {\n t = "
     "$bm_sub(time, key(n).time);\n}\nif (n > 0) {\n v = velocityAtTime($bm_sub(key(n).time, "
     "div(thisComp.frameDuration, 10)));\n $bm_rt = $bm_sum(value, div(mul(mul(v, amp), Math.sin(mul(mul(freq, t), "
     "mul(2, Math.PI)))), Math.exp(mul(decay, t))));\n} else {\n $bm_rt = value;\n}"),
    ("spring of the street", "r", fixed(0),
     "var $bm_rt;\nvar a, b, c;\na = 15;\nb = 65;\nc = 4;\n$bm_rt = $bm_rt = div(mul(b, Math.sin(mul(a, time))), "
     "Math.exp(mul(c, time)));"),
    ("steps", "r", fixed(0), "var $bm_rt;\nposterizeTime(5);\n$bm_rt = mul(time, 100);"),
    ("scale", "s", fixed([100, 100, 100]), "[$bm_sum(value[0], mul(time, 10)), value[1], 100]"),
]


def document():
    layers = []
    for place, (name, key, written, text) in enumerate(CASES):
        expression = text if text.startswith("var $bm_rt") else f"var $bm_rt;\n$bm_rt = {text};"
        transform = {"o": fixed(100), "r": fixed(0), "p": fixed([0, 0, 0]), "a": fixed([0, 0, 0]),
                     "s": fixed([100, 100, 100])}
        transform[key] = dict(written, x=expression)
        layers.append({"ty": 1, "nm": name, "ind": place + 1, "ip": 0, "op": 90, "st": 0, "sr": 1, "bm": 0,
                       "sc": "#ff0000", "sw": 8, "sh": 8, "ks": transform})
    target = {"ty": 4, "nm": "target", "ind": len(CASES) + 1, "ip": 0, "op": 90, "st": 0, "sr": 1, "bm": 0,
              "ef": EFFECTS,
              "ks": {"o": fixed(100), "r": NUMBER, "p": fixed([0, 0, 0]), "a": fixed([0, 0, 0]),
                     "s": fixed([100, 100, 100])},
              "shapes": [{"ty": "gr", "nm": "Group", "it": [
                  {"ty": "rc", "nm": "Box", "p": fixed([0, 0]), "r": fixed(0),
                   "s": moving((0, [5, 6]), (60, [25, 16]))},
                  {"ty": "fl", "nm": "Fill", "c": fixed([1, 0, 0, 1]), "o": fixed(100)},
                  {"ty": "tr", "p": fixed([3, 4]), "a": fixed([0, 0]), "s": fixed([100, 100]), "r": fixed(0),
                   "o": fixed(100), "sk": fixed(0), "sa": fixed(0)}]}]}
    return {"v": "5.7.4", "fr": RATE, "ip": 0, "op": 90, "w": 64, "h": 64, "assets": [], "layers": layers + [target]}


READ = """(() => { const all = film.renderer.elements.map(e => { const m = e.finalTransform.mProp;
return [e.data.nm, {p: Array.from(m.p.v).slice(0, 2), r: m.r ? m.r.v * 180 / Math.PI : 0, o: m.o.v * 100,
s: Array.from(m.s.v).slice(0, 2).map(x => x * 100)}] }); return JSON.stringify(all) })()"""


def main():
    made = document()
    browser = opened(64, 64, json.dumps(made), "svg")
    values = {name: [] for name, *_ in CASES}
    keys = {name: key for name, key, *_ in CASES}
    for frame in FRAMES:
        browser.evaluate(f"film.goToAndStop({frame}, true)")
        browser.begin_frame()
        for name, found in json.loads(browser.evaluate(READ)):
            if name in keys:
                value = found[keys[name]]
                values[name].append([round(x, 5) for x in value] if isinstance(value, list) else round(value, 5))
    truth = {"from": f"lottie-web 5.7.4, Chromium {browser.version}", "document": made, "frames": FRAMES,
             "properties": keys, "values": values}
    browser.close()
    with open(os.path.join(ROOT, "Tests/LottieTests/Truths/Expressions.json"), "w") as file:
        file.write("{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(truth[key])}" for key in truth) + "\n}\n")


if __name__ == "__main__":
    main()
