"""The end keeps to its paper, however many played and however long their names are."""

from __future__ import annotations

import random

import pytest

from tests.fixtures.parlour_page import DESKTOP, PHONE, Parlour

pytestmark = pytest.mark.browser
TABLET = (1024, 768)
LONG = {
    "en": ["Maximiliana Overlong", "Christopher Robinson", "Wilhelmina-Catherine", "Bartholomew Whiskers"],
    "ru": ["Александра Сергеевна", "Константин Петрович", "Екатерина Прекрасная", "Владислав Вячеславич"],
}
OUTSIDE = """() => { const paper = document.getElementById('board').getBoundingClientRect();
  return [...document.querySelectorAll('#board *')].filter(e => !e.closest('.unseen')).filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && (box.right > paper.right + 1 || box.left < paper.left - 1);
  }).map(e => e.outerHTML.slice(0, 80)); }"""


@pytest.mark.parametrize(
    ("name", "seats"), [("more-kitties", 4), ("more-kitties", 6), ("cat-cafe", 3), ("cat-cafe", 4)]
)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_nothing_leaves_the_paper(language: str, name: str, seats: int, house: Parlour) -> None:
    me, dice = house.studio(language).me, random.Random(1)
    people = (LONG[language] + [each[::-1] for each in LONG[language]])[:seats]
    house.dice.seed("long names")
    table = house.do(house.services.tables.create(me, name, seats, people=people, begin=True))
    while waiting := table.waiting():
        seat = dice.choice(waiting)
        house.do(house.services.tables.play(table.id, me, seat, dice.choice(table.legal(seat)), table.number_for(seat)))
    page = house.page(me, PHONE, language, reduced_motion="reduce")
    page.goto(f"/t/{table.id}?seat=0")
    page.locator(".beside").first.wait_for(state="attached")
    for size in (PHONE, TABLET, DESKTOP):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_function("width => innerWidth === width", arg=size[0])
        assert not page.evaluate(OUTSIDE), size
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    page.context.close()
