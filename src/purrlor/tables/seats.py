"""Who sits where, and how the table is set."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from purrlor.bots.levels import STAND_IN
from purrlor.bots.user_bots_at_tables import name_of_own
from purrlor.core.language import N_, Translations, translations
from purrlor.tables.catalogue import TABLES_CATALOGUE
from purrlor.tables.errors import BadLevel, BadName, BadSetting
from purrlor.tables.people.display_names import distinct_names, visible

if TYPE_CHECKING:
    from purrlor.tables.table import Table

LEVEL_NAMES = {"kitten": N_("kitten"), "cat": N_("cat"), "tiger": N_("tiger"), "lion": N_("lion")}
LEVELS = tuple(LEVEL_NAMES)  # each stronger than the one before it
REPLACEMENT_LEVEL = "cat"  # of a cat that takes over a seat for good
CAT_NAMES = (N_("Whiskers"), N_("Ginger"), N_("Smokey"), N_("Socks"), N_("Pepper"), N_("Misty"))
NAME_LENGTH = 24
LOOK = re.compile(
    r"[a-z]{1,12}(-[a-z]{1,12}){2,3}"
)  # coat, pattern, eyes and what it wears; pages know which there are
NO_SUCH_CAT = N_("There is no such cat: choose one of those shown.")
NO_NAME = N_("Please write a name first.")
DEFAULT_AWAY = 60
LONGEST = 7 * 24 * 3600
SWITCHES = ("public", "advice")  # settings that are on or off


ALIAS = "gone-"  # an identity that was forgotten begins with it


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: open, a person's (`identity`), or a cat's (`level`)."""

    identity: str = ""
    name: str = ""
    level: str = ""
    came: bool = True  # False: kept for somebody of the last match who has not come yet
    cat: bool = False  # a cat plays for this person just now
    cat_by: int = -1  # the seat of who let it; -1: nobody else
    commit: str = ""  # before the match: to the nonce of this person's browser
    look: str = ""  # the cat this person chose; "": one that follows from the name

    @property
    def is_open(self) -> bool:
        return not self.identity and not self.level

    @property
    def is_person(self) -> bool:
        return bool(self.identity)

    @property
    def is_forgotten(self) -> bool:
        """Whether this person has asked to be forgotten: the identity is an alias that leads to nobody."""
        return self.identity.startswith(ALIAS)

    @property
    def is_played_by_cat(self) -> bool:
        """Whether a cat decides for this seat now."""
        return bool(self.level) or self.cat

    @property
    def playing_level(self) -> str:
        """Of the cat that decides for this seat now."""
        return self.level or (STAND_IN if self.cat else "")


OPEN_SEAT = Seat()


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How a table is run; times in seconds, None: never."""

    away: int | None = DEFAULT_AWAY  # after this long away a cat may play; None: no hurry
    clock: int | None = None  # for one decision; then a cat makes it
    public: bool = False  # the first page shows its free seats to everybody, where the operator allows that
    advice: bool = False  # people who play with people may ask a cat, and everybody sees that they did

    def to_data(self) -> dict[str, int | None]:
        data: dict[str, int | None] = {"away": self.away, "clock": self.clock}
        return data | {name: True for name in SWITCHES if getattr(self, name)}

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> TableSettings:
        """Checked settings from JSON or a form."""
        made = cls()
        for name, value in data.items():
            if name in SWITCHES:
                is_on = value in (True, "on")
                made = replace(made, public=is_on) if name == "public" else replace(made, advice=is_on)
                continue
            if name not in ("away", "clock"):
                raise BadSetting(N_("A table has no setting {name}: it has away and clock."), name=repr(name)[:40])
            given = seconds(name, value)
            made = replace(made, away=given) if name == "away" else replace(made, clock=given)
        return made


def seconds(name: str, value: object) -> int | None:
    if value in (None, "", "never"):
        return None
    if isinstance(value, str) and value.isdecimal() and len(value) < 10:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 5 <= value <= LONGEST:
        raise BadSetting(
            N_("{name} is a number of seconds from 5 to {longest}, or never; not {value}."),
            name=name,
            longest=LONGEST,
            value=repr(value)[:40],
        )
    return value


def clean_name(name: object) -> str:
    """The name as it is shown, or BadName."""
    is_short = isinstance(name, str) and len(name) <= 20 * NAME_LENGTH
    text = visible(str(name)) if is_short else ""
    if is_short and not text:
        raise BadName(NO_NAME)
    if not text or len(text) > NAME_LENGTH or not text.isprintable():
        raise BadName(N_("A name has 1 to {most} letters or signs."), most=NAME_LENGTH)
    return text


def clean_look(look: object) -> str:
    """The look of a cat as it is written down; "" for one that follows from the name; BadSetting if it is none."""
    if look and not (isinstance(look, str) and LOOK.fullmatch(look)):
        raise BadSetting(NO_SUCH_CAT)
    return str(look or "")


def level_name(level: str, t: Translations) -> str:
    """What a level is called beside the player's name; a bot of the operator's own has its name already."""
    return t.gettext("bot") if name_of_own(level) else t.gettext(LEVEL_NAMES[level])


def check_level(level: object, offered: Sequence[str]) -> str:
    if level not in offered:
        raise BadLevel(
            N_("There are no cats of level {level}: choose one of {levels}."),
            level=repr(level)[:40],
            levels=", ".join(offered),
        )
    return str(level)


def table_names(table: Table, language: str) -> list[str]:
    """What everybody at this table is called, cats included; "" for an open seat."""
    t = translations(language, TABLES_CATALOGUE)
    names = [
        (seat.name or t.gettext("Somebody"))
        if seat.is_person
        else name_of_own(seat.level) or t.gettext(CAT_NAMES[table.chair(k)])
        if seat.level
        else ""
        for k, seat in enumerate(table.seats)
    ]
    return distinct_names(names)
