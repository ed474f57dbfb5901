"""Fish Market: the rulebook's examples, and the laws. `purrlor laws --game fish-market` walks many more matches."""

from purrlor import game
from purrlor.core.laws import check_game
from purrlor.new_game.fish_market.rules.rules import State

MARKET = game("fish-market")


def bid(*kinds: int, pot: int = 5, leftovers: int = 1) -> State:
    """One round of these bids, everybody holding one card of each kind, which a test may do."""
    s: State = MARKET.laid_out(len(kinds), {"leftovers": bool(leftovers)})
    MARKET.rules.start(s)
    s.pot = pot
    for p, kind in enumerate(kinds):
        s.hand[p] = [1] * 9
        MARKET.rules.apply(s, p, kind)
    return s


def test_the_highest_bid_takes_the_catch() -> None:
    assert bid(3, 7, 2).points[:3] == [0, 5, 0]


def test_equal_bids_cancel_each_other_out() -> None:
    assert bid(7, 3, 7).points[:3] == [0, 5, 0]


def test_leftovers_are_sold_with_the_next_catch() -> None:
    s = bid(4, 4, pot=5)
    assert s.pot == 5 + s.catches[1]
    s = bid(4, 4, pot=5, leftovers=0)
    assert s.pot == s.catches[1]


def test_a_bid_is_a_secret_until_all_have_bid() -> None:
    s = MARKET.laid_out(3)
    MARKET.rules.start(s)
    before = MARKET.hidden(s, 0)
    MARKET.rules.apply(s, 1, MARKET.legal(s, 1)[0])
    assert MARKET.hidden(s, 0) == before


def test_the_laws_hold() -> None:
    *_, report = check_game(MARKET, 40)
    assert report.broken == []
