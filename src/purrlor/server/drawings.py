"""Drawings as pages use them: symbols of sprites, faces of players, links as squares."""

from __future__ import annotations

import io
from functools import cache, lru_cache

import segno
from markupsafe import Markup

from purrlor.core.game import Game, games
from purrlor.server.shelf import Shelf
from purrlor.web.art import face_key, favicon_svg, icon_svg, parlour_symbols, sprite


@cache
def has_part(game: Game, file: str) -> bool:
    return (game.folder / file).exists()


class Pictures:
    """Sprites and pictures by name: `url("parlour.svg")`, `url("cat-cafe.svg")`, `url("cat-cafe-room.svg")`."""

    def __init__(self) -> None:
        self.shelf = Shelf("/art")
        self.shelf.put("parlour.svg", sprite(parlour_symbols()))
        self.shelf.put("favicon.svg", favicon_svg().encode())
        self.shelf.put("icon.svg", icon_svg().encode())
        for game in games():
            if has_part(game, "sprite.py"):
                drawn = game.part("sprite")
                self.shelf.put(f"{game.name}.svg", sprite(drawn.symbols()))
                scene = drawn.picture()
                self.shelf.put(f"{game.name}-room.svg", scene.room.encode())
                self.shelf.put(f"{game.name}-over.svg", scene.over.encode())

    def url(self, name: str) -> str:
        """Where a picture is, or "" if there is none of that name."""
        return self.shelf.url(name) if name in self.shelf.things else ""

    def use(self, symbol: str, kind: str = "", of: str = "parlour") -> Markup:
        """A symbol of a sprite, drawn by reference; what it shows must be said elsewhere."""
        return Markup('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>').format(
            kind or symbol, self.url(f"{of}.svg"), symbol
        )


@lru_cache(maxsize=4096)
def face_url(name: str, mood: str = "", wear: str | None = None, pose: str = "") -> str:
    """The cat of a player of that name; pose "sit" or "loaf" is the whole cat."""
    return f"/face/{face_key(name, mood=mood, wear=wear, pose=pose)}.svg"


def square(text: str) -> Markup:
    """A link as a QR code, to be drawn within a page."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=2, dark="#2A1F22", light="#FFFFFF", xmldecl=False, svgns=True, omitsize=True, nl=False
    )
    return Markup(out.getvalue().decode())
