"""What can be done and what happened, in words."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import N_, Tongue
from purrlor.games.pocket_cats.ending import (
    Bitten,
    Centred,
    Chaos,
    Counted,
    Ending,
    Hunted,
    Joined,
    Step,
    Swept,
    Turned,
    ending,
)
from purrlor.games.pocket_cats.faces import cell_name
from purrlor.games.pocket_cats.names import WHOM, WITH, clan_name, tile_name
from purrlor.games.pocket_cats.rules import (
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
    State,
    dog_beside,
    leader_cell,
    legal,
    score,
    waiting,
)
from purrlor.games.pocket_cats.tiles import CENTRE, DOG, NONE

TITLE = N_("Pocket Cats")


# ---------------------------------------------------------------- choices
def label(s: State, seat: int, action: int, t: Tongue) -> str:
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
        return t.gettext("Turn {dog} on {cell} by {degrees}°").format(
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
        return t.gettext("Leave it on {cell}").format(cell=cell_name(action))
    if s.down >> action & 1:
        return t.gettext("Swap with the face-down tile on {cell}").format(cell=cell_name(action))
    return t.gettext("Swap with {tile} on {cell}").format(
        tile=tile_name(s, s.tile[action], t, WITH), cell=cell_name(action)
    )


def status(s: State, viewer: int, t: Tongue, names: Sequence[str]) -> str:
    if not waiting(s) >> viewer & 1:
        return ""
    if s.stage == KEEP:
        return t.gettext("Keep one of your three clans: nobody sees it yet.")
    if s.stage == PICK:
        return t.gettext("Choose your clan.")
    if s.stage == FLIP:
        return t.gettext("Turn up any face-down tile.")
    if s.stage == HAUNT:
        return t.gettext("Where does {tile} go?").format(tile=tile_name(s, s.tile[s.other], t))
    if s.stage == TURN_DOG:
        return t.gettext("Your leader may turn a dog next to him.")
    if s.stage == PAUSE:
        return t.gettext("The first game is over. Seen enough?")
    tile, choices = tile_name(s, s.tile[s.flipped], t, WHOM), legal(s, viewer)
    if choices >> INSTEAD:
        return t.gettext("Swap {tile} with another tile, or move another prey instead.").format(tile=tile)
    if choices >> s.flipped & 1:
        return t.gettext("Swap {tile} with another tile, or leave it.").format(tile=tile)
    return t.gettext("Swap {tile} with another tile.").format(tile=tile)


# ---------------------------------------------------------------- what happened
def told(
    before: State, after: State, seat: int, action: int, viewer: int, t: Tongue, names: Sequence[str]
) -> list[str]:
    name = names[seat]
    if before.stage in (KEEP, PICK):
        return told_choice(before, after, seat, t, names)
    if before.stage == PAUSE:
        lines = [t.gettext("{name} goes on.").format(name=name)]
        if after.stage != PAUSE:
            lines.append(t.gettext("The second game begins: {name} picks first.").format(name=names[after.turn]))
        return lines
    lines = [told_act(before, after, seat, action, t, name)]
    if after.stage in (PAUSE, OVER):
        lines += told_end(after, t, names)
    elif after.swapped != before.swapped:
        lines.append(told_step(ending(after).steps[0], after, t, names))
    return lines


def told_choice(before: State, after: State, seat: int, t: Tongue, names: Sequence[str]) -> list[str]:
    """Who plays which clan, as far as this viewer may know it."""
    if after.stage == KEEP:
        return [t.gettext("{name} keeps {clan}.").format(name=names[seat], clan=clan_name(after.kept[seat], t))]
    if before.stage == PICK and before.clans == EXPERT and after.stage == PICK:
        sentence = t.gettext("{name} keeps {clan} and hands two cards over.")
        return [sentence.format(name=names[seat], clan=clan_name(after.clan[seat], t))]
    seats = (0, 1) if before.stage == KEEP else (seat,)
    lines = [t.gettext("{name} plays {clan}.").format(name=names[p], clan=clan_name(after.clan[p], t)) for p in seats]
    if after.stage == FLIP:
        centre = tile_name(after, after.tile[CENTRE], t)
        lines.append(t.gettext("The tiles are laid out; in the centre: {tile}.").format(tile=centre))
    return lines


def told_act(before: State, after: State, seat: int, action: int, t: Tongue, name: str) -> str:
    if before.stage == FLIP:
        tile = tile_name(after, after.tile[action], t, WHOM)
        return t.gettext("{name} turns up {tile} on {cell}.").format(name=name, tile=tile, cell=cell_name(action))
    if before.stage == TURN_DOG:
        if action == LEAVE:
            return t.gettext("{name} leaves the dogs alone.").format(name=name)
        dog = DOG + after.turned
        return t.gettext("{name} turns {dog} on {cell} by {degrees}°.").format(
            name=name,
            dog=tile_name(after, dog, t, WHOM),
            cell=cell_name(after.where[dog]),
            degrees=90 * after.turned_by,
        )
    cell = before.flipped if before.stage == MOVE else before.other
    if action >= INSTEAD:
        cell = action - INSTEAD
        tile = tile_name(before, before.tile[cell], t, WHOM)
        return t.gettext("{name} moves {tile} on {cell} instead.").format(name=name, tile=tile, cell=cell_name(cell))
    facts = {"name": name, "tile": tile_name(before, before.tile[cell], t, WHOM), "cell": cell_name(cell)}
    if action == cell:
        return t.gettext("{name} leaves {tile} on {cell}.").format(**facts)
    facts["target"] = cell_name(action)
    if before.down >> action & 1:
        return t.gettext("{name} swaps {tile} ({cell}) with the face-down tile on {target}.").format(**facts)
    facts["other"] = tile_name(before, before.tile[action], t, WITH)
    return t.gettext("{name} swaps {tile} ({cell}) with {other} ({target}).").format(**facts)


# ---------------------------------------------------------------- the end
def told_end(s: State, t: Tongue, names: Sequence[str]) -> list[str]:
    """The whole end in a few sentences; a screen takes `ending` and `told_step` instead."""
    end = ending(s)
    lines = told_kind(end, Centred, s, t, names)
    bitten = sorted({cat for step in end.steps if isinstance(step, Bitten) for cat in step.cats})
    if bitten:
        lines.append(t.gettext("The dogs turn down: {cats}.").format(cats=listed(s, bitten, t)))
    else:
        lines.append(t.gettext("The dogs turn nobody down."))
    lines += told_kind(end, Chaos, s, t, names) + told_kind(end, Swept, s, t, names)
    for p in (0, 1):
        caught = sorted(step.prey for step in end.steps if isinstance(step, Hunted) and step.seat == p)
        if caught:
            lines.append(t.gettext("{name} catches: {prey}.").format(name=names[p], prey=listed(s, caught, t)))
        else:
            lines.append(t.gettext("{name} catches nothing.").format(name=names[p]))
    return lines + told_kind(end, Joined, s, t, names) + told_kind(end, Counted, s, t, names)


def told_kind(end: Ending, kind: type[Step], s: State, t: Tongue, names: Sequence[str]) -> list[str]:
    return [told_step(step, s, t, names) for step in end.steps if isinstance(step, kind)]


def told_step(step: Step, s: State, t: Tongue, names: Sequence[str]) -> str:
    """One step of the end."""
    if isinstance(step, Centred):
        leader = tile_name(s, step.leader, t)
        if step.other == NONE:
            return t.gettext("{leader} goes to the centre.").format(leader=leader)
        other = tile_name(s, step.other, t, WITH)
        return t.gettext("{leader} goes to the centre and swaps with {other}.").format(leader=leader, other=other)
    if isinstance(step, Turned):
        return t.gettext("{dog} on {cell} is turned by {degrees}°.").format(
            dog=tile_name(s, step.dog, t), cell=cell_name(step.cell), degrees=90 * step.quarters
        )
    if isinstance(step, Bitten):
        facts = {"dog": tile_name(s, step.dog, t), "cell": cell_name(step.cell)}
        if step.cats:
            return t.gettext("{dog} on {cell} turns down: {cats}.").format(cats=listed(s, step.cats, t), **facts)
        if step.spared:
            return t.gettext("{dog} on {cell} cannot turn down: {cats}.").format(
                cats=listed(s, step.spared, t), **facts
            )
        return t.gettext("{dog} on {cell} turns nobody down.").format(**facts)
    if isinstance(step, Chaos):
        if step.number == 0:
            return t.gettext("No Chaoticat is face up: they have no attack.")
        sentence = t.ngettext(
            "{n} Chaoticat face up: attack {attack}.", "{n} Chaoticats face up: attack {attack} each.", step.number
        )
        return sentence.format(n=step.number, attack=step.attack)
    if isinstance(step, Swept):
        leader = tile_name(s, step.leader, t)
        if step.cats:
            return t.gettext("{leader} turns down: {cats}.").format(leader=leader, cats=listed(s, step.cats, t))
        return t.gettext("{leader} turns nobody down.").format(leader=leader)
    if isinstance(step, Hunted):
        facts = {"prey": tile_name(s, step.prey, t), "cell": cell_name(step.cell)}
        facts |= {"a": str(step.attack[0]), "b": str(step.attack[1])}
        if step.seat == NONE:
            return t.gettext("{prey} on {cell}, {a} against {b}: nobody takes it.").format(**facts)
        return t.gettext("{prey} on {cell}, {a} against {b}: {name} takes it.").format(name=names[step.seat], **facts)
    if isinstance(step, Joined):
        return t.gettext("{prey} comes along: {name} takes it too.").format(
            prey=tile_name(s, step.prey, t), name=names[step.seat]
        )
    sentence = t.ngettext("{name}: {n} point.", "{name}: {n} points.", step.points)
    return sentence.format(name=names[step.seat], n=step.points)


def listed(s: State, tiles: Sequence[int], t: Tongue) -> str:
    return ", ".join(tile_name(s, tile, t) for tile in tiles)


def tally(s: State, t: Tongue) -> list[tuple[str, tuple[int, ...]]]:
    rows: list[tuple[str, tuple[int, ...]]] = []
    if s.stage in (PAUSE, OVER):
        one, two = ending(s).counted
        tiles = (s.earlier_caught[0] + s.caught[0], s.earlier_caught[1] + s.caught[1])
        rows += [
            (t.gettext("Prey tiles (they break a tie)"), tiles),
            (t.gettext("Prey"), (one.prey, two.prey)),
            (t.gettext("Both pigeons"), (one.pigeons, two.pigeons)),
            (t.gettext("Both flies"), (one.flies, two.flies)),
            (t.gettext("Clan effect"), (one.effect, two.effect)),
        ]
    if s.game:
        rows.append((t.gettext("First game"), (s.earlier_points[0], s.earlier_points[1])))
    return [*rows, (t.gettext("Total"), (score(s, 0), score(s, 1)))]
