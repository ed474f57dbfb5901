"""What one audience sees of a table. The page, the update and the reconnect all come from here.

frame_values   what there is to show, as the viewer may know it
add_viewpoint  who looks: which seat is theirs, what they may do
build_frame    both, drawn: a line of JSON, then HTML
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from markupsafe import Markup, escape

from purrlor.core.game import game as game_named
from purrlor.core.game import games
from purrlor.core.language import N_, Translations
from purrlor.core.seats import WATCHER
from purrlor.core.sentences.narration import AboutViewer
from purrlor.tables.commands.lobby import can_give_seat_to_cat
from purrlor.tables.commands.turns import allows_advice
from purrlor.tables.story.match_summary import Evening, Line, evening_of, luck_lines
from purrlor.tables.table import Table
from purrlor.web.live.board import draw_board
from purrlor.web.live.encoded_text import EncodedText
from purrlor.web.live.last_move import LastMove, last_move_for, wrapped
from purrlor.web.live.player_chips import PlayerChip, named_you, player_chips, viewer_first
from purrlor.web.live.seat_questions import Question, questions_for
from purrlor.web.live.sentences import result_sentence, waiting_sentence, winner_sentence
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.pages.parts.bubble import room
from purrlor.web.pages.parts.podium import Podium, ScoreLine, podium, score_lines
from purrlor.web.pages.parts.presence import away_hint, lost_seats
from purrlor.web.rendering.percentages import percentages
from purrlor.web.rendering.player_faces import FaceUrl, faces_of
from purrlor.web.rendering.templating import Templates, join_names, translations_for
from purrlor.web.server import metrics

STORY = 30
ROUND = '<small id="round">'
NEXT_LEVEL = {  # what is offered after wins in a row, and the button
    "cat": (N_("Three wins in a row! Grown cats play better."), N_("Play against cats")),
    "tiger": (N_("Three wins in a row! Tigers think further ahead."), N_("Play against tigers")),
    "lion": (N_("Three wins in a row! Only lions are stronger."), N_("Play against lions")),
}
spelled = json.JSONEncoder(ensure_ascii=False).encode  # a text as JSON


class Frame(NamedTuple):
    title: str
    round: str
    text: EncodedText  # what goes over the wire: a line of JSON, then the HTML as it is
    is_asked: bool

    @property
    def html(self) -> Markup:
        """The page's part of it."""
        return Markup(self.text[self.text.index("\n") + 1 : self.text.rindex(ROUND)])


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


@dataclass
class FrameValues:
    """All that frame.html names."""

    game: str
    names: list[str]
    face_url: FaceUrl
    seat: int  # whose eyes; or WATCHER
    seen: int  # the number of the question, which forms send back
    shown: int
    players: list[PlayerChip]
    board: Markup
    tray: Markup | str
    round: str
    status: str
    hint: str
    room: tuple[str, str] | None
    actions: Sequence[Mapping[str, object]]
    asleep: list[tuple[int, str]]  # those for whom a cat may play
    never_came: list[tuple[int, str]]  # those whose seat the host may give to a cat
    cat_plays: bool
    story: list[str]
    over: bool
    again: str  # to join the next match: what the button says
    is_asked: bool = False  # has something to decide: then nothing that concerns others moves what lies under a finger
    may_ask_cat: bool = False  # what to do
    # the viewpoint
    you: int = WATCHER
    undo: int | None = None
    undo_seen: int = 0
    cover: int | None = None  # to whom a shared device must be passed
    address: str | None = None
    questions: Sequence[Question] = ()  # who asks for a seat
    invite: str = ""  # the way in for those who lost the connection, and their names
    lost: str = ""
    query: str = ""
    watch: str = ""
    replay_url: str = ""
    is_last_move: bool = False  # what the result needs is fetched meanwhile
    chances: str = ""  # to win, for those who only look on


def build_frame(templates: Templates, table: Table, viewpoint: Viewpoint, now: float | None = None) -> Frame:
    """`now`: for a page, whose clocks say the time that is left. A frame must not change because time passes: screens
    know when a clock ends and go on from there."""
    began = time.perf_counter()
    t = translations_for(viewpoint.language, table.game)
    seat, covered = visible_seat(table, viewpoint)
    values, ending = frame_values(templates, table, seat, viewpoint.language, t, now, is_shared=bool(viewpoint.here))
    add_viewpoint(values, table, viewpoint, covered, t)
    asked = covered is None and seat in table.waiting()
    title = title_of(table, viewpoint.language, t, asked, values.names[covered] if covered is not None else "")
    html = templates.fragment("table/frame.html", t, **vars(values), **vars(ending))
    last_move = last_move_for(table, seat, t, values.names, values.story) if covered is None else None
    last_move_html = (
        "" if last_move is None else draw_last_move(templates, table, viewpoint.language, t, values, last_move)
    )
    head = f'{{"title":{spelled(title)},"n":{table.shown},"call":{"true" if asked else "false"}'
    head += "}" if last_move is None else ',"last":1}'
    parts = (head, "\n", html, ROUND, escape(values.round), "</small>", last_move_html)
    made = Frame(title, values.round, EncodedText("".join(parts)), asked)
    metrics.drew(table.game.name).observe(time.perf_counter() - began)
    return made


