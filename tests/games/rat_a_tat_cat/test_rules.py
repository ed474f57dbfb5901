"""A round of Rat-a-Tat Cat, line by line of its rules."""

from __future__ import annotations

from collections import Counter

import pytest

from purrlor.core.seats import TABLE
from purrlor.games.rat_a_tat_cat import invariants
from purrlor.games.rat_a_tat_cat.rules import rules
from purrlor.games.rat_a_tat_cat.rules.state import (
    CALL,
    CARDS,
    DECLINE,
    DISCARD_IT,
    DRAW,
    DRAW_AGAIN,
    LOOK,
    NINE,
    NO,
    NO_CARD,
    NOBODY,
    NUMBER,
    OVER,
    PEEK_OWN,
    PEEKED,
    PLACE,
    ROUND_END,
    SOURCE,
    SUPER_PEEKED,
    SWAP_OTHER,
    SWAP_OWN,
    TAKE,
    TURN_OVER,
    YES,
)
from tests.games.rat_a_tat_cat.positions import act, begin, choices, discard, faces, knowers, lay, row

TWO = "players=2 rounds=1 row0=1,9,9,2 row1=3,8,8,4 discard=5"
THREE = "players=3 rounds=1 row0=1,9,9,2 row1=3,8,8,4 row2=0,7,7,6 discard=5"


# ------------------------------------------------------------ cards and deal
def test_there_are_65_cards() -> None:
    cards = Counter(invariants.inventory(begin(2)))
    assert cards.total() == 65
    assert [cards[number] for number in range(10)] == [4, 4, 4, 4, 4, 4, 4, 4, 4, 9]
    assert [cards[special] for special in (10, 11, 12, 13)] == [6, 4, 4, 6]
    assert sum(cards[number] for number in range(10)) == 45


@pytest.mark.parametrize("seats", range(2, 7))
def test_four_cards_each_one_on_the_discard_the_rest_is_the_deck(seats: int) -> None:
    s = begin(seats)
    assert all(card != NO_CARD for p in range(seats) for card in s.rows[p])
    assert all(card == NO_CARD for p in range(seats, 6) for card in s.rows[p])
    assert (s.discard_n, s.deck_n) == (1, CARDS - 4 * seats - 1)
    assert (s.starter, s.turn, s.round) == (0, 0, 1)


def test_the_discard_never_opens_with_a_special() -> None:
    returned = 0
    for seed in range(300):
        s = begin(6, seed)
        assert 0 <= s.discard[0] <= NINE
        returned += s.stock > 0
    assert 300 * 0.2 < returned < 300 * 0.4  # 20 of 65 cards are specials


def test_a_special_that_would_open_the_discard_goes_back_at_a_random_place() -> None:
    places = set()
    for seed in range(200):
        s = lay(TWO, draws="S7", seed=seed)
        others = faces(s.deck[: s.deck_n - 1])
        s.discard_n = 0
        rules.open_discard(s)
        after = faces(s.deck[: s.deck_n])
        assert s.deck_n == len(others)
        if discard(s)[0] == "7":  # the special was not put back on the very top, to be turned up again
            place = next(k for k in range(s.deck_n) if after[:k] + after[k + 1 :] == others[:-1] and after[k] == "S")
            places.add(place)
        assert s.stock == 1 << 4 * 10
    assert len(places) > 40


def test_everybody_looks_at_their_two_outer_cards_at_once() -> None:
    s = begin(4)
    assert s.phase == LOOK
    assert rules.waiting(s) == 0b1111
    for p in range(4):
        assert [knowers(s, p, i) for i in range(4)] == [{p}, set(), set(), {p}]
    for seat in (2, 0, 3):
        rules.apply(s, seat, TURN_OVER)
        assert rules.legal(s, seat) == 0
    assert rules.waiting(s) == 0b0010
    rules.apply(s, 1, TURN_OVER)
    assert (s.phase, rules.waiting(s)) == (SOURCE, 0b0001)


# ------------------------------------------------------------ a turn
def test_the_discard_is_taken_for_any_card_of_the_own_row() -> None:
    s = lay(TWO)
    act(s, TAKE)
    assert (s.phase, s.in_hand, discard(s)) == (PLACE, 5, "")
    assert choices(s, 0) == [0, 1, 2, 3]  # it cannot be put back
    act(s, 1)
    assert (row(s, 0), discard(s)) == ("1592", "9")
    assert knowers(s, 0, 1) == {0, 1}
    assert s.phase == CALL


