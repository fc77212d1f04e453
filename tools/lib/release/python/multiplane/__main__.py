"""``python -m multiplane``: the command, with the arguments that follow."""

import os
import sys
from pathlib import Path

from . import _command

try:
    program = _command.program()
except FileNotFoundError as error:
    print(f"multiplane: error: {error}", file=sys.stderr)
    sys.exit(69)
# The launcher beside it says which libraries are missing.
launcher = str(Path(program).with_name("multiplane"))
start = launcher if os.access(launcher, os.X_OK) else program
os.execv(start, [start, *sys.argv[1:]])
