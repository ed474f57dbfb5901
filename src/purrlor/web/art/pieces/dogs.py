"""Five breeds, and the mongrel of the kitties' tokens."""

from purrlor.web.art.cats.eyes import beads, both_eyes, eye
from purrlor.web.art.pen.brush import FINE, HAIR, LINE, brush
from purrlor.web.art.pen.colour import INK, LIGHT, MUSTARD, ROSE, SHADE, TERRACOTTA
from purrlor.web.art.pen.cut import clip, crescent
from purrlor.web.art.pen.paper import Art
from purrlor.web.art.pen.path import affine, bend, blob, both, ellipse, flat, mirror

TONGUE = "#E8868C"


def _nose(a: Art, x: float, y: float, k: float = 1.0) -> None:
    f = affine(x - 50, y - 66, k, about=(50, 66))
    a.fill(bend("M42.6 63C44 59.6 56 59.6 57.4 63C58.6 67 53 71 50 71C47 71 41.4 67 42.6 63Z", f), INK)
    a.fill(bend(ellipse(47, 63.4, 2.2, 1.2), f), "#8B7B80")


def chihuahua() -> Art:
    """All ears and eyes."""
    a = Art()
    for d in both("M30 44C18 36 6 22 4 8C4 5 7 4 10 5C24 10 36 20 42 32Z"):
        a.shape(d, "#DDAA72", LINE, heft=True)
    for d in both("M29 37C20 31 12 21 10 12C21 16 30 24 36 32Z"):
        a.fill(d, "#E9A99B")
    head = blob("50,26 70,32 79,50 74,68 60,84 50,88 40,84 26,68 21,50 30,32")
    a.shape(head, "#DDAA72", LINE, heft=True)
    a.fill(blob("50,60 60,64 65,73 58,83 50,86.4 42,83 35,73 40,64"), "#F8E6CB")
    a.fill(crescent(head, 6), SHADE)
    a.line(head, LINE)
    for x in (36, 64):
        a.fill(ellipse(x, 51, 8.4, 8.8), INK)
        a.fill(ellipse(x - 2.4, 47.6, 2.8), LIGHT)
        a.fill(ellipse(x + 2.6, 54, 1.4), LIGHT)
    _nose(a, 50, 68, 0.72)
    a.line("M50 71.6L50 75C48 79 43 78.6 41.6 76M50 75C52 79 57 78.6 58.4 76", FINE)
    return a.line("M30 40C32 37.4 35 36.4 38 37M62 37C65 36.4 68 37.4 70 40", FINE)


def shih_tzu() -> Art:
    """Hair, and a bow in it."""
    a = Art()
    head = (
        "M50 18C62 16 74 24 80 38C90 48 95 66 92 84C88 82 86 84 84 90C80 87 76 88 74 93C68 89 60 92 50 94"
        "C40 92 32 89 26 93C24 88 20 87 16 90C14 84 12 82 8 84C5 66 10 48 20 38C26 24 38 16 50 18Z"
    )
    a.shape(head, "#FFF9EE", LINE, heft=True)
    for d in both("M22 36C12 46 5 64 8 84C12 82 14 84 16 90C20 87 24 88 26 92C31 80 31 60 27 44Z"):
        a.shape(d, "#B98A5E", FINE, rim=False)
    a.fill(crescent(head, 5), SHADE)
    a.line(head, LINE)
    a.shape("M42 20C36 12 38 4 44 6C46 1 54 1 56 6C62 4 64 12 58 20C54 22 46 22 42 20Z", "#FFF9EE", LINE)
    for d in both("M50 22C44 15 36 15 36 22C36 28 44 28 50 22Z"):
        a.shape(d, ROSE, FINE)
    a.shape(ellipse(50, 22, 3.2), ROSE, FINE)
    for x in (37, 63):
        beads(a, x, 52, 1.05)
    muzzle = "M50 62C58 58 70 66 69 74C67 81 56 81 50 75C44 81 33 81 31 74C30 66 42 58 50 62Z"
    a.shape(muzzle, "#F3E2C8", FINE, rim=False)
    _nose(a, 50, 64, 0.74)
    a.shape("M46 78C47 86 53 86 54 78C52 77 51 76 50 75C49 76 48 77 46 78Z", TONGUE, FINE, rim=False)
    return a.line("M43 32C40 36 38 40 36.6 43M57 32C60 36 62 40 63.4 43", HAIR)


