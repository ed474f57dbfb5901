"""The players around a board: a face, a name, a count, and at a running table who is away and how much time is left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from purrlor.core.game import Game, State
from purrlor.core.language import Translations
from purrlor.tables.clock import clock_face
from purrlor.tables.seats import level_name

if TYPE_CHECKING:
    from purrlor.tables.table import Table
    from purrlor.web.live.board import ChipValues


@dataclass(slots=True)
class PlayerChip:
    """Ready values for player_chips.html. A game's view may set any of them, most of all `count` and `short`."""

    seat: int
    name: str
    face: str  # the name its cat is drawn by
    count: str = ""  # "12 points"
    short: str = ""  # the same where there is little room
    you: bool = False
    turn: bool = False
    won: bool = False
    away: bool = False
    absent: str = ""  # why the player is missing, in words
    doing: str = ""
    level: str = ""  # of a bot
    deadline: float | None = None
    left: str = ""  # time until then, as a clock shows it
    tone: int = -1  # of the six colours in review.css, where the game gives a player one; else the seat has its own
    html: str = ""  # the game's own board/player.html


CHIP_FIELDS = frozenset(field.name for field in fields(PlayerChip))
chip_from: Callable[..., PlayerChip] = PlayerChip  # from values that a game's view gives by name


def player_chips(
    game: Game,
    state: State,
    viewer: int,
    t: Translations,
    names: Sequence[str],
    own: Sequence[ChipValues],
    waiting: Collection[int] = (),
    won: Collection[int] = (),
    table: Table | None = None,
    now: float | None = None,
) -> list[PlayerChip]:
    """By seat. `own` is what the game's view says of each. Without a table they sit still: nobody is away, no clock
    runs. `now`: for a page, whose clocks say the time that is left; a frame must not change because time passes."""
    chips = []
    for seat, name in enumerate(names):
        values: dict[str, object] = {"seat": seat, "name": name, "face": name}
        values |= {"you": seat == viewer, "turn": seat in waiting, "won": seat in won}
        if table is not None:
            values |= live_values(table, seat, waiting, t, now)
        given = own[seat] if own else {}
        if "count" not in given or "short" not in given:
            values |= points_of(game, state, seat, t)
        chips.append(chip_from(**values | known_fields(given)))
    return chips


def known_fields(given: ChipValues) -> dict[str, object]:
    return {name: value for name, value in given.items() if name in CHIP_FIELDS}


def live_values(
    table: Table, seat: int, waiting: Collection[int], t: Translations, now: float | None
) -> dict[str, object]:
    """What a chip shows at a running table only: who is away, which cats think, how much time is left. As long as
    people choose in secret, a cat may have chosen long ago: it does not think."""
    chair, is_asked = table.seats[seat], seat in waiting
    thinks = is_asked and all(table.seats[k].level for k in waiting)
    is_here = table.stage == "finished" or table.is_here(seat)  # who leaves after the end is not missed
    deadline = table.clock_ends(seat) if is_asked else None
    return {
        "away": not is_here,
        "absent": t.gettext("a cat plays") if chair.cat else "",
        "doing": t.gettext("thinking…") if thinks else "",
        "level": level_name(chair.level, t) if chair.level else "",
        "deadline": deadline,
        "left": clock_face(deadline - now if now else table.settings.clock or 0) if deadline else "",
    }


def points_of(game: Game, state: State, seat: int, t: Translations) -> dict[str, str]:
    """What a chip shows where the game's own view does not say it."""
    score = int(game.rules.score(state, seat))
    return {"count": t.ngettext("{n} point", "{n} points", score).format(n=score), "short": str(score)}


def named_you(chips: list[PlayerChip], viewer: int, t: Translations) -> list[PlayerChip]:
    """The viewer's own chip says "You"."""
    for chip in chips:
        if chip.seat == viewer:
            chip.name = t.gettext("You")
    return chips


def viewer_first(chips: list[PlayerChip], viewer: int) -> list[PlayerChip]:
    """Clockwise from the one who looks."""
    return [*chips[viewer:], *chips[:viewer]]
