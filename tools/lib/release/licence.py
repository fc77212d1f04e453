"""Prints the licences of what is linked in, by the copyright file of its Debian package: without what speaks of
Debian's packaging alone, no file of which is linked in, and with the texts that the file names instead of having them.

usage: licence.py FILE [FOLDER OF COMMON LICENCES]
"""

import re
import sys
from pathlib import Path

COMMON = Path("/usr/share/common-licenses")


def fields(paragraph):
    """A paragraph's fields, in order: their names in small letters, and their values as they stand."""
    return {name.lower(): value for name, value in re.findall(
        r"^([\w-]+):((?:.*)(?:\n[ \t].*)*)", paragraph, flags=re.MULTILINE)}


def is_of_packaging(pattern):
    return pattern == "debian" or pattern.startswith("debian/")


def by_fields(text):
    """A file of Debian's format 1.0: the paragraphs of upstream's files, and the licences that these name."""
    kept, named, licences = [], set(), []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        found = fields(paragraph)
        if "files" in found:
            patterns = [each for each in found["files"].split() if not is_of_packaging(each)]
            if patterns:
                kept.append(paragraph.replace(found["files"], " " + "\n ".join(patterns), 1))
                # `GPL-2+ or MIT`, `BSD-3-clause and Zlib`; the text may stand here, too.
                named |= {name.lower() for name in re.findall(r"[\w.+-]+", found.get("license", "").split("\n")[0])}
        elif "license" in found:
            licences.append((found["license"].split("\n")[0].strip().lower(), paragraph))
        elif "format" in found:
            source = found.get("source", "").strip()
            kept.append("\n".join(filter(None, [found.get("upstream-name", "").strip(), source])))
        else:
            kept.append(paragraph)
    return "\n\n".join(kept + [paragraph for name, paragraph in licences if name in named])


def by_words(text):
    """A file of no format: without the lines that say who packages it, and by which licence."""
    text = re.sub(r"\A\s*This package was debianized by .*?\n\s*\n", "", text, flags=re.DOTALL)
    # It is the last thing there.
    return re.sub(r"\nThe Debian packaging is:?\s*\n.*\Z", "\n", text, flags=re.DOTALL)


def with_texts(text, common):
    """Texts of licences in the place of the words that Debian has them somewhere."""
    def found(match):
        lines = (common / match[1]).read_text().rstrip("\n").split("\n")
        return "\n".join(f" {line}" if line.strip() else " ." for line in lines)

    return re.sub(r"^ On Debian systems,? a copy of this licen[cs]e can be found in\n ?\s*"
                  r"/usr/share/common-licenses/([\w.-]*\w)\.?[ \t]*$", found, text, flags=re.MULTILINE)


def main():
    path = Path(sys.argv[1])
    common = Path(sys.argv[2]) if len(sys.argv) > 2 else COMMON
    text = path.read_text()
    kept = by_fields(text) if re.match(r"Format(-Specification)?:", text) else by_words(text)
    kept = with_texts(kept, common)
    left = [line for line in kept.split("\n") if re.search(r"debian", line, flags=re.IGNORECASE)]
    if left:
        raise SystemExit(f"{path}: speaks of Debian in a way that is not known here: {left[0].strip()}")
    print(kept.strip())


main()
