"""tools/bench --scaling: what one process gains by more cores, beside as many processes of one core each.

For 1, 2, 4 ... cores, `multiplane bench` draws a scene in one process that may use them all (`--jobs` is their number),
and in as many processes together, each pinned to a core of its own, with one job. The processes' sum is what the cores
can do; the share is how much of it one process reaches. Both in turn, several rounds; the best round of each counts, as
other work only slows them.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import environment

SCENES = ["cards", "tree", "morph", "labels", "sprites"]
# The share that one process should reach at every number of cores.
GOAL = 0.8
# The frames of the measurement that finds how many frames a run takes.
FIRST_FRAMES = 60


def frames_a_second(program, scene, renderer, frames, groups):
    """Runs a process for each group of cores, all at once; returns the sum of their frames a second."""
    with tempfile.TemporaryDirectory(prefix="bench-scaling-") as folder:
        running = []
        for number, cores in enumerate(groups):
            figures = os.path.join(folder, f"{number}.json")
            command = [program, "bench", f"demo:{scene}", "--renderer", renderer, "--size", "1920x1080",
                       "--frames", str(frames), "--jobs", str(len(cores)), "--json", figures]
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, text=True,
                                       preexec_fn=lambda cores=cores: os.sched_setaffinity(0, cores))
            running.append((process, figures))
        total = 0
        for process, figures in running:
            _, said = process.communicate()
            if process.returncode:
                raise RuntimeError(f"multiplane bench ended with {process.returncode}: {said.strip()}")
            with open(figures) as file:
                total += 1000 / json.load(file)["report"]["results"][0]["medianMilliseconds"]
        return total


def counts(cores):
    """1, 2, 4 ... up to all cores."""
    powers = [1 << power for power in range(cores.bit_length())]
    return sorted({count for count in powers if count <= cores} | {cores})


def main():
    parser = argparse.ArgumentParser(prog="tools/bench --scaling", description=__doc__.split("\n\n")[0])
    parser.add_argument("--scenes", default=",".join(SCENES), help="the benchmark's scenes (default: %(default)s)")
    parser.add_argument("--renderer", choices=["rows", "gl"], default="rows", help="who draws (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=2, help="of each run (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="of both, in turn (default: %(default)s)")
    parser.add_argument("--output", help="a file for the figures, as JSON")
    chosen = parser.parse_args(sys.argv[1:])
    program = environment.multiplane()
    cores = sorted(os.sched_getaffinity(0))
    scenes = chosen.scenes.split(",")
    minutes = len(scenes) * len(counts(len(cores))) * chosen.rounds * 2 * (chosen.seconds + 1) / 60
    environment.say(f"{len(cores)} cores, {len(scenes)} scenes: about {minutes:.0f} minutes")
    rows, reached = [], True
    print(f"{'scene':<12}{'cores':>6}{'one process':>14}{'processes':>12}{'share':>8}", flush=True)
    for scene in scenes:
        for count in counts(len(cores)):
            used = cores[:count]
            first = frames_a_second(program, scene, chosen.renderer, FIRST_FRAMES, [set(used)])
            one = many = 0
            for _ in range(chosen.rounds):
                frames = max(FIRST_FRAMES, int(first * chosen.seconds))
                one = max(one, frames_a_second(program, scene, chosen.renderer, frames, [set(used)]))
                frames = max(FIRST_FRAMES, int(first * chosen.seconds / count))
                many = max(many, frames_a_second(program, scene, chosen.renderer, frames, [{core} for core in used]))
            rows.append({"scene": scene, "cores": count, "one": one, "processes": many, "share": one / many})
            reached = reached and one / many >= GOAL
            print(f"{scene:<12}{count:>6}{one:>10.0f} fps{many:>8.0f} fps{one / many:>8.2f}", flush=True)
    if chosen.output:
        with open(chosen.output, "w") as file:
            json.dump({"renderer": chosen.renderer, "rows": rows}, file, indent=2)
    return 0 if reached else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (RuntimeError, OSError, ValueError) as error:
        environment.say(str(error))
        sys.exit(69)
