"""The players around a board: a face, a name, a count, and at a running table who is away and how much time is left."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, NamedTuple

from purrlor.core.game import Game, State
from purrlor.core.language import Translations
from purrlor.core.seats import WATCHER
from purrlor.tables.driving.clock import clock_face
from purrlor.tables.seats import level_name
from purrlor.tables.time_limits import clock_ends

if TYPE_CHECKING:
    from purrlor.tables.table import Table
    from purrlor.web.rendering.templating import ChipValues


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

    @property
    def around(self) -> ChipAround:
        """All but the game's own part."""
        return ChipAround(
            self.seat, self.name, self.face, self.count, self.short, self.you, self.turn, self.won, self.away,
            self.absent, self.doing, self.level, self.deadline, self.left,
        )  # fmt: skip


class ChipAround(NamedTuple):
    """What a chip shows around the game's own part. Where it is the same again it is not drawn again: see `once`."""

    seat: int
    name: str
    face: str
    said: str  # the chip's count
    short: str
    you: bool
    turn: bool
    won: bool
    away: bool
    absent: str
    doing: str
    level: str
    deadline: float | None
    left: str


CHIP_FIELDS = frozenset(field.name for field in fields(PlayerChip))


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
    players = []
    for seat, name in enumerate(names):
        chip = PlayerChip(seat, name, name, you=seat == viewer, turn=seat in waiting, won=seat in won)
        if table is not None:
            add_presence(chip, table, waiting, t, now)
        given = own[seat] if own else {}
        if "count" not in given or "short" not in given:
            chip.count, chip.short = points_of(game, state, seat, t)
        for field in CHIP_FIELDS & given.keys():
            setattr(chip, field, given[field])
        players.append(chip)
    return players


def add_presence(chip: PlayerChip, table: Table, waiting: Collection[int], t: Translations, now: float | None) -> None:
    """What a chip shows at a running table only: who is away, which cats think, how much time is left. As long as
    people choose in secret, a cat may have chosen long ago: it does not think."""
    chair = table.seats[chip.seat]
    chip.away = table.stage != "finished" and not table.is_here(chip.seat)  # who leaves after the end is not missed
    if chair.cat:
        chip.absent = t.gettext("a cat plays")
    if chair.level:
        chip.level = level_name(chair.level, t)
        if chip.turn and all(table.seats[k].level for k in waiting):
            chip.doing = t.gettext("thinking…")
    deadline = clock_ends(table, chip.seat) if chip.turn else None
    if deadline:
        chip.deadline, chip.left = deadline, clock_face(deadline - now if now else table.settings.clock or 0)


def points_of(game: Game, state: State, seat: int, t: Translations) -> tuple[str, str]:
    """What a chip shows where the game's own view does not say it."""
    score = int(game.rules.score(state, seat))
    return t.ngettext("{n} point", "{n} points", score).format(n=score), str(score)


def named_you(players: list[PlayerChip], viewer: int, t: Translations) -> list[PlayerChip]:
    """The viewer's own chip says "You"."""
    for chip in players:
        if chip.seat == viewer:
            chip.name = t.gettext("You")
    return players


def names_with_you(names: Sequence[str], viewer: int, t: Translations) -> list[str]:
    """Names to stand alone, beside a face or before a colon: the viewer's own is "You"."""
    return [t.gettext("You") if seat == viewer else name for seat, name in enumerate(names)]


def names_in_sentences(names: Sequence[str], viewer: int, t: Translations) -> list[str]:
    """Names for what is told to somebody else or through their eyes: the viewer's own says whose it is."""
    return [t.gettext("{name} (you)").format(name=name) if seat == viewer else name for seat, name in enumerate(names)]


def viewer_first(players: list[PlayerChip], viewer: int) -> list[PlayerChip]:
    """Clockwise from the one who looks."""
    return [*players[viewer:], *players[:viewer]]


def players_for(players: list[PlayerChip], viewer: int, t: Translations) -> list[PlayerChip]:
    """Their own chip comes first and says "you"."""
    return players if viewer == WATCHER else viewer_first(named_you(players, viewer, t), viewer)
