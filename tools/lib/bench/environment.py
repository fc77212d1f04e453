"""What tools/bench needs beside the repository: Debian's packages, a virtual environment of Python, and what is built
of the project's own, all under .build/bench. Where a system cannot be installed, it is absent, with the reason."""

import glob
import hashlib
import os
import subprocess
import sys

SOURCES = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(SOURCES)))
FOLDER = os.path.join(ROOT, ".build/bench")
PYTHON = os.path.join(FOLDER, "venv/bin/python")
# What the harness itself takes, and the pictures without steps, which Skia draws.
BASE = ["numpy==2.4.6", "pillow==13.0.0"]
SKIA = ["skia-python==144.1"]


class System:
    def __init__(self, name, title, arguments=(), python=(), debian=(), bare=()):
        """`bare`: packages of Python without those that they need."""
        self.name, self.title, self.arguments = name, title, list(arguments)
        self.python, self.debian, self.bare = list(python), list(debian), list(bare)

    def command(self, scene):
        if not self.arguments:
            return [os.path.join(ROOT, ".build/release/driver"), scene]
        module, *rest = self.arguments
        return [PYTHON, os.path.join(SOURCES, "systems", module), scene, *rest]


SYSTEMS = [
    System("multiplane", "Multiplane"),
    System("skia-raster", "Skia raster", ["skia_system.py", "raster"], SKIA),
    System("skia-gl", "Skia GL", ["skia_system.py", "gl"], SKIA + ["moderngl==5.13.0"]),
    System("cairo", "cairo", ["cairo_system.py"], [], ["libcairo2-dev"]),
    System("qtquick", "Qt Quick GL", ["qtquick_system.py"], ["PySide6-Essentials==6.12.0"],
           ["xvfb", "libegl1", "libgl1", "libxkbcommon-x11-0", "libxcb-cursor0", "libxcb-icccm4", "libxcb-keysyms1",
            "libxcb-image0", "libxcb-render-util0", "libxcb-shape0", "libxcb-randr0", "libxcb-xinerama0"]),
    System("chromium", "Chromium", ["chromium_system.py"],
           ["opencv-python-headless==5.0.0.93", "websocket-client==1.9.2"], ["chromium-headless-shell"]),
    System("rlottie", "rlottie", ["lottie_system.py", "rlottie"], ["rlottie-python==1.3.8"]),
    System("thorvg", "ThorVG", ["lottie_system.py", "thorvg"], ["thorvg-python==1.1.3"]),
]
NAMES = [system.name for system in SYSTEMS]
# Those that compose layers, as Multiplane does, and do not only draw what they are told.
COMPOSITORS = ["skia-gl", "qtquick", "chromium"]


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def run(command, **options):
    """Runs a command, whose output nobody sees unless it fails: then its last line is the reason."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, **options)
    if done.returncode:
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        raise RuntimeError(f"{os.path.basename(command[0])}: {lines[-1] if lines else done.returncode}")
    return done.stdout


def multiplane():
    """The command, built as the README's first command builds it."""
    say("building multiplane (minutes, the first time)")
    run([os.path.join(ROOT, "tools/multiplane"), "--version"])
    return os.path.join(ROOT, ".build/release/multiplane")


def debian(packages):
    run([os.path.join(ROOT, "tools/setup"), "--quiet", "--also", *packages])


def installed():
    """The packages of the virtual environment, as NAME==VERSION."""
    found = set()
    for folder in glob.glob(os.path.join(FOLDER, "venv/lib/python3*/site-packages/*.dist-info")):
        name, _, version = os.path.basename(folder)[:-len(".dist-info")].rpartition("-")
        found.add(f"{name}=={version}".lower().replace("_", "-"))
    return found


def pip(packages, *options):
    here = installed()
    missing = [package for package in packages if package.lower().replace("_", "-") not in here]
    if missing:
        say("pip install " + " ".join(missing))
        run([PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *options, *missing])


def prepare_python(packages):
    """Makes the virtual environment, with these packages in it."""
    os.makedirs(FOLDER, exist_ok=True)
    if not os.path.exists(PYTHON):
        debian(["python3-venv"])
        say("making a virtual environment")
        # Debian's Python, for which the wheels are made, before others.
        python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
        run([python, "-m", "venv", os.path.join(FOLDER, "venv")])
    pip(packages)


def prepare(systems, drives=True):
    """Installs and builds what is missing; the driver where Multiplane is driven, and not run as its command. Returns
    why systems are absent, by their names."""
    debian(["ffmpeg", "gcc"])
    prepare_python(BASE + SKIA)
    absent = {}
    for system in systems:
        try:
            if system.debian:
                debian(system.debian)
            pip(system.python)
            pip(system.bare, "--no-deps")
            if system.name == "cairo":
                cairo = run(["pkg-config", "--cflags", "--libs", "cairo"]).split()
                compile_player(cairo)
        except RuntimeError as reason:
            absent[system.name] = str(reason)
            say(f"{system.name} is absent: {reason}")
    if drives and any(system.name == "multiplane" for system in systems):
        build_driver()
    return absent


def compile_player(options):
    source, made = os.path.join(SOURCES, "systems/cairo_player.c"), os.path.join(FOLDER, "cairo_player.so")
    if not os.path.exists(made) or os.path.getmtime(made) < os.path.getmtime(source):
        run(["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", made, source, *options])


def build_driver():
    say("building the driver of Multiplane (minutes where the command is not built)")
    run([os.path.join(ROOT, "tools/lib/client/build"), os.path.join(SOURCES, "multiplane"), "driver"])


def variables():
    """The environment of the systems' processes."""
    return dict(os.environ, PYTHONPATH=SOURCES, PYTHONPYCACHEPREFIX=os.path.join(FOLDER, "pycache"))


def scene_folder():
    """Where scenes lie, and what is made from them: another folder when the scenes are others, or what draws the
    supersampled pictures."""
    import scenes
    digest = hashlib.sha256(" ".join(SKIA).encode())
    for width, height in scenes.SIZES.values():
        for name in scenes.NAMES:
            digest.update(scenes.text_of(scenes.make(name, width, height)).encode())
    for name in ("pictures.py", "truth.py", "systems/skia_drawing.py"):
        with open(os.path.join(SOURCES, name), "rb") as file:
            digest.update(file.read())
    return os.path.join(FOLDER, "scenes", digest.hexdigest()[:16])


def output(command, **options):
    try:
        return subprocess.run(command, capture_output=True, text=True, **options).stdout.strip()
    except OSError:
        return ""


def machine():
    """What a figure depends on, by name."""
    facts = {"cores": len(os.sched_getaffinity(0)), "kernel": os.uname().release}
    with open("/proc/cpuinfo") as file:
        facts["processor"] = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), "")
    with open("/proc/meminfo") as file:
        facts["memory"] = f"{int(file.readline().split()[1]) / (1 << 20):.0f} GiB"
    with open("/etc/os-release") as file:
        facts["system"] = next((line.split("=", 1)[1].strip().strip('"') for line in file
                                if line.startswith("PRETTY_NAME=")), "")
    facts["ffmpeg"] = output(["ffmpeg", "-version"]).split("\n")[0]
    info = output([os.path.join(ROOT, ".build/release/multiplane"), "info"])
    facts["driver"] = next((line.split(":", 1)[1].strip() for line in info.splitlines()
                            if line.startswith("GL renderer:")), "")
    facts["multiplane"] = output(["git", "-C", ROOT, "describe", "--always", "--dirty"])
    return facts
