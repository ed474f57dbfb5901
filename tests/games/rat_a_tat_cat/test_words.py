"""What Rat-a-Tat Cat says, to whom, and what it keeps to itself."""

from __future__ import annotations

import pytest

from purrlor.core.seats import TABLE, WATCHER
from purrlor.core.sentences.narration import AboutViewer, narrate
from purrlor.games.rat_a_tat_cat.rules import rules
from purrlor.games.rat_a_tat_cat.rules.state import DECLINE, DISCARD_IT, DRAW, NO, TAKE, TURN_OVER, YES, State
from purrlor.games.rat_a_tat_cat.words import labels as words
from purrlor.games.rat_a_tat_cat.words.card_names import card_name
from tests.games.rat_a_tat_cat.positions import RAT, act, begin, lay

NAMES = ["Ann", "Ben", "Cleo"]
THREE = "players=3 rounds=1 row0=1/0,9,9,2/0 row1=3/1,8,8,4/1 row2=0/2,7,7,6/2 discard=5"
NTH = ("first", "second", "third", "fourth")
EN, RU = RAT.translations("en"), RAT.translations("ru")


def said(s: State, seat: int, action: int, viewer: int, language: str = "en") -> str:
    """What the viewer is told of this act, which is carried out on a copy."""
    after = s.copy()
    rules.apply(after, seat, action)
    return " ".join(narrate(RAT, s, after, seat, action, viewer, language, NAMES))


def labels(s: State, seat: int) -> list[str]:
    veil = RAT.hidden(s, seat)
    return [words.label(veil, seat, action, EN) for action in range(62) if rules.legal(s, seat) >> action & 1]


# ------------------------------------------------------------ what happened
def test_a_draw() -> None:
    s = lay(THREE, draws="7")
    assert said(s, 0, DRAW, 0) == "You draw a card."
    assert said(s, 0, DRAW, 1) == said(s, 0, DRAW, WATCHER) == "Ann draws a card."
    assert said(s, 0, DRAW, 1, "ru") == "Ann берёт карту из колоды."


def test_aided_memory_names_what_one_has_drawn_and_kept_strict_memory_does_not() -> None:
    s = lay(THREE + " memory=aided", draws="7")
    assert said(s, 0, DRAW, 0) == "You draw 7."
    assert said(s, 0, DRAW, 1) == "Ann draws a card."
    act(s, DRAW)
    assert said(s, 0, 1, 0) == "You replace your second card with 7: 9 goes to the discard."
    assert said(s, 0, 1, 2) == "Ann replaces the second card: 9 goes to the discard."
    s = lay(THREE, draws="7")
    act(s, DRAW)
    assert said(s, 0, 1, 0) == "You replace your second card: 9 goes to the discard."


def test_a_taken_card_is_named_to_everybody() -> None:
    s = lay(THREE)
    assert said(s, 0, TAKE, 0) == "You take 5 from the discard."
    assert said(s, 0, TAKE, 1) == "Ann takes 5 from the discard."
    act(s, TAKE)
    assert said(s, 0, 2, WATCHER) == "Ann replaces the third card with 5: 9 goes to the discard."


def test_a_card_laid_open_is_named_to_everybody() -> None:
    rows = "row0=1/012,9,9,2/012 row1=3/012,8,8,4/012 row2=0/012,7,7,6/012"
    s = lay(f"players=3 rounds=1 open_ends=on {rows} discard=5", draws="7")
    act(s, DRAW)
    assert said(s, 0, 0, 1) == "Ann replaces the first card with 7: 1 goes to the discard."
    assert said(s, 0, 1, 1) == "Ann replaces the second card: 9 goes to the discard."


def test_a_discarded_number() -> None:
    s = lay(THREE, draws="7")
    act(s, DRAW)
    assert said(s, 0, DISCARD_IT, 0) == "You discard the drawn card: 7."
    assert said(s, 0, DISCARD_IT, 1) == "Ann discards the drawn card: 7."


