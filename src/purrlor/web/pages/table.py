"""A table during and after its match: the page, and what those who sit there do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from purrlor.core.errors import IllegalAction, NotYourTurn, PurrlorError
from purrlor.core.language import N_, Translations
from purrlor.core.seats import WATCHER
from purrlor.tables.commands.series import wins_in_series
from purrlor.tables.errors import NotFinished, NotWelcome, NotYourSeat, OldRules, StoreError, UnknownTable
from purrlor.tables.rights import check_owns
from purrlor.tables.store import Result
from purrlor.tables.story.match_summary import summary_of
from purrlor.tables.subscribers import REACTIONS
from purrlor.tables.table import Table
from purrlor.web.errors import status_of
from purrlor.web.limits import TooMuch
from purrlor.web.live.frames import build_frame
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.pages.lobby import check_visitor, join_page, lobby_page
from purrlor.web.pages.option_controls import value_in_words
from purrlor.web.pages.table_actions import acknowledge, read_action, send_to
from purrlor.web.rendering.templating import NO_STORE, translations_for
from purrlor.web.request_context import context_of
from purrlor.web.services import services_of

Handler = Callable[[Request], Awaitable[Response]]
GONE = N_("That is not possible any more. Here is the table as it is now.")
REACTION_SHOWN = 30.0  # seconds; a page without script comes anew every five
PACES = (("calm", N_("calm")), ("usual", N_("usual")), ("quick", N_("quick")))


def viewpoint_of(connection: HTTPConnection, table_page: Table) -> Viewpoint | None:
    """From which seat the visitor looks; None if they have none here.

    `?seat=2` is a tab of its own for one seat. Without it, several seats of one person share the screen, and
    `?up=2` says who holds the device.
    """
    context = context_of(connection)
    mine = table_page.seats_of(context.identity or "")
    if not mine:
        return None
    for name in ("seat", "up"):
        wanted = connection.query_params.get(name)
        if wanted is None:
            continue
        if not (wanted.isascii() and wanted.isdecimal() and len(wanted) == 1 and int(wanted) in mine):
            raise NotYourSeat(N_("This is not your seat."))
        return Viewpoint(int(wanted), context.language, mine if name == "up" and len(mine) > 1 else ())
    return default_viewpoint(mine, context.language)


def default_viewpoint(mine: tuple[int, ...], language: str) -> Viewpoint:
    return Viewpoint(mine[0], language) if len(mine) == 1 else Viewpoint(WATCHER, language, mine)


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
        check_owns(found, context.identity, viewpoint.seats)
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
) -> Response:
    services, context = services_of(request), context_of(request)
    check_owns(found, context.identity, viewpoint.seats)
    t, game = translations_for(viewpoint.language, found.game), found.game
    if found.settings.clock is None:
        drawn = services.frames.frame(found, viewpoint)
    else:  # without script a page tells the time that is left
        drawn = build_frame(services.templates, found, viewpoint, found.time())
    watching = viewpoint.watches
    here = f"/w/{found.facts.watch_key}" if watching else f"/t/{found.id}"
    assert found.match is not None
    return services.templates.page(
        "table.html",
        context,
        t=t,
        here=here + viewpoint.query,
        status=status_of(error) if error else 200,
        game=game,
        title=drawn.title,
        frame=drawn.html,
        round=drawn.round,
        note=refusal_sentence(error, t) if error else "",
        is_asked=drawn.is_asked,
        over=found.stage == "finished",
        address=None if watching else f"/t/{found.id}",
        query=viewpoint.query,
        watch=found.facts.watch_key,
        tabs=[(k, found.names(viewpoint.language)[k]) for k in viewpoint.here],
        now=round(found.time(), 1) if found.settings.clock is not None else "",
        said=recent_reactions(found, t, viewpoint.language),
        live=f"{here}/live?changes=1" + viewpoint.query.replace("?", "&"),
        reactions=[(kind, t.gettext(word)) for kind, word in REACTIONS.items()],
        paces=[(key, t.gettext(label)) for key, label in PACES],
        options=[
            (t.gettext(each.label), value_in_words(each, found.match.options[each.name], t)) for each in game.options
        ],
        promise=found.match.promise,
        record=f"{here}/record.json",
        series=[
            (t.gettext("You") if k == viewpoint.seat else name, t.ngettext("{n} win", "{n} wins", wins).format(n=wins))
            for k, (name, wins) in enumerate(
                zip(found.names(viewpoint.language), wins_in_series(found, series), strict=True)
            )
        ]
        if series
        else [],
    )


def recent_reactions(found: Table, t: Translations, language: str) -> list[tuple[str, str, str]]:
    """For those without script: who said what in the last moments."""
    names, since = found.names(language), found.time() - REACTION_SHOWN
    return [
        (names[seat], kind, t.gettext(REACTIONS[kind])) for seat, (kind, at) in found.reactions.items() if at > since
    ]


def refusal_sentence(error: PurrlorError, t: Translations) -> str:
    return t.gettext(GONE) if isinstance(error, NotYourTurn | IllegalAction) else error.message(t)


async def watch_page(request: Request) -> Response:
    """The watchers' page: it holds nothing that would let them sit down."""
    services, context = services_of(request), context_of(request)
    found = await services.tables.watched(request.path_params["key"])
    if found.stage == "lobby":
        return services.templates.page(
            "watch_lobby.html",
            context,
            here=request.url.path,
            title=found.game.title(context.language),
            names=found.names(context.language),
        )
    viewpoint = Viewpoint(WATCHER, context.language)
    return match_page(request, found, viewpoint, series=await series_of(request, found))


