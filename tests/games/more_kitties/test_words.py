"""More Kitties! in words, in both languages, and the tokens that stand in for one another."""

from __future__ import annotations

import random

import pytest

from purrlor.core.seats import WATCHER, members
from purrlor.core.sentences.narration import narrate
from purrlor.games.more_kitties.board.equal_tokens import gift_of, lay_of, pair_of, token_of
from purrlor.games.more_kitties.bots import strategy
from purrlor.games.more_kitties.rules import rules
from purrlor.games.more_kitties.rules.state import NONE, State
from purrlor.games.more_kitties.words import labels as words
from tests.games.more_kitties.positions import ENGLISH, KITTIES, NAMES, begin, choices, do, land, place

RUSSIAN = KITTIES.translations("ru")
TWICE = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}2"
THREE = "players=3 seat0=r:0:/rb.ry.rg.by seat1=b:0:/rb.by.bg.yg seat2=y:0:/rb.ry.yg.bg"


def story(before: State, after: State, seat: int, viewer: int, language: str = "en", action: int = 0) -> list[str]:
    return narrate(KITTIES, before, after, seat, action, viewer, language, NAMES)


def tossed(text: str, pair: str, gifts: list[str], faces: str) -> tuple[State, State, int]:
    """Everybody chooses; the states around the last choice, and who made it."""
    s = place(text)
    do(s, s.turn, f"Toss {pair}")
    givers = [p for p in range(s.seats) if p != s.turn and s.have[p]]
    for p, gift in list(zip(givers, gifts, strict=True))[:-1]:
        do(s, p, f"Hand over {gift}")
    before = s.copy()
    land(s, givers[-1], f"Hand over {gifts[-1]}", faces)
    return before, s, givers[-1]


# ------------------------------------------------------------ what is told
def test_a_choice_is_told_to_its_player_alone() -> None:
    s = place(THREE)
    before = s.copy()
    action = choices(s, 1)["Hand over blue/green"]
    rules.apply(s, 1, action)
    assert story(before, s, 1, 1, action=action) == ["You hand over blue/green."]
    assert story(before, s, 1, 1, "ru", action) == ["Вы отдаёте фишку «синий/зелёный»."]
    assert [story(before, s, 1, viewer, action=action) for viewer in (0, 2, WATCHER)] == [[], [], []]
    before = s.copy()
    action = choices(s, 0)["Toss red/blue and red/yellow"]
    rules.apply(s, 0, action)
    assert story(before, s, 0, 0, action=action) == ["You put in red/blue and red/yellow."]


def test_a_toss_and_its_winner() -> None:
    before, after, seat = tossed(THREE, "red/blue and blue/yellow", ["blue/green", "yellow/green"], "rbby")
    lines = story(before, after, seat, 0)
    assert lines[:2] == [
        f"You toss: red cat, blue cat{TWICE}, yellow cat.",
        "Ahead: blue cats, 2. They go to Boris.",
    ]
    assert lines[2].startswith("You draw ")
    assert len(lines) == 3, "whose turn it is stands elsewhere: what is told last is what happened"
    lines = story(before, after, seat, 1)
    assert lines[:2] == [
        f"Ann tosses: red cat, blue cat{TWICE}, yellow cat.",
        "Ahead: blue cats, 2. They are yours.",
    ]
    assert story(before, after, seat, WATCHER, "ru") == [
        f"Ann бросает: красный котик, синий котик{TWICE}, жёлтый котик.",
        "Больше всего синих котиков: 2. Их забирает Boris.",
    ]


def test_nobodys_colour() -> None:
    before, after, seat = tossed(THREE, "red/blue and blue/yellow", ["blue/green", "yellow/green"], "rygg")
    assert "Ahead: green cats, 2. Nobody collects them." in story(before, after, seat, 0)


def test_a_single_cat_wins() -> None:
    text = "players=2 seat0=r:0:/rI.rM.bI.yI seat1=b:0:/bI.yg.bg.by"
    before, after, seat = tossed(text, "red/invisible and blue/invisible", ["blue/invisible"], "IbI")
    assert "Ahead: blue cats, 1. It is yours." in story(before, after, seat, 1)
    assert "Больше всего синих котиков: 1. Его забирает Boris." in story(before, after, seat, 0, "ru")


