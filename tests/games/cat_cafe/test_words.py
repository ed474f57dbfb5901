"""Cat Café in words and as text: labels, status, what happened, the score table, the notation, the sensible player."""

from __future__ import annotations

import re

import pytest

from purrlor import WATCHER, BadNotation, BadOption, Match, game
from purrlor.core.seats import members
from purrlor.core.sentences.narration import narrate
from purrlor.games.cat_cafe.bots import strategy
from purrlor.games.cat_cafe.rules import rules
from purrlor.games.cat_cafe.rules.sheet import PLACES
from purrlor.games.cat_cafe.rules.state import BOWL, BUTTERFLY, CUSHION, HOUSE, MOUSE, OVER, PASS, State
from purrlor.games.cat_cafe.words import labels as words
from purrlor.games.cat_cafe.words.hints import hint

CAFE = game("cat-cafe")
EMPTY = "...#. ...... ..#... ...... .#.."
NAMES = ("Аня", "Boris", "Clara")


def position(text: str) -> State:
    s: State = CAFE.read(text)
    return s


def drawing(own: str, central: int, *seats: str, options: str = "") -> State:
    lines = [f"round 3 draw; dice {central}; took {own}; {options}"]
    return position("\n".join(lines + [f"{p}: {text or EMPTY}" for p, text in enumerate(seats)]))


def labels(s: State, seat: int, language: str) -> list[str]:
    translations = CAFE.translations(language)
    return [words.label(s, seat, action, translations) for action in members(rules.legal(s, seat))]


def hex_at(tower: int, floor: int) -> int:
    return PLACES.index((tower - 1, floor))


def finish(s: State, *choices: tuple[int, ...]) -> list[tuple[State, State, int, int]]:
    """All seats choose, one after another; before, after, seat and action of every step."""
    steps = []
    for seat, choice in enumerate(choices):
        for action in choice:
            before = s.copy()
            rules.apply(s, seat, action)
            steps.append((before, s.copy(), seat, action))
    return steps


def last_told(s: State, language: str, *choices: tuple[int, ...]) -> list[str]:
    return narrate(CAFE, *finish(s, *choices)[-1], WATCHER, language, NAMES)


# ---------------------------------------------------------------- labels
def test_taking_a_die() -> None:
    s = position(f"round 1 draft; dice 4 4 6; took ? ?\n0: {EMPTY}\n1: {EMPTY}")
    assert labels(s, 0, "en") == ["Take the 4", "Take the 6"]
    assert labels(s, 0, "ru") == ["Взять 4", "Взять 6"]


def test_choosing_an_item() -> None:
    s = drawing("6 1", 3, f"{EMPTY}; paws 18", "")
    assert labels(s, 0, "en") == [
        "Pass: no more paws to get",
        "Draw a house",
        "Draw yarn",
        "Draw a butterfly",
        "Draw a bowl",
        "Draw a cushion",
        "Draw a mouse",
    ]
    assert labels(s, 0, "ru")[3:] == [
        "Нарисовать бабочку",
        "Нарисовать миску",
        "Нарисовать подушку",
        "Нарисовать мышку",
    ]


@pytest.mark.parametrize(
    ("left", "english", "russian"),
    [
        (3, "Pass: get 3 paws", "Пас: получить 3 лапки"),
        (2, "Pass: get 2 paws", "Пас: получить 2 лапки"),
        (1, "Pass: get 1 paw", "Пас: получить 1 лапку"),
        (0, "Pass: no more paws to get", "Пас: лапок больше не осталось"),
    ],
)
def test_passing(left: int, english: str, russian: str) -> None:
    s = drawing("6 1", 3, f"{EMPTY}; paws {18 - left}", "")
    assert labels(s, 0, "en")[0] == english
    assert labels(s, 0, "ru")[0] == russian


def test_choosing_a_hex() -> None:
    s = drawing("6 1", 1, f"{EMPTY}; paws 5", "")
    rules.apply(s, 0, MOUSE)
    english, russian = labels(s, 0, "en"), labels(s, 0, "ru")
    assert english[:3] == ["Tower 1, floor 1", "Tower 1, floor 2 (1 paw)", "Tower 1, floor 3 (2 paws)"]
    assert russian[:3] == ["Башня 1, этаж 1", "Башня 1, этаж 2 (1 лапка)", "Башня 1, этаж 3 (2 лапки)"]
    assert "Tower 2, floor 6 (5 paws)" in english
    assert "Башня 2, этаж 6 (5 лапок)" in russian


