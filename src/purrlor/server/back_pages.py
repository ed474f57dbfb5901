"""Looking back: a finished match at any moment, from any seat's eyes or with everything open, and its proof."""

from __future__ import annotations

import csv
import io
import re
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from purrlor.core.fairness import CAT, PERSON, Contribution
from purrlor.core.language import N_, Tongue
from purrlor.core.seats import TABLE, WATCHER
from purrlor.server.ceremony import podium, score_lines
from purrlor.server.chips import still_chips
from purrlor.server.epilogue import beside_the_score, epilogue_of
from purrlor.server.errors import NotFinished
from purrlor.server.frames import STORY, Look, board, ending
from purrlor.server.lobby_pages import check_visitor, join_page, lobby_page
from purrlor.server.pages import NO_STORE, listed, tongue_of
from purrlor.server.parlour import parlour
from purrlor.server.reel import OPEN, Reel, reel_of
from purrlor.server.table import Table
from purrlor.server.table_pages import look_of, match_page, record_of, watch
from purrlor.server.visit import visit

STILL_RUNNING = N_("This match is still being played. When it is over, you can look back at it.")
BEYOND = N_("There is no such moment: this match has {last} decisions.")
NOBODYS = N_("Nobody sat there: here everything lies open.")
GIST = 110  # letters
FORMULA = re.compile(r"(^\s*|[;,|\t\r\n\"']\s*)([=+\-@\t\r])")  # where a spreadsheet would begin to reckon


class Moment(NamedTuple):
    """Where somebody stands in a finished match, whose eyes they borrow, and what was wrong with the address."""

    number: int
    eyes: int
    trouble: str


async def table_of(request: Request) -> tuple[Table, str]:
    """The table of a look back, and its address: /t/ID for those who have it, else /w/KEY, which tells no id."""
    house = parlour(request)
    if "key" in request.path_params:
        table = await house.tables.watched(request.path_params["key"])
        return table, f"/w/{table.facts.watch_key}"
    table = await house.tables.get(request.path_params["id"])
    check_visitor(request, table)
    return table, f"/t/{table.id}"


def moment_of(request: Request, table: Table, last: int) -> Moment:
    """What the address asks for, or the nearest there is and a sentence."""
    mine, trouble = table.seats_of(visit(request).identity or ""), ""
    at, whose = request.query_params.get("at", "0"), request.query_params.get("as")
    number = int(at) if at.isascii() and at.isdecimal() and len(at) < 10 else -1
    if not 0 <= number <= last:
        trouble = BEYOND
        number = last if at.isascii() and at.isdecimal() else 0
    seats = [str(seat) for seat in range(len(table.seats))]
    if whose is None:
        return Moment(number, mine[0] if len(mine) == 1 else OPEN, trouble)
    if whose not in (*seats, "open"):
        trouble = NOBODYS
    return Moment(number, int(whose) if whose in seats else OPEN, trouble)


async def back(request: Request) -> Response:
    table, address = await table_of(request)
    if table.stage != "finished":
        return await not_yet(request, table)
    await epilogue_of(table, parlour(request).tables.store)
    reel = await reel_of(table)
    moment = moment_of(request, table, reel.last)
    seen, pages = visit(request), parlour(request).pages
    t = tongue_of(seen.language, table.game)
    values = scene(request, table, reel, moment, f"{address}/back", t)
    frame = pages.part("back_frame.html", t, **values)
    if request.query_params.get("part"):
        return HTMLResponse(frame, headers=NO_STORE)
    game = table.game
    return pages.page(
        "back.html",
        seen,
        t=t,
        here=values["here"],
        status=404 if moment.trouble else 200,
        game=game,
        sheet=pages.file(f"{game.name}.css") if pages.has_file(f"{game.name}.css") else "",
        note=t.gettext(moment.trouble).format(last=reel.last) if moment.trouble else "",
        frame=frame,
        round=values["round"],
        address=address,
        link=seen.origin + values["here"],
        promise=reel.promise,
        secret=reel.secret,
        key=table.playing().key.hex(),
        given=given_by(table, t, seen.language),
        withheld=sum(each.is_withheld for each in table.playing().contributions or ()),
        last=reel.last,
    )


def given_by(table: Table, t: Tongue, language: str) -> list[tuple[str, str, str]]:
    """Who gave what to the key of the match: name, words, nonce."""
    made, contributions = [], table.playing().contributions
    for seat, name in enumerate(table.names(language)):
        each = contributions[seat] if contributions else Contribution(CAT if table.seats[seat].level else PERSON)
        if each.by == CAT and not contributions:
            told = t.gettext("a cat: it gave no number")
        elif each.by == CAT:
            told = t.gettext("a cat: its number follows from the secret and proves nothing by itself")
        elif each.nonce:
            told = t.gettext("a number from their browser, promised before anybody showed one")
        elif each.commit:
            told = t.gettext("promised a number, which did not come in time")
        else:
            told = t.gettext("no number (no script, or a page from before)")
        made.append((name, told, each.nonce))
    return made


