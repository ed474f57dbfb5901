"""A table during and after its match: the page, and what those who sit there do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from purrlor.core.errors import IllegalAction, NotYourTurn, PurrlorError
from purrlor.core.language import N_, Tongue
from purrlor.core.seats import WATCHER
from purrlor.server.controls import in_words
from purrlor.server.epilogue import epilogue_of
from purrlor.server.errors import NotFinished, NotWelcome, NotYourSeat, OldRules, StoreError, UnknownTable
from purrlor.server.frames import Look, draw, frame, query_of
from purrlor.server.limits import TooMuch
from purrlor.server.lobby_pages import act, check_visitor, done, go, join_page, lobby_page
from purrlor.server.pages import NO_STORE, tongue_of
from purrlor.server.parlour import parlour
from purrlor.server.rights import check_owns
from purrlor.server.series import wins_in_series
from purrlor.server.store import Result
from purrlor.server.table import Table
from purrlor.server.trouble import status_of
from purrlor.server.viewers import REACTIONS
from purrlor.server.visit import visit

Deed = Callable[[Request], Awaitable[Response]]
GONE = N_("That is not possible any more. Here is the table as it is now.")
SAID_LATELY = 30.0  # seconds; a page without script comes anew every five
PACES = (("calm", N_("calm")), ("usual", N_("usual")), ("quick", N_("quick")))


def look_of(connection: HTTPConnection, table: Table) -> Look | None:
    """From which seat the visitor looks; None if they have none here.

    `?seat=2` is a tab of its own for one seat. Without it, several seats of one person share the screen, and
    `?up=2` says who holds the device.
    """
    seen = visit(connection)
    mine = table.seats_of(seen.identity or "")
    if not mine:
        return None
    for name in ("seat", "up"):
        wanted = connection.query_params.get(name)
        if wanted is None:
            continue
        if not (wanted.isascii() and wanted.isdecimal() and len(wanted) == 1 and int(wanted) in mine):
            raise NotYourSeat(N_("This is not your seat."))
        return Look(int(wanted), seen.language, mine if name == "up" and len(mine) > 1 else ())
    return usual_look(mine, seen.language)


def usual_look(mine: tuple[int, ...], language: str) -> Look:
    return Look(mine[0], language) if len(mine) == 1 else Look(WATCHER, language, mine)


async def table(request: Request) -> Response:
    """What is at the table's address: a chair to take, the lobby, or the match."""
    house, seen = parlour(request), visit(request)
    found = await house.tables.get(request.path_params["id"])
    try:
        look = look_of(request, found)
    except NotYourSeat as error:
        return await as_it_is(request, found, error)
    check_visitor(request, found)
    if look is None or seen.identity is None or ("sit" in request.query_params and found.stage == "lobby"):
        return await join_page(request, found)
    found = await house.tables.visit(found.id, seen.identity)
    if found.stage == "lobby":
        check_owns(found, seen.identity, look.seats)
        return await lobby_page(request, found, found.seats_of(seen.identity)[0])
    return match_page(request, found, look, series=await series_of(request, found))


async def series_of(request: Request, found: Table) -> Sequence[Result]:
    """The finished matches of this table's series, if it is one; after the end they are told beside the score."""
    if found.stage == "finished":
        await epilogue_of(found, parlour(request).tables.store)
    if not found.facts.number or found.stage == "finished":
        return ()
    return await parlour(request).tables.series_score(found)


def match_page(
    request: Request,
    found: Table,
    look: Look,
    trouble: PurrlorError | None = None,
    series: Sequence[Result] = (),
) -> Response:
    house, seen = parlour(request), visit(request)
    check_owns(found, seen.identity, look.seats)
    t, game = tongue_of(look.language, found.game), found.game
    if found.settings.clock is None:
        drawn = frame(house.pages, found, look)
    else:  # without script a page tells the time that is left
        drawn = draw(house.pages, found, look, found.time())
    watching = look.watches
    here = f"/w/{found.facts.watch_key}" if watching else f"/t/{found.id}"
    assert found.match is not None
    return house.pages.page(
        "table.html",
        seen,
        t=t,
        here=here + ("" if watching else query_of(look)),
        status=status_of(trouble) if trouble else 200,
        game=game,
        title=drawn.title,
        frame=drawn.html,
        round=drawn.round,
        note=kind_word(trouble, t) if trouble else "",
        is_asked=drawn.is_asked,
        over=found.stage == "finished",
        address=None if watching else f"/t/{found.id}",
        query="" if watching else query_of(look),
        watch=found.facts.watch_key,
        tabs=[(k, found.names(look.language)[k]) for k in look.here],
        now=round(found.time(), 1) if found.settings.clock is not None else "",
        said=said_lately(found, t, look.language),
        live=f"{here}/live?changes=1" + ("" if watching else query_of(look).replace("?", "&")),
        reactions=[(kind, t.gettext(word)) for kind, word in REACTIONS.items()],
        paces=[(key, t.gettext(label)) for key, label in PACES],
        options=[(t.gettext(each.label), in_words(each, found.match.options[each.name], t)) for each in game.options],
        promise=found.match.promise,
        record=f"{here}/record.json",
        series=[
            (t.gettext("You") if k == look.seat else name, t.ngettext("{n} win", "{n} wins", wins).format(n=wins))
            for k, (name, wins) in enumerate(
                zip(found.names(look.language), wins_in_series(found, series), strict=True)
            )
        ]
        if series
        else [],
    )


