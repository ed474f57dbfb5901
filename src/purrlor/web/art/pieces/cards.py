"""Cards of 100 × 140."""

import math

from purrlor.web.art.cats.bodies import limb, loaf, sitting, toes
from purrlor.web.art.cats.head import head
from purrlor.web.art.cats.worn import crown, star
from purrlor.web.art.pen.brush import FINE, LINE
from purrlor.web.art.pen.colour import (
    BLUE,
    CREAM,
    INK,
    LIGHT,
    MUSTARD,
    PAPER,
    PLUM,
    ROSE,
    SAGE,
    TERRACOTTA,
    WHITE,
    mix,
)
from purrlor.web.art.pen.cut import clip
from purrlor.web.art.pen.numerals import numeral
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import affine, bend, ellipse, polygon, rounded
from purrlor.web.art.pieces.larder import cheese, cup, fish, sausages
from purrlor.web.art.pieces.paws import pad
from purrlor.web.art.pieces.rats import rat
from purrlor.web.art.pieces.toys import butterfly, cushion, yarn

BOX = (100, 140)
GROUNDS = (
    "#8FB58F", "#A5BE86", "#C3C47A", "#DFC06A", "#E6AC5A", "#E2935A", "#D9704A", "#A86A86", "#8A5A83", "#6A4468",
)  # fmt: skip
SPECIALS = {"swap": SAGE, "peek": BLUE, "draw_two": MUSTARD, "super_peek": PLUM}
HEART = "M74 26C70 18 80 14 82 22C85 14 95 19 90 27C88 31 84 33 82 36C79 33 76 30 74 26Z"


def blank_card(ground: str) -> Art:
    """Paper with a coloured field."""
    a = Art(0.4, BOX)
    a.shape(rounded(2.5, 2.5, 95, 134, 11), PAPER, LINE, heft=True)
    return a.shape(rounded(7.6, 7.6, 84.8, 123.8, 7.5), ground, FINE, rim=False)


def corner_numbers(a: Art, value: int) -> None:
    """Its number above on the left and, smaller, below on the right."""
    for x, y, k in ((19.4, 20.6, 1.0), (82.8, 121.6, 0.72)):
        a.shape(ellipse(x, y, 13.4 * k, 14 * k), PAPER, FINE, rim=False)
        numeral(a, str(value), x, y, height=18 * k, width=3.6 * k)


def _asleep(a: Art) -> None:
    a.put(cushion(BLUE), y=26, ky=0.44, nib=1)
    a.put(loaf("white", "plain", "sleepy"), y=-7, k=0.9, nib=1)
    for x, y, k in ((68, 30, 0.9), (78, 19, 1.2)):
        a.line(bend("M-4 -4L4 -4L-4 4L4 4", affine(x, y, k, about=(0, 0))), FINE)


def _in_love(a: Art) -> None:
    a.put(loaf("cream", "point", "content"), y=2, nib=1)
    a.shape(HEART, ROSE, FINE, rim=False)


def _dreaming(a: Art) -> None:
    a.put(sitting("calico", "calico", "curious"), x=-4, y=2, nib=1)
    a.put(butterfly(MUSTARD), x=33, y=-30, k=0.36, nib=0.75, rot=16)


def _tangled(a: Art) -> None:
    a.put(sitting("ginger", "tabby", "pleased"), x=-4, nib=1)
    for d in ("M24 80C36 72 58 74 72 82", "M22 87C36 82 60 82 74 88"):
        a.line(d, 5.6, INK)
        a.line(d, 2.6, ROSE)
    a.put(yarn(), x=30, y=30, k=0.42, nib=0.8)


def _fishing(a: Art) -> None:
    a.put(sitting("grey", "tabby", "sly"), nib=1)
    a.put(fish(), x=4, y=12.5, k=0.46, nib=0.85, rot=-8)


def _pushing(a: Art) -> None:
    a.put(sitting("black", "tuxedo", "sly"), x=-12, y=-7, k=0.98, nib=1)
    a.shape("M1.4 83L65 83C70 83 70 93 65 93L1.4 93Z", "#B07C50", LINE, rim=False)
    a.fill("M3 89L65.6 89C65.6 90.6 65 91.4 64 91.4L3 91.4Z", "#8F6140")
    a.put(cup(TERRACOTTA), x=31, y=19, k=0.38, nib=0.85, rot=34)
    limb(a, "40,66 52,68 64,70", "#564A55", 7.6, WHITE)
    a.fill(ellipse(38.6, 65.6, 6.6, 7.2), "#564A55")
    a.line("M78 44L80 37M88 48L94 43M93 60L99 60", FINE)


def _robbing(a: Art) -> None:
    a.put(sitting("brown", "tabby", "sly", "mask"), nib=1)
    a.put(sausages("13,50 22,72 50,82 78,72 87,50"), nib=1)
    for x in (33, 67):
        toes(a, x, 77, "#A97852", rx=7, ry=5.6)


def _nibbling(a: Art) -> None:
    a.put(rat("content", "#A3928C"), y=-8, k=0.96, nib=1)
    a.put(cheese(), y=33, k=0.52, nib=0.9)
    for x in (28, 73):
        a.shape(ellipse(x, 86, 6.4, 5.4), "#EBB3AB", FINE)


def _pirate(a: Art) -> None:
    a.put(rat("sly", "#82747A", patch=True), y=2, nib=1)


