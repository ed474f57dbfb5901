"""The review of a finished match: how everybody's chance to win went, and the moments that cost most, on the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypedDict

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from purrlor.bots.grading import BEST, EVEN, FAIR, GRADES, SLIP, STUMBLE, WeighedDecision
from purrlor.bots.puzzle_of_day import is_far_ahead, is_obvious
from purrlor.core.game import Game, State
from purrlor.core.language import Translations
from purrlor.core.seats import WATCHER
from purrlor.tables.errors import NotWeighed, NotWeighedYet
from purrlor.tables.history.match_review import Review
from purrlor.tables.history.replay import ALL_OPEN, Replay, replay_of
from purrlor.tables.history.review_jobs import TRIALS
from purrlor.tables.table import Table
from purrlor.web.live.beside_table import beside_table
from purrlor.web.live.player_chips import PlayerChip, names_in_sentences, names_with_you, player_chips, players_for
from purrlor.web.pages.learning.afterwards import afterwards_of
from purrlor.web.pages.learning.review_curve import draw_curves
from purrlor.web.pages.learning.review_luck import balance_lines, balance_of, graded, luck_of
from purrlor.web.pages.learning.review_words import (
    GRADE_NAMES,
    Judged,
    cost_in_words,
    grade_legend,
    how_many_moments,
    lines_about,
    moment_cost,
    signed,
    what_was_chosen,
    why_not,
)
from purrlor.web.pages.replay import answer_with_replay, borrowed_from, link_to, not_yet, own_seat, table_of
from purrlor.web.rendering.marked_choices import mark_choices
from purrlor.web.rendering.player_faces import FaceUrl, faces_of
from purrlor.web.rendering.templating import draw_board, translations_for
from purrlor.web.request_context import context_of
from purrlor.web.services import services_of

PATIENCE = 3.0  # seconds that a page waits for its review before it says so
ASK_AGAIN = 4  # seconds between two such pages
MOST_FINDS = 3  # good finds that are shown


class Reading(NamedTuple):
    """Who reads which review, and in what words."""

    table: Table
    review: Review
    replay: Replay
    address: str
    eyes: int  # whose decisions
    own: int  # the reader's only seat, or WATCHER
    mine: Sequence[int]  # seats of the reader
    names: list[str]
    is_low_good: bool
    t: Translations

    def of(self, decision: WeighedDecision) -> Judged:
        names = self.spoken_names(decision.seat)
        return Judged(decision, self.replay, names, decision.seat in self.mine, self.is_low_good, self.t)

    def spoken_names(self, eyes: int) -> list[str]:
        return self.names if eyes == self.own else names_in_sentences(self.names, self.own, self.t)

    @property
    def shown_names(self) -> list[str]:
        return names_with_you(self.names, self.own, self.t)

    @property
    def shown(self) -> Sequence[int]:
        return range(len(self.table.seats)) if self.eyes == ALL_OPEN else (self.eyes,)

    def link_to(self, decision: WeighedDecision) -> str:
        return f"{self.address}/review?as={'open' if self.eyes == ALL_OPEN else self.eyes}&at={decision.number}"

    def way_back(self, decision: WeighedDecision | None) -> str:
        """This moment, for a page that leads back here."""
        return f"{'open' if self.eyes == ALL_OPEN else self.eyes}.{decision.number if decision else 0}"

    def link(self, whose: int, n: int = 1) -> str:
        return f"{self.address}/review?as={'open' if whose == ALL_OPEN else whose}&n={n}"


class MomentValues(TypedDict):
    """One moment on the board, for review.html."""

    players: list[PlayerChip]
    face_url: FaceUrl
    you: int
    board: Markup
    tray: Markup
    is_marked: bool
    is_remembered: bool
    has_better: bool
    move: str  # as the replay counts them
    on_board: str


class DecisionLine(NamedTuple):
    number: int  # of the decision, as in the replay
    chosen: str  # and by whom, where several are shown
    grade: str
    grade_name: str
    cost: str
    href: str  # of the same page with this moment


async def review_page(request: Request) -> Response:
    """Made when somebody first asks for it; while it is not there, a page that asks again by itself. Where it cannot be
    made, the look back and a sentence."""
    table, address = await table_of(request)
    if table.stage != "finished":
        return await not_yet(request, table)
    services = services_of(request)
    try:
        review = await services.reviews.soon(table, PATIENCE)
    except NotWeighedYet as error:
        return waiting_page(request, table, address, error)
    except NotWeighed as error:
        return await answer_with_replay(request, error)
    context = context_of(request)
    t = translations_for(context.language, table.game)
    replay = await replay_of(table)
    reading = Reading(
        table,
        review,
        replay,
        address,
        eyes_of(request, table),
        own_seat(request, table),
        table.seats_of(context.identity or ""),
        table.names(context.language),
        table.game.fewest_win,
        t,
    )
    points, found = review.turning_points(reading.shown), finds_of(reading)
    templates, game = services.templates, table.game
    moment = moment_asked_for(request, reading, points)
    chosen = points.index(moment) if moment in points else -1
    can_open = moment is not None and hides_something(reading.replay, moment)
    is_open = can_open and request.query_params.get("board") == "open"
    here = reading.link(reading.eyes) if moment is None else reading.link_to(moment)
    shown_moment = moment_values(request, reading, moment, is_open)
    return templates.page(
        "learning/review.html",
        context,
        t=t,
        here=here + ("&board=open" if is_open else ""),
        status=200,
        game=game,
        sheet=templates.game_stylesheet(game),
        address=address,
        line_to_table=beside_table(table, context.identity, context.language) if address.startswith("/t/") else None,
        other_board=("" if not can_open else here if is_open else f"{here}&board=open"),
        is_open=is_open,
        **overview(reading, points, chosen, tones_of(shown_moment["players"]), reading.way_back(moment)),
        finds=[
            (moment_name(reading, each), signed(each.gain), reading.link_to(each), each == moment) for each in found
        ],
        **shown_moment,
        **words_about(reading, moment),
    )


def waiting_page(request: Request, table: Table, address: str, error: NotWeighedYet) -> Response:
    """At the same address: what is being waited for; the browser asks again, also without a script."""
    services, context = services_of(request), context_of(request)
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return services.templates.page(
        "learning/review_waiting.html",
        context,
        here=here,
        status=202,
        title=table.game.title(context.language),
        sentence=error.message(context.translations),
        is_waiting=services.reviews.may_wait(table, services.tables.time()),
        address=address,
        line_to_table=beside_table(table, context.identity, context.language) if address.startswith("/t/") else None,
        seconds=ASK_AGAIN,
    )


def tones_of(players: Sequence[PlayerChip]) -> list[int]:
    """Everybody's colour at the table, by seat."""
    return [chip.tone for chip in sorted(players, key=lambda chip: chip.seat)]


