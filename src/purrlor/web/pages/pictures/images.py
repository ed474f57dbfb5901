"""Pictures over HTTP: a face for each player, squares for phones."""

from __future__ import annotations

import asyncio
import hashlib
import re
from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from purrlor.web.art import face_from_key
from purrlor.web.rendering.sprites import qr_code
from purrlor.web.request_context import context_of
from purrlor.web.services import services_of

A_WEEK = "public, max-age=604800"
ID_LENGTH = 40
KEY = re.compile(r"[\w-]{12}", re.A)
QR_CODES_CACHED = 512  # a lobby's page asks for its own again and again
cached_qr_code = lru_cache(maxsize=QR_CODES_CACHED)(qr_code)


async def face(request: Request) -> Response:
    try:
        text = face_from_key(request.path_params["key"])
    except ValueError:
        raise HTTPException(404) from None
    tag = f'"{hashlib.blake2b(text.encode(), digest_size=6).hexdigest()}"'
    headers = {"cache-control": A_WEEK, "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type="image/svg+xml")


async def invitation(request: Request) -> Response:
    """The link to a table as a square to point a phone at."""
    services, context, table_id = services_of(request), context_of(request), request.path_params["id"]
    if len(table_id) > ID_LENGTH:
        raise HTTPException(404)
    table = await services.tables.get(table_id)  # or UnknownTable: nobody has other addresses drawn here
    key = request.query_params.get("key", "")
    link = f"{context.origin}/t/{table.id}" + (f"?key={key}" if KEY.fullmatch(key) else "")
    text = await asyncio.to_thread(cached_qr_code, link)
    return Response(text, media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})


async def watch_invitation(request: Request) -> Response:
    """The watchers' address of a table as a square: it stands on the room's big screen."""
    services, context = services_of(request), context_of(request)
    table = await services.tables.watched(request.path_params["key"])
    text = await asyncio.to_thread(cached_qr_code, f"{context.origin}/w/{table.facts.watch_key}")
    return Response(text, media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})
