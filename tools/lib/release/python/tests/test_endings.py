"""Calls that end before they are done: by a limit, by their caller, and by its death."""

import asyncio
import concurrent.futures
import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import multiplane
from support import Case

#: A film of a quarter of an hour.
LONG = {"duration": 900, "size": (320, 320)}


def commands(folder):
    """The processes whose command line names the folder, this one aside."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read()
            with open(f"/proc/{name}/stat", "rb") as file:
                is_dead = file.read().rpartition(b")")[2].split()[0] in (b"Z", b"X")
        except OSError:
            continue
        if os.fsencode(folder) in words and b"multiplane-program" in words and not is_dead:
            found.append(int(name))
    return found


class EndingTests(Case):
    def wait(self, condition, seconds=300):
        """Waits until a condition holds."""
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, "it does not come")
            time.sleep(0.01)

    def film(self):
        """A call that is at work, and goes on for long."""
        began = threading.Event()
        call = multiplane.start(
            multiplane.video, "demo:postcard", self.folder / "a.y4m", progress=lambda p: began.set(), **LONG)
        self.addCleanup(call.cancel)
        self.assertTrue(began.wait(300))
        return call

    def assert_ended(self):
        """No command is at work, and there is no file."""
        self.wait(lambda: not commands(self.folder))
        self.assertEqual(self.names(), ["plate.json"])

    def test_a_limit_ends_each_call(self):
        for call in [
            lambda limit: multiplane.video("demo:postcard", self.folder / "a.y4m", timeout=limit, **LONG),
            lambda limit: multiplane.check("demo:postcard", duration=900, every=0.01, timeout=limit),
            lambda limit: multiplane.render("demo:postcard", self.folder / "a.png", timeout=limit / 1000),
            lambda limit: multiplane.info(timeout=limit / 1000),
        ]:
            with self.assertRaisesRegex(multiplane.TimedOut, "seconds of timeout") as caught:
                call(0.5)
            self.assertIsInstance(caught.exception, TimeoutError)
            self.assertTrue(caught.exception.status == 75 and caught.exception.may_try_again)
            self.assert_ended()

    def test_what_was_made_before_the_limit_is_there(self):
        rows = self.write("rows.csv", "name\n" + "".join(f"row{number}\n" for number in range(50_000)))
        made, limit = [], 0.5
        # However slow the machine is, a row ends within one of the limits.
        while not made and limit < 200:
            with self.assertRaises(multiplane.TimedOut) as caught:
                multiplane.video(
                    self.plate, self.folder / "{name}.y4m", data=rows, duration=0.1, quiet=True, timeout=limit)
            made = [os.path.basename(film.path) for film in caught.exception.made]
            limit *= 2
        self.assertTrue(made and set(made) <= set(self.names()), len(made))
        # At most one more, whose line was not written yet.
        self.assertLessEqual(len(self.names()), len(made) + 3)

    def test_a_command_that_is_stopped_ends_by_its_limit(self):
        call = self.film()
        [command] = commands(self.folder)
        os.kill(command, signal.SIGSTOP)
        call.cancel()
        self.assert_ended()

    def test_a_call_is_cancelled(self):
        call = self.film()
        self.assertTrue(call.running() and not call.done())
        self.assertTrue(call.cancel())
        self.assertTrue(call.cancelled() and call.done() and not call.running())
        with self.assertRaises(concurrent.futures.CancelledError):
            call.result()
        # Who waits for several calls learns of it when the command has ended.
        self.assertEqual(concurrent.futures.wait([call], timeout=300).not_done, set())
        self.assertEqual(commands(self.folder), [])
        self.assert_ended()

    def test_calls_cancelled_at_any_time_leave_nothing(self):
        for delay in range(0, 60, 4):
            call = multiplane.start(multiplane.video, "demo:postcard", self.folder / "a.y4m", **LONG)
            time.sleep(delay / 1000)
            self.assertTrue(call.cancel())
            concurrent.futures.wait([call], timeout=300)
            self.assert_ended()

    def test_a_call_that_is_done_gives_its_result_or_its_error(self):
        call = multiplane.start(multiplane.render, self.plate, scale=2)
        self.assertEqual(call.result(300).width, 80)
        self.assertFalse(call.cancel() or call.cancelled())
        with self.assertRaisesRegex(multiplane.InputError, "nothing.json"):
            multiplane.start(multiplane.render, self.folder / "nothing.json").result(300)
        with self.assertRaises(ValueError):
            multiplane.start(multiplane.render, self.plate, timeout=0).result(300)
        calls = [multiplane.start(multiplane.render, self.plate, scale=scale) for scale in (1, 2, 3)]
        self.assertEqual(sorted(each.result().width for each in concurrent.futures.as_completed(calls)), [40, 80, 120])

    def test_asyncio_awaits_and_cancels(self):
        async def both():
            return await asyncio.gather(
                *(multiplane.start(multiplane.render, self.plate, scale=scale) for scale in (1, 2)))

        self.assertEqual([each.width for each in asyncio.run(both())], [40, 80])

        async def limited():
            call = self.film()
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(call, 0.05)
            return call

        self.assertTrue(asyncio.run(limited()).cancelled())
        self.assert_ended()

    def test_a_call_of_several_commands_ends_whole(self):
        def many():
            for _ in range(1000):
                multiplane.render(self.plate)

        call = multiplane.start(many)
        time.sleep(0.2)
        call.cancel()
        self.assertEqual(concurrent.futures.wait([call], timeout=300).not_done, set())

    def begin_elsewhere(self, line):
        """A process of Python that makes a long film by a line of it, once the film has begun."""
        program = f"""import multiplane, os, sys, threading
def make():
    multiplane.video("demo:postcard", sys.argv[1] + "/a.y4m", duration=900, size=(320, 320),
                     progress=lambda p: p.frame > 1 or print("began", flush=True))
{line}"""
        process = subprocess.Popen(
            [sys.executable, "-c", program, str(self.folder)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        self.addCleanup(lambda: [os.kill(each, signal.SIGKILL) for each in commands(self.folder)])
        self.wait(lambda: commands(self.folder))
        return process

    def test_the_command_ends_with_a_parent_that_is_killed(self):
        for line in ["make()", "thread = threading.Thread(target=make); thread.start(); thread.join()",
                     "multiplane.start(make).result()"]:
            process = self.begin_elsewhere(line)
            self.assertEqual(process.stdout.readline(), b"began\n")
            self.assertEqual(len(commands(self.folder)), 1)
            process.kill()
            self.assert_ended()

    def test_the_command_ends_with_a_parent_whose_children_live_on(self):
        # A child that was forked has all that is open in its parent, so that no pipe tells of the parent's end.
        process = self.begin_elsewhere("""import time
thread = threading.Thread(target=make); thread.start()
time.sleep(1)
child = os.fork()
if child == 0:
    time.sleep(300)
    os._exit(0)
print(child, flush=True)
thread.join()""")
        child = next(int(line) for line in process.stdout if line.strip().isdigit())
        self.addCleanup(os.kill, child, signal.SIGKILL)
        process.kill()
        self.assert_ended()

    def test_python_ends_without_waiting_for_a_call(self):
        process = self.begin_elsewhere("""import time
call = multiplane.start(make)
time.sleep(1)""")
        self.assertEqual(process.wait(300), 0)
        self.assert_ended()


if __name__ == "__main__":
    unittest.main()
