"""tools/bench: Multiplane and other systems draw the same scenes, one after the other and in turn, on this machine.

A system has a process for each scene (server.py); all of a scene's are there at once, and each runs for a part of a
second in every round, so that they see the same machine. The times are medians: of a round over its frames, then over
the rounds.
"""

import argparse
import datetime
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import environment
import scenes
from session import Failed, Session, memory_megabytes

PRESET, QUALITY = "veryfast", 18
# The frame whose picture is looked at.
SHOWN = 30


def options():
    parser = argparse.ArgumentParser(prog="tools/bench", description=__doc__.split("\n\n")[0].split(": ", 1)[1])
    parser.add_argument("--scenes", metavar="A,B", help="all of: " + ", ".join(scenes.NAMES))
    parser.add_argument("--systems", metavar="X,Y", help="all of: " + ", ".join(environment.NAMES))
    parser.add_argument("--size", metavar="WxH", help="one of: " + ", ".join(scenes.SIZES) + "; default: both")
    parser.add_argument("--seconds", type=float, default=0.6, metavar="N", help="of a system in a round (%(default)s)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="%(default)s")
    parser.add_argument("--no-video", action="store_true", help="leave out H.264")
    parser.add_argument("--quick", action="store_true", help="1920x1080, one round of 0.3 s, no H.264: minutes")
    parser.add_argument("--output", metavar="FOLDER", help="default: .build/bench/results/DATE")
    parser.add_argument("--lottie", metavar="A.json,B.json", help="draw Lottie files instead: see lottie_files.py")
    parser.add_argument("--over", action="store_true", help="a title over a clip, beside ffmpeg and others (over.py)")
    parser.add_argument("--check", action="store_true", help="only check that the scenes are as recorded")
    chosen = parser.parse_args()
    chosen.scenes = listed(parser, "scene", chosen.scenes, scenes.NAMES)
    chosen.systems = listed(parser, "system", chosen.systems, names(chosen))
    chosen.sizes = listed(parser, "size", chosen.size, list(scenes.SIZES))
    chosen.lottie = chosen.lottie.split(",") if chosen.lottie else []
    for path in chosen.lottie:
        if not os.path.isfile(path):
            parser.error(f"no file {path}")
    if not 0.05 <= chosen.seconds <= 60 or not 1 <= chosen.rounds <= 100:
        parser.error("--seconds takes 0.05 to 60, --rounds 1 to 100")
    if chosen.quick:
        chosen.seconds, chosen.rounds, chosen.no_video = 0.3, 1, True
        chosen.sizes = chosen.sizes[:1]
    return chosen


def names(chosen):
    if chosen.over:
        import over
        return [system.name for system in over.SYSTEMS]
    return environment.NAMES


def listed(parser, what, given, known):
    names = given.split(",") if given else known
    for name in names:
        if name not in known:
            parser.error(f"no {what} {name}; there are: {', '.join(known)}")
    # In their own order.
    return [name for name in known if name in names]


class Bench:
    def __init__(self, chosen, absent):
        self.chosen, self.absent = chosen, absent
        self.systems = [s for s in environment.SYSTEMS if s.name in chosen.systems and s.name not in absent]
        self.folder = environment.scene_folder()
        self.begun = datetime.datetime.now(datetime.timezone.utc)
        self.output = chosen.output or os.path.join(environment.FOLDER, "results",
                                                    self.begun.strftime("%Y-%m-%d-%H%M"))
        os.makedirs(self.output, exist_ok=True)
        self.log = open(os.path.join(self.output, "log.txt"), "w")
        self.work = tempfile.mkdtemp(prefix="bench-")
        self.results, self.versions = [], {}
        self.shown = SHOWN

    def all(self):
        start = time.monotonic()
        environment.say("making the scenes")
        scenes.write(self.folder)
        try:
            for size in self.chosen.sizes:
                for name in self.chosen.scenes:
                    begin = time.monotonic()
                    self.scene(name, size)
                    environment.say(f"{name} {size}: {time.monotonic() - begin:.0f} s")
                    # A run that is cut short leaves what it has.
                    text = self.record(time.monotonic() - start)
        finally:
            self.put_away()
        print(text)
        environment.say(f"{(time.monotonic() - start) / 60:.1f} minutes; {self.output}")

    def put_away(self):
        shutil.rmtree(self.work, ignore_errors=True)
        self.log.close()

    def record(self, seconds):
        """Writes what has been measured so far, and answers with it as Markdown."""
        result = {
            "date": self.begun.isoformat(timespec="seconds"), "took": round(seconds),
            "machine": environment.machine(), "versions": self.versions, "absent": self.absent,
            "seconds": self.chosen.seconds, "rounds": self.chosen.rounds,
            "video": {"encoder": "libx264", "preset": PRESET, "crf": QUALITY},
            "results": self.results}
        with open(os.path.join(self.output, "results.json"), "w") as file:
            json.dump(result, file, indent=1)
        text = self.report(result)
        with open(os.path.join(self.output, "report.md"), "w") as file:
            file.write(text)
        return text

    def report(self, result):
        from report import report
        return report(result)

    def encoder(self, size, form, path):
        given = ["-f", "rawvideo", "-pix_fmt", form, "-s", size]
        if form == "png":
            given = ["-f", "image2pipe", "-c:v", "png"]
        return subprocess.Popen(
            ["ffmpeg", "-loglevel", "error", "-y", *given, "-r", str(scenes.FRAME_RATE), "-i", path, "-c:v", "libx264",
             "-preset", PRESET, "-crf", str(QUALITY), "-pix_fmt", "yuv420p", os.path.join(self.work, "video.mp4")],
            stdin=subprocess.DEVNULL, stderr=self.log)

    @staticmethod
    def ended(process):
        """Waits for a process; its processor seconds."""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"ffmpeg ended with {process.returncode}")
        return usage.ru_utime + usage.ru_stime

    # A scene

    def scene(self, name, size):
        path = self.scene_path(name, size)
        entries, sessions = {}, {}
        try:
            self.measure(name, size, path, entries, sessions)
        finally:
            for session in sessions.values():
                session.end()
        self.pictures(name, size, entries)

    def scene_path(self, name, size):
        return scenes.path(self.folder, name, size)

    def measure(self, name, size, path, entries, sessions):
        for system in self.systems:
            entry = {"scene": name, "size": size, "system": system.name, "rounds": []}
            self.results.append(entry)
            try:
                session = self.open(system, path, entry)
            except Failed as reason:
                entry["failed"] = str(reason)
                environment.say(f"{name} {size}: {system.name} {reason}")
                continue
            if session:
                sessions[system.name], entries[system.name] = session, entry
        for _ in range(self.chosen.rounds):
            self.each(sessions, entries, self.round)
        if not self.chosen.no_video:
            self.each(sessions, entries, self.video)

    def open(self, system, path, entry):
        session = Session(system.command(path), environment.variables(), self.log, 120)
        if "absent" in session.first:
            entry["absent"] = session.first["absent"]
            session.end()
            return None
        entry["pixels"], entry["stream"] = session.first["pixels"], session.first["stream"]
        if "version" in session.first:
            self.versions[system.name] = session.first["version"]
        session.ask(f"picture {self.shown} {os.path.join(self.work, system.name)}")
        session.ask("run 0.2")
        return session

    def each(self, sessions, entries, work):
        for system, session in list(sessions.items()):
            try:
                work(session, entries[system])
            except (Failed, RuntimeError) as reason:
                entries[system]["failed"] = str(reason)
                environment.say(f"{entries[system]['scene']}: {system} {reason}")
                session.end()
                del sessions[system]

    def round(self, session, entry):
        answer = session.measured(f"run {self.chosen.seconds}")
        times = answer["milliseconds"]
        entry["rounds"].append({
            "frames": len(times), "milliseconds": statistics.median(times), "cpu": answer["cpu"] / len(times) * 1000,
            "others": answer["others"]})
        entry["memory"] = max(entry.get("memory", 0), memory_megabytes(session.process.pid))
        if "counters" in answer:
            entry["counters"] = answer["counters"]

    def video(self, session, entry):
        rate = 1000 / statistics.median(r["milliseconds"] for r in entry["rounds"])
        count = max(8, min(90, round(rate)))
        entry["video"] = self.piped(session, entry, count)
        if entry["system"] == "multiplane":
            path = os.path.join(self.work, "own.mp4")
            answer = session.measured(f"export {count} {path}", 120)
            entry["export"] = self.rate(count, answer["wall"], answer["cpu"], path)
            os.unlink(path)

    def piped(self, session, entry, count):
        """Frames to an encoder's process."""
        pipe = os.path.join(self.work, "pipe")
        os.mkfifo(pipe)
        start = time.monotonic()
        encoder = self.encoder(entry["size"], entry["stream"], pipe)
        try:
            answer = session.measured(f"pipe {count} {pipe}", 120)
        except Exception:
            encoder.kill()
            encoder.wait()
            raise
        finally:
            os.unlink(pipe)
        cpu = answer["cpu"] + self.ended(encoder)
        return self.rate(count, time.monotonic() - start, cpu, os.path.join(self.work, "video.mp4"))

    @staticmethod
    def rate(count, wall, cpu, path):
        return {"frames": count, "milliseconds": wall / count * 1000, "cpu": cpu / count * 1000,
                "kilobytes": os.path.getsize(path) // 1024}

    def pictures(self, name, size, entries):
        """Each system's picture, how far it is from the true one, and a sheet of all."""
        import sheets
        true = self.truth(name, size)
        tiles = []
        for system, entry in entries.items():
            picture = self.picture(os.path.join(self.work, system), self.pixels(size), entry["pixels"])
            label = system
            if true:
                entry.update(sheets.judge(picture, true))
                label = f"{system}: {entry['psnr']:.1f} dB"
            tiles.append((label, picture))
            os.makedirs(os.path.join(self.output, "pictures"), exist_ok=True)
            picture.save(os.path.join(self.output, "pictures", f"{name}-{size}-{system}.png"))
        if tiles:
            if true:
                tiles.insert(1, ("8x8 supersampled", true))
            sheets.sheet(tiles, os.path.join(self.output, f"{name}-{size}.png"))

    def picture(self, path, size, order):
        import sheets
        return sheets.read(path, size, order)

    @staticmethod
    def pixels(size):
        return tuple(map(int, size.split("x")))

    def truth(self, name, size):
        """The true picture; None where there is none."""
        from PIL import Image
        path = os.path.join(self.folder, f"truth-{name}-{size}.png")
        if not os.path.exists(path):
            environment.run([environment.PYTHON, os.path.join(environment.SOURCES, "truth.py"),
                             scenes.path(self.folder, name, size), str(SHOWN), path], env=environment.variables())
        return Image.open(path).convert("RGB")


def systems(chosen):
    if chosen.lottie:
        import lottie_files
        return lottie_files.SYSTEMS
    if chosen.over:
        import over
        return [system for system in over.SYSTEMS if system.name in chosen.systems]
    return [system for system in environment.SYSTEMS if system.name in chosen.systems]


def main():
    chosen = options()
    if chosen.check:
        import check
        return check.check()
    inside = os.path.realpath(sys.prefix) == os.path.realpath(os.path.join(environment.FOLDER, "venv"))
    if not inside:
        absent = environment.prepare(systems(chosen), drives=not chosen.over)
        known = dict(environment.variables(), BENCH_ABSENT=json.dumps(absent))
        os.execve(environment.PYTHON, [environment.PYTHON, os.path.abspath(__file__), *sys.argv[1:]], known)
    # Else nothing is put away.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    absent = json.loads(os.environ.get("BENCH_ABSENT", "{}"))
    if chosen.lottie:
        from lottie_files import LottieBench
        LottieBench(chosen, absent).all()
    elif chosen.over:
        from over import Over
        Over(chosen, absent).all()
    else:
        Bench(chosen, absent).all()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RuntimeError as reason:
        environment.say(f"error: {reason}")
        sys.exit(69)
    except KeyboardInterrupt:
        sys.exit(130)
