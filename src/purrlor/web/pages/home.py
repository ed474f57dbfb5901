"""The first page, the rules, and laying a new table."""

from __future__ import annotations

from datetime import timedelta

from babel.dates import format_timedelta
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from purrlor.core.errors import PurrlorError
from purrlor.core.game import Game, game, games
from purrlor.core.language import Translations
from purrlor.core.options import Value
from purrlor.core.seats import WATCHER
from purrlor.core.sentences.name_lists import join_names
from purrlor.tables.commands.turns import has_company
from purrlor.tables.errors import BadName
from purrlor.tables.seats import LEVEL_NAMES, NAME_LENGTH, NO_NAME, clean_name
from purrlor.tables.store import TableLine
from purrlor.tables.table import Table
from purrlor.web.errors import status_of
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.pages.installable_app import readable_offline
from purrlor.web.pages.learning.rulebook import rules_text
from purrlor.web.pages.own_results import Played, games_finished
from purrlor.web.pages.parts.option_controls import applies, control, value_in_words
from purrlor.web.pages.seats.open_seats import open_tables
from purrlor.web.real_table.counting import is_counted
from purrlor.web.real_table.papers import papers_of
from purrlor.web.real_table.questions import questions
from purrlor.web.rendering.player_faces import faces_of
from purrlor.web.rendering.templating import NO_STORE, Templates, translations_for
from purrlor.web.request_context import RequestContext, context_of
from purrlor.web.routes import Action
from purrlor.web.services import GUEST, Services, services_of

LISTED = 6
MINUTE = 60.0  # seconds


async def home(request: Request) -> HTMLResponse:
    services, context = services_of(request), context_of(request)
    known = await games_finished(services, context)
    return services.templates.page(
        "home/home.html",
        context,
        mine=await own_tables(services, context),
        has_results=bool(known),
        open_tables=open_tables(services, context.identity, context.language, context.translations),
        games=[
            card(each, services.templates, context.language, known.get(each.name))
            for each in games()
            if each.has("words/labels.py")
        ],
    )


def card(of: Game, templates: Templates, language: str, played: Played | None) -> dict[str, object]:
    """One game on the first page."""
    has_won = played is not None and played.has_won
    level = "cat" if has_won else "kitten"  # nobody is given stronger ones for losing
    t = translations_for(language, of)
    words = of.part("words.labels")
    low, high = of.seats[0], of.seats[-1]
    facts = [{"icon": "people", "label": t.gettext("players"), "text": f"{low}–{high}" if high > low else f"{low}"}]
    if minutes := getattr(words, "MINUTES", 0):
        facts.append({"icon": "clock", "label": "", "text": t.gettext("{n} min").format(n=minutes)})
    if age := getattr(words, "AGE", 0):
        facts.append({"icon": "age", "label": t.gettext("age"), "text": f"{age}+"})
    count = played.opponents if played is not None and played.opponents + 1 in of.seats else usual_cats(of)
    return {
        "name": of.name,
        "title": of.title(language),
        "box": of.title("en") if of.title("en") != of.title(language) else "",  # the name it is looked for by
        "about": t.gettext(words.ABOUT).replace(" —", "\N{NO-BREAK SPACE}—") if hasattr(words, "ABOUT") else "",
        "kind": t.gettext(words.KIND) if hasattr(words, "KIND") else "",
        "facts": facts,
        "learn": of.has("words/lesson.py"),
        "counts": [
            {"n": n - 1, "against": {key: against(n - 1, key, t) for key in LEVEL_NAMES}, "usual": n - 1 == count}
            for n in of.seats
        ],
        "level": level,
        "levels": levels(t, templates, of.name),
        "usual": against(count, level, t),
        "whom": t.gettext("You won! Now:") if has_won else t.gettext("computer:"),
        "short": short_match(of, t),
    }


def short_match(of: Game, t: Translations) -> str:
    """What a short match is in this game, or "" where there is none."""
    options: dict[str, Value] = getattr(of.part("options"), "SHORT_MATCH", {})
    known = {option.name: option for option in of.options}
    what = ", ".join(
        t.ngettext("{n} round", "{n} rounds", int(value)).format(n=value)
        if name == "rounds"
        else f"{t.gettext(known[name].label).lower()} {value_in_words(known[name], value, t)}"
        for name, value in options.items()
    )
    return t.gettext("A short match: {what}").format(what=what) if what else ""


