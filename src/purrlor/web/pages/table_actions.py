"""What every POST to a table begins and ends with: who asks, which form, and the answer."""

from __future__ import annotations

import json

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.core.language import N_
from purrlor.tables.errors import NotSeated
from purrlor.web.forms import Form, read_form
from purrlor.web.request_context import RequestContext, context_of
from purrlor.web.services import services_of

NOT_SEATED = N_("You do not sit at this table.")


def acknowledge(request: Request, to: str) -> Response:
    """The answer to an act: nothing for the live client, which is told by its socket; else the way back."""
    return Response(status_code=204) if "x-live" in request.headers else RedirectResponse(to, 303)


def send_to(request: Request, to: str) -> Response:
    """The answer to an act that leads to another page."""
    if "x-live" in request.headers:
        return Response(json.dumps({"go": to}), media_type="application/json")
    return RedirectResponse(to, 303)


async def read_action(request: Request) -> tuple[RequestContext, str, str, Form]:
    """What every act before the match begins with: who, where, what."""
    services, context = services_of(request), context_of(request)
    form = await read_form(request)
    if context.identity is None:
        raise NotSeated(NOT_SEATED)
    return context, await services.person(context), request.path_params["id"], form
