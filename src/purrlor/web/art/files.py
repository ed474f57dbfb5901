"""Drawings as files: a game's sprite of symbols, and single pictures.

A page uses a symbol by `<svg><use href="/art/GAME.HASH.svg#id"/></svg>`. The page's CSS reaches into it by
inheritance: `color` (drawings in currentColor) and custom properties such as `--rim`.
"""

import hashlib
import re
from collections.abc import Mapping

from purrlor.web.art.pen.colour import INK, PAPER, short
from purrlor.web.art.pen.paper import RIM, Symbol

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_INKED = f' fill="{short(INK)}"'
_DATA = re.compile(r' d="([^"]{60,})"')


def sprite(symbols: Mapping[str, Symbol]) -> bytes:
    """One SVG file of symbols; the same symbols always make the same bytes."""
    for name in symbols:
        if not _ID.fullmatch(name):
            raise ValueError(f"{name!r} is no id of a symbol")
    body = "".join(f'<symbol id="{k}" viewBox="{box}">{art}</symbol>' for k, (art, box) in symbols.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>'.encode()


def content_hash(data: bytes) -> str:
    """Names a file by what is in it, so that it can be cached for ever."""
    return hashlib.sha256(data).hexdigest()[:12]


def picture(symbol: Symbol) -> str:
    """A drawing as a file of its own, shown by <img>; lines that come back are written once and used by reference."""
    art, box = symbol
    art = art.replace(RIM, short(PAPER)).replace(_INKED, "")  # no page's CSS reaches into an image
    lines = _DATA.findall(art)
    again = [d for d in dict.fromkeys(lines) if lines.count(d) > 1]
    for i, d in enumerate(again):
        art = art.replace(f' d="{d}"', f' href="#l{i}"')
    art = re.sub(r'<path((?: [^>]*)? href="#l\d+"/>)', r"<use\1", art)
    shared = "".join(f'<path id="l{i}" d="{d}"/>' for i, d in enumerate(again))
    defs = f"<defs>{shared}</defs>" if shared else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{_INKED}>{defs}{art}</svg>'
