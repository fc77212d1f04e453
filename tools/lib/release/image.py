"""Leaves of a root what an image needs: the programs of Debian's essential packages, libraries that something there is
linked to or opens, and what they read. Package lists stay, so that scanners find versions.

usage: image.py ROOT
"""

import fnmatch
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

LIBRARIES = f"usr/lib/{platform.machine()}-linux-gnu"
# What programs open by name. Mesa's drivers are one file under many names.
OPENED = [
    "libavcodec.so.59", "libavformat.so.59", "libavutil.so.57", "libswresample.so.4", "libavfilter.so.8",
    "libmicrohttpd.so.12",
    "libEGL.so.1", "libGLESv2.so.2", "libgbm.so.1", "libnss_files.so.2", "libnss_dns.so.2",
    # What the vendor's libraries, put in by its runtime, are linked to.
    "libdl.so.2", "libpthread.so.0", "librt.so.1", "libm.so.6", "libX11.so.6", "libXext.so.6", "libdrm.so.2",
]
# Mesa's half of EGL, and the file by which glvnd finds it: of use with Mesa's drivers alone. Without them it prints
# lines of warnings wherever EGL is asked for, and no display.
MESA = ("libEGL_mesa.so.0", "usr/share/glvnd/egl_vendor.d/50_mesa.json")
# Nothing that runs there reads these.
DROPPED = [
    "usr/share/doc", "usr/share/man", "usr/share/info", "usr/share/locale", "usr/share/mime", "usr/share/perl",
    "usr/share/perl5", "usr/share/lintian", "usr/share/bash-completion", "usr/share/bug", "usr/share/debconf",
    "usr/share/libmysofa", "usr/share/pixmaps", "usr/share/icons", "usr/share/common-licenses/GFDL*",
    "usr/share/zoneinfo", "usr/share/X11/locale", "usr/share/tabset", "usr/share/gdb", "usr/share/glib-2.0",
    f"{LIBRARIES}/perl*", f"{LIBRARIES}/gconv", f"{LIBRARIES}/mfx",
    f"{LIBRARIES}/gdk-pixbuf-2.0", "usr/lib/locale", "usr/lib/systemd", "usr/lib/udev", "usr/lib/apt",
    f"{LIBRARIES}/libmfxhw64*", f"{LIBRARIES}/e2fsprogs", f"{LIBRARIES}/security",
    "usr/bin/perl*", "usr/bin/*dpkg*", "usr/bin/deb*", "usr/sbin/*", "usr/bin/apt*", "usr/share/dpkg", "var/cache/*",
    "var/log/*", "var/lib/apt", "var/lib/dpkg/*-old", "var/lib/dpkg/info/*inst", "var/lib/dpkg/info/*rm",
    "var/lib/dpkg/info/*.md5sums", "var/lib/dpkg/info/*.list", "var/lib/dpkg/triggers", "etc/apt", "etc/cron*",
    "etc/init.d", "etc/rc*", "etc/systemd", "etc/pam*", "etc/security", "etc/logrotate*", "etc/dpkg", "boot", "media",
    "mnt", "opt", "srv", "usr/games", "usr/local/games", "usr/src", "usr/include", "etc/machine-id", "etc/resolv.conf",
    "etc/hostname", "etc/*-", "var/backups", "var/mail", "var/spool",
]


def needed(path):
    """The file names of libraries that an ELF file is linked to; None of another file."""
    with open(path, "rb") as file:
        if file.read(4) != b"\x7fELF":
            return None
    shown = subprocess.run(["objdump", "-p", path], capture_output=True, text=True).stdout
    return [line.split()[1] for line in shown.splitlines() if line.strip().startswith("NEEDED")]


def resolved(root, path):
    """Where a path leads to, with links as a program in the root sees them; None where nothing is."""
    for _ in range(16):
        if not path.is_symlink():
            return Path(os.path.normpath(path)) if path.exists() else None
        target = os.readlink(path)
        path = root / target[1:] if target.startswith("/") else path.parent / target
    return None


def drop(root):
    for pattern in DROPPED:
        folder, _, name = pattern.rpartition("/")
        base = root / folder
        for each in sorted(os.listdir(base)) if base.is_dir() else []:
            if not fnmatch.fnmatchcase(each, name):
                continue
            path = base / each
            if path.is_symlink() or path.is_file():
                path.unlink()
                continue
            if pattern == "usr/share/doc":
                keep_copyrights(path)
            else:
                shutil.rmtree(path)


def keep_copyrights(folder):
    """Empties a folder of documents but for Debian's copyright files: they are the licences of what is distributed."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.name != "copyright":
            path.unlink()


def prune(root):
    """Removes the libraries that nothing leads to."""
    folders = [root / LIBRARIES, root / "usr/lib", root / "usr/lib64"]
    folders += [folders[0] / "blas", folders[0] / "lapack"]

    def find(name):
        return next((found for folder in folders if (found := resolved(root, folder / name))), None)

    drivers = [*(folders[0] / "dri").glob("*")]
    opened = OPENED + ([MESA[0]] if drivers else [])
    if not drivers:
        (root / MESA[1]).unlink(missing_ok=True)
    waiting = [root / "usr/local/bin/multiplane", *(root / "usr/bin").iterdir(), *drivers]
    waiting += [path for path in map(find, opened) if path is not None]
    kept = set()
    while waiting:
        path = resolved(root, waiting.pop())
        libraries = needed(path) if path is not None and path.is_file() and path not in kept else None
        if libraries is not None:
            kept.add(path)
            waiting += [found for found in map(find, libraries) if found is not None]
    files = [path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir())]
    for path in files:
        is_library = ".so" in path.name and not path.name.startswith("ld-linux")
        if is_library and path.is_file() and not path.is_symlink() and path not in kept:
            path.unlink()
    for path in files:
        if path.is_symlink() and resolved(root, path) is None:
            path.unlink()


def main():
    root = Path(sys.argv[1]).resolve()
    drop(root)
    prune(root)
    # Nobody becomes somebody else there.
    for folder, _, names in os.walk(root / "usr"):
        for path in (Path(folder, name) for name in names):
            if not path.is_symlink() and path.stat().st_mode & 0o6000:
                path.chmod(path.stat().st_mode & 0o1777)


main()
