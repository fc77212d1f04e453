"""Draws the Lottie files of a folder with the command `multiplane`, and holds each frame against the picture that
lottie-web made of it.

Two rasterizers differ along every edge, by up to a pixel. What counts is what differs beyond that: a pixel whose colour
is, by more than TOLERANCE, outside of all colours that the other picture has in the pixels around it, in either
direction; and which is so by much (STRONG) or with three others in a square, as a seam of weak ones is an edge, too.
The outermost pixels are edges. A frame is right with hardly any of them (RIGHT, or a few single pixels), slightly off
up to SLIGHTLY; a file is what its worst frame is. Where lottie-web is known to be wrong (FAULTS) the file is right,
unless nothing is drawn at all. Sheets to look at have lottie-web's frames, ours, and white where they differ."""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys

import numpy as np
from PIL import Image, ImageDraw

# Of 255, in one channel.
TOLERANCE, STRONG = 16, 96
# Shares of the picture.
RIGHT, SLIGHTLY = 0.0005, 0.01
# As many pixels are none.
FEW = 4
# Files that must be right.
LEAST = 57
# Where lottie-web's frames are wrong, by the file's name where it comes from; the article on Lottie says how.
FAULTS = ("resolver.json", "MissingEndValue.json", "catrim_converted.json")

TILE, CAPTION, ROWS = 200, 14, 10


