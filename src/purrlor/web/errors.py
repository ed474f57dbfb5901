"""What goes wrong is said kindly: a page or a line in the visitor's language, data for programs; never a bare 500."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import Scope

from purrlor.core import errors as core
from purrlor.core.errors import PurrlorError
from purrlor.core.language import N_, Translations
from purrlor.tables import errors
from purrlor.web.art.print_fonts import NoFont
from purrlor.web.forms import BadForm, WrongKind
from purrlor.web.rate_limits import TooMuch
from purrlor.web.request_context import NoToken
from purrlor.web.security import BadHost, CrossSite, TooLarge, TooSlow, WrongHost

if TYPE_CHECKING:
    from purrlor.web.rendering.templating import Templates

STATUS: dict[type[PurrlorError], int] = {
    core.UnknownGame: 404,
    core.BadOption: 422,
    core.BadSheet: 422,
    core.BadNotation: 422,
    core.NotYourTurn: 409,
    core.IllegalAction: 409,
    core.CannotUndo: 409,
    errors.UnknownTable: 404,
    errors.UnknownIdentity: 401,
    errors.NotWelcome: 403,
    errors.NotYourSeat: 403,
    errors.NotSeated: 403,
    errors.NotHost: 403,
    errors.SeatTaken: 409,
    errors.TableFull: 409,
    errors.NotReady: 409,
    errors.NotStarted: 409,
    errors.AlreadyStarted: 409,
    errors.AlreadyOver: 409,
    errors.NotFinished: 409,
    errors.NotWeighed: 409,
    errors.NotWeighedYet: 409,
    errors.NoAdvice: 409,
    errors.StaleTurn: 409,
    errors.NotAway: 409,
    errors.BadName: 422,
    errors.BadLevel: 422,
    errors.BadSetting: 422,
    errors.BadNonce: 422,
    errors.BadReaction: 422,
    errors.TooFast: 429,
    errors.TooManyTables: 429,
    errors.BadLink: 410,
    errors.OldRules: 409,
    errors.StoreError: 503,
    NoToken: 401,
    NoFont: 503,
    BadForm: 400,
    WrongKind: 415,
    CrossSite: 403,
    WrongHost: 421,
    BadHost: 400,
    TooLarge: 413,
    TooSlow: 408,
    TooMuch: 429,
}
HTTP_SENTENCES = {
    404: N_("There is nothing at this address. Perhaps the link was cut off?"),
    405: N_("This address does not do that."),
}
BROKEN = N_("Something broke on our side. Nothing you did is lost; please try again.")


def status_of(error: Exception) -> int:
    if isinstance(error, HTTPException):
        return error.status_code
    for kind in type(error).__mro__:
        if kind in STATUS:
            return STATUS[kind]
    return 400 if isinstance(error, PurrlorError) else 500


def code_of(error: Exception) -> str:
    """A name for programs: StaleTurn is "stale-turn"."""
    if isinstance(error, HTTPException):
        return {404: "not-found", 405: "method-not-allowed"}.get(error.status_code, "http-error")
    if not isinstance(error, PurrlorError):
        return "broken"
    return re.sub(r"(?<!^)(?=[A-Z])", "-", type(error).__name__).lower()


def sentence_of(error: Exception, scope: Scope) -> str:
    t: Translations = scope["context"].translations
    if isinstance(error, PurrlorError):
        return error.message(t)
    known = HTTP_SENTENCES.get(error.status_code) if isinstance(error, HTTPException) else None
    return t.gettext(known or BROKEN)


def table_in(path: str) -> str:
    """The table whose address this path goes on from: /t/ID of /t/ID/react; "" if there is none."""
    found = re.fullmatch(r"(/[tw]/[\w-]+)/.*", path)
    return found[1] if found else ""


class ErrorResponder:
    """Turns an error into a response for the client: a page, a line for the live client, or JSON for a program."""

    def __init__(self, templates: Templates) -> None:
        self.templates = templates

    def __call__(self, scope: Scope, error: Exception) -> Response:
        status, sentence = status_of(error), sentence_of(error, scope)
        headers: dict[str, str] = {"cache-control": "no-store"}
        if isinstance(error, HTTPException) and error.headers:
            headers.update(error.headers)
        if isinstance(error, TooMuch):
            headers["retry-after"] = str(round(error.wait))
        if isinstance(error, TooSlow):
            headers["connection"] = "close"
        if isinstance(error, NoToken):
            headers["www-authenticate"] = "Bearer"
        if scope["path"].startswith("/api"):
            return JSONResponse({"error": {"code": code_of(error), "message": sentence}}, status, headers=headers)
        if scope["type"] == "websocket" or "x-live" in Headers(scope=scope):
            return Response(json.dumps({"error": sentence}), status, headers, "application/json")
        table_url = "" if status == 404 or isinstance(error, errors.OldRules) else table_in(scope["path"])
        response = self.templates.page(
            "shared/error.html", scope["context"], status=status, sentence=sentence, table_url=table_url
        )
        response.headers.update(headers)
        return response
