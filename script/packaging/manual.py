#!/usr/bin/env python3
"""Writes the manual pages of section 1 from what the program says of itself.

    manual.py HELP.json FOLDER DATE

HELP.json is the output of `trove --experimental-dump-help`. Each command has a page, trove-hunt-make(1) that of `trove
hunt make`; the pages are mdoc, one sentence a line as mandoc wants it. DATE is the date in their head, as 2026-11-29.
"""
import json
import re
import sys
import textwrap
from pathlib import Path

# Full stops that end no sentence.
ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|etc|St|No|vs)\.|\.loc\.?)$")
MONTHS = "January February March April May June July August September October November December".split()


def escaped(text: str) -> str:
    """Text as roff takes it literally: backslashes, and control characters at the beginning of a line."""
    text = text.replace("\\", "\\e").replace("--", "\\-\\-").replace("“", "\\(lq").replace("”", "\\(rq").replace("…", "...")
    return re.sub(r"^([.'])", r"\\&\1", text)


def sentences(text: str) -> list[str]:
    """The lines of a paragraph: one sentence each, broken where they are too long."""
    parts, begun = [], ""
    for piece in re.split(r"(?<=[.!?:;])\s+", " ".join(text.split())):
        begun = f"{begun} {piece}".strip()
        if piece.endswith((".", "!", "?")) and not ABBREVIATION.search(piece):
            parts.append(begun)
            begun = ""
    parts += [begun] if begun else []
    lines = []
    for part in parts:
        # A word may stand at the beginning of the next line, where a dot or a quotation mark would be a command.
        lines += [escaped(line) for line in textwrap.wrap(part, 72, break_long_words=False, break_on_hyphens=False)]
    return lines


def quoted(words: str) -> str:
    """Words as one argument of a macro."""
    words = escaped(words)
    # Short words may be macros themselves.
    words = re.sub(r"\b([A-Z][a-z])\b", r"\\&\1", words)
    return f'"{words}"' if " " in words else words or '""'


def synopsis(argument: dict) -> str:
    """How an argument that is no option is written."""
    value = argument.get("valueName") or "value"
    dots = " ..." if argument["isRepeating"] else ""
    return f".{'Op ' if argument['isOptional'] else ''}Ar {quoted(value)}{dots}"


def names(argument: dict) -> str:
    """The names of an option, with its value."""
    flags = [("-" if name["kind"] == "long" else "") + name["name"] for name in argument.get("names", [])]
    value = f" Ar {quoted(argument['valueName'])}" if argument["kind"] == "option" else ""
    return " , ".join(f"Fl {flag}" for flag in flags) + value


class Page:
    """The page of one command."""

    def __init__(self, words: list[str], command: dict, date: str):
        self.command, self.words, self.date = command, words, date
        self.title = "-".join(words)
        self.examples, self.codes, self.prose = [], "", []
        for paragraph in (command.get("discussion") or "").split("\n\n"):
            if paragraph.startswith("Examples:"):
                self.examples = paragraph.split("\n")[1:]
            elif paragraph.startswith("Exit codes: "):
                self.codes = paragraph.removeprefix("Exit codes: ").rstrip(".")
            elif paragraph.strip():
                self.prose.append(paragraph)

    def text(self, others: list[str]) -> str:
        """The page; `others` are the titles of those that belong to it."""
        abstract = self.command.get("abstract", "").rstrip(".")
        lines = [f".Dd {self.date}", f".Dt {self.title.upper()} 1", ".Os", ".Sh NAME", f".Nm {self.title}"]
        lines += [f".Nd {escaped(abstract[:1].lower() + abstract[1:])}", ".Sh SYNOPSIS", f".Nm {' '.join(self.words)}"]
        shown = [argument for argument in self.command.get("arguments", []) if argument["shouldDisplay"]]
        options = [argument for argument in shown if argument["kind"] != "positional"]
        positional = [argument for argument in shown if argument["kind"] == "positional"]
        lines += [".Op Ar options"] if options else []
        lines += [synopsis(argument) for argument in positional]
        lines += [".Ar command", ".Op Ar ..."] if self.subcommands else []
        lines += [".Sh DESCRIPTION"]
        for paragraph in self.prose or [abstract + "."]:
            for line in paragraph.split("\n"):
                lines += [".Pp"] * (lines[-1] != ".Sh DESCRIPTION") + sentences(line)
        lines += self.list("The arguments are:", [(f"Ar {quoted(a['valueName'])}", a) for a in positional])
        lines += self.list("The options are:", [(names(argument), argument) for argument in options])
        if self.subcommands:
            lines += [".Pp", "The commands are:", ".Bl -tag -width Ds"]
            for command in self.subcommands:
                lines += [f".It Xr {self.title}-{command['commandName']} 1"] + sentences(command.get("abstract", ""))
            lines += [".El"]
        if self.codes:
            lines += [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
            for code in self.codes.split("; "):
                number, _, meaning = code.partition(" ")
                lines += [f".It {number}"] + sentences(meaning + ".")
            lines += [".El"]
        if self.examples:
            lines += [".Sh EXAMPLES", ".Bd -literal -offset indent"] + [escaped(example) for example in self.examples]
            lines += [".Ed"]
        if others:
            lines += [".Sh SEE ALSO"]
            lines += [f".Xr {name}" + " ,".replace(" ,", " ,") * (name != others[-1]) for name in others]
        return "\n".join(lines) + "\n"

    @property
    def subcommands(self) -> list[dict]:
        return [command for command in self.command.get("subcommands", []) if command.get("shouldDisplay", True)]

    @staticmethod
    def list(title: str, items: list[tuple[str, dict]]) -> list[str]:
        """A list of arguments with what they are for; nothing for none."""
        if not items:
            return []
        lines = [".Pp", title, ".Bl -tag -width Ds"]
        for name, argument in items:
            default = argument.get("defaultValue")
            lines += [f".It {name}"] + sentences(argument.get("abstract") or "")
            lines += sentences(f"The default is {default}.") if default else []
        return lines + [".El"]


def pages(words: list[str], command: dict, date: str) -> list[Page]:
    """The page of a command, and those of the commands below it."""
    found = [Page(words, command, date)]
    for below in found[0].subcommands:
        if below["commandName"] != "help":
            found += pages(words + [below["commandName"]], below, date)
    return found


def main() -> None:
    help_file, folder, date = sys.argv[1:]
    year, month, day = date.split("-")
    command = json.loads(Path(help_file).read_text())["command"]
    command["subcommands"] = [below for below in command["subcommands"] if below["commandName"] != "help"]
    found = pages([command["commandName"]], command, f"{MONTHS[int(month) - 1]} {int(day)}, {year}")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for page in found:
        parent = "-".join(page.words[:-1])
        others = [f"{parent} 1"] if parent else ["trove-hunt 5", "trove-session 5"]
        (folder / f"{page.title}.1").write_text(page.text(others))


if __name__ == "__main__":
    main()
