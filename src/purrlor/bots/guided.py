"""Information-set tree search guided by a network (PUCT): its policy says what to try, its value replaces roll-outs.

The loader (core/native.py) binds the names below to one game's functions and to its kind of network. As in `search.py`
a node stands for what the mover can tell apart as far as the searching seat can follow. Where the mover knows more than
the searching seat, it plays by the network's policy, from its own view. All views go through `hide`.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from purrlor.bots.search import MOST, PATH, ROOT, UNIT, VEIL, WORK, Step, digest
from purrlor.core.chance import below, mix, seed_rng
from purrlor.core.record import Record, i32, i64
from purrlor.core.seats import MAX_SEATS, count, first

rules: Any = None  # the game's rules
planes: Any = None  # its observation
ahead: Any = None  # `lookahead` of the game, or of rollout_defaults.py
beliefs: Any = None  # `believe` of its strategy, or of rollout_defaults.py
network: Any = None  # flat_network.py or grid_network.py

PRIOR = 1 << 16  # a certain action
LONGEST = 400  # decisions of a playout before it is judged where it stands
__all__ = ["PATH", "Step"]
# a workspace is the memory of one search: three states, the same as words, nodes, edges, a path, a plan, the network, a
# row of planes and how many of them are the observation, the network's logits


class Plan(Record):
    gain: list[int] = i64(MAX_SEATS)  # each seat's expected share in the playout just finished
    won: list[int] = i64(MOST)  # by action at the root: the searching seat's shares, summed
    points: list[int] = i64(MOST)  # not asked for here
    playouts: int = i32()
    edges: int = i32()  # used
    nodes: int = i32()
    stamp: int = i32()  # of this search: older nodes count as empty
    root: int = i32()  # its place in the table, -1 before it is there
    explore: int = i32()  # how much a prior counts, in thousandths
    doubt: int = i32()  # how much worse than its node an action not tried yet is thought to be, in thousandths
    trust: int = i32()  # 1: the others are believed to play as people do


class Node(Record):
    key: int = i64()
    tried: int = i64()  # actions that have an edge
    value: int = i64()  # the mover's share that the network expected here
    first: int = i32()  # the newest edge, 0: none
    stamp: int = i32()


class Edge(Record):
    value: int = i64()  # sum of the mover's shares
    next: int = i32()
    visits: int = i32()
    action: int = i32()
    prior: int = i32()


def begin(workspace: Any, seat: int) -> None:
    """A new tree. Hides the root itself as well: nothing the caller forgot to erase can reach the search."""
    states, plan = workspace[0], workspace[5]
    rules.hide(states[ROOT], seat)
    p = plan[0]
    p.stamp += 1
    p.edges = 0
    p.nodes = 0
    p.playouts = 0
    p.root = -1
    for k in range(MOST):
        p.won[k] = 0
        p.points[k] = 0


def run(workspace: Any, seat: int, seed: int, times: int) -> None:
    """So many more playouts for `seat` from states[ROOT], a hidden state."""
    states, _, _, edges, path, plan, _, _, _, _ = workspace
    p = plan[0]
    s = states[WORK]
    for _ in range(times):
        states[WORK] = states[ROOT]
        seed_rng(s, mix(seed, p.playouts))
        rules.redeal(s, seat)
        if p.trust:
            beliefs.believe(s, seat)
        steps = descend(workspace, seat)
        for k in range(steps):
            edge = edges[path[k].edge]
            edge.visits += 1
            edge.value += p.gain[path[k].seat]
        if steps:
            p.won[edges[path[0].edge].action] += p.gain[seat]
        p.playouts += 1


def descend(workspace: Any, seat: int) -> int:
    """Down the tree to something new, which the network judges, or to the end of the match; the number of steps."""
    states, words, nodes, edges, path, plan, _, _, _, logits = workspace
    p = plan[0]
    s = states[WORK]
    steps = 0
    for _ in range(LONGEST):
        asked = rules.waiting(s)
        if asked == 0:
            pay(s, p)
            return steps
        mover = seat if asked >> seat & 1 else first(asked)  # several at once: the order tells nobody anything
        mask = rules.legal(s, mover)
        if mask & (mask - 1) == 0:
            rules.apply(s, mover, first(mask))
            continue
        if mover != seat and knows_more(states, words, seat, mover):
            ask(workspace, mover)
            rules.apply(s, mover, draw(s, logits, mask))
            continue
        n = find(nodes, p, key_of(states, words, seat, mover))
        if n < 0 or steps == len(path):
            break
        if p.root < 0:
            p.root = n
        if nodes[n].first == 0:
            value = ask(workspace, mover)
            nodes[n].value = int(UNIT * value)
            grow(nodes[n], edges, p, logits, mask)
            share_out(workspace, mover, value)
            return steps
        e = select(nodes[n], edges, p, mask)
        if e == 0:
            break
        path[steps].seat = mover
        path[steps].edge = e
        steps += 1
        rules.apply(s, mover, edges[e].action + 0)
    asked = rules.waiting(s)
    if asked == 0:
        pay(s, p)
    else:
        share_out(workspace, first(asked), ask(workspace, first(asked)))
    return steps


def ask(workspace: Any, seat: int) -> float:
    """The network's value for this seat of states[WORK], and its logits, from what the seat may know."""
    states, _, _, _, _, _, net, row, own, logits = workspace
    veil = states[VEIL]
    states[VEIL] = states[WORK]
    rules.hide(veil, seat)
    planes.observe(veil, seat, row[:own])
    ahead.lookahead(veil, seat, row[own:])
    value: float = network.answer(net, row, rules.legal(veil, seat), logits)
    return value


