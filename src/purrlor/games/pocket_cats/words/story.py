"""What happens in Pocket Cats, told as one viewer at the table sees it."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.games.pocket_cats.rules.state import (
    EXPERT,
    FLIP,
    INSTEAD,
    KEEP,
    LEAVE,
    MOVE,
    OVER,
    PAUSE,
    PICK,
    TURN_DOG,
    State,
)
from purrlor.games.pocket_cats.rules.tiles import CENTRE, DOG, NONE, POLTERKITTIES
from purrlor.games.pocket_cats.words.ending import (
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
from purrlor.games.pocket_cats.words.names import NAME, WHOM, WITH, clan_name, tile_name
from purrlor.games.pocket_cats.words.tile_letters import cell_name


def narrate(
    before: State, after: State, seat: int, action: int, viewer: int, t: Translations, names: Sequence[str]
) -> list[str]:
    mine, name = seat == viewer, names[seat]
    if before.stage in (KEEP, PICK):
        return tell_choice(before, after, seat, viewer, t, names)
    if before.stage == PAUSE:
        sentence = t.gettext("You're ready.") if mine else t.gettext("{name} goes on.")
        lines = [sentence.format(name=name)]
        if after.stage != PAUSE:
            lines.append(tell_second_game(after, viewer, t, names))
        return lines
    if before.stage == TURN_DOG:
        lines = [tell_turn(after, action, mine, name, t)]
    elif before.stage == FLIP:
        sentence = (
            t.gettext("You turn up {tile} on {cell}.") if mine else t.gettext("{name} turns up {tile} on {cell}.")
        )
        tile = tile_name(after, after.tile[action], t, WHOM)
        return [sentence.format(name=name, tile=tile, cell=cell_name(action))]
    else:
        lines = [tell_move(before, action, mine, name, t)]
    if after.swapped != before.swapped:
        lines += tell_kind(ending(after), Centred, after, viewer, t, names)
    if after.stage in (PAUSE, OVER):
        lines += tell_end(after, viewer, t, names)
    return lines


# ---------------------------------------------------------------- clans
def tell_choice(
    before: State, after: State, seat: int, viewer: int, t: Translations, names: Sequence[str]
) -> list[str]:
    """Who plays which clan, as far as this viewer may know it."""
    mine = seat == viewer
    if after.stage == KEEP:
        return [t.gettext("You keep {clan}.").format(clan=clan_name(after.choice[seat], t))]
    if before.clans == EXPERT and after.stage == PICK:
        sentence = (
            t.gettext("You keep {clan} and hand two cards over.")
            if mine
            else t.gettext("{name} keeps {clan} and hands two cards over.")
        )
        return [sentence.format(name=names[seat], clan=clan_name(after.clan[seat], t))]
    lines = []
    for p in (0, 1) if before.stage == KEEP else (seat,):
        sentence = t.gettext("You play {clan}.") if p == viewer else t.gettext("{name} plays {clan}.")
        lines.append(sentence.format(name=names[p], clan=clan_name(after.clan[p], t)))
    if after.stage == FLIP:
        centre = tile_name(after, after.tile[CENTRE], t)
        lines.append(t.gettext("The tiles are laid out; in the centre: {tile}.").format(tile=centre))
    return lines


def tell_second_game(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    if s.turn == viewer:
        return t.gettext("The second game begins: you pick first.")
    return t.gettext("The second game begins: {name} picks first.").format(name=names[s.turn])


# ---------------------------------------------------------------- a turn
def tell_move(before: State, action: int, mine: bool, name: str, t: Translations) -> str:
    cell = before.other if before.stage != MOVE else before.flipped if action < INSTEAD else action - INSTEAD
    facts = {"name": name, "tile": tile_name(before, before.tile[cell], t, WHOM), "cell": cell_name(cell)}
    if action >= INSTEAD:
        sentence = (
            t.gettext("Power of {clan}: you move {tile} on {cell} instead.")
            if mine
            else t.gettext("Power of {clan}: {name} moves {tile} on {cell} instead.")
        )
        return sentence.format(clan=clan_name(POLTERKITTIES, t), **facts)
    if action == cell:
        sentence = t.gettext("You leave {tile} on {cell}.") if mine else t.gettext("{name} leaves {tile} on {cell}.")
        return sentence.format(**facts)
    facts["target"] = cell_name(action)
    if before.down >> action & 1:
        sentence = (
            t.gettext("You swap {tile} with the face-down tile, {cell} – {target}.")
            if mine
            else t.gettext("{name} swaps {tile} with the face-down tile, {cell} – {target}.")
        )
        return sentence.format(**facts)
    facts["other"] = tile_name(before, before.tile[action], t, WITH)
    sentence = (
        t.gettext("You swap {tile} with {other}, {cell} – {target}.")
        if mine
        else t.gettext("{name} swaps {tile} with {other}, {cell} – {target}.")
    )
    return sentence.format(**facts)


def tell_turn(after: State, action: int, mine: bool, name: str, t: Translations) -> str:
    if action == LEAVE:
        sentence = t.gettext("You leave the dogs alone.") if mine else t.gettext("{name} leaves the dogs alone.")
        return sentence.format(name=name)
    sentence = (
        t.gettext("You turn {dog} on {cell} by {degrees}° clockwise.")
        if mine
        else t.gettext("{name} turns {dog} on {cell} by {degrees}° clockwise.")
    )
    dog = DOG + after.turned
    return sentence.format(
        name=name,
        dog=tile_name(after, dog, t, WHOM),
        cell=cell_name(after.where[dog]),
        degrees=90 * after.turned_by,
    )


# ---------------------------------------------------------------- the end
def tell_end(s: State, viewer: int, t: Translations, names: Sequence[str]) -> list[str]:
    """The end from the dogs on, in a few sentences; a screen takes `ending` and `tell_step` instead."""
    end, lines = ending(s), []
    bitten = sorted({cat for step in end.steps if isinstance(step, Bitten) for cat in step.cats})
    if bitten:
        lines.append(t.gettext("The dogs chase off: {cats}.").format(cats=listed(s, bitten, t, WHOM)))
    else:
        lines.append(t.gettext("The dogs chase nobody off."))
    lines += tell_kind(end, Chaos, s, viewer, t, names) + tell_kind(end, Swept, s, viewer, t, names)
    for p in (0, 1):
        caught = sorted(step.prey for step in end.steps if isinstance(step, Hunted) and step.seat == p)
        if caught:
            sentence = t.gettext("You catch: {prey}.") if p == viewer else t.gettext("{name} catches: {prey}.")
        else:
            sentence = t.gettext("You catch nothing.") if p == viewer else t.gettext("{name} catches nothing.")
        lines.append(sentence.format(name=names[p], prey=listed(s, caught, t, WHOM)))
    return lines + tell_kind(end, Joined, s, viewer, t, names) + tell_kind(end, Counted, s, viewer, t, names)


def tell_kind(end: Ending, kind: type[Step], s: State, viewer: int, t: Translations, names: Sequence[str]) -> list[str]:
    return [tell_step(step, s, viewer, t, names) for step in end.steps if isinstance(step, kind)]


def tell_step(step: Step, s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    """One step of the end."""
    sentence = step_sentence(step, s, viewer, t, names)
    return sentence[0].upper() + sentence[1:]


def step_sentence(step: Step, s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    if isinstance(step, Centred):
        leader = tile_name(s, step.leader, t)
        if step.other == NONE:
            return t.gettext("{leader} goes to the centre.").format(leader=leader)
        other = tile_name(s, step.other, t, WITH)
        return t.gettext("{leader} goes to the centre and swaps with {other}.").format(leader=leader, other=other)
    if isinstance(step, Turned):
        return t.gettext("{dog} on {cell} is turned by {degrees}° clockwise.").format(
            dog=tile_name(s, step.dog, t), cell=cell_name(step.cell), degrees=90 * step.quarters
        )
    if isinstance(step, Bitten):
        return tell_bite(step, s, t)
    if isinstance(step, Chaos):
        if step.number == 0:
            return t.gettext("No Chaoticat is face up: they have no attack.")
        sentence = t.ngettext(
            "{n} Chaoticat face up: attack {attack}.", "{n} Chaoticats face up: attack {attack} each.", step.number
        )
        return sentence.format(n=step.number, attack=step.attack)
    if isinstance(step, Swept):
        sentence = t.gettext("{leader} chases off: {cats}.") if step.cats else t.gettext("{leader} chases nobody off.")
        return sentence.format(leader=tile_name(s, step.leader, t), cats=listed(s, step.cats, t, WHOM))
    if isinstance(step, Hunted):
        return tell_hunt(step, s, viewer, t, names)
    if isinstance(step, Joined):
        sentence = (
            t.gettext("{prey} comes along: you take it too.")
            if step.seat == viewer
            else t.gettext("{prey} comes along: {name} takes it too.")
        )
        return sentence.format(prey=tile_name(s, step.prey, t), name=names[step.seat])
    sentence = t.ngettext("{name}: {n} point.", "{name}: {n} points.", step.points)
    if step.seat == viewer:
        sentence = t.ngettext("You: {n} point.", "You: {n} points.", step.points)
    return sentence.format(name=names[step.seat], n=step.points)


def tell_bite(step: Bitten, s: State, t: Translations) -> str:
    if step.cats:
        sentence = t.gettext("{dog} on {cell} chases off: {cats}.")
    elif step.spared:
        sentence = t.gettext("{dog} on {cell} cannot chase off: {cats}.")
    else:
        sentence = t.gettext("{dog} on {cell} chases nobody off.")
    cats = listed(s, step.cats or step.spared, t, WHOM)
    return sentence.format(dog=tile_name(s, step.dog, t), cell=cell_name(step.cell), cats=cats)


def tell_hunt(step: Hunted, s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    if step.seat == NONE:
        sentence = t.gettext("{prey} on {cell}, {a} against {b}: nobody takes it.")
    elif step.seat == viewer:
        sentence = t.gettext("{prey} on {cell}, {a} against {b}: you take it.")
    else:
        sentence = t.gettext("{prey} on {cell}, {a} against {b}: {name} takes it.")
    name = "" if step.seat == NONE else names[step.seat]
    a, b = reversed(step.attack) if viewer == 1 else step.attack  # one's own first, as the players are shown
    return sentence.format(prey=tile_name(s, step.prey, t), cell=cell_name(step.cell), a=a, b=b, name=name)


def listed(s: State, tiles: Sequence[int], t: Translations, case: int = NAME) -> str:
    return ", ".join(tile_name(s, tile, t, case) for tile in tiles)
