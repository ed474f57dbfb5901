"""What cats wear: the clans' things, and small finery for players."""

from purrlor.web.art.cats.coats import COATS
from purrlor.web.art.cats.eyes import eye
from purrlor.web.art.cats.mood import NOSE
from purrlor.web.art.pen.brush import FINE, HAIR, LINE
from purrlor.web.art.pen.colour import BLUE, INK, LIGHT, MUSTARD, PALE, SAGE, TERRACOTTA, WHITE, is_dark, mix
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import affine, bend, ellipse, mirror, path, polygon, rounded, star_points

MASK = (
    "M8.4 51C20 43 38 44.6 50.2 50.6C62 44.6 80 43 91.8 51C93.2 57 92.6 63 92.6 67.6C82 72.6 63 72.4 56 63.2"
    "C53 60.6 47.4 60.6 44.4 63.2C37 72.4 18 72.6 7.6 67.6C7.4 63 7 57 8.4 51Z"
)
BAND = (
    "M9.4 51C20 40.4 36 36.4 50.2 36.2C64 36.4 80 40.4 90.8 51L91.8 59.4C80 48.6 64 45 50.2 45C36 45 20 48.6 8.2 59.4Z"
)
CAPE = (
    "M4 96.6C3 86 12 76 28 76L72 76C88 76 97 86 96 96.6C84 93 72 96.4 62 94C54 96.6 46 96.6 38 94C28 96.4 16 93 4 96.6Z"
)
CROWN = "M31 31L27.5 10L40 20L50 5L60 19.6L72.6 9.6L69 31C58 34.6 42 34.6 31 31Z"
TOQUE = (
    "M33 32L31.6 20C22 19 21 5.6 32 5.6C36 -2.4 48 -2.6 51.4 3C56 -2 67 -.4 68.4 6.4C78.6 6.6 78 19 68.6 20L67 32"
    "C57 35.2 43 35.2 33 32Z"
)
SHEET = (
    "M9 90C7.6 72 8.6 56 13 43C11 31 11.4 17 16 8C26 12 34 19 40 26.6C46 25 54 25 60 26.6C66 19 75 12.6 85 9"
    "C89 18 89 31 87 43C91.4 56 92.6 72 91 90C86.6 98 79 97.4 75 90C70.4 98.4 62.6 98.4 58.6 91C54 98.6 46 98.6 41.6 91"
    "C37 98.4 29.6 98 25.4 90C21 97.4 13.4 98 9 90Z"
)


def crown(a: Art, cx: float, cy: float, k: float = 1.0) -> None:
    """Three points, three gems."""
    f = affine(cx - 50, cy - 20, k, about=(50, 20))
    a.shape(bend(CROWN, f), MUSTARD, LINE)
    a.fill(bend("M31.6 27.4C42 31 58 31 68.6 27.4L69 31C58 34.6 42 34.6 31 31Z", f), mix(MUSTARD, "#A8641C", 0.45))
    a.line(bend(CROWN, f), LINE)
    for x, y, gem in ((27.5, 9, TERRACOTTA), (50, 4.6, BLUE), (72.6, 8.6, TERRACOTTA)):
        a.shape(bend(ellipse(x, y, 3.2), f), gem, FINE)


def toque(a: Art, cx: float, cy: float, k: float = 1.0) -> None:
    """A cook's hat."""
    f = affine(cx - 50, cy - 20, k, about=(50, 20))
    a.shape(bend(TOQUE, f), WHITE, LINE)
    a.fill(bend("M32.6 27C43 30.4 57 30.4 67.6 27L67 31.6C57 34.6 43 34.6 33 31.6Z", f), "#CFE0CC")
    a.line(bend("M42 21L41.4 14M57.6 21L58.4 13.6", f), FINE)
    a.line(bend(TOQUE, f), LINE)


def star(a: Art, cx: float, cy: float, r: float, colour: str = MUSTARD) -> None:
    """Five points."""
    a.shape(polygon(star_points(cx, cy, r)), colour, FINE)


def dumbbell(a: Art, cx: float, cy: float, k: float = 1.0) -> None:
    """A bar and two weights."""
    f = affine(cx - 50, cy - 50, k)
    a.shape(bend(rounded(24, 45.6, 52, 8.8, 3), f), "#B9B2B4", FINE)
    for x in (12, 74):
        a.shape(bend(rounded(x, 36, 14, 28, 5), f), "#6A6570", FINE)
        a.fill(bend(rounded(x + 3, 40, 3, 14, 1.5), f), "#9A95A0")


