"""Moods: what ears, eyes, mouth and whiskers do."""

from purrlor.web.art.cats.coats import Coat
from purrlor.web.art.cats.eyes import both_eyes, dizzy, eye, shut
from purrlor.web.art.pen.brush import FINE, brush
from purrlor.web.art.pen.colour import INK, LIGHT, PALE, is_dark, mix
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import Path, Point, both, ellipse

MOODS = ("content", "curious", "grumpy", "sleepy", "surprised", "pleased", "sly", "dizzy")

Ear = tuple[Point, Point, Point]  # outer foot, tip, inner foot
EARS: dict[str, tuple[Ear, Ear, float]] = {  # left, right, tilt of the head
    "content": (((13, 43), (15, 8.5), (40, 27)), ((87, 43), (85.6, 9.6), (60, 27)), 0),
    "curious": (((13, 43), (18, 5.5), (41, 27)), ((87, 44), (91, 13), (61, 27.6)), -6),
    "grumpy": (((10, 57), (2.6, 29), (33, 30.6)), ((90, 57), (97.4, 30), (67, 30.6)), 0),
    "sleepy": (((12, 46), (8.6, 15), (38, 28)), ((88, 46), (91, 15.6), (62, 28)), 4),
    "surprised": (((14, 42), (19.6, 4), (41, 27)), ((86, 42), (80.6, 4.4), (59, 27)), 0),
    "pleased": (((12, 44), (11, 10.6), (39, 27.4)), ((88, 44), (89, 10), (61, 27.4)), 0),
    "sly": (((13, 43), (17, 7.4), (40, 27)), ((89, 47), (96, 16.5), (62, 28.4)), 4),
    "dizzy": (((11, 47), (4, 19), (37, 28.6)), ((87, 43), (84, 8), (60, 27)), -5),
}
LEFT, RIGHT, LEVEL = 30.6, 69.4, 57.0  # where the eyes are
TONGUE, THROAT, NOSE = "#EE9A9D", "#8E3F45", "#E48C92"


def _pair(a: Art, coat: Coat, mood: str) -> None:
    """Open eyes; the left one looks along the signs, the right one is its mirror."""
    iris = coat.iris
    eyes = []
    for x, s in ((LEFT, 1), (RIGHT, -1)):
        match mood:
            case "curious":
                eyes.append(eye(x, LEVEL - 0.5, iris, gaze=(1.5, -1.5), k=1.08, pupil=1.1))
            case "grumpy":
                eyes.append(eye(x, LEVEL, iris, gaze=(1.4 * s, 1.4), lid=0.30, tilt=4.6 * s, bulge=0.6, pupil=0.84))
            case "surprised":
                eyes.append(eye(x, LEVEL - 1, mix(iris, LIGHT, 0.35), k=1.16, pupil=0.6))
            case _:
                eyes.append(eye(x, LEVEL, iris, gaze=(s * 0.5, 0.3), lid=0.07, tilt=-s * 0.5, bulge=4.4, pupil=1.06))
    both_eyes(a, *eyes)


def draw_eyes(a: Art, coat: Coat, mood: str, ink: str) -> None:
    """`ink`: for closed lids, which must show on a dark coat or mask."""
    match mood:
        case "sly":
            left = eye(LEFT, LEVEL, coat.iris, gaze=(3, 1), lid=0.42, tilt=-0.4, bulge=1.6, pupil=0.92)
            right = eye(RIGHT, LEVEL - 0.8, coat.iris, gaze=(3, 1), lid=0.24, tilt=0.6, bulge=2.6, pupil=0.92)
            both_eyes(a, left, right)
            a.fill(brush("61,42.4 67,38.6 75,40", 2.8, 0.8, 1.2), PALE if is_dark(coat.ground) else INK)
        case "dizzy":
            dizzy(a, LEFT, LEVEL, 9.6)
            dizzy(a, RIGHT, LEVEL - 1, 8.6)
        case "sleepy" | "pleased":
            for x in (LEFT, RIGHT):
                shut(a, x, LEVEL, ink, smiling=mood == "pleased")
        case _:
            _pair(a, coat, mood)


