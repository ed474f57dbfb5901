"""Whether a position of More Kitties! could come about: what its parts say must fit together."""

from __future__ import annotations

from collections import Counter

from purrlor.games.more_kitties.rules.box import COPIES, DOG, FACES, KINDS, MOUSE, NO_TOKEN, TOKENS
from purrlor.games.more_kitties.rules.choices import landed
from purrlor.games.more_kitties.rules.state import (
    AGAIN,
    CHOOSE,
    EXCHANGE,
    GIVE,
    GIVEN,
    HIDDEN,
    LAST,
    LAY,
    NONE,
    ORDER,
    TO_ACT,
    TURN_OVER,
    State,
    box_of,
    full_reserve,
)


def check(s: State) -> None:
    """Raise ValueError with what is wrong."""
    colours = [s.colour[p] for p in range(s.seats)]
    if len(set(colours)) < s.seats or max(colours) >= s.colours + 3:
        raise ValueError(f"everybody needs a colour of their own among the first {s.colours + 3}")
    if s.small and colours != [0, 1]:
        raise ValueError("in a small variant two players have the first two colours")
    check_reserves(s)
    check_tokens(s)
    check_phase(s)
    if ORDER <= s.phase <= GIVE:
        check_table(s)
    elif (s.table_n > 0) != (s.fate > 0):
        raise ValueError("between turns a last toss and its fate belong together")


def check_tokens(s: State) -> None:
    """No more of a kind than the box has, and none is missing."""
    counted: Counter[int] = Counter({kind: s.out[kind] for kind in range(KINDS)})
    counted.update(kind for kind in s.bag[: s.bag_n] if kind != NO_TOKEN)
    for p in range(s.seats):
        counted.update(s.reserve[p][: s.have[p]])
    on_table = [s.table[i] for i in range(s.table_n) if s.mark[i] != GIVEN] if ORDER <= s.phase <= GIVE else []
    counted.update(on_table)
    for kind in range(1, KINDS):
        if counted[kind] > COPIES[KINDS * box_of(s) + kind]:
            raise ValueError(f"there are {counted[kind]} tokens of one kind, {COPIES[KINDS * box_of(s) + kind]} exist")
    total = s.bag_n + sum(s.have) + sum(s.out) + len(on_table)
    if total != TOKENS[box_of(s)]:
        raise ValueError(f"there are {total} tokens instead of {TOKENS[box_of(s)]}")
    if sum(s.pile) > sum(s.out):
        raise ValueError("the piles hold more cats than tokens are out")


def check_reserves(s: State) -> None:
    for p in range(s.seats):
        if HIDDEN in s.reserve[p][: s.known[p]]:
            raise ValueError(f"seat{p} has an unknown token among those that everybody knows")
        if s.open and s.known[p] < s.have[p]:
            raise ValueError(f"seat{p} has tokens that not everybody knows, but reserves are open")
        if s.bag_n and s.have[p] < full_reserve(s) and s.phase in (CHOOSE, LAST):
            raise ValueError(f"seat{p} has fewer than {full_reserve(s)} tokens, but the bag is not empty")
    hidden = any(HIDDEN in s.reserve[p] for p in range(s.seats))
    if hidden and s.bag_n and s.bag[0] != NO_TOKEN:
        raise ValueError("a bag is unknown where tokens of a reserve are")


def check_phase(s: State) -> None:
    """The player to move can move, and nothing is said of what is not under way."""
    if s.phase == CHOOSE:
        if s.have[s.turn] < 2:
            raise ValueError(f"seat{s.turn} is to move, but has fewer than two tokens")
        if s.asked == 0:
            raise ValueError("everybody has chosen: somebody must be left to choose")
    if s.phase == LAST and (max(s.have) > 1 or sum(s.have) == 0):
        raise ValueError("the last toss is for reserves of one token and none")
    if s.ties >= (4 if s.bag_n else 1) * s.seats:
        raise ValueError(f"ties={s.ties}: so many turns in a row without a winner are not possible")
    if s.final and (s.phase <= CHOOSE or s.phase in (AGAIN, GIVE, LAST) or sum(s.have) > 0):
        raise ValueError("after the last toss nothing is left in the reserves")
    wanted = {
        "acting": (s.acting, s.phase in (TURN_OVER, EXCHANGE, LAY)),
        "aim": (s.aim, s.phase == LAY),
        "to": (s.receiver, s.phase == GIVE),
    }
    for name, (value, is_needed) in wanted.items():
        if (value != NONE) != is_needed:
            raise ValueError(f"{name} is {'needed' if is_needed else 'out of place'} here")
    if s.acting >= s.table_n or s.aim >= s.table_n or (s.aim == s.acting != NONE):
        raise ValueError("acting and aim should be two tokens on the table")


def check_table(s: State) -> None:
    """Two tokens of the active player's and one for each who handed one over and has not got one back."""
    if s.fate:
        raise ValueError("the fate of a toss is not known while it is on the table")
    if s.handed >> s.turn & 1:
        raise ValueError("the player to move hands nothing over")
    owed = [p for p in range(s.seats) if s.handed >> p & 1]
    if s.phase == GIVE:
        if s.receiver not in owed:
            raise ValueError(f"seat{s.receiver} handed nothing over")
        owed = [p for p in owed if (p - s.turn) % s.seats >= (s.receiver - s.turn) % s.seats]
    lying = sum(mark != GIVEN for mark in s.mark[: s.table_n])
    if not (0 < s.table_n <= s.seats and not s.handed if s.final else lying == 2 + len(owed)):
        raise ValueError("the number of tokens on the table does not fit those who handed one over")
    if s.have[s.turn] > full_reserve(s) - 2 or any(s.have[p] == full_reserve(s) for p in owed):
        raise ValueError("there are too many tokens in the reserves besides those on the table")
    check_specials(s)


def check_specials(s: State) -> None:
    for i in range(s.table_n):
        if s.mark[i] == TO_ACT and face_up(s, i) not in (MOUSE, DOG):
            raise ValueError("only a Mouse or a Dog can have to act")
        if s.mark[i] == GIVEN and s.phase != GIVE:
            raise ValueError("no token is given back yet")
    to_act = TO_ACT in s.mark[: s.table_n]
    if (s.tosses != 1 and s.phase == AGAIN) or (s.tosses != 2 and s.phase == GIVE):
        raise ValueError(f"tosses={s.tosses} does not fit what is to be done")
    if s.phase in (AGAIN, GIVE) and to_act:
        raise ValueError("a special is still to act")
    if s.phase == ORDER and landed(s) & (landed(s) - 1) == 0:
        raise ValueError("there are not two specials to choose from")
    if s.acting != NONE:
        if s.mark[s.acting] != TO_ACT or (face_up(s, s.acting) == DOG) != (s.phase == TURN_OVER):
            raise ValueError("the acting token should be the special that is asked about, still to act")
    if to_act and s.table_n < 2:
        raise ValueError("there is no other token on the table")
    if s.have[s.turn] == 0 and any(s.mark[i] == TO_ACT and face_up(s, i) == MOUSE for i in range(s.table_n)):
        raise ValueError("without a reserve no Mouse acts")


def face_up(s: State, place: int) -> int:
    return FACES[2 * s.table[place] + s.up[place]]
