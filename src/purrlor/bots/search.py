"""Information-set tree search for any game: no game code in here, and no objects while searching.

The loader (core/native.py) binds the names below to one game's functions. The tree is two rows of records: a hash table
of nodes and a list of edges. A node stands for what the seat that moves there can tell apart, as far as the searching
seat can follow: the state, hidden from both, hashed. Nothing else of the game is looked at.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from purrlor.bots.rollout_defaults import AS_SENSIBLE
from purrlor.core.chance import below, mix, pick, seed_rng
from purrlor.core.record import Record, i32, i64
from purrlor.core.seats import MAX_SEATS, first

rules: Any = None  # the game's rules
strategy: Any = None  # its sensible player
stages: Any = None  # `stage` of its strategy, or of rollout_defaults.py
ends: Any = None  # `stop` likewise
habits: Any = None  # `rough` likewise
beliefs: Any = None  # `believe` likewise

UNIT = 1 << 20  # a whole win
MOST = 64  # actions of a decision
ROOT, WORK, VEIL = 0, 1, 2  # the rows of `states`
TREE, POLICY, FAIR = 0, 1, 2  # who decides for the others: the tree, the strategy, the strategy where they know more
PATH = 1024  # most steps in the tree
# a workspace is the memory of one search: three states, the same as words, nodes, edges, a path, a plan


class Plan(Record):
    """What to do (in thousandths where it is a fraction), and what has been done."""

    gain: list[int] = i64(MAX_SEATS)  # each seat's utility in the playout just finished
    score: list[int] = i64(MAX_SEATS)  # … and its score
    won: list[int] = i64(MOST)  # by action at the root: win shares of the searching seat, summed
    points: list[int] = i64(MOST)  # … and its scores
    spread: int = i64()  # sum of all margins seen: their mean is the yardstick
    playouts: int = i32()
    edges: int = i32()  # used
    nodes: int = i32()
    stamp: int = i32()  # of this search: older nodes count as empty
    root: int = i32()  # its place in the table, -1 before it is there
    explore: int = i32()  # UCB's constant
    bias: int = i32()  # how much the sensible action is favoured at first
    random: int = i32()  # roll-outs: share of random actions (1000: only those, 0: all sensible)
    slips: int = i32()  # … of the others' actions, where that is more
    margin: int = i32()  # share of the utility that comes from the margin, not from winning
    horizon: int = i32()  # decisions before a roll-out is cut off, 0: never
    depth: int = i32()  # most decisions in the tree; 1 is flat Monte-Carlo
    others: int = i32()  # TREE, POLICY or FAIR
    trust: int = i32()  # 1: the others are believed to play as people do


class Node(Record):
    key: int = i64()
    tried: int = i64()  # actions that have an edge
    first: int = i32()  # the newest edge, 0: none
    stamp: int = i32()
    favourite: int = i32()  # what a sensible player would do here, -1: no opinion


class Edge(Record):
    value: int = i64()  # sum of the mover's utilities
    next: int = i32()
    visits: int = i32()
    available: int = i32()
    action: int = i32()


class Step(Record):
    edge: int = i32()
    seat: int = i32()


def begin(workspace: Any, seat: int) -> None:
    """A new tree. Hides the root itself as well: nothing the caller forgot to erase can reach the search."""
    states, _, _, _, _, plan = workspace
    rules.hide(states[ROOT], seat)
    p = plan[0]
    p.stamp += 1
    p.edges = 0
    p.nodes = 0
    p.playouts = 0
    p.spread = 0
    p.root = -1
    for k in range(MOST):
        p.won[k] = 0
        p.points[k] = 0


def run(workspace: Any, seat: int, seed: int, count: int) -> None:
    """`count` more playouts for `seat` from states[ROOT], a hidden state."""
    states, _, _, edges, path, plan = workspace
    p = plan[0]
    s = states[WORK]
    stage = stages.stage(states[ROOT])
    for _ in range(count):
        states[WORK] = states[ROOT]
        seed_rng(s, mix(seed, p.playouts))
        rules.redeal(s, seat)
        if p.trust:
            beliefs.believe(s, seat)
        steps = descend(workspace, seat, stage)
        roll_out(s, p, seat, stage)
        judge(s, p, seat, edges[path[0].edge].action if steps > 0 else 0)
        for k in range(steps):
            edge = edges[path[k].edge]
            edge.visits += 1
            edge.value += p.gain[path[k].seat]
        p.playouts += 1


def descend(workspace: Any, seat: int, stage: int) -> int:
    """Down the tree until something new is tried; returns the number of steps."""
    states, words, nodes, edges, path, plan = workspace
    p = plan[0]
    s = states[WORK]
    steps = 0
    grown = False
    while not grown and steps < p.depth and steps < len(path):
        asked = rules.waiting(s)
        if asked == 0 or stages.stage(s) != stage:
            break
        mover = seat if asked >> seat & 1 else first(asked)  # several at once: the order tells nobody anything
        mask = rules.legal(s, mover)
        if steps and mask & (mask - 1) == 0:  # no choice, no node; but the root is always one
            action = first(mask)
        elif mover != seat and (p.others == POLICY or (p.others == FAIR and knows_more(states, words, seat, mover))):
            action = policy(s, p, seat, mover)
        else:
            n = find(nodes, p, key_of(states, words, seat, mover))
            if n < 0:
                break  # the table is full
            if p.root < 0:
                p.root = n
            if p.bias and nodes[n].first == 0:  # once a node: it depends on what the mover knows alone
                nodes[n].favourite = strategy.sensible(s, mover)
            e = select(s, nodes[n], edges, p, mask)
            if e == 0:
                break  # no room for another edge
            grown = edges[e].visits == 0
            action = edges[e].action + 0
            path[steps].seat = mover
            path[steps].edge = e
            steps += 1
        rules.apply(s, mover, action)
    return steps


def key_of(states: Any, words: Any, seat: int, mover: int) -> int:
    states[VEIL] = states[WORK]
    rules.hide(states[VEIL], seat)
    if mover != seat:
        rules.hide(states[VEIL], mover)
    return mix(digest(words[VEIL]), mover)


def digest(row: Any) -> int:
    h = 1
    for k in range(len(row)):
        h = (h ^ row[k]) * 0x2545F4914F6CDD1D & 0x1FFFFFFFFFFFFFFF
        h ^= h >> 32
    return h


def knows_more(states: Any, words: Any, seat: int, mover: int) -> bool:
    """Whether `mover` sees anything now that `seat` does not."""
    states[VEIL] = states[WORK]
    rules.hide(states[VEIL], mover)
    before = digest(words[VEIL])
    rules.hide(states[VEIL], seat)
    return digest(words[VEIL]) != before


def find(nodes: Any, p: Any, key: int) -> int:
    """The node's place in the table, made if need be; -1 when three quarters are taken."""
    last = len(nodes) - 1
    n = (key >> 5) & last
    while nodes[n].stamp == p.stamp:
        if nodes[n].key == key:
            return n
        n = (n + 1) & last
    if 4 * p.nodes > 3 * last:
        return -1
    p.nodes += 1
    node = nodes[n]
    node.stamp = p.stamp
    node.key = key
    node.tried = 0
    node.first = 0
    node.favourite = -1
    return n


