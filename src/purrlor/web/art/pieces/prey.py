"""Mouse, pigeon and fly."""

from purrlor.web.art.cats.mood import whiskers
from purrlor.web.art.pen.brush import FINE, HAIR, LINE, brush
from purrlor.web.art.pen.colour import INK, LIGHT, MUSTARD, PLUM, SAGE, SHADE, mix
from purrlor.web.art.pen.cut import crescent
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import blob, both, ellipse


def mouse(fur: str = "#B8AFB3") -> Art:
    """Big ears, a long tail."""
    a = Art()
    tail = "M68 85C84 92 97 82 92 66"
    a.line(tail, 6.4, INK, rim=True)
    a.line(tail, 2.6, "#EDA9AA")
    for x, y in ((24, 31), (76, 32)):
        a.shape(ellipse(x, y, 20, 19.4), fur, LINE, heft=True)
        a.fill(ellipse(x, y + 1, 12.6, 12.2), "#F0B6B2")
        a.fill(crescent(ellipse(x, y, 20, 19.4), 4), SHADE)
    head = "M50 29C67 29 80 41 81 57C81 72 63 88 50 90C37 88 19 72 19 57C20 41 33 29 50 29Z"
    a.shape(head, fur, LINE, heft=True)
    muzzle = "M50 67C60 67 66 74 60 81C56 86 53 88 50 88.6C47 88 44 86 40 81C34 74 40 67 50 67Z"
    a.fill(muzzle, mix(fur, LIGHT, 0.68))
    for blush in (25.6, 75.0):
        a.fill(ellipse(blush, 66, 5, 3.4), mix(fur, "#EE6F78", 0.4))
    a.fill(crescent(head, 6.5), SHADE)
    a.line(head, LINE)
    for x in (36, 64):
        a.fill(ellipse(x, 55, 6.8, 7.8), INK)
        a.fill(ellipse(x - 2, 51.8, 2.7), LIGHT)
        a.fill(ellipse(x + 2.2, 58.4, 1.3), LIGHT)
    a.shape(ellipse(50, 71, 5.2, 4.2), "#E58F92", FINE, rim=False)
    a.line("M50 75L50 77.6M44.6 78.6C46 81.4 49.4 81.2 50 77.6C50.6 81.2 54 81.4 55.4 78.6", FINE)
    whiskers(a, [[(31, 71), (20, 69), (9, 70)], [(32, 75.6), (22, 78), (13, 82)]])
    return a


def pigeon() -> Art:
    """In profile, with a neck that shines."""
    a = Art()
    feet = "M45 86L44 96M38 97L44 95.4L50 97M60 86L61 96M55 97L61 95.4L67 97"
    a.line(feet, 5.4, INK, rim=True)
    a.line(feet, 2, "#E08A5E")
    a.shape("M64 60C78 60 90 66 97 76C88 82 76 84 66 82Z", "#6B7C90", LINE)
    body = (
        "M30 30C30 18 44 12 52 18C60 24 58 34 62 42C72 46 84 56 82 70C80 84 66 90 52 88C34 87 24 74 26 58"
        "C27 48 32 42 30 30Z"
    )
    a.shape(body, "#8FA1B4", LINE, heft=True)
    a.fill("M31 36C37 42 52 42 59 36C60 40 61 42 62 43C54 52 36 52 27.6 52C29 46 31.6 42 31 36Z", SAGE)
    a.fill("M27.4 52C37 53 52 52 62 44C66 46 68 48 70 49C60 60 40 62 26 60C26 57 26.6 54 27.4 52Z", PLUM)
    a.fill(crescent(body, 6, 10, 130), SHADE)
    a.line(body, LINE)
    a.shape("M48 62C60 54 76 58 84 70C78 78 62 80 54 76C48 73 46 68 48 62Z", "#B6C4D2", FINE, rim=False)
    a.line("M60 76C66 76 74 74 78 71M62 70C68 70 72 69 75 67", FINE)
    a.shape("M31 26L18 30.6C22 34 28 34 31.6 32Z", MUSTARD, FINE)
    a.shape(ellipse(42, 26.6, 6.4), "#F4B068", FINE, rim=False)
    a.fill(ellipse(41.2, 27.2, 3.4), INK)
    a.fill(ellipse(40, 25.8, 1.3), LIGHT)
    return a.fill(brush("36.4,23.4 41.4,20.2 47.6,23.6", 2.8, 1.4, 1.4), INK)


def fly() -> Art:
    """Red eyes, four legs enough."""
    a = Art()
    for d in both("M46 44C34 22 14 14 7 24C2 36 22 52 44 52Z"):
        a.shape(d, "#DCE9F1", LINE)
    a.line("M40 46C30 36 22 30 15 28M60 46C70 36 78 30 85 28", HAIR, "#8FA9BC")
    for leg in ("M38 66L24 74L20 84", "M62 66L76 74L80 84", "M40 76L32 86L30 94", "M60 76L68 86L70 94"):
        a.line(leg, FINE, rim=True)
    a.shape(blob("50,48 64,54 67,70 60,86 50,92 40,86 33,70 36,54"), "#5C6B6A", LINE, heft=True)
    a.line("M36 68C44 72 56 72 64 68M37.6 78C45 82 55 82 62.4 78", FINE)
    a.shape(ellipse(50, 43, 17, 14), "#6E7F7C", LINE, heft=True)
    for x in (38, 62):
        a.shape(ellipse(x, 39, 11, 11.6), "#D8674B", FINE)
        a.fill(ellipse(x - 3, 35.4, 3), "#F7C6AE")
    for x in (40, 60):
        a.fill(ellipse(x, 40.4, 4.6, 5), INK)
        a.fill(ellipse(x - 1.6, 38, 1.8), LIGHT)
    return a.line("M43.6 51.4C46 55 54 55 56.4 51.4", FINE)


PREY = {"mouse": mouse, "pigeon": pigeon, "fly": fly}
