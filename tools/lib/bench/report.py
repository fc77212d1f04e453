"""The result of tools/bench as Markdown.

usage: report.py results.json
"""

import json
import statistics
import sys

import environment
import scenes

OURS = "multiplane"
# A picture of less than so many decibels, and so many fewer than the systems' median, is not the same: its system is
# left out of "best". Of text, nobody's picture has many.
GOOD, TOO_FAR = 35, 12


class Size:
    """The entries of one size."""

    def __init__(self, result, size):
        entries = [entry for entry in result["results"] if entry["size"] == size]
        self.scenes = [name for name in scenes.NAMES if any(e["scene"] == name for e in entries)]
        self.systems = [name for name in environment.NAMES if any(e["system"] == name for e in entries)]
        self.entries = {(e["scene"], e["system"]): e for e in entries}

    def entry(self, scene, system):
        return self.entries.get((scene, system), {})

    def differs(self, scene, system):
        known = [self.entry(scene, s)["psnr"] for s in self.systems if "psnr" in self.entry(scene, s)]
        mine = self.entry(scene, system).get("psnr")
        return mine is not None and mine < min(GOOD, statistics.median(known) - TOO_FAR)


def of_rounds(key):
    """The median of the rounds."""
    return lambda e: statistics.median(r[key] for r in e["rounds"]) if e.get("rounds") else None


def rate(value):
    """Frames a second from what answers milliseconds a frame."""
    def found(entry):
        milliseconds = value(entry)
        return 1000 / milliseconds if milliseconds else None
    return found


def of_video(key, kind="video"):
    return lambda e: e[kind][key] if kind in e else None


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|---" * len(header) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def title(system):
    return next((s.title for s in environment.SYSTEMS if s.name == system), system)


def compared(size, value, more_is_better, form, extra=None):
    """A row a scene: each system's value, the best of the others, and how much better ours is; then geometric means of
    how much better it is than each. `extra`: the title and the value of one more column of our own, by which ours is
    compared."""
    others = [s for s in size.systems if s != OURS]
    ratios = {s: [] for s in others + ["best"]}
    rows = []
    for scene in size.scenes:
        values = {s: value(size.entry(scene, s)) for s in size.systems}
        mine = extra[1](size.entry(scene, OURS)) if extra else values.get(OURS)
        row = [scene]
        for s in size.systems:
            text = "-" if values[s] is None else form % values[s]
            row.append(f"({text})" if values[s] is not None and size.differs(scene, s) else text)
        if extra:
            row.insert(1, "-" if mine is None else form % mine)
        fair = {s: v for s, v in values.items() if s != OURS and v is not None and not size.differs(scene, s)}

        def ratio(other):
            return mine / other if more_is_better else other / mine

        if mine and fair:
            best = (max if more_is_better else min)(fair, key=fair.get)
            for s, v in fair.items():
                ratios[s].append(ratio(v))
            ratios["best"].append(ratio(fair[best]))
            row += [title(best), f"{ratio(fair[best]):.2f}"]
        else:
            row += ["-", "-"]
        rows.append(row)
    means = ["geometric mean of the ratios"] + ([""] if extra else [])
    means += [f"{statistics.geometric_mean(ratios[s]):.2f}" if ratios.get(s) else "" for s in size.systems]
    best = ratios["best"]
    means += [f"ahead in {sum(r > 1 for r in best)} of {len(best)}",
              f"{statistics.geometric_mean(best):.2f}" if best else ""]
    rows.append(means)
    header = ["scene"] + ([extra[0]] if extra else []) + [title(s) for s in size.systems] + ["best other", "ratio"]
    return table(header, rows)


def against(size, value, more_is_better, systems):
    """By scene, how much better ours is than the best of some systems whose pictures are the same."""
    found = {}
    for scene in size.scenes:
        mine = value(size.entry(scene, OURS))
        theirs = [value(size.entry(scene, s)) for s in systems if s != OURS and not size.differs(scene, s)]
        theirs = [v for v in theirs if v is not None]
        if mine and theirs:
            found[scene] = mine / max(theirs) if more_is_better else min(theirs) / mine
    return found