def test_a_drawn_number_is_kept() -> None:
    s = lay(TWO, draws="0")
    act(s, DRAW)
    assert (s.phase, s.in_hand, choices(s, 0)) == (PLACE, 0, [0, 1, 2, 3, 4])
    act(s, 2)
    assert (row(s, 0), discard(s)) == ("1902", "59")
    assert knowers(s, 0, 2) == {0}


def test_a_drawn_number_is_discarded() -> None:
    s = lay(TWO, draws="7")
    act(s, DRAW, DISCARD_IT)
    assert (row(s, 0), discard(s), s.phase) == ("1992", "57", CALL)


def test_a_special_on_the_discard_cannot_be_taken() -> None:
    s = lay("players=2 rounds=1 row0=S,9,9,2 row1=3,8,8,4 discard=5", draws="0")
    act(s, DRAW, 0, NO)
    assert discard(s) == "5S"
    assert choices(s, 1) == [DRAW]


def test_a_special_dealt_into_a_row_has_no_effect_when_it_is_replaced() -> None:
    s = lay("players=2 rounds=1 row0=A,9,9,2 row1=3,8,8,4 discard=5")
    act(s, TAKE, 0)
    assert s.phase == CALL


# ------------------------------------------------------------ specials
def test_swap_exchanges_any_own_card_for_any_card_of_another_unseen() -> None:
    s = lay(THREE.replace("9,9", "9/0,9"), draws="S")
    act(s, DRAW)
    assert (s.phase, discard(s), choices(s, 0)) == (SWAP_OWN, "5S", [0, 1, 2, 3, DECLINE])
    act(s, 1)
    assert s.phase == SWAP_OTHER
    assert choices(s, 0) == list(range(4, 12))
    act(s, 4 * 2 + 0)
    assert (row(s, 0), row(s, 2)) == ("1092", "9776")
    assert knowers(s, 0, 1) == set()
    assert knowers(s, 2, 0) == {0}  # who knew the card goes on knowing it
    assert s.phase == CALL


def test_swap_may_be_declined() -> None:
    s = lay(TWO, draws="S")
    act(s, DRAW, DECLINE)
    assert (row(s, 0), row(s, 1), s.phase) == ("1992", "3884", CALL)


def test_peek_looks_at_one_own_card_until_it_is_seen() -> None:
    s = lay(TWO, draws="P")
    act(s, DRAW)
    assert (s.phase, choices(s, 0)) == (PEEK_OWN, [0, 1, 2, 3, DECLINE])
    act(s, 2)
    assert (s.phase, knowers(s, 0, 2), choices(s, 0)) == (PEEKED, {0}, [TURN_OVER])
    act(s, TURN_OVER)
    assert s.phase == CALL


def test_peek_may_be_declined() -> None:
    s = lay(TWO, draws="P")
    act(s, DRAW, DECLINE)
    assert s.phase == CALL
    assert all(not known for line in s.known for known in line)


def test_super_peek_shows_all_cards_and_forbids_the_call() -> None:
    s = lay(THREE, draws="A")
    act(s, DRAW)
    assert (s.phase, choices(s, 0)) == (SUPER_PEEKED, [TURN_OVER])
    assert all(knowers(s, p, i) == {0} for p in range(3) for i in range(4))
    act(s, TURN_OVER)
    assert (s.phase, s.turn, s.caller) == (SOURCE, 1, NOBODY)


# ------------------------------------------------------------ draw two
def test_draw_two_keeping_the_first_ends_it() -> None:
    s = lay(TWO, draws="D0")
    act(s, DRAW)
    assert (s.phase, choices(s, 0), discard(s)) == (DRAW_AGAIN, [NO, YES], "5D")
    act(s, YES, 1)
    assert (row(s, 0), discard(s), s.phase) == ("1092", "5D9", CALL)


def test_draw_two_discarding_the_first_brings_the_second_by_itself() -> None:
    s = lay(TWO, draws="D70")
    act(s, DRAW, YES, DISCARD_IT)
    assert (s.phase, s.in_hand, s.passed, discard(s)) == (PLACE, 0, 7, "5D7")
    act(s, 1)
    assert (row(s, 0), discard(s), s.phase) == ("1092", "5D79", CALL)