async def not_yet(request: Request, table: Table) -> Response:
    """A running match has no look back, for nobody: the table as it is, and a sentence."""
    error, seen = NotFinished(STILL_RUNNING), visit(request)
    if request.query_params.get("part"):
        raise error
    if "key" in request.path_params:
        if table.stage == "lobby":
            return await watch(request)
        return match_page(request, table, Look(WATCHER, seen.language), error)
    look = look_of(request, table)
    if look is None:
        return await join_page(request, table)
    if table.stage == "lobby":
        return await lobby_page(request, table, table.seats_of(seen.identity or "")[0])
    return match_page(request, table, look, error)


def scene(request: Request, table: Table, reel: Reel, moment: Moment, base: str, t: Tongue) -> dict[str, Any]:
    """Ready values for the parts of the page that change from moment to moment."""
    language, (number, eyes, _) = visit(request).language, moment
    names, state = table.names(language), reel.shown(number, eyes)
    viewer = WATCHER if eyes == OPEN else eyes
    extra = board(parlour(request).pages, table, state, viewer, t, names, (), reel.traces[number])
    over = number == reel.last
    winners = table.playing().winners() if over else ()

    def link(at: int, whose: int = eyes) -> str:
        return f"{base}?at={at}&as={'open' if whose == OPEN else whose}"

    steps = [
        ("first", t.gettext("To the beginning"), 0),
        ("previous", t.gettext("One back"), max(number - 1, 0)),
        ("next", t.gettext("One on"), min(number + 1, reel.last)),
        ("last", t.gettext("To the end"), reel.last),
    ]
    seats = [(names[k], link(number, k), eyes == k, names[k]) for k in range(len(names))]
    return {
        "game": table.game.name,
        "names": names,
        "you": viewer,
        "players": still_chips(table.game, state, viewer, extra, t, names, winners),
        "board": extra["html"],
        "tray": extra.get("hand", ""),
        "round": extra.get("round", ""),
        "status": gist(happened(reel, number, eyes, t, names)),
        "ending": ending(table, t, names) if over else "",
        "where": t.gettext("{n} of {last}").format(n=number, last=reel.last),
        "number": number,
        "last": reel.last,
        "eyes": "open" if eyes == OPEN else str(eyes),
        "here": link(number),
        "base": base,
        "result": base.removesuffix("/back"),
        "steps": [(kind, label, link(at), at, at == number) for kind, label, at in steps],
        "looks": [(t.gettext("Everything open"), link(number, OPEN), eyes == OPEN, ""), *seats],
        "story": reel.story(number, eyes, t, names, STORY),
        "over": over,
        "winners": winners,
        "podium": podium(table.game, state) if over else (),
        "tally": score_lines(table.game, state, t, winners, extra.get("tally_art", ())) if over else (),
        "beside": beside_the_score(table, language, t) if over else (),
    }


def gist(said: list[str]) -> str:
    """As much as fits into a speech bubble, at least a sentence; the story beside it has the rest."""
    kept = said[:1]
    for sentence in said[1:]:
        if len(" ".join(kept)) + len(sentence) > GIST:
            break
        kept.append(sentence)
    return " ".join(kept)


def happened(reel: Reel, number: int, eyes: int, t: Tongue, names: list[str]) -> list[str]:
    """What led to this moment, for the calico cat to say."""
    if not number:
        return [t.gettext("The match begins.")]
    told = reel.told(number, eyes, t, names)
    if told:
        return told
    seat = reel.log[number - 1][0]
    return [t.gettext("Time passes.") if seat == TABLE else t.gettext("{name} has chosen.").format(name=names[seat])]


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
    language = visit(request).language
    t, text = tongue_of(language, table.game), io.StringIO()
    names, match = table.names(language), table.playing()
    lines = csv.writer(text)
    lines.writerow(["", *map(harmless, names)])
    for label, row in table.game.part("words").tally(match.state, t):
        lines.writerow([harmless(label), *(harmless(str(value)) for value in row)])
    winners = listed([names[seat] for seat in match.winners()], t)
    lines.writerow([t.gettext("Won by"), harmless(winners)])
    name = f"purrlor-{table.game.name}.csv"
    headers = {**NO_STORE, "content-disposition": f'attachment; filename="{name}"'}
    return Response(f"\ufeff{text.getvalue()}", headers=headers, media_type="text/csv")


def harmless(text: str) -> str:
    """What a spreadsheet would take for a formula gets an apostrophe before it, also after a sign at which one in
    another country begins a new cell; numbers are numbers."""
    return text if text.lstrip("-+").isdecimal() else FORMULA.sub(r"\1'\2", text)