def share_out(workspace: Any, mover: int, value: float) -> None:
    """Every seat's expected share: the mover's as the network says, of the rest each its part by its own view."""
    p = workspace[5][0]
    seats = workspace[0][WORK].seats + 0
    if seats == 2:
        p.gain[mover] = int(UNIT * value)
        p.gain[1 - mover] = UNIT - p.gain[mover]
        return
    total = 0.0
    for q in range(seats):
        if q != mover:
            each = ask(workspace, q) + 0.001
            p.gain[q] = int(UNIT * each)
            total += each
    for q in range(seats):
        if q != mover:
            p.gain[q] = int(p.gain[q] * (1.0 - value) / total)
    p.gain[mover] = int(UNIT * value)


def pay(s: Any, p: Any) -> None:
    won = rules.winners(s)
    for q in range(s.seats):
        p.gain[q] = UNIT // count(won) if won >> q & 1 else 0


def largest(logits: Any, mask: int) -> float:
    top = -1e30
    for a in range(len(logits)):
        if mask >> a & 1:
            top = max(top, logits[a] + 0.0)
    return top


def draw(s: Any, logits: Any, mask: int) -> int:
    """An action by the network's policy."""
    top = largest(logits, mask)
    total = 0.0
    for a in range(len(logits)):
        if mask >> a & 1:
            total += exp(logits[a] - top)
    left = total * below(s, 1 << 20) / (1 << 20)
    action = first(mask)
    for a in range(len(logits)):
        if mask >> a & 1:
            action = a
            left -= exp(logits[a] - top)
            if left < 0.0:
                return action
    return action


def grow(node: Any, edges: Any, p: Any, logits: Any, mask: int) -> None:
    """An edge for every legal action, with its prior."""
    top = largest(logits, mask)
    total = 0.0
    for a in range(len(logits)):
        if mask >> a & 1:
            total += exp(logits[a] - top)
    if p.edges + count(mask) < len(edges):
        for a in range(len(logits)):
            if mask >> a & 1:
                new_edge(node, edges, p, a, int(PRIOR * exp(logits[a] - top) / total))


def new_edge(node: Any, edges: Any, p: Any, action: int, prior: int) -> int:
    if p.edges + 1 >= len(edges):
        return 0
    p.edges += 1
    e: int = p.edges + 0
    edge = edges[e]
    edge.value = 0
    edge.visits = 0
    edge.action = action
    edge.prior = prior
    edge.next = node.first
    node.first = e
    node.tried = node.tried | 1 << action
    return e


def select(node: Any, edges: Any, p: Any, mask: int) -> int:
    """PUCT over what is legal now. An action that another deal did not allow gets an edge when it is first met."""
    fresh = mask & ~node.tried
    if fresh:
        return new_edge(node, edges, p, first(fresh), PRIOR // count(mask))
    visits = 1
    e = node.first + 0
    while e:
        if mask >> edges[e].action & 1:
            visits += edges[e].visits
        e = edges[e].next + 0
    weight = 0.001 * p.explore * sqrt(visits) / PRIOR
    unknown = node.value / UNIT - 0.001 * p.doubt
    best = 0
    best_value = -1e9
    e = node.first + 0
    while e:
        edge = edges[e]
        if mask >> edge.action & 1:
            n = edge.visits
            value = (edge.value / (n * UNIT) if n else unknown) + weight * edge.prior / (1 + n)
            if value > best_value:
                best = e
                best_value = value
        e = edge.next + 0
    return best


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
    node.value = 0
    return n


def key_of(states: Any, words: Any, seat: int, mover: int) -> int:
    states[VEIL] = states[WORK]
    rules.hide(states[VEIL], seat)
    if mover != seat:
        rules.hide(states[VEIL], mover)
    return mix(digest(words[VEIL]), mover)


def knows_more(states: Any, words: Any, seat: int, mover: int) -> bool:
    """Whether `mover` sees anything now that `seat` does not."""
    states[VEIL] = states[WORK]
    rules.hide(states[VEIL], mover)
    before = digest(words[VEIL])
    rules.hide(states[VEIL], seat)
    return digest(words[VEIL]) != before


def lead(workspace: Any) -> int:
    """How many more visits the most visited action has than the next: no fewer playouts can change the choice."""
    nodes, edges, p = workspace[2], workspace[3], workspace[5][0]
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
    """The action most visited, of equals the one the network prefers."""
    nodes, edges, p = workspace[2], workspace[3], workspace[5][0]
    e: int = nodes[p.root].first + 0
    top = e
    while e:
        if edges[e].visits > edges[top].visits or (
            edges[e].visits == edges[top].visits and edges[e].prior > edges[top].prior
        ):
            top = e
        e = edges[e].next + 0
    action: int = edges[top].action + 0
    return action