def eyes_of(request: Request, table: Table) -> int:
    """Whose decisions: the seat in the address, else one's own, else everybody's."""
    whose = request.query_params.get("as", "")
    if whose in [str(seat) for seat in range(len(table.seats))]:
        return int(whose)
    mine = table.seats_of(context_of(request).identity or "")
    return mine[0] if len(mine) == 1 and whose != "open" else ALL_OPEN


def moment_asked_for(request: Request, reading: Reading, points: Sequence[WeighedDecision]) -> WeighedDecision | None:
    """The decision of the address: `at` by its number in the match, else `n` among the moments that cost most."""
    at = request.query_params.get("at", "")
    for decision in reading.review.decisions:
        if str(decision.number) == at and decision.seat in reading.shown:
            return decision
    return points[number_in(request.query_params.get("n", "1"), len(points))] if points else None


def finds_of(reading: Reading) -> list[WeighedDecision]:
    """The best finds of these players, in the order of the match: nothing that anybody sees at once."""
    found = [each for each in reading.review.finds(reading.shown) if not is_plain_to_see(reading.replay, each)]
    return sorted(found[:MOST_FINDS], key=lambda each: each.number)


def is_plain_to_see(replay: Replay, decision: WeighedDecision) -> bool:
    """As a puzzle would be: see `bots/puzzle_of_day.py`."""
    view = replay.view(decision.number - 1, decision.seat)
    return is_far_ahead(decision.chance, decision.chance - decision.ahead) or is_obvious(
        replay.game, view, decision.seat, decision.action
    )


