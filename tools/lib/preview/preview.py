"""Tests of `multiplane preview` in headless Chromium.

usage: preview.py COMMAND [NAME...]     all tests, or those whose names hold one of the NAMEs
exit:  0 all passed; 1 one failed

The truth of a picture is the file that `multiplane render` writes of the same scene at the same time. Times are
said and not judged, other than that of a reload.
"""

import os
import signal
import sys
import time
import traceback

import command
from browser import devtools

# Each module has tests; they run in this order.
import frames, reloads, layers, films, keys, pages  # noqa: E401, F401


def run(function, program, chromium):
    """Runs one test; answers why it failed, or None."""
    begun = []

    def preview(name, text, files=(), options=(), data=None):
        shown = command.Preview(program, chromium, name, text, files, options, data)
        begun.append(shown)
        return shown

    try:
        function(preview)
        for shown in begun:
            complaints = [text for page in shown.pages for text in page.complaints]
            assert not complaints, f"on the page's console: {complaints[:3]}"
            status = shown.process.poll()
            assert status in (None, 0, 130, -signal.SIGINT), f"the command ended with {status}"
        return None
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)
        reason = error if isinstance(error, AssertionError) else repr(error)
        line = next(frame for frame in place if frame.name == function.__name__)
        return f"{reason} ({os.path.basename(line.filename)}:{line.lineno})"
    finally:
        for shown in begun:
            try:
                shown.close()
            except Exception as error:
                print(f"      {error}")


def main(program, names):
    chosen = [function for function in command.TESTS if not names or any(name in function.__name__ for name in names)]
    failed = 0
    chromium = devtools.Chromium("--hide-scrollbars", "--autoplay-policy=no-user-gesture-required")
    print(f"Chromium {chromium.version}")
    try:
        for function in chosen:
            began = time.monotonic()
            reason = run(function, program, chromium)
            took = time.monotonic() - began
            failed += reason is not None
            print(f"{'ok    ' if reason is None else 'FAILED'} {function.__name__.replace('_', ' ')} ({took:.1f} s)"
                  + (f": {reason}" if reason else ""), flush=True)
    finally:
        chromium.close()
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
