"""The board of Rat-a-Tat Cat: what the screen shows of what the state knows, and where each choice lies.

That each choice is one button and that nothing hidden is there is tested for all boards alike.
"""

import itertools
import random
import re
from collections import Counter
from typing import Any

import pytest

from purrlor import game
from purrlor.core.language import translations
from purrlor.core.laws.options import random_options
from purrlor.core.match import Match
from purrlor.core.seats import WATCHER, members
from purrlor.games.rat_a_tat_cat.board import view
from purrlor.games.rat_a_tat_cat.board.gallery import STATES
from purrlor.games.rat_a_tat_cat.board.memory import NOTHING, BoardMemory, Laid, remember
from purrlor.games.rat_a_tat_cat.board.sprite import CARDS, symbols
from purrlor.games.rat_a_tat_cat.rules.hidden_information import is_shown
from purrlor.games.rat_a_tat_cat.rules.rules import winners
from purrlor.games.rat_a_tat_cat.rules.state import NO_CARD, NOBODY, PEEK, PLACE, ROUND_END, SWAP, State
from purrlor.web.rendering.templating import Templates, draw_board, translations_for

RAT = game("rat-a-tat-cat")
PAGES = Templates()
NAMES = ["Ann", "Boris", "Clara", "Dmitri", "Eve", "Fyodor"]
ENGLISH = translations("en", RAT.catalogue)


def choices_of(s: State, viewer: int) -> tuple[int, ...]:
    return tuple(members(int(RAT.rules.legal(s, viewer)))) if viewer != WATCHER else ()


def values(text: str, viewer: int = 0) -> dict[str, Any]:
    s: State = RAT.hidden(RAT.read(text), viewer)
    return view.board(s, viewer, ENGLISH, NAMES[: s.seats], choices_of(s, viewer))


def page(s: State, viewer: int, language: str = "en") -> str:
    names, t = NAMES[: s.seats], translations_for(language, RAT)
    found = draw_board(PAGES, RAT, s, viewer, t, names, choices_of(s, viewer))
    return f"{found.html}{found.hand}" + "".join(str(chip["html"]) for chip in found.players)


def shown(html: str) -> set[str]:
    return set(re.findall(r'#(card-[\w-]+)"', html)) - {"card-back"}


def may_be_seen(s: State, viewer: int) -> set[str]:
    """The faces that lie open or are being looked at, counted from the state and not by the view."""
    seen = {s.rows[p][i] for p in range(s.seats) for i in range(4) if is_shown(s, viewer, p, i)}
    seen |= set(s.discard[max(0, s.discard_n - 3) : s.discard_n])  # the top, one below it, a special in use
    if s.phase == PLACE and (s.turn == viewer or s.taken):
        seen.add(s.in_hand)
    return {CARDS[card] for card in seen if card >= 0}


def test_strict_memory_shows_a_card_only_while_it_is_looked_at() -> None:
    """The state given to the view knows the viewer's cards; the page must not."""
    looked = 0
    for seed in range(12):
        dice = random.Random(seed)
        seats = 2 + seed % 5
        options = {**random_options(RAT, seats, dice), "memory": "strict" if seed % 3 else "aided"}
        match = Match(RAT, seats, options, seed=seed)
        while (waiting := match.waiting()) and len(match.log) < 90:
            if dice.random() < 0.25:
                for viewer in (*range(seats), WATCHER):
                    s = match.view(viewer)
                    assert shown(page(s, viewer)) <= may_be_seen(s, viewer), RAT.show(s)
                    looked += 1
            seat = dice.choice(waiting)
            match.play(seat, dice.choice(match.legal(seat)))
    assert looked > 200


def test_the_outer_cards_are_gone_after_the_first_look() -> None:
    text = "players=2 do=look turn=0 asked={} row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 discard=7"
    assert {"card-2", "card-9"} <= shown(page(RAT.hidden(RAT.read(text.format("01")), 0), 0))
    assert shown(page(RAT.hidden(RAT.read(text.format("1")), 0), 0)) == {"card-7"}


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_picture_of_the_gallery_can_be_drawn(name: str, language: str) -> None:
    text, viewer = STATES[name]
    html = page(RAT.hidden(RAT.read(text), viewer), viewer, language)
    assert set(re.findall(r'rat-a-tat-cat\.\w+\.svg#([\w-]+)"', html)) <= set(symbols())
    assert "{" not in re.sub(r"<[^>]*>", "", html)
    ids = Counter(re.findall(r'\sid="([^"]+)"', html))
    assert max(ids.values()) == 1
    for wanted in re.findall(r'<label[^>]* for="([^"]+)"', html):
        assert ids[wanted] == 1


