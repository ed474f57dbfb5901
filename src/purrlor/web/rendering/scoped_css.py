"""The stylesheet of a game from another package, held to where the game draws: board, hand and player chips.

A class of its own that the shell uses too (`.mark` is the logo) changes nothing outside. `:where(…)` adds no
specificity, so a game's rules weigh what they weigh in its file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

GROUPS = ("@media", "@supports", "@container", "@layer")  # at-rules that hold rules
PLACES = (".board", ".hand", ".players")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
STRING = re.compile(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*\"""")


def scoped(css: str, game: str) -> str:
    return "".join(scoped_rules(COMMENT.sub("", css), game))


def scoped_rules(css: str, game: str) -> Iterator[str]:
    at = 0
    while at < len(css):
        begin = next_of(css, "{;", at)
        if begin == len(css) or css[begin] == ";":
            yield css[at : begin + 1]
            at = begin + 1
            continue
        head, end = css[at:begin].strip(), closing(css, begin)
        body = css[begin + 1 : end]
        if head.startswith(GROUPS):
            yield f"{head}{{{''.join(scoped_rules(body, game))}}}\n"
        elif head.startswith("@"):
            yield f"{head}{{{body}}}\n"
        else:
            yield f"{', '.join(scoped_selector(each.strip(), game) for each in parts(head))} {{{body}}}\n"
        at = end + 1


def scoped_selector(selector: str, game: str) -> str:
    table = f".t-{game}"
    if table in selector:
        return selector
    if selector.startswith(PLACES):
        return f":where({table}) {selector}"
    return f":where({table}) :where({', '.join(PLACES)}) {selector}"


def next_of(css: str, signs: str, at: int) -> int:
    """Where one of these signs stands next, outside strings; the end if nowhere."""
    while at < len(css):
        if css[at] in signs:
            return at
        string = STRING.match(css, at)
        at = string.end() if string else at + 1
    return at


def closing(css: str, begin: int) -> int:
    """Where the brace that opens at `begin` closes."""
    depth, at = 1, begin + 1
    while depth and at < len(css):
        at = next_of(css, "{}", at)
        if at < len(css):
            depth += 1 if css[at] == "{" else -1
            at += 1
    return at - 1 if not depth else len(css)


def parts(selectors: str) -> list[str]:
    """A list of selectors, divided at the commas outside brackets."""
    found, depth, begin = [], 0, 0
    for k, sign in enumerate(selectors):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            found.append(selectors[begin:k])
            begin = k + 1
    return [*found, selectors[begin:]]
