"""Cat Café's board: what the last round brought, dice that keep their places."""

import random
import re
from typing import Any

import pytest

from purrlor import Match, game
from purrlor.core.seats import members
from purrlor.games.cat_cafe.board import view
from purrlor.games.cat_cafe.board.sheet_drawing import centre, drawn, sheet_of
from purrlor.games.cat_cafe.points_cache import reach
from purrlor.games.cat_cafe.rules import rules
from purrlor.games.cat_cafe.rules.state import DRAFT, DRAW, OVER, PASS, UNDECIDED, YARN
from purrlor.games.cat_cafe.words.gain_preview import gains_here
from purrlor.games.cat_cafe.words.last_round import completed, gains, is_shown, towers_completed_text, why_over
from purrlor.games.cat_cafe.words.luck import stroke_in_words
from purrlor.games.cat_cafe.words.names import worth
from purrlor.web.rendering.templating import translations_for

CAFE = game("cat-cafe")
NAMES = ("Ann", "Boris", "Clara", "Dmitri")
EMPTY = "...#. ...... ..#... ...... .#.."


def seen(position: str) -> dict[str, Any]:
    """The board of the first player."""
    s = CAFE.read(position)
    return view.board(s, 0, CAFE.translations("en"), NAMES, members(int(rules.legal(s, 0))))


@pytest.mark.parametrize("seats", CAFE.seats)
def test_what_a_round_brought_is_the_difference_it_made(seats: int) -> None:
    dice, match = random.Random(seats), Match(CAFE, seats, seed=seats)
    points, towers = [0] * seats, [0] * seats
    while waiting := match.waiting():
        seat = dice.choice(waiting)
        before = match.state.phase
        match.play(seat, dice.choice(match.legal(seat)))
        s = match.state
        if before != DRAFT and s.phase in (DRAFT, OVER):
            now = [rules.score(s, p) for p in range(seats)]
            done = [rules.complete_towers(s, p) for p in range(seats)]
            assert gains(s) == [new - old for new, old in zip(now, points, strict=True)]
            assert len(completed(s)) == sum(done) - sum(towers)
            points, towers = now, done
    assert sum(towers) > 0


def test_towers_have_the_numbers_by_which_they_are_called() -> None:
    drawing = drawn(sheet_of(Match("cat-cafe", 2, seed=1).state, 0), "art")
    assert re.findall(r'<text class="tower" x="(\d+)"[^>]*>(\d)<', drawing) == [
        (str(centre(tower, 0)[0]), str(tower + 1)) for tower in range(5)
    ]


def test_of_luck_the_roll_is_told_and_what_others_completed_and_no_choice() -> None:
    match, dice, t = Match("cat-cafe", 2, seed=4), random.Random(2), game("cat-cafe").translations("en")
    rolls = others = 0
    while not match.is_over:
        seat, view = match.waiting()[0], match.view(0)
        action = dice.choice(match.legal(seat))
        match.play(seat, action)
        if view.phase != DRAW or match.state.phase == DRAW:
            continue
        *towers, last = stroke_in_words(view, match.view(0), seat, action, 0, t, ["Ann", "Boris"])
        assert re.match(r"Round \d+: (you roll|Boris rolls) \d|Victory: ", last)
        assert all("tower" in line and "draw" not in line for line in towers), towers
        rolls, others = rolls + 1, others + len(towers)
    assert rolls
    assert others


def test_nothing_is_shown_before_the_first_draw_nor_while_all_choose() -> None:
    s = CAFE.read(f"round 1 draft; dice 4 4 6; took ? ?\n0: {EMPTY}\n1: {EMPTY}")
    assert not is_shown(s)
    assert gains(s) == []
    assert towers_completed_text(s, 0, CAFE.translations("en"), NAMES) == ""


def test_a_completed_tower_is_news_for_all() -> None:
    s = CAFE.read(f"round 9 draw; dice 5; took 6 6\n0: MMM#. ...... ..#... ...... .#..\n1: {EMPTY}")
    for seat, actions in ((0, (6, 3)), (1, (0,))):
        for action in actions:
            rules.apply(s, seat, action)
    assert towers_completed_text(s, 0, CAFE.translations("en"), NAMES) == "You have filled your first tower (of three)!"
    assert towers_completed_text(s, 1, CAFE.translations("ru"), NAMES) == "Ann заполняет первую башню (из трёх)!"


