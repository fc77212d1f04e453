"""Writes the wheel: the module, the command among its scripts, licences. The same bytes for the same input.

usage: wheel.py VERSION SECONDS STAGE FOLDER
"""

import base64
import hashlib
import platform
import sys
import time
import zipfile
from pathlib import Path

TAG = f"py3-none-manylinux_2_36_{platform.machine()}"
METADATA = """Metadata-Version: 2.1
Name: multiplane
Version: {version}
Summary: Core Animation scenes, Lottie files among them, to pictures and films, on machines without a screen
License: Apache-2.0 and the licences of what is linked in, in the folder licenses
Requires-Python: >=3.9
Provides-Extra: pillow
Requires-Dist: pillow; extra == "pillow"
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
Requires-Dist: pillow; extra == "numpy"
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Multimedia :: Graphics
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

`pip install` brings the command `multiplane` and the module `multiplane` over it:

    multiplane video badge.json -o badge.mp4

    import multiplane
    multiplane.video("badge.json", "badge.mp4", text={{"Title": "Thank you"}})

The system's libraries of text and images are used (cairo, Pango, fontconfig, libpng, libwebp and others); where one is
missing, the command names its package. Films are encoded by FFmpeg's libraries of the system, of any release
from 5.1 to 9, and OpenGL is the system's; pictures need neither.
"""
WHEEL = f"Wheel-Version: 1.0\nGenerator: tools-release\nRoot-Is-Purelib: false\nTag: {TAG}\n"


def contents(version, stage, here):
    """(name, bytes, is executable) of each file but RECORD."""
    data, info = f"multiplane-{version}.data", f"multiplane-{version}.dist-info"
    for path in sorted((here / "python" / "multiplane").iterdir()):
        if path.suffix in (".py", ".txt", ".typed"):
            yield f"multiplane/{path.name}", path.read_bytes(), False
    yield f"{data}/scripts/multiplane", (stage / "launcher").read_bytes(), True
    yield f"{data}/scripts/multiplane-program", (stage / "bin" / "multiplane").read_bytes(), True
    for path in sorted((stage / "share" / "man" / "man1").iterdir()):
        yield f"{data}/data/share/man/man1/{path.name}", path.read_bytes(), False
    yield f"{info}/METADATA", METADATA.format(version=version).encode(), False
    yield f"{info}/WHEEL", WHEEL.encode(), False
    documents = stage / "share" / "doc" / "multiplane"
    yield f"{info}/licenses/LICENSE", (documents / "LICENSE").read_bytes(), False
    for path in sorted((documents / "licences").iterdir()):
        yield f"{info}/licenses/{path.name}", path.read_bytes(), False
    yield f"{info}/sboms/multiplane.spdx.json", (documents / "multiplane.spdx.json").read_bytes(), False


def main():
    version, seconds, stage, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4])
    date = time.gmtime(seconds)[:6]
    path = folder / f"multiplane-{version}-{TAG}.whl"
    path.unlink(missing_ok=True)
    record_name = f"multiplane-{version}.dist-info/RECORD"
    record = []
    with zipfile.ZipFile(path, "x", compresslevel=9) as archive:

        def add(name, data, is_executable):
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if is_executable else 0o100644) << 16
            archive.writestr(entry, data)

        for name, data, is_executable in contents(version, stage, Path(__file__).parent):
            add(name, data, is_executable)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}")
        add(record_name, "\n".join([*record, f"{record_name},,", ""]).encode(), False)
    print(f"note: {path.stat().st_size} bytes")


main()