def retriever() -> Art:
    """Gold, and glad to see you."""
    a = Art()
    head = (
        "M50 15C62 13.6 74 20 78.6 33C80.4 42 79.6 50 77 57C80 62 81.6 67 81 72C78.6 72 76.6 71.6 75 71"
        "C75.4 75 74.6 79 73 82C70.6 81.6 69 81 67.6 80C64 88 57 92.4 50 92.4C43 92.4 36 88 32.4 80"
        "C31 81 29.4 81.6 27 82C25.4 79 24.6 75 25 71C23.4 71.6 21.4 72 19 72C18.4 67 20 62 23 57"
        "C20.4 50 19.6 42 21.4 33C26 20 38 14 50 15Z"
    )
    a.shape(head, "#E9BC68", LINE, heft=True)
    a.fill(blob("50,52 59,56 67,66 63,81 50,90.6 37,81 33,66 41,56"), "#FBE9C2")
    a.fill("M46 17C47 28 48 38 50 46C52 38 53 28 54 16.6Z", "#FBE9C2")
    a.fill(crescent(head, 6), SHADE)
    a.line(head, LINE)
    ear = (
        "M31 20C18 14 7 24 5.4 40C4.4 50 6 58 8.6 63.6C10.6 62.6 11.8 61.6 13 60.4C13.6 63.4 14.6 65.6 16.4 67.6"
        "C22.6 62 24 48 29.6 36Z"
    )
    a.shape(ear, "#CF963F", LINE, heft=True)
    a.shape(mirror(ear), "#BF8637", LINE, heft=True)
    for x in (37, 63):
        beads(a, x, 46, 1.12)
    for d in both(brush("31.6,35.4 35.4,32.4 40.6,33.6", 2.8, 1, 1.4)):
        a.fill(d, INK)
    tongue = "M43 76C41.6 92.6 58.4 92.6 57 76C54 77 51 75.6 50 74C49 75.6 46 77 43 76Z"
    a.shape(tongue, TONGUE, FINE, rim=False)
    a.line("M50 79L50 85.6", HAIR)
    _nose(a, 50, 63)
    return a.line("M50 68L50 73.4C47 79.6 37 79 34.6 71.4M50 73.4C53 79.6 63 79 65.4 71.4", FINE)


def bulldog() -> Art:
    """Jowls and two teeth."""
    a = Art()
    head = blob("50,18 70,21 83,34 88,54 93,72 84,88 66,92 50,92 34,92 16,88 7,72 12,54 17,34 30,21")
    a.shape(head, "#F3E8D6", LINE, heft=True)
    a.fill(blob("20,34 30,22 44,20 46,34 44,52 32,60 16,52"), "#B98A66")
    a.fill(crescent(head, 7), SHADE)
    a.line(head, LINE)
    ear = "M32 22C24 12 12 14 9 22C12 32 16 38 22 38C26 32 28 28 32 22Z"
    a.shape(ear, "#A87653", LINE)
    a.shape(mirror(ear), "#E6D6BF", LINE)
    for x in (31, 69):
        beads(a, x, 48, 0.95)
    a.line("M22 41.6C26 38 33 38.4 38 42.6M78 41.6C74 38 67 38.4 62 42.6", 3.4)
    a.line("M44 34C47 37 53 37 56 34M43 42C47 45 53 45 57 42", FINE)
    jowls = "M50 60C58 54 80 58 84 72C86 84 70 86 62 79C56 77 44 77 38 79C30 86 14 84 16 72C20 58 42 54 50 60Z"
    a.shape(jowls, "#FFF8EA", FINE, rim=False)
    for d in both("M35 80L37 73.6L41 78.8Z"):
        a.shape(d, LIGHT, HAIR, rim=False)
    _nose(a, 50, 57, 1.05)
    a.line("M50 62L50 68", FINE)
    for x, y in ((27, 70), (32, 73), (73, 70), (68, 73)):
        a.fill(ellipse(x, y, 1.2), INK)
    return a


