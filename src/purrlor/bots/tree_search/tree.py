"""The memory of a tree search: a hash table of nodes, and for every node a chain of edges. No game in here.

    nodes   [ . ][ A ][ . ][ B ] …      found by a hash of what the mover knows (`find`)
                   │ first
    edges   [ 0 ][ c ]→[ b ]→[ a ]→ 0   one for each action tried, the newest first; number 0 means none

A guide (`rollout_guide.py`, `network_guide.py`) extends Plan, Node and Edge by the fields it needs itself.
"""

from __future__ import annotations

from typing import Any

from purrlor.core.record import Record, i32, i64
from purrlor.core.seats import MAX_SEATS

UNIT = 1 << 20  # a whole win
MOST = 64  # actions of a decision
ROOT, WORK, VEIL = 0, 1, 2  # the rows of `states`: the root, the state a playout changes, a state being hidden
PATH = 1024  # most steps in the tree
TREE, POLICY, FAIR = (
    0,
    1,
    2,
)  # who decides for the others: the tree, the guide's policy, the policy where they know more


class Plan(Record):
    """What to do (in thousandths where it is a fraction), and what has been done."""

    gain: list[int] = i64(MAX_SEATS)  # each seat's utility in the playout just finished
    score: list[int] = i64(MAX_SEATS)  # … and its score, where the guide asks for scores
    share: int = i64()  # … and the searching seat's share of the victory
    won: list[int] = i64(MOST)  # by action at the root: the searching seat's shares, summed
    squares: list[int] = i64(MOST)  # … the squares of its shares
    points: list[int] = i64(MOST)  # … its scores
    point_squares: list[int] = i64(MOST)  # … and the squares of its scores
    playouts: int = i32()
    edges: int = i32()  # used
    nodes: int = i32()
    stamp: int = i32()  # of this search: older nodes count as empty
    root: int = i32()  # its place in the table, -1 before it is there
    judged: int = i32()  # 1: the guide judged this playout's leaf when it opened the node
    explore: int = i32()  # weight of what has hardly been tried
    depth: int = i32()  # most decisions in the tree; 1 is flat Monte-Carlo
    others: int = i32()  # TREE, POLICY or FAIR
    trust: int = i32()  # 1: the others are believed to play as people do


class Node(Record):
    key: int = i64()
    tried: int = i64()  # actions that have an edge
    first: int = i32()  # the newest edge, 0: none
    stamp: int = i32()


class Edge(Record):
    value: int = i64()  # sum of the mover's utilities
    next: int = i32()
    visits: int = i32()
    action: int = i32()


class Step(Record):
    edge: int = i32()
    seat: int = i32()


def clear(p: Any) -> None:
    """Begin a new tree in the same memory."""
    p.stamp += 1
    p.edges = 0
    p.nodes = 0
    p.playouts = 0
    p.root = -1
    for k in range(MOST):
        p.won[k] = 0
        p.squares[k] = 0
        p.points[k] = 0
        p.point_squares[k] = 0


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
    return n


def add_edge(node: Any, edges: Any, p: Any, action: int) -> int:
    """A new edge at the front of the node's chain; 0 where no room is left."""
    if p.edges + 1 >= len(edges):
        return 0
    p.edges += 1
    e: int = p.edges + 0
    edge = edges[e]
    edge.value = 0
    edge.visits = 0
    edge.action = action
    edge.next = node.first
    node.first = e
    node.tried = node.tried | 1 << action
    return e


def digest(row: Any) -> int:
    """A hash of a record's words."""
    h = 1
    for k in range(len(row)):
        h = (h ^ row[k]) * 0x2545F4914F6CDD1D & 0x1FFFFFFFFFFFFFFF
        h ^= h >> 32
    return h
