"""What is sent to friends after a match: the result as a picture."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from purrlor.core.game import Game, State
from purrlor.core.language import N_
from purrlor.core.positions.position_picture import position_svg
from purrlor.core.seats import WATCHER, members
from purrlor.tables.errors import NotFinished
from purrlor.tables.table import Table
from purrlor.web.art.result_card import Place, result_card
from purrlor.web.live.sentences import winner_sentence
from purrlor.web.pages.parts.podium import podium
from purrlor.web.rendering.player_faces import NO_TABLE, TableFaces, faces_of
from purrlor.web.rendering.templating import translations_for
from purrlor.web.request_context import context_of
from purrlor.web.services import services_of


async def result_picture(request: Request) -> Response:
    """The result as everybody may see it, by the watchers' key."""
    services, context = services_of(request), context_of(request)
    table = await services.tables.watched(request.path_params["key"])
    text = await asyncio.to_thread(drawn_result, table, context.language)
    return Response(text, media_type="image/svg+xml", headers={"cache-control": "private, max-age=60"})


def drawn_result(table: Table, language: str) -> str:
    if table.stage != "finished" or table.match is None:
        raise NotFinished(N_("The match is not over yet."))
    t, names = translations_for(language, table.game), table.names(language)
    view, faces = table.view(WATCHER), faces_of(table, language)
    board = position_svg(table.game, view, WATCHER, language, names)
    return drawn_score(table.game, view, names, winner_sentence(table, t, names), language, faces, board)


def drawn_score(
    game: Game,
    view: State,
    names: Sequence[str],
    ending: str,
    language: str,
    faces: TableFaces = NO_TABLE,
    board: str = "",
) -> str:
    """The picture of a position that is counted: `ending` is the sentence about who won, `board` the position itself
    where it was played here."""
    t, winners = translations_for(language, game), members(int(game.rules.winners(view)))
    steps, scores = podium(game, view), [int(game.rules.score(view, seat)) for seat in range(len(names))]
    keys = [
        faces.key(names[seat], mood="pleased", wear="crown", pose="sit")
        if seat in winners
        else faces.key(names[seat], pose="sit")
        for seat in steps.seats
    ]
    order = sorted(range(len(names)), key=lambda seat: game.part("invariants").standing(view)[seat], reverse=True)
    places = [
        Place(names[k], t.ngettext("{n} point", "{n} points", scores[k]).format(n=scores[k]), k in winners)
        for k in order
    ]
    scene = game.part("board.sprite").picture() if game.has("board/sprite.py") else None
    return result_card(game.title(language), ending, steps.kind, keys, places, scene, board)