def test_draw_two_both_discarded() -> None:
    s = lay(TWO, draws="D768")
    act(s, DRAW, YES, DISCARD_IT, DISCARD_IT)
    assert (discard(s), s.phase) == ("5D76", CALL)


def test_draw_two_may_be_declined() -> None:
    s = lay(TWO, draws="D")
    act(s, DRAW, NO)
    assert (discard(s), s.phase) == ("5D", CALL)


@pytest.mark.parametrize("special", "SP")
@pytest.mark.parametrize("number_first", [False, True])
def test_draw_two_ends_with_a_special_even_if_that_is_declined(special: str, number_first: bool) -> None:
    s = lay(TWO, draws="D7" + special if number_first else "D" + special)
    act(s, DRAW, YES, *([DISCARD_IT] if number_first else []), DECLINE)
    assert s.phase == CALL
    assert discard(s).endswith(special)


def test_draw_two_swap_is_carried_out() -> None:
    s = lay(TWO, draws="DS")
    act(s, DRAW, YES, 1, 4 * 1 + 0)
    assert (row(s, 0), row(s, 1), s.phase) == ("1392", "9884", CALL)


@pytest.mark.parametrize("draws", ["DA", "D7A", "DDA", "D7D8A"])
def test_super_peek_drawn_on_the_way_forbids_the_call(draws: str) -> None:
    s = lay(TWO, draws=draws)
    act(s, DRAW)
    for card in draws[1:]:
        act(s, YES if s.phase == DRAW_AGAIN else DISCARD_IT)
        assert s.phase == {"A": SUPER_PEEKED, "D": DRAW_AGAIN}.get(card, PLACE)
    act(s, TURN_OVER)
    assert (s.phase, s.turn) == (SOURCE, 1)


def test_draw_two_in_draw_two_starts_afresh_at_the_first_card() -> None:
    s = lay(TWO, draws="DD760")
    act(s, DRAW, YES)
    assert s.phase == DRAW_AGAIN  # it may be declined again
    act(s, YES, DISCARD_IT, DISCARD_IT)
    assert (s.phase, discard(s)) == (CALL, "5DD76")  # two cards, not three


def test_draw_two_in_draw_two_starts_afresh_at_the_second_card() -> None:
    s = lay(TWO, draws="D7D601")
    act(s, DRAW, YES, DISCARD_IT)
    assert s.phase == DRAW_AGAIN
    act(s, YES, DISCARD_IT, DISCARD_IT)
    assert (s.phase, discard(s)) == (CALL, "5D7D60")


def test_the_second_draw_two_declined_cancels_the_first() -> None:
    s = lay(TWO, draws="DD7")
    act(s, DRAW, YES, NO)
    assert (s.phase, discard(s)) == (CALL, "5DD")


def test_all_four_draw_twos_in_one_turn() -> None:
    s = lay(TWO, draws="D7D7D7D76")
    act(s, DRAW, *[YES, DISCARD_IT] * 4, DISCARD_IT)
    assert (s.phase, discard(s)) == (CALL, "5D7D7D7D76")


# ------------------------------------------------------------ the call and the last lap
def test_a_call_on_the_first_turn_gives_every_other_player_one_more() -> None:
    s = lay(THREE, draws="666")
    act(s, DRAW, DISCARD_IT, YES)
    assert (s.caller, s.turn) == (0, 1)
    act(s, DRAW, DISCARD_IT)  # nobody is asked about a call any more
    assert (s.phase, s.turn) == (SOURCE, 2)
    act(s, DRAW, DISCARD_IT)
    assert s.phase == OVER
    assert s.points[:3] == [21, 23, 20]
    assert rules.waiting(s) == 0


def test_in_the_last_lap_specials_work_and_the_callers_cards_can_be_swapped() -> None:
    s = lay(TWO, draws="7S")
    act(s, DRAW, DISCARD_IT, YES, DRAW, 1, 4 * 0 + 0)
    assert s.phase == OVER
    assert (row(s, 0), row(s, 1)) == ("8992", "3184")


def test_super_peek_in_the_last_lap_ends_the_turn_like_any_card() -> None:
    s = lay(TWO, draws="7A")
    act(s, DRAW, DISCARD_IT, YES, DRAW, TURN_OVER)
    assert s.phase == OVER


