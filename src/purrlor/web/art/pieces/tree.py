"""Parts of a cat tree. Their upper and lower edges are exact, so that they stand on one another."""

from purrlor.web.art.pen.brush import FINE, LINE
from purrlor.web.art.pen.colour import INK
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import Path, Point, Step, rounded

ROPE, WINDING, WOOD = "#EBD3A6", "#B98F58", "#B98A5E"


def hexagon(cx: float, cy: float, half_width: float, half_height: float, corner: float = 9) -> Path:
    """Flat-topped, with softened corners."""
    w, h = half_width, half_height
    p: list[Point] = [(-w, 0), (-w / 2, -h), (w / 2, -h), (w, 0), (w / 2, h), (-w / 2, h)]
    steps: list[Step] = []
    for i, (x, y) in enumerate(p):
        near = []
        for u, v in (p[i - 1], p[(i + 1) % 6]):
            k = corner / ((u - x) ** 2 + (v - y) ** 2) ** 0.5
            near.append((cx + x + (u - x) * k, cy + y + (v - y) * k))
        steps += [("L" if steps else "M", (near[0],)), ("Q", ((cx + x, cy + y), near[1]))]
    return (*steps, ("Z", ()))


def place() -> Art:
    """A hex of the sheet; the page chooses its ground (--hex) and edge (--hex-edge)."""
    a = Art(0, (100, 80))
    a.fill(hexagon(50, 40, 48.2, 38.4), "var(--hex,#fff8ea)")
    return a.line(hexagon(50, 40, 48.2, 38.4), LINE, "var(--hex-edge,#33272a)")


def rope() -> Art:
    """A scratching post, as high as a hex; sisal wound round a pole."""
    a = Art(0, (40, 80))
    a.fill("M3 0L37 0L37 80L3 80Z", ROPE)
    a.fill("M28 0L37 0L37 80L28 80Z", "#33272A1A")
    for i in range(10):
        y = 4 + 8 * i
        a.line(f"M4 {y + 2}Q20 {y + 5} 36 {y - 2}", 1.8, WINDING)
    return a.line("M3 0L3 80M37 0L37 80", LINE)


def foot() -> Art:
    """What a tree stands on."""
    a = Art(0, (80, 20))
    d = "M4 18.4Q3 4 13 3.6L67 3.6Q77 4 76 18.4Z"
    a.shape(d, WOOD, LINE, rim=False)
    return a.fill("M6 14L74 14L74.6 16.8L5.4 16.8Z", "#9A6E47")


def sign() -> Art:
    """The board on top of a tower, where its two numbers stand; a small house before the larger one."""
    a = Art(0, (80, 50))
    a.fill("M37 36L43 36L43 50L37 50Z", INK)
    a.shape(
        "M8 5Q40 0 72 5Q77 6 77 11L77 31Q77 36 72 37Q40 41 8 37Q3 36 3 31L3 11Q3 6 8 5Z", "#DDB27B", FINE, rim=False
    )
    return a.fill("M10 28L10 19.6L17 13L24 19.6L24 28Z", INK)


def platform(colour: str) -> Art:
    """A shelf to lie on."""
    a = Art(0.3, (100, 24))
    a.shape(rounded(3, 4, 94, 15, 7), colour, LINE, heft=True)
    return a.line("M10 9.6L90 9.6", FINE, "#FFFFFF73")
