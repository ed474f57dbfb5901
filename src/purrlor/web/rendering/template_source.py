"""Template files as people write them, and as Jinja gets them.

In a file an indented line continues the line above: it is joined to it when the template is loaded, so that indentation
costs nothing on the wire. Between the two comes nothing where a tag ends or begins, else one blank (as between
attributes).
A line that begins at the margin begins a line of the page: frames are compared line by line (live/frames.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from jinja2 import Environment, FileSystemLoader

# Jinja's own expressions, statements and comments may be broken anywhere; they are left alone.
JINJA_OR_CONTINUED = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|\n[ \t]+", re.S)


def join_lines(source: str) -> str:
    def joined(found: re.Match[str]) -> str:
        if not found[0].startswith("\n"):
            return found[0]
        is_at_tag = source[found.start() - 1] in ">}" or source[found.end() : found.end() + 1] in ("<", "{", "")
        return "" if is_at_tag else " "

    return JINJA_OR_CONTINUED.sub(joined, source)


class JoinedLinesLoader(FileSystemLoader):
    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, path, is_current = super().get_source(environment, template)
        return join_lines(source), path, is_current