def test_two_ties_and_giving_back() -> None:
    before, s, seat = tossed(THREE, "red/blue and blue/yellow", ["blue/green", "yellow/green"], "rbgy")
    assert story(before, s, seat, 0)[-1] == "A tie: no colour is ahead."
    before = s.copy()
    land(s, 0, "Toss again", "rbgy")
    assert story(before, s, 0, 1) == [
        "Ann tosses again: red cat, blue cat, yellow cat, green cat.",
        "Another tie: whoever added a token gets one back.",
    ]
    before = s.copy()
    action = choices(s, 0)["Give back yellow/green"]
    rules.apply(s, 0, action)
    assert story(before, s, 0, 1, action=action) == ["Ann gives you yellow/green back."]
    assert story(before, s, 0, 0, action=action) == ["You give yellow/green back to Boris."]
    before = s.copy()
    action = choices(s, 0)["Give back red/blue"]
    rules.apply(s, 0, action)
    assert story(before, s, 0, 1, action=action) == [
        "Ann gives red/blue back to Clara.",
        "Ann keeps blue/yellow, blue/green.",
    ]


def test_mouse_and_dog() -> None:
    text = "players=2 seat0=r:0:/rM.rD.rg.by seat1=b:0:/rb.by.bg.yg"
    before, s, seat = tossed(text, "red/mouse and red/dog", ["red/blue"], "MDb")
    assert story(before, s, seat, 0)[-1] == "You toss: blue cat, Mouse, Dog."
    wanted = [
        ("Mouse acts now (red cat beneath)", "You let the Mouse go first.", "Ann lets the Mouse go first."),
        ("Take blue cat (red cat beneath)", "The Mouse: you take a blue cat.", "The Mouse: Ann takes a blue cat."),
        (
            "Lay green cat up, red cat beneath",
            "You lay a green cat in its place.",
            "Ann lays a green cat in its place.",
        ),
        (
            "Turn green cat over to red cat",
            "The Dog: you turn a green cat into a red cat.",
            "The Dog: Ann turns a green cat into a red cat.",
        ),
    ]
    for label, mine, theirs in wanted:
        before = s.copy()
        action = choices(s, 0)[label]
        rules.apply(s, 0, action)
        assert story(before, s, 0, 0, action=action)[0] == mine
        assert story(before, s, 0, 1, action=action)[0] == theirs
    assert s.pile[0] == 1


def test_a_mouse_without_a_reserve() -> None:
    text = "players=2 seat0=r:0:/rM.ry seat1=b:0:/rb.by bag=-"
    before, after, seat = tossed(text, "red/mouse and red/yellow", ["red/blue"], "Myr")
    assert "The Mouse finds nothing to exchange." in story(before, after, seat, 0)


def test_tokens_leave_after_too_many_ties() -> None:
    s = place("players=2 ties=1 seat0=r:0:/rb.ry.rg seat1=b:0:/ bag=-")
    land(s, 0, "Toss red/blue and red/yellow", "by")
    before = s.copy()
    land(s, 0, "Toss again", "by")
    assert story(before, s, 0, 1) == [
        "Ann tosses again: blue cat, yellow cat.",
        "No colour was ahead for too long: the tokens leave the game.",
        "Nobody has two tokens left.",
    ]


def test_a_lonely_player_keeps_both() -> None:
    s = place("players=2 seat0=r:0:/rb.ry.rg seat1=b:0:/ bag=-")
    land(s, 0, "Toss red/blue and red/yellow", "by")
    before = s.copy()
    land(s, 0, "Toss again", "by")
    assert story(before, s, 0, 1)[1:] == [
        "Another tie: whoever added a token gets one back.",
        "Ann keeps red/blue, red/yellow.",
        "You have fewer than two tokens, so you miss a turn.",
    ]


def test_the_last_toss_and_the_end() -> None:
    s = place("players=2 turn=1 do=last seat0=r:0:/rb seat1=b:0:/ry bag=-")
    before = s.copy()
    land(s, 1, "Toss everything that's left", "yb")
    assert story(before, s, 1, 0) == [
        "Boris tosses all that is left: blue cat, yellow cat.",
        "No colour is ahead: the tokens leave the game.",
        "The match is over.",
        "You have won, and so has Boris.",
    ]
    assert story(before, s, 1, WATCHER)[-1] == "Ann and Boris share the win."
    assert story(before, s, 1, 1, "ru")[-1] == "Победа общая: вы и Ann."
    assert story(before, s, 1, 1, "ru")[0] == "Вы бросаете всё, что осталось: синий котик, жёлтый котик."


def test_the_bag_runs_empty_and_somebody_is_passed_over() -> None:
    text = "players=3 turn=1 seat0=r:0:/rb.ry.rg.by seat1=b:0:/rb.by.bg.yg seat2=y:0:/rb.ry.yg.bg bag=rg"
    before, after, seat = tossed(text, "red/blue and blue/yellow", ["red/blue", "yellow/green"], "bbyr")
    assert "The bag is empty: nobody draws any more." in story(before, after, seat, 0)
    assert "You draw red/green." in story(before, after, seat, 2)
    text = "players=3 seat0=r:0:/rb.ry.rg.by seat1=b:0:/rb.by seat2=y:0:/rb.ry.yg bag=-"
    before, after, seat = tossed(text, "red/blue and red/yellow", ["red/blue", "red/blue"], "rrrb")
    assert "Boris has fewer than two tokens and misses a turn." in story(before, after, seat, 0)
    assert "У вас меньше двух фишек: вы пропускаете ход." in story(before, after, seat, 1, "ru")


