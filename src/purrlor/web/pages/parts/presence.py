"""Who is really at the table, in words: the one source for the lobby, the bubble and the page of seats."""

from __future__ import annotations

from purrlor.core.language import Translations
from purrlor.core.seats import WATCHER
from purrlor.core.sentences.name_lists import join_names
from purrlor.tables.table import Table
from purrlor.tables.time_limits import can_cat_play


def missing_seats(table: Table) -> list[int]:
    """Before the match: seats whose person is not at the table: not come yet, or gone again."""
    return [k for k, chair in enumerate(table.seats) if chair.is_person and (not chair.came or not table.is_here(k))]


def presence_note(table: Table, seat: int, t: Translations) -> str:
    """One person, before the match."""
    if not table.seats[seat].came:
        return t.gettext("not here yet")
    return t.gettext("is here") if table.is_here(seat) else t.gettext("away")


def lost_seats(table: Table, viewer: int) -> list[int]:
    """During the match: those besides the viewer who have lost the connection, as long as no cat plays for them."""
    if table.stage != "running":
        return []
    return [k for k, chair in enumerate(table.seats) if k != viewer and not table.is_here(k) and not chair.cat]


def away_hint(
    table: Table, away: list[int], viewer: int, names: list[str], t: Translations, is_asked: bool = False
) -> str:
    """During the match: who lost the connection (`lost_seats`), and what can be done about it. `is_asked`: the viewer
    has something to decide, so who is away is said and no more.

    A frame must not change because time passes: it says after how long, and the button comes when it may be pressed.
    """
    who = join_names([names[k] for k in away], t)
    said = t.ngettext("{names} has lost the connection.", "{names} have lost the connection.", len(away)).format(
        names=who
    )
    if table.settings.away is None or is_asked:
        return said
    if any(can_cat_play(table, k) for k in away) and viewer != WATCHER:
        return said + " " + t.gettext("A cat can take over now.")
    return said + " " + taking_over(table.settings.away, t)


def taking_over(seconds: int, t: Translations) -> str:
    if seconds % 60:
        said = t.ngettext(
            "After {n} second away a cat can take over.", "After {n} seconds away a cat can take over.", seconds
        )
        return said.format(n=seconds)
    minutes = seconds // 60
    return t.ngettext(
        "After {n} minute away a cat can take over.", "After {n} minutes away a cat can take over.", minutes
    ).format(n=minutes)


def duration(seconds: int, t: Translations) -> str:
    if seconds % 60:
        return t.ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)
    return t.ngettext("{n} minute", "{n} minutes", seconds // 60).format(n=seconds // 60)
