"""The drawings of Fish Market, from the drawing kit. The first page shows `picture`."""

from __future__ import annotations

from purrlor.web.art import Picture, Symbol, kit


def symbols() -> dict[str, Symbol]:
    cards = {f"card-{n}": kit.card(kit.BLUE, n, kit.fish()).symbol() for n in range(1, 10)}
    return cards | {"card-back": kit.card_back().symbol(), "coin": kit.token(kit.MUSTARD).symbol()}


def picture() -> Picture:
    cat, card = kit.head("white", "calico", "curious"), kit.card(kit.BLUE, 9, kit.fish())
    return kit.scene("#CFE0DC", (cat, 96, 10, 128), (card, 40, 90, 84), (kit.card_back(), 196, 90, 84))
