"""One line beneath the question: what somebody who never played needs to know just now."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.games.pocket_cats.rules.state import FLIP, HAUNT, INSTEAD, KEEP, MOVE, PICK, TURN_DOG, State
from purrlor.games.pocket_cats.rules.tiles import (
    CLAN_SIZE,
    DEFENDERS,
    DOG,
    FLY,
    LEADER,
    NONE,
    PIGEON,
    PREY,
    ROYAL_CLAWS,
    VALUE,
)
from purrlor.games.pocket_cats.words.names import clan_name

LEARNING = 6  # turns, after which everybody knows what it is about


def hint(s: State, viewer: int, t: Translations, names: Sequence[str], choices: Sequence[int]) -> str:
    if s.stage == FLIP and s.turns < s.seats and viewer < s.seats:
        clan = clan_name(s.clan[viewer], t)
        if choices:
            return t.gettext("You're the {clan}: higher numbers beside a prey take it.").format(clan=clan)
        if s.turns == 0:
            return t.gettext("You're the {clan}. {name} begins.").format(clan=clan, name=names[s.turn])
    if not choices:
        return ""
    if s.stage in (KEEP, PICK):
        return t.gettext("At the end the clan with more attack beside a prey takes it.")
    if s.stage == FLIP:
        learns = s.turns < LEARNING
        return t.gettext("Numbers beside a prey (not diagonally) add up: the higher side takes it.") if learns else ""
    if s.stage == HAUNT:
        return t.gettext("It swaps with one of the tiles around it.")
    if s.stage == TURN_DOG:
        return t.gettext("Red arrows point at cats.")
    return " ".join(how_to_move(s, viewer, t, choices)) if s.stage == MOVE else ""


def how_to_move(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> tuple[str, ...]:
    """What the tile just turned up is good for, and how far it goes."""
    tile = s.tile[s.flipped]
    if tile >= DOG:
        return t.gettext("Its arrows chase cats off."), t.gettext("Any tile in its row or column.")
    if tile >= PREY:
        if any(action >= INSTEAD for action in choices):
            return (t.gettext("Any tile around it. Or move another prey instead."),)
        return worth(tile - PREY, t), t.gettext("It must move: any tile around it.")
    clan, power = s.clan[tile // CLAN_SIZE], s.clan[viewer] if s.powers else NONE
    if tile // CLAN_SIZE != viewer:
        whose = t.gettext("Not your cat: keep it off prey!")
    elif power == clan and tile % CLAN_SIZE == LEADER[clan]:
        return (t.gettext("Your leader: see your clan card."),)
    else:
        whose = t.gettext("Your cat: put it beside prey.")
    if power == ROYAL_CLAWS:
        return whose, t.gettext("1 or 2 tiles in line, or any face-up dog.")
    if power == DEFENDERS:
        return whose, t.gettext("1 or 2 tiles, straight or diagonally.")
    return whose, t.gettext("1 or 2 tiles along its row or column.")


def worth(prey: int, t: Translations) -> str:
    if prey >= FLY:
        return t.gettext("Both flies together bring 3 × 4 = 12 points.")
    if prey >= PIGEON:
        return t.gettext("Both pigeons together bring 2 × 5 = 10 points.")
    return t.ngettext("Worth {n} point.", "Worth {n} points.", VALUE[prey]).format(n=VALUE[prey])
