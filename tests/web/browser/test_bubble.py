"""Whatever the parlour's cat says, its bubble keeps its height, and none of its words is cut."""

from __future__ import annotations

import random
from typing import Any

import pytest

from purrlor.core.chance import seed_rng
from purrlor.core.game import Game, game
from purrlor.core.seats import members
from purrlor.web.rendering.templating import translations_for
from tests.fixtures.parlour_page import Parlour

pytestmark = pytest.mark.browser
NAMES = {"en": ["Mira", "Whiskers", "Smokey", "Ginger"], "ru": ["Мира", "Носочек", "Дымок", "Рыжик"]}
MATCHES: dict[str, list[tuple[int, dict[str, Any]]]] = {  # players and options
    "pocket-cats": [(2, {"clans": clans}) for clans in ("first", "limited", "free", "expert")],
    "cat-cafe": [(2, {}), (3, {}), (4, {})],
    "more-kitties": [(2, {}), (3, {}), (4, {})],
}
WIDTHS = {"pocket-cats": (320, 360, 1280), "cat-cafe": (360, 1280), "more-kitties": (360, 1280)}
MEASURED = """sayings => sayings.map(([asked, hint]) => {
  const says = document.getElementById('status'), lines = ['b', 'small'].map(name => document.createElement(name));
  lines.forEach((line, k) => { line.textContent = [asked, hint][k]; });
  says.replaceChildren(...lines.filter(line => line.textContent));
  const cut = lines.some(line => line.scrollHeight > line.clientHeight + 1);
  return [says.closest('.status').offsetHeight, cut ? `${asked} ${hint}` : '']; })"""


def sayings(of: Game, language: str) -> set[tuple[str, str]]:
    """Questions and hints of a few matches."""
    t, found = translations_for(language, of), set()
    for seed, (seats, options) in enumerate(MATCHES[of.name]):
        names = NAMES[language][:seats]
        s, dice = of.laid_out(seats, options), random.Random(seed)
        seed_rng(s, seed)
        of.rules.start(s)
        while waiting := members(int(of.rules.waiting(s))):
            for seat in range(seats):
                hidden = of.hidden(s, seat)
                choices = members(int(of.rules.legal(hidden, seat)))
                hint = of.part("board.view").board(hidden, seat, t, names, choices).get("hint") or ""
                found.add((of.part("words.labels").status(hidden, seat, t, names), hint))
            of.rules.apply(s, waiting[0], dice.choice(members(int(of.rules.legal(s, waiting[0])))))
    return found


@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_bubble_keeps_its_height(house: Parlour, language: str, name: str) -> None:
    studio, of = house.studio(language), game(name)
    said = sorted(sayings(of, language))
    assert len(said) > 20
    position, viewer = of.part("board.gallery").STATES["choosing"]
    table = house.do(studio.pose(of, position))
    page = house.page(studio.me, (WIDTHS[name][0], 740), language)
    page.goto(f"/t/{table.id}?seat={viewer}")
    for width in WIDTHS[name]:
        page.set_viewport_size({"width": width, "height": 800 if width == 1280 else 740})
        seen = page.evaluate(MEASURED, [list(each) for each in said])
        assert [cut for _, cut in seen if cut] == [], width
        assert len({height for height, _ in seen}) == 1, width
    page.context.close()