def summary(size):
    """What the tables come to."""
    groups = [("the best of all", size.systems), ("the better of Skia's two", ["skia-raster", "skia-gl"]),
              ("the best of " + ", ".join(title(s) for s in environment.COMPOSITORS), environment.COMPOSITORS)]
    rows = []
    for name, systems in groups:
        row = [name]
        for value, more in ((rate(of_rounds("milliseconds")), True), (of_rounds("cpu"), False)):
            ratios = against(size, value, more, systems)
            behind = [f"{scene} {r:.2f}" for scene, r in ratios.items() if r <= 1]
            row += [f"{statistics.geometric_mean(ratios.values()):.2f}" if ratios else "-",
                    f"{len(ratios) - len(behind)} of {len(ratios)}", ", ".join(behind)]
        rows.append(row)
    return table(["Multiplane against", "frames a second: mean ratio", "ahead in", "behind in", "CPU: mean ratio",
                  "ahead in", "behind in"], rows)


def plain(size, value, form):
    rows = []
    for scene in size.scenes:
        values = [value(size.entry(scene, s)) for s in size.systems]
        rows.append([scene] + ["-" if v is None else form % v for v in values])
    return table(["scene"] + [title(s) for s in size.systems], rows)


def report(result):
    machine = result["machine"]
    parts = ["# tools/bench\n", f"{result['date']}, {machine['processor']}, {machine['cores']} cores, "
             f"{machine['memory']}, {machine['system']}, Linux {machine['kernel']}; "
             f"{machine['driver'] or 'no OpenGL'}; {machine['ffmpeg'].split(' Copyright')[0]}; Multiplane "
             f"{machine['multiplane']}. {result['rounds']} rounds of {result['seconds']} s; "
             f"{result['took'] / 60:.0f} minutes in all.\n"]
    versions = [f"{title(s)} {v}" for s, v in result["versions"].items()]
    if versions:
        parts.append(", ".join(versions) + ".\n")
    parts.append("Ratios are Multiplane's frames a second over the other's, and the other's milliseconds over "
                 "Multiplane's: above 1, Multiplane is ahead. In parentheses: the picture agrees with the 8x8 "
                 f"supersampled one by less than {GOOD} dB, and by {TOO_FAR} dB less than the systems' median does, so "
                 "that it counts neither as best nor in the means.\n")
    for size_name in dict.fromkeys(entry["size"] for entry in result["results"]):
        parts += sections(result, Size(result, size_name), size_name)
    parts += ["## Absent\n"] + [f"- {title(s)}: {reason}" for s, reason in result["absent"].items()]
    reasons = {}
    for entry in result["results"]:
        reason = entry.get("absent") or entry.get("failed")
        if reason:
            found = reasons.setdefault((entry["system"], reason), [])
            if entry["scene"] not in found:
                found.append(entry["scene"])
    parts += [f"- {title(s)}, in {', '.join(found)}: {reason}" for (s, reason), found in reasons.items()]
    return "\n".join(parts) + "\n"


def sections(result, size, name):
    entries = [size.entry(a, b) for a in size.scenes for b in size.systems]
    others = [r["others"] for e in entries for r in e.get("rounds", [])]
    parts = [f"## {name}: in short\n", summary(size), f"## {name}: frames a second, to RGBA in memory\n",
             compared(size, rate(of_rounds("milliseconds")), True, "%.1f")]
    if others:
        parts.append(f"Other work took {statistics.median(others):.2f} cores meanwhile (median; most: "
                     f"{max(others):.2f}).\n")
    parts += [f"## {name}: milliseconds of CPU a frame, all threads and processes\n",
              compared(size, of_rounds("cpu"), False, "%.2f")]
    if any("video" in e for e in entries):
        video = result["video"]
        how = f"{video['encoder']}, {video['preset']}, crf {video['crf']}"
        parts += [f"## {name}: frames a second, to H.264 ({how})\n",
                  "Through a pipe to ffmpeg, but the first column: Multiplane's own exporter.\n",
                  compared(size, rate(of_video("milliseconds")), True, "%.1f",
                           ("exporter", rate(of_video("milliseconds", "export")))),
                  f"## {name}: milliseconds of CPU a frame, to H.264\n",
                  compared(size, of_video("cpu"), False, "%.1f", ("exporter", of_video("cpu", "export")))]
    parts += [f"## {name}: memory, MiB, the most after a round (proportional shares of all processes)\n",
              plain(size, lambda e: e.get("memory"), "%.0f"),
              f"## {name}: dB between frame 30 and the 8x8 supersampled picture\n",
              plain(size, lambda e: e.get("psnr"), "%.1f")]
    return parts


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        print(report(json.load(file)))
