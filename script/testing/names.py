"""The names of the tests, read from their sources: nothing has to be built to choose tests or to compare two versions.

The formatter's indentation is relied on; `run.py` compares these names with those that have run, so a name that is read
wrongly is noticed.
"""
import pathlib
import re
from dataclasses import dataclass

TYPE = re.compile(r"^( *)(?:@\w+(?:\([^()]*\))? +|\w+ +)*?(?:struct|class|enum|actor|extension) +([A-Z][\w.]*)")
TEST = re.compile(r"^( *)@Test\b")
FUNCTION = re.compile(r"\bfunc +`?(\w+)`?(?:<[^()]*>)?\(")
# A text in three quotation marks begins at the end of its first line and ends at the beginning of its last one.
BEGINS = re.compile(r'(?<!["\\])"""$')
ENDS = re.compile(r'^ *"""')
TEXT = re.compile(r'^\s*@Test\(\s*"((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True, order=True)
class Test:
    """One test function."""

    module: str
    suite: str
    function: str
    text: str

    @property
    def name(self):
        """`Module.Suite/function(label:)`, as the test runner calls it."""
        return f"{self.module}.{self.suite}/{self.function}" if self.suite else f"{self.module}.{self.function}"

    @property
    def is_live(self):
        """Whether it watches daemons, terminals or real time: its suite says so by its name."""
        return self.suite.endswith("LiveTests")


def read(root):
    """All tests of a package, sorted by name."""
    found = []
    for folder in sorted(pathlib.Path(root, "Tests").iterdir()):
        for file in sorted(folder.rglob("*.swift")):
            found += tests(folder.name, file.read_text(encoding="utf-8"))
    return sorted(found)


def tests(module, source):
    """The tests of one file."""
    lines = without_texts(source)
    types, found = [], []
    for number, line in enumerate(lines):
        if match := TYPE.match(line):
            indent = len(match[1])
            types = [kept for kept in types if kept[0] < indent] + [(indent, match[2])]
        elif match := TEST.match(line):
            types = [kept for kept in types if kept[0] < len(match[1])]
            attribute = "\n".join(lines[number:number + 60])
            start = FUNCTION.search(attribute)
            if not start:
                raise ValueError(f"{module}: @Test without a function: {line.strip()}")
            suite = "/".join(name.replace(".", "/") for _, name in types)
            text = TEXT.match(attribute)
            labels = parameters(attribute[start.end():])
            found.append(Test(module, suite, f"{start[1]}({labels})", text[1] if text else ""))
    return found


def parameters(rest):
    """The labels of the parameters that begin here: `seed: Int, _ more: T)` gives `seed:_:`."""
    depth, begin, labels = 0, 0, ""
    for index, character in enumerate(rest):
        if character in "([{<":
            depth += 1
        elif character in ")]}>" and rest[index - 1:index + 1] != "->":
            depth -= 1
        if depth < 0 or depth == 0 and character == ",":
            part = rest[begin:index].strip()
            if part:
                labels += part.split()[0].rstrip(":") + ":"
            begin = index + 1
        if depth < 0:
            return labels
    raise ValueError(f"no end of the parameters: {rest[:80]}")


def without_texts(source):
    """The lines of a file; those of texts in three quotation marks are empty."""
    lines, inside = [], False
    for line in source.split("\n"):
        lines.append("" if inside else line)
        inside = not ENDS.match(line) if inside else bool(BEGINS.search(line))
    return lines
