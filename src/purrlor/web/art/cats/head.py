"""A cat's head: outline, pattern, features."""

from collections.abc import Callable

from purrlor.web.art.cats.coats import COATS, markings
from purrlor.web.art.cats.mood import EARS, Ear, draw_eyes, draw_mouth, draw_nose, draw_whiskers
from purrlor.web.art.pen.brush import LINE, brush
from purrlor.web.art.pen.colour import INK, PALE, SHADE, WHITE, is_dark, luma, mix
from purrlor.web.art.pen.cut import clip
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import Drawn, Path, Point, Step, blob, both, ellipse, path

Dress = Callable[[Art], None]

# The head without ears, as a convex polygon: patterns are cut to it.
HULL: list[Point] = [
    (13, 42), (22, 33), (39, 26), (50, 24.8), (61, 26), (78, 33), (87, 42), (90.6, 52), (92.4, 63), (92.6, 70),
    (87.2, 80), (78, 87), (65, 91.2), (50, 92.4), (35, 91.2), (22, 87), (12.8, 80), (7.4, 70), (7.6, 63), (9.4, 52),
]  # fmt: skip
JAW = "C79.4 88.4 66 92.4 50.4 92.4C35 92.4 20.8 88.6 12.8 80.2C11.4 78 10.8 75.4 11.4 73C9.4 72.2 7.6 70.8 6.2 68.4Z"
MUZZLE = (
    "M50.2 68.4C54 66 65 66.6 66.4 73.6C67 80.4 58.4 85 50.2 85C42 85 33.2 80.4 33.8 73.6C35 66.6 46.4 66 50.2 68.4Z"
)
CHEEK = (
    "M84 46C88 58 85.6 73 66 86C60 89.4 53 91.4 47 92.2C64 93 79.4 88.4 87.2 80C88.6 78 89.2 75.4 88.8 73"
    "C90.8 72.2 92.6 70.8 94 68.2C91.6 63.4 92 53 87.6 46Z"
)


def _way(p: Point, q: Point, s: float) -> Point:
    return p[0] + (q[0] - p[0]) * s, p[1] + (q[1] - p[1]) * s


def _mirrored(p: list[Point]) -> list[Point]:
    return [(100 - x, y) for x, y in p]


def _ear_edge(ear: Ear, round_tip: float) -> list[Point]:
    """The edge of a left ear after its outer foot: three cubics over a rounded tip to the inner foot."""
    foot, tip, inner = ear
    a, b = _way(tip, foot, round_tip), _way(tip, inner, round_tip)
    m, n = _way(foot, a, 0.5), _way(b, inner, 0.5)
    return [
        (m[0] - 2, m[1] + 1), (a[0] - 0.8, a[1] + 3.4), a,
        _way(a, tip, 0.78), _way(b, tip, 0.78), b,
        (b[0] + 3.2, b[1] + 2.2), (n[0] + 2.4, n[1] - 0.6 + (3.4 if tip[1] > 24 else 0)), inner,
    ]  # fmt: skip


def _cubics(p: list[Point]) -> list[Step]:
    return [("C", tuple(p[i : i + 3])) for i in range(0, len(p), 3)]


def silhouette(left: Ear, right: Ear) -> Path:
    """The outline with these ears, clockwise from the left cheek."""
    up = _ear_edge(left, 0.15)
    a, b, c = _mirrored(list(right))
    down = [right[0], *_mirrored(_ear_edge((a, b, c), 0.15))][::-1]
    rise = 22.4 if left[2][1] > 29 else 24.4
    (lx, ly), ry = left[0], right[0][1]
    (nx, _), (mx, my) = left[2], right[2]
    return (
        ("M", ((6.2, 68.4),)),
        ("C", ((8.6, 63.4), (8, ly + 10), (lx, ly))),
        *_cubics(up),
        ("C", ((nx + 6, rise), (mx - 6, rise), (mx, my))),
        *_cubics(down[1:]),
        ("C", ((92, ry + 10), (91.6, 63.4), (94, 68.2))),
        ("C", ((92.6, 70.8), (90.8, 72.2), (88.8, 73))),
        ("C", ((89.2, 75.4), (88.6, 78), (87.2, 80))),
        *path(JAW),
    )


