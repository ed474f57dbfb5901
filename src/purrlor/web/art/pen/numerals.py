"""Numbers drawn by hand, as strokes: no drawing needs a font."""

from purrlor.web.art.pen.colour import INK
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import affine, bend

_STROKES = {  # in a box of 10 × 14
    "0": "M5 .8C2 .8 .9 4 .9 7C.9 10.4 2.2 13.2 5 13.2C8 13.2 9.2 10.2 9.1 7C9 3.6 8 .8 5 .8Z",
    "1": "M2 3.6L5.6 .9L5.4 13.2",
    "2": "M1.2 3.6C2 .2 8.4 -.4 8.6 4C8.7 7.4 3.4 9.8 1.2 13L9 12.8",
    "3": "M1.4 2.2C4 -.2 8.6 .6 8.2 3.8C8 6 5.8 6.6 4.2 6.6C6.6 6.5 9.2 7.6 9 10C8.8 13.6 3.4 14.2 1 11.6",
    "4": "M6.2 .9C4.4 4 2.6 6.6 .8 9.4L9.4 9.2M7 5.4L6.8 13.2",
    "5": "M8.4 .9L2.4 1.1L1.8 6.2C5 4.6 9 5.8 9 9.2C9 13.4 3.6 14.2 1 11.8",
    "6": "M7.8 1.2C3.4 2.4 1 6 1.1 9.2C1.2 12 3 13.2 5 13.2C7.4 13.2 9 11.6 9 9.4C9 5.4 3 5.2 1.3 9",
    "7": "M1 1.2L9 .9C6.4 4.6 4.8 8.6 4.2 13.2M3.4 7L7.8 6.8",
    "8": "M5 6.4C2.6 5.6 1.6 4.4 1.8 3C2.2 .2 8 .2 8.2 3C8.3 4.6 7 5.6 5 6.4"
    "C2.4 7.4 .8 8.6 1 10.4C1.4 14 8.8 14 9 10.4C9 8.4 7.4 7.2 5 6.4Z",
    "9": "M8.8 5C7.2 8.6 1.2 8.4 1.1 4.6C1 2.2 2.8 .8 5 .8C7.6 .8 9 2.6 8.9 5.2C8.8 8.8 7 12 3 13.2",
    "+": "M5 3.4L5 11.4M1 7.4L9 7.4",
    "?": "M1.6 3.4C2.4 .2 8.6 0 8.5 3.8C8.4 6.6 5 6.6 5 9.4M5 12.9L5.05 12.9",
}


def numeral(a: Art, text: str, cx: float, cy: float, *, height: float = 14, width: float = 2.6, ink: str = INK) -> None:
    """Write the digits, centred."""
    k = height / 14
    advance = 11.6 * k
    left = cx - advance * (len(text) - 1) / 2
    for i, digit in enumerate(text):
        a.line(bend(_STROKES[digit], affine(left + i * advance - 5, cy - 7, k, about=(5, 7))), width, ink)