def add_viewpoint(
    values: FrameValues, table: Table, viewpoint: Viewpoint, covered: int | None, t: Translations
) -> None:
    """Who looks: their chip comes first, and what they may do has an address."""
    is_seated = not viewpoint.watches
    own = viewpoint.here or ((values.seat,) if is_seated and not values.over else ())
    values.undo = next((seat for seat in own if table.can_undo(seat)), None)
    values.undo_seen = 0 if values.undo is None else table.number_for(values.undo)
    values.you = WATCHER if viewpoint.here else values.seat
    values.players = around(values.players, values.you, t)
    values.cover, values.query, values.watch = covered, viewpoint.query, table.facts.watch_key
    values.address = f"/t/{table.id}" if is_seated else None
    if is_seated and (lost := lost_seats(table, values.seat)):
        values.invite, values.lost = table.invitation_path, join_names([values.names[k] for k in lost], t)
    if viewpoint.seats:
        values.questions = questions_for(table, table.seats[viewpoint.seats[0]].identity, t, viewpoint.language)
    if viewpoint.sees_chances and not values.over:
        values.chances = chances_in_words(table.chances, values.names)
    values.replay_url = f"{values.address or f'/w/{values.watch}'}/replay"


def chances_in_words(chances: Mapping[int, float], names: Sequence[str]) -> str:
    """Names and percentages, in the order of the seats; those of everybody add up to 100."""
    seats = sorted(chances)
    shown = [round(100 * chances[seat]) for seat in seats]
    if len(seats) == len(names):
        shown = percentages([chances[seat] for seat in seats])
    return ", ".join(f"{names[seat]} {n}%" for seat, n in zip(seats, shown, strict=True))


def around(chips: list[PlayerChip], viewer: int, t: Translations) -> list[PlayerChip]:
    return chips if viewer == WATCHER else viewer_first(named_you(chips, viewer, t), viewer)


def draw_last_move(
    templates: Templates, table: Table, language: str, t: Translations, values: FrameValues, last: LastMove
) -> Markup:
    """The table as the move left it that has just ended something: screens show it before the result."""
    game, seat, names = table.game, values.seat, values.names
    board = draw_board(templates, game, last.state, seat, t, names, (), last.memory, values.face_url)
    chips = player_chips(game, last.state, seat, t, names, board.players, table=table)
    shown = replace(
        values,
        players=around(chips, values.you, t),
        board=board.html,
        tray=board.hand,
        status=last.story[0] if last.story else "",
        hint=last.story[1] if len(last.lines) > 1 else "",
        room=room(game.name, language),  # as before the move: the board stays where it is
        story=last.story,
        over=False,
        is_last_move=True,
        actions=(),
        undo=None,
    )
    return wrapped(templates.fragment("table/frame.html", t, **vars(shown)))


def title_of(table: Table, language: str, t: Translations, asked: bool, passed_to: str) -> str:
    """What the tab says; a dot before it calls the player."""
    name = table.game.title(language)
    if passed_to:
        news = t.gettext("Pass it to {name}").format(name=passed_to)
    elif table.stage == "finished":
        news = t.gettext("The end")
    elif asked:
        news = "● " + t.gettext("Your turn")
    else:
        return f"{name} · Purrlor"
    return f"{news} · {name}"


def visible_seat(table: Table, viewpoint: Viewpoint) -> tuple[int, int | None]:
    """Whose eyes the screen shows (or WATCHER), and to whom a shared device must be passed before it shows anything.

    Where all who share it would see the very same, there is nothing to cover.
    """
    wanted = [seat for seat in table.waiting() if seat in viewpoint.here]
    if not viewpoint.here or not wanted or viewpoint.seat in wanted:
        return viewpoint.seat, None
    first = table.view(viewpoint.here[0])
    if all(table.view(seat) == first for seat in viewpoint.here[1:]):
        return wanted[0], None
    return WATCHER, wanted[0]


