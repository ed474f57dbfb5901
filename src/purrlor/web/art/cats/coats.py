"""Coats, patterns and the colours of markings."""

from typing import NamedTuple

from purrlor.web.art.pen.colour import BLUE, WHITE


class Coat(NamedTuple):
    """A coat's ground, its markings, muzzle and eyes."""

    ground: str
    dark: str
    light: str
    iris: str


COATS = {
    "ginger": Coat("#E79A50", "#BC662B", "#FBE4C2", "#8DB07A"),
    "grey": Coat("#A8A2A6", "#6F6870", "#E6E0DD", "#E9C458"),
    "black": Coat("#564A55", "#3B313A", "#7C6D79", "#EFC953"),
    "white": Coat("#FFFBF2", "#D8C6B2", "#FFFFFF", "#86AED0"),
    "cream": Coat("#F4DDB2", "#C99B62", "#FFF7E6", "#7FA5C8"),
    "brown": Coat("#A97852", "#6B432D", "#E9CFAB", "#B4C77C"),
    "calico": Coat("#FFFAF0", "#E2924A", "#FFFFFF", "#9BBB84"),
    "terracotta": Coat("#C65B34", "#7E3118", "#F9D9C4", "#F2D488"),
    "sage": Coat("#7BAB80", "#44704C", "#D9E8D4", "#F2DE9A"),
    "mustard": Coat("#EEC45A", "#946811", "#FBEBC0", "#9CC3B0"),
    "blue": Coat(BLUE, "#37536F", "#CFDDEA", "#F2D488"),
    "plum": Coat("#7E4F78", "#56314F", "#E5D2E2", "#F2D488"),
    "rose": Coat("#E096A7", "#A9566C", "#FBE0E4", "#A9CBB0"),
}
PATTERNS = ("plain", "tabby", "tuxedo", "calico", "point", "spots")


def markings(coat: str, pattern: str) -> tuple[str, str]:
    """The first and second colour of the markings."""
    c = COATS[coat]
    if coat == "black" and pattern in ("tabby", "spots", "calico"):
        return ("#B9733F", "#85767F") if pattern == "calico" else ("#85767F", "#85767F")
    if pattern == "calico":
        return ("#E2924A", "#5A4B50") if coat in ("calico", "white", "cream") else (c.light, c.dark)
    if pattern == "point" and coat in ("cream", "white"):
        return "#7A5443", "#7A5443"
    return c.dark, c.dark


def tail_tip(coat: str, pattern: str) -> str:
    """The colour of the tail's end; "": like the rest."""
    if pattern == "tuxedo":
        return WHITE
    return markings(coat, pattern)[1] if pattern in ("tabby", "point", "calico") else ""


def paws(coat: str, pattern: str) -> str:
    """The colour of the paws."""
    if pattern == "tuxedo":
        return WHITE
    return markings(coat, pattern)[0] if pattern == "point" else COATS[coat].ground