def test_the_last_lap_goes_round_from_the_caller() -> None:
    s = lay(THREE + " turn=1", draws="666")
    act(s, DRAW, DISCARD_IT, YES)
    assert s.turn == 2
    act(s, DRAW, DISCARD_IT)
    assert s.turn == 0
    act(s, DRAW, DISCARD_IT)
    assert s.phase == OVER


def test_specials_are_replaced_until_a_number_comes_from_the_dealers_left() -> None:
    """Seat 1 starts, so its row comes first, then 2, then 0, each from left to right."""
    rows = "row0=S,1,1,1 row1=1,P,0,D row2=0,0,0,S"
    s = lay(f"players=3 rounds=1 starter=1 caller=1 turn=0 {rows} discard=5", draws="76S4A583")
    act(s, DRAW, DISCARD_IT)
    assert (row(s, 1), row(s, 2), row(s, 0)) == ("1604", "0005", "8111")
    assert discard(s) == "57PDSSAS"  # each special is discarded before its replacement is drawn
    assert s.points[:3] == [11, 11, 5]
    assert s.phase == OVER


# ------------------------------------------------------------ the deck runs out
def rest_of(used: str) -> str:
    left = Counter("012345678" * 4 + "9" * 9 + "SSSSSSPPPPDDDDAAAAAA")
    left.subtract(used)
    return "".join(card * n for card, n in left.items())


def without_deck(rows: str, top: str, extra: str = "") -> str:
    """All other cards on the discard, `top` the last of them."""
    pile = rest_of("".join(rows.split(",")).replace(" ", "") + top + extra)
    row0, row1 = rows.split()
    return f"players=2 rounds=1 row0={row0} row1={row1} discard={pile}{top}"


def test_the_top_of_the_discard_can_still_be_taken_from_beside_an_empty_deck() -> None:
    s = lay(without_deck("1,9,9,2 3,8,8,4", "5"))
    assert (s.deck_n, s.discard_n) == (0, 57)
    act(s, TAKE, 0)
    assert (row(s, 0), s.deck_n, s.discard_n) == ("5992", 0, 57)


def test_drawing_from_an_empty_deck_shuffles_the_whole_discard() -> None:
    s = lay(without_deck("1,9,9,2 3,8,8,4", "5"), seed=4)  # a number comes first
    pile = sorted(s.discard[:57])
    act(s, DRAW)
    assert s.phase == PLACE
    assert (s.deck_n, s.discard_n) == (56, 0)  # nothing can be taken until the next card
    assert sorted([*s.deck[:56], s.in_hand]) == pile
    act(s, 0)
    assert discard(s) == "1"


def test_a_special_from_the_new_deck_is_the_only_card_of_the_discard() -> None:
    for seed in range(50):
        s = lay(without_deck("1,9,9,2 3,8,8,4", "5"), seed=seed)
        act(s, DRAW)
        if s.phase != PLACE:
            assert s.discard_n == 1
            assert choices(s, 0) != []
            return
    raise AssertionError("no special was drawn")


def test_the_first_number_of_a_draw_two_is_shuffled_into_the_new_deck() -> None:
    text = without_deck("1,9,9,2 3,8,8,4", "5", extra="7") + " do=place drawn=7 draws_left=1"
    s = lay(text, seed=3)
    act(s, DISCARD_IT)
    assert s.passed == 7
    assert invariants.inventory(s) == invariants.inventory(begin(2))
    assert s.deck_n + s.discard_n + (s.in_hand >= 0) == 57


def test_58_cards_can_lie_on_the_discard() -> None:
    """All but two rows, and one of those without the special that is being replaced."""
    text = without_deck("1,9,9,2 S,8,8,4", "5", extra="7") + " do=place drawn=7 turn=1 caller=0"
    for seed in range(20):
        s = lay(text, seed=seed)
        act(s, 1)
        assert s.phase == OVER
        assert 0 <= s.rows[1][0] <= NINE
        assert s.deck_n + s.discard_n == 57
        assert invariants.inventory(s) == invariants.inventory(begin(2))


# ------------------------------------------------------------ knowledge
def test_a_card_taken_is_known_to_everybody_a_drawn_one_to_its_player() -> None:
    s = lay(THREE, draws="0")
    act(s, TAKE, 1, NO, DRAW, 2, NO)
    assert knowers(s, 0, 1) == {0, 1, 2}
    assert knowers(s, 1, 2) == {1}


