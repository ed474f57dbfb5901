"""The first page, the rules, and laying a new table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from babel.dates import format_timedelta
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from purrlor.core.errors import PurrlorError
from purrlor.core.game import Game, game, games
from purrlor.core.language import N_, Tongue
from purrlor.core.options import Value
from purrlor.core.seats import WATCHER
from purrlor.server.controls import control, is_meant
from purrlor.server.errors import BadName
from purrlor.server.forms import read_form
from purrlor.server.frames import Look, frame
from purrlor.server.own_pages import games_known
from purrlor.server.pages import NO_STORE, listed, tongue_of
from purrlor.server.parlour import Parlour, parlour
from purrlor.server.rulebook import rules_text
from purrlor.server.seating import LEVEL_NAMES, NAME_LENGTH, NO_NAME, clean_name
from purrlor.server.store import TableLine
from purrlor.server.table import Table
from purrlor.server.trouble import status_of
from purrlor.server.turns import has_company
from purrlor.server.visit import Visit, visit

LISTED = 6
GUEST = N_("Guest")


async def home(request: Request) -> HTMLResponse:
    house, seen = parlour(request), visit(request)
    known = await games_known(house, seen)
    return house.pages.page(
        "home.html",
        seen,
        mine=await own_tables(house, seen),
        has_results=bool(known),
        games=[card(each, seen.language, known.get(each.name, False)) for each in games() if each.has("words.py")],
        levels=levels(seen.tongue),
    )


def card(of: Game, language: str, has_won: bool) -> dict[str, Any]:
    """One game on the first page."""
    level = "cat" if has_won else "kitten"  # nobody is given stronger ones for losing
    t = tongue_of(language, of)
    words = of.part("words")
    low, high = of.seats[0], of.seats[-1]
    facts = [{"icon": "people", "label": t.gettext("players"), "text": f"{low}–{high}" if high > low else f"{low}"}]
    if minutes := getattr(words, "MINUTES", 0):
        facts.append({"icon": "clock", "label": "", "text": t.gettext("{n} min").format(n=minutes)})
    if age := getattr(words, "AGE", 0):
        facts.append({"icon": "age", "label": t.gettext("age"), "text": f"{age}+"})
    count = usual_cats(of)
    return {
        "name": of.name,
        "title": of.title(language),
        "box": of.title("en") if language != "en" else "",  # the name it is looked for by
        "about": t.gettext(words.ABOUT).replace(" —", "\N{NO-BREAK SPACE}—") if hasattr(words, "ABOUT") else "",
        "kind": t.gettext(words.KIND) if hasattr(words, "KIND") else "",
        "facts": facts,
        "learn": of.has("lesson.py"),
        "counts": [
            {"n": n - 1, "against": {key: against(n - 1, key, t) for key in LEVEL_NAMES}, "usual": n - 1 == count}
            for n in of.seats
        ],
        "level": level,
        "usual": against(count, level, t),
    }


def against(count: int, level: str, t: Tongue) -> str:
    cats = {
        "kitten": t.ngettext("{n} kitten", "{n} kittens", count),
        "cat": t.ngettext("{n} cat", "{n} cats", count),
        "tiger": t.ngettext("{n} tiger", "{n} tigers", count),
    }
    how = {"kitten": t.gettext("easy"), "cat": t.gettext("fair"), "tiger": t.gettext("hard")}
    return f"{cats[level].format(n=count)} · {how[level]}"


def usual_cats(of: Game) -> int:
    """Company that is lively and not long to wait for: two cats where the game takes them."""
    return min(max(2, of.seats[0] - 1), of.seats[-1] - 1)


def levels(t: Tongue) -> list[tuple[str, str]]:
    """The levels with what they mean, for lists to choose from."""
    meant = {
        "kitten": t.gettext("kitten (easy)"),
        "cat": t.gettext("cat (fair)"),
        "tiger": t.gettext("tiger (hard)"),
    }
    return [(key, meant[key]) for key in LEVEL_NAMES]


async def own_tables(house: Parlour, seen: Visit) -> list[dict[str, Any]]:
    """The tables the visitor sits at and that are not over, those that wait for them first."""
    if seen.identity is None:
        return []
    found: list[dict[str, Any]] = []
    for line in await house.tables.tables_of(seen.identity):
        if line.finished is not None or len(found) >= LISTED:
            continue
        try:
            table = await house.tables.get(line.id)
        except PurrlorError:
            continue
        mine, t = table.seats_of(seen.identity), tongue_of(seen.language, table.game)
        names, waiting = table.names(seen.language), table.waiting()
        turn = any(seat in waiting for seat in mine)
        if table.stage == "lobby":
            state = t.gettext("Not begun yet")
        else:
            state = (
                t.gettext("Your turn")
                if turn
                else t.gettext("Waiting for {names}").format(names=listed([names[seat] for seat in waiting], t))
            )
        found.append(
            {
                "id": table.id,
                "url": f"/t/{table.id}",
                "title": table.game.title(seen.language),
                "turn": turn,
                "state": state,
                "told_apart": " · ".join(filter(None, (round_of(house, table, seen), ago(table, line, seen)))),
                "leaving": what_leaving_means(table, seen.identity, t),
                "faces": [name for seat, name in enumerate(names) if name and seat not in mine][:3],
            }
        )
    return sorted(found, key=lambda one: not one["turn"])


def round_of(house: Parlour, table: Table, seen: Visit) -> str:
    """How far a match has come, as its page tells everybody, in the middle of a line."""
    said = frame(house.pages, table, Look(WATCHER, seen.language)).round if table.stage == "running" else ""
    return said[:1].lower() + said[1:]


def ago(table: Table, line: TableLine, seen: Visit) -> str:
    """When a table was laid."""
    since = timedelta(seconds=max(60.0, table.time() - line.created))
    return format_timedelta(-since, add_direction=True, format="short", locale=seen.language)


def what_leaving_means(table: Table, identity: str, t: Tongue) -> str:
    if table.stage == "lobby":
        return t.gettext("Your seat becomes free again.")
    if has_company(table, identity):
        return t.gettext("The others play on; a cat takes your seat until you come back.")
    return t.gettext("The match stays unfinished.")


async def leave(request: Request) -> Response:
    """A table is taken off the list of the first page."""
    house, seen = parlour(request), visit(request)
    if seen.identity is not None:
        await house.tables.leave(request.path_params["id"], seen.identity)
    return RedirectResponse("/", 303)


async def play_now(request: Request) -> Response:
    """One click: a match against cats, already begun."""
    house, seen = parlour(request), visit(request)
    of = game(request.path_params["game"])
    form = await read_form(request)
    house.check_openings(seen)
    cats = form.maybe("cats", low=of.seats[0] - 1, high=of.seats[-1] - 1) or usual_cats(of)
    level = form.get("level", "cat")
    me = await house.person(seen)
    name = await house.name_of(seen) or seen.tongue.gettext(GUEST)
    options = await proposed(house, seen, of)
    table = await house.tables.create(
        me, of.name, cats + 1, options, people=[name], bots=[level] * cats, begin=True, commit=form.get("commit", "")
    )
    house.openings.add(seen.address, table.id, table.time())
    return RedirectResponse(f"/t/{table.id}", 303)


async def proposed(house: Parlour, seen: Visit, of: Game) -> dict[str, Value]:
    """The options for whoever has not played this game to its end yet: as its rulebook begins; else the usual ones."""
    first: dict[str, Value] = getattr(of.part("options"), "FIRST_MATCH", {})
    return {} if of.name in await games_known(house, seen) else first


def way_of(request: Request) -> str:
    if request.path_params["way"] not in ("friends", "device"):
        raise HTTPException(404)
    return str(request.path_params["way"])


async def new_table(request: Request) -> HTMLResponse:
    house, seen = parlour(request), visit(request)
    return await ask_names(request, [await house.name_of(seen)])


async def ask_names(request: Request, names: list[str], trouble: PurrlorError | None = None) -> HTMLResponse:
    house, seen = parlour(request), visit(request)
    of, way = game(request.path_params["game"]), way_of(request)
    t = tongue_of(seen.language, of)
    usual = {option.name: option.usual for option in of.options} | await proposed(house, seen, of)
    offered = [(option, control(option, usual[option.name], t)) for option in of.options]
    return house.pages.page(
        "new.html",
        seen,
        t=t,
        here=request.url.path,
        status=status_of(trouble) if trouble else 200,
        game=of,
        way=way,
        title=of.title(seen.language),
        names=[*names, *[""] * of.seats[-1]],
        most=of.seats[-1],
        options=[each for option, each in offered if is_meant(option, usual) and not option.rare],
        more=[each for option, each in offered if option.rare or not is_meant(option, usual)],
        levels=levels(t),
        note=trouble.told(t) if trouble else "",
    )


async def lay_table(request: Request) -> Response:
    """With friends: a table with an open door. One device: all who share it sit down, and the match begins."""
    house, seen = parlour(request), visit(request)
    of, way = game(request.path_params["game"]), way_of(request)
    form = await read_form(request)
    house.check_openings(seen)
    names = (
        [form.get("name", "")]
        if way == "friends"
        else [text for text in form.starting("name-").values() if text.strip()]
    )
    try:
        names = [clean_name(name) for name in names[: of.seats[-1] + 1]]
        if not names:
            raise BadName(NO_NAME)
        cats = form.maybe("cats", high=of.seats[-1]) or 0
        seats = len(names) + cats if way == "device" else min(max(4, of.seats[0]), of.seats[-1])
        options = form.starting("option-") or await proposed(house, seen, of)
        of.settle(seats, options)
        me = await house.person(seen)
        table = await house.tables.create(
            me,
            of.name,
            seats,
            options,
            people=names,
            bots=[form.get("level", "cat")] * cats,
            begin=way == "device",
            commit=form.get("commit", ""),
        )
        house.openings.add(seen.address, table.id, table.time())
        await house.tables.change_identity(me, name=names[0])
    except PurrlorError as error:
        if status_of(error) != 422:
            raise
        typed = [form.get("name", "")] if way == "friends" else [form.get(f"name-{k}", "") for k in range(of.seats[-1])]
        return await ask_names(request, [text[:NAME_LENGTH] for text in typed], error)
    return RedirectResponse(f"/t/{table.id}", 303)


async def rules(request: Request) -> HTMLResponse:
    """A game's rules as a page, or (`?part=1`) to be laid beside the table."""
    house, seen = parlour(request), visit(request)
    of = game(request.path_params["game"])
    text = rules_text(of, seen.language) or Markup("<p>{}</p>").format(
        seen.tongue.gettext("These rules are still being written.")
    )
    if request.query_params.get("part"):
        return HTMLResponse(text, headers=NO_STORE)
    return house.pages.page(
        "rules.html",
        seen,
        here=request.url.path,
        title=of.title(seen.language),
        text=text,
        game=of.name,
        learn=of.has("lesson.py"),
    )
