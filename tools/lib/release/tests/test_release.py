"""Tests of what tools/release is made of, without a release; ReleaseTests in Tests/ToolsTests runs them."""

import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LIB = Path(__file__).resolve().parent.parent
DOCUMENTS = Path("/usr/share/doc")


def module(name):
    """A script of the folder as a module."""
    spec = importlib.util.spec_from_file_location(name, LIB / f"{name}.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def printed(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60, **options).stdout


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="multiplane-release-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, text, mode=0o644):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return path


class LicenceTests(Case):
    def licence(self, path, *more):
        return printed(sys.executable, "-B", LIB / "licence.py", path, *more)

    def test_nothing_of_the_packaging_stays_and_all_of_the_software(self):
        for package, words in [
            ("duktape-dev", ["Permission is hereby granted", "CC0 1.0 Universal"]),
            ("libzip-dev", ["Dieter Baron", "Redistribution and use in source and binary forms"]),
            ("libjpeg62-turbo-dev", ["Independent JPEG Group", "Altered source versions"]),
        ]:
            path = DOCUMENTS / package / "copyright"
            if not path.exists():
                self.skipTest(f"{package} is not installed")
            text = self.licence(path)
            self.assertNotIn("debian", text.lower(), package)
            for each in words:
                self.assertIn(each, text, package)
            # No licence is named without its text, and none stands there that nothing has.
            named = {line.split(":")[1].strip().lower() for line in text.splitlines() if line.startswith("License:")}
            self.assertTrue(package == "libzip-dev" or named)

    def test_a_file_of_fields(self):
        path = self.write("copyright", """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: thing

Files: *
Copyright: Somebody
License: MIT or X

Files: debian/*
Copyright: A packager
License: GPL-3+

Files: debian/patches/one doc/one.js
Copyright: Another
License: Y
 The text of Y.

License: MIT
 The text of MIT.

License: GPL-3+
 On Debian systems, a copy of this license can be found in
 /usr/share/common-licenses/GPL-3.

License: X
 On Debian systems, a copy of this license can be found in
 /usr/share/common-licenses/X.
""")
        self.write("common/X", "The text\n\nof X.\n")
        text = self.licence(path, self.folder / "common")
        self.assertIn("License: MIT\n The text of MIT.", text)
        self.assertIn("License: X\n The text\n .\n of X.", text)
        self.assertIn("Files: doc/one.js\nCopyright: Another\nLicense: Y\n The text of Y.", text)
        for word in ("packager", "GPL", "debian"):
            self.assertNotIn(word, text)
        # Words of Debian that nobody has thought of end the release.
        path = self.write("other", "The Debian build scripts are under the GPL.\n")
        with self.assertRaises(subprocess.CalledProcessError):
            self.licence(path)

    def test_the_text_of_icu_is_that_of_the_version_that_is_linked(self):
        swift = shutil.which("swift")
        if swift is None:
            self.skipTest("no Swift")
        header = Path(swift).resolve().parent.parent / "lib/swift_static/_foundation_unicode/uvernum.h"
        [line] = [line for line in header.read_text().splitlines() if line.startswith("#define U_ICU_VERSION ")]
        text = (LIB / "licences" / f"ICU-{line.split()[2].strip(chr(34))}.txt").read_text()
        self.assertTrue(text.startswith("UNICODE LICENSE V3\n"))


class SourcesTests(Case):
    def test_the_list_is_dpkgs_own(self):
        if shutil.which("dpkg-query") is None:
            self.skipTest("no dpkg")
        listed = module("sources").sources(Path("/var/lib/dpkg/status").read_text())
        asked = {}
        lines = printed(
            "dpkg-query", "-W", "-f", "${db:Status-Status} ${source:Package} ${source:Version} ${Package}\\n")
        for line in lines.splitlines():
            status, name, version, package = line.split()
            if status == "installed":
                asked.setdefault((name, version), set()).add(package)
        self.assertEqual({key: packages for key, packages in listed.items() if packages}, asked)

    def test_versions_in_addresses_and_parts_of_others(self):
        self.write("var/lib/dpkg/status", """Package: libx264-164
Status: install ok installed
Source: x264
Version: 2:0.164.3095+gitbaee400-3+b1
Built-Using: nasm (= 2.16.01-1), a+b (= 1:2~rc1)

Package: gone
Status: deinstall ok config-files
Version: 1

Package: libc6
Status: install ok installed
Source: glibc (2.36-9)
Version: 2.36-9+b1
""")
        text = printed(sys.executable, "-B", LIB / "sources.py", self.folder)
        self.assertEqual([line for line in text.splitlines() if not line.startswith("#")], [
            "a+b 1:2~rc1 https://snapshot.debian.org/package/a%2Bb/1%3A2~rc1/",
            "glibc 2.36-9 https://snapshot.debian.org/package/glibc/2.36-9/ libc6",
            "nasm 2.16.01-1 https://snapshot.debian.org/package/nasm/2.16.01-1/",
            "x264 2:0.164.3095+gitbaee400-3+b1 "
            "https://snapshot.debian.org/package/x264/2%3A0.164.3095%2Bgitbaee400-3%2Bb1/ libx264-164",
        ])
        self.write("var/lib/dpkg/status", "")
        with self.assertRaises(subprocess.CalledProcessError):
            printed(sys.executable, "-B", LIB / "sources.py", self.folder)


class ImageTests(Case):
    def test_labels_say_where_the_sources_are(self):
        oci = module("oci")
        labels = oci.labelled("1.2.3", 0, "abc", "https://code.example/multiplane")
        self.assertEqual(labels["org.opencontainers.image.source"], "https://code.example/multiplane")
        self.assertEqual(labels["org.opencontainers.image.created"], "1970-01-01T00:00:00Z")
        self.assertNotIn("org.opencontainers.image.source", oci.labelled("1.2.3", 0, "abc", ""))
        layout = oci.Layout(self.folder / "layout")
        oci.write_one(layout, "amd64", "1.2.3", labels, [])
        index = json.loads((self.folder / "layout/index.json").read_text())
        manifest = json.loads((layout.blobs / index["manifests"][0]["digest"].split(":")[1]).read_text())
        config = json.loads((layout.blobs / manifest["config"]["digest"].split(":")[1]).read_text())
        self.assertEqual((manifest["annotations"], config["config"]["Labels"]), (labels, labels))

    def test_mesas_part_of_egl_goes_without_mesas_drivers(self):
        libraries = f"usr/lib/{platform.machine()}-linux-gnu"
        for drivers in (False, True):
            root = self.folder / f"root-{drivers}"
            for folder in ("usr/bin", "usr/local/bin", "usr/share/glvnd/egl_vendor.d", libraries):
                (root / folder).mkdir(parents=True)
            shutil.copy("/bin/true", root / "usr/local/bin/multiplane")
            shutil.copy("/bin/true", root / libraries / "libEGL_mesa.so.0.0.0")
            (root / libraries / "libEGL_mesa.so.0").symlink_to("libEGL_mesa.so.0.0.0")
            shutil.copy("/bin/true", root / libraries / "libEGL.so.1")
            (root / "usr/share/glvnd/egl_vendor.d/50_mesa.json").write_text("{}")
            if drivers:
                (root / libraries / "dri").mkdir()
                shutil.copy("/bin/true", root / libraries / "dri/swrast_dri.so")
            printed(sys.executable, "-B", LIB / "image.py", root)
            left = sorted(each.name for each in root.rglob("*") if "mesa" in each.name)
            self.assertEqual(
                left, ["50_mesa.json", "libEGL_mesa.so.0", "libEGL_mesa.so.0.0.0"] if drivers else [])
            self.assertTrue((root / libraries / "libEGL.so.1").exists())


class LauncherTests(Case):
    def test_it_names_the_packages_of_what_is_missing_and_else_starts_the_program(self):
        compiler = shutil.which("clang") or shutil.which("cc")
        if compiler is None:
            self.skipTest("no compiler")
        for each in ("common", "launcher"):
            self.write(f"lib/{each}", (LIB / each).read_text())
        self.write("lib/python/multiplane/libraries.txt", """# A comment.
libone.so.1 package-one one-fedora one-arch
libtwo.so.2 package-two two-fedora two-arch
libalso.so.2 package-two two-fedora two-arch
libother.so.3 package-other other-fedora other-arch
""")
        text = printed("bash", "-c", 'lib=$0; source "$lib/common"; launcher', self.folder / "lib")
        self.write("bin/multiplane", text, 0o755)
        # A program that is linked to three libraries, which are then not there.
        empty = self.write("empty.c", "")
        main = self.write("main.c", """#include <stdio.h>
int main(int count, char **words) { for (int at = 1; at < count; at++) printf("%s.", words[at]); return 7; }
""")
        names = ["libone.so.1", "libtwo.so.2", "libalso.so.2"]
        stubs = [self.folder / name for name in names]
        for stub in stubs:
            printed(compiler, "-shared", "-o", stub, f"-Wl,-soname,{stub.name}", empty)
        program = self.folder / "bin/multiplane-program"
        printed(compiler, "-o", program, main, "-Wl,--no-as-needed", *stubs)
        (self.folder / "link").symlink_to("bin/multiplane")
        ended = subprocess.run([self.folder / "link", "info"], capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stdout), (69, ""))
        self.assertEqual(ended.stderr, """\
multiplane: error: libraries of the system are missing: libone.so.1 libtwo.so.2 libalso.so.2; install them by
  Debian, Ubuntu:  apt-get install package-one package-two
  Fedora:          dnf install one-fedora two-fedora
  Arch:            pacman -S one-arch two-arch
""")
        printed(compiler, "-o", program, main)
        ended = subprocess.run([self.folder / "link", "a b", "", "*"], capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (7, "a b..*.", ""))

    def test_the_tarball_has_it_in_the_commands_place(self):
        # The step as it is, with a stage of two files, and tar in the place of bubblewrap's root.
        stage = self.folder / "work/stage"
        self.write("work/stage/bin/multiplane", "the program", 0o755)
        self.write("work/stage/launcher", "#!/bin/sh\n")
        self.write("bin/bwrap", """#!/bin/bash
while [ $# -gt 0 ] && [ "$1" != tar ]; do shift; done
for word in "$@"; do words+=("$(sed "s|^/work|$WORK|; s|^/out|$OUT|" <<<"$word")"); done
exec "${words[@]}"
""", 0o755)
        (self.folder / "out").mkdir()
        environment = {
            **os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "lib": str(LIB), "version": "1.2.3",
            "work": str(self.folder / "work"), "out": str(self.folder / "out"), "SOURCE_DATE_EPOCH": "0",
            "WORK": str(self.folder / "work"), "OUT": str(self.folder / "out"),
        }
        self.assertTrue(stage.exists())
        printed("bash", LIB / "tarball", env=environment)
        [archive] = (self.folder / "out").iterdir()
        printed("tar", "-C", self.folder, "-xf", archive)
        [folder] = self.folder.glob("multiplane-1.2.3-*")
        self.assertEqual((folder / "bin/multiplane-program").read_text(), "the program")
        self.assertEqual((folder / "bin/multiplane").read_text(), "#!/bin/sh\n")
        self.assertTrue(os.access(folder / "bin/multiplane", os.X_OK))
        printed("sha256sum", "--quiet", "-c", "SHA256SUMS", cwd=folder)


class CommandTests(Case):
    def test_a_wrong_call_says_the_usage_and_installs_nothing(self):
        release = LIB.parent.parent / "release"
        for line in ["", "1.2.3", "1.2.3 -o", "-o x --only all", "1.2.3 -o x --source y", "--prove"]:
            words = line.split()
            ended = subprocess.run([release, *words], capture_output=True, text=True)
            self.assertEqual(ended.returncode, 64, words)
            self.assertTrue(ended.stderr.startswith("usage: tools/release VERSION"), words)


if __name__ == "__main__":
    unittest.main()
