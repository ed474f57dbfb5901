"""What can be done, what lies on the table and what it is worth, in words; `story.py` tells what happened."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import N_, Translations
from purrlor.core.seats import members
from purrlor.games.pocket_cats.rules.rules import dog_beside, leader_cell, score, waiting
from purrlor.games.pocket_cats.rules.small_board import MIDDLE
from purrlor.games.pocket_cats.rules.state import (
    EXPERT,
    FLIP,
    HAUNT,
    INSTEAD,
    KEEP,
    LEAVE,
    MOVE,
    OVER,
    PAUSE,
    PICK,
    TURN_DOG,
    TURNS,
    State,
)
from purrlor.games.pocket_cats.rules.tiles import (
    ARROWS,
    CHAOTICATS,
    CLAN_SIZE,
    DOG,
    FLY,
    GOURMETS,
    LEADER,
    NONE,
    PIGEON,
    POWER_CATS,
    PREY,
    SIDE,
    turned,
)
from purrlor.games.pocket_cats.words.ending import ending
from purrlor.games.pocket_cats.words.names import WHOM, WITH, clan_name, tile_name
from purrlor.games.pocket_cats.words.story import narrate
from purrlor.games.pocket_cats.words.tile_letters import cell_name

__all__ = ["ABOUT", "AGE", "MINUTES", "TITLE", "label", "narrate", "sight", "status", "tally", "why_not"]

COMPASS = "↑↗→↘↓↙←↖"
TITLE = N_("Pocket Cats")
ABOUT = N_("Turn a tile, move it, and have your cats beside the best prey when the dogs have barked.")
KIND = N_("Tiles and tactics for two")
MINUTES = 15
AGE = 8


# ---------------------------------------------------------------- choices
def label(s: State, seat: int, action: int, t: Translations) -> str:
    if s.stage == KEEP:
        return t.gettext("Keep {clan}").format(clan=clan_name(action, t))
    if s.stage == PICK:
        return t.gettext("Take {clan}").format(clan=clan_name(action, t))
    if s.stage == FLIP:
        return t.gettext("Turn up {cell}").format(cell=cell_name(action))
    if s.stage == TURN_DOG:
        if action == LEAVE:
            return t.gettext("Leave the dogs alone")
        cell = dog_beside(s, leader_cell(s, seat), (action - 1) // 3)
        return t.gettext("Turn {dog} on {cell} by {degrees}° clockwise").format(
            dog=tile_name(s, s.tile[cell], t, WHOM), cell=cell_name(cell), degrees=90 * ((action - 1) % 3 + 1)
        )
    if s.stage == PAUSE:
        return t.gettext("On to the second game")
    if action >= INSTEAD:
        cell = action - INSTEAD
        return t.gettext("Move {prey} on {cell} instead").format(
            prey=tile_name(s, s.tile[cell], t, WHOM), cell=cell_name(cell)
        )
    if s.stage == MOVE and action == s.flipped:
        return t.gettext("Leave it where it lies")
    if s.down >> action & 1:
        return t.gettext("Swap with the face-down tile on {cell}").format(cell=cell_name(action))
    return t.gettext("Swap with {tile} on {cell}").format(
        tile=tile_name(s, s.tile[action], t, WITH), cell=cell_name(action)
    )


MOST_LETTERS = {"en": (42, 85), "ru": (46, 88)}  # of a question and of a hint


def status(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    if not waiting(s) >> viewer & 1:
        return ""
    if s.stage == KEEP:
        return t.gettext("Choose your clan: nobody sees it yet.")
    if s.stage == PICK:
        return t.gettext("Choose your clan.")
    if s.stage == FLIP:
        return t.gettext("Turn up any face-down tile.")
    if s.stage == HAUNT:
        return t.gettext("Swap {tile} with what?").format(tile=tile_name(s, s.tile[s.other], t, WHOM))
    if s.stage == TURN_DOG:
        return t.gettext("Your leader may turn a dog next to him.")
    if s.stage == PAUSE:
        return t.gettext("The first game is over. Seen enough?")
    return t.gettext("Swap {tile} with what?").format(tile=tile_name(s, s.tile[s.flipped], t, WHOM))


def about(s: State, cell: int, t: Translations) -> str:
    """What the tile on this cell is good for, if it lies face up."""
    if s.down >> cell & 1:
        return ""
    tile = s.tile[cell]
    if tile >= DOG:
        return t.gettext("At the end a dog chases off every cat its arrows point at: it does not hunt.")
    if tile >= PREY + FLY:
        return t.gettext(
            "A fly: at the end the most attack beside it takes it. Both flies together count 3 × 4 = 12 points."
        )
    if tile >= PREY + PIGEON:
        return t.gettext(
            "A pigeon: at the end the most attack beside it takes it. Both pigeons together count 2 × 5 = 10 points."
        )
    if tile >= PREY:
        return t.gettext("A mouse: at the end the most attack beside it takes it.")
    clan = s.clan[tile // CLAN_SIZE]
    if clan == CHAOTICATS:
        return t.gettext("A Chaoticat: the fewer of them are face up after the dogs, the more attack each has.")
    if s.powers and tile % CLAN_SIZE == LEADER[clan]:
        if clan == GOURMETS:
            return t.gettext("A leader: the number is his attack. He hunts what lies around him, diagonally too.")
        if clan == POWER_CATS:
            return t.gettext("A leader: the number is his attack. He hunts all along his row and his column.")
    return t.gettext("A cat: the number is its attack. It hunts what lies beside it, not diagonally.")


def why_not(s: State, seat: int, cell: int, t: Translations) -> str:
    """Why this cell cannot be chosen by the player who is to choose one."""
    if s.stage == FLIP:
        return t.gettext("This tile is face up already: turn up one that lies face down.")
    if s.small and not MIDDLE >> cell & 1:
        return t.gettext("In this small variant only the nine tiles in the middle move.")
    tile = s.tile[s.other if s.stage == HAUNT else s.flipped]
    if tile >= DOG:
        return t.gettext("Too far: a dog goes along its row or its column.")
    if tile >= PREY:
        return t.gettext("Too far: prey goes to one of the eight tiles around it.")
    return t.gettext("Too far: a cat goes one or two tiles along its row or column.")


# ---------------------------------------------------------------- what lies on the table
def sight(s: State, viewer: int, t: Translations, names: Sequence[str]) -> list[str]:
    lines = [heading(s, t)]
    for p in range(2):
        if s.clan[p] != NONE:
            lines.append(t.gettext("{name}: {clan}").format(name=names[p], clan=clan_name(s.clan[p], t)))
        if s.hand[p] > 0:
            cards = ", ".join(clan_name(clan, t) for clan in members(s.hand[p]))
            lines.append(t.gettext("{name} chooses among: {cards}").format(name=names[p], cards=cards))
    if s.stage >= FLIP:
        for row in range(SIDE):
            cells = range(SIDE * row, SIDE * row + SIDE)
            lines.append(f"{row + 1}: " + " | ".join(on_table(s, cell, t) for cell in cells))
    return lines


def heading(s: State, t: Translations) -> str:
    if s.stage in (KEEP, PICK):
        text = t.gettext("Choosing clans")
    elif s.stage in (FLIP, MOVE, HAUNT):
        text = t.gettext("Turn {turn} of {turns}").format(turn=s.turns + 1, turns=TURNS)
    else:
        text = t.gettext("The end")
    if s.clans == EXPERT:
        text = t.gettext("Game {game} of 2: {what}").format(game=s.game + 1, what=text)
    return text


def on_table(s: State, cell: int, t: Translations) -> str:
    """A tile as it lies; a dog with its arrows, the tile that must move in brackets."""
    if s.down >> cell & 1:
        return "?"
    tile = s.tile[cell]
    name = tile_name(s, tile, t)
    if tile >= DOG:
        arrows = turned(ARROWS[tile - DOG], s.quarter[tile - DOG])
        name += " " + "".join(COMPASS[d] for d in members(arrows))
    return f"[{name}]" if cell == (s.flipped if s.stage == MOVE else s.other) else name


# ---------------------------------------------------------------- the score
def tally(s: State, t: Translations) -> list[tuple[str, tuple[int, ...]]]:
    rows: list[tuple[str, tuple[int, ...]]] = []
    if s.stage in (PAUSE, OVER):
        one, two = ending(s).counted
        rows.append((t.gettext("Prey"), (one.prey, two.prey)))
        rare = [
            (t.gettext("Both pigeons, 2 × 5"), (one.pigeons, two.pigeons)),
            (t.gettext("Both flies, 3 × 4"), (one.flies, two.flies)),
            (t.gettext("Clan effect"), (one.effect, two.effect)),
        ]
        rows += [(kind, points) for kind, points in rare if any(points)]
        if score(s, 0) == score(s, 1):
            tiles = (s.earlier_caught[0] + s.caught[0], s.earlier_caught[1] + s.caught[1])
            rows.insert(0, (t.gettext("Prey tiles (they break a tie)"), tiles))
    if s.game:
        rows.append((t.gettext("First game"), (s.earlier_points[0], s.earlier_points[1])))
    return [*rows, (t.gettext("Total"), (score(s, 0), score(s, 1)))]