def test_choosing_a_cat() -> None:
    s = drawing("1 1", 4, "CCC#. Y..... ..#... ...... .#..", "")
    rules.apply(s, 0, HOUSE)
    rules.apply(s, 0, hex_at(2, 4))
    assert labels(s, 0, "en")[:2] == ["The house cat: 2 points", "The yarn cat: 2 points"]
    assert labels(s, 0, "en")[4] == "The cushion cat: 6 points"
    assert labels(s, 0, "ru")[3:5] == ["Кошка с миской: 0 очков", "Кошка с подушкой: 6 очков"]
    assert labels(s, 0, "ru")[1] == "Кошка с клубком: 2 очка"


# ---------------------------------------------------------------- status
def test_what_the_game_waits_for() -> None:
    t, ru = CAFE.translations("en"), CAFE.translations("ru")
    s = position(f"round 1 draft; dice 4 4 6; took ? ?\n0: {EMPTY}\n1: {EMPTY}")
    assert words.status(s, 0, t, NAMES) == "Take a die."
    assert words.status(s, 1, t, NAMES) == words.status(s, WATCHER, t, NAMES) == ""
    s = drawing("1 2", 4, "", "")
    assert words.status(s, 0, t, NAMES) == "What do you draw with 1 and 4?"
    assert words.status(s, WATCHER, t, NAMES) == ""
    rules.apply(s, 0, HOUSE)
    assert words.status(s, 0, t, NAMES) == "Where do you draw a house?"
    rules.apply(s, 0, hex_at(2, 4))
    assert words.status(s, 0, ru, NAMES) == "За какую кошку считаем?"
    rules.apply(s, 0, 0)
    assert words.status(s, 0, t, NAMES) == ""


# ---------------------------------------------------------------- what happened
def test_the_first_question_says_what_wins() -> None:
    s = Match(game("cat-cafe"), 2, secret=bytes(32)).first_state()
    seat = next(iter(members(rules.waiting(s))))
    view = game("cat-cafe").hidden(s, seat)
    for language, said in (("en", "Most points win."), ("ru", "Соберите больше всех очков.")):
        assert hint(view, seat, game("cat-cafe").translations(language)).startswith(said)


def test_a_die_is_taken_before_everybodys_eyes() -> None:
    s = position(f"round 1 draft; dice 4 6; took 4 ?\n0: {EMPTY}\n1: {EMPTY}")
    after = s.copy()
    rules.apply(after, 1, 5)
    assert narrate(CAFE, s, after, 1, 5, WATCHER, "en", NAMES) == ["Boris takes the 6.", "The 4 is the central die."]
    assert narrate(CAFE, s, after, 1, 5, 1, "en", NAMES)[0] == "You take the 6."
    assert narrate(CAFE, s, after, 1, 5, 0, "ru", NAMES) == ["Boris берёт 6.", "Общий кубик — 4."]


def test_a_choice_is_told_to_nobody_else() -> None:
    s = drawing("1 2", 4, "", "")
    steps = finish(s, (HOUSE, hex_at(2, 4), CUSHION - 1))
    assert [narrate(CAFE, *step, 1, "en", NAMES) for step in steps] == [[], [], []]
    assert [narrate(CAFE, *step, 0, "en", NAMES) for step in steps] == [
        ["You choose a house."],
        ["You choose tower 2, floor 4."],
        ["Your choice: the cushion cat."],
    ]
    (step,) = finish(drawing("1 2", 4, "", ""), (PASS,))
    assert narrate(CAFE, *step, 0, "ru", NAMES) == ["Вы пасуете в этом раунде."]


