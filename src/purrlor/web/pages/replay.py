"""Looking back: a finished match at any moment, from any seat's eyes or with everything open, and its proof."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from purrlor.core.errors import PurrlorError
from purrlor.core.fairness import CAT, PERSON, Contribution
from purrlor.core.language import N_, Translations
from purrlor.core.seats import TABLE, WATCHER, members
from purrlor.core.sentences.name_lists import join_names
from purrlor.tables.errors import NotFinished
from purrlor.tables.history.chapters import Chapter
from purrlor.tables.history.match_review import Review
from purrlor.tables.history.match_summary import evening_of, luck_lines, summary_of
from purrlor.tables.history.replay import ALL_OPEN, Replay, replay_of
from purrlor.tables.table import Table
from purrlor.web.errors import status_of
from purrlor.web.live.beside_table import beside_table
from purrlor.web.live.frames import STORY
from purrlor.web.live.player_chips import names_in_sentences, names_with_you, player_chips, players_for
from purrlor.web.live.sentences import winner_sentence
from purrlor.web.live.viewpoint import viewpoint_of, watcher_viewpoint
from purrlor.web.pages.installable_app import readable_offline
from purrlor.web.pages.lobby import check_visitor, join_page, lobby_page
from purrlor.web.pages.parts.podium import podium, score_lines
from purrlor.web.pages.table import match_page, record_of, watch_page
from purrlor.web.rendering.percentages import percentages
from purrlor.web.rendering.player_faces import faces_of
from purrlor.web.rendering.templating import NO_STORE, draw_board, translations_for
from purrlor.web.request_context import context_of
from purrlor.web.services import services_of

STILL_RUNNING = N_("This match is still being played. When it is over, you can look back at it.")
BEYOND = N_("There is no such moment: this match has {last} decisions.")
NOBODYS = N_("Nobody sat there: here everything lies open.")
OPEN, TO_OPEN = N_("Everything open"), N_("Reveal everything")
GIST = 110  # letters
FORMULA = re.compile(r"(^\s*|[;,|\t\r\n\"']\s*)([=+\-@\t\r])")  # where a spreadsheet would begin a formula

SPEEDS = (
    ("calm", N_("calm")),
    ("usual", N_("usual")),
    ("quick", N_("quick")),
    ("turns", N_("turn by turn")),  # only what begins and ends a turn
)
REVIEW_LEFT = re.compile(r"(?:open|[0-5])\.\d{1,6}")


class ChapterLink(NamedTuple):
    """Where a round or a turn begins: the number of its first move and whose it is, what came of it, and whether the
    moment shown is in it."""

    label: str
    what: str
    href: str
    at: int
    is_round: bool
    is_now: bool


class Moment(NamedTuple):
    """Where somebody stands in a finished match, whose eyes they borrow, and what was wrong with the address."""

    number: int
    eyes: int
    problem: str


async def table_of(request: Request) -> tuple[Table, str]:
    """The table of a look back, and its address: /t/ID for those who have it, else /w/KEY, which tells no id."""
    services = services_of(request)
    if "key" in request.path_params:
        table = await services.tables.watched(request.path_params["key"])
        return table, f"/w/{table.facts.watch_key}"
    table = await services.tables.get(request.path_params["id"])
    check_visitor(request, table)
    return table, f"/t/{table.id}"


def moment_of(request: Request, table: Table, last: int) -> Moment:
    """What the address asks for, or the nearest there is and a sentence."""
    mine, problem = table.seats_of(context_of(request).identity or ""), ""
    at, whose = request.query_params.get("at", "0"), request.query_params.get("as")
    number = int(at) if at.isascii() and at.isdecimal() and len(at) < 10 else -1
    if not 0 <= number <= last:
        problem = BEYOND
        number = last if at.isascii() and at.isdecimal() else 0
    seats = [str(seat) for seat in range(len(table.seats))]
    if whose is None:
        return Moment(number, mine[0] if len(mine) == 1 else ALL_OPEN, problem)
    if whose not in (*seats, "open"):
        problem = NOBODYS
    return Moment(number, int(whose) if whose in seats else ALL_OPEN, problem)


def own_seat(request: Request, table: Table) -> int:
    """The one seat of the reader, who is "you" there; WATCHER for a watcher and for who has several seats."""
    mine = table.seats_of(context_of(request).identity or "")
    return mine[0] if len(mine) == 1 else WATCHER


async def replay_page(request: Request) -> Response:
    return await answer_with_replay(request)


async def answer_with_replay(request: Request, error: PurrlorError | None = None) -> Response:
    """The look back; `error`: with the sentence of something that was asked for here and cannot be done."""
    table, address = await table_of(request)
    if table.stage != "finished":
        return await not_yet(request, table)
    await summary_of(table, services_of(request).tables.store)
    replay = await replay_of(table)
    moment = moment_of(request, table, replay.last)
    context, templates = context_of(request), services_of(request).templates
    t = translations_for(context.language, table.game)
    values = replay_values(request, table, replay, moment, f"{address}/replay", t)
    review = await services_of(request).reviews.found(table)
    shown = names_with_you(table.names(context.language), own_seat(request, table), t)
    values["chances"] = chances_at(review, moment, shown)
    frame = templates.fragment("table/replay_frame.html", t, **values)
    if request.query_params.get("part"):
        return readable_offline(HTMLResponse(frame, headers=NO_STORE), t)
    left = review_left(request)
    game, here = table.game, link_to(f"{address}/replay", moment.number, moment.eyes, left)
    page = templates.page(
        "table/replay.html",
        context,
        t=t,
        here=here,
        status=status_of(error) if error else 404 if moment.problem else 200,
        game=game,
        sheet=templates.game_stylesheet(game),
        note=note_of(error, moment, replay, t),
        frame=frame,
        round=values["round"],
        address=address,
        line_to_table=beside_table(table, context.identity, context.language) if address.startswith("/t/") else None,
        to_review=way_to_review(address, left),
        is_from_review=bool(left),
        link=context.origin + link_to(f"{address}/replay", moment.number, moment.eyes),
        promise=replay.promise,
        secret=replay.secret,
        key=table.playing().key.hex(),
        given=given_by(table, t, context.language),
        withheld=sum(each.is_withheld for each in table.playing().contributions or ()),
        last=replay.last,
    )
    return readable_offline(page, t)


def note_of(error: PurrlorError | None, moment: Moment, replay: Replay, t: Translations) -> str:
    if error is not None:
        return error.message(t)
    return t.gettext(moment.problem).format(last=replay.last) if moment.problem else ""


def given_by(table: Table, t: Translations, language: str) -> list[tuple[str, str, str]]:
    """Who gave what to the key of the match: name, words, nonce."""
    made, contributions = [], table.playing().contributions
    for seat, name in enumerate(table.names(language)):
        each = contributions[seat] if contributions else Contribution(CAT if table.seats[seat].level else PERSON)
        if each.by == CAT and not contributions:
            sentences = t.gettext("a cat: it gave no number")
        elif each.by == CAT:
            sentences = t.gettext("a cat: its number follows from the secret and proves nothing by itself")
        elif each.nonce:
            sentences = t.gettext("a number from their browser, promised before anybody showed one")
        elif each.commit:
            sentences = t.gettext("promised a number, which did not come in time")
        else:
            sentences = t.gettext("no number (no script, or a page from before)")
        made.append((name, sentences, each.nonce))
    return made


async def not_yet(request: Request, table: Table) -> Response:
    """A running match has no look back, for nobody: the table as it is, and a sentence."""
    if request.query_params.get("part"):
        raise NotFinished(STILL_RUNNING)
    error, context = NotFinished(STILL_RUNNING), context_of(request)
    if "key" in request.path_params:
        if table.stage == "lobby":
            return await watch_page(request)
        return match_page(request, table, watcher_viewpoint(table, context.identity, context.language), error)
    viewpoint = viewpoint_of(request, table)
    if viewpoint is None:
        return await join_page(request, table)
    if table.stage == "lobby":
        return await lobby_page(request, table, table.seats_of(context.identity or "")[0])
    return match_page(request, table, viewpoint, error)


def borrowed_from(viewer: int, own: int, names: Sequence[str]) -> str:
    """Whose eyes somebody borrows; "" for one's own, and for who sees everything."""
    return "" if viewer in (own, WATCHER) else names[viewer]


