"""A search's guide without a network: UCB1 says what to try, and a leaf is worth what a roll-out from it gives.

See search.py for what a guide is. The loader binds the names below to one game's functions.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from purrlor.bots.tree_search import tree
from purrlor.bots.tree_search.rollout_defaults import AS_SENSIBLE
from purrlor.bots.tree_search.tree import UNIT, WORK, add_edge
from purrlor.core.chance import below, pick
from purrlor.core.record import i32, i64
from purrlor.core.seats import first

rules: Any = None  # the game's rules
strategy: Any = None  # its sensible player
stages: Any = None  # `stage` of its strategy, or of rollout_defaults.py
ends: Any = None  # `stop` likewise
habits: Any = None  # `rough` likewise

LONGEST = 1 << 30  # a match has an end
LEAF_IS_EDGE = True


class Plan(tree.Plan):
    spread: int = i64()  # sum of all margins seen: their mean is the yardstick
    bias: int = i32()  # how much the sensible action is favoured at first
    random: int = i32()  # roll-outs: share of random actions (1000: only those, 0: all sensible)
    slips: int = i32()  # … of the others' actions, where that is more
    margin: int = i32()  # share of the utility that comes from the margin, not from winning
    horizon: int = i32()  # decisions before a roll-out is cut off, 0: never


class Node(tree.Node):
    favourite: int = i32()  # what a sensible player would do here, -1: no opinion


class Edge(tree.Edge):
    available: int = i32()  # how often the action was legal here: other deals may not allow it


def begin(p: Any) -> None:
    p.spread = 0


def stage(s: Any) -> int:
    found: int = stages.stage(s)
    return found


def is_past(s: Any, began: int) -> bool:
    """Whether the part of the match is over that the search began in."""
    past: bool = stages.stage(s) != began
    return past


def open_node(states: Any, p: Any, own: Any, seat: int, node: Any, edges: Any, mover: int, mask: int) -> int:
    """Ask the sensible player, once for each node: its answer depends on what the mover knows alone."""
    node.favourite = strategy.sensible(states[WORK], mover) if p.bias else -1
    return 0


def select(s: Any, node: Any, edges: Any, p: Any, mask: int) -> int:
    """Every action once, the favourite first; then UCB1 over those legal now, by how often each was available.

    0 where something is left to try and no room for it: to choose among the tried ones alone would misjudge the node.
    """
    fresh = mask & ~node.tried
    favourite = node.favourite + 0
    if fresh:
        made = add_edge(node, edges, p, favourite if favourite >= 0 and fresh >> favourite & 1 else pick(s, fresh))
        edges[made].available = 1
        return made
    best = 0
    best_value = -1.0
    e = node.first + 0
    while e:
        edge = edges[e]
        if mask >> edge.action & 1:
            edge.available += 1
            n = edge.visits
            value = edge.value / (n * UNIT) + 0.001 * p.explore * sqrt(log(edge.available) / n)
            if edge.action == favourite:
                value += 0.001 * p.bias / n
            if value > best_value:
                best = e
                best_value = value
        e = edge.next + 0
    return best


def policy(states: Any, p: Any, own: Any, seat: int, mover: int, mask: int) -> int:
    return play(states[WORK], p, seat, mover)


def play(s: Any, p: Any, seat: int, mover: int) -> int:
    """What a player does in a roll-out; others may be expected to err more than `seat` itself."""
    action = -1
    chance = p.random if mover == seat else max(p.random, p.slips)
    if chance == 0 or (chance < 1000 and below(s, 1000) >= chance):
        action = habits.rough(s, mover)
        if action == AS_SENSIBLE:
            action = strategy.sensible(s, mover)
    return action if action >= 0 else pick(s, rules.legal(s, mover))


def judge(states: Any, p: Any, own: Any, seat: int, began: int) -> None:
    roll_out(states[WORK], p, seat, began)
    weigh(states[WORK], p, seat)


def roll_out(s: Any, p: Any, seat: int, began: int) -> None:
    """Play on to the end, of the match or of what the search looks at."""
    left = p.horizon + 0
    while True:
        asked = rules.waiting(s)
        if asked == 0:
            return
        if stages.stage(s) != began:
            ends.stop(s)
            return
        if p.horizon:
            if left == 0:
                ends.stop(s)
                return
            left -= 1
        mover = first(asked)
        rules.apply(s, mover, play(s, p, seat, mover))


def weigh(s: Any, p: Any, seat: int) -> None:
    """Each seat's utility: its share of the victory, and a little for the margin.

    seat      wins alone      shares     loses
    win       1               1/sharing  0
    margin    to the nearest  the same   to the winners, negative
              loser
    """
    won = rules.winners(s)
    sharing = 0
    top = 0
    for q in range(s.seats):
        p.score[q] = rules.score(s, q)
        if won >> q & 1:
            sharing += 1
            top = p.score[q] + 0
    nearest = nearest_loser(s, p, won, top) if sharing < s.seats else 0
    p.spread += nearest
    usual = 1.0 + p.spread / (p.playouts + 1.0)
    for q in range(s.seats):
        win = 1.0 / sharing
        margin = 1.0 * nearest
        if not won >> q & 1:
            win = 0.0
            margin = -1.0 * abs(p.score[q] - top)
        p.gain[q] = utility(p, win, margin, usual)
        if q == seat:
            p.share = int(UNIT * win)


def nearest_loser(s: Any, p: Any, won: int, top: int) -> int:
    """How far the best of those who did not win is behind."""
    nearest = 1 << 30
    for q in range(s.seats):
        if not won >> q & 1:
            nearest = min(nearest, abs(p.score[q] - top))
    return nearest


def utility(p: Any, win: float, margin: float, usual: float) -> int:
    """Mostly the win; the margin, measured in usual margins, is squeezed into 0 … 1 so that it never outweighs it."""
    close = 0.5 + 0.5 * margin / (abs(margin) + usual)
    return int(UNIT * ((1.0 - 0.001 * p.margin) * win + 0.001 * p.margin * close))


def is_better(edge: Any, other: Any) -> bool:
    better: bool = edge.value > other.value
    return better