def _ear_patch(ear: Ear, size: float = 1.0, drop: float = 0.0) -> Path:
    """The ear's own area, or a smaller one within it."""
    is_left = ear[1][0] < 50
    foot, tip, inner = ear if is_left else _mirrored(list(ear))
    cx, cy = (foot[0] + inner[0]) / 2 + 0.6, (foot[1] + inner[1]) / 2
    a, b, c = ((cx + (x - cx) * size, cy + (y - cy) * size + drop) for x, y in (foot, tip, inner))
    p = [a, *_ear_edge((a, b, c), 0.2)]
    p = p if is_left else _mirrored(p)
    return (("M", (p[0],)), *_cubics(p[1:]), ("Z", ()))


def _draw_pattern(a: Art, coat: str, pattern: str, ears: tuple[Ear, Ear]) -> None:
    one, two = markings(coat, pattern)

    def put(d: Drawn, colour: str) -> None:
        a.fill(clip(d, HULL), colour)

    match pattern:
        case "tabby":
            put(brush("50.4,21 50.6,32 50,43", 7.6, 0.6), one)
            for d in both(brush("39,22 41,31 43.6,39.6", 6.6, 0.6)):
                put(d, one)
            for p in ("3,55 13,55.6 20,58.6", "3,64.6 12,64.8 18.4,66"):
                for d in both(brush(p, 6, 0.8)):
                    put(d, one)
        case "tuxedo":
            put(blob("50.4,33 53.6,47 58,58 72,66 79,78 70,94 50,97 30,94 21,78 28,66 42,58 46.8,47"), WHITE)
        case "calico":
            a.fill(_ear_patch(ears[0]), one)
            a.fill(_ear_patch(ears[1]), two)
            put(blob("4,30 26,20 43,22 46,36 42,52 34,67 20,69 4,62"), one)
            put(blob("57,18 78,22 96,34 95,54 83,54 72,45 60,40"), two)
            put(blob("70,92 76,82 96,76 92,92 78,97"), one)
        case "point":
            for ear in ears:
                a.fill(_ear_patch(ear), one)
            mask = "50,43 55,52 62,59 69,69 66,80 58,87 50,89 42,87 34,80 31,69 38,59 45,52"
            put(blob(mask), mix(COATS[coat].ground, one, 0.82))
        case "spots":
            put(ellipse(50.6, 34.4, 6, 6.6), one)
            for x, y, rx, ry in ((35.4, 36.6, 5, 5.2), (11.6, 59, 5, 4.4), (22, 82.6, 4.8, 4)):
                for d in both(ellipse(x, y, rx, ry)):
                    put(d, one)


def head(
    coat: str = "ginger",
    pattern: str = "plain",
    mood: str = "content",
    *,
    over: Dress | None = None,
    top: Dress | None = None,
    masked: bool = False,
) -> Art:
    """`over` is drawn on the coat and below the eyes, `top` last of all; `masked`: the eyes lie on something dark."""
    c = COATS[coat]
    left, right, turn = EARS[mood]
    a = Art()
    outline = silhouette(left, right)
    a.shape(outline, c.ground, LINE, heft=True)
    _draw_pattern(a, coat, pattern, (left, right))
    dark = is_dark(c.ground)
    for ear in (left, right):
        a.fill(_ear_patch(ear, 0.55, 0.6), mix(c.ground, "#E88E90", 0.55 if dark else 0.66))
    if pattern in ("plain", "tabby", "spots"):
        a.fill(MUZZLE, c.light)
    if mood != "grumpy":
        for x in (18.6, 81.8):
            a.fill(ellipse(x, 71.6, 6, 3.9), mix(c.ground, "#EE6F78", 0.3 if dark else 0.42))
    a.fill(CHEEK, SHADE)
    if over:
        over(a)
    a.line(outline, LINE)
    draw_eyes(a, c, mood, PALE if dark or masked else INK)
    draw_nose(a)
    on_dark = dark and pattern != "tuxedo"
    if pattern == "point":
        on_dark = luma(mix(c.ground, markings(coat, pattern)[0], 0.82)) < 0.46
    draw_mouth(a, mood, PALE if on_dark else INK, 2.1 if on_dark else 2.5)
    draw_whiskers(a, c.ground, mood)
    if top:
        top(a)
    return Art().put(a, y=-0.6, k=0.96, rot=turn, about=(50, 58), nib=1)
