"""What those who sit at a table are asked by somebody who wants a seat there."""

from __future__ import annotations

from dataclasses import dataclass

from purrlor.core.language import Translations
from purrlor.tables.commands.claims import open_claims
from purrlor.tables.table import Table


@dataclass(frozen=True, slots=True)
class Question:
    """Somebody asks for a seat; one who sits there answers."""

    key: str
    text: str
    yes: str


def questions_for(table: Table, identity: str, t: Translations, language: str) -> list[Question]:
    """For somebody who sits there: who asks for a seat, in words."""
    names = table.names(language)
    return [
        Question(
            claim.key,
            (
                t.gettext("Somebody says: “I am {name}, my browser has forgotten me.”")
                if claim.is_return
                else t.gettext("{name} would like to sit down in place of {cat}.")
            ).format(name=claim.name, cat=names[claim.seat]),
            (t.gettext("Yes, this is {name}") if claim.is_return else t.gettext("Let {name} in")).format(
                name=claim.name
            ),
        )
        for claim in open_claims(table, identity)
    ]
