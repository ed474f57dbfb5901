"""Drawings as pages use them: symbols of sprites, links as squares."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from threading import Lock

import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from purrlor.core.game import Game, games
from purrlor.web.art import PARLOUR_APART, Symbol, favicon_svg, icon_svg, parlour_symbols, sprite
from purrlor.web.art.table_picture import drawn_symbols
from purrlor.web.rendering.assets import AssetStore

REFERENCES_CACHED = 4096


class Sprites:
    """Sprites and pictures by name: `url("services_of.svg")`, `url("cat-cafe.svg")`, `url("cat-cafe-room.svg")`.

    The artist takes a second or two for all of it, so each is drawn when it is first asked for. Symbols that a page
    seldom needs lie apart from their sprite (`APART`): "pocket-cats-c3.svg". Templates show a symbol by `symbol`.
    What one page shows of many such files lies in one more (`AGAIN`): `symbol("clans/c3", "pocket-cats")`.
    """

    def __init__(self) -> None:
        self.asset_store = AssetStore("/art")
        self.lock = Lock()
        self.use = lru_cache(maxsize=REFERENCES_CACHED)(self.make_use)
        self.files: dict[tuple[str, str], str] = {}  # of what lies apart
        self.painters: dict[str, Callable[[], bytes]] = {
            "favicon.svg": lambda: favicon_svg().encode(),
            "icon.svg": lambda: icon_svg().encode(),
        }
        drawn = [game for game in games() if game.has("board/sprite.py")]
        for game in drawn:  # first what the first page shows
            self.painters[f"{game.name}-room.svg"] = partial(draw_scene, game, 0)
            self.painters[f"{game.name}-over.svg"] = partial(draw_scene, game, 1)
        self.add_sprite("parlour", parlour_symbols, PARLOUR_APART)
        for game in drawn:
            self.add_sprite(game.name, partial(symbols_of, game), getattr(game.part("board.sprite"), "APART", {}))
            for file, names in getattr(game.part("board.sprite"), "AGAIN", {}).items():
                self.painters[f"{game.name}-{file}.svg"] = partial(draw_these, game, names)

    def add_sprite(
        self, of: str, symbols: Callable[[], Mapping[str, Symbol]], apart: Mapping[str, Sequence[str]]
    ) -> None:
        """A sprite, and beside it the files of what lies apart."""

        def draw(file: str) -> bytes:
            return sprite({name: art for name, art in symbols().items() if self.file_of(name, of) == file})

        self.files |= {(of, name): f"{of}-{file}.svg" for file, names in apart.items() for name in names}
        for file in (*(f"{of}-{file}.svg" for file in apart), f"{of}.svg"):
            self.painters[file] = partial(draw, file)

    def file_of(self, symbol: str, of: str) -> str:
        return self.files.get((of, symbol), f"{of}.svg")

    def draw(self, name: str) -> None:
        with self.lock:
            if name in self.painters and name not in self.asset_store.by_name:
                self.asset_store.put(name, self.painters[name]())

    def draw_all(self) -> None:
        for name in self.painters:
            self.draw(name)

    def url(self, name: str) -> str:
        """Where a picture is, or "" if there is none of that name."""
        if name not in self.asset_store.by_name:
            self.draw(name)
        return self.asset_store.url(name) if name in self.asset_store.by_name else ""

    def symbol(self, name: str, of: str = "parlour") -> str:
        """Where a symbol is, for `<use href="…"/>`."""
        file, _, name = name.rpartition("/")
        return f"{self.url(f'{of}-{file}.svg' if file else self.file_of(name, of))}#{name}"

    async def serve(self, request: Request) -> Response:
        stem, _, ending = request.path_params["file"].partition(".")
        self.draw(f"{stem}.{ending.rpartition('.')[2]}")  # another process may have named it
        return await self.asset_store.serve(request)

    def make_use(self, symbol: str, kind: str = "", of: str = "parlour") -> Markup:
        """`use` of templates: a symbol of a sprite, drawn by reference; what it shows must be said elsewhere."""
        return Markup('<svg class="{}" aria-hidden="true"><use href="{}"/></svg>').format(
            kind or symbol, self.symbol(symbol, of)
        )


@cache
def symbols_of(game: Game) -> dict[str, Symbol]:
    return dict(drawn_symbols(game.part("board.sprite").symbols))


def draw_these(game: Game, names: Sequence[str]) -> bytes:
    return sprite({name: symbols_of(game)[name] for name in names})


def draw_scene(game: Game, layer: int) -> bytes:
    """The first page's picture: the room, or what stands in it."""
    return str(game.part("board.sprite").picture()[layer]).encode()


@cache
def sprites() -> Sprites:
    """Drawn once for the whole process."""
    return Sprites()


def qr_code(text: str) -> Markup:
    """A link as a QR code, to be drawn within a page."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=2, dark="#2A1F22", light="#FFFFFF", xmldecl=False, svgns=True, omitsize=True, nl=False
    )
    return Markup(out.getvalue().decode())
