"""A test's browser draws in the font the test names, whatever the page asks for and whatever is installed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fixtures.chromium import FONTS, MEDIUM, WIDE
from tests.fixtures.parlour_page import Parlour

pytestmark = pytest.mark.browser
TEXT = "Возьмите кубик. Each cat takes a die."
WRITE = """([family, text]) => { const line = document.createElement('span');
  line.id = 'line'; line.style.fontFamily = family; line.textContent = text;
  document.body.replaceChildren(line); return line.getBoundingClientRect().width; }"""
ROOT = "getComputedStyle(document.documentElement).fontSize"


def families(page: Any) -> set[str]:
    """Of the fonts the line is really drawn in."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    line = session.send("DOM.querySelector", {"nodeId": root, "selector": "#line"})["nodeId"]
    return {font["familyName"] for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": line})["fonts"]}


def test_the_named_font_is_drawn_and_they_differ_in_width(house: Parlour) -> None:
    widths = []
    for font in FONTS:
        page = house.page(font=font)
        page.goto("/")
        for asked in ("var(--font)", "system-ui", "sans-serif", "Roboto, Arial", f'"{WIDE}"', f'"{MEDIUM}"'):
            width = page.evaluate(WRITE, [asked, TEXT])
            assert families(page) == {font}, asked
        widths.append(width)
        page.context.close()
    assert widths == sorted(widths)
    assert widths[-1] > 1.25 * widths[0]


def test_text_is_enlarged_as_a_person_would(house: Parlour) -> None:
    page = house.page(text=130)
    for at in ("/", "/rules/cat-cafe"):
        page.goto(at)
        assert page.evaluate(ROOT) == "21px"
    page.context.close()
