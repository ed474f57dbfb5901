"""Why a choice is good, in a sentence: which prey changes hands if the tiles are counted as they lie then."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.core.seats import members
from purrlor.games.pocket_cats.bots.strategy import FAVOURITES, FAVOURITES_WITHOUT_POWERS, lead
from purrlor.games.pocket_cats.rules.rules import dog_beside, face_up, leader_cell, legal, swap
from purrlor.games.pocket_cats.rules.state import FLIP, HAUNT, INSTEAD, KEEP, LEAVE, MOVE, PICK, TURN_DOG, State
from purrlor.games.pocket_cats.rules.tiles import ATTACK, CLAN_SIZE, DOG, LEAP, NEAR, NEXT, NONE, PREY
from purrlor.games.pocket_cats.words.ending import Bitten, Ending, ending
from purrlor.games.pocket_cats.words.names import WHOM, tile_name


def reason(s: State, seat: int, action: int, t: Translations, names: Sequence[str], remembers: bool) -> str:
    if s.stage in (KEEP, PICK):
        return reason_for_clan(s, seat, action, t)
    if s.stage == FLIP:
        return reason_for_flip(s, seat, action, t)
    if s.stage in (MOVE, HAUNT, TURN_DOG):
        now = after(s, seat, action)
        prey = reason_for_board(s, now, seat, t, names) or reason_for_least(s, seat, action, t)
        return " ".join(filter(None, (prey, reason_for_dogs(s, now, seat, t, names))))
    return ""


def reason_for_clan(s: State, seat: int, clan: int, t: Translations) -> str:
    order, offered = FAVOURITES if s.powers else FAVOURITES_WITHOUT_POWERS, members(legal(s, seat))
    if clan == min(offered, key=order.index):
        return t.gettext("Between equal players no clan on offer wins more often.")
    return ""


def reason_for_flip(s: State, seat: int, cell: int, t: Translations) -> str:
    """Whatever comes up must move: the most valuable prey that a cat from there could be put beside.

    Nothing where all cats of the seat have come up already.
    """
    if all(s.where[tile] != NONE for tile in range(seat * CLAN_SIZE, (seat + 1) * CLAN_SIZE)):
        return ""
    for prey in sorted(members(face_up(s, PREY, DOG)), key=lambda c: -s.tile[c]):
        if LEAP[cell] & NEXT[prey]:
            found = tile_name(s, s.tile[prey], t, WHOM)
            return t.gettext("A cat of yours that comes up there can be moved to hunt {prey}.").format(prey=found)
    return ""


def after(s: State, seat: int, action: int) -> State:
    """The tiles after this choice; of prey that moves instead, after its best move."""
    made = s.copy()
    if s.stage == TURN_DOG:
        if action != LEAVE:
            dog = s.tile[dog_beside(s, leader_cell(s, seat), (action - 1) // 3)] - DOG
            made.quarter[dog] = (made.quarter[dog] + (action - 1) % 3 + 1) % 4
    elif action >= INSTEAD:
        moved = []
        for target in members(NEAR[action - INSTEAD]):
            swap(each := s.copy(), action - INSTEAD, target)
            moved.append(each)
        made = max(moved, key=lambda one: lead(one, seat))
    else:
        swap(made, s.flipped if s.stage == MOVE else s.other, action)
    return made


def reason_for_board(before: State, now: State, seat: int, t: Translations, names: Sequence[str]) -> str:
    """The dearest prey that changes hands for the better."""
    had, has = ending(before).takers, ending(now).takers
    for prey in sorted(has, key=lambda tile: -tile):
        if has[prey] == seat and had.get(prey, NONE) != seat:
            taken = tile_name(now, prey, t, WHOM)
            if had.get(prey, NONE) == 1 - seat:
                said = t.gettext("Your cats take {prey} away from {name}.")
                return said.format(prey=taken, name=names[1 - seat])
            return t.gettext("Your cats then have the most attack and take {prey}.").format(prey=taken)
    for prey in sorted(had, key=lambda tile: -tile):
        if had[prey] == 1 - seat and has.get(prey, NONE) != 1 - seat:
            said = t.gettext("{name} no longer takes {prey}.")
            return said.format(name=names[1 - seat], prey=tile_name(now, prey, t, WHOM))
    return ""


def reason_for_dogs(before: State, now: State, seat: int, t: Translations, names: Sequence[str]) -> str:
    """The dog that makes the difference: which cat of the others it chases off now, or of the own ones no more."""
    was, then = chased(ending(before)), chased(ending(now))
    for cat in sorted(then, key=lambda cat: -attack_of(now, cat)):
        if cat not in was and cat // CLAN_SIZE != seat:
            said = t.gettext("The {dog} then chases off {name}'s {cat}.")
            return named(said, now, then[cat], cat, t, names[1 - seat])
    for cat in sorted(was, key=lambda cat: -attack_of(before, cat)):
        if cat not in then and cat // CLAN_SIZE == seat:
            return named(t.gettext("Now the {dog} no longer chases off your {cat}."), now, was[cat], cat, t)
    return ""


def named(said: str, s: State, dog: int, cat: int, t: Translations, name: str = "") -> str:
    return said.format(dog=tile_name(s, dog, t), cat=tile_name(s, cat, t, WHOM), name=name)


def chased(end: Ending) -> dict[int, int]:
    """The cats that dogs chase off, and by which dog."""
    return {cat: step.dog for step in end.steps if isinstance(step, Bitten) for cat in step.cats}


def attack_of(s: State, cat: int) -> int:
    clan = s.clan[cat // CLAN_SIZE]
    return int(ATTACK[CLAN_SIZE * clan + cat % CLAN_SIZE])


def reason_for_least(s: State, seat: int, action: int, t: Translations) -> str:
    """Nothing is won by it: then it is the choice that gives away least, or it is no good."""
    now, then = lead(s, seat), lead(after(s, seat, action), seat)
    if all(lead(after(s, seat, each), seat) <= then for each in members(legal(s, seat))) and then < now:
        return t.gettext("Every choice gives something away, and this one least.")
    if then == now:
        return t.gettext("It changes nothing: no prey goes to anybody else.")
    return ""
