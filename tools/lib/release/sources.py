"""Prints the Debian source packages of a root, with their versions and where they are had: what must be offered with an
image, as FFmpeg, x264 and others in it are under the GPL. Debian's archive of all versions, snapshot.debian.org, has
each of them.

usage: sources.py ROOT
"""

import re
import sys
from pathlib import Path
from urllib.parse import quote

HEAD = """\
# The Debian source packages of all that is in this image, Multiplane aside, from its list of packages and what these
# say they were built with. The licences of each are in /usr/share/doc; those under the GPL are offered by the addresses
# here, which have the sources, Debian's changes to them and the digests of all files. By devscripts all are had:
#
#   grep -v '^#' THIS FILE | while read -r source version rest; do debsnap "$source" "$version"; done
#
# source, version, address, packages of the image
"""


def paragraphs(text):
    for paragraph in text.strip().split("\n\n"):
        yield dict(re.findall(r"^([A-Za-z-]+):[ \t]*(.*(?:\n[ \t].*)*)", paragraph, flags=re.MULTILINE))


def sources(status):
    """(source, version) of each package that is installed, with the packages' names; of those that another package
    was built with, and holds a part of, none."""
    found = {}
    for package in paragraphs(status):
        if not package.get("Status", "").endswith(" installed"):
            continue
        # `Source: gcc-12 (12.2.0-14)`, where the version is another one than the package's.
        name, version = re.fullmatch(
            r"(\S+)(?: \((\S+)\))?", package.get("Source", package["Package"])).groups()
        found.setdefault((name, version or package["Version"]), set()).add(package["Package"])
        for field in ("Built-Using", "Static-Built-Using"):
            for each in re.findall(r"(\S+) \(= (\S+)\)", package.get(field, "")):
                found.setdefault(each, set())
    return found


def main():
    found = sources((Path(sys.argv[1]) / "var/lib/dpkg/status").read_text())
    if not found:
        raise SystemExit(f"{sys.argv[1]}: no packages")
    print(HEAD, end="")
    for (name, version), packages in sorted(found.items()):
        address = f"https://snapshot.debian.org/package/{quote(name)}/{quote(version, safe='~')}/"
        print(name, version, address, *sorted(packages))


if __name__ == "__main__":
    main()
