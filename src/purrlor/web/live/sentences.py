"""What the parlour's cat says around the game: whom everybody waits for, and who won."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import N_, Translations
from purrlor.core.seats import WATCHER
from purrlor.tables.table import Table
from purrlor.web.rendering.templating import join_names

PLACES = (
    N_("You came second. Once more?"),
    N_("You came third. Once more?"),
    N_("You came fourth. Once more?"),
    N_("You came fifth. Once more?"),
    N_("You came sixth. Once more?"),
)
SHARED_PLACES = (
    N_("You share second place. Once more?"),
    N_("You share third place. Once more?"),
    N_("You share fourth place. Once more?"),
    N_("You share fifth place. Once more?"),
)


def waiting_sentence(waiting: list[int], seat: int, names: list[str], t: Translations) -> str:
    others = [names[k] for k in waiting if k != seat]
    if not others:
        return t.gettext("One moment…")
    return t.ngettext("Waiting for {names}", "Waiting for {names}", len(others)).format(names=join_names(others, t))


def winner_sentence(table: Table, t: Translations, names: list[str], viewer: int = WATCHER) -> str:
    assert table.match is not None
    return who_wins(table.match.winners(), t, names, viewer)


def who_wins(winners: Sequence[int], t: Translations, names: Sequence[str], viewer: int = WATCHER) -> str:
    won = [names[seat] for seat in winners]
    if not won:
        return t.gettext("Nobody wins.")
    if tuple(winners) == (viewer,):
        return t.gettext("You win!")
    if len(won) == 1:
        return t.gettext("{name} wins!").format(name=won[0])
    if viewer in winners:
        others = [names[seat] for seat in winners if seat != viewer]
        return t.gettext("You and {names} share the win!").format(names=join_names(others, t))
    return t.gettext("{names} share the win!").format(names=join_names(won, t))


def result_sentence(table: Table, seat: int, t: Translations, names: list[str]) -> str:
    """A word of the parlour's cat to the one who looks."""
    assert table.match is not None
    if seat == WATCHER:
        return winner_sentence(table, t, names)
    won = table.match.winners()
    if seat in won:
        return t.gettext("Purrfect. Once more?") if len(won) == 1 else t.gettext("You share the win!")
    view = table.view(seat)
    if len(names) == 2:
        most, least = (int(table.game.rules.score(view, k)) for k in (1 - seat, seat))
        return t.gettext("{name} wins {most} to {least}. Once more?").format(
            name=names[1 - seat], most=most, least=least
        )
    keys = table.game.invariants.standing(view)
    place = 1 + sum(key > keys[seat] for key in keys)
    return t.gettext((SHARED_PLACES if keys.count(keys[seat]) > 1 else PLACES)[place - 2])