def sheet(a: Art, coat: str, mood: str) -> None:
    """A ghost: a bed sheet with a cat in it."""
    a.shape(SHEET, "#E4EEF6", LINE, heft=True)
    fold = "M84 46C87 60 85 76 84 95C87 95.4 89.4 93.4 91 90C92.6 72 91.4 56 87 43C89 31 89 18 85 9C86 22 84 36 84 46Z"
    a.fill(fold, "#B9CFE3")
    a.fill("M74 74C75.6 80 76 86 75 90C73 94 70 96.4 67 96.4C71 90 73.4 82 74 74Z", "#C9DBEA")
    a.fill("M25 76C24.6 82 24.8 86 25.4 90C27 93 29 95 31.6 96C28 90 26 83 25 76Z", "#C9DBEA")
    a.line(SHEET, LINE)
    c = COATS[coat]
    for x, s in ((31, 1), (69, -1)):
        a.shape(ellipse(x, 55.4, 12.8, 12.6), c.ground, FINE, rim=False)
        if mood in ("sleepy", "pleased"):
            q = 1 if mood == "sleepy" else -1
            lid = f"M{x - 7} {55.4 - 2 * q}C{x - 4} {55.4 + 5 * q} {x + 4} {55.4 + 5 * q} {x + 7} {55.4 - 2 * q}"
            a.line(lid, LINE, PALE if is_dark(c.ground) else INK)
        elif mood == "grumpy":
            a.put(eye(x, 55.6, c.iris, gaze=(s, 0.6), lid=0.3, tilt=4 * s, bulge=0.6, k=0.9, pupil=0.86))
        else:
            a.put(eye(x, 55.6, c.iris, gaze=(s * 0.4, 0.2), lid=0.06, bulge=4, k=0.92, pupil=1.04))
    for blush in (15.6, 84.4):
        a.fill(ellipse(blush, 71, 4.6, 3.2), "#EDBFC6")
    nose = "M45.8 65.6C48 64.2 52.4 64.2 54.4 65.5C55 67 52.2 70.2 50.2 70.2C48.2 70.2 45 67 45.8 65.6Z"
    a.shape(nose, NOSE, 2, rim=False)
    a.line("M42 73C43.4 78 49.2 78 50.2 73.6C51.2 78 57 78 58.6 72.8M50.2 70.2L50.2 73.6", 2.5)


def bow(a: Art) -> None:
    """A ribbon before the right ear."""
    f = affine(24, -22, 0.36, rot=28)
    loop = "M50 50C38 26 10 24 8 42C4 56 10 74 22 74C36 74 44 62 50 50Z"
    for d in (loop, mirror(loop)):
        a.shape(bend(d, f), "#C9483F", FINE)
    a.shape(bend(ellipse(50, 51, 12, 13), f), "#A93A33", FINE, rim=False)


def flower(a: Art) -> None:
    """A daisy at the left ear."""
    f = affine(-27, -23, 0.3)
    for i in range(5):
        a.shape(bend(ellipse(50, 22, 19, 21), lambda x, y, g=72 * i: f(*affine(rot=g)(x, y))), WHITE, FINE)  # type: ignore[misc]
    a.shape(bend(ellipse(50, 50, 17), f), MUSTARD, FINE, rim=False)


def glasses(a: Art) -> None:
    """Round, with thin golden rims that show on any coat."""
    rims = (*ellipse(30.6, 57, 14.4, 14), *ellipse(69.4, 57, 14.4, 14))
    d = (*rims, *path("M44.6 54C47 51.4 53 51.4 55.4 54M16.4 54L9 51.4M83.6 54L91 51.4"))
    a.line(d, 5)
    a.line(d, 2, "#EFC953")


def scarf(a: Art) -> None:
    """Wound below the chin, one end to the front."""
    a.shape("M15 79C28 89 72 89 85 78C91 82 91 90 85 93C68 100 32 100 15 93.4C9.4 90 9.4 83 15 79Z", SAGE, FINE)
    a.line("M27 88L26 95.4M40 91L39.6 98M85 87L88 90", LINE, mix(SAGE, LIGHT, 0.6))
    a.shape("M56 86C62 84.6 70 84 76 82.4L82 97.4C76 99.6 69 100.4 62 100Z", mix(SAGE, INK, 0.12), FINE, rim=False)
    a.line("M63 94.4C68 94.6 74 93.6 79 92", LINE, mix(SAGE, LIGHT, 0.6))


def bell(a: Art) -> None:
    """A collar with a bell."""
    a.shape("M20 82C32 92 68 92 80 81.4L83 87C68 98.6 32 98.6 17 88Z", TERRACOTTA, FINE)
    a.shape(ellipse(50, 94, 7), MUSTARD, FINE)
    a.line("M50 95L50 98.6M44 92.6L56 92.6", HAIR)
