"""A short code that was said over the phone leads to its table."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.tables.errors import UnknownTable
from purrlor.web.rate_limits import EVERYBODY
from purrlor.web.request_context import context_of
from purrlor.web.routes import Action
from purrlor.web.services import services_of

CODE_LENGTH = 15  # with spaces between its groups


async def enter(action: Action) -> Response:
    services, context = action.services, action.context
    services.limits.spend("all codes", None, EVERYBODY)
    typed = action.form.get("code", "")[:CODE_LENGTH]
    try:
        table = await services.tables.by_code(typed)
    except UnknownTable as error:
        note = error.message(context.translations)
        return services.templates.page("home/code.html", context, status=404, here="/code", note=note, code=typed)
    return RedirectResponse(table.invitation_path, 303)


async def ask(request: Request) -> Response:
    return services_of(request).templates.page("home/code.html", context_of(request), here="/code", note="", code="")
