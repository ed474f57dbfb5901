"""Whole cats: sitting, loafing, stretching."""

from purrlor.web.art.cats.coats import COATS, markings, paws, tail_tip
from purrlor.web.art.cats.face import face
from purrlor.web.art.pen.brush import FINE, HAIR, LINE, brush
from purrlor.web.art.pen.colour import INK, PALE, SHADE, WHITE, is_dark, luma, mix
from purrlor.web.art.pen.cut import clip
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import Points, blob, ellipse, flat, smooth

SITTING = "M35 50C27 59 21.6 74 24 88C25 95.4 33 96 50 96C67 96 75 95.4 76 88C78.4 74 73 59 65 50Z"
LOAF = "M10 78C8 60 26 46 52 47.4C78 47 94.6 60 93 79C92.6 90 85 92.4 76 92.4L24 92.4C15 92.4 10.6 89 10 78Z"
STRETCH = (
    "M7 91C3.6 85 9 80.6 19 80.6C34 78 44 64 57 49C66 39 85 38 89.4 52C92 63 90.4 77 90 89"
    "C89.6 95 75.4 95 75.4 89C75.4 82 73.6 77 68 74.6C58 79 45 91.6 24 94C14 95.2 9 94.6 7 91Z"
)


def limb(a: Art, p: Points, colour: str, width: float = 8.0, tip: str = "") -> None:
    """A soft tube with an ink edge: tails and arms. `tip`: the colour of its last third."""
    d = smooth(p)
    a.line(d, width + 2 * LINE, INK, rim=True)
    a.line(d, width, colour)
    if tip:
        q = flat(d, 10)
        a.line(smooth([q[int(len(q) * 0.66)], q[int(len(q) * 0.84)], q[-1]]), width, tip)


def toes(a: Art, x: float, y: float, colour: str, *, rx: float = 7.2, ry: float = 4.8) -> None:
    """A front paw seen from before."""
    a.shape(ellipse(x, y, rx, ry), colour, FINE)
    low = y + ry - 1.4
    gaps = f"M{x - 2.1} {y + 0.6}L{x - 2.2} {low}M{x + 2.1} {y + 0.6}L{x + 2.2} {low}"
    a.line(gaps, HAIR, PALE if luma(colour) < 0.34 else INK)


def sitting(coat: str = "ginger", pattern: str = "plain", mood: str = "content", wear: str = "") -> Art:
    """Upright, tail round the side."""
    c = COATS[coat]
    one, two = markings(coat, pattern)
    a = Art()
    limb(a, "68,89 84,89 91,80 88.4,69 83,64.6", c.ground, 7.4, tail_tip(coat, pattern))
    a.shape(SITTING, c.ground, LINE, heft=True)
    match pattern:
        case "tuxedo":
            a.fill("M38 56C35.6 68 41 80 50.2 82C59 80 64.4 68 62 56Z", WHITE)
        case "tabby":
            stripes = (
                "23.6,70 30,71 34.6,74",
                "22.8,79 29,79.8 33.6,81.6",
                "76.6,70 70,71 65.6,74",
                "77.2,79 71,79.8 66.4,81.6",
            )
            for p in stripes:
                a.fill(brush(p, 4.6, 0.6), one)
        case "calico":
            a.fill(blob("73,62 77,76 75.6,88 66,90 62,80 66,68"), two)
            a.fill(blob("26,68 33,64 38,72 34,83 24.4,83 24,76"), one)
        case "spots":
            for x, y in ((30, 68), (28, 79), (70, 68), (72, 79)):
                a.fill(ellipse(x, y, 3.3, 3), one)
    if pattern not in ("tuxedo", "calico"):
        bib = "M40.6 58C38.6 66 42 72 45.4 73.4L47 77.4L50.2 74.6L53.4 77.4L55 73.4C58 72 61.6 66 59.6 58Z"
        a.fill(bib, c.light if pattern != "point" else mix(c.ground, c.light, 0.6))
    a.fill("M69 58C74 68 75 80 70 93.6C73.6 93 75.6 91.4 76 88C78.4 74 73 59 65 50Z", SHADE)
    a.line(SITTING, LINE)
    legs = "M43.4 79C42.8 83 42.8 86 42.8 89M57 79C57.6 83 57.6 86 57.6 89"
    a.line(legs, FINE, "#8F828B" if is_dark(c.ground) else INK)
    for paw in (41.4, 59):
        toes(a, paw, 92, paws(coat, pattern))
    return a.put(face(coat, pattern, mood, wear), y=-17.2, k=0.69, nib=0.86)


