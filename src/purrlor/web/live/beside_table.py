"""The pages of a table that are not the table itself: who sits there is here while one of them is open, and hears of an
invitation to the next match."""

from __future__ import annotations

import json
from dataclasses import dataclass

from purrlor.tables.table import Table
from purrlor.web.live.sentences import invitation
from purrlor.web.rendering.templating import translations_for

LIVE = "beside"  # the word in a live address: this screen shows no board


@dataclass(frozen=True, slots=True)
class BesideTable:
    """What top_bar.html needs: the live address, where the table is, and the sentence that is known already."""

    live: str
    table: str
    invites: str


def beside_table(table: Table, identity: str | None, language: str) -> BesideTable | None:
    """For a page of this table; None for who does not sit there."""
    mine = table.seats_of(identity or "")
    if not mine:
        return None
    return BesideTable(f"/t/{table.id}/live?{LIVE}=1", f"/t/{table.id}", invites_to(table, mine, language))


def invites_to(table: Table, mine: tuple[int, ...], language: str) -> str:
    """Who invites the players of these seats to the next match; "" where nobody does, or they do so themselves."""
    if not table.again or table.again_by in mine:
        return ""
    return invitation(table, language, translations_for(language, table.game), table.names(language))[0]


def beside_text(table: Table, identity: str, language: str) -> str:
    """As it goes over the wire; "" while there is nothing to say."""
    invites = invites_to(table, table.seats_of(identity), language)
    return json.dumps({"invites": invites}, ensure_ascii=False) if invites else ""
