"""Tables of words and patterns, written as text so that a line reads as what it matches.

In a table of patterns a line that is indented by two is a regular expression for whole words, a deeper line goes on
with the one before it, and `<name>` stands for a part that many lines share.
"""

import re
from collections.abc import Mapping


def split_words(text: str) -> frozenset[str]:
    """The words of `text` as a set."""
    return frozenset(text.split())


def patterns(table: str, shared: Mapping[str, str]) -> list[tuple[re.Pattern[str], str]]:
    """(pattern, heading) for each line of a table: a heading at the margin, and under it what it stands for."""
    found: list[tuple[str, str]] = []
    heading = ""
    for line in table.strip("\n").split("\n"):
        if line.startswith("    "):
            found[-1] = (found[-1][0] + line[4:], heading)
        elif line.startswith("  "):
            found.append((line[2:], heading))
        else:
            heading = line
    return [(_compiled(line, shared), each) for line, each in found]


def any_of(table: str, shared: Mapping[str, str] | None = None) -> re.Pattern[str]:
    """One pattern for all lines of a table without headings."""
    lines = "|".join(pattern.pattern for pattern, _ in patterns(table, shared or {}))
    return re.compile(lines)


def _compiled(line: str, shared: Mapping[str, str]) -> re.Pattern[str]:
    for _ in range(3):  # shared parts may name others
        line = re.sub(r"<([a-z]+)>", lambda name: shared[name[1]], line)
    return re.compile(rf"\b(?:{line})\b")