def test_towers_of_several_players_are_told_in_one_line() -> None:
    sheet = "MMM#. ...... ..#... ...... .#.."
    s = CAFE.read(f"round 9 draw; dice 5; took 6 6\n0: {sheet}\n1: {sheet}")
    for seat in (0, 1):
        for action in (6, 3):
            rules.apply(s, seat, action)
    said = {language: towers_completed_text(s, 0, CAFE.translations(language), NAMES) for language in ("en", "ru")}
    assert said == {
        "en": f"Towers filled (of three): you 1, {NAMES[1]} 1.",
        "ru": f"Заполнено башен (из трёх): вы 1, {NAMES[1]} 1.",
    }


def test_dice_keep_their_places_and_equal_ones_press_the_same_button() -> None:
    s = CAFE.read(f"round 1 draft; dice 2 4 4; took ? ?\n0: {EMPTY}\n1: {EMPTY}")
    t = CAFE.translations("en")
    before = view.tray(s, 0, t, NAMES, (1, 3))
    assert [(die["value"], die["twin_of"]) for die in before] == [(2, ""), (4, ""), (4, "die-4-0")]
    rules.apply(s, 0, 1)
    after = view.tray(s, 1, t, NAMES, (3,))
    assert [(die["value"], die["by"]) for die in after] == [(2, "Ann"), (4, ""), (4, "")]


@pytest.mark.parametrize(
    ("chose", "means"),
    [
        ("?", ["mouse or floor 6", "bowl or floor 4"]),
        ("M", ["mouse", "floor 4"]),
        ("B", ["floor 6", "bowl"]),
        ("C", ["mouse or floor 6", "bowl or floor 4"]),  # a paw changes one of them
    ],
)
def test_dice_say_what_they_mean_once_an_item_is_chosen(chose: str, means: list[str]) -> None:
    sheet = f"{EMPTY}; paws 2, spent 0; cats -; numbers - - - - -"
    text = f"round 3 draw; first 0; dice 4; took 6 2\n0: {sheet}; chose {chose}\n1: {sheet}; chose ?"
    s = CAFE.hidden(CAFE.read(text), 0)
    assert [die["means"] for die in view.dice(s, 0, CAFE.translations("en"), "yours")] == means


def test_dice_that_are_not_there_mean_nothing() -> None:
    s = CAFE.read(f"round 1 draft; dice 4 4 6; took ? ?\n0: {EMPTY}\n1: {EMPTY}")
    assert [die["means"] for die in view.dice(s, 0, CAFE.translations("en"), "yours")] == ["", ""]


def test_where_nothing_can_be_drawn_it_is_said_and_passing_is_the_main_button() -> None:
    sheet = "CHY#. MYBC.. Y.#CF. FMMC.. .#BC; paws {}, spent 8; cats C4; numbers x - - - -; chose ?"
    text = "round 14 draw; first 0; dice 4; took 4 2\n0: {}\n1: {}; chose ?"
    t = CAFE.translations("en")
    for paws, is_only in ((0, True), (4, False)):
        s = CAFE.read(text.format(sheet.format(paws), f"{EMPTY}; paws 1, spent 0; cats -; numbers - - - - -"))
        choices = CAFE.part("rules.rules").legal(s, 0)
        acts = [action for action in range(7) if choices >> action & 1]
        assert view.pass_label(s, 0, t, acts)["is_only"] == is_only
        assert (CAFE.part("words.labels").status(s, 0, t, NAMES) == "You can't draw anything, so pass.") == is_only


def test_the_end_says_why_it_came() -> None:
    s = CAFE.read(f"round 9 draw; dice 5; took 6 6\n0: MMM#. ...... ..#... ...... .#..\n1: {EMPTY}")
    assert why_over(s, 0, CAFE.translations("en"), NAMES) == "Round 9 was the last one."
    s.circled[1][0] = s.circled[1][2] = s.circled[1][4] = 1
    assert why_over(s, 0, CAFE.translations("en"), NAMES) == "Boris filled three towers, so the game is over."