def test_a_round_is_told_when_all_have_chosen() -> None:
    seats = ("CC.#. ...... ..#... ...... .#..", f"{EMPTY}; paws 2", f"{EMPTY}; paws 17")
    choices = ((HOUSE, hex_at(2, 4), CUSHION - 1), (BUTTERFLY, hex_at(2, 2)), (PASS,))
    english = last_told(drawing("1 3 5", 4, *seats), "en", *choices)
    assert english[:-1] == [
        "Аня draws a house: tower 2, floor 4.",
        "Аня: the cushion cat scores 4 points.",
        "Boris draws a butterfly: tower 2, floor 2, for 2 paws.",
        "Boris gets 2 paws.",
        "Clara passes and gets 1 paw.",
        "Points: Аня 7 (+4), Boris 3 (+3), Clara 0 (+0).",
    ]
    assert re.fullmatch(r"Round 4: Аня rolls \d, \d, \d, \d\.", english[-1])
    russian = last_told(drawing("1 3 5", 4, *seats), "ru", *choices)
    assert russian[:-1] == [
        "Аня рисует домик: башня 2, этаж 4.",
        "Аня: кошка с подушкой приносит 4 очка.",
        "Boris рисует бабочку: башня 2, этаж 2, за 2 лапки.",
        "Boris получает 2 лапки.",
        "Clara пасует и получает 1 лапку.",
        "Очки: Аня 7 (+4), Boris 3 (+3), Clara 0 (+0).",
    ]


def test_a_player_is_told_about_by_you() -> None:
    seats = ("CC.#. ...... ..#... ...... .#..", f"{EMPTY}; paws 2", f"{EMPTY}; paws 17")
    choices = ((HOUSE, hex_at(2, 4), CUSHION - 1), (BUTTERFLY, hex_at(2, 2)), (PASS,))
    last = finish(drawing("1 3 5", 4, *seats), *choices)[-1]
    told = [narrate(CAFE, *last, viewer, "en", NAMES) for viewer in range(3)]
    assert told[0][:3] == [
        "You draw a house: tower 2, floor 4.",
        "The cushion cat scores 4 points for you.",
        "Boris draws a butterfly: tower 2, floor 2, for 2 paws.",
    ]
    assert told[0][-1].startswith("Round 4: you roll ")
    assert told[1][2:4] == ["You draw a butterfly: tower 2, floor 2, for 2 paws.", "You get 2 paws."]
    assert told[2][4] == "You pass and get 1 paw."
    assert narrate(CAFE, *last, 0, "ru", NAMES)[1] == "Кошка с подушкой приносит вам 4 очка."
    assert narrate(CAFE, *last, 2, "ru", NAMES)[4] == "Вы пасуете и получаете 1 лапку."
    last = finish(drawing("1 3", 4, f"{EMPTY}; paws 18", ""), (PASS,), (PASS,))[-1]
    assert narrate(CAFE, *last, 0, "en", NAMES)[0] == "You pass: no more paws to get."


def test_passing_without_a_paw_left_is_told() -> None:
    told = last_told(drawing("1 3", 4, f"{EMPTY}; paws 18", ""), "en", (PASS,), (PASS,))
    assert told[:2] == ["Аня passes: no more paws to get.", "Boris passes and gets 3 paws."]


def test_towers_and_the_end_are_told() -> None:
    seats = (
        "MMM#. ...... MM#MMM ...... M#MM; numbers - - 3 - 2",
        "HMM#. ...... ..#... ...... .#..; cats Y0",
        EMPTY,
    )
    choices = ((MOUSE, hex_at(1, 5)), (MOUSE, hex_at(1, 5)), (PASS,))
    told = last_told(drawing("6 6 1", 5, *seats), "en", *choices)
    assert told[-6:] == [
        "Аня completes tower 1: 4 points.",
        "Boris completes tower 1: 6 points.",
        "Аня, Clara cross out the 6 of tower 1.",
        "Points: Аня 49 (+6), Boris 14 (+8), Clara 0 (+0).",
        "Аня filled three towers, so the game is over.",
        "Victory: Аня (49).",
    ]
    last = finish(drawing("6 6 1", 5, *seats), *choices)[-1]
    assert narrate(CAFE, *last, 0, "en", NAMES)[-7:-2] == [
        "You complete tower 1: 4 points.",
        "Boris completes tower 1: 6 points.",
        "You cross out the 6 of tower 1.",
        "Clara crosses out the 6 of tower 1.",
        "Points: you 49 (+6), Boris 14 (+8), Clara 0 (+0).",
    ]
    told = last_told(drawing("6 6 1", 5, *seats), "ru", *choices)
    assert told[-6:] == [
        "Аня заполняет башню 1: 4 очка.",
        "Boris заполняет башню 1: 6 очков.",
        "Аня, Clara зачёркивают 6 над башней 1.",
        "Очки: Аня 49 (+6), Boris 14 (+8), Clara 0 (+0).",
        "Три полные башни (Аня): игра окончена.",
        "Победа: Аня (49).",
    ]