def link_to(base: str, at: int, eyes: int, review: str = "") -> str:
    """`review`: the moment of the review that the way back leads to, as its own address names it."""
    link = f"{base}?at={at}&as={'open' if eyes == ALL_OPEN else eyes}"
    return link + (f"&review={review}" if review else "")


def review_left(request: Request) -> str:
    """Which moment of the review somebody comes from, such as "0.17": whose eyes, and the number of the decision."""
    asked = request.query_params.get("review", "")
    return asked if REVIEW_LEFT.fullmatch(asked) else ""


def way_to_review(address: str, left: str) -> str:
    eyes, _, number = left.partition(".")
    return f"{address}/review" + (f"?as={eyes}&at={number}" if left else "")


def steps_from(number: int, last: int, t: Translations) -> list[tuple[str, str, int]]:
    """Kind, label and moment of every step that can be made from a moment."""
    return [
        ("first", t.gettext("To the beginning"), 0),
        ("previous", t.gettext("One back"), max(number - 1, 0)),
        ("next", t.gettext("One step on"), min(number + 1, last)),
        ("last", t.gettext("To the end"), last),
    ]


def replay_values(
    request: Request, table: Table, replay: Replay, moment: Moment, base: str, t: Translations
) -> dict[str, object]:
    """Ready values for the parts of the page that change from moment to moment."""
    language, (number, eyes, _) = context_of(request).language, moment
    names, state = table.names(language), replay.board_state(number, eyes)
    viewer = WATCHER if eyes == ALL_OPEN else eyes
    face_url, memory = faces_of(table, language).url, replay.board_memories[number]
    own = own_seat(request, table)
    whose = borrowed_from(viewer, own, names)
    templates = services_of(request).templates
    board = draw_board(templates, table.game, state, viewer, t, names, (), memory, face_url, whose, own)
    over = number == replay.last
    winners = table.playing().winners() if over else ()
    waiting = members(int(table.game.rules.waiting(state)))
    players = player_chips(table.game, state, viewer, t, names, board.players, waiting, winners)
    shown_names = names_with_you(names, own, t)
    is_open = eyes == ALL_OPEN
    addressed = own if is_open and own != WATCHER else eyes  # who sat there is "you" with everything open, too
    spoken_names = names if addressed == own else names_in_sentences(names, own, t)

    def link(at: int, whose: int = eyes) -> str:
        return link_to(base, at, whose, review_left(request))

    seats = [(shown_names[k], link(number, k), eyes == k, names[k]) for k in range(len(names))]
    return {
        "game": table.game.name,
        "names": names,
        "face_url": face_url,
        "you": own,
        "players": players_for(players, own, t),
        "board": board.html,
        "tray": board.hand,
        "round": board.round,
        "status": gist(happened(replay, number, addressed, t, spoken_names)),
        "ending": winner_sentence(table, t, names, own) if over else "",
        "where": t.gettext("Move {n} of {last}").format(n=number, last=replay.last),
        "number": number,
        "last": replay.last,
        "eyes": "open" if eyes == ALL_OPEN else str(eyes),
        "here": link(number),
        "base": base,
        "result": base.removesuffix("/replay"),
        "steps": [(kind, label, link(at), at, at == number) for kind, label, at in steps_from(number, replay.last, t)],
        "views": [(t.gettext(OPEN if is_open else TO_OPEN), link(number, ALL_OPEN), is_open, ""), *seats],
        "chapters": chapter_links(replay, number, addressed, spoken_names, shown_names, t, link),
        "chapter_starts": " ".join(str(chapter.at) for chapter in replay.chapters),
        "paces": [(key, t.gettext(label)) for key, label in SPEEDS],
        "story": replay.story(number, addressed, t, spoken_names, STORY),
        "over": over,
        "winners": winners,
        "podium": podium(table.game, state) if over else (),
        "tally": score_lines(table.game, state, t, winners, board.tally_art) if over else (),
        "beside": luck_lines(table, language) if over else (),
        "evening": evening_of(table, language) if over else None,
    }