def test_with_open_reserves_everybody_hears_what_is_drawn() -> None:
    text = "players=2 open=on seat0=r:0:rb.ry.rg.by seat1=b:0:rb.by.bg.yg bag=2rM.rD"
    before, after, seat = tossed(text, "red/blue and red/yellow", ["red/blue"], "rrb")
    lines = story(before, after, seat, WATCHER)
    assert any(line.startswith("Ann draws ") for line in lines)
    assert any(line.startswith("Boris draws ") for line in lines)


# ------------------------------------------------------------ what is asked, what lies there, the score
AGAIN_BY_BORIS = "players=2 do=again turn=1 tosses=1 handed=0 table=rb0.by1.rb1 seat0=r:0:/rg.by seat1=b:0:/rb.bg"


@pytest.mark.parametrize(
    ("text", "seat", "english", "russian"),
    [
        (THREE, 0, "Your turn: tap two tokens.", "Ваш ход: выберите две фишки."),
        (THREE, 2, "Ann tosses: add one token.", "Бросает Ann: добавьте фишку."),
        (THREE, WATCHER, "", ""),
        (
            "players=2 do=give to=1 table=rb0.ry0.by1 seat0=r:0:/rg.by seat1=b:0:/rb.bg.yg",
            0,
            "A tie again: give Boris one token back.",
            "Опять ничья: верните одну фишку, её получит Boris.",
        ),
        (AGAIN_BY_BORIS, 1, "A tie: toss all of them again.", "Ничья: бросьте все эти фишки снова."),
        (
            "players=2 do=last seat0=r:0:/rb seat1=b:0:/ry bag=-",
            0,
            "No one has two tokens left: toss everything.",
            "Ни у кого нет двух фишек: бросьте всё, что осталось.",
        ),
    ],
)
def test_the_status_says_what_is_asked(text: str, seat: int, english: str, russian: str) -> None:
    s = place(text)
    assert words.status(s, seat, ENGLISH, NAMES) == english
    assert words.status(s, seat, RUSSIAN, NAMES) == russian


def test_everything_has_words_in_both_languages() -> None:
    for seed in range(12):
        s = begin(2 + seed % 5, seed)
        dice = random.Random(seed)
        while asked := members(rules.waiting(s)):
            seat = dice.choice(asked)
            veil = KITTIES.hidden(s, seat)
            actions = members(rules.legal(s, seat))
            for t in (ENGLISH, RUSSIAN):
                labels = [words.label(veil, seat, action, t) for action in actions]
                assert len(set(labels)) == len(actions)
                assert words.status(veil, seat, t, NAMES)
                assert words.sight(veil, seat, t, NAMES)
            rules.apply(s, seat, dice.choice(actions))


def test_the_table_in_words() -> None:
    before, s, _ = tossed(THREE, "red/blue and blue/yellow", ["blue/green", "yellow/green"], "rbgy")
    assert words.sight(KITTIES.hidden(s, 0), 0, ENGLISH, NAMES) == [
        "Ann, red cats: 0. Reserve: red/yellow, red/green",
        "Boris, blue cats: 0. Reserve: ?, ?, ?",
        "Clara, yellow cats: 0. Reserve: ?, ?, ?",
        "On the table: red cat (blue cat beneath, Ann), blue cat (yellow cat beneath, Ann), "
        "green cat (blue cat beneath, Boris), yellow cat (green cat beneath, Clara)",
        "Tokens in the bag: 48",
    ]
    assert len(words.sight(before, 0, RUSSIAN, NAMES)) == 4
    s = place("players=2 ties=1 seat0=r:0:/rb.ry seat1=b:0:/ table=rb0.ry0.by1 fate=wonr bag=-")
    assert words.sight(s, 0, ENGLISH, NAMES)[1:] == [
        "Boris, blue cats: 0. The reserve is empty.",
        "Previous toss: red cat (blue cat beneath, Ann), red cat (yellow cat beneath, Ann), "
        "blue cat (yellow cat beneath, Boris)",
        "Tokens in the bag: 0",
        "Turns in a row without a winner: 1",
    ]


def test_the_score_table() -> None:
    s = place("players=3 do=over seat0=r:4: seat1=b:6: seat2=y:2: bag=-")
    assert words.tally(s, ENGLISH) == [("Cats collected", (4, 6, 2))]
    assert words.tally(s, RUSSIAN)[0][0] == "Собрано котиков"
    assert KITTIES.title("ru") == "Больше котиков!"