def test_what_lies_on_the_table() -> None:
    s = position(
        "round 9 draft; dice 3 5; took 2 ?\n"
        "0: HYF#C B..M.. ..#... ...... .#..; cats C2; numbers 6 - - - x\n"
        "1: YYY#Y ...... ..#... ...... .#..; numbers x4 - - - -; paws 2, spent 3"
    )
    assert words.sight(s, 0, CAFE.translations("en"), NAMES) == [
        "Round 9. First player: Аня.",
        "Dice on the table: 3, 5.",
        "Dice taken: Аня 2.",
        "Boris: 12 points; 2 paws to spend; not circled yet: 13",
        "  Tower 1 (4 circled): 1 yarn, 2 yarn, 3 yarn, 5 yarn",
        "  Tower 2 (9 or 5): free 1, 2, 3, 4, 5, 6",
        "  Tower 3 (7 or 3): free 1, 2, 4, 5, 6",
        "  Tower 4 (8 or 4): free 1, 2, 3, 4, 5, 6",
        "  Tower 5 (3 or 2): free 1, 3, 4",
        "  Cats and what they have scored: house, yarn, butterfly, bowl, cushion, mouse",
        "Аня: 22 points; 1 paw to spend; not circled yet: 17",
        "  Tower 1 (6 circled): 1 house, 2 yarn, 3 butterfly, 5 cushion",
        "  Tower 2 (9 or 5): 1 bowl, 4 mouse; free 2, 3, 5, 6",
        "  Tower 3 (7 or 3): free 1, 2, 4, 5, 6",
        "  Tower 4 (8 or 4): free 1, 2, 3, 4, 5, 6",
        "  Tower 5 (only 2 left): free 1, 3, 4",
        "  Cats and what they have scored: house, yarn, butterfly, bowl, cushion 2, mouse",
    ]
    rules.apply(s, 1, 4)
    russian = words.sight(s, WATCHER, CAFE.translations("ru"), NAMES)
    assert russian[:4] == [
        "Раунд 9. Первый игрок: Аня.",
        "Общий кубик: 3.",
        "Взятые кубики: Аня 2, Boris 5.",
        "Аня: 22 очка; 1 лапка в запасе; ещё не обведено: 17",
    ]
    assert russian[5] == "  Башня 2 (9 или 5): 1 миска, 4 мышка; свободны 2, 3, 5, 6"


def test_the_score_table() -> None:
    s = position(
        "round 9 draft; dice 1 1 1; took ? ?\n"
        "0: HYF#C BMM... ..#... ...... .#..; cats H2; numbers 6 - - - -\n"
        "1: Y..#. ...... ..#... ...... .#.."
    )
    assert words.tally(s, CAFE.translations("en")) == [
        ("Houses", (2, 0)),
        ("Yarn", (8, 8)),
        ("Butterflies", (3, 0)),
        ("Bowls", (2, 0)),
        ("Cushions", (5, 0)),
        ("Mice", (6, 0)),
        ("Towers", (6, 0)),
        ("Total", (32, 8)),
    ]
    assert [row[0] for row in words.tally(s, CAFE.translations("ru"))][-2:] == ["Башни", "Всего"]


# ---------------------------------------------------------------- notation
SHOWN = """\
round 7 draw; first 0; dice 4; took 6 1; towers first; mice chains
0: HY.#. MMMMMM ..#... ...... .#..; paws 3, spent 2; cats C4; numbers - x5 - - x; chose M 4-4
1: ...#. ...... ..#... ...... .#..; paws 1, spent 0; cats -; numbers x x - - x; chose H"""


def test_a_cross_that_follows_may_be_left_out() -> None:
    assert CAFE.show(position(SHOWN.replace("- x5", "- 5").replace("x x", "x -"))) == SHOWN
    taken = (
        "round 9 draft; dice 1 1 1; took ? ?; towers {}\n0: {}; numbers {} - - - -\n1: ...#. ...... ..#... ...... .#.."
    )
    with_house, without = "HYF#C ...... ..#... ...... .#..; cats H2", "YYF#C ...... ..#... ...... .#.."
    for towers, sheet, number, crossed in (
        ("house", with_house, "6", [0, 1]),
        ("house", without, "4", [0, 0]),
        ("first", with_house, "6", [0, 1]),
        ("first", without, "4", [1, 1]),
    ):
        s = position(taken.format(towers, sheet, number))
        assert [s.crossed[p][0] for p in range(2)] == crossed