def test_specials() -> None:
    s = lay(THREE, draws="S")
    assert said(s, 0, DRAW, 0) == "You turn up Swap."
    assert said(s, 0, DRAW, 2, "ru") == "Ann открывает «Обмен»."
    act(s, DRAW)
    assert said(s, 0, DECLINE, 0) == "You do not swap."
    assert said(s, 0, DECLINE, 1) == "Ann does not swap."
    assert said(s, 0, 2, 0) == "You choose your third card for the swap."
    assert said(s, 0, 2, 1) == "Ann chooses the third card for the swap."
    act(s, 2)
    assert said(s, 0, 4, 0) == "You swap your third card for Ben's first card."
    assert said(s, 0, 4, 1) == "Ann takes your first card and gives you the third card of their row!"
    after = s.copy()
    rules.apply(after, 0, 4)
    told = [narrate(RAT, s, after, 0, 4, viewer, "en", NAMES) for viewer in range(3)]
    assert [[type(line) is AboutViewer for line in lines] for lines in told] == [[False], [True], [False]]
    assert said(s, 0, 4, 2) == said(s, 0, 4, WATCHER) == "Ann swaps the third card for Ben's first card."
    s = lay(THREE, draws="P")
    act(s, DRAW)
    assert said(s, 0, DECLINE, 0) == "You look at no card."
    assert said(s, 0, DECLINE, 1) == "Ann looks at no card."
    assert said(s, 0, 1, 0) == "You look at your second card."
    assert said(s, 0, 1, 1) == "Ann looks at the second card."
    act(s, 1)
    assert said(s, 0, TURN_OVER, 0) == "You have seen enough."
    assert said(s, 0, TURN_OVER, 1) == ""
    s = lay(THREE, draws="A")
    assert said(s, 0, DRAW, 1) == "Ann turns up Super Peek."
    act(s, DRAW)
    assert said(s, 0, TURN_OVER, 1) == "Super Peek: Ann has seen all cards."


def test_a_place_is_a_word_in_its_case_and_no_numeral() -> None:
    s = lay(THREE, draws="S")
    act(s, DRAW, 2)
    assert said(s, 0, 7, 1, "ru") == "Ann забирает вашу четвёртую карту и отдаёт вам свою третью карту!"
    assert said(s, 0, 7, 0, "ru") == "Вы меняете свою третью карту на четвёртую карту игрока Ben."
    assert words.label(s, 0, 7, RU) == "Четвёртая карта соседа слева"
    assert words.status(s, 0, RU, NAMES) == "«Обмен»: какую карту взять за вашу третью карту?"


def test_draw_two() -> None:
    s = lay(THREE, draws="D75")
    act(s, DRAW)
    assert said(s, 0, NO, 0) == "You do not draw."
    assert said(s, 0, NO, 1) == "Ann does not draw."
    assert said(s, 0, YES, 1) == "Ann draws a card."
    act(s, YES)
    assert said(s, 0, DISCARD_IT, 1) == "Ann discards the drawn card: 7. Ann draws a card."
    s = lay(THREE, draws="D7P")
    act(s, DRAW, YES)
    assert said(s, 0, DISCARD_IT, 0) == "You discard the drawn card: 7. You turn up Peek."


def test_the_deck_runs_out() -> None:
    s = lay(THREE)
    s.discard[1 : 1 + s.deck_n] = s.deck[: s.deck_n]
    s.discard_n, s.deck_n = 1 + s.deck_n, 0
    assert said(s, 0, DRAW, 1).startswith("The deck is empty: the discard is shuffled and becomes the deck. Ann ")


def test_a_card_that_is_shuffled_away_at_once_is_named_to_who_knew_it() -> None:
    """The last turn of a round ends, and the first special in a row needs the whole discard."""
    pile = "001122333444455566667777888899999999SSSSSPPPPDDDDAAAAAA1"
    s = lay(f"players=2 rounds=1 caller=1 do=place drawn=9 row0=1/0,2,3,0/0 row1=2,5,0,S discard={pile}")
    assert said(s, 0, DISCARD_IT, 0).startswith(
        "You discard the drawn card: 9. All rows are turned up. You: 1 + 2 + 3 + 0 = 6 "
    )
    assert said(s, 0, 3, 0).startswith("You replace your fourth card: 0 goes to the discard. ")


def test_the_call() -> None:
    s = lay(THREE, draws="7")
    act(s, DRAW, DISCARD_IT)
    assert said(s, 0, YES, 0) == "You call: rat-a-tat cat!"
    assert said(s, 0, YES, 1) == "Ann calls: rat-a-tat cat!"
    assert said(s, 0, NO, 0) == said(s, 0, NO, 1) == ""


def test_the_sixtieth_turn() -> None:
    s = lay(THREE + " lap=60", draws="7")
    act(s, DRAW)
    assert said(s, 0, DISCARD_IT, 1) == (
        "Ann discards the drawn card: 7. This was the sixtieth turn: the round is called for Ann."
    )


def test_the_look() -> None:
    s = begin(3)
    assert said(s, 1, TURN_OVER, 1) == "You turn your outer cards face down."
    assert said(s, 1, TURN_OVER, 0) == "Ben has looked at the two outer cards."


