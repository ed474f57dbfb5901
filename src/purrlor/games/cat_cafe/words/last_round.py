"""What the round just drawn brought: shown until the next draw, so that nobody misses what the others drew."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import N_, Translations
from purrlor.games.cat_cafe.points_cache import points
from purrlor.games.cat_cafe.rules.rules import complete_towers
from purrlor.games.cat_cafe.rules.sheet import HEXES, TOWER_OF
from purrlor.games.cat_cafe.rules.state import DRAFT, HOUSE, NONE, OVER, PASS, UNDECIDED, State

YOU_FILL = (
    N_("You have filled your first tower (of three)!"),
    N_("You have filled your second tower (of three)!"),
    N_("You have filled your third tower (of three)!"),
)
FILLS = (
    N_("{name} fills the first tower (of three)!"),
    N_("{name} fills the second tower (of three)!"),
    N_("{name} fills the third tower (of three)!"),
)


def is_shown(s: State) -> bool:
    """In the draft and at the end the state still tells what everybody chose; before the first draw nothing."""
    return s.phase in (DRAFT, OVER) and UNDECIDED not in s.item[: s.seats]


def gains(s: State) -> list[int]:
    """By seat: the points that round brought, more or less; a better yarn may take some from the others."""
    if not is_shown(s):
        return []
    before = s.copy()
    for p in range(s.seats):
        if s.item[p] != PASS:
            h = s.hex[p]
            before.sheet[p][h] = 0
            before.filled[p] &= ~(1 << h)
            if s.item[p] == HOUSE:
                before.written[p][s.cat[p]] = UNDECIDED
            before.circled[p][TOWER_OF[h]] = NONE
    return [points(s, p) - points(before, p) for p in range(s.seats)]


def completed(s: State) -> list[tuple[int, int]]:
    """(seat, tower) of the towers completed in that round."""
    if not is_shown(s):
        return []
    drawn = [(p, TOWER_OF[s.hex[p]]) for p in range(s.seats) if s.item[p] != PASS and 0 <= s.hex[p] < HEXES]
    return [(p, tower) for p, tower in drawn if s.circled[p][tower] != NONE]


def why_over(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    """What has ended the match."""
    full = [p for p in range(s.seats) if complete_towers(s, p) >= 3]
    if not full:
        return t.gettext("Round {n} was the last one.").format(n=s.round)
    if full == [viewer]:
        return t.gettext("You have filled three towers, so the game is over.")
    who = ", ".join(t.gettext("You") if p == viewer else names[p] for p in full)
    return t.gettext("{names} filled three towers, so the game is over.").format(names=who)


def towers_completed_text(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    """Towers completed in that round: three of one player end the game. Several players' are told in one short line,
    since three sentences are more than the bubble holds."""
    full = [(p, min(complete_towers(s, p), 3)) for p, _ in completed(s)]
    if len(full) > 1:
        who = ", ".join(f"{t.gettext('You').lower() if p == viewer else names[p]} {n}" for p, n in full)
        return t.gettext("Towers filled (of three): {list}.").format(list=who)
    return "".join(t.gettext((YOU_FILL if p == viewer else FILLS)[n - 1]).format(name=names[p]) for p, n in full)
