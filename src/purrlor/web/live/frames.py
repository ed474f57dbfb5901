"""What one audience sees of a table: drawn once for all who see the same, and sent as the lines that a screen lacks.

frame_values   what there is to show, as the viewer may know it
add_viewpoint  who looks: which seat is theirs, what they may do
build_frame    both, drawn: a line of JSON, then HTML
FrameCache     draws it once; `frame` for a page or a whole frame, `update` for a screen that follows

`{"of": [[from, to, fresh], …]}` in a frame's first line says how the new lines come about: those of the last frame from
`from` up to `to`, then the next `fresh` of those that follow. Put together they are the whole frame, to the letter.

    last frame   0 a  1 b  2 c  3 d          sent   {…, "of": [[0, 2, 1], [3, 4, 0]]}
    new frame    a  b  X  d                         X
"""

from __future__ import annotations

import json
import time
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup, escape

from purrlor.core.cache import Cache
from purrlor.core.language import Translations
from purrlor.core.seats import WATCHER
from purrlor.core.sentences.name_lists import join_names
from purrlor.tables.commands.lobby import can_give_seat_to_cat
from purrlor.tables.commands.turns import allows_advice
from purrlor.tables.table import Table
from purrlor.tables.time_limits import can_cat_play
from purrlor.web.live.encoded_text import EncodedText
from purrlor.web.live.last_move import draw_last_move, last_move_for
from purrlor.web.live.match_end import NEXT_LEVEL, NOT_OVER, Ending, ending_of, level_offered
from purrlor.web.live.player_chips import PlayerChip, player_chips, players_for
from purrlor.web.live.seat_questions import Question, questions_for
from purrlor.web.live.sentences import (
    cat_in_seat,
    chances_in_words,
    hint_for,
    invitation,
    result_sentence,
    slowest,
    title_of,
    waiting_sentence,
)
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.pages.parts.bubble import room
from purrlor.web.pages.parts.presence import away_hint, lost_seats
from purrlor.web.rendering.player_faces import FaceUrl, faces_of
from purrlor.web.rendering.templating import Templates, draw_board, translations_for
from purrlor.web.server import metrics

STORY = 30
ROUND = '<small id="round">'
SHORT_FRAME = 10_000  # letters: to find out what changed in a shorter frame takes longer than to send it
FRAMES_CACHED = 256  # of all tables: those of a thousand tables would take a hundred megabytes
FRAME_SECONDS = 3.0  # presence changes with time: a frame older than this is drawn again for the next viewer
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
    lost: str = ""  # the names of those who lost the connection
    # the viewpoint
    you: int = WATCHER
    undo: int | None = None
    undo_seen: int = 0
    cover: int | None = None  # to whom a shared device must be passed
    address: str | None = None
    questions: Sequence[Question] = ()  # who asks for a seat
    invite: str = ""  # the way in for those who lost the connection
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
    html = templates.render("table/frame.html", templates.variables(t, vars(values) | vars(ending)))
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
    values.players = players_for(values.players, values.you, t)
    values.cover, values.query, values.watch = covered, viewpoint.query, table.facts.watch_key
    values.address = f"/t/{table.id}" if is_seated else None
    if is_seated and values.lost:
        values.invite = table.invitation_path
    if viewpoint.seats:
        values.questions = questions_for(table, table.seats[viewpoint.seats[0]].identity, t, viewpoint.language)
    if viewpoint.sees_chances and not values.over:
        values.chances = chances_in_words(table.chances, values.names)
    values.replay_url = f"{values.address or f'/w/{values.watch}'}/replay"


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
    over, waiting = table.stage == "finished", table.waiting_for(seat)
    addressed = WATCHER if is_shared else seat
    shown, eyes = (table.view(addressed), addressed) if over else (state, seat)
    board = draw_board(templates, game, shown, eyes, t, names, choices, memory, face_url, reader=addressed)
    story = table.story(seat, language, STORY)[::-1]
    winners = table.playing().winners() if over else ()
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
    lost = lost_seats(table, seat)
    away = away_hint(table, lost, seat, names, t, is_asked=bool(choices)) if lost else ""
    if over and (level := level_offered(table, seat)):
        away = t.gettext(NEXT_LEVEL[level][0])
    changed = cat_in_seat(table, seat, names, t) or table.change_of_seats(seat, language, is_asked=bool(choices))
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
        hint=away or changed or hint_for(board.hint, story, bool(choices), over, len(names)),
        room=None if over else room(game.name, language),
        actions=() if over else board.actions,
        asleep=[(k, names[k]) for k in lost if can_cat_play(table, k)],
        never_came=[(k, name) for k, name in enumerate(names) if can_give_seat_to_cat(table, seat, k)],
        cat_plays=seat != WATCHER and table.seats[seat].cat,
        story=table.story(WATCHER, language, STORY)[::-1] if is_shared else story,
        over=over,
        again=again,
        is_asked=bool(choices),
        may_ask_cat=len(choices) > 1 and allows_advice(table),
        lost=join_names([names[k] for k in lost], t),
    )
    if not over:
        return values, NOT_OVER
    return values, ending_of(table, state, seat, addressed, language, t, board.tally_art)


