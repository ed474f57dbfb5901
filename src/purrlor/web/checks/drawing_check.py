"""A game's drawings, without a page: those that its texts and templates name are there, and each can be drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from xml.etree import ElementTree

from purrlor.core.game import Game
from purrlor.core.game_check import describe_error
from purrlor.web.art import parlour_symbols
from purrlor.web.pages.learning.rulebook import pictures_in
from purrlor.web.rendering.sprites import symbols_of

NAMED = re.compile(r"""\b(?:use|symbol)\(\s*["']([\w/-]+)["']\s*(?:,[^(),]*)?(,\s*game\s*)?\)""")
VIEW_BOX = re.compile(r"-?[\d.]+(?: -?[\d.]+){3}")


def drawing_faults(game: Game) -> Iterator[str]:
    try:
        yield from faults_of_symbols(game)
        for file, of, name in named_drawings(game):
            if not is_drawn(game, of, name):
                where = "the house's drawings" if of == "parlour" else "board/sprite.py"
                yield f"{file} shows the drawing {name!r}, which is not in {where}: nothing is seen there"
    except Exception as error:
        yield f"board/sprite.py cannot be drawn: {describe_error(error, game.folder)}"


def is_drawn(game: Game, of: str, name: str) -> bool:
    """Whether a sprite has this symbol; `file/name` is one of a file that shows many (`AGAIN`)."""
    if of == "parlour":
        return name in parlour_symbols()
    if not game.has("board/sprite.py"):
        return False
    file, _, bare = name.rpartition("/")
    again: Mapping[str, Sequence[str]] = getattr(game.part("board.sprite"), "AGAIN", {})
    return bare in (again.get(file, ()) if file else symbols_of(game))


def named_drawings(game: Game) -> Iterator[tuple[str, str, str]]:
    """(file, sprite, symbol): what rules and questions show, and what templates ask for by a name that stands there."""
    for path in sorted((game.folder / "words").glob("*.md")):
        for picture in pictures_in(path.read_text(encoding="utf-8")):
            if picture.startswith("#"):
                yield f"words/{path.name}", game.name, picture[1:]
    for path in sorted((game.folder / "board").rglob("*.html")):
        for found in NAMED.finditer(path.read_text(encoding="utf-8")):
            yield path.relative_to(game.folder).as_posix(), game.name if found[2] else "parlour", found[1]


def faults_of_symbols(game: Game) -> Iterator[str]:
    if not game.has("board/sprite.py"):
        return
    part = game.part("board.sprite")
    known = symbols_of(game)
    for name, symbol in known.items():
        drawing, view_box = symbol
        if not VIEW_BOX.fullmatch(str(view_box)):
            yield f"board/sprite.py: {name!r} has the viewBox {view_box!r}: four numbers, as .symbol() makes it"
        try:
            ElementTree.fromstring(f'<g xmlns:xlink="x">{drawing}</g>')
        except ElementTree.ParseError as error:
            yield f"board/sprite.py: the drawing {name!r} is no SVG: {error}"
    for table in ("APART", "AGAIN"):
        for file, names in getattr(part, table, {}).items():
            for name in sorted(set(names) - known.keys()):
                yield f"board/sprite.py: {table}[{file!r}] names {name!r}, which symbols() does not have"
    layers = part.picture() if hasattr(part, "picture") else ("", "")
    if not isinstance(layers, Sequence) or len(layers) != 2 or not all(isinstance(layer, str) for layer in layers):
        yield "board/sprite.py: picture() returns two layers, as kit.scene(…) makes them"
