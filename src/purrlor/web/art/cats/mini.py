"""Small cats in few lines, for what is shown at 20 to 40 pixels: reactions, badges, icons."""

from purrlor.web.art.cats.head import silhouette
from purrlor.web.art.cats.mood import EARS, THROAT, TONGUE
from purrlor.web.art.pen.brush import BOLD
from purrlor.web.art.pen.colour import INK, LIGHT, MUSTARD, ROSE, TERRACOTTA
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import Path, affine, bend, both, ellipse, path, polygon

GINGER, MUZZLE, STRIPE = "#E79A50", "#FBE4C2", "#A9551F"
HEART = "M50 88C14 62 6 40 20 25C32 14 45 21 50 35C55 21 68 14 80 25C94 40 86 62 50 88Z"
PEN = 5.0  # a heavier nib, for a smaller picture


def heart(cx: float, cy: float, k: float, turn: float = 0) -> Path:
    """A heart, anywhere."""
    return bend(HEART, affine(cx - 50, cy - 50, k, rot=turn))


def small_head(mood: str = "content", coat: str = GINGER, muzzle: str = MUZZLE) -> Art:
    """Outline and muzzle, without a face."""
    left, right, _ = EARS[mood]
    a = Art()
    a.shape(silhouette(left, right), coat, PEN)
    return a.fill(ellipse(50, 76, 19, 11.6), muzzle)


def open_eyes(a: Art, size: float = 8.6) -> None:
    """Round and dark, a light in each."""
    for x in (31, 69):
        a.fill(ellipse(x, 56, size, size * 1.12), INK)
    for x in (28, 66):
        a.fill(ellipse(x, 52, size * 0.36), LIGHT)


def shut_eyes(a: Art, *, smiling: bool) -> None:
    """Two bows."""
    y, bow = (59, 45) if smiling else (54, 66)
    for d in both(f"M20 {y}Q31 {bow} 41 {y}"):
        a.line(d, PEN)


def nose(a: Art, y: float = 66) -> None:
    """A dark little triangle."""
    a.fill(bend("M44 0L56 0L50 7Z", affine(0, y, about=(0, 0))), INK)


def smile(a: Art) -> None:
    """Content."""
    a.line("M39 74Q44 82 50 75Q56 82 61 74", 4)


def hissing() -> Art:
    """Ears flat, teeth bare."""
    a = small_head("grumpy")
    for d in both("M20 48L42 57C40 65 24 64 20 48Z"):
        a.fill(d, INK)
    nose(a, 62)
    a.shape("M31 74Q50 66 69 74Q67 92 50 92Q33 92 31 74Z", THROAT, 3.6, rim=False)
    for d in both("M37 72L41 83L45 71Z"):
        a.fill(d, LIGHT)
    return a


def yawning() -> Art:
    """All mouth."""
    a = small_head("sleepy")
    for d in both("M18 50Q32 47 40 53"):
        a.line(d, PEN)
    nose(a, 57)
    a.shape(ellipse(50, 77, 14, 14), THROAT, 3.6, rim=False)
    return a.fill(ellipse(50, 84, 9, 5.6), TONGUE)


def purring() -> Art:
    """Eyes shut, and the air trembles."""
    a = small_head("pleased")
    shut_eyes(a, smiling=True)
    nose(a)
    smile(a)
    b = Art().put(a, k=0.82, y=4, nib=1)
    return b.line("M6 44Q0 52 6 60Q12 68 6 76M94 44Q100 52 94 60Q88 68 94 76", PEN, TERRACOTTA)


def meowing() -> Art:
    """Says so."""
    a = small_head("content")
    open_eyes(a)
    nose(a)
    a.shape(ellipse(50, 81, 8.6, 9), THROAT, 3.6, rim=False)
    b = Art().put(a, k=0.84, x=-8, y=6, nib=1)
    return b.line("M86 40L94 32M90 56L99 56M86 72L94 80", PEN, TERRACOTTA)


def napping() -> Art:
    """Z z."""
    a = small_head("sleepy")
    shut_eyes(a, smiling=False)
    nose(a)
    smile(a)
    b = Art().put(a, k=0.84, x=-8, y=9, nib=1)
    b.line("M74 8L94 8L74 28L94 28", 6, INK, rim=True)
    return b.line("M60 4L70 4L60 14L70 14", 4, INK, rim=True)


def pouncing() -> Art:
    """Eyes wide, paws up."""
    a = small_head("surprised")
    open_eyes(a, 11.5)
    nose(a, 68)
    b = Art().put(a, k=0.86, y=-5, nib=1)
    for d in both("M8 96C4 80 10 68 21 68C32 68 38 80 34 96Z"):
        b.shape(d, GINGER, PEN)
    for d in both("M16 84L16 94M26 84L26 94"):
        b.line(d, 3.4)
    return b


def loving() -> Art:
    """Hearts for eyes."""
    a = small_head("pleased")
    for x in (30, 70):
        a.fill(heart(x, 55, 0.28), "#C4403A")
    nose(a)
    smile(a)
    b = Art().put(a, k=0.86, x=-6, y=7, nib=1)
    return b.shape(heart(86, 18, 0.26, 12), ROSE, 3.6)


