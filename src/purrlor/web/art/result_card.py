"""The result of a match as one picture to send: podium, names, scores, and the board as it was left.

Also the picture of a game for link previews. One SVG without references to other files, so that a browser can draw it
on a canvas.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from purrlor.web.art.parlour import FLAGS, PODIUM_STEPS, bunting, confetti, podium, wordmark
from purrlor.web.art.pen.colour import INK, PAPER, short
from purrlor.web.art.pen.paper import RIM, Symbol
from purrlor.web.art.players import cat_from_key
from purrlor.web.art.scenes import HEADROOM, HEIGHT, WIDTH, Picture

CARD = (1200, 630)
BOARD = (40, 610, 1120, 640)  # where the board has room: left, top, width, height
BOARD_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"')
GRAIN = 3
FONT = 'font-family="ui-rounded, Nunito, Quicksand, system-ui, sans-serif"'


class Place(NamedTuple):
    """One player: the name, the score as it is told, and whether they won."""

    name: str
    score: str
    won: bool


def result_card(
    title: str,
    ending: str,
    kind: str,
    cats: Sequence[str],
    places: Sequence[Place],
    scene: Picture | None,
    board: str = "",
) -> str:
    """`cats`: keys of those on the podium, the first one first; `kind`: their places in a row, as for the podium.
    `board`: a position as a file of its own, shown below; without one the game's room stands beside the names."""
    below, high = board_below(board) if board else ("", CARD[1])
    parts = [ground(high), standing(kind, cats), below]
    parts.append(f'<text x="640" y="96" font-size="46" font-weight="800">{escape(title)}</text>')
    parts.append(f'<text x="640" y="146" font-size="30">{escape(ending)}</text>')
    step = min(64, 300 // max(1, len(places)))
    for k, place in enumerate(places):
        y, star = 210 + k * step, "★ " if place.won else ""
        style = f'font-size="32" font-weight="{800 if place.won else 500}"'
        parts.append(f'<text x="640" y="{y}" {style}>{star}{escape(place.name)}</text>')
        parts.append(f'<text x="1140" y="{y}" {style} text-anchor="end">{escape(place.score)}</text>')
    if scene is not None and not board:
        parts.append(room(scene, 900, 392, 250))
    parts.append(nested(wordmark(), 640, 530, 170, 52))
    return whole("".join(parts), high)


def board_below(board: str) -> tuple[str, int]:
    """The position under podium and names, as large as there is room, and how high the whole picture is with it."""
    left, top, width, height = BOARD
    found = BOARD_SIZE.search(board)
    assert found is not None, "a position's picture says how large it is"
    wide, tall = float(found[1]), float(found[2])
    k = min(width / wide, height / tall)
    box = f'x="{left + (width - wide * k) / 2:.0f}" y="{top}" width="{wide * k:.0f}" height="{tall * k:.0f}"'
    return BOARD_SIZE.sub(rf'viewBox="0 0 \1 \2" {box}', board, count=1), round(top + tall * k + 34)


def game_card(scene: Picture) -> str:
    """A game without words: what a pasted link shows in every language."""
    return whole(ground() + room(scene, 120, 12, 700) + nested(wordmark(), 840, 270, 300, 90))


def ground(h: int = CARD[1]) -> str:
    w = CARD[0]
    stripes = "".join(
        f'<rect x="{k * w / 6:.0f}" width="{w / 6:.0f}" y="{h - 14}" height="14" fill="{c}"/>'
        for k, c in enumerate(FLAGS)
    )
    return f'<rect width="{w}" height="{h}" fill="{short(PAPER)}"/>{stripes}'


def standing(kind: str, cats: Sequence[str]) -> str:
    """The podium with its cats, between flags."""
    k, left, top = 1.7, 30.0, 330.0
    parts = [nested(bunting().symbol(GRAIN), left, 30, 330 * k, 46 * k)]
    parts.append(nested(confetti().symbol(1), left, 60, 330 * k, 120 * k))
    parts.append(nested(podium(kind).symbol(GRAIN), left, top, 330 * k, 140 * k))
    steps = PODIUM_STEPS[kind]
    places: list[tuple[float, float]] = [(x, y) for x, y, _, _ in steps]
    on_first = kind.count("1")
    if on_first > 1:  # side by side on the wide shelf
        x, y = places[0]
        gap = 86 if on_first == 2 else 70
        places[:1] = [(x + gap * (n - (on_first - 1) / 2), y) for n in range(on_first)]
    for n, (key, (x, y)) in enumerate(zip(cats, places)):
        size = 170 if n == 0 or on_first > 1 else 140
        cat = cat_from_key(key).symbol(GRAIN)
        parts.append(nested(cat, left + x * k - size / 2, top + y * k - size * 0.96, size, size))
    return "".join(parts)


def room(scene: Picture, x: float, y: float, width: float) -> str:
    """Both layers of a game's picture."""
    k = width / WIDTH
    return placed(scene.room, x, y + HEADROOM * k, width, HEIGHT * k, "r") + placed(
        scene.over, x, y, width, (HEIGHT + HEADROOM) * k, "o"
    )


def placed(text: str, x: float, y: float, width: float, height: float, prefix: str) -> str:
    """A whole file within another: its ids get a prefix of their own."""
    text = re.sub(r'(id="|href="#)l(\d+)"', rf'\g<1>{prefix}\g<2>"', text)
    return text.replace("<svg ", f'<svg x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" ', 1)


def nested(symbol: Symbol, x: float, y: float, width: float, height: float) -> str:
    art, box = symbol
    art = art.replace(RIM, short(PAPER))
    return (
        f'<svg x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" viewBox="{box}" color="{short(INK)}">'
        f"{art}</svg>"
    )


def whole(body: str, h: int = CARD[1]) -> str:
    w = CARD[0]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" {FONT} '
        f'fill="{short(INK)}">{body}</svg>'
    )