def dobermann() -> Art:
    """On duty."""
    a = Art()
    a.shape("M31 66C30 80 25 90 20 97L80 97C75 90 70 80 69 66Z", "#463B43", LINE)
    a.shape("M27.6 84C40 92 60 92 72.4 84L76 91C62 99.4 38 99.4 24 91Z", TERRACOTTA, FINE)
    for d in both("M26 40C19.6 29 17.6 13 21.4 3.4C22.4 1.4 25.6 1.4 27.2 3.4C35 10 41 18.6 44 28Z"):
        a.shape(d, "#4F434C", LINE, heft=True)
    for d in both("M27.4 31C24.6 24.6 24 17 25.2 10.4C30 15 34 20.6 36.6 26.4Z"):
        a.fill(d, "#B97A6A")
    head = blob("50,20 67,24 76,38 73,53 67,69 61,85 50,90 39,85 33,69 27,53 24,38 33,24")
    a.shape(head, "#4F434C", LINE, heft=True)
    a.fill(blob("50,54 57,59 64,70 60,83 50,87.6 40,83 36,70 43,59"), "#CE8C58")
    a.fill(blob("50,22 54,36 55,52 50,60 45,52 46,36"), "#5D515A")
    for d in both(brush("30,39.6 34,36 40,36.4", 4.4, 2.4, 2.4)):
        a.fill(d, "#CE8C58")
    left, right = (
        eye(x, 47, "#EDC077", gaze=(s * 1.2, 0.6), lid=0.24, tilt=3.4 * s, bulge=1, k=0.82, pupil=0.9)
        for x, s in ((36, 1), (64, -1))
    )
    both_eyes(a, left, right)
    a.fill(crescent(head, 5), SHADE)
    a.line(head, LINE)
    _nose(a, 50, 66, 0.95)
    a.line("M50 72L50 76C47 80.6 42 80.4 39 77M50 76C53 80.6 58 80.4 61 77", FINE)
    a.shape(ellipse(50, 95, 4.4), MUSTARD, FINE, rim=False)
    return Art().put(a, k=0.95, nib=1)


def mongrel() -> Art:
    """The dog of a token: spotted, ears down, tongue out."""
    a = Art()
    head = blob("50,20 70,24 82,40 82,58 74,76 62,88 50,91 38,88 26,76 18,58 18,40 30,24")
    a.shape(head, "#F5E6CC", LINE, heft=True)
    a.fill(clip(blob("54,18 70,20 85,40 83,56 71,63 58,57 53,40"), flat(head, 4)), "#B27B4C")
    a.fill(crescent(head, 7), SHADE)
    a.line(head, LINE)
    ear = "M32 22C18 16 6 26 5 42C5 58 12 66 18 64C26 60 26 44 32 34Z"
    a.shape(ear, "#B27B4C", LINE, heft=True)
    a.shape(mirror(ear), "#8A5B36", LINE, heft=True)
    for x in (36, 64):
        beads(a, x, 50, 1.15)
    a.shape("M45 76C44 91 56 91 55 76Z", TONGUE, FINE, rim=False)
    _nose(a, 50, 64, 1.1)
    return a.line("M50 70L50 74C46 80 38 79 36 74M50 74C54 80 62 79 64 74", FINE)


DOGS = {
    "chihuahua": chihuahua,
    "shih_tzu": shih_tzu,
    "retriever": retriever,
    "bulldog": bulldog,
    "dobermann": dobermann,
}
