"""What runs out in a box, to be printed: a page to choose from, and the PDF."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from purrlor.core.game import game
from purrlor.core.language import LANGUAGES
from purrlor.web.real_table.counting import is_counted
from purrlor.web.real_table.papers import paper_pdf, papers_of
from purrlor.web.rendering.templating import translations_for
from purrlor.web.request_context import context_of
from purrlor.web.services import services_of


async def print_page(request: Request) -> Response:
    context, templates = context_of(request), services_of(request).templates
    of = game(request.path_params["game"])
    if not (papers := papers_of(of, context.language)):
        raise HTTPException(404)
    return templates.page(
        "real_table/print.html",
        context,
        t=translations_for(context.language, of),
        here=f"/print/{of.name}",
        game=of.name,
        title=of.title(context.language),
        papers=[(paper.name, paper.title) for paper in papers],
        languages=LANGUAGES,
        is_counted=is_counted(of),
    )


async def print_pdf(request: Request) -> Response:
    of, asked = game(request.path_params["game"]), request.query_params
    name = request.path_params["paper"]
    language = asked.get("language", context_of(request).language)
    data = await asyncio.to_thread(paper_pdf, of, name, language, asked.get("size", "a4"), asked.get("ink", "colour"))
    shown = f'inline; filename="purrlor-{of.name}-{name}.pdf"'
    headers = {"content-disposition": shown, "cache-control": "private, max-age=3600"}
    return Response(data, media_type="application/pdf", headers=headers)