# What those who sit there do


async def play(request: Request) -> Response:
    _, me, table_id, form = await read_action(request)
    tables, seat, seen = services_of(request).tables, form.number("seat", high=7), form.number("seen")
    if "instead" in form:
        await tables.play_instead(table_id, me, seat, form.number("instead", high=62), seen)
    else:
        await tables.play(table_id, me, seat, form.number("action", high=62), seen)
    return acknowledge(request, table_url(request, table_id))


def answer_with_table(handler: Handler) -> Handler:
    """What cannot be done is answered with the table as it is now, and a sentence."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except (UnknownTable, OldRules, StoreError, TooMuch, NotWelcome):
            raise
        except PurrlorError as error:
            return await current_table_page(
                request, await services_of(request).tables.get(request.path_params["id"]), error
            )

    return answer


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


def table_url(request: Request, table_id: str) -> str:
    """The table again, from where the form was sent."""
    viewpoint_fields = [
        f"{name}={value}" for name, value in request.query_params.items() if name in ("seat", "up") and len(value) == 1
    ]
    return f"/t/{table_id}" + (f"?{viewpoint_fields[0]}" if viewpoint_fields else "")


async def undo(request: Request) -> Response:
    _, me, table_id, form = await read_action(request)
    seat = form.number("who" if "who" in form else "seat", high=7)
    seen = form.number("last" if "last" in form else "seen")
    await services_of(request).tables.undo(table_id, me, seat, seen)
    return acknowledge(request, table_url(request, table_id))


async def let_cat_play(request: Request) -> Response:
    _, me, table_id, form = await read_action(request)
    await services_of(request).tables.let_cat_play(table_id, me, form.number("who", high=5))
    return acknowledge(request, table_url(request, table_id))


async def return_to_seat(request: Request) -> Response:
    _, me, table_id, form = await read_action(request)
    await services_of(request).tables.return_to_seat(table_id, me, form.number("seat", high=5))
    return acknowledge(request, table_url(request, table_id))


async def react(request: Request) -> Response:
    _, me, table_id, form = await read_action(request)
    tables, seat = services_of(request).tables, form.number("seat", high=7)
    if seat == WATCHER:  # a shared device under its cover: the first of those who hold it
        seat = next(iter((await tables.get(table_id)).seats_of(me)), seat)
    await tables.react(table_id, me, seat, form.get("kind", ""))
    return acknowledge(request, table_url(request, table_id))


async def rematch(request: Request) -> Response:
    _, me, table_id, form = await read_action(request)
    next_table = await services_of(request).tables.rematch(table_id, me, form.get("commit", ""), form.get("level", ""))
    return send_to(request, f"/t/{next_table.id}")


async def record(request: Request) -> Response:
    """The record of a finished match, with its secret: whoever has it can check every die."""
    found = await services_of(request).tables.get(request.path_params["id"])
    check_visitor(request, found)
    return record_of(found)


def record_of(found: Table) -> Response:
    if found.stage != "finished":
        raise NotFinished(N_("The record is open when the match is over."))
    name = f"purrlor-{found.game.name}-{found.id[:6]}.json"
    headers = {**NO_STORE, "content-disposition": f'attachment; filename="{name}"'}
    return JSONResponse(found.record(), headers=headers)
