"""What chance gave a player in a match: the few strokes of luck that moved the chance to win most.

From one decision of a seat to its next the chance moves by what the others chose badly, which is known, by chance, and
by moves of the others that it did not expect. A stroke is such a stretch in which chance spoke; what the others did
meanwhile is told with it, for it may be what counted. All is seen through the seat's own eyes: of what it did not see
then, no stroke says anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from purrlor.core.chance import seed_rng
from purrlor.core.language import Translations
from purrlor.core.seats import TABLE
from purrlor.core.sentences.narration import narrate_views
from purrlor.tables.history.match_review import Review
from purrlor.tables.history.replay import Replay

STROKES = 4  # of good luck, and of bad, that are looked for
LEAST = 3  # hundredths of the chance to win
DEALS = 6  # of what is hidden: if most of them lead to the same view, chance has said little


class Stroke(NamedTuple):
    """Moments at which chance spoke or others moved, and what that gave, in hundredths of the chance to win."""

    moments: tuple[int, ...]
    gave: int


class Stretch(NamedTuple):
    """The moments after one decision of a seat, up to its next, and what no choice explains of the way between."""

    first: int
    last: int
    gave: int


def strokes_of(review: Review, replay: Replay, seat: int) -> list[Stroke]:
    """The largest first: so many of good luck, and so many of bad."""
    found: list[Stroke] = []
    for stretch in sorted(stretches(review, seat), key=lambda each: -abs(each.gave)):
        if abs(stretch.gave) < LEAST:
            break
        if sum(each.gave * stretch.gave > 0 for each in found) == STROKES:
            continue
        between = range(stretch.first, stretch.last + 1)
        if any(is_chance(replay, moment, seat) for moment in between):
            moments = tuple(each for each in between if is_others(replay, each, seat) or is_chance(replay, each, seat))
            found.append(Stroke(moments, stretch.gave))
    return found


def stretches(review: Review, seat: int) -> list[Stretch]:
    own, others, found = review.of(seat), len(review.shares) - 1, []
    ends = [(each.number - 1, each.wins[0]) for each in own[1:]] + [(review.last, 100 * review.shares[seat])]
    for decision, (last, after) in zip(own, ends, strict=True):
        helped = sum(
            each.cost for each in review.decisions if each.seat != seat and decision.number < each.number <= last
        )
        gave = after - decision.wins[1] - helped / max(1, others)
        found.append(Stretch(decision.number, last, round(gave)))
    return found


def is_others(replay: Replay, moment: int, seat: int) -> bool:
    """Whether another player moved: a move that this one did not expect is a surprise as a card is."""
    mover = replay.log[moment - 1][0]
    return mover not in (seat, TABLE)


def is_chance(replay: Replay, moment: int, seat: int) -> bool:
    """Whether what the seat saw at this moment hardly follows from what it knew before and the decision alone: in most
    deals that were as likely it would have seen something else."""
    rules, (mover, action) = replay.game.rules, replay.log[moment - 1]
    before, after = replay.view(moment - 1, seat), replay.view(moment, seat)
    seed_rng(after, 0)
    tried = differs = 0
    for deal in range(DEALS):
        world = before.copy()
        seed_rng(world, deal)
        rules.redeal(world, seat)
        if mover >= 0 and not rules.legal(world, mover) >> action & 1:
            continue  # not in this world: what the mover knew allowed it
        rules.apply(world, mover, action)
        rules.hide(world, seat)
        seed_rng(world, 0)
        tried, differs = tried + 1, differs + (world != after)
    return 2 * differs > tried


def stroke_in_words(replay: Replay, moment: int, seat: int, t: Translations, names: Sequence[str]) -> list[str]:
    """What this seat saw happen, in words. After the match a game may name what its screen left to be remembered."""
    was, now = replay.view(moment - 1, seat), replay.view(moment, seat)
    if was == now:
        return []
    luck = replay.game.part("words.luck") if replay.game.has("words/luck.py") else None
    own = getattr(luck, "stroke_in_words", None)
    sentences: list[str]
    if own is not None:
        sentences = own(was, now, *replay.log[moment - 1], seat, t, names)
    else:
        sentences = narrate_views(replay.game, was, now, *replay.log[moment - 1], seat, t, names)
    return sentences