def loaf(coat: str = "ginger", pattern: str = "plain", mood: str = "content", wear: str = "") -> Art:
    """Paws tucked in."""
    c = COATS[coat]
    one, two = markings(coat, pattern)
    a = Art()
    a.shape(LOAF, c.ground, LINE, heft=True)
    match pattern:
        case "tabby":
            for p in ("70.6,46 73,56 71,63", "82,50 82.4,60 79.6,66", "92,59 88.6,67.6 85,72"):
                a.fill(clip(brush(p, 5.6, 0.8), flat(LOAF, 6)), one)
        case "calico":
            a.fill("M64 48C80 48.6 92 57 92.4 72C84 77 72 73 67 64C64.6 58 63 53 64 48Z", two)
            a.fill(blob("70,80 80,78 88,84 86,91.6 74,91.8 68,87"), one)
        case "spots":
            for x, y in ((73, 57), (83, 65.6), (73, 70), (87.4, 76.6)):
                a.fill(ellipse(x, y, 3.6, 3.1), one)
    a.fill("M84 56C91 70 88 84 72 92L76 92.4C85 92.4 92.6 90 93 79C93.6 70 90 62 84 56Z", SHADE)
    a.line(LOAF, LINE)
    limb(a, "88.4,83 84,89.6 70,91 57,88.6", c.ground, 6.8, tail_tip(coat, pattern))
    for x in (28, 44):
        toes(a, x, 90.4, paws(coat, pattern), rx=7, ry=4.4)
    return a.put(face(coat, pattern, mood, wear), x=-13.4, y=-4, k=0.69, nib=0.86)


def stretching(coat: str = "ginger", pattern: str = "plain", mood: str = "pleased", wear: str = "") -> Art:
    """Front down, tail up."""
    c = COATS[coat]
    one, two = markings(coat, pattern)
    a = Art()
    limb(a, "83,47 92,38 91,22 81,13.4", c.ground, 7, tail_tip(coat, pattern))
    a.shape(STRETCH, c.ground, LINE, heft=True)
    match pattern:
        case "tabby":
            for p in ("63,46 66,52 70,58", "72.8,42 75.4,49 78.6,55.6", "82.6,43.6 84,50 86,56"):
                a.fill(brush(p, 5, 0.8), one)
        case "calico":
            a.fill("M61 45C68 39.6 84 38.6 89 50C89.6 58 82 63 74 60C66 58 61 52 61 45Z", two)
        case "spots":
            for x, y in ((66, 53), (76, 47), (82, 58), (72, 63)):
                a.fill(ellipse(x, y, 3.6, 3.1), one)
        case "tuxedo" | "point":
            a.fill("M7 91C3.6 85 9 80.6 19 80.6C22 83 22 90 19 94.4C12 95.2 9 94.6 7 91Z", paws(coat, pattern))
            a.fill("M75.4 84L90.2 84C90 86 90 88 90 89C89.6 95 75.4 95 75.4 89Z", paws(coat, pattern))
    a.fill("M84 44C88 58 86.4 74 83 93.4C87 93.4 89.8 92 90 89C90.4 77 92 63 89.4 52C88.4 48.6 86.6 46 84 44Z", SHADE)
    a.line(STRETCH, LINE)
    return a.put(face(coat, pattern, mood, wear), x=-20, y=9.6, k=0.61, nib=0.82, rot=-4)