def test_the_end_of_a_round_and_of_the_match() -> None:
    s = lay("players=3 rounds=1 caller=0 turn=2 row0=S,1,1,1 row1=3,8,8,4 row2=0,7,7,6 discard=5", draws="62")
    act(s, DRAW)
    assert said(s, 2, DISCARD_IT, WATCHER) == (
        "Cleo discards the drawn card: 6. All rows are turned up. Specials are replaced from the deck: Swap. "
        "Ann: 2 + 1 + 1 + 1 = 5 Ben: 3 + 8 + 8 + 4 = 23 Cleo: 0 + 7 + 7 + 6 = 20 The match is over. Won by Ann."
    )
    own = said(s, 2, DISCARD_IT, 0)
    assert "You: 2 + 1 + 1 + 1 = 5 Ben: " in own
    assert own.endswith("The match is over. You won.")


def test_who_is_out() -> None:
    s = lay(
        "players=3 length=limit caller=0 turn=2 row0=1,1,1,1 row1=3,8,8,4 row2=0,7,7,6 discard=5 totals=0,90,0",
        draws="6",
    )
    act(s, DRAW)
    assert said(s, 2, DISCARD_IT, 0).endswith("Ben has 113 points and is out.")


def test_the_next_round() -> None:
    s = lay("players=3 caller=0 turn=2 row0=1,1,1,1 row1=3,8,8,4 row2=0,7,7,6 discard=5", draws="6")
    act(s, DRAW, DISCARD_IT)
    assert said(s, 0, 0, 0) == "You're ready."
    act(s, 0)
    assert said(s, 1, 0, 0) == "Ben is ready."
    act(s, 0)
    assert said(s, 2, 0, 1) == "Cleo is ready. Round 2 is dealt. You start."
    assert said(s, 2, 0, 0) == "Cleo is ready. Round 2 is dealt. Ben starts."


def test_time_is_up() -> None:
    s = begin(3, length="minutes")
    assert said(s, TABLE, 0, 1) == "Time is up: this round is the last."
    assert words.label(s, TABLE, 0, EN) == "Time is up"
    s = lay("players=3 length=minutes caller=0 turn=2 row0=1,1,1,1 row1=3,8,8,4 row2=0,7,7,6 discard=5", draws="6")
    act(s, DRAW, DISCARD_IT)
    assert said(s, TABLE, 0, 1) == "Time is up: the match is over. Won by Ann."


# ------------------------------------------------------------ buttons and questions
def test_labels_name_the_cards_one_can_see() -> None:
    s = lay(THREE)
    assert labels(s, 0) == ["Draw from the deck", "Take 5 from the discard"]
    act(s, TAKE)
    assert labels(s, 0) == [f"Replace your {nth} card with 5" for nth in NTH]
    s = lay(THREE + " memory=aided", draws="7")
    act(s, DRAW)
    assert labels(s, 0) == [
        "Replace your first card (1) with 7",
        "Replace your second card with 7",
        "Replace your third card with 7",
        "Replace your fourth card (2) with 7",
        "Discard 7",
    ]


def test_other_players_are_counted_from_the_left() -> None:
    s = lay(THREE + " turn=1", draws="S")
    act(s, DRAW, 0)
    assert labels(s, 1) == [
        *(f"{nth.title()} card of the second player on your left" for nth in NTH),
        *(f"{nth.title()} card of your left neighbour" for nth in NTH),
    ]


def test_away_from_the_table_a_card_of_another_player_has_the_name_of_who_sits_there() -> None:
    s, names = lay(THREE + " turn=1", draws="S"), ["Ann", "Boris", "Clara"]
    act(s, DRAW, 0)
    en, ru = RAT.translations("en"), RAT.translations("ru")
    said = [RAT.label(s, 1, action, en, names) for action in RAT.legal(s, 1)]
    assert said == [f"Take {name}'s {nth} card" for name in ("Ann", "Clara") for nth in NTH]
    assert RAT.label(s, 1, RAT.legal(s, 1)[0], ru, names) == "Взять первую карту игрока Ann"
    assert RAT.label(lay(THREE), 0, DRAW, en, names) == words.label(lay(THREE), 0, DRAW, en), "nobody else's card"


