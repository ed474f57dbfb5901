"""Pictures for the first page: rooms of one parlour, with the same rail and floor, and what stands in them.

A picture has two layers of the same width. The room is cut by the page's frame; what stands over it may look out at
the top, so its box begins HEADROOM units higher.
"""

from typing import NamedTuple

from purrlor.web.art.files import picture
from purrlor.web.art.pen.brush import FINE, LINE
from purrlor.web.art.pen.colour import INK, mix
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import affine, bend, ellipse, rounded

WIDTH, HEIGHT, HEADROOM = 320, 230, 40
FLOOR, RAIL = 178, 166
GRAIN = 3  # pieces are seldom larger than 120 pixels here


class Picture(NamedTuple):
    """Two files."""

    room: str
    over: str


def room(wall: str) -> Art:
    """Striped paper, a rail, boards."""
    a = Art(0, (WIDTH, HEIGHT))
    a.fill(f"M0 0L{WIDTH} 0L{WIDTH} {HEIGHT}L0 {HEIGHT}Z", wall)
    a.line("".join(f"M{x} 0L{x} {RAIL}" for x in range(20, WIDTH, 40)), 9, mix(wall, INK, 0.05))
    a.fill(f"M0 {FLOOR}L{WIDTH} {FLOOR}L{WIDTH} {HEIGHT}L0 {HEIGHT}Z", "#C9955F")
    boards = f"M0 204L{WIDTH} 204M60 180L60 204M190 180L190 204M120 206L120 230M265 206L265 230"
    a.line(boards, 2, "#B07F4C")
    a.fill(f"M0 {RAIL}L{WIDTH} {RAIL}L{WIDTH} {FLOOR}L0 {FLOOR}Z", mix(wall, INK, 0.2))
    return a.line(f"M0 {RAIL}L{WIDTH} {RAIL}M0 {FLOOR}L{WIDTH} {FLOOR}", FINE)


def window(a: Art, x: float, y: float) -> None:
    """Hills at dusk, a low sun."""
    at = affine(x, y, about=(0, 0))
    frame = bend(rounded(0, 0, 92, 100, 44), at)
    a.fill(frame, "#F8D3A4")
    a.fill(bend(ellipse(66, 42, 13), at), "#FFF3CF")
    a.fill(bend("M1 72Q22 52 46 66Q70 80 92 58Q88 98 46 100Q6 98 1 72Z", at), "#8A6E9B")
    a.fill(bend("M5 86Q30 76 56 86Q76 90 89 80Q80 99 46 100Q14 99 5 86Z", at), "#6E5683")
    a.line(frame, LINE)
    a.line(bend("M46 1L46 99M1 52L91 52", at), LINE)
    a.line(bend("M-6 102L98 102", at), 10)
    a.line(bend("M-5 102L97 102", at), 5, "#FFF8EA")


def stage() -> Art:
    """An empty layer to stand things on; y counts from the top of the room."""
    return Art(0, (WIDTH, HEADROOM + HEIGHT))


def stand(a: Art, piece: Art, x: float, y: float, size: float, *, turn: float = 0) -> None:
    """Put a piece with its upper left corner at (x, y) of the room, `size` wide."""
    k = size / piece.box[0]
    middle = (piece.box[0] / 2, piece.box[1] / 2)
    move = (x + middle[0] * (k - 1), y + HEADROOM + middle[1] * (k - 1))
    a.put(piece, *move, k, rot=turn, about=middle, nib=k)


def framed(rear: Art, front: Art) -> Picture:
    """The two layers as files."""
    return Picture(picture(rear.symbol(GRAIN)), picture(front.symbol(GRAIN)))