def sulking() -> Art:
    """Turned away; that is all one will see of me."""
    a = Art()
    tail = "M62 88Q96 96 93 70Q91 56 80 61"
    a.line(tail, 15, INK, rim=True)
    a.line(tail, 6, GINGER)
    a.shape("M17 95C10 76 18 58 32 54L68 54C80 58 84 78 77 95Z", GINGER, PEN)
    a.shape("M15 58C9 46 9 22 13 6L34 20C43 17 53 17 62 20L83 6C87 22 87 46 81 58C68 70 28 70 15 58Z", GINGER, PEN)
    return a.line("M48 22L48 35M36 25L38 35M60 25L58 35M48 74L48 92M36 77L37 90M60 77L59 90", 6, STRIPE)


REACTIONS = {
    "purr": purring,
    "meow": meowing,
    "hiss": hissing,
    "nap": napping,
    "yawn": yawning,
    "pounce": pouncing,
    "love": loving,
    "sulk": sulking,
}


def _pips(a: Art, count: int) -> Art:
    """How many paws strong, for those who do not see the colour."""
    for i in range(count):
        a.shape(ellipse(50 + (i - (count - 1) / 2) * 20, 91, 7), MUSTARD, 3.6)
    return a


def kitten() -> Art:
    """The easiest cat to play against."""
    a = small_head("content", "#F4DDB2", "#FFF7E6")
    open_eyes(a, 10.6)
    nose(a)
    smile(a)
    b = Art().put(a, k=0.7, y=-8, nib=1.1)
    b.line("M46 20Q48 10 56 9M52 20Q54 14 60 14", 4)
    return _pips(b, 1)


def cat() -> Art:
    """A fair match."""
    a = small_head("content", "#A8A2A6", "#E6E0DD")
    for d in ("M50 28L50 40", *both("M37 30L40 40")):
        a.line(d, PEN, "#5E5760")
    for x in (31, 69):
        a.shape(ellipse(x, 57, 9.6), MUSTARD, 3.6, rim=False)
        a.fill(ellipse(x, 57, 3.8, 8.4), INK)
    nose(a)
    smile(a)
    return _pips(Art().put(a, k=0.82, y=-9, nib=1), 2)


def tiger() -> Art:
    """Round ears, stripes, no mercy."""
    a = Art()
    for d in both(ellipse(20, 24, 15)):
        a.shape(d, "#E2853A", PEN)
    for d in both(ellipse(21, 26, 6.6)):
        a.fill(d, MUZZLE)
    cheeks = "M50 14C78 14 92 34 92 54C100 62 96 70 90 72C84 88 68 94 50 94C32 94 16 88 10 72C4 70 0 62 8 54"
    a.shape(cheeks + "C8 34 22 14 50 14Z", "#E2853A", PEN)
    a.fill("M50 64C62 56 80 66 76 80C68 92 32 92 24 80C20 66 38 56 50 64Z", "#FFF7E6")
    for d in (path("M50 17L50 36"), *both("M36 20L41 34"), *both("M11 56L24 58"), *both("M13 70L22 69")):
        a.line(d, 6.4, INK)
    for d in both("M20 45L42 53C40 62 26 62 20 45Z"):
        a.fill(d, "#FFE58A")
        a.line(d, 4)
    for x in (33, 67):
        a.fill(ellipse(x, 54, 3.4, 4.4), INK)
    a.fill(polygon("42,64 58,64 50,72"), INK)
    a.line("M50 72L50 78M36 80Q44 86 50 78Q56 86 64 80", 4)
    return _pips(Art().put(a, k=0.84, y=-7, nib=1), 3)


def lion() -> Art:
    """A mane, and time to think."""
    a = Art()
    mane = "M50 2L62 10L76 6L80 20L94 26L90 40L99 52L90 64L94 78L80 82L76 96L62 90L50 98L38 90L24 96L20 82L6 78L10 64"
    a.shape(mane + "L1 52L10 40L6 26L20 20L24 6L38 10Z", "#9C5A2B", PEN)
    for d in both(ellipse(27, 27, 9)):
        a.shape(d, "#E8B45C", 3.6)
    a.shape("M50 22C70 22 80 36 80 54C80 74 68 86 50 86C32 86 20 74 20 54C20 36 30 22 50 22Z", "#E8B45C", PEN)
    a.fill("M50 60C60 54 74 62 70 74C64 84 36 84 30 74C26 62 40 54 50 60Z", "#FFF7E6")
    for d in both("M27 45L44 51C42 59 31 59 27 45Z"):
        a.fill(d, "#FFE58A")
        a.line(d, 4)
    for x in (37, 63):
        a.fill(ellipse(x, 52, 3, 4), INK)
    a.fill(polygon("43,61 57,61 50,69"), INK)
    a.line("M50 69L50 74M39 75Q45 81 50 74Q55 81 61 75", 4)
    return _pips(Art().put(a, k=0.84, y=-7, nib=1), 4)


LEVELS = {"kitten": kitten, "cat": cat, "tiger": tiger, "lion": lion}


def badge_head() -> Art:
    """The parlour's cat at its simplest: the favicon."""
    a = small_head("content")
    for d in ("M50 27L50 41", *both("M36 30L40 41")):
        a.line(d, BOLD + 2.2, STRIPE)
    shut_eyes(a, smiling=True)
    nose(a)
    smile(a)
    return a
