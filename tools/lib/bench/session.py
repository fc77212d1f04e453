"""A system's process with one scene, as the harness sees it."""

import json
import os
import selectors
import subprocess
import time

import measure


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
        cpu, busy, start = measure.processor_seconds(self.process.pid), measure.busy_seconds(), time.monotonic()
        own = sum(os.times()[:2])
        answer = self.ask(command, patience)
        wall = time.monotonic() - start
        own = sum(os.times()[:2]) - own
        cpu = measure.processor_seconds(self.process.pid) - cpu
        others = measure.busy_seconds() - busy - cpu - own
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
        for process in reversed(measure.processes(self.process.pid)):
            if self.process.poll() is None:
                try:
                    os.kill(process, 9)
                except OSError:
                    pass
        self.process.wait()
        self.selector.close()