def against(count: int, level: str, t: Translations) -> str:
    cats = {
        "kitten": t.ngettext("{n} kitten", "{n} kittens", count),
        "cat": t.ngettext("{n} cat", "{n} cats", count),
        "tiger": t.ngettext("{n} tiger", "{n} tigers", count),
        "lion": t.ngettext("{n} lion", "{n} lions", count),
    }
    how = {
        "kitten": t.gettext("easy"),
        "cat": t.gettext("fair"),
        "tiger": t.gettext("hard"),
        "lion": t.gettext("very hard"),
    }
    return f"{cats[level].format(n=count)} · {how[level]}"


def usual_cats(of: Game) -> int:
    """Company that is lively and not long to wait for: two cats where the game takes them."""
    return min(max(2, of.seats[0] - 1), of.seats[-1] - 1)


def levels(t: Translations, templates: Templates, name: str) -> list[tuple[str, str]]:
    """The levels with what they mean, for lists to choose from, and the operator's own bots for this game. Where no
    search runs, tigers are named as they play."""
    has_tigers = templates.has_tigers
    meant = {
        "kitten": t.gettext("kitten (easy)"),
        "cat": t.gettext("cat (fair)"),
        "tiger": t.gettext("tiger (hard)") if has_tigers else t.gettext("tiger (like a cat here)"),
        "lion": t.gettext("lion (very hard)") if has_tigers else t.gettext("lion (like a cat here)"),
    }
    own = [(bot.level, t.gettext("{name} (bot)").format(name=bot.name)) for bot in templates.own_bots.offered(name)]
    return [(key, meant[key]) for key in LEVEL_NAMES] + own


async def own_tables(services: Services, context: RequestContext) -> list[dict[str, object]]:
    """The tables the visitor sits at and that are not over, those that wait for them first."""
    if context.identity is None:
        return []
    found: list[dict[str, object]] = []
    for line in await services.identities.tables_of(context.identity):
        if line.finished is not None or len(found) >= LISTED:
            continue
        try:
            table = await services.tables.get(line.id)
        except PurrlorError:
            continue
        mine, t = table.seats_of(context.identity), translations_for(context.language, table.game)
        names, waiting = table.names(context.language), table.waiting()
        cat = faces_of(table, context.language).url
        turn = any(seat in waiting for seat in mine)
        if table.stage == "lobby":
            state = t.gettext("Not begun yet")
        else:
            state = (
                t.gettext("Your turn")
                if turn
                else t.ngettext("Waiting for {names}", "Waiting for {names}", len(waiting)).format(
                    names=join_names([names[seat] for seat in waiting], t)
                )
            )
        found.append(
            {
                "id": table.id,
                "url": f"/t/{table.id}",
                "title": table.game.title(context.language),
                "turn": turn,
                "state": state,
                "details": " · ".join(filter(None, (round_of(services, table, context), ago(table, line, context)))),
                "leaving": what_leaving_means(table, context.identity, t),
                "faces": [cat(name) for seat, name in enumerate(names) if name and seat not in mine][:3],
            }
        )
    return sorted(found, key=lambda one: not one["turn"])


def round_of(services: Services, table: Table, context: RequestContext) -> str:
    """How far a match has come, as its page tells everybody, in the middle of a line."""
    text = services.frames.frame(table, Viewpoint(WATCHER, context.language)).round if table.stage == "running" else ""
    return text[:1].lower() + text[1:]


def ago(table: Table, line: TableLine, context: RequestContext) -> str:
    """When something was last decided there; before the match, when the table was laid."""
    seconds = table.time() - max(table.asked_at, default=line.created)
    if seconds < MINUTE:
        return context.translations.gettext("just now")
    return format_timedelta(timedelta(seconds=-seconds), add_direction=True, format="short", locale=context.language)


def what_leaving_means(table: Table, identity: str, t: Translations) -> str:
    if table.stage == "lobby":
        return t.gettext("Your seat becomes free again.")
    if has_company(table, identity):
        return t.gettext("The others play on; a cat takes your seat until you come back.")
    return t.gettext("The match stays unfinished.")


async def leave(action: Action) -> Response:
    """A table is taken off the list of the first page."""
    if action.me:
        await action.tables.leave(action.table_id, action.me)
    return RedirectResponse("/", 303)


