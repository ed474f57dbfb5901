"""Kittens of six colours, each with a pattern and a mark of its own, and the one that is hardly there."""

from purrlor.web.art.cats.eyes import both_eyes, eye
from purrlor.web.art.cats.face import face
from purrlor.web.art.cats.head import silhouette
from purrlor.web.art.cats.mood import EARS, NOSE
from purrlor.web.art.pen.brush import FINE, HAIR, LINE
from purrlor.web.art.pen.cut import dashes
from purrlor.web.art.pen.paper import Art

KITTIES = (
    ("terracotta", "tabby"),
    ("blue", "tuxedo"),
    ("mustard", "spots"),
    ("sage", "plain"),
    ("plum", "point"),
    ("rose", "calico"),
)


def kitty(colour: int, mood: str = "content") -> Art:
    """The kitten of colour 0 to 5."""
    return face(*KITTIES[colour], mood)


def invisible() -> Art:
    """A dashed outline, two eyes and a grin."""
    a = Art()
    left, right, _ = EARS["content"]
    d = silhouette(left, right)
    a.fill(d, "#FBF5EA99")
    a.line(dashes(d, 7.6, 6.4, 3), LINE, rim=True)
    left_eye, right_eye = (
        eye(x, 54, "#F3E3BC", gaze=(s * 0.5, 0.3), lid=0.06, tilt=-s * 0.5, bulge=4.4, pupil=1.04)
        for x, s in ((30.6, 1), (69.4, -1))
    )
    both_eyes(a, left_eye, right_eye)
    a.shape("M27 68C36 74.6 64 74.6 73.4 67.6C75 80 62 86.6 50.2 86.6C38 86.6 25.6 80 27 68Z", "#FFFDF6", FINE)
    teeth = (
        "M28.4 76.6C40 81 60.4 81 72 76.2M38.6 72.2C38.4 77 38.8 81 39.6 84.6M50.2 73L50.2 86.4"
        "M61.8 72C62 77 61.6 81 60.8 84.4"
    )
    a.line(teeth, HAIR)
    a.line("M24 66.4C25.4 67.4 27 68.6 28.6 68.4M76.4 65.8C75 67 73.4 68.2 71.8 68.2", FINE)
    nose = "M46.6 63.4C48.4 62 52 62 53.8 63.3C54.4 64.6 51.8 67 50.2 67C48.6 67 46 64.8 46.6 63.4Z"
    return a.shape(nose, NOSE, 1.9, rim=False)
