"""Cat Café under a finger: what one chooses is seen at once, and one may change one's mind."""

from __future__ import annotations

import pytest

from purrlor import game
from purrlor.games.cat_cafe.rules.rules import items_in_reach
from purrlor.games.cat_cafe.rules.state import DRAFT
from tests.fixtures.parlour_page import PHONE, Parlour, stop_clock, wait_for_line

pytestmark = pytest.mark.browser
# Every picture of the hand, as the eye gets it: which item is chosen.
FOLLOW = """() => {
  window.pictures = [];
  const look = () => {
    const at = document.querySelector('.item.chosen'), id = at ? at.id : '';
    if (pictures.at(-1) !== id) pictures.push(id);
  };
  look();
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document.getElementById('hand'), all);
}"""


def test_another_item_is_chosen_in_one_step(house: Parlour) -> None:
    me = house.studio("en").me
    house.dice.seed("a mind changed")
    table = house.do(house.services.tables.create(me, "cat-cafe", 2, people=["Mira", "Ann"], begin=True))
    while table.match.state.phase == DRAFT:
        seat = table.waiting()[0]
        house.do(house.services.tables.play(table.id, me, seat, table.legal(seat)[0], table.number_for(seat)))
    reach = items_in_reach(table.match.state, 0)
    first, second = [item for item in range(1, 7) if reach >> item & 1][:2]
    page = house.page(me, PHONE, has_touch=True, is_mobile=True)
    page.add_init_script("localStorage.setItem('pace', 'calm')")
    stop_clock(page)
    page.goto(f"/t/{table.id}?seat=0")
    wait_for_line(page)
    with house.decision(page):
        page.locator(f"#item-{first}").tap()
    page.evaluate(FOLLOW)
    wanted = [second, first] * 3
    for item in wanted:
        page.clock.run_for(400)  # or it would be a double tap
        page.locator(f"#change-{item}").tap()
        page.wait_for_selector(f"#item-{item}.chosen", state="attached")  # at once: the clock stands still
    assert page.evaluate("pictures") == [f"item-{item}" for item in (first, *wanted)]
    assert table.match.state.item[0] == first
    assert not page.locator("#note").is_visible()
    assert page.locator("#story-link").get_attribute("data-n") is None, "what one does oneself is no news"
    page.context.close()


SHEET = "...#. ...... ..#... ...... .#.."
BESIDE_THE_ARROW = "document.getElementById('status').style.marginRight = '62px'"  # where a step is taken back
CUT = "() => [...document.querySelectorAll('#status > *')].some(line => line.scrollHeight > line.clientHeight + 1)"


@pytest.mark.parametrize("size", [PHONE, (1280, 740)], ids=["phone", "desk"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_an_item_brings_fits_into_the_bubble(language: str, size: tuple[int, int], house: Parlour) -> None:
    studio, cafe = house.studio(language), game("cat-cafe")
    page = house.page(studio.me, size, language)
    places = set()
    for item in "?HYFBCM":
        seats = f"0: {SHEET}; paws 6, spent 0; chose {item}\n1: {SHEET}; paws 1, spent 0; chose ?"
        table = house.do(studio.pose(cafe, f"round 1 draw; first 0; dice 4; took 3 2; towers house; mice cap\n{seats}"))
        page.goto(f"/t/{table.id}?seat=0")
        if item != "?":
            page.evaluate(BESIDE_THE_ARROW)
        assert not page.evaluate(CUT), item
        places.add(round(page.locator("#kinds").bounding_box()["y"]))
    assert len(places) == 1, "nothing jumps when another item is chosen"
    page.context.close()


def test_on_a_phone_why_not_is_said_in_the_bubble(house: Parlour) -> None:
    studio = house.studio("en")
    page = house.page(studio.me, PHONE, has_touch=True, is_mobile=True)
    seats = "\n".join(f"{p}: {SHEET}; paws 0, spent 0; chose ?" for p in range(2))
    position = f"round 1 draw; first 0; dice 4; took 3 2; towers house; mice cap\n{seats}"
    table = house.do(studio.pose(game("cat-cafe"), position))
    page.goto(f"/t/{table.id}?seat=0")
    page.locator("#item-1").tap()
    note, bubble = page.locator("#note").bounding_box(), page.locator("#status").bounding_box()
    assert "2 paws, you have 0" in page.locator("#note").inner_text()
    assert note["y"] + note["height"] == pytest.approx(bubble["y"] + bubble["height"], abs=1)
    assert note["y"] > page.locator("#players").bounding_box()["y"] + 200, "players and towers stay in sight"
    page.touchscreen.tap(20, bubble["y"] - 100)
    assert not page.locator("#note").is_visible() or "2 paws" not in page.locator("#note").inner_text()
    page.context.close()
