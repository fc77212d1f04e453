"""A system's process with one scene, as the harness sees it, and what the machine says of processes: processor time,
memory, how busy others keep it."""

import json
import os
import selectors
import subprocess
import time

TICK = os.sysconf("SC_CLK_TCK")


def _stat(process):
    with open(f"/proc/{process}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()


def processes(root):
    """A process and all that came of it."""
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                children.setdefault(int(_stat(name)[1]), []).append(int(name))
            except OSError:
                pass
    found, following = [], [root]
    while following:
        process = following.pop()
        found.append(process)
        following += children.get(process, [])
    return found


def processor_seconds(root):
    """Seconds of processor time of a process and all that came of it, ended children included."""
    total = 0
    for process in processes(root):
        try:
            total += sum(int(part) for part in _stat(process)[11:15])
        except OSError:
            pass
    return total / TICK


def memory_megabytes(root):
    """The sum of the processes' proportional shares of memory."""
    total = 0
    for process in processes(root):
        try:
            with open(f"/proc/{process}/smaps_rollup") as file:
                total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        except OSError:
            pass
    return total / 1024


def busy_seconds():
    """Seconds that all cores together were busy since the machine's start."""
    with open("/proc/stat") as file:
        parts = [int(part) for part in file.readline().split()[1:9]]
    return (sum(parts) - parts[3] - parts[4]) / TICK


class Failed(Exception):
    """A system's process ended, or did not answer in time."""


class Session:
    def __init__(self, command, environment, log, patience):
        self.log = log
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=environment,
            start_new_session=True)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        self.buffer = b""
        self.first = self._answer(patience)

    def _answer(self, patience):
        end = time.monotonic() + patience
        while b"\n" not in self.buffer:
            if not self.selector.select(max(0, end - time.monotonic())):
                self.end()
                raise Failed(f"no answer in {patience:.0f} s")
            part = os.read(self.process.stdout.fileno(), 1 << 20)
            if not part:
                self.end()
                raise Failed(f"ended with {self.process.returncode}")
            self.buffer += part
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def ask(self, command, patience=60):
        try:
            self.process.stdin.write(command.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            self.end()
            raise Failed(f"ended with {self.process.returncode}") from None
        return self._answer(patience)

    def measured(self, command, patience=60):
        """The answer with what the command took: wall and processor seconds, and of the latter others' share of the
        machine in cores."""
        cpu, busy, start = processor_seconds(self.process.pid), busy_seconds(), time.monotonic()
        own = sum(os.times()[:2])
        answer = self.ask(command, patience)
        wall = time.monotonic() - start
        own = sum(os.times()[:2]) - own
        cpu = processor_seconds(self.process.pid) - cpu
        others = busy_seconds() - busy - cpu - own
        answer.update(wall=wall, cpu=cpu, others=max(0, others / wall))
        return answer

    def end(self):
        if self.process.poll() is None:
            try:
                self.process.stdin.write(b"quit\n")
                self.process.stdin.close()
                self.process.wait(5)
            except (OSError, subprocess.TimeoutExpired):
                pass
        for process in reversed(processes(self.process.pid)):
            if self.process.poll() is None:
                try:
                    os.kill(process, 9)
                except OSError:
                    pass
        self.process.wait()
        self.selector.close()
