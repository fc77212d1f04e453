"""Makes Sources/C/CLastResort/MultiplaneSans.ttf, the font that text is set in where none is installed: Liberation Sans
2.1.5 of Debian 12 (fonts-liberation2), without hints, with the letters of Latin, Greek and Cyrillic languages and usual
signs, under another name, as its licence reserves its own.

usage: tools/regenerate font        needs fonttools 4.68.0 (pip install fonttools==4.68.0); the build does not

The font is kept in the repository, with its licence beside it. The same programs make the same bytes.
exit: 0 done; 64 usage; 69 fonttools or the font is missing
"""

import os, sys

try:
    from fontTools import subset, ttLib
except ImportError:
    print("tools/regenerate font: no fonttools; pip install fonttools==4.68.0", file=sys.stderr)
    sys.exit(69)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))))
SOURCE = "/usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf"
TARGET = os.path.join(ROOT, "Sources/C/CLastResort/MultiplaneSans.ttf")
CHARACTERS = (
    "U+20-7E,U+A0-17F,U+370-3FF,U+400-45F,U+2010-2027,U+2030,U+2032,U+2033,U+2039,U+203A,U+2044,U+20AC,U+2122,"
    "U+2190-2193,U+2212,U+25CF,U+FFFD"
)
NAMES = {1: "Multiplane Sans", 2: "Regular", 3: "Multiplane Sans 1", 4: "Multiplane Sans", 6: "MultiplaneSans"}


def main():
    if len(sys.argv) > 1:
        print("usage: tools/regenerate font", file=sys.stderr)
        return 64
    if not os.path.exists(SOURCE):
        print(f"tools/regenerate font: no {SOURCE}; install fonts-liberation2", file=sys.stderr)
        return 69
    font = ttLib.TTFont(SOURCE, recalcTimestamp=False)
    options = subset.Options(hinting=False, notdef_outline=True, layout_features=["*"], name_IDs=["*"])
    options.drop_tables += ["FFTM", "gasp"]
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=subset.parse_unicodes(CHARACTERS))
    chosen.subset(font)
    table = font["name"]
    # What tells the version apart, the copyright and the licence stay.
    table.names = [record for record in table.names if record.nameID in (0, 1, 2, 3, 4, 5, 6, 13, 14)]
    for record in table.names:
        if record.nameID in NAMES:
            record.string = NAMES[record.nameID]
    font.save(TARGET)
    print(f"{TARGET}: {os.path.getsize(TARGET)} bytes, {len(font.getGlyphOrder())} glyphs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