def said_lately(found: Table, t: Tongue, language: str) -> list[tuple[str, str, str]]:
    """For those without script: who said what in the last moments."""
    names, since = found.names(language), found.time() - SAID_LATELY
    return [(names[seat], kind, t.gettext(REACTIONS[kind])) for seat, (kind, at) in found.said.items() if at > since]


def kind_word(error: PurrlorError, t: Tongue) -> str:
    return t.gettext(GONE) if isinstance(error, NotYourTurn | IllegalAction) else error.told(t)


async def watch(request: Request) -> Response:
    """The watchers' page: it holds nothing that would let them sit down."""
    house, seen = parlour(request), visit(request)
    found = await house.tables.watched(request.path_params["key"])
    if found.stage == "lobby":
        return house.pages.page(
            "wait.html",
            seen,
            here=request.url.path,
            title=found.game.title(seen.language),
            names=found.names(seen.language),
        )
    look = Look(WATCHER, seen.language)
    return match_page(request, found, look, series=await series_of(request, found))


# What those who sit there do


async def play(request: Request) -> Response:
    _, me, table_id, form = await act(request)
    tables, seat, seen = parlour(request).tables, form.number("seat", high=7), form.number("seen")
    if "instead" in form:
        await tables.play_instead(table_id, me, seat, form.number("instead", high=62), seen)
    else:
        await tables.play(table_id, me, seat, form.number("action", high=62), seen)
    return done(request, back_to(request, table_id))


def kindly(deed: Deed) -> Deed:
    """What cannot be done is answered with the table as it is now, and a sentence."""

    async def answer(request: Request) -> Response:
        try:
            return await deed(request)
        except (UnknownTable, OldRules, StoreError, TooMuch, NotWelcome):
            raise
        except PurrlorError as error:
            return await as_it_is(request, await parlour(request).tables.get(request.path_params["id"]), error)

    return answer


async def as_it_is(request: Request, found: Table, error: PurrlorError) -> Response:
    """The nearest page to one that is not there: one's own side of the table, the lobby, or the door."""
    check_visitor(request, found)
    seen = visit(request)
    if "x-live" in request.headers:
        return JSONResponse({"error": kind_word(error, tongue_of(seen.language, found.game))}, status_of(error))
    mine = found.seats_of(seen.identity or "")
    if not mine:
        return await join_page(request, found, error)
    if found.stage == "lobby":
        return await lobby_page(request, found, mine[0], error)
    try:
        look = look_of(request, found)
    except NotYourSeat:
        look = None
    return match_page(request, found, look or usual_look(mine, seen.language), error, await series_of(request, found))


def back_to(request: Request, table_id: str) -> str:
    """The table again, from where the form was sent."""
    kept = [
        f"{name}={value}" for name, value in request.query_params.items() if name in ("seat", "up") and len(value) == 1
    ]
    return f"/t/{table_id}" + (f"?{kept[0]}" if kept else "")


async def undo(request: Request) -> Response:
    _, me, table_id, form = await act(request)
    seat = form.number("who" if "who" in form else "seat", high=7)
    seen = form.number("last" if "last" in form else "seen")
    await parlour(request).tables.take_back(table_id, me, seat, seen)
    return done(request, back_to(request, table_id))


async def let_cat_play(request: Request) -> Response:
    _, me, table_id, form = await act(request)
    await parlour(request).tables.let_cat_play(table_id, me, form.number("who", high=5))
    return done(request, back_to(request, table_id))


async def come_back(request: Request) -> Response:
    _, me, table_id, form = await act(request)
    await parlour(request).tables.come_back(table_id, me, form.number("seat", high=5))
    return done(request, back_to(request, table_id))


async def react(request: Request) -> Response:
    _, me, table_id, form = await act(request)
    tables, seat = parlour(request).tables, form.number("seat", high=7)
    if seat == WATCHER:  # a shared device under its cover: the first of those who hold it
        seat = next(iter((await tables.get(table_id)).seats_of(me)), seat)
    await tables.react(table_id, me, seat, form.get("kind", ""))
    return done(request, back_to(request, table_id))


async def again(request: Request) -> Response:
    _, me, table_id, form = await act(request)
    next_table = await parlour(request).tables.rematch(table_id, me, form.get("commit", ""))
    return go(request, f"/t/{next_table.id}")


async def record(request: Request) -> Response:
    """The record of a finished match, with its secret: whoever has it can check every die."""
    found = await parlour(request).tables.get(request.path_params["id"])
    check_visitor(request, found)
    return record_of(found)


def record_of(found: Table) -> Response:
    if found.stage != "finished":
        raise NotFinished(N_("The record is open when the match is over."))
    name = f"purrlor-{found.game.name}-{found.id[:6]}.json"
    headers = {**NO_STORE, "content-disposition": f'attachment; filename="{name}"'}
    return JSONResponse(found.record(), headers=headers)