# ------------------------------------------------------------ moments
def test_a_swap_lays_the_other_rows_out_and_marks_the_own_card() -> None:
    found = values(STATES["swap-with"][0])
    assert [row["name"] for row in found["others"]] == ["Boris", "Clara", "Dmitri"]
    assert [card["action"] for row in found["others"] for card in row["cards"]] == list(range(4, 16))
    assert found["others"][0]["cards"][2]["label"] == "Boris, third card"
    assert [place["kind"] for place in found["row"]] == ["", "", "", "chosen"]


def test_open_cards_say_why_they_cannot_be_chosen() -> None:
    text = "players=2 do=peek open_ends=on turn=0 row0=2/01,5,P,9/01 row1=3/01,6,1,8/01 discard=7P"
    outer, inner = values(text)["row"][:2]
    assert (outer["action"], inner["action"]) == (None, 1)
    assert "face up" in outer["why"]
    assert inner["why"] == ""


def test_a_special_on_the_discard_says_why_it_stays_there() -> None:
    found = values("players=2 do=source turn=0 row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 discard=7S")
    assert found["discard"]["action"] is None
    assert "cannot be taken" in found["discard"]["why"]
    assert (found["discard"]["caption"], "stays there" in found["hint"]) == ("stays here", True)
    assert values("players=2 do=source turn=0 row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 discard=7")["discard"]["action"] == 1


def test_a_special_in_use_lies_on_the_stage_and_not_on_the_pile() -> None:
    found = values("players=2 do=swap turn=0 row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 discard=7S")
    assert (found["stage"]["art"], found["stage"]["id"]) == ("card-swap", "top-2")
    assert (found["discard"]["art"], found["discard"]["id"]) == ("card-7", "top-1")


@pytest.mark.parametrize(
    ("text", "action", "small"),
    [
        ("do=call turn=0", 1, "end the round"),
        ("do=source turn=0", None, "end the round"),
        ("do=source turn=1", None, "end the round"),
        ("do=source turn=0 caller=1", None, "Boris has called"),
        ("do=source turn=1 caller=0", None, "you have called"),
    ],
)
def test_the_call_sleeps_until_it_may_be_made(text: str, action: int | None, small: str) -> None:
    call = values(f"players=2 {text} row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 discard=7")["call"]
    assert (call["action"], call["small"]) == (action, small)


def test_whoever_looks_on_sees_the_call_but_no_button() -> None:
    found = values("players=2 do=source turn=0 caller=1 row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 discard=7", WATCHER)
    assert found["call"]["small"] == "Boris has called"
    assert found["moves"] == []


def test_a_call_is_shouted_until_the_next_turn_is_over() -> None:
    text = "players=3 do=source turn={} caller=1 row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 row2=9/2,4,7,0/2 discard=7"
    heard = [values(text.format(2), viewer)["shout"] for viewer in (0, 1, WATCHER)]
    assert [each["small"] for each in heard] == [
        "Boris calls. You get one last turn.",
        "You call. Everyone else gets one last turn.",
        "Boris calls. Everyone else gets one last turn.",
    ]
    assert values(text.format(0))["shout"] == {}
    assert values(text.format(2).replace("caller=1 ", ""))["shout"] == {}


def test_the_usual_end_of_a_turn_is_the_first_button_and_the_call_the_second() -> None:
    found = values(STATES["call"][0])
    assert [(move["label"], move["kind"]) for move in found["moves"]] == [("End the turn", "main")]
    html = page(RAT.hidden(RAT.read(STATES["call"][0]), 0), 0)
    assert 'class="button main" name="action" value="0"' in html
    assert 'class="button rat-call" id="rat-call"' in html


def test_a_swap_stays_marked_in_the_own_row_and_all_cards_laid_after_in_the_small_rows() -> None:
    s = RAT.hidden(RAT.read(STATES["draw-or-take"][0]), 0)
    laid = {(0, 3): Laid(1, 1), (1, 2): Laid(1, 0), (2, 0): Laid(2, NOBODY)}
    found = view.board(s, 0, ENGLISH, NAMES[:3], choices_of(s, 0), BoardMemory(0, {}, (), laid))
    assert [place["swapped"] for place in found["row"]] == ["", "", "", "swapped with Boris"]
    assert [chip["laid"].index(True) for chip in found["players"]] == [3, 2, 0]