def test_a_position_reads_as_it_is_shown() -> None:
    s = position(SHOWN)
    assert CAFE.show(s) == SHOWN
    assert CAFE.show(position(SHOWN.replace("\n", " / "))) == SHOWN
    assert (s.towers, s.mice, s.blank[0], members(rules.waiting(s))) == (1, 1, 13, (1,))
    assert CAFE.show(CAFE.hidden(s, 1)).splitlines()[1].endswith("chose ?")
    s.rng[0] = 255
    assert CAFE.show(s).endswith("\nchance ff 0 0 0")
    assert position(CAFE.show(s)) == s


def test_the_round_just_drawn_is_part_of_it() -> None:
    s = drawing("1 3", 4, "", f"{EMPTY}; paws 2")
    finish(s, (HOUSE, hex_at(2, 4), CUSHION - 1), (BUTTERFLY, hex_at(2, 2)))
    assert "chose H 2-4 C\n" in CAFE.show(s)
    assert CAFE.show(s).endswith("chose F 2-2 for 2")
    assert position(CAFE.show(s)) == s
    s = drawing("1 3", 4, "", "")
    finish(s, (PASS,))
    assert "chose pass\n" in CAFE.show(s)
    assert position(CAFE.show(s)) == s


def test_little_need_be_typed() -> None:
    s = position(f"round 1 draft; dice 1 2 3; took ? ?\n0: {EMPTY}\n1: {EMPTY}")
    fresh = CAFE.laid_out(2)
    rules.start(fresh)
    fresh.table[:] = [1, 1, 1, 0, 0, 0]
    fresh.rng[:] = [0, 0, 0, 0]
    assert s == fresh


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("round 7", "round 51", "not from 1 to 50"),
        ("round 7 draw", "round 7 dinner", "should begin"),
        ("dice 4", "dice 7", "not from 1 to 6"),
        ("dice 4", "dice 4 4", "1 dice lie on the table, not 2"),
        ("took 6 1", "took 6", "took needs 2"),
        ("took 6 1", "took ? 1", "in turn"),
        ("dice 4; took 6 1", "dice 1 4; took 6 ?", "before all have their dice"),
        ("round 7 draw", "round 7 draft", "the draft is over"),
        ("first 0", "first 2", "not from 0 to 1"),
        ("first 0", "first 0; first 0", "twice"),
        ("towers first", "towers tall", "cannot be 'tall'"),
        ("mice chains", "rats chains", "unknown: rats"),
        ("0: HY.#.", "2: HY.#.", "should begin with '0:'"),
        ("HY.#.", "HY..#", "is a post"),
        ("HY.#.", "HYX#.", "not one of"),
        ("HY.#.", "HY.#", "has 5 floors, not 4"),
        ("MMMMMM ", "", "needs 5 towers, not 4"),
        ("paws 3, spent 2", "paws 19", "not from 0 to 18"),
        ("paws 3, spent 2", "paws 3, spent 16", "not from 0 to 15"),
        ("cats C4", "cats -", "1 houses, but 0 cats"),
        ("cats C4", "cats .4", "no cat"),
        ("cats C4", "cats C4 C4", "scored twice"),
        ("- x5 - - x", "- - - - x", "circled when it is full"),
        ("- x5 - - x", "- 9 - - x", "needs a house"),
        ("- x5 - - x", "- x9 - - x", "either circled or crossed"),
        ("- x5 - - x", "- 6 - - x", "no number of tower 2"),
        ("- x5 - - x", "- x5 x", "5 entries, not 3"),
        ("cats C4", "cats C4; digits 3", "unknown: digits"),
        ("chose M 4-4", "chose M 4-4 for 2", "paid when all have chosen"),
        ("chose M 4-4", "chose M 4-7", "no hex 4-7"),
        ("chose M 4-4", "chose M 4-3 C", "a cat comes after a house"),
        ("chose M 4-4", "chose M 2-4", "cannot choose"),
        ("chose M 4-4", "chose a mouse", "is no choice"),
        ("chose H", "chose pass", "all have chosen"),
        ("1: ...#. ...... ..#... ...... .#..; paws 1", "1: HYY#Y ...... HY#YYY ...... H#YY; paws 1", "3 houses"),
    ],
)
def test_bad_positions_are_refused_with_a_reason(old: str, new: str, why: str) -> None:
    assert old in SHOWN
    with pytest.raises(BadNotation, match=re.escape(why)):
        CAFE.read(SHOWN.replace(old, new))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "0 seats"),
        ("hello", "0 seats"),
        (f"round 1 draft; dice 1 2; took ?\n0: {EMPTY}", "1 seats"),
        (f"round 2 draft; dice 1 2 3; took ? ?\n0: {EMPTY}; chose M\n1: {EMPTY}", "half a choice"),
        (f"round 2 draft; dice 1 2 3; took ? ?\n0: {EMPTY}; chose M 1-1\n1: {EMPTY}", "not on the sheet"),
        (f"round 1 draft; dice 1 2 3; took ? ?\n0: {EMPTY}\n1: {EMPTY}\nchance 1 2", "four numbers"),
        (f"round 1 draft; dice 1 2 3; took ? ?\n0: {EMPTY}\n1: {EMPTY}\nchance 1 2 3 1ffffffff", "32 bits"),
        (
            f"round 9 draft; dice 1 2 3; took ? ?\n0: MMM#M ...... MM#MMM ...... M#MM; numbers 4 - 3 - 2\n1: {EMPTY}",
            "three complete towers",
        ),
    ],
)
def test_what_is_no_position_at_all(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(why)):
        CAFE.read(text)