def chances_at(review: Review | None, moment: Moment, names: Sequence[str]) -> str:
    """Everybody's chance to win at a moment, through these eyes, once somebody has asked for the review; else "". What
    a choice cost its player is said as in the review: before it, and after it."""
    if review is None:
        return ""
    shown = [f"{chance}%" for chance in percentages(review.chances_at(moment.number, moment.eyes))]
    decided = review.decision_at(moment.number)
    if decided is not None and decided.cost and decided.seat == moment.eyes:
        best, chosen = decided.wins
        shown[decided.seat] = f"{best} → {chosen}%"
    return ", ".join(f"{name} {chance}" for name, chance in zip(names, shown, strict=True))


def chapter_links(
    replay: Replay,
    number: int,
    eyes: int,
    names: list[str],
    shown_names: list[str],
    t: Translations,
    link: Callable[[int], str],
) -> list[ChapterLink]:
    """`shown_names` stand alone and have "You" in them; `names` are for sentences."""
    found = replay.chapters
    current = max((chapter.at for chapter in found if chapter.at < number), default=0)
    ends = [*(chapter.at for chapter in found[1:]), replay.last]
    return [
        ChapterLink(
            f"{chapter.at + 1}. {chapter_name(chapter, shown_names, t)}",
            came_of(replay, chapter.at, end, eyes, t, names),
            link(chapter.at + 1),
            chapter.at + 1,
            bool(chapter.round),
            chapter.at == current,
        )
        for chapter, end in zip(found, ends, strict=True)
    ]


