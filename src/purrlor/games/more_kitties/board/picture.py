"""A position of More Kitties! as one picture: the toss on the rug, and every player's pile and reserve.

A token shows its upper side large and the other one small beside it; one that the viewer may not know shows a paw.
"""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.games.more_kitties.board.sprite import FACES, symbols
from purrlor.games.more_kitties.board.view import heading
from purrlor.games.more_kitties.rules.box import COLOURS
from purrlor.games.more_kitties.rules.state import HIDDEN, State
from purrlor.games.more_kitties.words.names import colour_name, face_of
from purrlor.web.art.table_picture import TablePicture

GROUNDS = ("#F8DCC6", "#D7E2EE", "#F9EBC0", "#D6E8D3", "#E7D8EA", "#F8DDE2", "#F6D0D6", "#EBDCC9", "#EFE9F2")
TEAMS = ("#E58B68", "#8FB0D0", "#EBC25C", "#93BE98", "#BC97C6", "#E9A9B8")
TOKEN, STEP, EDGE, WIDTH = 64, 84, 16, 640
RUG, LINE = 158, 92  # heights: of the rug with the heading, of a player


def picture(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    table = TablePicture("more-kitties", WIDTH, RUG + s.seats * LINE + EDGE)
    table.words(heading(s, t), EDGE, 28, 18, bold=True)
    table.panel(EDGE, 42, WIDTH - 2 * EDGE, 104, "#E9D9C0")
    if not s.table_n:
        table.piece("bag", WIDTH / 2 - 40, 52, 84, 84)
    for place in range(s.table_n):
        lay_token(table, s.table[place], s.up[place], 2 * EDGE + place * STEP, 60)
    for p in range(s.seats):
        y = RUG + p * LINE
        table.panel(EDGE, y, WIDTH - 2 * EDGE, LINE - 8, "#FFFDF7", edge=TEAMS[s.colour[p]])
        said = f"{names[p]} · {colour_name(s.colour[p], t)}"
        table.words(said, EDGE + 12, y + 34, 14, bold=s.turn == p)
        table.piece(FACES[s.colour[p]], EDGE + 12, y + 42, 34, 34)
        table.words(f"× {s.pile[p]}", EDGE + 54, y + 66, 20, bold=True)
        for place in range(s.have[p]):
            x, kind = WIDTH - 2 * EDGE - (4 - place) * STEP, s.reserve[p][place]
            if kind == HIDDEN:
                table.piece("back", x, y + 10, TOKEN, TOKEN)
            else:
                lay_token(table, kind, 0, x, y + 10)
    return table.svg(symbols)


def lay_token(table: TablePicture, kind: int, side: int, x: float, y: float) -> None:
    up, down = face_of(kind, side), face_of(kind, 1 - side)
    middle = TOKEN / 2
    table.disc(x + middle, y + middle, middle, GROUNDS[up])
    table.piece(FACES[up], x + 8, y + 6, TOKEN - 16, TOKEN - 16)
    if up < COLOURS:
        table.piece(f"mark-{up}", x + middle - 7, y + TOKEN - 16, 14, 14)
    table.disc(x + TOKEN, y + TOKEN - 10, 13, GROUNDS[down])
    table.piece(FACES[down], x + TOKEN - 10, y + TOKEN - 21, 20, 20)
