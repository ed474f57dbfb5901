"""What a viewer may not know: the laws of `hide`, `redeal` and `reveals`, tried on one moment of a walk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purrlor.core.game import State
from purrlor.core.game_check import describe_error
from purrlor.core.laws.report import BrokenLaw, difference
from purrlor.core.match import key_rng
from purrlor.core.record import checked
from purrlor.core.seats import TABLE, WATCHER, members
from purrlor.core.sentences.narration import narrate

if TYPE_CHECKING:
    from purrlor.core.laws.walk import Walk

PLIES_ON = 5  # decisions played on from a state that was dealt again


def try_view(walk: Walk, seat: int, choices: tuple[int, ...]) -> None:
    viewer, rules = walk.viewer(), walk.rules
    veil = walk.game.hidden(walk.s if walk.seed % 4 == 0 else walk.free, viewer)
    walk.require("no generator", not any(veil.rng), f"hide(s, {viewer}) leaves s.rng: call forget_rng(s) in hide")
    known = walk.game.options_of(veil) == walk.game.options_of(walk.free) and veil.seats == walk.seats
    walk.require("view", known, f"hide(s, {viewer}) changes options or seats, which everybody knows")
    if viewer != WATCHER:
        same_choices = int(rules.legal(veil, viewer)) == int(rules.legal(walk.free, viewer))
        walk.require("view", same_choices, f"hide(s, {viewer}) changes what seat {viewer} itself may do")
    again = veil.copy()
    key_rng(again, walk.secret, walk.dice.randrange(1 << 30))
    if walk.fast:
        row = walk.row.copy()
        walk.game.native.hide(row[0], viewer)
        walk.agree(row, veil, f"hide(s, {viewer})")
        row["rng"][0] = again.rng
        walk.game.native.redeal(row[0], viewer)
        rules.redeal(again, viewer)
        walk.agree(row, again, f"redeal(s, {viewer})")
    else:
        rules.redeal(again, viewer)
    walk.require_conserved(again, f"dealt again for viewer {viewer}")
    if walk.dice.random() < 0.25:
        try_world(walk, again, viewer)
    rules.hide(again, viewer)
    walk.require("view", again == veil, f"viewer {viewer}: {difference(veil, again)}")
    rules.hide(veil, viewer)
    walk.require("view", again == veil, f"viewer {viewer}, hidden twice: {difference(again, veil)}")


def try_world(walk: Walk, dealt: State, viewer: int) -> None:
    """A search plays on from what `hide` and `redeal` leave: it can, within all bounds, and no piece is lost."""
    world: State = checked(walk.rules.State)()
    world.take(dealt)
    made = f"played on from what hide(s, {viewer}) and redeal(s, {viewer}) made"
    try:
        for ply in range(PLIES_ON):
            asked = members(int(walk.rules.waiting(world)))
            if not asked:
                break
            seat = walk.dice.choice(asked)
            choices = members(int(walk.rules.legal(world, seat)))
            walk.require("worlds", bool(choices), f"{made}: seat {seat} is asked but has no choice")
            key_rng(world, walk.secret, (1 << 20) + ply)
            walk.rules.apply(world, seat, walk.dice.choice(choices))
            lost, new = walk.pieces_changed(world)
            walk.require("worlds", not lost and not new, f"{made}: pieces vanish or appear, {lost or new}")
    except BrokenLaw:
        raise
    except Exception as error:
        walk.require("worlds", False, f"{made}: {describe_error(error, walk.game.folder)}")


def try_twin(walk: Walk, seat: int, choices: tuple[int, ...]) -> None:
    viewer = walk.viewer()
    other = walk.free.copy()
    key_rng(other, walk.secret, walk.dice.randrange(1 << 30))
    if walk.invariants.exchange(other, viewer):
        mine, theirs = walk.game.hidden(walk.free, viewer), walk.game.hidden(other, viewer)
        walk.require("twin", mine == theirs, f"viewer {viewer} sees {difference(mine, theirs)}")


def try_undo(walk: Walk, before: State, seat: int, action: int) -> None:
    """Nothing was shown: in every world the viewer thinks possible, the act looks the same."""
    viewer, rules = walk.viewer(), walk.rules
    world = walk.game.hidden(before, viewer)
    key_rng(world, walk.secret, walk.dice.randrange(1 << 30))
    rules.redeal(world, viewer)
    if int(rules.legal(world, seat)) != int(rules.legal(before, seat)):
        return  # a choice half made in secret is taken back there: the same number would mean another act
    rules.apply(world, seat, action)
    possible, truth = walk.game.hidden(world, viewer), walk.game.hidden(walk.s, viewer)
    what = (
        f"reveals(s, {seat}, {action}) is 0 although viewer {viewer} learns from it what was hidden "
        f"(as it might have been / as it is): {difference(possible, truth, most=3)}"
    )
    walk.require("undo", possible == truth, what)


def try_at_once(walk: Walk, before: State, seat: int, action: int) -> None:
    """Several are asked and nothing is shown: then nobody else can see or hear this choice from another one."""
    rules = walk.rules
    asked, choices = int(rules.waiting(before)), members(int(rules.legal(before, seat)))
    other, viewer = walk.dice.choice(choices), walk.viewer()
    walk.report.tried.update(("at once", "heard"))
    if asked == 1 << seat or seat == TABLE or viewer == seat or int(rules.reveals(before, seat, other)):
        return
    if len(choices) > 1 and not (asked ^ int(rules.waiting(walk.s))) & ~(1 << seat):  # one alone is no secret
        try_under_way(walk, before, seat, viewer)
    world = before.copy()
    key_rng(world, walk.secret, len(walk.log))
    rules.apply(world, seat, other)
    one, two = walk.game.hidden(walk.s, viewer), walk.game.hidden(world, viewer)
    said = f"hide(s, {viewer}) shows viewer {viewer} that seat {seat} chose {action}: {difference(one, two, most=3)}"
    walk.require("at once", one == two, said)
    heard, meant = (
        narrate(walk.game, before, after, seat, number, viewer, "en", walk.names())
        for after, number in ((walk.s, action), (world, other))
    )
    walk.require("heard", heard == meant, f"viewer {viewer} hears of a secret choice: {heard}, not {meant}")


def try_under_way(walk: Walk, before: State, seat: int, viewer: int) -> None:
    """The others are asked as before: to them this seat might still be thinking."""
    was, now = walk.game.hidden(before, viewer), walk.game.hidden(walk.s, viewer)
    what = (
        f"hide(s, {viewer}) shows viewer {viewer} that seat {seat} has chosen while others are still asked: "
        f"{difference(was, now, most=3)} (before / after). hide must make it appear as still to be made"
    )
    walk.require("at once", was == now, what)


def try_order(walk: Walk, earlier: State | None, before: State, seat: int, action: int) -> None:
    """Two chose at once, and then all was shown: who of them was the last to choose is heard to nobody."""
    if earlier is None or seat == TABLE:
        return
    other, chosen = walk.log[-2]
    both, rules = 1 << seat | 1 << other, walk.rules
    if other in (seat, TABLE) or int(rules.waiting(earlier)) & both != both:
        return
    if walk.game.hidden(earlier, WATCHER) != walk.game.hidden(before, WATCHER):
        return  # the first of them chose openly
    world = earlier.copy()
    steps = []
    for number, (who, what) in enumerate(((seat, action), (other, chosen)), len(walk.log) - 1):
        if not int(rules.legal(world, who)) >> what & 1:
            return
        steps.append(world.copy())
        key_rng(world, walk.secret, number)
        rules.apply(world, who, what)
    if world != walk.s:
        return
    heard = narrate(walk.game, before, walk.s, seat, action, WATCHER, "en", walk.names())
    meant = narrate(walk.game, steps[1], world, other, chosen, WATCHER, "en", walk.names())
    said = f"words.labels.narrate tells who was the last to choose, which nobody sees: {heard} or {meant}"
    walk.require("heard", heard == meant, said)
