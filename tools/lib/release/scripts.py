"""Prints a Lottie document whose lines of text are of many scripts: what the images' fonts are looked at by."""

import json

LINES = [
    "Latin: Hamburgefonstiv, São Żółć", "Ελληνικά: Ξεσκεπάζω την ψυχοφθόρα", "Кириллица: Съешь же ещё этих",
    "😀 🚀 👩‍🚀 🇪🇺", "中文 漢字 日本語 한국어", "العربية עברית", "हिन्दी ไทย ქართული",
]


def text(number, line):
    look = {"t": line, "f": "Inter-Regular", "s": 26, "j": 0, "fc": [0.1, 0.13, 0.25], "lh": 30, "tr": 0}
    return {
        "ty": 5, "ind": number, "nm": f"Line {number}", "ip": 0, "op": 30, "st": 0,
        "ks": {"p": {"a": 0, "k": [20, 44 * number]}},
        "t": {"d": {"k": [{"t": 0, "s": look}]}, "p": {}, "m": {"g": 1, "a": {"a": 0, "k": [0, 0]}}, "a": []},
    }


height = 44 * len(LINES) + 22
white = {"ty": 1, "nm": "White", "ind": 99, "ip": 0, "op": 30, "st": 0, "sw": 520, "sh": height,
         "sc": "#ffffff", "ks": {}}
print(json.dumps({
    "v": "5.9.0", "nm": "Scripts", "fr": 30, "ip": 0, "op": 30, "w": 520, "h": height, "ddd": 0,
    "fonts": {"list": [{"fName": "Inter-Regular", "fFamily": "Inter", "fStyle": "Regular"}]}, "assets": [],
    "layers": [*(text(number, line) for number, line in enumerate(LINES, 1)), white],
}))