def test_knowledge_goes_with_the_card_in_both_directions() -> None:
    s = lay("players=3 rounds=1 row0=1/0,9,9,2 row1=3/12,8,8,4 row2=0,7,7,6 discard=5", draws="S")
    act(s, DRAW, 0, 4)
    assert knowers(s, 0, 0) == {1, 2}
    assert knowers(s, 1, 0) == {0}
    assert s.origin[0][0] == s.origin[1][0] == 0


def test_a_card_laid_into_a_row_stays_a_number_when_it_is_swapped() -> None:
    s = lay("players=2 rounds=1 row0=1=/0,9,9,2 row1=3,8,8,4 discard=5", draws="S")
    act(s, DRAW, 0, 4)
    assert (s.origin[0][0], s.origin[1][0]) == (0, NUMBER)


# ------------------------------------------------------------ safety
def test_the_sixtieth_turn_ends_with_a_call() -> None:
    s = lay(TWO + " lap=60", draws="77")
    act(s, DRAW, DISCARD_IT)
    assert (s.caller, s.turn, s.phase) == (0, 1, SOURCE)
    act(s, DRAW, DISCARD_IT)
    assert s.phase == OVER


def test_the_sixtieth_turn_ends_with_a_call_super_peek_or_not() -> None:
    s = lay(TWO + " lap=60", draws="A")
    act(s, DRAW, TURN_OVER)
    assert (s.caller, s.turn, s.phase) == (0, 1, SOURCE)


def test_a_round_without_a_call_has_sixty_turns_each() -> None:
    s = begin(3, rounds=1)
    turns = Counter[int]()
    decisions = 0
    while rules.waiting(s):
        turns[s.turn] += s.phase == SOURCE
        act(s, {CALL: NO, PLACE: DISCARD_IT, SWAP_OWN: DECLINE, PEEK_OWN: DECLINE}.get(s.phase, 0))
        decisions += 1
    assert turns == {0: 60, 1: 60, 2: 60}
    assert s.caller == 0
    assert decisions < rules.BOUND


# ------------------------------------------------------------ open ends
OPEN = "players=2 rounds=1 open_ends=on row0=1/01,9,9,2/01 row1=3/01,8,8,4/01 discard=5"


def test_with_open_ends_nobody_looks_and_the_outer_cards_are_known() -> None:
    s = begin(3, open_ends=True)
    assert (s.phase, rules.waiting(s)) == (SOURCE, 1)
    for p in range(3):
        assert [knowers(s, p, i) for i in range(4)] == [{0, 1, 2}, set(), set(), {0, 1, 2}]


def test_with_open_ends_swap_and_peek_only_touch_cards_that_lie_face_down() -> None:
    s = lay(OPEN, draws="S")
    act(s, DRAW)
    assert choices(s, 0) == [1, 2, DECLINE]
    act(s, 1)
    assert choices(s, 0) == [4 + 1, 4 + 2]
    s = lay(OPEN, draws="P")
    act(s, DRAW)
    assert choices(s, 0) == [1, 2, DECLINE]


def test_with_open_ends_a_replaced_outer_card_lies_open_too() -> None:
    s = lay(OPEN, draws="0")
    act(s, DRAW)
    assert choices(s, 0) == [0, 1, 2, 3, DISCARD_IT]
    act(s, 0)
    assert knowers(s, 0, 0) == {0, 1}
    assert rules.is_shown(s, 1, 0, 0)


# ------------------------------------------------------------ who is asked
def test_a_seat_that_is_not_asked_has_no_choice() -> None:
    s = lay(THREE)
    assert [choices(s, seat) for seat in range(3)] == [[DRAW, TAKE], [], []]
    assert rules.legal(s, TABLE) == 0


def test_the_round_is_over_for_everybody_until_they_go_on() -> None:
    s = lay(TWO.replace("rounds=1", "rounds=2"), draws="77")
    act(s, DRAW, DISCARD_IT, YES, DRAW, DISCARD_IT)
    assert (s.phase, rules.waiting(s)) == (ROUND_END, 0b11)
    rules.apply(s, 1, 0)
    assert (rules.waiting(s), rules.legal(s, 1), row(s, 0)) == (0b01, 0, "1992")
    rules.apply(s, 0, 0)
    assert (s.phase, s.round, s.starter) == (LOOK, 2, 1)