async def play_now(action: Action) -> Response:
    """One click: a match against cats, already begun."""
    services, context, form = action.services, action.context, action.form
    of = game(action.request.path_params["game"])
    services.check_openings(context)
    cats = form.maybe("cats", low=of.seats[0] - 1, high=of.seats[-1] - 1) or usual_cats(of)
    level = form.get("level", "cat")
    me = await services.person(context)
    name = await services.name_of(context) or context.translations.gettext(GUEST)
    options = await proposed(services, context, of)
    if form.get("short", ""):
        options = {**options, **getattr(of.part("options"), "SHORT_MATCH", {})}
    table = await services.tables.create(
        me,
        of.name,
        cats + 1,
        options,
        people=[name],
        bots=[level] * cats,
        begin=True,
        commit=form.get("commit", ""),
        look=await services.look_of(context),
    )
    services.openings.add(context.address, table.id, table.time())
    return RedirectResponse(f"/t/{table.id}", 303)


async def proposed(services: Services, context: RequestContext, of: Game) -> dict[str, Value]:
    """As the rulebook begins, for somebody who has not finished a match of this game yet; else the usual options."""
    first: dict[str, Value] = getattr(of.part("options"), "FIRST_MATCH", {})
    return {} if of.name in await games_finished(services, context) else first


def table_kind(request: Request) -> str:
    if request.path_params["way"] not in ("friends", "device"):
        raise HTTPException(404)
    return str(request.path_params["way"])


async def new_table(request: Request) -> HTMLResponse:
    services, context = services_of(request), context_of(request)
    return await ask_names(request, [await services.name_of(context)])


async def ask_names(request: Request, names: list[str], error: PurrlorError | None = None) -> HTMLResponse:
    services, context = services_of(request), context_of(request)
    of, way = game(request.path_params["game"]), table_kind(request)
    t = translations_for(context.language, of)
    usual = {option.name: option.usual for option in of.options} | await proposed(services, context, of)
    offered = [(option, control(option, usual[option.name], t)) for option in of.options]
    return services.templates.page(
        "home/new_table.html",
        context,
        t=t,
        here=request.url.path,
        status=status_of(error) if error else 200,
        game=of,
        way=way,
        title=of.title(context.language),
        names=[*names, *[""] * of.seats[-1]],
        most=of.seats[-1],
        options=[each for option, each in offered if applies(option, usual) and not option.rare],
        more=[
            each for option, each in offered if not option.for_solvers and (option.rare or not applies(option, usual))
        ],
        levels=levels(t, services.templates, of.name),
        note=error.message(t) if error else "",
    )


async def create_table(action: Action) -> Response:
    """With friends: a table with an open door. One device: all who share it sit down, and the match begins."""
    services, context, form = action.services, action.context, action.form
    of, way = game(action.request.path_params["game"]), table_kind(action.request)
    services.check_openings(context)
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
        options = form.starting("option-") or await proposed(services, context, of)
        of.settle(seats, options)
        me = await services.person(context)
        table = await services.tables.create(
            me,
            of.name,
            seats,
            options,
            people=names,
            bots=[form.get("level", "cat")] * cats,
            begin=way == "device",
            commit=form.get("commit", ""),
            look=await services.look_of(context),
        )
        services.openings.add(context.address, table.id, table.time())
        await services.identities.change(me, name=names[0])
    except PurrlorError as error:
        if status_of(error) != 422:
            raise
        typed = [form.get("name", "")] if way == "friends" else [form.get(f"name-{k}", "") for k in range(of.seats[-1])]
        return await ask_names(action.request, [text[:NAME_LENGTH] for text in typed], error)
    return RedirectResponse(f"/t/{table.id}", 303)


async def rules(request: Request) -> HTMLResponse:
    """A game's rules as a page, or (`?part=1`) to be laid beside the table."""
    services, context = services_of(request), context_of(request)
    of = game(request.path_params["game"])
    text = rules_text(of, context.language) or Markup("<p>{}</p>").format(
        context.translations.gettext("These rules are still being written.")
    )
    if request.query_params.get("part"):
        sheet = Markup('<link rel="stylesheet" href="{}">').format(services.templates.file("rules.css"))
        return HTMLResponse(text + sheet, headers=NO_STORE)
    page = services.templates.page(
        "home/rules.html",
        context,
        here=request.url.path,
        title=of.title(context.language),
        text=text,
        game=of.name,
        learn=of.has("words/lesson.py"),
        is_counted=is_counted(of),
        is_printed=bool(papers_of(of, context.language)),
        questions=questions(of, context.language),
    )
    return readable_offline(page, context.translations)
