"""Draws docs/architecture.svg from the imports in src/: `./purr docs` calls it, a test compares the picture with it.

A room is a folder of the package; `web/art` is one of its own, because games draw with it. An arrow points from a room
to a room that it imports; one that follows from the others is left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

DOCS = Path(__file__).resolve().parent
SOURCE = DOCS.parent / "src" / "purrlor"
PICTURE = DOCS / "architecture.svg"
ENTRY = "cli, terminal"  # the modules beside the folders
WIDTH, HEIGHT, GAP_X, GAP_Y, EDGE, LANE = 190, 58, 34, 46, 24, 14
Graph = dict[str, set[str]]


def rooms() -> list[str]:
    folders = [path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()]
    return sorted([*folders, "web/art"])


def room_of(dotted: str, known: list[str]) -> str | None:
    """The room of a module name such as purrlor.web.art.pen; None for what has none."""
    parts = dotted.split(".")[1:]
    return next((name for name in ("/".join(parts[:2]), "/".join(parts[:1])) if name in known), None)


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (part.name for part in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{part.name}" for part in node.names)


def graph() -> Graph:
    """For every room the rooms that its files import."""
    known = rooms()
    found: Graph = {name: set() for name in (*known, ENTRY)}
    for path in sorted(SOURCE.rglob("*.py")):
        dotted = ".".join(("purrlor", *path.relative_to(SOURCE).with_suffix("").parts))
        own = room_of(dotted, known) or ENTRY
        for name in imported(path):
            there = room_of(name, known) if name.startswith("purrlor.") else None
            if there is not None and there != own:
                found[own].add(there)
    return found


def reachable(edges: Graph, start: str) -> set[str]:
    found: set[str] = set()
    left = list(edges[start])
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += edges[name]
    return found


def needed(edges: Graph) -> Graph:
    """The arrows that do not follow from others."""
    return {
        name: {to for to in near if not any(to in reachable(edges, other) for other in near if other != to)}
        for name, near in edges.items()
    }


def levels(edges: Graph) -> list[list[str]]:
    """Rooms by the longest way down, the bottom first."""
    height: dict[str, int] = {}

    def measure(name: str) -> int:
        if name not in height:
            height[name] = 1 + max(map(measure, edges[name]), default=-1)
        return height[name]

    for name in edges:
        measure(name)
    return [sorted(name for name in edges if height[name] == level) for level in range(max(height.values()) + 1)]


def draw() -> str:
    edges = graph()
    floors = levels(edges)
    long = [
        (name, to) for name, near in sorted(needed(edges).items()) for to in sorted(near) if skips(floors, name, to)
    ]
    margin = EDGE + LANE * len(long)
    wide = max(map(len, floors)) * (WIDTH + GAP_X) - GAP_X + 2 * margin
    high = len(floors) * (HEIGHT + GAP_Y) - GAP_Y + 2 * EDGE
    place: dict[str, tuple[int, int]] = {}
    for level, names in enumerate(floors):
        left = (wide - len(names) * (WIDTH + GAP_X) + GAP_X) // 2
        for k, name in enumerate(names):
            place[name] = left + k * (WIDTH + GAP_X), high - EDGE - HEIGHT - level * (HEIGHT + GAP_Y)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" role="img">',
        "<title>Rooms of the source, and which imports which</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0 8 4 0 8z" fill="#6b5b52"/></marker></defs>',
        f'<rect width="{wide}" height="{high}" fill="#faf8f3"/>',
    ]
    for name, near in sorted(needed(edges).items()):
        lines += [short_arrow(place[name], place[to]) for to in sorted(near) if (name, to) not in long]
    lines += [long_arrow(place[name], place[to], wide, LANE * (k + 1)) for k, (name, to) in enumerate(long)]
    for name, (x, y) in place.items():
        imports = ", ".join(sorted(edges[name])) or "nothing"
        lines += [
            f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="9" fill="#fff" stroke="#86664f"/>',
            f'<text x="{x + WIDTH // 2}" y="{y + 24}" text-anchor="middle" font-size="16" fill="#2c2420">{name}</text>',
        ]
        for k, part in enumerate(folded(f"imports {imports}", 34)):
            lines.append(
                f'<text x="{x + WIDTH // 2}" y="{y + 39 + 12 * k}" text-anchor="middle" font-size="9.5" '
                f'fill="#6b5b52">{part}</text>'
            )
    return "\n".join([*lines, "</svg>"]) + "\n"


def skips(floors: list[list[str]], name: str, to: str) -> bool:
    """Whether there is a level between the two, whose boxes an arrow must not cross."""
    height = {room: level for level, names in enumerate(floors) for room in names}
    return height[name] - height[to] > 1


def short_arrow(a: tuple[int, int], b: tuple[int, int]) -> str:
    """From the lower edge of a box to the upper edge of one just below."""
    x1, y1, x2, y2 = a[0] + WIDTH // 2, a[1] + HEIGHT, b[0] + WIDTH // 2, b[1]
    middle = (y1 + y2) // 2
    return line(f"M{x1} {y1}C{x1} {middle} {x2} {middle} {x2} {y2}")


def long_arrow(a: tuple[int, int], b: tuple[int, int], wide: int, lane: int) -> str:
    """Around the boxes, down a lane at the side that is nearer to its end."""
    is_right = b[0] + WIDTH // 2 > wide // 2
    x = wide - lane if is_right else lane
    x1, x2 = (a[0] + WIDTH, b[0] + WIDTH) if is_right else (a[0], b[0])
    return line(f"M{x1} {a[1] + HEIGHT // 2}H{x}V{b[1] + HEIGHT // 2}H{x2}")


def line(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="#6b5b52" stroke-width="1.4" marker-end="url(#tip)"/>'


def folded(text: str, most: int) -> list[str]:
    """The text in lines of at most so many letters."""
    words, ends = text.split(" "), [0]
    for k in range(len(words)):
        if len(" ".join(words[ends[-1] : k + 1])) > most:
            ends.append(k)
    return [" ".join(words[a:b]) for a, b in pairwise([*ends, len(words)])]


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
    print(f"drawn: {PICTURE.relative_to(DOCS.parent)}")
