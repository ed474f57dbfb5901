"""What ends a round or a match is seen before the result comes: the board after that move, and what it was."""

from __future__ import annotations

import random
from typing import Any

import pytest

from purrlor.core.game import game
from purrlor.tables.history.match_history import final_position_after
from tests.fixtures.parlour_page import PHONE, Parlour, stop_clock, wait_for_line

pytestmark = pytest.mark.browser
OPTIONS: dict[str, dict[str, object]] = {"rat-a-tat-cat": {"rounds": 2}, "pocket-cats": {"clans": "first"}}
RESULT = "#board.over, .ending"
# When what was shown: the board after the last move, then the result; and what the parlour's cat said meanwhile.
NOTE = """
localStorage.setItem('pace', PACE); window.notes = [];
addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
  const result = Boolean(document.querySelector('#board.over, .ending')), last = notes.at(-1);
  const seen = Number(document.getElementById('hand').dataset.n), says = document.getElementById('status').innerText;
  if (!last || last.result !== result || last.seen !== seen) notes.push({ result, seen, says, at: performance.now() });
}).observe(document.getElementById('table'), { subtree: true, childList: true, attributes: true }));
"""


def before_the_end(house: Parlour, name: str) -> tuple[Any, int, int]:
    """A table at which the next decision ends a round or the match: who decides, and what."""
    me, dice = house.studio("en").me, random.Random(2)
    people = ["Mira", "Ann", "Boris"][: max(2, min(3, game(name).seats[-1]))]
    house.dice.seed(name)
    create = house.services.tables.create(me, name, len(people), OPTIONS.get(name, {}), people=people, begin=True)
    table = house.do(create)
    while True:
        seat = dice.choice(table.waiting())
        action = dice.choice(table.legal(seat))
        if (
            final_position_after(table.game, table.match.state, table.state_after(seat, action), seat, action)
            is not None
        ):
            return table, seat, action
        play(house, table, seat, action)


def play(house: Parlour, table: Any, seat: int, action: int) -> None:
    house.do(house.services.tables.play(table.id, table.seats[seat].identity, seat, action, table.number_for(seat)))


def looks_on(house: Parlour, table: Any, pace: str, *, stands_still: bool = False, **wishes: Any) -> Any:
    page = house.page(table.seats[0].identity, PHONE, **wishes)
    if stands_still:
        stop_clock(page)
    page.add_init_script(NOTE.replace("PACE", f"'{pace}'"))
    page.goto(f"/t/{table.id}?seat=0")
    wait_for_line(page)
    assert not page.locator(RESULT).count()
    return page


# Both ways for one game, the others in turn; the rest with --slow.
USUAL = {
    ("cat-cafe", False),
    ("more-kitties", True),
    ("pocket-cats", False),
    ("rat-a-tat-cat", False),
    ("rat-a-tat-cat", True),
}
LAST_MOVES = [
    pytest.param(name, still, marks=[] if (name, still) in USUAL else [pytest.mark.slow])
    for name in ("cat-cafe", "more-kitties", "pocket-cats", "rat-a-tat-cat")
    for still in (False, True)
]


@pytest.mark.parametrize(("name", "still"), LAST_MOVES)
def test_the_last_move_is_seen_before_the_result(house: Parlour, name: str, still: bool) -> None:
    table, seat, action = before_the_end(house, name)
    page = looks_on(house, table, "usual", reduced_motion="reduce" if still else "no-preference")
    play(house, table, seat, action)
    page.wait_for_selector(RESULT)
    held, result = page.evaluate("notes")[-2:]
    assert (held["result"], held["seen"]) == (False, table.shown), "the board stands as the last move left it"
    assert result["result"]
    assert result["at"] - held["at"] > 1500, "for as long as one needs to see it"
    assert held["says"] != result["says"]
    page.evaluate("document.getElementById('story').open = true")
    story = [line.strip() for line in page.locator("#lines li").all_inner_texts()]
    assert held["says"].split("\n")[0] in story, "and it is said what it was"
    page.context.close()


def test_whoever_taps_or_types_goes_on_at_once(house: Parlour) -> None:
    for touches in (True, False):
        table, seat, action = before_the_end(house, "pocket-cats")
        page = looks_on(house, table, "calm", stands_still=True)
        play(house, table, seat, action)
        page.wait_for_function("n => notes.at(-1)?.seen === n", arg=table.shown)
        for passed in (0, 450):  # the second half of a double click is no wish to go on
            page.clock.run_for(passed)
            assert not page.locator(RESULT).count()
            if touches:
                page.mouse.click(180, 300)
            else:
                page.keyboard.press("Space")
        page.wait_for_selector(RESULT)  # though its clock stands still
        page.context.close()


def test_ones_own_last_move_is_held_too(house: Parlour) -> None:
    """The answer to one's own click hurries what is late, but not the last move."""
    table, seat, action = before_the_end(house, "pocket-cats")
    page = house.page(table.seats[seat].identity, PHONE)
    page.add_init_script(NOTE.replace("PACE", "'usual'"))
    page.goto(f"/t/{table.id}?seat={seat}")
    wait_for_line(page)
    page.locator(f"button[name=action][value='{action}']").click()
    page.wait_for_selector(RESULT)
    held, result = page.evaluate("notes")[-2:]
    assert not held["result"]
    assert result["at"] - held["at"] > 1500
    page.context.close()


def test_who_comes_after_the_end_sees_the_result_at_once(house: Parlour) -> None:
    table, seat, action = before_the_end(house, "pocket-cats")
    page = looks_on(house, table, "usual", stands_still=True)
    play(house, table, seat, action)
    page.wait_for_function("n => notes.at(-1)?.seen === n", arg=table.shown)
    page.goto(f"/t/{table.id}?seat=0")
    wait_for_line(page)
    assert page.locator("#board.over").count() == 1, "though the page's clock stands still"
    assert [note["result"] for note in page.evaluate("notes")] in ([], [True])
    assert "last-move" not in page.content()
    page.context.close()
