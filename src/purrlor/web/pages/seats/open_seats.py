"""Tables with a seat for anybody: on the first page, where the operator allows it and the host wants it."""

from __future__ import annotations

from purrlor.core.language import Translations
from purrlor.tables.table import Table
from purrlor.web.services import Services

LISTED = 12


def is_offered(table: Table) -> bool:
    """Whether a stranger may be led here: the host wants it, waits at the table, and a seat is free."""
    hosts = table.seats_of(table.host)
    return (
        table.settings.public
        and table.stage == "lobby"
        and table.called_at is None
        and any(seat.is_open for seat in table.seats)
        and bool(hosts)
        and table.presence.is_connected(table.host)
    )


def open_tables(services: Services, identity: str | None, language: str, t: Translations) -> list[dict[str, object]]:
    """What waits for players in this process, the newest first; nothing unless the operator has switched it on."""
    if not services.settings.open_seats:
        return []
    found = [
        table
        for table in services.tables.registry.tables.values()
        if is_offered(table) and not table.seats_of(identity or "") and (identity or "") not in table.barred
    ]
    found.sort(key=lambda table: -table.facts.created)
    return [
        {
            "url": table.invitation_path,
            "title": table.game.title(language),
            "text": t.gettext("{taken} of {seats} · {name}'s table").format(
                taken=sum(not seat.is_open for seat in table.seats),
                seats=len(table.seats),
                name=table.names(language)[table.seats_of(table.host)[0]],
            ),
        }
        for table in found[:LISTED]
    ]