def test_two_buttons_of_a_draw_two_stand_alone_also_after_a_call() -> None:
    text = "players=2 do=draw-two turn=0 {} row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 discard=7D"
    for called in ("", "caller=1"):
        html = page(RAT.hidden(RAT.read(text.format(called)), 0), 0)
        assert "rat-call" not in html
        assert ("Draw the first" in html, "Draw none" in html) == (True, True)


# ------------------------------------------------------------ draw two
DRAWN = "players=2 do=place turn=0 drawn=3 {} row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 discard={}"


@pytest.mark.parametrize(
    ("text", "held", "pile"),
    [
        (DRAWN.format("", "7"), "only you see it", "Discard"),
        (DRAWN.format("draws_left=1", "7D"), "card 1 of two", "Discard"),
        (DRAWN.format("passed=8", "7D8"), "card 2 of two", "discarded: 8"),
        (DRAWN.format("draws_left=1 passed=8", "7D8D"), "card 1 of two", "Discard"),
    ],
)
def test_the_two_cards_of_a_draw_two_are_told_apart(text: str, held: str, pile: str) -> None:
    found = values(text)
    assert (found["stage"]["caption"], found["discard"]["caption"]) == (held, pile)


def test_a_second_draw_two_looks_different_from_the_first() -> None:
    s = RAT.hidden(RAT.read("players=2 do=draw-two turn=0 row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 discard=7D8D"), 0)
    first, second = (view.board(s, 0, ENGLISH, NAMES[:2], (0, 1), BoardMemory(n, {})) for n in (1, 2))
    assert (first["stage"]["times"], second["stage"]["times"]) == ("", "×2")
    assert first["hint"] != second["hint"] == "Another Draw Two: up to two more cards."


# ------------------------------------------------------------ the end of a round
def test_the_score_sheet_adds_up() -> None:
    found = values(STATES["round-end"][0])
    sheet = found["sheet"]
    before, now = ([cell["n"] for cell in row["cells"]] for row in sheet["rows"])
    assert [a + b for a, b in zip(before, now, strict=True)] == [cell["n"] for cell in sheet["totals"]]
    assert [row["name"] for row in found["ends"]] == ["Ann", "Boris", "Clara", "Dmitri"]
    assert [row["best"] for row in found["ends"]] == [True, False, False, False]
    assert [row["note"] for row in found["ends"]] == ["", "called", "", ""]
    assert found["ends"][0]["sums"] == [0, 3, 4, 8]


@pytest.mark.parametrize(
    ("points", "caller", "viewer", "hint"),
    [
        ("19,12,11", 0, 0, "Clara has the fewest points: 11. You called, but have 19: no penalty."),
        ("19,12,11", 0, 1, "Clara has the fewest points: 11. Ann called, but has 19."),
        ("19,12,11", 2, 2, "You have the fewest points: 11! The call was right."),
        ("11,12,11", 2, 0, "You and Clara have the fewest points: 11 each. The call was right."),
        ("19,12,11", 0, WATCHER, "Clara has the fewest points: 11. Ann called, but has 19."),
    ],
)
def test_the_end_of_a_round_says_who_was_best_and_what_the_call_brought(
    points: str, caller: int, viewer: int, hint: str
) -> None:
    rows = {"19": "5,0,9,5", "12": "4,4,1,3", "11": "3,1,2,5"}
    laid = " ".join(f"row{p}={rows[n]}" for p, n in enumerate(points.split(",")))
    turn = (caller - 1) % 3
    text = f"players=3 do=round-end turn={turn} caller={caller} {laid} discard=78 totals={points} points={points}"
    assert values(text, viewer)["hint"] == hint


def test_rows_are_turned_up_from_the_dealers_left() -> None:
    found = values(STATES["round-end"][0].replace("do=round-end", "do=round-end starter=2"))
    assert [row["name"] for row in found["ends"]] == ["Clara", "Dmitri", "Ann", "Boris"]


def test_a_special_is_seen_before_what_replaces_it() -> None:
    """It counts nothing while it lies there."""
    s = RAT.hidden(RAT.read(STATES["round-end"][0]), 0)
    found = view.board(s, 0, ENGLISH, NAMES[: s.seats], (), BoardMemory(0, {(0, 1): (SWAP, PEEK)}))["ends"]
    assert [card["was"] for card in found[0]["cards"]] == [[], ["card-swap", "card-peek"], [], []]
    assert found[0]["cards"][1]["label"] == "Swap, Peek, replaced by 3"
    assert (found[0]["sums"], found[0]["points"]) == ([0, 0, 1, 5], 8)
    assert [card["was"] for row in found[1:] for card in row["cards"]] == [[]] * 12