# ---------------------------------------------------------------- options, rules
def test_options() -> None:
    assert CAFE.settle(2) == {"towers": "house", "mice": "cap", "small": 0}
    with pytest.raises(BadOption):
        CAFE.settle(2, {"mice": "many"})


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_rules_are_told(language: str) -> None:
    text = (CAFE.folder / f"words/rules.{language}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {CAFE.title(language)}\n")
    for_players = [option for option in CAFE.options if not option.for_solvers]
    options = [t for option in for_players for t in (option.label, *getattr(option, "labels", ()))]
    t = CAFE.translations(language)
    said = " ".join(text.lower().split())
    assert [label for label in options if t.gettext(label).lower() not in said] == [], "every option is explained"


# ---------------------------------------------------------------- the sensible player
def test_the_sensible_player_beats_random_ones() -> None:
    wins = 0
    for seed in range(12):
        match = Match("cat-cafe", 2, seed=seed)
        while not match.is_over:
            seat = match.waiting()[0]
            choices = match.legal(seat)
            action = (
                strategy.sensible(match.view(seat), seat)
                if seat == seed % 2
                else choices[len(match.log) % len(choices)]
            )
            match.play(seat, action)
        wins += match.winners() == (seed % 2,)
    assert wins == 12


def test_the_sensible_player_prefers_what_is_plainly_best() -> None:
    s = drawing("6 1", 4, "...#. MMM... ..#... ...... .#..; paws 0", "")
    assert strategy.sensible(s, 0) == MOUSE, "a fourth mouse"
    rules.apply(s, 0, MOUSE)
    assert strategy.sensible(s, 0) == hex_at(2, 4)
    s = drawing("1 1", 6, "CCC#C ...... ..#... ...... .#..; paws 0; numbers 4 - - - -", "")
    assert strategy.sensible(s, 0) == HOUSE
    rules.apply(s, 0, HOUSE)
    rules.apply(s, 0, strategy.sensible(s, 0))
    assert strategy.sensible(s, 0) == CUSHION - 1


def test_the_sensible_player_ends_the_game_when_ahead_only() -> None:
    last = "YYY#. ...... YY#YYY ...... Y#YY; numbers - - 3 - 2; paws 0"
    s = drawing("4 1", 5, last, "")
    assert strategy.sensible(s, 0) == BOWL
    rules.apply(s, 0, BOWL)
    assert strategy.sensible(s, 0) == hex_at(1, 5)
    rich = "CCC#. CCCCCC ..#.CC CCCCCC .#..; numbers - 5 - 4 -"
    s = drawing("4 1", 5, last, rich)
    rules.apply(s, 0, BOWL)
    assert strategy.sensible(s, 0) != hex_at(1, 5)


def test_a_search_can_stop_anywhere() -> None:
    for s in (Match("cat-cafe", 3, seed=1).state, drawing("1 2", 4, "C..#. ...... ..#... ...... .#..", "")):
        strategy.stop(s)
        assert (s.phase, rules.waiting(s), strategy.sensible(s, 0)) == (OVER, 0, -1)
        assert rules.winners(s)