# ------------------------------------------------------------ equal tokens
def test_every_token_one_can_point_at_has_its_action() -> None:
    s = place("players=2 seat0=r:0:/rb.ry.rb.rb seat1=b:0:/bg.yg.bg.bg")
    assert pair_of(s, 0, 2, 3) == pair_of(s, 0, 0, 2) == choices(s, 0)["Toss red/blue and red/blue"]
    assert pair_of(s, 0, 3, 1) == choices(s, 0)["Toss red/blue and red/yellow"]
    assert pair_of(s, 0, 1, 1) == pair_of(s, 1, 0, 1) == NONE
    assert gift_of(s, 1, 3) == choices(s, 1)["Hand over blue/green"]
    assert gift_of(s, 0, 0) == NONE
    assert token_of(s, 0, 0) == lay_of(s, 0, 0, 0) == NONE


def test_equal_tokens_on_the_table() -> None:
    seats = "seat0=r:0:/rg.by seat1=b:0:/rb.bg.yg seat2=g:0:/bg.bg.bg"
    s = place(f"players=3 do=turn-over acting=2 table=rb0.br0.Dr1!.rb2 {seats}")
    assert [token_of(s, 0, i) for i in range(4)] == [0, 1, NONE, 0]
    s = place(f"players=3 do=give to=1 table=rb0.br0.Dr1.rb2 {seats}")
    assert [token_of(s, 0, i) for i in range(4)] == [0, 0, 2, 0]
    s = place("players=2 do=lay acting=0 aim=1 table=Mr0!.ry0.by1 seat0=r:0:/rg.rg seat1=b:0:/rb.bg.yg")
    assert [lay_of(s, 0, i, side) for i in range(2) for side in range(2)] == [0, 1, 0, 1]


# ------------------------------------------------------------ a sensible player
@pytest.mark.parametrize(
    ("text", "seat", "wanted"),
    [
        # one's own cats and the Mouse for one's own toss
        ("players=2 seat0=r:0:/rI.by.rM.bg seat1=b:0:/rb.by.bg.yg", 0, "Toss red/invisible and red/mouse"),
        # neither one's own cat nor the tosser's for another's
        ("players=2 seat0=r:0:/rI.by.rM.bg seat1=b:0:/rb.by.bg.yg", 1, "Hand over yellow/green"),
        # the Dog makes one's own colour win
        (
            "players=2 do=turn-over acting=0 table=Dr0!.ry0.br1 seat0=r:0:/rg.by seat1=b:0:/rb.bg.yg",
            0,
            "Turn blue cat over to red cat",
        ),
        # so does the Mouse
        (
            "players=2 do=exchange acting=0 table=Mr0!.ry0.br1 seat0=r:0:/rg.by seat1=b:0:/rb.bg.yg",
            0,
            "Take blue cat (red cat beneath)",
        ),
        (
            "players=2 do=lay acting=0 aim=2 table=Mr0!.ry0.br1 seat0=r:0:/rg.by seat1=b:0:/rb.bg.yg",
            0,
            "Lay red cat up, green cat beneath",
        ),
        # and the Dog goes first, because the Mouse lays what is missing
        (
            "players=2 do=order table=Mr0!.Dy0!.br1 seat0=r:0:/rg.by seat1=b:0:/rb.bg.yg",
            0,
            "Dog acts now (yellow cat beneath)",
        ),
        # what goes back helps neither of the two
        ("players=2 do=give to=1 table=rb0.rM0.yg1 seat0=r:0:/rg.by seat1=b:0:/rb.bg.yg", 0, "Give back yellow/green"),
        ("players=2 do=last seat0=r:0:/rb seat1=b:0:/ry bag=-", 0, "Toss everything that's left"),
    ],
)
def test_a_sensible_player(text: str, seat: int, wanted: str) -> None:
    s = place(text)
    assert strategy.sensible(s, seat) == choices(s, seat)[wanted]


def test_a_sensible_player_has_nothing_to_say_where_it_is_not_asked() -> None:
    assert strategy.sensible(place("players=2 do=last seat0=r:0:/rb seat1=b:0:/ry bag=-"), 1) == NONE


def test_a_sensible_player_wins_more_than_its_share() -> None:
    won = 0.0
    for seed in range(240):
        s = begin(4, seed)
        dice = random.Random(seed)
        while asked := members(rules.waiting(s)):
            seat = asked[0]
            action = strategy.sensible(s, seat) if seat == seed % 4 else dice.choice(members(rules.legal(s, seat)))
            rules.apply(s, seat, action)
        winners = members(rules.winners(s))
        won += (seed % 4 in winners) / len(winners)
    assert won / 240 > 0.36
