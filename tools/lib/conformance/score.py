"""Scores rendered frames of Lottie samples against the references, by the law of the references' own compare.py: a
pixel that is the same in both needs no colour difference, so that only the others are computed."""

import argparse
import importlib.util
import json
import multiprocessing
import os
import sys

import numpy as np
from PIL import Image

# The share of frames that must pass, of samples without text and images, by route.
LEAST = {"render": 0.97, "frames": 0.95}


def load_law(references):
    path = os.path.join(references, "compare.py")
    specification = importlib.util.spec_from_file_location("compare", path)
    module = importlib.util.module_from_spec(specification)
    sys.dont_write_bytecode = True
    specification.loader.exec_module(module)
    return module


def pixels(path):
    return np.asarray(Image.open(path).convert("RGBA"))


def score(rendered, reference):
    """As compare.py's score, of pictures of 8 bits."""
    if rendered.shape != reference.shape:
        return 0.0, 0.0
    differs = (rendered != reference).any(axis=-1)
    covered = int(((rendered[..., 3] > 0) | (reference[..., 3] > 0)).sum())
    pairs = [picture[differs][np.newaxis].astype(np.float64) / 255 for picture in (rendered, reference)]
    difference = LAW.delta_e(*pairs)[0]
    inked = (pairs[0][0, :, 3] > 0) | (pairs[1][0, :, 3] > 0)
    ink = 1 - float((difference[inked] > 10).sum()) / covered if covered else 1.0
    return 1 - float((difference > 3).sum()) / differs.size, ink


def score_frame(job):
    rendered, reference = job
    if not os.path.exists(rendered):
        return None
    return score(pixels(rendered), pixels(reference))


def jobs_of(samples, folder, references, step):
    for sample in samples:
        for frame in sample["frames"][::step]:
            paths = (os.path.join(folder, frame["image"]), os.path.join(references, frame["image"]))
            yield sample, frame["image"], paths


def main():
    global LAW
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rendered", help="a folder with a folder of pictures for each route")
    parser.add_argument("references", help="the folder with manifest.json and compare.py")
    parser.add_argument("--short", action="store_true", help="every other frame of a sample")
    parser.add_argument("--route", action="append", choices=sorted(LEAST), default=[])
    parser.add_argument("--samples", help="names, separated by commas: these only, text and images or not")
    parser.add_argument("--like", choices=["lottie-ios", "format"], default="lottie-ios",
                        help="whose ways they are drawn in: the format's own shares are told, and none is asked")
    parser.add_argument("--verbose", action="store_true", help="all frames, not only those that fail")
    options = parser.parse_args()
    LAW = load_law(options.references)
    with open(os.path.join(options.references, "manifest.json")) as file:
        samples = json.load(file)
    if options.samples:
        names = options.samples.split(",")
        samples = [sample for sample in samples if sample["name"] in names]
    good = True
    with multiprocessing.Pool(len(os.sched_getaffinity(0))) as pool:
        for route in options.route or sorted(LEAST):
            folder = os.path.join(options.rendered, route)
            jobs = list(jobs_of(samples, folder, options.references, 2 if options.short else 1))
            good = report(route, jobs, pool, options) and good
    return 0 if good else 1


def report(route, jobs, pool, options):
    """Prints a route's frames and shares; whether enough of them pass."""
    passed, total, looks, looked = 0, 0, 0, 0
    scores = pool.map(score_frame, [paths for _, _, paths in jobs], chunksize=4)
    for (sample, image, _), result in zip(jobs, scores):
        match, ink = result or (0.0, 0.0)
        passes = match >= sample["precision"] and ink >= 0.90
        for_a_look = sample["text"] or sample["images"]
        if for_a_look:
            looks, looked = looks + passes, looked + 1
        else:
            passed, total = passed + passes, total + 1
        if options.verbose or options.samples or not (passes or for_a_look):
            word = "missing" if result is None else "pass" if passes else "FAIL"
            print(f"{route}: {word:7s} {image:52s} match {match:.4f} ink {ink:.4f}"
                  + (" (text or images)" if for_a_look else ""))
    least = LEAST[route]
    share = passed / total if total else 1.0
    asked = f"; at least {least:.0%} must" if options.like == "lottie-ios" else " by the format's own ways"
    print(f"{route}: {passed} of {total} frames pass ({share:.1%}{asked})"
          + (f"; of those with text or images, which are for a look, {looks} of {looked}" if looked else ""))
    # Of a few samples nothing is asked but that they are drawn.
    return bool(options.samples) or options.like == "format" or share >= least


if __name__ == "__main__":
    sys.exit(main())
