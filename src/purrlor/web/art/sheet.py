"""The contact sheet: every drawing at the sizes it is used, on paper, at dusk, in grey, and to a colour-blind eye."""

from collections.abc import Mapping
from html import escape

from purrlor.web.art.cats.bodies import loaf, sitting, stretching
from purrlor.web.art.cats.coats import COATS, PATTERNS
from purrlor.web.art.cats.face import WEAR, face
from purrlor.web.art.cats.mood import MOODS
from purrlor.web.art.parlour import symbols as parlour_symbols
from purrlor.web.art.pen.colour import DEUTERANOPIA, DUSK, GREY, INK, PAPER, Matrix
from purrlor.web.art.pen.paper import Symbol

SIZES = (96, 48, 24)
GROUNDS = (("paper", PAPER, INK), ("dusk", DUSK, PAPER), ("grey", PAPER, INK), ("deutan", PAPER, INK))
STYLE = """
body { margin: 0; font: 11px sans-serif }
h2 { margin: 0; padding: 10px 14px 0; font-size: 14px }
section { display: flex; flex-wrap: wrap; gap: 10px; padding: 10px 14px }
figure { margin: 0; text-align: center }
figure svg { vertical-align: bottom; margin: 1px }
.grey { filter: url(#grey) }
.deutan { filter: url(#deutan) }
"""


def _filter(name: str, matrix: Matrix) -> str:
    rows = " ".join(" ".join(str(v) for v in row) + " 0 0" for row in matrix) + " 0 0 0 1 0"
    return f'<filter id="{name}"><feColorMatrix values="{rows}"/></filter>'


def _figure(name: str, symbol: Symbol) -> str:
    art, box = symbol
    _, _, w, h = (float(v) for v in box.split())
    pictures = "".join(
        f'<svg viewBox="{box}" width="{size * w / max(w, h):.0f}" height="{size * h / max(w, h):.0f}">{art}</svg>'
        for size in SIZES
    )
    return f"<figure>{pictures}<figcaption>{escape(name)}</figcaption></figure>"


def own_groups() -> dict[str, dict[str, Symbol]]:
    """What belongs to no game: the parlour, and cats by every trait."""
    faces = {f"{coat} plain": face(coat) for coat in COATS}
    faces |= {f"grey {pattern}": face("grey", pattern) for pattern in PATTERNS}
    faces |= {f"ginger {mood}": face("ginger", "tabby", mood) for mood in MOODS}
    faces |= {f"black {mood}": face("black", "plain", mood) for mood in MOODS}
    faces |= {f"cream {wear}": face("cream", "tabby", wear=wear) for wear in WEAR if wear}
    poses = {f"{pattern} {pose.__name__}": pose("white", pattern) for pattern in PATTERNS for pose in (sitting, loaf)}
    poses |= {"stretching": stretching("grey", "tabby"), "crowned": sitting("ginger", "tabby", "pleased", "crown")}
    return {
        "parlour": parlour_symbols(),
        "faces": {name: art.symbol() for name, art in faces.items()},
        "poses": {name: art.symbol() for name, art in poses.items()},
    }


def contact_sheet(groups: Mapping[str, Mapping[str, Symbol]]) -> str:
    """A page that stands alone; every group on every ground."""
    out = []
    for title, symbols in groups.items():
        figures = "".join(_figure(name, symbol) for name, symbol in symbols.items())
        for kind, ground, ink in GROUNDS:
            paint = f"background:{ground};color:{ink}"
            out.append(f'<h2 style="{paint}">{escape(title)}: {kind}</h2>')
            out.append(f'<section class="{kind}" style="{paint}">{figures}</section>')
    filters = _filter("grey", GREY) + _filter("deutan", DEUTERANOPIA)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Purrlor: the artist</title><style>{STYLE}</style>'
        f'<svg width="0" height="0" style="position:absolute">{filters}</svg>{"".join(out)}</html>'
    )
