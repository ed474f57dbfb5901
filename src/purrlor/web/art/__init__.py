"""The artist: every picture of the parlour is drawn here, from traits, by our own code.

A *symbol* is a fragment without ids, styles or fonts, and its viewBox. `sprite` makes a file of symbols, which a page
uses by `<svg><use href="/art/NAME.HASH.svg#id"/></svg>`; `picture` makes a file of one, for `<img>`. A game lists its
symbols in its own `sprite.py`; the parlour's are in `parlour`. Players' cats come from `players`.

On any ground a thin paper edge keeps the ink readable; a page changes it with the custom property `--rim`.
"""

from purrlor.web.art.files import content_hash, picture, sprite
from purrlor.web.art.parlour import APART as PARLOUR_APART
from purrlor.web.art.parlour import favicon_svg, icon_svg
from purrlor.web.art.parlour import symbols as parlour_symbols
from purrlor.web.art.pen.paper import Art, Symbol
from purrlor.web.art.players import (
    BORN,
    LOOKS,
    OWN_WEAR,
    dressed,
    face_from_key,
    face_key,
    face_svg,
    is_look,
    looks_at_table,
)
from purrlor.web.art.scenes import Picture
from purrlor.web.art.sheet import contact_sheet, own_groups

__all__ = [
    "BORN",
    "LOOKS",
    "OWN_WEAR",
    "PARLOUR_APART",
    "Art",
    "Picture",
    "Symbol",
    "contact_sheet",
    "content_hash",
    "dressed",
    "face_from_key",
    "face_key",
    "face_svg",
    "favicon_svg",
    "icon_svg",
    "is_look",
    "looks_at_table",
    "own_groups",
    "parlour_symbols",
    "picture",
    "sprite",
]
