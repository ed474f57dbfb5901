"""Rats: the bad cards."""

from purrlor.web.art.cats.eyes import both_eyes, eye
from purrlor.web.art.cats.mood import whiskers
from purrlor.web.art.pen.brush import FINE, HAIR, LINE, brush
from purrlor.web.art.pen.colour import INK, LIGHT, SHADE, mix
from purrlor.web.art.pen.cut import crescent
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import blob, both, ellipse

HEAD = (
    "M50 23C67 23 80 34 81.6 51C82.4 64 72 72 66 80C61.4 88 56 93 50 93C44 93 38.6 88 34 80"
    "C28 72 17.6 64 18.4 51C20 34 33 23 50 23Z"
)
IRIS = "#F6E4A8"


def rat(mood: str, fur: str, patch: bool = False) -> Art:
    """`mood`: content, sly or grumpy; `patch`: a pirate's, over one eye."""
    a = Art()
    for x, y in ((18, 36), (82, 37)):
        a.shape(ellipse(x, y, 14.6, 14.8), fur, LINE, heft=True)
        a.fill(ellipse(x, y + 1, 8.6), "#E7A9A5")
    a.shape(HEAD, fur, LINE, heft=True)
    a.fill(blob("50,60 61,67 64,77 57,89 50,91.6 43,89 36,77 39,67"), mix(fur, LIGHT, 0.6))
    for blush in (25.6, 74.6):
        a.fill(ellipse(blush, 65, 4.8, 3.4), mix(fur, "#EE6F78", 0.4))
    a.fill(crescent(HEAD, 6.5), SHADE)
    a.line(HEAD, LINE)
    _draw_eyes(a, mood, patch)
    a.shape("M46.6 81.6L46.2 90L50 91.2L53.8 90L53.4 81.6Z", "#FFFBF0", 1.9, rim=False)
    a.line("M50 83L50 90.6", HAIR)
    a.shape(ellipse(50, 70.6, 6, 4.9), "#E58F92", FINE, rim=False)
    corner = "62.6 76.6" if mood == "sly" else "61.6 79.6"
    a.line(f"M50 75.4L50 79C46.6 84 41 83.4 38.4 79.6M50 79C53.4 84 59 83.4 {corner}", FINE)
    whiskers(a, [[(32, 72.6), (20, 70.4), (8, 72)], [(34, 77.6), (24, 80.4), (14, 86)]])
    return a


def _draw_eyes(a: Art, mood: str, patch: bool) -> None:
    if mood == "content":
        both_eyes(a, eye(35, 51, IRIS, gaze=(0, 2)), eye(65, 51, IRIS, gaze=(0, 2)))
        for d in both(brush("27,37.6 32,34.4 38,36", 2.8, 1, 1.2)):
            a.fill(d, INK)
        return
    cross = mood == "grumpy"
    left = eye(35, 51, IRIS, gaze=(1.8, 0.8), lid=0.3, tilt=4.4 if cross else 1.4, bulge=0.8, k=0.98, pupil=0.84)
    if patch:
        a.put(left)
        a.line("M56 44C46 36 37 30.6 29 29.6M74 45C77 42.6 79 40.6 80.4 39", LINE)
        a.fill("M53.6 42.6C59 39.6 71 39.8 76 43C77.6 53 72.4 61 65 61C57.4 61 52.4 53 53.6 42.6Z", INK)
        a.fill(ellipse(60.4, 47, 3, 1.7, -24), "#7A6A70")
    elif cross:
        both_eyes(a, left, eye(65, 51, IRIS, gaze=(-1.8, 0.8), lid=0.3, tilt=-4.4, bulge=0.8, k=0.98, pupil=0.84))
    else:
        both_eyes(a, left, eye(65, 51, IRIS, gaze=(1.8, 0.8), lid=0.2, tilt=0.6, bulge=2, k=0.98, pupil=0.84))