def number_in(text: str, count: int) -> int:
    """An index from a number that counts from 1; the first for anything else."""
    is_there = text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= count
    return int(text) - 1 if is_there else 0


def hides_something(replay: Replay, decision: WeighedDecision) -> bool:
    """Whether that player did not see everything then; what chance has in store does not count."""
    hidden, whole = (replay.view(decision.number - 1, eyes) for eyes in (decision.seat, ALL_OPEN))
    hidden.rng = whole.rng = [0] * len(whole.rng)
    return bool(hidden != whole)


def overview(
    reading: Reading, points: Sequence[WeighedDecision], chosen: int, tones: Sequence[int], back: str
) -> dict[str, object]:
    """What concerns the whole match: the curves, who lost how much by choosing, every decision. `tones`: by seat, its
    colour at the table."""
    review, names, t, eyes = reading.review, reading.names, reading.t, reading.eyes
    seats, rounds = range(len(names)), rounds_of(reading.replay)
    links = [reading.link(eyes, number) for number in range(1, len(points) + 1)]
    ways, legend = [balance_of(review, seat) for seat in seats], grade_legend(t)
    return {
        "names": reading.shown_names,
        "faces": names,
        "curves": draw_curves(review, reading.shown_names, list(zip(points, links, strict=True)), t, tones, eyes),
        "how_many": how_many_moments(points, t),
        "is_in_wins": any(point.cost for point in points),
        "moments": [
            (n, moment_name(reading, point), moment_cost(point, reading.is_low_good, t), link, n == chosen + 1)
            for n, (point, link) in enumerate(zip(points, links, strict=True), 1)
        ],
        "views": [
            *(
                (shown_name, reading.link(seat), eyes == seat, names[seat], tones[seat])
                for seat, shown_name in enumerate(reading.shown_names)
            ),
            (t.gettext("All players"), reading.link(ALL_OPEN), eyes == ALL_OPEN, "", -1),
        ],
        "grades": [
            (t.gettext(GRADE_NAMES[grade]), legend[grade], grade, [graded(review, seat, grade) for seat in seats])
            for grade in (*GRADES, EVEN)
        ],
        "lost": [signed(-way.lost) for way in ways],
        "helped": [signed(way.helped) for way in ways],
        "luck": [signed(way.luck) for way in ways],
        "balance": [] if eyes == ALL_OPEN else balance_lines(review, reading.shown_names, reading.shown, t),
        "is_through_all_eyes": eyes == ALL_OPEN,
        "is_own": eyes == reading.own,
        "luck_by_player": [
            (
                "" if seat == reading.own else t.gettext("As {name} saw it").format(name=names[seat]),
                luck_of(
                    review,
                    reading.replay,
                    seat,
                    reading.spoken_names(seat),
                    lambda at, of: link_to(f"{reading.address}/replay", at, of, back),
                    t,
                ),
            )
            for seat in reading.shown
        ],
        **decision_groups(reading, rounds),
        "is_sampled": len(review.decisions) < review.choices,
        "weighed": len(review.decisions),
        "choices": review.choices,
    }


def rounds_of(replay: Replay) -> list[tuple[int, int]]:
    """Moments where a round begins, and its number; none where the game has no rounds."""
    found = [(chapter.at, chapter.round) for chapter in replay.chapters if chapter.round]
    return found if len(found) > 1 else []


def round_at(moment: int, rounds: Sequence[tuple[int, int]]) -> int:
    return max((number for at, number in rounds if at <= moment), default=0)


def moment_name(reading: Reading, decision: WeighedDecision) -> str:
    """When it was, and whose it is where several are shown."""
    when = reading.t.gettext("Move {n}").format(n=decision.number)
    return f"{reading.shown_names[decision.seat]} · {when}" if reading.eyes == ALL_OPEN else when


def decision_groups(reading: Reading, rounds: Sequence[tuple[int, int]]) -> dict[str, object]:
    """The decisions that cost something worth a word, the dearest first; and all others, round by round."""
    shown = [each for each in reading.review.decisions if each.seat in reading.shown and not each.by_cat]
    costly = [each for each in shown if each.grade in (FAIR, SLIP, STUMBLE)]
    others = [each for each in shown if each not in costly]
    t = reading.t
    by_round = groupby(others, key=lambda each: round_at(each.number - 1, rounds))
    return {
        "mistakes": [
            decision_line(reading, each) for each in sorted(costly, key=lambda each: (-each.cost, -each.weight))
        ],
        "others": [
            (
                t.gettext("Round {n}").format(n=number) if number else "",
                [decision_line(reading, each) for each in group],
            )
            for number, group in by_round
        ],
        "others_count": len(others),
    }


