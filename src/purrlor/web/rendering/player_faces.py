"""Which cat stands for whom at a table: the same on every screen, and no two alike."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from purrlor.web.art import dressed, face_key, looks_at_table

if TYPE_CHECKING:
    from purrlor.tables.table import Table

CACHED = 4096


class FaceUrl(Protocol):
    """What templates call `face_url`: where the cat of a player of that name is; pose "sit" or "loaf": a whole cat."""

    def __call__(self, name: str, mood: str = "", wear: str | None = None, pose: str = "") -> str: ...


class TableFaces:
    """The cats of one table, by the names that its screens show. Somebody else's follows from the name."""

    def __init__(self, looks: Mapping[str, str]) -> None:
        self.looks = looks

    def key(self, name: str, mood: str = "", wear: str | None = None, pose: str = "") -> str:
        look = self.looks.get(name) or face_key(name)
        return dressed(look, mood=mood, wear=wear, pose=pose)

    def url(self, name: str, mood: str = "", wear: str | None = None, pose: str = "") -> str:
        return url_of(self.looks.get(name, ""), name, mood, wear, pose)


NO_TABLE = TableFaces({})


@lru_cache(maxsize=CACHED)
def url_of(look: str, name: str, mood: str = "", wear: str | None = None, pose: str = "") -> str:
    return f"/face/{dressed(look or face_key(name), mood=mood, wear=wear, pose=pose)}.svg"


def face_url(name: str, mood: str = "", wear: str | None = None, pose: str = "") -> str:
    """The cat of somebody who sits at no table."""
    return url_of("", name, mood, wear, pose)


def faces_of(table: Table, language: str) -> TableFaces:
    """Everybody's cat. It does not depend on who begins (seats move on from match to match), nor on the language."""
    first = -table.facts.number % max(1, len(table.seats))  # who had the first chair when the series began
    shown, english, looks = table.names(language), table.names("en"), [seat.look for seat in table.seats]
    return cached_faces(*(tuple(each[first:] + each[:first]) for each in (shown, english, looks)))


@lru_cache(maxsize=CACHED)
def cached_faces(shown: tuple[str, ...], english: tuple[str, ...], chosen: tuple[str, ...]) -> TableFaces:
    return TableFaces(dict(zip(shown, looks_at_table(english, chosen), strict=True)))
