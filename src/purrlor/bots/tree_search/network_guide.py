"""A search's guide that asks a network (PUCT): its policy says what to try, its value replaces roll-outs.

See search.py for what a guide is. The loader binds the names below to one game's functions and to its kind of network.
Where the mover knows more than the searching seat, it plays by the network's policy, from its own view. All views go
through `hide`. The guide's own part of a workspace: the network, a row of features, how many of them are the
observation, and the logits of the last answer.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from purrlor.bots.tree_search import tree
from purrlor.bots.tree_search.tree import UNIT, VEIL, WORK, add_edge
from purrlor.core.chance import below
from purrlor.core.record import i32, i64
from purrlor.core.seats import count, first

rules: Any = None  # the game's rules
features: Any = None  # its observation
ahead: Any = None  # `lookahead` of the game, or of rollout_defaults.py
network: Any = None  # networks/flat.py or networks/grid.py

PRIOR = 1 << 16  # a certain action
LONGEST = 400  # decisions of a descent before it is judged where it stands
LEAF_IS_EDGE = False


class Plan(tree.Plan):
    doubt: int = i32()  # how much worse than its node an action not tried yet is thought to be, in thousandths
    least: int = i32()  # playouts that every action in `wanted` gets at the root, however bad it looks
    wanted: int = i64()


class Node(tree.Node):
    value: int = i64()  # the mover's share that the network expected here
    is_root: int = i32()


class Edge(tree.Edge):
    prior: int = i32()


def begin(p: Any) -> None:
    """Nothing to clear."""


def stage(s: Any) -> int:
    return 0


def is_past(s: Any, began: int) -> bool:
    """A network judges the whole match."""
    return False


def open_node(states: Any, p: Any, own: Any, seat: int, node: Any, edges: Any, mover: int, mask: int) -> int:
    """A new node is a leaf: one answer of the network gives its value and the priors of all its edges."""
    value = ask(states, own, mover)
    node.value = int(UNIT * value)
    node.is_root = 1 if p.nodes == 1 else 0
    grow(node, edges, p, own[3], mask)
    share_out(states, p, own, seat, mover, value)
    return 1


def select(s: Any, node: Any, edges: Any, p: Any, mask: int) -> int:
    """PUCT over what is legal now. An action that another deal did not allow gets an edge when it is first met."""
    fresh = mask & ~node.tried
    if fresh:
        return edge_with_prior(node, edges, p, first(fresh), PRIOR // count(mask))
    if node.is_root and p.wanted & mask:
        behind = least_tried(node, edges, p, mask)
        if behind:
            return behind
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


def least_tried(node: Any, edges: Any, p: Any, mask: int) -> int:
    """An edge that somebody wants to know about and that was not tried often enough; 0: none."""
    e: int = node.first + 0
    while e:
        if (mask & p.wanted) >> edges[e].action & 1 and edges[e].visits < p.least:
            return e
        e = edges[e].next + 0
    return 0


def policy(states: Any, p: Any, own: Any, seat: int, mover: int, mask: int) -> int:
    """An action drawn by the network's policy, from what the mover sees."""
    ask(states, own, mover)
    return draw(states[WORK], own[3], mask)


def judge(states: Any, p: Any, own: Any, seat: int, began: int) -> None:
    """A leaf that is no new node: the end of the match, or a tree without room."""
    s = states[WORK]
    asked = rules.waiting(s)
    if asked == 0:
        won = rules.winners(s)
        for q in range(s.seats):
            p.gain[q] = UNIT // count(won) if won >> q & 1 else 0
        p.share = p.gain[seat]
    else:
        share_out(states, p, own, seat, first(asked), ask(states, own, first(asked)))


def is_better(edge: Any, other: Any) -> bool:
    better: bool = edge.prior > other.prior
    return better


def ask(states: Any, own: Any, seat: int) -> float:
    """The network's value for this seat of states[WORK], and its logits, from what the seat may know."""
    net, row, observed, logits = own
    veil = states[VEIL]
    states[VEIL] = states[WORK]
    rules.hide(veil, seat)
    features.observe(veil, seat, row[:observed])
    ahead.lookahead(veil, seat, row[observed:])
    value: float = network.answer(net, row, rules.legal(veil, seat), logits)
    return value


def share_out(states: Any, p: Any, own: Any, seat: int, mover: int, value: float) -> None:
    """Every seat's expected share: the mover's as the network says, of the rest each its part by its own view."""
    seats = states[WORK].seats + 0
    p.gain[mover] = int(UNIT * value)
    if seats == 2:
        p.gain[1 - mover] = UNIT - p.gain[mover]
    else:
        total = 0.0
        for q in range(seats):
            if q != mover:
                each = ask(states, own, q) + 0.001
                p.gain[q] = int(UNIT * each)
                total += each
        for q in range(seats):
            if q != mover:
                p.gain[q] = int(p.gain[q] * (1.0 - value) / total)
    p.share = p.gain[seat]


def grow(node: Any, edges: Any, p: Any, logits: Any, mask: int) -> None:
    """An edge for every legal action, with its prior."""
    top = largest(logits, mask)
    total = total_weight(logits, mask, top)
    if p.edges + count(mask) < len(edges):
        for a in range(len(logits)):
            if mask >> a & 1:
                edge_with_prior(node, edges, p, a, int(PRIOR * exp(logits[a] - top) / total))


def edge_with_prior(node: Any, edges: Any, p: Any, action: int, prior: int) -> int:
    e = add_edge(node, edges, p, action)
    edges[e].prior = prior
    return e


def draw(s: Any, logits: Any, mask: int) -> int:
    """An action by the network's policy."""
    top = largest(logits, mask)
    left = total_weight(logits, mask, top) * below(s, 1 << 20) / (1 << 20)
    action = first(mask)
    for a in range(len(logits)):
        if mask >> a & 1:
            action = a
            left -= exp(logits[a] - top)
            if left < 0.0:
                return action
    return action


def largest(logits: Any, mask: int) -> float:
    top = -1e30
    for a in range(len(logits)):
        if mask >> a & 1:
            top = max(top, logits[a] + 0.0)
    return top


def total_weight(logits: Any, mask: int, top: float) -> float:
    """The sum of a softmax; `top`, the largest logit, keeps it finite."""
    total = 0.0
    for a in range(len(logits)):
        if mask >> a & 1:
            total += exp(logits[a] - top)
    return total