def is_person(table: Table, seat: int) -> bool:
    return seat != WATCHER and table.seats[seat].is_person


# ------------------------------------------------------------ drawn once, and sent as what changed
class SentFrame(NamedTuple):
    """What the screens of one viewpoint were sent last: its lines as hashes, for there are thousands of such frames."""

    mark: int  # stands for all of it
    lines: array[int]
    before: int = 0  # the mark of what was sent before it
    diff: EncodedText | None = None  # what leads from there to here


@dataclass(slots=True)
class DrawnFrame:
    frame: Frame
    version: int  # of the table
    at: float
    sent: SentFrame | None = None  # its lines and the diff that leads to it, once a screen has asked


class FrameCache:
    """`frame` for a page or a whole frame, `update` for a screen that follows. `forget` when nobody follows a table."""

    def __init__(self, templates: Templates, size: int = FRAMES_CACHED) -> None:
        self.templates = templates
        self.drawn: Cache[tuple[str, Viewpoint], DrawnFrame] = Cache(size)
        self.sent: dict[str, dict[Viewpoint, SentFrame]] = {}  # by table: the last frame of every viewpoint

    def frame(self, table: Table, viewpoint: Viewpoint) -> Frame:
        return self.draw(table, viewpoint).frame

    def draw(self, table: Table, viewpoint: Viewpoint) -> DrawnFrame:
        """Those who see the same ask for it in the same moment: the first of them has it drawn."""
        key, now = (table.id, viewpoint), table.time()
        found = self.drawn.get(key)
        if found is None or found.version != table.version or now - found.at >= FRAME_SECONDS:
            found = DrawnFrame(build_frame(self.templates, table, viewpoint), table.version, now)
            self.drawn.put(key, found)
        return found

    def update(self, table: Table, viewpoint: Viewpoint, shown: int) -> tuple[int, str]:
        """For a screen that shows the frame marked `shown`: the mark of the frame it should show, and what to send.

        "" where that is the same, the diff where the screen shows the frame before it, else the whole frame.
        """
        drawn = self.draw(table, viewpoint)
        text = drawn.frame.text
        if len(text) < SHORT_FRAME:
            return hash(text), "" if hash(text) == shown else text
        if drawn.sent is None:
            last = self.sent.setdefault(table.id, {})
            drawn.sent = last[viewpoint] = record_frame(last.get(viewpoint), text)
        sent = drawn.sent
        if sent.mark == shown:
            return shown, ""
        return sent.mark, sent.diff if sent.diff is not None and sent.before == shown else text

    def forget(self, table: Table) -> None:
        self.sent.pop(table.id, None)


def record_frame(last: SentFrame | None, text: str) -> SentFrame:
    """`text` (a line of JSON, then lines of HTML) after what was sent last."""
    lines = text.split("\n")
    line_hashes = array("q", map(hash, lines))
    mark = hash(line_hashes.tobytes())
    if last is None:
        return SentFrame(mark, line_hashes)
    if last.mark == mark:
        return last
    of, fresh = diff_lines(last.lines[1:], line_hashes[1:])
    spelled = ",".join([f"[{start},{end},{count}]" for start, end, count in of])
    diff = EncodedText("\n".join([f'{lines[0][:-1]},"of":[{spelled}]}}', *[lines[k + 1] for k in fresh]]))
    return SentFrame(mark, line_hashes, last.mark, diff)


def diff_lines(old: Sequence[int], new: Sequence[int]) -> tuple[list[tuple[int, int, int]], list[int]]:
    """The steps that lead from old to new, and which of the new lines are fresh.

    What both begin and end with is most of a frame and found by comparing halves. A line between them is first looked
    for behind the one before it, then anywhere between: most stay where they were.
    """
    head = common_head(old, new)
    tail = common_head(old[head:][::-1], new[head:][::-1])
    size = len(old) - tail
    where = dict(zip(old[head:size], range(head, size), strict=True))
    steps: list[tuple[int, int, int]] = []
    fresh: list[int] = []
    start, end, count = 0, head, 0  # the step being made
    at = head  # where the next line is expected
    for k, line in enumerate(new[head : len(new) - tail], head):
        found = at if at < size and old[at] == line else where.get(line, -1)
        at += 1
        if found < 0:
            fresh.append(k)
            count += 1
            continue
        if count or found != end:
            if count or end > start:
                steps.append((start, end, count))
            start, count = found, 0
        end = at = found + 1
    if tail and (count or size != end):
        steps.append((start, end, count))
        start, count = size, 0
    steps.append((start, end if not tail else len(old), count))
    return steps, fresh


def common_head(one: Sequence[int], other: Sequence[int]) -> int:
    """How many lines both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def apply_diff(previous: Sequence[str], text: str) -> list[str]:
    """The lines of the frame `text` leads to, for a client that holds those of the last one: as a screen does it."""
    head, *fresh = text.split("\n")
    of = json.loads(head).get("of")
    if of is None:
        return fresh
    made: list[str] = []
    for start, end, count in of:
        made += previous[start:end]
        made += fresh[:count]
        del fresh[:count]
    return made
