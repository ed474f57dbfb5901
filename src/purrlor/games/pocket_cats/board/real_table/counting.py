"""The final board of Pocket Cats, laid tile by tile as it lies after the last turn; the end then goes as in a match.

Fields: `clan-0`, `clan-1` a clan's letter, `powers`, `x0` to `x24` a tile in the letters of the notation (`m4`, `D3@2`,
`R5*`), `turned` the dog that Royal Claws' leader turns (`D2+1`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from purrlor.core.errors import BadSheet
from purrlor.core.game_interface import CountedMatch
from purrlor.core.language import N_, Translations
from purrlor.core.seats import WATCHER
from purrlor.games.pocket_cats.board.board_tiles import clan_layers, prey_layers, printed_arrows
from purrlor.games.pocket_cats.board.view import board, clan_of
from purrlor.games.pocket_cats.notation import UNKNOWN, read
from purrlor.games.pocket_cats.rules.rules import dog_beside, end_turn, finish, leader_cell, turn_dog
from purrlor.games.pocket_cats.rules.state import DOGS, LEAVE, TURN_DOG, State
from purrlor.games.pocket_cats.rules.tiles import CELLS, CENTRE, CHAOTICATS, CLAN_SIZE, CLANS, DOG, PREY, SIDE
from purrlor.games.pocket_cats.words.names import NAME, cat_noun, clan_name, dog_noun, prey_noun
from purrlor.games.pocket_cats.words.tile_letters import LETTERS, cell_name, face

QUARTERS = (1, 2, 3)


def form(t: Translations) -> dict[str, object]:
    return {
        "clans": [(LETTERS[clan], f"c{clan}-leader", clan_name(clan, t)) for clan in range(CLANS)],
        "cards": [clan_of(clan, 1, t) for clan in range(CLANS)],
        "cells": [(cell, cell_name(cell)) for cell in range(CELLS)],
        "prey": pieces(range(PREY, DOG), (0, 1), t),
        "dogs": pieces(range(DOG, CELLS), (0, 1), t),
        "cats": [(LETTERS[clan], f"k{clan}", pieces(range(CLAN_SIZE), (clan, clan), t)) for clan in range(CLANS)],
        "turns": [(f"D{d + 1}+{by}", dog_noun(d, NAME, t), 90 * by) for d in range(5) for by in QUARTERS],
    }


def pieces(tiles: Sequence[int], clans: tuple[int, int], t: Translations) -> list[dict[str, object]]:
    """What can be laid: tiles that look alike are one piece."""
    copies = Counter(face(tile, clans) for tile in tiles)
    first = {face(tile, clans): tile for tile in reversed(tiles)}
    return [piece(first[text], text, n, clans, t) for text, n in copies.items()]


def piece(tile: int, text: str, copies: int, clans: tuple[int, int], t: Translations) -> dict[str, object]:
    found: dict[str, object] = {"put": text, "most": copies, "turns": 0, "arrows": ()}
    if tile >= DOG:
        dog = tile - DOG
        arrows = printed_arrows(dog, 0, CENTRE, 0)
        return found | {"kind": "dog", "layers": (f"dog-{dog + 1}",), "label": dog_noun(dog, NAME, t), "arrows": arrows,
                        "turns": 4}  # fmt: skip
    if tile >= PREY:
        layers = prey_layers(tile - PREY)
        return found | {"kind": "prey", "layers": layers, "label": f"{prey_noun(tile - PREY, NAME, t)} {text[1:]}"}
    name = f"{cat_noun(clans[0], NAME, t)} {text[1:].rstrip('*')}".strip()
    label = t.gettext("{cat} (leader)").format(cat=name) if text.endswith("*") else name
    return found | {"kind": "cat", "layers": clan_layers(clans[0], tile % CLAN_SIZE, 1), "label": label}


def counted(sheet: Mapping[str, str], names: Sequence[str], t: Translations) -> CountedMatch:
    clans, powers = chosen_clans(sheet, names)
    s = last_turn(sheet, clans, powers)
    end_turn(s, s.turn)
    if s.stage == TURN_DOG:
        turn_dog(s, s.turn, dog_action(s, sheet.get("turned", "")))
    elif sheet.get("turned"):
        raise BadSheet(N_("No dog lies beside the leader of Royal Claws, so none can be turned."))
    assert s.stage == DOGS
    finish(s)
    return CountedMatch(s, True)


def going_on(sheet: Mapping[str, str], names: Sequence[str], t: Translations, key: bytes) -> State:
    """A board with empty places: there lie the tiles that nobody has turned up yet. Whose turn it is follows."""
    clans, powers = chosen_clans(sheet, names)
    words = [sheet.get(f"x{cell}", "") or UNKNOWN for cell in range(CELLS)]
    if UNKNOWN not in words:
        raise BadSheet(N_("This match is over: nothing is left to be played."))
    return board_of(words, clans, powers, "flip")


def chosen_clans(sheet: Mapping[str, str], names: Sequence[str]) -> tuple[list[str], bool]:
    clans = [sheet.get(f"clan-{seat}", "") for seat in (0, 1)]
    for seat, clan in enumerate(clans):
        if len(clan) != 1 or clan not in LETTERS:
            raise BadSheet(N_("Which clan does {name} have? Choose it above the board."), name=names[seat])
    if clans[0] == clans[1]:
        raise BadSheet(N_("Both players have the same clan: choose two different ones."))
    powers = sheet.get("powers", "on") != "off"
    if not powers and LETTERS[CHAOTICATS] in clans:
        raise BadSheet(N_("Without powers the Chaoticats do not play: their attack is their power."))
    return clans, powers


def last_turn(sheet: Mapping[str, str], clans: Sequence[str], powers: bool) -> State:
    """All tiles face up, the last one still to be moved or left where it lies."""
    words = [sheet.get(f"x{cell}", "") for cell in range(CELLS)]
    missing = words.count("")
    if missing == CELLS:
        raise BadSheet(N_("The board is empty: tap a place, then the tile that lies there."))
    if missing:
        raise BadSheet(
            N_("Still empty: {n} of 25 places, the first is {cell}."), n=missing, cell=cell_name(words.index(""))
        )
    return board_of(words, clans, powers, "move flipped=a1")


def board_of(words: Sequence[str], clans: Sequence[str], powers: bool, stage: str) -> State:
    rows = "\n".join(" ".join(words[k : k + SIDE]) for k in range(0, CELLS, SIDE))
    facts = f"clans=free powers={'on' if powers else 'off'} seats={clans[0]}/{clans[1]} stage={stage}"
    try:
        return read(f"{facts}\n{rows}")
    except ValueError as error:
        raise BadSheet(N_("These tiles cannot all lie there: {why}."), why=str(error)) from None


def dog_action(s: State, text: str) -> int:
    """The rules' number for the turn of a dog beside the leader."""
    if not text:
        return LEAVE
    name, _, by = text.partition("+")
    for side in range(4):
        cell = dog_beside(s, leader_cell(s, s.turn), side)
        if cell >= 0 and f"D{s.tile[cell] - DOG + 1}" == name and by in ("1", "2", "3"):
            return 3 * side + int(by)
    raise BadSheet(N_("The dog that was turned does not lie beside the leader of Royal Claws."))


def explanation(sheet: Mapping[str, str], s: State, t: Translations, names: Sequence[str]) -> dict[str, object]:
    """The board as at the end of a match, step by step."""
    return {"viewer": WATCHER, **board(s, WATCHER, t, names, ())}
