"""What the machine says of processes: processor time, memory, how busy others keep it."""

import os

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
