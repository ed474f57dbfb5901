"""What would a cat do? Advice for a person who is asked, from what their seat may know and nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence

from starlette.responses import Response

from purrlor.bots.players import SENSIBLE, choose_without_search
from purrlor.bots.thinker import Choice
from purrlor.bots.tree_search.compiled_twins import twin
from purrlor.core.game import Game, State
from purrlor.core.language import Translations
from purrlor.tables.history.review_jobs import Evaluate, judge_choices
from purrlor.tables.table import Table
from purrlor.tables.viewers.rights import check_owns_seats
from purrlor.web.live.viewpoint import viewpoint_of
from purrlor.web.pages.table import match_page, series_of
from purrlor.web.rendering.quotations import inside_quotes
from purrlor.web.rendering.templating import NO_STORE, translations_for
from purrlor.web.routes import Action

SECONDS = 0.5


async def ask(action: Action) -> Response:
    """A sentence, as a note on the page; the live client also gets the action, to light it."""
    seat = action.seat
    table = await action.tables.ask_advice(action.table_id, action.me, seat, action.form.number("seen"))
    advised, sentence = await advice_at(table, seat, action.context.language, action.services.reviews.evaluate)
    check_owns_seats(table, action.me, (seat,))  # it may have changed hands meanwhile
    if action.is_live:
        said = json.dumps({"advice": sentence, "action": advised})
        return Response(said, headers=NO_STORE, media_type="application/json")
    viewpoint = viewpoint_of(action.request, table)
    assert viewpoint is not None, "somebody who sits there has one"
    series = await series_of(action.request, table)
    return match_page(action.request, table, viewpoint, series=series, note=sentence)


async def advice_at(table: Table, seat: int, language: str, evaluate: Evaluate | None) -> tuple[int, str]:
    """The action that is advised, and what is said of it."""
    view, t = table.view(seat), translations_for(language, table.game)
    advised, choices = await advice(table.game, view, seat, evaluate, table.id)
    return advised, advice_in_words(table.game, view, seat, advised, choices, t, table.names(language))


async def advice(
    game: Game, view: State, seat: int, evaluate: Evaluate | None, table: str = ""
) -> tuple[int, list[Choice]]:
    """The action a cat would choose on this seat, from its hidden state, and what the search says of every choice;
    without a search that is ready, what the game's sensible player prefers."""
    choices: list[Choice] = []
    if evaluate is not None:
        choices = await judge_choices(game, view, seat, evaluate, SECONDS, f"advice {table}")
    if choices:
        return choices[0].action, choices
    return choose_without_search(twin(game, fast=False), view.copy(), seat, SENSIBLE, seed=0, mistakes=0), []


def advice_in_words(
    game: Game, view: State, seat: int, advised: int, choices: list[Choice], t: Translations, names: Sequence[str]
) -> str:
    """What a cat would choose and why; where the game gives no reason, what the search expects of it."""
    label = inside_quotes(game.label(view, seat, advised, t, names))
    said = t.gettext("A cat would choose “{label}”.").format(label=label)
    why = game.reason(view, seat, advised, t, names)
    if not why and choices:
        n = round(100 * choices[0].win)
        why = t.ngettext(
            "With it you win about {n} match in 100 from here.",
            "With it you win about {n} matches in 100 from here.",
            n,
        ).format(n=n)
    return f"{said} {why}".rstrip()
