"""The shell around every board in a real browser: what hands do twice, the menu, what is said, the end of a match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest

from purrlor.core.game import game
from tests.fixtures.parlour_page import DESKTOP, PHONE, Parlour, seen, wait_for_all_sent, wait_for_frame, wait_for_page

pytestmark = pytest.mark.browser


@pytest.fixture
def rat(house: Parlour) -> Iterator[Any]:
    """A phone at a table of Rat-a-Tat Cat, asked to draw."""
    house.complaints.clear()
    me = house.studio("en").me
    page = house.page(me, PHONE)
    page.goto(house.match("rat-a-tat-cat", me))
    page.locator("#hand [name=action]").click()
    page.wait_for_selector("button.deck")
    yield page
    page.context.close()
    assert not house.complaints


# ------------------------------------------------------------ done twice
FOCUS = "document.activeElement.id"


def test_enter_pressed_twice_does_not_answer_the_next_question(rat: Any) -> None:
    """Drawing is action 0, and so is the first place of the row that is asked for next."""
    rat.locator("button.deck").focus()
    old = seen(rat)
    rat.keyboard.press("Enter")
    wait_for_frame(rat, old)
    assert rat.locator("button[name=action][value='0'], #rat-drop").count(), "there is a next question"
    assert rat.evaluate(FOCUS) == "status", "the focus rests where the next question is said"
    old, posts = seen(rat), posted(rat)
    for key in ("Enter", "Space"):
        rat.keyboard.press(key)
    wait_for_all_sent(rat)
    assert not posts
    assert seen(rat) == old


def posted(page: Any) -> list[str]:
    """Whatever is sent from now on."""
    posts: list[str] = []
    page.on("request", lambda asked: posts.append(asked.url) if asked.method == "POST" else None)
    return posts


DEAF = "window.WebSocket = class { constructor() { this.readyState = 1; } close() {} };"


def test_enter_pressed_twice_before_the_next_frame_is_one_answer(rat: Any) -> None:
    rat.context.add_init_script(DEAF)
    rat.reload()
    posts = posted(rat)
    rat.locator("button.deck").focus()
    for _ in range(2):
        with rat.expect_response(lambda _: True) if not posts else nullcontext():
            rat.keyboard.press("Enter")
        wait_for_all_sent(rat)
    assert len(posts) == 1
    assert rat.locator("#note").is_hidden(), "nobody is scolded for it"


def test_a_double_click_does_not_answer_the_next_question(rat: Any) -> None:
    box, old = rat.locator("button.deck").bounding_box(), seen(rat)
    at = (box["x"] + 20, box["y"] + 20)
    rat.mouse.click(*at)
    wait_for_frame(rat, old)
    old = seen(rat)
    rat.evaluate(  # whatever the next question lays there
        """at => { const e = document.querySelector('#board [name=action]');
        Object.assign(e.style, { position: 'fixed', zIndex: 99, left: at[0] - 30 + 'px', top: at[1] - 30 + 'px' });
        }""",
        at,
    )
    posts = posted(rat)
    rat.mouse.down(click_count=2)
    rat.mouse.up(click_count=2)
    wait_for_all_sent(rat)
    assert not posts
    assert seen(rat) == old
    rat.mouse.click(*at)
    wait_for_frame(rat, old)


def test_arrows_lead_from_the_question_to_the_choices(rat: Any) -> None:
    rat.locator("#status").focus()
    rat.keyboard.press("ArrowUp")
    assert rat.evaluate("document.activeElement.matches('button[name=action]')")


# ------------------------------------------------------------ before the match
@pytest.mark.parametrize(("language", "said"), [("en", "4 tigers · hard"), ("ru", "4 тигра · трудно")])
def test_whom_one_plays_against_is_said_as_it_is_chosen(house: Parlour, language: str, said: str) -> None:
    page = house.page(None, PHONE, language)
    page.goto("/")
    card = page.locator("#more-kitties .against")
    card.locator("summary").click()
    card.locator("[name=cats]").select_option("4")
    card.locator("[name=level]").select_option("tiger")
    assert card.locator("summary span").inner_text().strip() == said
    page.context.close()


# Words that a picture lies on, with letters twice as large: cards are wider then, and two in a row.
UNDER_PICTURES = """() => { document.documentElement.style.fontSize = '32px';
  const pictures = [...document.querySelectorAll('.over')].map(e => e.getBoundingClientRect());
  const words = [...document.querySelectorAll('.top :is(h1, .say), .games-h, .game .button, .game h3')];
  const under = words.filter(word => { const box = word.getBoundingClientRect();
    return pictures.some(p => p.left < box.right && p.right > box.left && p.top < box.bottom && p.bottom > box.top); });
  document.documentElement.style.fontSize = '';
  return under.map(e => e.textContent.trim()); }"""


def test_play_now_beside_open_options_plays_as_chosen(house: Parlour) -> None:
    page = house.page(None, DESKTOP)
    page.goto("/")
    assert page.evaluate(UNDER_PICTURES) == []
    page.locator("#more-kitties .against summary").click()
    page.locator("#more-kitties [name=cats]").select_option("4")
    page.locator("#more-kitties .now > button.main").click()
    wait_for_page(page, "#board")
    assert page.locator("#players > *").count() == 5
    page.context.close()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_free_chair_takes_the_tap_wherever_it_lands(house: Parlour, size: tuple[int, int]) -> None:
    page = house.page(None, size)
    page.goto("/new/rat-a-tat-cat/friends")
    page.fill("[name=name]", "Ann")
    page.locator("main button.main").click()
    page.wait_for_load_state("load")
    page.locator(".seat.empty .cushion").first.scroll_into_view_if_needed()
    box = page.locator(".seat.empty .cushion").first.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("() => document.querySelectorAll('.seat.empty').length === 2")
    page.get_by_role("link", name="Add a player on this device").click()
    assert page.locator("[name=name]").input_value() == "", "somebody else sits down"
    page.get_by_role("link", name="Back to the table").click()
    page.locator("[name=level]").select_option("tiger")
    page.get_by_role("button", name="Seat cats and start").click()
    wait_for_page(page, "#board")
    table = house.do(house.services.tables.get(page.url.rpartition("/")[2].partition("?")[0]))
    assert [chair.level for chair in table.seats[1:]] == ["cat", "tiger", "tiger"], "as clever as was asked for"
    page.context.close()


def test_the_rules_begin_at_the_top_of_a_phone(rat: Any) -> None:
    rat.get_by_label("Menu").click()
    rat.get_by_role("link", name="Rules").click()
    rat.locator("#rules h2").first.wait_for()
    rat.wait_for_function("Math.abs(document.getElementById('rules').getBoundingClientRect().top) < 2")


# ------------------------------------------------------------ after the match
@pytest.mark.parametrize(("language", "you"), [("en", "You"), ("ru", "Вы")])
def test_the_score_is_what_a_phone_shows_at_the_end(house: Parlour, language: str, you: str) -> None:
    studio = house.studio(language)
    table = house.do(studio.played(game("pocket-cats")))
    page = house.page(studio.me, PHONE, language)
    page.goto(f"/t/{table.id}")
    page.locator("tfoot").wait_for()
    bottom = page.locator("tfoot").bounding_box()
    hand = page.locator("#hand").bounding_box()
    assert hand["height"] < PHONE[1] / 5
    assert bottom["y"] + bottom["height"] < hand["y"], "nothing lies on the sum"
    assert page.locator(".scores thead th").nth(1).inner_text() == you
    assert page.locator(".feast .cat").count() == 2
    if 0 not in table.playing().winners():
        most, least = (table.playing().scores()[seat] for seat in (1, 0))
        assert str(most) in page.locator("#status").inner_text()
        assert str(least) in page.locator("#status").inner_text()
    home = page.locator("#hand").get_by_role("link", name={"en": "Home", "ru": "На главную"}[language])
    assert min(home.bounding_box()[side] for side in ("width", "height")) >= 44
    cut = "() => [...document.querySelectorAll('.actions .button')].filter(e => e.scrollWidth > e.clientWidth).length"
    assert page.evaluate(cut) == 0
    won = page.locator(".end h2").inner_text()
    page.evaluate("document.getElementById('end-2').click()")
    assert page.locator(".end h2").inner_text() == won, "who has won stays in sight at every step"
    assert page.locator(".plan").is_visible()
    assert not page.locator(".feast").is_visible()
    page.get_by_role("link", name={"en": "Watch replay", "ru": "Запись партии"}[language]).click()
    page.get_by_role("link", name={"en": "To the result", "ru": "К итогу"}[language]).click()
    page.wait_for_url(f"**/t/{table.id}")
    page.context.close()
