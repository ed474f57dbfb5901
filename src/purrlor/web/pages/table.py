"""A table during and after its match: its page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from purrlor.core.errors import IllegalAction, NotYourTurn, PurrlorError
from purrlor.core.language import N_, Translations
from purrlor.core.seats import WATCHER
from purrlor.core.sentences.name_lists import join_names
from purrlor.tables.commands.series import wins_in_series
from purrlor.tables.commands.turns import has_company
from purrlor.tables.errors import NotFinished, NotWelcome, NotYourSeat, OldRules, StoreError, UnknownTable
from purrlor.tables.history.match_summary import summary_of
from purrlor.tables.store import Result
from purrlor.tables.table import Table
from purrlor.tables.viewers.reactions import PHRASES, REACTIONS
from purrlor.tables.viewers.rights import check_owns_seats
from purrlor.web.errors import status_of
from purrlor.web.live.frames import Frame, build_frame
from purrlor.web.live.player_chips import names_with_you
from purrlor.web.live.sentences import winner_sentence
from purrlor.web.live.viewpoint import Viewpoint, default_viewpoint, viewpoint_of, watcher_viewpoint
from purrlor.web.pages.home import what_leaving_means
from purrlor.web.pages.lobby import check_visitor, join_page, lobby_page
from purrlor.web.pages.parts.option_controls import applies, value_in_words
from purrlor.web.pages.pictures.previews import preview_of
from purrlor.web.rate_limits import TooMuch
from purrlor.web.rendering.player_faces import faces_of
from purrlor.web.rendering.templating import NO_STORE, translations_for
from purrlor.web.request_context import context_of
from purrlor.web.services import services_of

GONE = N_("That is not possible any more. Here is the table as it is now.")
REACTION_SHOWN = 30.0  # seconds; a page without script is reloaded every five
SOUNDS = (
    ("dice", N_("dice")),
    ("cards", N_("cards and tiles")),
    ("toss", N_("tossed tokens")),
    ("purr", N_("a purr when it is your turn")),
    ("victory", N_("the end")),
)
PACES = (("calm", N_("calm")), ("usual", N_("usual")), ("quick", N_("quick")))


async def table_page(request: Request) -> Response:
    """What is at the table's address: a chair to take, the lobby, or the match."""
    services, context = services_of(request), context_of(request)
    found = await services.tables.get(request.path_params["id"])
    try:
        viewpoint = viewpoint_of(request, found)
    except NotYourSeat as error:
        return await current_table_page(request, found, error)
    check_visitor(request, found)
    if viewpoint is None or context.identity is None or ("sit" in request.query_params and found.stage == "lobby"):
        return await join_page(request, found)
    found = await services.tables.check_in(found.id, context.identity)
    if found.stage == "lobby":
        check_owns_seats(found, context.identity, viewpoint.seats)
        return await lobby_page(request, found, found.seats_of(context.identity)[0])
    return match_page(request, found, viewpoint, series=await series_of(request, found))


async def series_of(request: Request, found: Table) -> Sequence[Result]:
    """The finished matches of this table's series, if it is one; after the end they are told beside the score."""
    if found.stage == "finished":
        await summary_of(found, services_of(request).tables.store)
    if not found.facts.number or found.stage == "finished":
        return ()
    return await services_of(request).tables.series_score(found)


def match_page(
    request: Request,
    found: Table,
    viewpoint: Viewpoint,
    error: PurrlorError | None = None,
    series: Sequence[Result] = (),
    note: str = "",
) -> Response:
    services, context, match = services_of(request), context_of(request), found.playing()
    check_owns_seats(found, context.identity, viewpoint.seats)
    t, language = translations_for(viewpoint.language, found.game), viewpoint.language
    frame, watches, me = frame_of_page(request, found, viewpoint), viewpoint.watches, context.identity or ""
    over = found.stage == "finished"
    here = f"/w/{found.facts.watch_key}" if watches else f"/t/{found.id}"
    return services.templates.page(
        "table/table.html",
        context,
        t=t,
        here=here + viewpoint.query,
        status=status_of(error) if error else 200,
        game=found.game,
        preview=preview_of(context, found.game, preview_text(found, t, language)),
        title=frame.title,
        frame=frame.html,
        round=frame.round,
        note=refusal_sentence(error, t) if error else note,
        is_asked=frame.is_asked,
        over=over,
        address=None if watches else here,
        query=viewpoint.query,
        watch=found.facts.watch_key,
        leaving="" if watches or over else what_leaving_means(found, me, t),
        watch_link=f"{context.origin}/w/{found.facts.watch_key}",
        invite_link="" if watches or over or not has_company(found, me) else context.origin + found.invitation_path,
        own_seats=[] if watches or over else [(k, found.names(language)[k]) for k in found.seats_of(me)],
        is_host=not watches and me == found.host and has_company(found, me),
        own_seat=f"/t/{found.id}" if watches and found.seats_of(me) else "",
        tabs=[(seat, found.names(language)[seat]) for seat in viewpoint.here],
        now=round(found.time(), 1) if found.settings.clock is not None else "",
        recent_reactions=recent_reactions(found, t, language),
        said=said_lines(found, viewpoint.seats, t, language),
        live=f"{here}/live?changes=1{viewpoint.query.replace('?', '&')}",
        reactions=[(kind, t.gettext(word)) for kind, word in REACTIONS.items()],
        phrases=[(kind, t.gettext(words)) for kind, words in PHRASES.items()],
        sounds=[(kind, t.gettext(label)) for kind, label in SOUNDS],
        paces=[(key, t.gettext(label)) for key, label in PACES],
        asks_twice=getattr(found.game.part("board.view"), "ASKS_TWICE", False),
        options=[
            (t.gettext(each.label), value_in_words(each, match.options[each.name], t))
            for each in found.game.options
            if applies(each, match.options)
        ],
        promise=match.promise,
        record=f"{here}/record.json",
        series=series_lines(found, viewpoint, series, t) if series else [],
    )


