"""Marks on a drawn board: the button of a choice says that it was chosen, was better, or was tried, or that it is over;
and plain names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from markupsafe import Markup, escape

BUTTON = re.compile(r'<button\b(?P<tag>[^>]*?\sname="(?P<name>action|instead)"\s+value="(?P<action>\d+)"[^>]*)>')
CLASS, PIECES = re.compile(r'\bclass="'), re.compile(r'\sdata-pieces="([^"]*)"')
LIVE = re.compile(r'\s(?:name="(?:action|instead)"|value="\d+"|data-confirm="[^"]*")')
LABEL = re.compile(r'\b(aria-label|title)="[^"]*"')
OVER = "is-past"  # what could be chosen, and asks no more
FIRST_OF_TWO = re.compile(r'(<input type="checkbox" class="first\b)')


def mark_choices(html: Markup | str, marks: Mapping[int, str], is_live: bool = False) -> Markup:
    """The board with a class for each choice in `marks`; a button that stands for several pieces (`data-pieces`: their
    ids) marks those. Unless it is live, nothing on it can be pressed any more."""
    pieces: dict[str, str] = {}

    def marked(found: re.Match[str]) -> str:
        tag = found["tag"]
        mark = marks.get(int(found["action"]), "") if found["name"] == "action" else ""
        mark = mark or ("" if is_live else OVER)
        if mark:
            tag = CLASS.sub(f'class="{mark} ', tag, count=1) if CLASS.search(tag) else f'{tag} class="{mark}"'
            for each in PIECES.findall(tag) if mark != OVER else ():
                pieces.update(dict.fromkeys(each.split(), mark))
        return f"<button{tag}>" if is_live else f'<button{LIVE.sub("", tag)} type="button" disabled>'

    drawn = BUTTON.sub(marked, str(html))
    for piece, mark in pieces.items():
        drawn = re.sub(rf'\bclass="(?=[^>]*\sid="{re.escape(piece)}")', f'class="{mark} ', drawn, count=1)
    if not is_live:
        drawn = FIRST_OF_TWO.sub(r"\1 rest", drawn).replace(" data-first ", " disabled ")
    return Markup(drawn)


def name_choices(html: Markup | str, label: Callable[[int], str]) -> Markup:
    """The board with every choice named by `label` alone: what its button said of the consequences is gone."""

    def named(found: re.Match[str]) -> str:
        if found["name"] != "action":
            return found[0]
        said = escape(label(int(found["action"])))
        tag = LABEL.sub(lambda attribute: f'{attribute[1]}="{said}"', found["tag"])
        return f"<button{tag}>"

    return Markup(BUTTON.sub(named, str(html)))