def new_edge(node: Any, edges: Any, p: Any, action: int) -> int:
    if p.edges + 1 >= len(edges):
        return 0
    p.edges += 1
    e: int = p.edges + 0
    edge = edges[e]
    edge.value = 0
    edge.visits = 0
    edge.available = 1
    edge.action = action
    edge.next = node.first
    node.first = e
    node.tried = node.tried | 1 << action
    return e


def select(s: Any, node: Any, edges: Any, p: Any, mask: int) -> int:
    """Every action once, the favourite first; then UCB1 over those legal now, by how often each was available.

    0 where something is left to try and no room for it: to choose among the tried ones alone would misjudge the node.
    """
    fresh = mask & ~node.tried
    favourite = node.favourite + 0
    if fresh:
        return new_edge(node, edges, p, favourite if favourite >= 0 and fresh >> favourite & 1 else pick(s, fresh))
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


def roll_out(s: Any, p: Any, seat: int, stage: int) -> None:
    left = p.horizon + 0
    while True:
        asked = rules.waiting(s)
        if asked == 0:
            return
        if stages.stage(s) != stage:
            ends.stop(s)
            return
        if p.horizon:
            if left == 0:
                ends.stop(s)
                return
            left -= 1
        mover = first(asked)
        rules.apply(s, mover, policy(s, p, seat, mover))


def policy(s: Any, p: Any, seat: int, mover: int) -> int:
    """What a player does whom the tree does not guide; others may be expected to err more than `seat` itself."""
    action = -1
    chance = p.random if mover == seat else max(p.random, p.slips)
    if chance == 0 or (chance < 1000 and below(s, 1000) >= chance):
        action = habits.rough(s, mover)
        if action == AS_SENSIBLE:
            action = strategy.sensible(s, mover)
    return action if action >= 0 else pick(s, rules.legal(s, mover))


def judge(s: Any, p: Any, seat: int, action: int) -> None:
    """Each seat's utility: its share of the victory, and a little for the margin."""
    won = rules.winners(s)
    sharing = 0
    top = 0
    for q in range(s.seats):
        p.score[q] = rules.score(s, q)
        if won >> q & 1:
            sharing += 1
            top = p.score[q] + 0
    closest = 0 if sharing == s.seats else 1 << 30
    for q in range(s.seats):
        if not won >> q & 1:
            closest = min(closest, abs(p.score[q] - top))
    p.spread += closest
    usual = 1.0 + p.spread / (p.playouts + 1.0)
    for q in range(s.seats):
        d = 1.0 * closest
        win = 1.0 / sharing
        if not won >> q & 1:
            d = -1.0 * abs(p.score[q] - top)
            win = 0.0
        close = 0.5 + 0.5 * d / (abs(d) + usual)
        p.gain[q] = int(UNIT * ((1.0 - 0.001 * p.margin) * win + 0.001 * p.margin * close))
        if q == seat:
            p.won[action] += int(UNIT * win)
            p.points[action] += p.score[q]


def lead(workspace: Any) -> int:
    """How many more visits the most visited action has than the next: no fewer playouts can change the choice."""
    _, _, nodes, edges, _, plan = workspace
    p = plan[0]
    if p.root < 0:
        return 0
    top = 0
    second = 0
    e = nodes[p.root].first + 0
    while e:
        n = edges[e].visits + 0
        if n > top:
            second = top
            top = n
        elif n > second:
            second = n
        e = edges[e].next + 0
    return top - second


def best(workspace: Any) -> int:
    """The action most visited, of equals the one worth most."""
    _, _, nodes, edges, _, plan = workspace
    e: int = nodes[plan[0].root].first + 0
    top = e
    while e:
        if edges[e].visits > edges[top].visits or (
            edges[e].visits == edges[top].visits and edges[e].value > edges[top].value
        ):
            top = e
        e = edges[e].next + 0
    action: int = edges[top].action + 0
    return action