def frame_of_page(request: Request, found: Table, viewpoint: Viewpoint) -> Frame:
    """As screens get it; with a clock it is drawn for this page alone, which tells the time left without script."""
    services = services_of(request)
    if found.settings.clock is None:
        return services.frames.frame(found, viewpoint)
    return build_frame(services.templates, found, viewpoint, found.time())


def series_lines(
    found: Table, viewpoint: Viewpoint, series: Sequence[Result], t: Translations
) -> list[tuple[str, str]]:
    """Who has won how many matches of the series."""
    own = WATCHER if viewpoint.here else viewpoint.seat
    return [
        (t.gettext("You") if seat == own else name, t.ngettext("{n} win", "{n} wins", wins).format(n=wins))
        for seat, (name, wins) in enumerate(
            zip(found.names(viewpoint.language), wins_in_series(found, series), strict=True)
        )
    ]


def preview_text(found: Table, t: Translations, language: str) -> str:
    """What a pasted link to watch says."""
    names = found.names(language)
    if found.stage == "finished":
        return winner_sentence(found, t, names)
    return t.gettext("Watch {names} play.").format(names=join_names(names, t))


def recent_reactions(found: Table, t: Translations, language: str) -> list[tuple[str, str, str]]:
    """For those without script: who said what in the last moments."""
    names, since = found.names(language), found.time() - REACTION_SHOWN
    last = {reaction.seat: reaction.kind for reaction, at in found.said if at > since}
    return [(names[seat], kind, word_of(kind, t)) for seat, kind in last.items()]


class SaidLine(NamedTuple):
    """A line of the menu of words."""

    name: str
    word: str
    at: int  # seconds since 1970
    is_own: bool


def said_lines(found: Table, own: Sequence[int], t: Translations, language: str) -> list[SaidLine]:
    """What was said last at this table, to somebody who comes back to its page."""
    names = found.names(language)
    if len(own) == 1:
        names = names_with_you(names, own[0], t)
    return [
        SaidLine(names[reaction.seat], word_of(reaction.kind, t), int(at), reaction.seat in own)
        for reaction, at in found.said
    ]


def word_of(kind: str, t: Translations) -> str:
    return t.gettext(REACTIONS.get(kind) or PHRASES[kind])


def refusal_sentence(error: PurrlorError, t: Translations) -> str:
    return t.gettext(GONE) if isinstance(error, NotYourTurn | IllegalAction) else error.message(t)


async def watch_page(request: Request) -> Response:
    """The watchers' page: it holds nothing that would let them sit down."""
    services, context = services_of(request), context_of(request)
    found = await services.tables.watched(request.path_params["key"])
    if found.stage == "lobby":
        return services.templates.page(
            "lobby/watch_lobby.html",
            context,
            here=request.url.path,
            title=found.game.title(context.language),
            names=found.names(context.language),
            face_url=faces_of(found, context.language).url,
            own_seat=f"/t/{found.id}" if found.seats_of(context.identity or "") else "",
        )
    viewpoint = watcher_viewpoint(found, context.identity, context.language)
    if viewpoint.sees_chances:
        services.chances.refresh(found)
    return match_page(request, found, viewpoint, series=await series_of(request, found))


async def answer_with_table(request: Request, error: PurrlorError) -> Response | None:
    """What cannot be done is answered with the table as it is now, and a sentence; None where it cannot be shown."""
    if isinstance(error, UnknownTable | OldRules | StoreError | TooMuch | NotWelcome):
        return None
    table = await services_of(request).tables.get(request.path_params["id"])
    return await current_table_page(request, table, error)


async def current_table_page(request: Request, found: Table, error: PurrlorError) -> Response:
    """The nearest page to one that is not there: one's own side of the table, the lobby, or the door."""
    check_visitor(request, found)
    context = context_of(request)
    if "x-live" in request.headers:
        return JSONResponse(
            {"error": refusal_sentence(error, translations_for(context.language, found.game))}, status_of(error)
        )
    mine = found.seats_of(context.identity or "")
    if not mine:
        return await join_page(request, found, error)
    if found.stage == "lobby":
        return await lobby_page(request, found, mine[0], error)
    try:
        viewpoint = viewpoint_of(request, found)
    except NotYourSeat:
        viewpoint = None
    return match_page(
        request, found, viewpoint or default_viewpoint(mine, context.language), error, await series_of(request, found)
    )


async def record(request: Request) -> Response:
    """The record of a finished match, with its secret: with it every die can be checked."""
    found = await services_of(request).tables.get(request.path_params["id"])
    check_visitor(request, found)
    return record_of(found)


def record_of(found: Table) -> Response:
    if found.stage != "finished":
        raise NotFinished(N_("The record is open when the match is over."))
    name = f"purrlor-{found.game.name}-{found.id[:6]}.json"
    headers = {**NO_STORE, "content-disposition": f'attachment; filename="{name}"'}
    return JSONResponse(found.record(), headers=headers)
