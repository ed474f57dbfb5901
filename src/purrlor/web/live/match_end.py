"""What the screens of a finished match show besides the board: who won, the score table, what to play next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from purrlor.core.game import State
from purrlor.core.game import games as all_games
from purrlor.core.language import N_, Translations
from purrlor.core.seats import WATCHER
from purrlor.tables.history.match_summary import Evening, Line, evening_of, luck_lines
from purrlor.tables.table import Table
from purrlor.web.live.sentences import winner_sentence
from purrlor.web.pages.parts.podium import Podium, ScoreLine, podium, score_lines

NEXT_LEVEL = {  # what is offered after wins in a row, and the button
    "cat": (N_("Three wins in a row! Grown cats play better."), N_("Play against cats")),
    "tiger": (N_("Three wins in a row! Tigers think further ahead."), N_("Play against tigers")),
    "lion": (N_("Three wins in a row! Only lions are stronger."), N_("Play against lions")),
}


@dataclass
class Ending:
    """What a finished match shows above its board; see final_score.html."""

    ending: str = ""
    winners: Sequence[int] = ()
    podium: Podium | None = None
    tally: Sequence[ScoreLine] = ()
    beside: Sequence[Line] = ()
    evening: Evening | None = None
    other_games: Sequence[tuple[str, str]] = ()
    next_level: tuple[str, str] | None = None  # offered after wins in a row: the level, and what its button says


NOT_OVER = Ending()


def ending_of(
    table: Table, state: State, seat: int, addressed: int, language: str, t: Translations, tally_art: Sequence[str]
) -> Ending:
    """`seat`: whose eyes; `addressed`: who is "you", WATCHER where several people share the screen."""
    names, winners, level = table.names(language), table.playing().winners(), level_offered(table, seat)
    return Ending(
        ending=winner_sentence(table, t, names, addressed),
        winners=winners,
        podium=podium(table.game, state),
        tally=score_lines(table.game, state, t, winners, tally_art),
        beside=luck_lines(table, language),
        evening=evening_of(table, language),
        other_games=() if table.again else games_to_play_next(table, language),
        next_level=(level, t.gettext(NEXT_LEVEL[level][1])) if level and not table.again else None,
    )


def level_offered(table: Table, seat: int) -> str:
    """The stronger level that this seat's player is offered after the match; "" if none."""
    is_person = seat != WATCHER and table.seats[seat].is_person
    return table.summary.next_level if table.summary is not None and is_person else ""


def games_to_play_next(table: Table, language: str) -> list[tuple[str, str]]:
    """What the same company could play next, in one tap."""
    people = sum(seat.is_person for seat in table.seats)
    return [
        (each.name, each.title(language))
        for each in all_games()
        if each is not table.game and each.seats[-1] >= people and each.has("words/labels.py")
    ]
