"""Many matches of one game side by side: the compiled half of `vector.py`.

The loader binds `rules` and `planes` to one game's functions (core/native.py). A lane is one match; its generator is
seeded by the seed, the lane and the number of the match in it, so that the same seed gives the same matches.
"""

from __future__ import annotations

from typing import Any

from purrlor.core.chance import mix, seed_rng
from purrlor.core.seats import count, first

rules: Any = None  # the game's rules
planes: Any = None  # its planes

FRESH, VEIL = 0, 1  # rows of `spare`: a table that is laid out but not started; room for a hidden copy
# a desk is the memory of some lanes: their states, spare states, legal masks, seats, matches begun, and what is seen of
# them: observations, masks, rewards, done, scores, lengths


def deal(desk: Any, k: int, seed: int, lanes: int) -> None:
    """A new match in this lane."""
    states, spare, _, _, begun, _, _, _, _, _, _ = desk
    states[k] = spare[FRESH]
    seed_rng(states[k], mix(seed, begun[k] * lanes + k))
    begun[k] += 1
    rules.start(states[k])


def ask(desk: Any, k: int, skip: int) -> int:
    """Find who decides next and between what; with `skip`, carry out what leaves no choice. 0: the match is over."""
    states, _, legal, seats, _, _, _, _, _, _, lengths = desk
    s = states[k]
    asked = rules.waiting(s)
    while asked:
        seat = first(asked)
        mask = rules.legal(s, seat)
        if not skip or mask & (mask - 1):
            seats[k] = seat
            legal[k] = mask
            return 1
        rules.apply(s, seat, first(mask))
        lengths[k] += 1
        asked = rules.waiting(s)
    return 0


def look(desk: Any, k: int) -> None:
    """What the seat that decides may know, and may do."""
    states, spare, legal, seats, _, observations, masks, _, _, _, _ = desk
    spare[VEIL] = states[k]
    rules.hide(spare[VEIL], seats[k])
    planes.observe(spare[VEIL], seats[k], observations[k])
    for action in range(masks.shape[1]):
        masks[k, action] = legal[k] >> action & 1


def reset(desk: Any, low: int, high: int, lanes: int, skip: int, seed: int) -> None:
    """Begin in all these lanes anew."""
    _, _, _, _, begun, _, _, rewards, done, scores, lengths = desk
    for k in range(low, high):
        begun[k] = 0
        done[k] = 0
        lengths[k] = 0
        for seat in range(rewards.shape[1]):
            rewards[k, seat] = 0.0
            scores[k, seat] = 0
        begin(desk, k, lanes, skip, seed)
        look(desk, k)


def begin(desk: Any, k: int, lanes: int, skip: int, seed: int) -> None:
    deal(desk, k, seed, lanes)
    while not ask(desk, k, skip):
        deal(desk, k, seed, lanes)


def step(desk: Any, low: int, high: int, lanes: int, skip: int, seed: int, actions: Any) -> None:
    """Carry one decision out in every lane; a match that ends is paid out and followed by a new one."""
    states, _, _, seats, _, _, _, rewards, done, scores, lengths = desk
    for k in range(low, high):
        s = states[k]
        if done[k]:
            done[k] = 0
            lengths[k] = 0
            for seat in range(rewards.shape[1]):
                rewards[k, seat] = 0.0
                scores[k, seat] = 0
        rules.apply(s, seats[k], actions[k])
        lengths[k] += 1
        if not ask(desk, k, skip):
            done[k] = 1
            pay(s, rewards[k], scores[k])
            ended = lengths[k] + 0
            begin(desk, k, lanes, skip, seed)
            lengths[k] = ended
        look(desk, k)


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
        h = mix(seed, k)
        for _ in range((h >> 20) % count(mask)):
            mask &= mask - 1
        actions[k] = first(mask)