def _king(a: Art) -> None:
    a.shape("M4 99C4 84 20 74 50 74C80 74 96 84 96 99C70 95 30 95 4 99Z", "#B23A44", LINE)
    a.put(rat("grumpy", "#75666D"), y=1, k=0.9, nib=1)
    ermine = "M23 87C34 93 66 93 77 87C81.6 91 81.6 96 77 99C62 103 38 103 23 99C18.4 96 18.4 91 23 87Z"
    a.shape(ermine, WHITE, FINE)
    for x in (31, 43.6, 57, 69.4):
        a.fill(ellipse(x, 95.6, 1.8, 2.8), INK)
    crown(a, 50, 14, 1.04)


# Rising mischief: 0 sleeps, 6 robs the larder; then the rats.
SCENES = (_asleep, _in_love, _dreaming, _tangled, _fishing, _pushing, _robbing, _nibbling, _pirate, _king)


def number_card(value: int) -> Art:
    """0 to 6 are cats, 7 to 9 rats."""
    a = blank_card(mix(GROUNDS[value], LIGHT, 0.2))
    a.fill(ellipse(50, 71, 39, 45), mix(GROUNDS[value], "#FFF8E8", 0.58))
    scene = Art()
    SCENES[value](scene)
    a.put(scene, y=24 if value == 9 else 21, k=0.86, nib=0.95, rim=False)
    corner_numbers(a, value)
    return a


def _small_back() -> Art:
    a = Art().shape(rounded(28, 16, 44, 64, 7), WHITE, LINE)
    a.fill(rounded(32.6, 20.6, 34.8, 54.8, 4), TERRACOTTA)
    return a.put(pad(PAPER), y=-2, k=0.27)


def _swap(a: Art) -> None:
    a.put(head("ginger", "tabby", "sly"), x=-12, y=-7, k=0.56, nib=0.84)
    a.put(head("grey", "tuxedo", "surprised"), x=12, y=47, k=0.56, nib=0.84)
    outward, homeward = (
        "M68 30C84 36 87 52 81.6 66M74 60L80.8 68L87 59.4",
        "M32 110C16 104 13 88 18.4 74M26 80L19.2 72L13 80.6",
    )
    for d in (outward, homeward):
        a.line(d, 8, INK)
        a.line(d, 3.4, PAPER)


def _draw_two(a: Art) -> None:
    for x, y, turn in ((-15, 16, -13), (13, 26, 10)):
        a.put(_small_back(), x=x, y=y, rot=turn, nib=1)
    a.put(head("white", "calico", "pleased"), y=-12, k=0.44, nib=0.8)
    a.shape(ellipse(50, 117, 15, 11.6), PAPER, FINE, rim=False)
    numeral(a, "+2", 50, 117, height=14, width=3.4)


def eye_sign() -> Art:
    """An open eye: looking is allowed."""
    a = Art()
    a.shape("M4 50C20 22 80 22 96 50C80 78 20 78 4 50Z", WHITE, LINE, rim=False)
    a.fill(ellipse(50, 50, 19), INK)
    return a.fill(ellipse(43, 42, 7), LIGHT)


def _behind_card(a: Art, paw: str) -> None:
    a.shape("M17 82L83 82L85 126L15 126Z", WHITE, LINE, rim=False)
    a.fill("M23 88L77 88L78.6 121L21.4 121Z", TERRACOTTA)
    for x in (31, 69):
        toes(a, x, 83, paw, rx=8, ry=6)


def _peek(a: Art) -> None:
    a.put(head("cream", "point", "curious"), y=9, k=0.77, nib=0.95)
    _behind_card(a, "#7A5443")
    a.put(eye_sign(), y=56, k=0.36, nib=0.9)


def _super_peek(a: Art) -> None:
    for i in range(12):
        g, r = i * math.tau / 12, 62 if i % 2 else 50
        ray = [(10, -0.3), (r, -0.1), (r, 0.1), (10, 0.3)]
        p = polygon([(50 + q * math.cos(g + w), 64 + q * math.sin(g + w)) for q, w in ray])
        a.fill(clip(p, [(9, 9), (91, 9), (91, 130), (9, 130)]), mix(PLUM, "#F6DC92", 0.55))
    a.put(head("black", "plain", "curious"), y=9, k=0.77, nib=0.95)
    _behind_card(a, "#564A55")
    for x in (-18.4, 0, 18.4):
        a.put(eye_sign(), x=x, y=56, k=0.17, nib=0.72)
    star(a, 22, 26, 8)
    star(a, 79, 24, 6.6)


def special_card(kind: str) -> Art:
    """Swap, peek, draw two or super peek."""
    ground = SPECIALS[kind]
    a = blank_card(mix(ground, LIGHT, 0.12))
    if kind != "super_peek":
        a.fill(ellipse(50, 70, 38, 46), mix(ground, "#FFF8E8", 0.6))
    {"swap": _swap, "peek": _peek, "draw_two": _draw_two, "super_peek": _super_peek}[kind](a)
    return a


def card_back() -> Art:
    """The same for every card."""
    a = blank_card(TERRACOTTA)
    for i in range(7):
        for j in range(5 if i % 2 else 4):
            x, y = (21 if i % 2 else 28.4) + j * 14.6, 22 + i * 16
            if math.dist((x, y), (50, 70)) >= 37:
                turn = (-16, 12, 20)[(i + j) % 3]
                a.put(pad(mix(TERRACOTTA, INK, 0.2)), x=x - 50, y=y - 50, k=0.125, rot=turn)
    a.line(rounded(11.6, 11.6, 76.8, 115.8, 5), 2, "#F6CDB2")
    a.shape(ellipse(50, 70, 31.5), MUSTARD, LINE, rim=False)
    a.shape(ellipse(50, 70, 27), CREAM, FINE, rim=False)
    return a.put(head("black", "plain", "sly"), y=18.6, k=0.53, nib=0.82, rim=False)