def decision_line(reading: Reading, decision: WeighedDecision) -> DecisionLine:
    t, judged = reading.t, reading.of(decision)
    chosen = judged.label(decision.action)
    if reading.eyes == ALL_OPEN:
        chosen = t.gettext("{name}: {chosen}").format(name=reading.shown_names[decision.seat], chosen=chosen)
    grade = "" if decision.grade == BEST else t.gettext(GRADE_NAMES[decision.grade])
    cost, there = cost_in_words(decision, reading.is_low_good, t), reading.link_to(decision)
    return DecisionLine(decision.number, chosen, decision.grade, grade, cost, there)


def moment_values(request: Request, reading: Reading, decision: WeighedDecision | None, is_open: bool) -> MomentValues:
    """The board of one moment as its seat saw it, with both choices marked, or with everything open; without a moment,
    the end of the match."""
    table, replay, t = reading.table, reading.replay, reading.t
    names, face_url = reading.names, faces_of(table, context_of(request).language).url
    at = replay.last if decision is None else decision.number - 1
    seat = ALL_OPEN if decision is None or is_open else decision.seat
    state = replay.board_state(at, seat)
    is_remembered = decision is not None and seat != ALL_OPEN and remember(table.game, state)
    viewer = WATCHER if seat == ALL_OPEN else seat
    choices = () if seat == ALL_OPEN else table.game.legal(state, seat)
    marks = {} if decision is None else marks_of(decision)
    memory = replay.board_memories[at]
    whose = borrowed_from(viewer, reading.own, names)
    templates = services_of(request).templates
    board = draw_board(templates, table.game, state, viewer, t, names, choices, memory, face_url, whose, reading.own)
    asked = () if decision is None else (decision.seat,)
    players = player_chips(table.game, state, viewer, t, names, board.players, asked)
    for chip in players:
        chip.tone = chip.seat if chip.tone < 0 else chip.tone
    return {
        "players": players_for(players, reading.own, t),
        "face_url": face_url,
        "you": viewer,
        "board": mark_choices(board.html, marks),
        "tray": mark_choices(board.hand, marks),
        "is_marked": bool(choices),
        "is_remembered": is_remembered,
        "has_better": decision is not None and decision.is_worse,
        "move": t.gettext("Move {n} of {last}").format(n=at + (decision is not None), last=replay.last),
        "on_board": link_to(f"{reading.address}/replay", at + (decision is not None), seat, reading.way_back(decision)),
    }


def remember(game: Game, state: State) -> bool:
    """Advice rests on what a player knew, so the board shows that: also what was left to be remembered at the table.
    Whether this makes a difference."""
    own = getattr(game.part("board.replay_view"), "remember", None) if game.has("board/replay_view.py") else None
    return own is not None and bool(own(state))


def marks_of(decision: WeighedDecision) -> Mapping[int, str]:
    better = {decision.best: "is-better"} if decision.is_worse else {}
    return {**better, decision.action: "is-chosen"}


def words_about(reading: Reading, decision: WeighedDecision | None) -> dict[str, object]:
    """What was chosen, what the judge would have chosen and why; and, for who wishes to know, why not the former."""
    if decision is None:
        said = reading.t.gettext("There was no mistake here: no choice cost anything.")
        return {"sentence": said, "reasons": (), "why_not": "", "afterwards": (), "is_mine": False}
    judged = reading.of(decision)
    return {
        "sentence": what_was_chosen(judged, is_you=decision.seat == reading.own),
        "reasons": lines_about(judged, reading.review.judge),
        "why_not": why_not(judged),
        "afterwards": afterwards_of(
            reading.table.game,
            reading.replay.view(reading.replay.last, ALL_OPEN),
            decision.seat,
            judged.names,
            decision.afterwards,
            reading.t,
        ),
        "trials": TRIALS,
        "is_mine": judged.is_mine,
    }
