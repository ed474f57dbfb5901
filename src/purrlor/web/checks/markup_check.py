"""Whether what a template draws is sound HTML: every tag is closed, choices can be pressed, labels lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

VOID = ("area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr")
MAY_STAY_OPEN = ("li", "p", "dt", "dd", "tr", "td", "th", "option", "thead", "tbody")  # HTML closes these by itself
COMMENT = re.compile(r"/\*.*?\*/", re.S)
QUOTED = re.compile(r""""[^"]*"|'[^']*'""")


class Page(HTMLParser):
    """Reads a page and keeps what is wrong with it, and its words."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[str] = []
        self.ids: set[str] = set()
        self.wanted: list[str] = []  # ids that labels are for
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.note_attributes(tag, given)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note_attributes(tag, dict(attrs))

    def note_attributes(self, tag: str, given: dict[str, str | None]) -> None:
        self.ids.add(given.get("id") or "")
        self.texts += [given.get(name) or "" for name in ("aria-label", "alt", "title", "placeholder")]
        if tag == "label" and given.get("for"):
            self.wanted.append(str(given["for"]))
        if tag == "form":
            self.found.append(
                "a <form> inside the table's own form: a browser leaves it out. Choices are buttons alone"
            )
        if tag == "button" and given.get("name") == "action":
            if "disabled" in given:
                self.found.append("a button is `disabled`, which drops the focus: leave it out, or aria-disabled")
            if given.get("type", "submit") != "submit":
                self.found.append(f"a choice is a button of type {given['type']!r}: pressed, it does nothing")
            if "button" in self.open:
                self.found.append("a button stands inside another button: a browser tears them apart")

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open[-1] != tag and self.open[-1] in MAY_STAY_OPEN:
            self.open.pop()
        if self.open and self.open[-1] == tag:
            self.open.pop()
        elif tag not in (*MAY_STAY_OPEN, *VOID):
            inside = f"inside <{self.open[-1]}>" if self.open else "and nothing is open"
            self.found.append(f"</{tag}> closes nothing, {inside}: a tag is missing or one too many")
            if tag in self.open:
                del self.open[self.open.index(tag) :]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read_page(html: str) -> Page:
    page = Page()
    page.feed(html)
    page.close()
    return page


def markup_faults(html: str) -> Iterator[str]:
    page = read_page(html)
    yield from dict.fromkeys(page.found)
    left = [tag for tag in page.open if tag not in MAY_STAY_OPEN]
    if left and not page.found:
        yield f"<{left[-1]}> is never closed: what follows it on the page lies inside it"
    for wanted in dict.fromkeys(page.wanted):
        if wanted not in page.ids:
            yield f"a <label for={wanted!r}>, but nothing on the page has this id"


def texts_of(html: str) -> list[str]:
    """What a person sees or hears of a page."""
    return [" ".join(text.split()) for text in read_page(html).texts]


def stylesheet_faults(home: Path) -> Iterator[str]:
    """A bracket too few, and a browser leaves out all that follows."""
    for path in sorted((home / "board").rglob("*.css")):
        name = path.relative_to(home).as_posix()
        bare = QUOTED.sub("", COMMENT.sub(lambda found: "\n" * found[0].count("\n"), path.read_text(encoding="utf-8")))
        depth = 0
        for line, text in enumerate(bare.split("\n"), 1):
            for letter in text:
                depth += (letter == "{") - (letter == "}")
                if depth < 0:
                    yield f"{name} line {line}: a }} too many"
                    return
        if depth:
            yield f"{name}: {depth} of its {{ are never closed"
