"""Many matches of one game side by side: the compiled half of `vector.py`.

The loader binds `rules` and `observation` to one game's functions (core/compilers/native.py). A lane is one match; its
generator is seeded by the seed, the lane and the number of the match in it: the same seed gives the same matches.
"""

from __future__ import annotations

from typing import Any

from purrlor.core.chance import mix, seed_rng
from purrlor.core.seats import count, first

rules: Any = None  # the game's rules
observation: Any = None  # its features

FRESH, VEIL = 0, 1  # rows of `spare`: a table that is laid out but not started; room for a hidden copy
LEARN, RESTART, REPLY = 0, 1, 2  # what `step` is for: the learner's decisions, new matches, the opponents' decisions
REST = -1  # in place of an action: nothing happens in this lane
# A workspace is the memory of some lanes: their states, spare states, legal masks, seats, matches begun, decisions that
# opponents made before the learner's first (-1: the learner has decided), and what is seen of them: observations,
# masks, rewards, done, scores, lengths. It is unpacked once: passing it on costs more than most decisions.


def step(workspace: Any, low: int, high: int, lanes: int, skip: int, seed: int, actions: Any, what: int) -> None:
    """Carry one decision out in every lane, or start all lanes again (RESTART).

        lane k    … decide │ decide │ decide: over ┐ result in rewards, scores, lengths; done = 1
                                                   └ a new match begins in the same step: its first position is seen
                  next step: done = 0, the result is cleared

    A match that ends before the learner was asked gives no result: there is nothing to learn from it. The five parts
    stand in one function, because a call costs as much as hiding a state.
    """
    states, spare, legal, seats, begun, early, observations, masks, rewards, done, scores, lengths = workspace
    for k in range(low, high):
        if what == REPLY and actions[k] == REST:
            continue

        # 1. Clear the result of the match that ended a step ago.
        if what != REPLY and (done[k] or what == RESTART):
            done[k] = 0
            lengths[k] = 0
            for seat in range(rewards.shape[1]):
                rewards[k, seat] = 0.0
                scores[k, seat] = 0

        # 2. Decide. The opponents' first decisions count only once the learner has decided, too.
        seat = -1
        if what == RESTART:
            begun[k] = 0
        else:
            rules.apply(states[k], seats[k], actions[k])
            if what == LEARN and early[k] >= 0:
                lengths[k] += early[k]
                early[k] = -1
            if early[k] < 0:
                lengths[k] += 1
            else:
                early[k] += 1
            seat = asked(states[k], skip)

            # 3. The match is over: its result.
            if seat < 0 and early[k] < 0:
                done[k] = 1
                pay(states[k], rewards[k], scores[k])

        # 4. A new match; with `skip` it may be over before anybody had a choice, so there may be several.
        while seat < 0:
            states[k] = spare[FRESH]
            begin(states[k], mix(seed, begun[k] * lanes + k))
            begun[k] += 1
            early[k] = 0
            seat = asked(states[k], skip)

        # 5. What the seat that decides next may see and do.
        mask = rules.legal(states[k], seat)
        seats[k] = seat
        legal[k] = mask
        spare[VEIL] = states[k]
        rules.hide(spare[VEIL], seat)
        observation.observe(spare[VEIL], seat, observations[k])
        for action in range(masks.shape[1]):
            masks[k, action] = mask >> action & 1


def begin(s: Any, seed: int) -> None:
    """A new match on a laid-out table."""
    seed_rng(s, seed)
    rules.start(s)


def asked(s: Any, skip: int) -> int:
    """Who decides next; with `skip`, what leaves no choice is carried out. -1: the match is over."""
    waiting = rules.waiting(s)
    while waiting:
        seat = first(waiting)
        if not skip:
            return seat
        mask = rules.legal(s, seat)
        if mask & (mask - 1):
            return seat
        rules.apply(s, seat, first(mask))
        waiting = rules.waiting(s)
    return -1


def pay(s: Any, rewards: Any, scores: Any) -> None:
    """Every seat's share of the victory, and its points."""
    won = rules.winners(s)
    share = 1.0 / count(won)
    for seat in range(len(rewards)):
        rewards[seat] = share if won >> seat & 1 else 0.0
        scores[seat] = rules.score(s, seat)


def refused(legal: Any, actions: Any) -> int:
    """The first lane whose action is not legal, or -1."""
    for k in range(len(legal)):
        if actions[k] < 0 or actions[k] > 62 or not legal[k] >> actions[k] & 1:
            return k
    return -1


def draw_actions(legal: Any, actions: Any, seed: int) -> None:
    """A random legal action for every lane."""
    for k in range(len(legal)):
        mask = legal[k]
        for _ in range((mix(seed, k) >> 29) * count(mask) >> 32):
            mask &= mask - 1
        actions[k] = first(mask)
