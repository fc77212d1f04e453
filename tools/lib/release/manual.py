"""Man pages from what `multiplane --experimental-dump-help` prints: one of the command, and one of each subcommand.

usage: manual.py VERSION SECONDS FOLDER <help.json
"""

import datetime
import json
import re
import sys
from pathlib import Path


def escaped(text):
    """Text of a line as roff takes it."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def body(text):
    """A discussion: headings in capitals, lines that begin with spaces as they are, and paragraphs."""
    lines, is_example = [], False
    for line in (text or "").split("\n"):
        # An indented line that is a sentence, such as the exit statuses, is a paragraph.
        wants_example = line.startswith("  ") and ". " not in line
        if is_example and not wants_example:
            lines.append(".fi\n.RE")
        if wants_example and not is_example:
            lines.append(".RS 4\n.nf")
        is_example = wants_example
        if wants_example:
            lines.append(escaped(line[2:]))
        elif re.fullmatch(r"[A-Z][A-Z ]+", line):
            lines.append(f".SH {line}")
        else:
            lines.append(escaped(line.strip()) if line else ".PP")
    if is_example:
        lines.append(".fi\n.RE")
    return lines


def spelled(name):
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def option(argument):
    """An option or an argument as a tagged paragraph."""
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        tag = f"\\fI{escaped(value)}\\fR"
    else:
        names = sorted(map(spelled, argument["names"]), key=len)
        tag = ", ".join(f"\\fB{escaped(name)}\\fR" for name in names)
        if argument["kind"] == "option":
            tag += f" \\fI{escaped(value)}\\fR"
    text = argument.get("abstract", "")
    values = argument.get("allValues")
    if values and not all(value in text for value in values):
        text += f" (values: {', '.join(values)})"
    default = argument.get("defaultValue")
    if default and "default" not in text:
        text += f" (default: {default})"
    return [".TP", tag, escaped(text.replace("\n", " "))]


def page(command, names, version, date, subcommands=()):
    title = "-".join(names)
    shown = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    positional = [argument for argument in shown if argument["kind"] == "positional"]
    options = [argument for argument in shown if argument["kind"] != "positional"]
    lines = [
        f'.TH {title.upper()} 1 "{date}" "multiplane {version}" "User Commands"',
        ".SH NAME",
        f"{escaped(title)} \\- {escaped(command.get('abstract', '').rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {' '.join(names)}",
    ]
    if subcommands:
        lines.append(".I command\n.RI [ options ]")
    else:
        lines.append(".RI [ options ]" + "".join(f' " " {escaped(argument["valueName"])}' for argument in positional))
    if command.get("discussion"):
        lines += [".SH DESCRIPTION"] + body(command["discussion"])
    if subcommands:
        lines.append(".SH COMMANDS")
        for each in subcommands:
            lines += [".TP", f"\\fB{each['commandName']}\\fR", escaped(each.get("abstract", ""))]
    if positional:
        lines.append(".SH ARGUMENTS")
        for argument in positional:
            lines += option(argument)
    if options:
        lines.append(".SH OPTIONS")
        for argument in options:
            lines += option(argument)
    lines.append(".SH SEE ALSO")
    others = ["multiplane"] if not subcommands else [f"multiplane-{each['commandName']}" for each in subcommands]
    lines.append("\n".join(f".BR {escaped(other)} (1)" for other in others))
    return "\n".join(line for line in lines if line) + "\n"


def main():
    version, seconds, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    date = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).date().isoformat()
    command = json.load(sys.stdin)["command"]
    subcommands = [each for each in command["subcommands"] if each["commandName"] != "help"]
    (folder / "multiplane.1").write_text(page(command, ["multiplane"], version, date, subcommands))
    for each in subcommands:
        names = ["multiplane", each["commandName"]]
        (folder / f"{'-'.join(names)}.1").write_text(page(each, names, version, date))


main()
