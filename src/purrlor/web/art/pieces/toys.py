"""The café's six items."""

from purrlor.web.art.pen.brush import FINE, HAIR, LINE
from purrlor.web.art.pen.colour import BLUE, CREAM, INK, LIGHT, MUSTARD, PAPER, PLUM, ROSE, SAGE, SHADE, TERRACOTTA, mix
from purrlor.web.art.pen.cut import crescent
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import blob, both, ellipse
from purrlor.web.art.pieces.paws import pad

DOOR = (
    "M29.4 91.4L29.4 62C28.6 57 28.4 51.6 29.4 47.4C29.8 45.8 31.4 45.6 32.6 46.6C35.6 49 38.6 52 41 55"
    "C47 53.4 53 53.4 59 55C61.4 52 64.4 49 67.4 46.6C68.6 45.6 70.2 45.8 70.6 47.4C71.6 51.6 71.4 57 70.6 62"
    "L70.6 91.4Z"
)


def house() -> Art:
    """A cat's house: its door is a cat."""
    a, wall = Art(), "#E0B27A"
    a.shape("M16 44L50 12L84 44L83 92L17 92Z", wall, LINE, heft=True)
    a.fill("M16 44L50 12L84 44L83.6 55L50 26L16.4 55Z", mix(wall, INK, 0.16))
    a.fill("M74 52L83.4 56L83 91L72 91Z", SHADE)
    a.shape("M5 48L47 8C49 6.4 51 6.4 53 8L95 48L88.4 55.4L50 20L11.6 55.4Z", TERRACOTTA, LINE, heft=True)
    a.line("M10 48.6L50 11.4L73 33", HAIR, mix(TERRACOTTA, LIGHT, 0.4))
    a.shape(DOOR, "#5A4340", LINE, rim=False)
    return a.put(pad(CREAM), y=-13.4, k=0.15)


def yarn(colour: str = ROSE) -> Art:
    """A ball with a loose end."""
    a, ball = Art(), ellipse(48, 50, 37, 36)
    a.line("M70 80C84 92 96 82 92 92C90 97 82 96 78 94", LINE, INK, rim=True)
    a.shape(ball, colour, LINE, heft=True)
    wound = (
        "M16 36C32 22 58 18 74 26M12 50C30 30 62 26 82 40M14 62C34 42 64 38 84 54"
        "M28 80C34 62 50 46 70 42M40 85C46 70 60 56 82 60M22 74C26 58 34 46 46 38"
    )
    a.line(wound, FINE, mix(colour, INK, 0.5))
    a.fill(crescent(ball, 8), SHADE)
    a.line(ball, LINE)
    return a.fill(ellipse(34, 30, 5.4, 3, -30), mix(colour, LIGHT, 0.6))


def butterfly(colour: str = BLUE) -> Art:
    """Four wings in two colours."""
    a = Art()
    for d in both("M48 54C30 54 16 66 22 78C30 90 46 76 50 60Z"):
        a.shape(d, MUSTARD, LINE, heft=True)
    for d in both("M50 46C44 22 20 10 10 20C2 32 16 54 48 54Z"):
        a.shape(d, colour, LINE, heft=True)
    for x in (26, 74):
        a.fill(ellipse(x, 33, 6.4, 5.4), mix(colour, LIGHT, 0.55))
        a.fill(ellipse(50 + (x - 50) * 0.8, 70, 4), mix(MUSTARD, LIGHT, 0.5))
    a.line("M48 36C46 26 42 20 36 17M52 36C54 26 58 20 64 17", FINE, rim=True)
    return a.shape(blob("50,34 54,42 53.6,62 50,76 46.4,62 46,42"), INK, 1.6)


def bowl(colour: str = TERRACOTTA) -> Art:
    """Full."""
    a = Art()
    a.shape("M22 46C24 30 38 26 50 30C60 22 78 28 79 46Z", "#A87049", LINE)
    for x, y in ((36, 38), (50, 35), (64, 39), (44, 43), (58, 44)):
        a.fill(ellipse(x, y, 4.4, 3.2, 15), "#C98F5E")
    dish = "M8 46L92 46L82 82C81 87 77 88 72 88L28 88C23 88 19 87 18 82Z"
    a.shape(dish, colour, LINE, heft=True)
    a.fill("M9 50L91 50L92 46L8 46Z", mix(colour, LIGHT, 0.35))
    a.line("M9.6 52.4L90.4 52.4", FINE)
    a.fill("M82 54L90 54L82 82C81 87 77 88 72 88L58 88C72 84 80 72 82 54Z", SHADE)
    a.line(dish, LINE)
    a.fill("M34 69C40 60 54 60 60 68L68 62C67 67 67 71 68 76L60 70C54 78 40 78 34 69Z", PAPER)
    return a.fill(ellipse(42, 67.6, 1.7), colour)


def cushion(colour: str = PLUM) -> Art:
    """Buttoned, with golden corners."""
    a = Art()
    d = (
        "M12 40C8 34 10 28 16 30C36 36 64 36 84 30C90 28 92 34 88 40C92 52 92 62 88 76C92 84 88 89 82 86"
        "C62 82 38 82 18 86C12 89 8 84 12 76C8 62 8 52 12 40Z"
    )
    a.shape(d, colour, LINE, heft=True)
    a.line("M20 40C38 45 62 45 80 40", FINE, mix(colour, LIGHT, 0.4))
    folds = "M46 58C42 52 34 50 26 50M54 58C58 52 66 50 74 50M46 62C42 68 36 70 28 72M54 62C58 68 64 70 72 72"
    a.line(folds, FINE, mix(colour, INK, 0.5))
    a.fill("M80 34C86 52 84 70 72 84L82 86C88 89 92 84 88 76C92 62 92 52 88 40C92 34 90 28 84 30Z", SHADE)
    a.line(d, LINE)
    a.shape(ellipse(50, 60, 5), MUSTARD, FINE, rim=False)
    for x, y in ((13, 31), (87, 31), (14, 86), (86, 86)):
        a.shape(ellipse(x, y, 4.6), MUSTARD, FINE)
    return a


def toy_mouse(colour: str = SAGE) -> Art:
    """Sewn of cloth, a cross for an eye."""
    a = Art()
    tail = "M78 70C90 70 96 60 88 52C82 47 86 38 94 40"
    a.line(tail, 6.2, INK, rim=True)
    a.line(tail, 2.4, ROSE)
    body = "M6 76C10 56 32 40 56 42C76 44 86 58 84 74C83 82 78 84 70 84L16 84C9 84 5 81 6 76Z"
    a.shape(body, colour, LINE, heft=True)
    a.line("M60 43C68 54 70 70 66 83M62 52L68 50M66 62L73 61M67 73L74 74", FINE, mix(colour, INK, 0.5))
    a.fill(crescent(body, 6, -20, 100), SHADE)
    a.line(body, LINE)
    a.shape(ellipse(40, 46, 13, 13), mix(colour, LIGHT, 0.25), LINE)
    a.fill(ellipse(40, 47, 7), ROSE)
    a.line("M19 61L25 67M25 61L19 67", FINE)
    return a.shape(ellipse(7, 76, 4.4), ROSE, FINE)


ITEMS = {"house": house, "yarn": yarn, "butterfly": butterfly, "bowl": bowl, "cushion": cushion, "mouse": toy_mouse}