@pytest.mark.parametrize("mice", ["cap", "chains"])
def test_a_place_says_what_it_would_bring(mice: str) -> None:
    dice, asked = random.Random(mice), 0
    for seed in range(4):
        match = Match(CAFE, 2, {"mice": mice}, seed=seed)
        while waiting := match.waiting():
            seat = dice.choice(waiting)
            s, legal = match.state, match.legal(seat)
            if s.phase != DRAFT and s.item[seat] not in (UNDECIDED, PASS) and s.hex[seat] == UNDECIDED:
                for h, gain in zip(legal, gains_here(s, seat, s.item[seat], legal), strict=True):
                    assert gain == alone(s, seat, h), (s.item[seat], h)
                    asked += 1
            assert reach(s, seat) == rules.items_in_reach(s, seat)
            match.play(seat, dice.choice(legal))
    assert asked > 500


def alone(s: rules.State, seat: int, h: int) -> int:
    """The difference to the score if this is drawn and the other player passes, less what the cat of a house pays."""
    s, before = s.copy(), rules.score(s, seat)
    s.item[1 - seat], s.choosing = PASS, 1 << seat
    rules.apply(s, seat, h)
    paid = 0
    if s.choosing >> seat & 1:  # a house: a cat is chosen
        cat = members(rules.legal(s, seat))[0]
        paid = rules.cat_offer(s, seat, cat)
        rules.apply(s, seat, cat)
    return rules.score(s, seat) - before - paid


LAST_TOWER = (
    "round 17 draw; first 0; dice 4; took 2 2; towers house; mice cap\n"
    "0: FCH#Y M.B... CH#YBC ..MC.. Y#.M; paws 2, spent 6; cats Y6 C6; numbers 6 - 7 - -; chose {0}\n"
    "1: YYB#C B.H... M.#... FM.M.. .#.F; paws 1, spent 4; cats Y4; numbers x4 - x - -; chose ?"
)


@pytest.mark.parametrize(("item", "gain"), [("H", "+3"), ("B", "+4")])
def test_the_place_that_ends_the_game_says_so(item: str, gain: str) -> None:
    laid = seen(LAST_TOWER.format(item))
    ending = [place for place in laid["lit"] if place["ends"]]
    assert [(place["h"], place["gain"]) for place in ending] == [(22, gain)]
    assert "third full tower" in laid["hint"]
    assert ending[0]["label"].endswith("points, ends the game")
    first = seen(LAST_TOWER.format(item).replace("Y#.M", ".#.M"))
    assert not any(place["ends"] for place in first["lit"])
    assert "third full tower" not in first["hint"]


def test_a_place_that_brings_nothing_says_so_but_a_house_waits_for_its_cat() -> None:
    sheets = "0: ...#. ...... ..#... ...... .#..; paws 3; chose {}\n1: ...#. ...... ..#... ...... .#.."
    bowl, house = (seen(f"round 2 draw; dice 4; took 3 3\n{sheets.format(item)}") for item in "BH")
    assert {place["gain"] for place in bowl["lit"]} == {"+0"}
    assert {place["gain"] for place in house["lit"]} == {""}


def test_yarn_in_a_tower_is_worth_what_the_others_leave() -> None:
    s = CAFE.read(
        "round 9 draw; dice 5; took 6 6\n0: Y..#. ...... ..#... ...... .#..\n1: YY.#. YY.... Y.#... ...... .#.."
    )
    places = [1, 4, 10, 15]
    assert gains_here(s, 0, YARN, places) == [5, 3, 8, 8]
    alone = CAFE.read(
        "round 9 draw; dice 5; took 6 6\n0: Y..#. ...... ..#... ...... .#..\n1: ...#. YY.... Y.#... ...... .#.."
    )
    assert gains_here(alone, 0, YARN, [1]) == [0], "a tower counts once"
    assert worth(YARN, translations_for("en", CAFE)).startswith("Once for each tower: 8 points")
