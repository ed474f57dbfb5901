"""Faces: a head and what it wears."""

from purrlor.web.art.cats import worn
from purrlor.web.art.cats.coats import COATS
from purrlor.web.art.cats.head import head
from purrlor.web.art.pen.brush import FINE, HAIR, LINE
from purrlor.web.art.pen.colour import INK, MUSTARD, WHITE, mix
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import ellipse, smooth

CLAN_WEAR = ("crown", "toque", "mask", "cape", "swirl", "dumbbell", "sheet")
FINERY = ("bow", "flower", "glasses", "scarf", "bell")
WEAR = ("", *CLAN_WEAR, *FINERY)


def face(coat: str = "ginger", pattern: str = "plain", mood: str = "content", wear: str = "") -> Art:
    """A cat's face from its traits."""
    a = Art()
    match wear:
        case "crown":
            a.put(head(coat, pattern, mood, top=lambda t: worn.crown(t, 50, 16, 0.98)), y=5, k=0.91, nib=1)
        case "toque":
            a.put(head(coat, pattern, mood, top=lambda t: worn.toque(t, 50, 9, 1.24)), y=10.4, k=0.84, nib=1)
        case "mask":
            _masked(a, coat, pattern, mood)
        case "cape":
            _caped(a, coat, pattern, mood)
        case "swirl":
            a.put(head(coat, pattern, "dizzy"), y=6.6, k=0.91, nib=1)
            a.line(smooth("12,25 24,13 50,8 78,11 90,21"), FINE, "#C9557E", rim=True)
            worn.star(a, 21, 15.5, 7)
            worn.star(a, 52, 10, 8, "#F6DC92")
            worn.star(a, 82, 14.5, 6.6)
        case "dumbbell":
            _training(a, coat, pattern, mood)
        case "sheet":
            worn.sheet(a, coat, mood)
        case "bow" | "flower" | "glasses":
            finery = {"bow": worn.bow, "flower": worn.flower, "glasses": worn.glasses}[wear]
            a = head(coat, pattern, mood, top=finery)
        case "scarf" | "bell":
            finery = {"scarf": worn.scarf, "bell": worn.bell}[wear]
            a.put(head(coat, pattern, mood, top=finery), y=-3, k=0.95, nib=1)
        case _:
            a = head(coat, pattern, mood)
    return a


def _masked(a: Art, coat: str, pattern: str, mood: str) -> None:
    cloth = "#40343B"
    h = head(coat, pattern, mood, masked=True, over=lambda m: _cloth(m, cloth))
    b = Art()
    b.shape("M84 58C88 52 96 47 99 51C100.6 55 95 59 88 61Z", cloth, FINE)
    b.shape("M85 61C92 61 98 65 97 69.6C95 73.4 89 70 86 65Z", cloth, FINE)
    b.put(h, x=-2.4, k=0.96, nib=1)
    a.put(b, x=-0.6, k=0.97, nib=1)


def _cloth(a: Art, colour: str) -> None:
    a.shape(worn.MASK, colour, FINE, rim=False)


def _caped(a: Art, coat: str, pattern: str, mood: str) -> None:
    cloth = "#C4403A"
    h = head(coat, pattern, mood, masked=True, over=lambda m: _cloth(m, cloth))
    b = Art()
    b.shape(worn.CAPE, cloth, LINE)
    b.line("M22 84C20 88 18.6 91 18 94M78 84C80 88 81.4 91 82 94", FINE, mix(cloth, INK, 0.45))
    b.put(h, y=-5, k=0.93, nib=1)
    b.shape(ellipse(50, 88.4, 5), MUSTARD, FINE, rim=False)
    a.put(b, x=-0.6, k=0.97, nib=1)


def _training(a: Art, coat: str, pattern: str, mood: str) -> None:
    def band(m: Art) -> None:
        m.shape(worn.BAND, "#8CCBE6", FINE, rim=False)
        m.line("M12 52C22 44 36 40.6 50.2 40.6C64 40.6 78 44 88.6 52", HAIR, WHITE)

    a.put(head(coat, pattern, mood, over=band), x=-3, y=-5, k=0.93, nib=1)
    b = Art()
    worn.dumbbell(b, 50, 50, 0.82)
    b.shape("M38 46C38 38 62 38 62 46L62 57C62 64 38 64 38 57Z", COATS[coat].ground, LINE)
    b.line("M46 43L46 50M54 43L54 50", HAIR)
    a.put(b, x=21, y=30.5, k=0.72, rot=-24, nib=1)
