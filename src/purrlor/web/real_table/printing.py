"""What runs out in a box, to be printed: our own drawings, by the browser's own print dialogue (A4, Letter, PDF)."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from purrlor.web.real_table.counting import asked_game, is_printed
from purrlor.web.rendering.templating import translations_for
from purrlor.web.request_context import context_of
from purrlor.web.services import services_of


async def print_page(request: Request) -> Response:
    context, of, templates = context_of(request), asked_game(request), services_of(request).templates
    if not is_printed(of):
        raise HTTPException(404)
    t = translations_for(context.language, of)
    own = [name for name in (f"{of.name}.css", f"{of.name}-printed.css") if templates.has_asset(name)]
    paper = templates.fragment(f"{of.name}/printed.html", t, game=of.name, **of.part("board.counting").form(t))
    return templates.page(
        "print.html",
        context,
        t=t,
        here=f"/print/{of.name}",
        game=of.name,
        title=of.title(context.language),
        sheets=[templates.file(name) for name in own],
        paper=paper,
    )
