"""A position of Rat-a-Tat Cat as one picture: every row, the deck, the discard and the card in hand.

Cards are read through `face`, as on the board: what the viewer has to remember lies face down here, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.games.rat_a_tat_cat.board.sprite import CARDS, symbols
from purrlor.games.rat_a_tat_cat.board.view import BACK, face
from purrlor.games.rat_a_tat_cat.rules.state import HIDDEN, NO_CARD, NOBODY, PLACE, ROW, State
from purrlor.games.rat_a_tat_cat.words.labels import heading
from purrlor.web.art.table_picture import TablePicture

CARD, TALL, GAP, EDGE, TOP = 70, 98, 8, 16, 44
MIDDLE = ROW * (CARD + GAP) + 2 * EDGE  # where deck and discard begin, beside the rows


def picture(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    height = TOP + max(2, s.seats) * (TALL + 44)
    table = TablePicture("rat-a-tat-cat", MIDDLE + 2 * CARD + 4 * EDGE, height)
    table.words(heading(s, t), EDGE, 28, 18, bold=True)
    for p in range(s.seats):
        y = TOP + p * (TALL + 44)
        said = f"{names[p]} · {s.totals[p]}"
        table.words(said, EDGE, y + 18, bold=s.turn == p)
        if s.caller == p != NOBODY:
            table.piece("claws", EDGE + 10 * len(said), y, 24, 24)
        for i in range(ROW):
            if s.rows[p][i] != NO_CARD:
                table.piece(face(s, viewer, p, i), EDGE + i * (CARD + GAP), y + 28, CARD, TALL)
    lay_middle(table, s, t)
    return table.svg(symbols)


def lay_middle(table: TablePicture, s: State, t: Translations) -> None:
    second = MIDDLE + CARD + 2 * EDGE
    if s.deck_n:
        table.piece(BACK, MIDDLE, TOP + 28, CARD, TALL)
    table.words(str(s.deck_n), MIDDLE + CARD / 2, TOP + 18, anchor="middle")
    if s.discard_n:
        table.piece(CARDS[s.discard[s.discard_n - 1]], second, TOP + 28, CARD, TALL)
    table.words(t.gettext("Discard"), second + CARD / 2, TOP + 18, anchor="middle")
    if s.phase == PLACE:
        y = TOP + TALL + 72
        table.panel(MIDDLE - 6, y - 6, CARD + 12, TALL + 12, "#FFE7A8")
        table.piece(BACK if s.in_hand == HIDDEN else CARDS[s.in_hand], MIDDLE, y, CARD, TALL)
