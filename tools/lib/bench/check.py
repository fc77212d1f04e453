"""The scenes of tools/bench are those that were recorded: figures of another day or machine are of the same numbers.
Needs nothing but Python itself.

usage: check.py --record      writes the digests of the scenes and of all pictures as they are now
"""

import hashlib
import os
import sys

import pictures
import scenes

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scenes.sha256")


# The pictures that fill a frame take most of the time: `tools/test --all-seeds` has them made.
FULL = ("day", "night")


def digests(full):
    """A digest by name: of each scene's texts in all sizes, and of the pixels of all pictures."""
    found = {}
    for name in scenes.NAMES:
        texts = [scenes.text_of(scenes.make(name, *size)) for size in scenes.SIZES.values()]
        found[name] = hashlib.sha256("\n".join(texts).encode()).hexdigest()
    made = sorted(pictures.all_pictures().items())
    for title, is_full in [("pictures", False)] + [("full pictures", True)] * full:
        pixels = b"".join(name.encode() + make().pixels for name, make in made if (name in FULL) == is_full)
        found[title] = hashlib.sha256(pixels).hexdigest()
    return found


def check():
    """Prints what is not as recorded; 1 if anything is."""
    with open(RECORD) as file:
        recorded = dict(reversed(line.rstrip("\n").split("  ")) for line in file)
    full = os.environ.get("MULTIPLANE_SEEDS") == "all"
    if not full:
        del recorded["full pictures"]
    made = digests(full)
    wrong = [name for name in sorted(made.keys() | recorded.keys()) if made.get(name) != recorded.get(name)]
    for name in wrong:
        print(f"bench: {name}: not as recorded in scenes.sha256")
    if not wrong:
        print(f"bench: {len(scenes.NAMES)} scenes in {len(scenes.SIZES)} sizes are as recorded")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:] != ["--record"]:
        sys.exit(__doc__)
    with open(RECORD, "w") as out:
        out.writelines(f"{digest}  {name}\n" for name, digest in digests(True).items())