def frame_values(
    templates: Templates,
    table: Table,
    seat: int,
    language: str,
    t: Translations,
    now: float | None = None,
    *,
    is_shared: bool = False,
) -> tuple[FrameValues, Ending]:
    """Ready values for the parts around the board, and the board itself, as this seat (or WATCHER) may know them.

    `is_shared`: several people share this screen in turn, so nobody is "you": the story and the end tell names.
    """
    names, state, game = table.names(language), table.view(seat), table.game
    choices = table.legal(seat) if seat != WATCHER else ()
    memory = table.history.board_memory() if table.history is not None else None
    face_url = faces_of(table, language).url
    board = draw_board(templates, game, state, seat, t, names, choices, memory, face_url)
    over, waiting = table.stage == "finished", table.waiting_for(seat)
    story = table.story(seat, language, STORY)[::-1]
    winners = table.playing().winners() if over else ()
    addressed = WATCHER if is_shared else seat
    if over:
        status = result_sentence(table, addressed, t, names)
    else:
        asks: str = game.words.status(state, seat, t, names)
        status = asks or waiting_sentence(slowest(table, waiting), seat, names, t)
        if is_shared and choices:
            status = f"{names[seat]}: {status}"
    again = ""
    if table.again:
        invites, again = invitation(table, language, t, names)
        status = invites if invites and is_person(table, seat) and seat != table.again_by else status
    away = "" if over else away_hint(table, seat, names, t, is_asked=bool(choices))
    level = table.summary.next_level if over and table.summary is not None and is_person(table, seat) else ""
    if level:
        away = t.gettext(NEXT_LEVEL[level][0])
    values = FrameValues(
        game=game.name,
        names=names,
        face_url=face_url,
        seat=seat,
        seen=table.number_for(seat),
        shown=table.shown,
        players=player_chips(game, state, seat, t, names, board.players, waiting, winners, table, now),
        board=board.html,
        tray="" if over else board.hand,
        round=board.round,
        status=status,
        hint=away or hint_for(board.hint, story, bool(choices), over, len(names)),
        room=None if over else room(game.name, language),
        actions=() if over else board.actions,
        asleep=[(k, name) for k, name in enumerate(names) if k != seat and table.can_cat_play(k)],
        never_came=[(k, name) for k, name in enumerate(names) if can_give_seat_to_cat(table, seat, k)],
        cat_plays=seat != WATCHER and table.seats[seat].cat,
        story=table.story(WATCHER, language, STORY)[::-1] if is_shared else story,
        over=over,
        again=again,
        is_asked=bool(choices),
        may_ask_cat=len(choices) > 1 and allows_advice(table),
    )
    if not over:
        return values, NOT_OVER
    return values, Ending(
        ending=winner_sentence(table, t, names, addressed),
        winners=winners,
        podium=podium(game, state),
        tally=score_lines(game, state, t, winners, board.tally_art),
        beside=luck_lines(table, language),
        evening=evening_of(table, language),
        other_games=() if table.again else games_to_play_next(table, language),
        next_level=(level, t.gettext(NEXT_LEVEL[level][1])) if level and not table.again else None,
    )


def invitation(table: Table, language: str, t: Translations, names: Sequence[str]) -> tuple[str, str]:
    """Who asks for the next match, and the button that joins it."""
    if table.again_by < 0:  # a log that does not tell it
        return "", t.gettext("Join the next match")
    name = names[table.again_by]
    if table.again_game == table.game.name:
        said, button = t.gettext("{name} invites you to play again."), t.gettext("Join {name} for another match")
    else:
        said, button = t.gettext("{name} invites you to {game}."), t.gettext("Join {name} for {game}")
    title = game_named(table.again_game).title(language)
    return said.format(name=name, game=title), button.format(name=name, game=title)


def games_to_play_next(table: Table, language: str) -> list[tuple[str, str]]:
    """What the same company could play next, in one tap."""
    people = sum(seat.is_person for seat in table.seats)
    return [
        (each.name, each.title(language))
        for each in games()
        if each is not table.game and each.seats[-1] >= people and each.has("words/labels.py")
    ]


def slowest(table: Table, waiting: list[int]) -> list[int]:
    """Of those who choose at the same time, people: cats have chosen before them."""
    return [seat for seat in waiting if not table.seats[seat].level] or waiting


def is_person(table: Table, seat: int) -> bool:
    return seat != WATCHER and table.seats[seat].is_person


def hint_for(hint: str | None, story: list[str], is_asked: bool, over: bool, seats: int) -> str:
    """The game's own how-to; else (a game says None while it asks) what happened last, first of all to the viewer."""
    if hint or over or (is_asked and hint is not None):
        return hint or ""
    since = story[: 2 * seats - 1]  # about as many sentences as the others' turns have
    return next((line for line in since if type(line) is AboutViewer), "".join(since[:1]))
