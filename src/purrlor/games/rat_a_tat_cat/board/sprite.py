"""The drawings of Rat-a-Tat Cat, by id. CARDS lists those of the cards by the rules' numbers; cards are 100 × 140.

card-0 … card-9      0 to 6 are cats, 7 to 9 rats
card-swap, card-peek, card-draw-two, card-super-peek
card-back
claws                the call: three scratches in the page's colour
"""

from __future__ import annotations

from purrlor.web.art import Picture, Symbol, marks, scenes
from purrlor.web.art.cats.head import head
from purrlor.web.art.pieces.cards import SPECIALS, card_back, number_card, special_card

CARDS = (*(f"card-{value}" for value in range(10)), *(f"card-{kind.replace('_', '-')}" for kind in SPECIALS))
APART = {name: (name,) for name in CARDS}  # a page shows a few of them


def symbols() -> dict[str, Symbol]:
    """Everything on the table."""
    drawings = [*(number_card(value) for value in range(10)), *(special_card(kind) for kind in SPECIALS)]
    out = {name: card.symbol() for name, card in zip(CARDS, drawings, strict=True)}
    return out | {"card-back": card_back().symbol(), "claws": marks.claws().symbol()}


def picture() -> Picture:
    """A sly cat behind a fan of four cards."""
    behind = scenes.room("#DCC8DA")
    behind.fill("M0 200L320 200L320 230L0 230Z", "#8B5E3A")
    behind.line("M0 200L320 200", 3)
    a = scenes.stage()
    scenes.stand(a, head("grey", "tabby", "sly"), 100, -34, 122)
    fan = [number_card(0), card_back(), number_card(2), number_card(9)]
    for card, x, y, turn in zip(fan, (34, 90, 146, 200), (84, 70, 70, 84), (-18, -6, 6, 18), strict=True):
        scenes.stand(a, card, x, y, 90, turn=turn)
    return scenes.framed(behind, a)
