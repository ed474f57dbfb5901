"""Pocket Cats: whatever the parlour's cat asks, its bubble keeps its height, and none of its words is cut."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from parlour_page import Parlour, parlour

from purrlor.core.chance import seed_rng
from purrlor.core.game import game
from purrlor.core.seats import members
from purrlor.server.pages import tongue_of

playwright: Any = pytest.importorskip("playwright.sync_api", reason="needs the package playwright")
CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's package chromium"),
    pytest.mark.xdist_group("browser"),
]
CATS = game("pocket-cats")
NAMES = {"en": ["Mira", "Whiskers"], "ru": ["Мира", "Носочек"]}
HEIGHTS = """sayings => sayings.map(([asked, hint]) => {
  const says = document.getElementById('status');
  says.innerHTML = hint ? '<b></b><small></small>' : '<b></b>';
  [...says.children].forEach((e, k) => { e.textContent = [asked, hint][k]; });
  const cut = [...says.children].some(e => e.scrollHeight > e.clientHeight + 1);
  return [says.closest('.status').offsetHeight, cut ? `${asked} ${hint}` : '']; })"""


def sayings(language: str) -> set[tuple[str, str]]:
    """Questions and hints of a few matches, one for every way of choosing clans."""
    t, names, found = tongue_of(language, CATS), NAMES[language], set()
    for seed, clans in enumerate(("first", "limited", "free", "expert")):
        s, dice = CATS.laid_out(2, {"clans": clans}), random.Random(seed)
        seed_rng(s, seed)
        CATS.rules.start(s)
        while waiting := members(int(CATS.rules.waiting(s))):
            for seat in range(2):
                hidden = CATS.hidden(s, seat)
                choices = members(int(CATS.rules.legal(hidden, seat)))
                asked = CATS.part("words").status(hidden, seat, t, names)
                found.add((asked, CATS.part("view").board(hidden, seat, t, names, choices).get("hint") or ""))
            CATS.rules.apply(s, waiting[0], dice.choice(members(int(CATS.rules.legal(s, waiting[0])))))
    return found


@pytest.fixture(scope="module")
def house() -> Iterator[Parlour]:
    assert CHROMIUM is not None
    with playwright.sync_playwright() as driver, parlour(driver, CHROMIUM) as opened:
        yield opened


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_bubble_keeps_its_height(house: Parlour, language: str) -> None:
    studio, said = house.studio(language), sorted(sayings(language))
    assert len(said) > 40
    position, viewer = CATS.part("gallery").STATES["choosing"]
    table = house.do(studio.pose(CATS, position))
    page = house.page(studio.me, (320, 740), language)
    page.goto(f"/t/{table.id}?seat={viewer}")
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        seen = page.evaluate(HEIGHTS, [list(each) for each in said])
        assert [cut for _, cut in seen if cut] == [], width
        assert len({height for height, _ in seen}) == 1, width
    page.context.close()
