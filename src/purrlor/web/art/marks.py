"""Signs in one colour, the page's own (`currentColor`): marks of kitties and clans, and the small signs of a board."""

import math

from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import Drawn, blob, ellipse, path, polygon, rounded, smooth, star_points
from purrlor.web.art.pieces.paws import print_of_paw

OWN = "currentColor"


def _solid(*shapes: Drawn) -> Art:
    a = Art(0)
    for d in shapes:
        a.fill(d, OWN)
    return a


def _drawn(d: Drawn, width: float = 11) -> Art:
    return Art(0).line(d, width, OWN)


def heart() -> Art:
    """Terracotta's."""
    return _solid("M50 88C14 62 6 40 20 25C32 14 45 21 50 35C55 21 68 14 80 25C94 40 86 62 50 88Z")


def drop() -> Art:
    """Blue's."""
    return _solid("M50 8C68 34 80 48 80 62C80 80 66 92 50 92C34 92 20 80 20 62C20 48 32 34 50 8Z")


def sun() -> Art:
    """Mustard's."""
    rays = []
    for i in range(8):
        c, s = math.cos(math.tau * i / 8), math.sin(math.tau * i / 8)
        rays.append((("M", ((50 + 34 * c, 50 + 34 * s),)), ("L", ((50 + 42 * c, 50 + 42 * s),))))
    return _solid(ellipse(50, 50, 23)).line(sum(rays, ()), 9, OWN)


def leaf() -> Art:
    """Sage's."""
    return _solid("M14 88C8 44 34 12 90 12C92 60 66 92 30 80L22 92Z")


def moon() -> Art:
    """Plum's."""
    return _solid("M60 8C30 10 12 34 16 60C20 86 52 100 78 84C84 80 90 74 92 66C72 76 50 66 46 46C44 30 50 16 60 8Z")


def petals() -> Art:
    """Rose's."""
    turns = [math.tau * i / 5 - math.pi / 2 for i in range(5)]
    round_the_middle = [ellipse(50 + 25 * math.cos(g), 51 + 25 * math.sin(g), 17) for g in turns]
    return _solid(*round_the_middle, ellipse(50, 51, 16))


def crown() -> Art:
    """The Royal Claws'."""
    return _solid("M12 82L8 26L33 48L50 14L67 48L92 26L88 82Z")


def toque() -> Art:
    """The Gourmets'."""
    hat = "M28 88L28 60C8 58 6 26 28 26C34 6 66 6 72 26C94 26 92 58 72 60L72 88Z"
    return _solid(hat)


def mask() -> Art:
    """The Crooks'; its eyes are holes."""
    cloth = (
        "M4 34C24 24 40 30 50 36C60 30 76 24 96 34C98 60 82 76 64 68C56 64 53 58 50 58C47 58 44 64 36 68"
        "C18 76 2 60 4 34Z"
    )
    return _solid(cloth + "M18 46C22 56 33 58 39 50C34 42 24 40 18 46ZM82 46C76 40 66 42 61 50C67 58 78 56 82 46Z")


def shield() -> Art:
    """The Defenders'."""
    star = polygon(star_points(50, 48, 22)[::-1])
    a = Art(0)
    a.fill((*path("M50 6C62 16 76 20 90 20C92 56 78 82 50 95C22 82 8 56 10 20C24 20 38 16 50 6Z"), *star), OWN)
    return a


def swirl() -> Art:
    """The Chaoticats'."""
    turns = [i / 18 for i in range(19)]
    return _drawn(smooth([(50 + 40 * t * math.cos(13.6 * t), 50 + 40 * t * math.sin(13.6 * t)) for t in turns]))


def weight() -> Art:
    """The Power Cats'."""
    ends = [rounded(x, y, 12, h, 5) for x, y, h in ((6, 34, 32), (20, 24, 52), (68, 24, 52), (82, 34, 32))]
    return _solid(*ends, rounded(30, 43, 40, 14, 2))


def ghost() -> Art:
    """The Polterkitties'; its eyes are holes."""
    sheet = "M14 92C10 70 8 44 16 8L34 20C44 16 56 16 66 20L84 8C92 44 90 70 86 92C80 98 74 92 68 84C62 92 56 96 50 88"
    sheet += "C44 96 38 92 32 84C26 92 20 98 14 92Z"
    a = Art(0)
    holes = [blob(f"{x},38 {x - 9},48 {x},58 {x + 9},48") for x in (36, 64)]
    a.fill((*path(sheet), *holes[0], *holes[1]), OWN)
    return a


def paw() -> Art:
    """Whose turn it is."""
    return _solid(*print_of_paw())


def paw_line() -> Art:
    """An unmarked paw."""
    a = Art(0)
    for d in print_of_paw():
        a.line(d, 5, OWN)
    return a


def bone() -> Art:
    """A dog has been here."""
    bar = polygon("30,60 60,30 70,40 40,70")
    knobs = [ellipse(x, y, 14) for x, y in ((22, 66), (34, 78), (66, 22), (78, 34))]
    return _solid(bar, *knobs)


def star() -> Art:
    """A leader."""
    return _solid(polygon(star_points(50, 53, 46)))


def ring() -> Art:
    """Round a number by hand: taken."""
    return _drawn(smooth("64,10 36,9 12,30 10,62 34,90 68,88 91,64 86,30 58,8"), 8)


def strike() -> Art:
    """Through a number: gone."""
    return _drawn("M12 84Q48 56 88 14", 8)


def claws() -> Art:
    """Three scratches: the call."""
    one = "M{0} 8Q{1} 50 {2} 94Q{3} 50 {0} 8Z"
    return _solid(*(one.format(x, x + 11, x + 3, x - 7) for x in (18, 46, 74)))


def tower() -> Art:
    """A cat tree, somebody on top of it."""
    head = "M32 34C30 24 30 12 33 3L44 11C48 10 52 10 56 11L67 3C70 12 70 24 68 34Z"
    boards = [rounded(x, y, w, 12, 6) for x, y, w in ((18, 32, 64), (6, 58, 46), (14, 84, 72))]
    return _solid(head, rounded(44, 36, 12, 52, 2), *boards)


def home() -> Art:
    """A house."""
    return _solid("M14 90L14 48L50 12L86 48L86 90Z")


KITTY_MARKS = (heart, drop, sun, leaf, moon, petals)
CLAN_MARKS = (crown, toque, mask, shield, swirl, weight, ghost)
