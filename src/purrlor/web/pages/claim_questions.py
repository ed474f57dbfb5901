"""Who may ask for which seat, and who asks for one, as the door, the lobby and the table show it."""

from __future__ import annotations

from typing import Any

from purrlor.core.language import Translations
from purrlor.tables.commands.claims import can_be_asked_for, open_claims
from purrlor.tables.seats import OPEN_SEAT
from purrlor.tables.table import Table


def seats_to_ask_for(table: Table, identity: str, language: str) -> list[dict[str, Any]]:
    """For somebody at the door: whose seats they may ask for."""
    if identity and table.seats_of(identity):
        return []
    names, has_room = table.names(language), table.stage == "lobby" and OPEN_SEAT in table.seats
    return [
        {"seat": k, "name": names[k], "is_person": chair.is_person}
        for k, chair in enumerate(table.seats)
        if can_be_asked_for(table, k) and (not has_room or not table.is_here(k))
    ]


def questions_for(table: Table, identity: str, t: Translations, language: str) -> list[dict[str, str]]:
    """For somebody who sits there: who asks for a seat, in words."""
    names = table.names(language)
    return [
        {
            "key": claim.key,
            "text": (
                t.gettext("Somebody says: “I am {name}, my browser has forgotten me.”")
                if claim.is_return
                else t.gettext("{name} would like to sit down in place of {cat}.")
            ).format(name=claim.name, cat=names[claim.seat]),
            "yes": t.gettext("Yes, this is {name}").format(name=claim.name)
            if claim.is_return
            else t.gettext("Let {name} in").format(name=claim.name),
        }
        for claim in open_claims(table, identity)
    ]
