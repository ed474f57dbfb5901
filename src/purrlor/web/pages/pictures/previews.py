"""What a messenger shows of a pasted link."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from purrlor.core.game import Game, games
from purrlor.core.language import HOME
from purrlor.web.request_context import RequestContext

PREVIEWS = HOME / "web" / "previews"  # made by `python -m purrlor.web.gallery.previews`
A_DAY = {"cache-control": "public, max-age=86400"}


class Preview(NamedTuple):
    title: str
    text: str
    image: str


def preview_of(context: RequestContext, game: Game, text: str) -> Preview:
    image = f"{context.origin}/preview/{game.name}.jpg" if game.name in pictures() else ""
    return Preview(game.title(context.language), text, image)


@cache
def pictures() -> dict[str, bytes]:
    """By game; messengers read no SVG, so these are photographs of our own drawings."""
    known = {each.name for each in games()}
    return {path.stem: path.read_bytes() for path in sorted(PREVIEWS.glob("*.jpg")) if path.stem in known}


async def game_preview(request: Request) -> Response:
    found = pictures().get(request.path_params["game"])
    if found is None:
        raise HTTPException(404)
    return Response(found, media_type="image/jpeg", headers=A_DAY)