def chapter_name(chapter: Chapter, names: list[str], t: Translations) -> str:
    who = names[chapter.seat] if 0 <= chapter.seat < len(names) else ""
    if chapter.round:
        return " · ".join(filter(None, (t.gettext("Round {n}").format(n=chapter.round), who)))
    return who or t.gettext("The match begins.")


def came_of(replay: Replay, begin: int, end: int, eyes: int, t: Translations, names: list[str]) -> str:
    """The last sentence about a chapter that these eyes have; "" where they saw nothing."""
    by_moment = (replay.sentences(moment, eyes, t, names) for moment in range(end, begin, -1))
    return next((sentences[-1] for sentences in by_moment if sentences), "")


def gist(sentences: list[str]) -> str:
    """As much as fits into a speech bubble, at least a sentence; the story beside it has the rest."""
    gist = sentences[:1]
    for sentence in sentences[1:]:
        if len(" ".join(gist)) + len(sentence) > GIST:
            break
        gist.append(sentence)
    return " ".join(gist)


def happened(replay: Replay, number: int, eyes: int, t: Translations, names: list[str]) -> list[str]:
    """What led to this moment, for the calico cat to say."""
    if not number:
        return [t.gettext("The match begins.")]
    sentences = replay.sentences(number, eyes, t, names)
    if sentences:
        return sentences
    seat = replay.log[number - 1][0]
    if seat == TABLE:
        return [t.gettext("Time passes.")]
    said = t.gettext("You have chosen.") if seat == eyes else t.gettext("{name} has chosen.")
    return [said.format(name=names[seat])]


async def record(request: Request) -> Response:
    """The record for those who only look on; its name tells nothing of the table's."""
    table, _ = await table_of(request)
    answer = record_of(table)
    name = f"purrlor-{table.game.name}.json"
    answer.headers["content-disposition"] = f'attachment; filename="{name}"'
    return answer


async def scores(request: Request) -> Response:
    """The score table, for a spreadsheet: UTF-8 with a mark, so that it is read as such."""
    table, _ = await table_of(request)
    if table.stage != "finished":
        raise NotFinished(STILL_RUNNING)
    language = context_of(request).language
    t, text = translations_for(language, table.game), io.StringIO()
    names, match = table.names(language), table.playing()
    lines = csv.writer(text)
    lines.writerow(["", *map(escape_formula, names)])
    for label, row in table.game.words.tally(match.state, t):
        lines.writerow([escape_formula(label), *(escape_formula(str(value)) for value in row)])
    winners = join_names([names[seat] for seat in match.winners()], t)
    lines.writerow([t.gettext("Won by"), escape_formula(winners)])
    name = f"purrlor-{table.game.name}.csv"
    headers = {**NO_STORE, "content-disposition": f'attachment; filename="{name}"'}
    return Response(f"\ufeff{text.getvalue()}", headers=headers, media_type="text/csv")


def escape_formula(text: str) -> str:
    """What a spreadsheet would take for a formula gets an apostrophe before it, also after a sign at which one in
    another country begins a new cell; numbers are numbers."""
    return text if text.lstrip("-+").isdecimal() else FORMULA.sub(r"\1'\2", text)


async def moved(request: Request) -> Response:
    """The replay's address in older links."""
    path, query = request.url.path.removesuffix("/back"), request.url.query
    return RedirectResponse(f"/{path.lstrip('/')}/replay" + (f"?{query}" if query else ""), 308)