def draw_nose(a: Art) -> None:
    """A small pink heart of a nose."""
    nose = "M45.6 64.6C47.6 62.9 52.6 62.9 54.6 64.5C55.4 66 52.2 69.4 50.2 69.5C48.2 69.4 44.8 66.2 45.6 64.6Z"
    a.shape(nose, NOSE, 2, rim=False)


def draw_mouth(a: Art, mood: str, ink: str, width: float) -> None:
    """Below the nose."""
    match mood:
        case "grumpy":
            a.fill(brush("42,78.6 45,74.2 50,73 55,74 58.4,78", 3, 1.6, 1.6), ink)
            a.line("M50.2 69.5L50.2 73", width, ink)
        case "surprised":
            a.shape(ellipse(50.2, 77, 4, 4.6), THROAT, FINE, rim=False)
        case "pleased":
            open_wide = "M42.6 72.6C46 74.4 54.4 74.4 57.8 72.4C58.6 80 54.2 83.6 50.2 83.6C46 83.6 42 80 42.6 72.6Z"
            a.shape(open_wide, THROAT, FINE, rim=False)
            a.fill(
                "M45.6 80C48 77 52.4 77 54.8 79.8C53.6 81.8 52 82.4 50.2 82.4C48.4 82.4 46.8 81.8 45.6 80Z", "#F0A3A3"
            )
            a.line("M39.6 70.8C42 75.2 48.8 75.4 50.2 70.8C51.6 75.4 58.4 75.2 60.8 70.6", width, ink)
        case "sly":
            a.line("M43 72.4C44.4 76.4 49.2 76.2 50.2 72.2C52 77.6 59.6 77.4 62.4 69.8M50.2 69.5L50.2 72.2", width, ink)
            a.line("M60.8 69.4L64 70.6", 2, ink)
        case "dizzy":
            a.shape("M50 76C49.6 84 57.4 84.4 57.4 75.4Z", TONGUE, FINE, rim=False)
            wave = "M40.6 75.4C43 72.6 45.4 73.4 47 75.4C49 77.6 51.6 76.4 53 74.8C55 72.8 57.4 73.4 60 76"
            a.line(wave + "M50.2 69.5L50.2 73", width, ink)
        case "curious":
            small = "M44.4 72.6C45.4 76.4 49.4 76.2 50.2 72.6C51 76.2 55 76.4 56 72.4"
            a.line(small + "M50.2 69.5L50.2 72.6", width, ink)
        case _:
            smile = "M40.8 71.2C42 77.2 49.2 77.2 50.2 72.4C51.2 77.2 58.4 77.2 59.8 71"
            a.line(smile + "M50.2 69.5L50.2 72.4", width, ink)


def draw_whiskers(a: Art, ground: str, mood: str) -> None:
    """Two on each side; they rise and fall with the mood."""
    ink = "#A89AA2" if is_dark(ground) else INK
    rise = {"grumpy": 4.0, "surprised": -3.4, "sleepy": 2.4, "pleased": -2.0, "curious": -2.0}.get(mood, 0.0)
    upper = [(21, 68.4), (11, 65.6 + rise * 0.4), (0.8, 65 + rise)]
    lower = [(21.6, 74), (12, 75.4 + rise * 0.4), (2.6, 78.6 + rise)]
    whiskers(a, [upper, lower], ink)


def whiskers(a: Art, rows: list[list[Point]], ink: str = INK) -> None:
    """Fine tapering strokes (root, middle, tip) on the left, and the same on the right."""
    for (x, y), (mx, my), (tx, ty) in rows:
        bx, by = 2 * mx - (x + tx) / 2, 2 * my - (y + ty) / 2
        outward, homeward = ((bx, by - 0.6), (tx, ty - 0.4)), ((bx, by + 0.6), (x, y + 1))
        one: Path = (("M", ((x, y - 1),)), ("Q", outward), ("L", ((tx, ty + 0.4),)), ("Q", homeward), ("Z", ()))
        for d in both(one):
            a.fill(d, ink, edge=3)