def draw(command, folder, entry, index, out):
    """Renders a frame of a file; its path, or what went wrong."""
    frame = entry["frames"][index]
    path = os.path.join(out, os.path.basename(frame["image"]).replace(".web", "."))
    time = (frame["frame"] + 0.0001) / entry["frameRate"]
    done = subprocess.run(
        [command, "render", os.path.join(folder, entry["file"]), "--at", repr(time), "--background", "white", "--scale",
         repr(entry["scale"]), "--quiet", "-o", path],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return path if done.returncode == 0 else f"exit code {done.returncode}: {done.stderr.strip()[-300:]}"


def pixels(path):
    with Image.open(path) as image:
        white = Image.new("RGBA", image.size, "white")
        return np.asarray(Image.alpha_composite(white, image.convert("RGBA")).convert("RGB")).astype(np.int16)


def around(picture, pick):
    """The least or greatest of each channel in the nine pixels around each."""
    padded = np.pad(picture, ((1, 1), (1, 1), (0, 0)), mode="edge")
    height, width = picture.shape[:2]
    parts = [padded[y:y + height, x:x + width] for y in range(3) for x in range(3)]
    return pick.reduce(parts)


def beyond(picture, other):
    low, high = around(other, np.minimum), around(other, np.maximum)
    return np.maximum(low - picture, picture - high).max(axis=2)


def in_squares(flags):
    """Those that are in a square of two by two."""
    corners = flags[:-1, :-1] & flags[1:, :-1] & flags[:-1, 1:] & flags[1:, 1:]
    squares = np.zeros_like(flags)
    for y in range(2):
        for x in range(2):
            squares[y:y + corners.shape[0], x:x + corners.shape[1]] |= corners
    return squares


def compare(ours, theirs):
    """Which pixels differ beyond edges. Sides may be rounded otherwise, by one pixel. One that is nearly the
    same in both never does, so that the colours around are looked at where others are."""
    if max(abs(a - b) for a, b in zip(ours.shape, theirs.shape)) > 1:
        return np.ones(theirs.shape[:2], bool)
    height, width = (min(a, b) for a, b in zip(ours.shape[:2], theirs.shape[:2]))
    ours, theirs = ours[:height, :width], theirs[:height, :width]
    differs = np.zeros((height, width), bool)
    rows, columns = np.nonzero((np.abs(ours - theirs) > TOLERANCE).any(axis=2))
    if len(rows):
        part = tuple(slice(max(each.min() - 1, 0), each.max() + 2) for each in (rows, columns))
        distance = np.maximum(beyond(ours[part], theirs[part]), beyond(theirs[part], ours[part]))
        differs[part] = in_squares(distance > TOLERANCE) | (distance > STRONG)
    differs[[0, -1], :] = differs[:, [0, -1]] = False
    return differs


def verdict(differs):
    count, share = int(differs.sum()), float(differs.mean())
    return "right" if count <= FEW or share <= RIGHT else "slightly off" if share <= SLIGHTLY else "wrong"


def judge(job):
    """Judges a file: the worst verdict, the frames' shares, and a strip of pictures where one is wanted."""
    folder, entry, paths, is_shown = job
    word, shares, strip = "right", [], []
    for frame, path in zip(entry["frames"], paths):
        theirs = pixels(os.path.join(folder, frame["image"]))
        if not os.path.exists(path):
            return "missing", [], [], path
        ours = pixels(path)
        differs = compare(ours, theirs)
        if os.path.basename(entry["from"]) not in FAULTS or ours.min() == 255:
            word = max(word, verdict(differs), key=["right", "slightly off", "wrong"].index)
        shares.append(float(differs.mean()))
        if not is_shown:
            continue
        strip.append([Image.fromarray(part.astype(np.uint8)) for part in (theirs, ours, differs * 255)])
        for picture in strip[-1]:
            picture.thumbnail((TILE, TILE))
    return word, shares, strip, ""


def sheets(results, out):
    """Writes sheets of ten files each, a file a row of frames with three pictures each."""
    for start in range(0, len(results), ROWS):
        part = results[start:start + ROWS]
        columns = max(len(strip) for _, _, _, strip, _ in part)
        sheet = Image.new("RGB", (columns * 3 * (TILE // 2 + 2), len(part) * (TILE // 2 + CAPTION + 2)), "gray")
        pen = ImageDraw.Draw(sheet)
        for row, (entry, word, shares, strip, _) in enumerate(part):
            y = row * (TILE // 2 + CAPTION + 2)
            told = ", ".join(f"{share:.2%}" for share in shares)
            pen.text((2, y), f"{entry['file']} {os.path.basename(entry['from'])}: {word} ({told})", fill="white")
            for column, pictures in enumerate(strip):
                for index, picture in enumerate(pictures):
                    picture = picture.convert("RGB")
                    picture.thumbnail((TILE // 2, TILE // 2))
                    sheet.paste(picture, ((column * 3 + index) * (TILE // 2 + 2), y + CAPTION))
        sheet.save(os.path.join(out, f"sheet{start // ROWS}.png"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help="the folder with manifest.json, files and lottie-web's frames")
    parser.add_argument("out", help="where pictures and sheets go")
    parser.add_argument("--command", required=True, help="multiplane")
    parser.add_argument("--sheets", action="store_true", help="write sheets of all pictures")
    parser.add_argument("--short", action="store_true", help="every other frame of a file")
    parser.add_argument("--files", help="parts of names, separated by commas: these only, none of which need be right")
    options = parser.parse_args()
    with open(os.path.join(options.folder, "manifest.json")) as file:
        entries = json.load(file)
    if options.files:
        entries = [entry for entry in entries
                   if any(name in entry["file"] or name in entry["from"] for name in options.files.split(","))]
    if options.short:
        for entry in entries:
            entry["frames"] = entry["frames"][::2]
    os.makedirs(options.out, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        drawn = [[pool.submit(draw, options.command, options.folder, entry, index, options.out)
                  for index in range(len(entry["frames"]))] for entry in entries]
        jobs = [(options.folder, entry, [path.result() for path in paths], options.sheets)
                for entry, paths in zip(entries, drawn)]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        results = [(entry, *result) for entry, result in zip(entries, pool.map(judge, jobs))]
    if options.sheets:
        sheets(results, options.out)
    counts = dict.fromkeys(["right", "slightly off", "wrong", "missing"], 0)
    for entry, word, shares, _, reason in results:
        counts[word] += 1
        if word != "right" or options.files:
            told = reason or ", ".join(f"{share:.2%}" for share in shares)
            print(f"street: {word:12s} {entry['file']} {os.path.basename(entry['from']):40s} {told}")
    print("street: " + ", ".join(f"{count} {word}" for word, count in counts.items())
          + f" of {len(entries)} files" + ("" if options.files else f"; at least {LEAST} must be right"))
    return 0 if options.files or counts["right"] >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
