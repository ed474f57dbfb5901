"""The paint box, and how colours look to every eye."""

PAPER, INK, DUSK = "#FBF5EA", "#33272A", "#2B2530"
TERRACOTTA, SAGE, MUSTARD = "#D9704A", "#6E9A74", "#DFAE3B"
BLUE, PLUM, ROSE = "#56789B", "#8A5A83", "#D98A9C"
WHITE, CREAM, LIGHT = "#FFFCF5", "#F4E3C3", "#FFFFFF"
PALE = "#F8EAD8"  # ink for dark coats
SHADE = "#33272A1F"  # the lamp stands on the left, dusk on the right

# Linear-light matrices: a grey photograph, and red-green blindness of the common kind (no green cones).
GREY = ((0.2126, 0.7152, 0.0722),) * 3
DEUTERANOPIA = ((0.36733, 0.86065, -0.22798), (0.28009, 0.67250, 0.04741), (-0.01182, 0.04294, 0.96888))

Matrix = tuple[tuple[float, float, float], ...]


def rgb(colour: str) -> tuple[int, int, int]:
    """#RRGGBB (or #RRGGBBAA) as three numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(a: str, b: str, t: float = 0.5) -> str:
    """The colour on the way from a to b."""
    return "#" + "".join(f"{round(p + (q - p) * t):02X}" for p, q in zip(rgb(a), rgb(b), strict=True))


def luma(colour: str) -> float:
    """How light a colour looks, from 0 to 1."""
    r, g, b = rgb(colour)
    return (0.299 * r + 0.587 * g + 0.114 * b) / 255


def is_dark(colour: str) -> bool:
    """Ink does not show on it."""
    return luma(colour) < 0.42


def _linear(v: int) -> float:
    x = v / 255
    return x / 12.92 if x <= 0.04045 else float(((x + 0.055) / 1.055) ** 2.4)


def _coded(x: float) -> int:
    x = min(max(x, 0.0), 1.0)
    return round(255 * (x * 12.92 if x <= 0.0031308 else 1.055 * x ** (1 / 2.4) - 0.055))


def seen(colour: str, matrix: Matrix) -> str:
    """The colour as an eye with this matrix sees it."""
    light = [_linear(v) for v in rgb(colour)]
    return "#" + "".join(f"{_coded(sum(m * v for m, v in zip(row, light, strict=True))):02X}" for row in matrix)


def short(colour: str) -> str:
    """The same colour in fewer letters where there is such a spelling."""
    if colour[0] != "#":
        return colour
    c = colour.lower()
    if len(c) in (7, 9) and all(c[i] == c[i + 1] for i in range(1, len(c), 2)):
        return "#" + c[1::2]
    return c