def test_the_sheet_tells_the_rounds_one_by_one() -> None:
    s = RAT.hidden(RAT.read(STATES["round-end"][0]), 0)
    rounds = ((14, 9, 21, 11), (8, 17, 12, 24))
    found = view.board(s, 0, ENGLISH, NAMES[: s.seats], (), BoardMemory(0, {}, rounds))
    assert [row["name"] for row in found["sheet"]["rows"]] == ["Round 1", "Round 2"]
    assert [tuple(cell["n"] for cell in row["cells"]) for row in found["sheet"]["rows"]] == list(rounds)
    assert [mark["name"] for mark in found["chart"]["rounds"]] == ["start", "1", "2"]


@pytest.mark.parametrize("rounds", [3, 5, 12])
def test_a_long_match_is_drawn_whole_and_its_sheet_adds_up(rounds: int) -> None:
    dice, match, seen = (
        random.Random(rounds),
        Match(RAT, 3, {"length": "rounds", "rounds": rounds}, seed=rounds),
        NOTHING,
    )
    while waiting := match.waiting():
        seat, before = dice.choice(waiting), match.state.copy()
        match.play(seat, dice.choice(match.legal(seat)))
        seen = remember(before, match.state, *match.log[-1], seen)
        s = match.view(0)
        if s.phase == ROUND_END and before.phase != ROUND_END:
            found = view.board(s, 0, ENGLISH, NAMES[:3], (), seen)
            columns = zip(*([cell["n"] for cell in row["cells"]] for row in found["sheet"]["rows"]), strict=True)
            assert [sum(column) for column in columns] == [cell["n"] for cell in found["sheet"]["totals"]]
            assert len(found["sheet"]["rows"]) == min(s.round, 5)
    found = view.board(match.view(0), 0, ENGLISH, NAMES[:3], (), seen)
    assert all(line["path"].count("L") == rounds for line in found["chart"]["lines"])
    assert found["chart"]["rounds"][0]["name"] == "start"
    assert len(found["chart"]["rounds"]) <= 11


def test_the_lowest_total_of_those_still_in_is_marked() -> None:
    """Whoever is out does not lead, however the sums are."""
    found = values(
        "players=3 length=limit limit=50 round=3 do=round-end turn=0 caller=1 out=2 asked=01 row0=9,9,9,1 row1=1,2,3,4 "
        "row2=- discard=7 totals=49,40,50 points=28,10,0"
    )
    assert [cell["low"] for cell in found["sheet"]["totals"]] == [False, True, False]
    assert found["sheet"]["rows"][1]["cells"][2]["n"] == "–"
    assert [row["name"] for row in found["ends"]] == ["Ann", "Boris"]
    assert found["players"][2]["doing"] == "out"


def test_the_chart_stays_on_its_paper_and_keeps_names_apart() -> None:
    drawn = 0
    for seed in range(6):
        dice = random.Random(seed)
        match = Match(RAT, 2 + seed % 5, {"length": "rounds", "rounds": 3}, seed=seed)
        while waiting := match.waiting():
            s = match.view(0)
            if s.phase == ROUND_END and s.asked == (1 << s.seats) - 1:
                check_chart(s)
                drawn += 1
            seat = dice.choice(waiting)
            match.play(seat, dice.choice(match.legal(seat)))
        check_chart(match.view(0))
    assert drawn >= 12


def check_chart(s: State) -> None:
    found = view.board(s, 0, ENGLISH, NAMES[: s.seats], ())
    chart = found["chart"]
    heights = sorted(line["name_y"] for line in chart["lines"])
    assert all(b - a >= 14.9 for a, b in itertools.pairwise(heights))
    assert heights[0] >= 0
    assert heights[-1] <= 150
    for line in chart["lines"]:
        numbers = [float(number) for number in re.findall(r"[\d.]+", line["path"])]
        assert all(0 <= x <= 340 for x in numbers[::2])
        assert all(0 <= y <= 150 for y in numbers[1::2])
    lowest = max(line["y"] for line in chart["lines"])
    in_front = members(int(winners(s)))
    assert all(chart["lines"][p]["y"] == lowest for p in in_front)
    assert all(row["points"] == sum(card for card in s.rows[row["seat"]] if card != NO_CARD) for row in found["ends"])