@pytest.mark.parametrize(
    ("text", "draws", "actions", "question"),
    [
        (THREE, "", [], "Your turn: draw a card or take 5."),
        (THREE.replace("discard=5", "discard=5S"), "", [], "Your turn: draw a card."),
        (THREE + " caller=1", "", [], "Your last turn of the round: draw a card or take 5."),
        (THREE.replace("discard=5", "discard=5S caller=1"), "", [], "Your last turn of the round: draw a card."),
        (THREE, "", [TAKE], "Which of your cards will you replace with 5?"),
        (THREE, "7", [DRAW], "You have drawn 7: keep or discard it?"),
        (THREE, "D7", [DRAW, YES], "You have drawn 7: keep it, or discard it for another?"),
        (THREE, "D", [DRAW], "Draw two: you have two tries."),
        (THREE, "S", [DRAW], "Swap: which of your cards do you give away?"),
        (THREE, "S", [DRAW, 1], "Swap: which card do you want for your second card?"),
        (THREE, "P", [DRAW], "Peek: which of your cards do you look at?"),
        (THREE, "P", [DRAW, 1], "Your second card is 9: remember it."),
        (THREE, "A", [DRAW], "Super peek: look at all the cards. You may not call this turn."),
        (THREE + " caller=1", "A", [DRAW], "Super peek: look at all the cards."),
        (THREE, "7", [DRAW, 4], "Your move is made. Do you have the fewest points?"),
    ],
)
def test_questions_in_a_turn(text: str, draws: str, actions: list[int], question: str) -> None:
    s = lay(text, draws=draws)
    act(s, *actions)
    assert words.status(RAT.hidden(s, 0), 0, EN, NAMES) == question
    assert words.status(RAT.hidden(s, 0), 0, RU, NAMES) != question
    assert words.status(RAT.hidden(s, 1), 1, EN, NAMES) == ""
    assert words.status(RAT.hidden(s, WATCHER), WATCHER, EN, NAMES) == ""


def test_questions_to_everybody() -> None:
    s = begin(3)
    assert words.status(s, 2, EN, NAMES) == "Look at your two outer cards and remember them."
    rules.apply(s, 2, TURN_OVER)
    assert words.status(s, 2, EN, NAMES) == ""
    s = lay("players=3 caller=0 turn=2 row0=1,1,1,1 row1=3,8,8,4 row2=0,7,7,6 discard=5", draws="6")
    act(s, DRAW, DISCARD_IT)
    assert words.status(s, 2, EN, NAMES) == "Round 1 is over."


# ------------------------------------------------------------ the table and the score
def test_the_table_as_a_seat_sees_it() -> None:
    s = begin(3, 4)
    outer = [str(card) if card <= 9 else card_name(card, EN) for card in (s.rows[1][0], s.rows[1][3])]
    assert words.sight(RAT.hidden(s, 1), 1, EN, NAMES) == [
        "Round 1 of 3",
        "Ann: four cards face down; 0 in all",
        f"Ben: {outer[0]}, ?, ?, {outer[1]}; 0 in all",
        "Cleo: four cards face down; 0 in all",
        f"52 cards in the deck; on the discard: {s.discard[0]}",
    ]


def test_the_table_in_other_matches() -> None:
    s = lay("players=3 length=limit out=1 totals=0,100,5 row0=1,9,9,2 row1=- row2=0,7,7,6 discard=5 caller=2")
    assert words.sight(RAT.hidden(s, 0), 0, EN, NAMES) == [
        "Round 1, limit 100",
        "Ann: four cards face down; 0 in all",
        "Ben: out; 100 in all",
        "Cleo: four cards face down; 5 in all",
        "56 cards in the deck; on the discard: 5",
        "The round was called by Cleo.",
    ]
    s = begin(2, length="minutes")
    assert words.sight(s, 0, EN, NAMES)[0] == "Round 1"
    rules.apply(s, TABLE, 0)
    assert words.sight(s, 0, EN, NAMES)[0] == "Round 1, the last one"


def test_russian_plurals_and_an_empty_discard() -> None:
    s = lay("players=3 row0=1,9,9,2 row1=3,8,8,4 row2=0,7,7,6 discard=- do=place drawn=7")
    for n, left in (
        (52, "В колоде 52 карты"),
        (1, "В колоде 1 карта"),
        (5, "В колоде 5 карт"),
        (11, "В колоде 11 карт"),
    ):
        s.deck_n = n
        assert words.sight(s, WATCHER, RU, NAMES)[-1] == f"{left}; сброс пуст"


def test_the_tally() -> None:
    s = lay("players=3 round=2 row0=1,9,9,2 row1=3,8,8,4 row2=0,7,7,6 discard=5 totals=9,8,7 points=9,8,7")
    assert words.tally(s, EN) == [("Round 1", (9, 8, 7)), ("Total", (9, 8, 7))]
    assert words.tally(begin(2), EN) == [("Total", (0, 0))]
    assert words.tally(begin(2), RU) == [("Всего", (0, 0))]


def test_the_title() -> None:
    assert (RAT.title("en"), RAT.title("ru")) == ("Rat-a-Tat Cat", "Кот-за-хвост")
