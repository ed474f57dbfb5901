"""Information-set tree search for any game, guided by roll-outs or by a network. No objects are made while searching.

The loader (core/compilers/native.py) binds the names below to one game's functions and to a guide. One playout:

    redeal ──► descend ───────────────────► judge ────────────► back up
    one deal   down the tree, by the        the guide: what     the result into every
    that may   guide's `select`, to a leaf  is the leaf worth?  edge on the path
    be true

A node stands for what the seat that moves there can tell apart, as far as the searching seat can follow: the state,
hidden from both, hashed. Nothing else of the game is looked at. A guide is a module with

    Plan, Node, Edge   the records of tree.py with fields of its own
    LONGEST            most decisions of a descent
    LEAF_IS_EDGE       whether a descent ends after an edge that is used for the first time
    begin(p)           clear its own fields
    stage(s), is_past(s, stage)           the part of the match that a search stays in
    open_node(…, node, edges, mover, mask)  fill a new node; 1: it has judged the leaf, too
    select(s, node, edges, p, mask)         the edge to follow, made if need be; 0: no room for it
    policy(…, mover, mask)                  the action of a player whom the tree does not guide
    judge(…, stage)                         p.gain of every seat, p.share (and p.score) of the searching one
    is_better(edge, other)                  which of two equally visited actions to choose

where … is states, p, own, seat: `own` is what the guide alone needs. A whole workspace is unpacked once for a playout:
passing it on costs as much as a decision.
"""

from __future__ import annotations

from typing import Any

from purrlor.bots.tree_search.tree import FAIR, PATH, POLICY, ROOT, UNIT, VEIL, WORK, Step, clear, digest, find
from purrlor.core.chance import mix, seed_rng
from purrlor.core.seats import first

rules: Any = None  # the game's rules
beliefs: Any = None  # `believe` of its strategy, or of rollout_defaults.py
guide: Any = None  # rollout_guide.py or network_guide.py

__all__ = ["PATH", "UNIT", "Step"]
# A workspace is the memory of one search: three states, the same as words, nodes, edges, a path, a plan, and what the
# guide alone needs.


def begin(workspace: Any, seat: int) -> None:
    """A new tree. Hides the root itself as well: nothing the caller forgot to erase can reach the search."""
    states, _, _, _, _, plan, _ = workspace
    rules.hide(states[ROOT], seat)
    clear(plan[0])
    guide.begin(plan[0])


def run(workspace: Any, seat: int, seed: int, count: int) -> None:
    """`count` more playouts for `seat` from states[ROOT], a hidden state."""
    states, _, _, edges, path, plan, own = workspace
    p = plan[0]
    s = states[WORK]
    stage = guide.stage(states[ROOT])
    for _ in range(count):
        states[WORK] = states[ROOT]
        seed_rng(s, mix(seed, p.playouts))
        rules.redeal(s, seat)
        if p.trust:
            beliefs.believe(s, seat)
        p.judged = 0
        steps = descend(workspace, seat, stage)
        if p.judged == 0:
            guide.judge(states, p, own, seat, stage)
        back_up(edges, path, p, seat, steps)
        p.playouts += 1


def descend(workspace: Any, seat: int, stage: int) -> int:
    """Down the tree to a leaf; returns the number of steps in `path`.

    A decision on the way is one of three: forced (one action: no node), outside the tree (the mover knows what `seat`
    does not: the guide's policy decides), or a node, where the guide selects an edge.
    """
    states, words, nodes, edges, path, plan, own = workspace
    p = plan[0]
    s = states[WORK]
    steps = 0
    is_leaf = False
    for _ in range(guide.LONGEST):
        asked = rules.waiting(s)
        if asked == 0 or steps >= p.depth or steps >= len(path) or guide.is_past(s, stage):
            break
        mover = seat if asked >> seat & 1 else first(asked)  # several at once: the order tells nobody anything
        mask = rules.legal(s, mover)
        if steps and mask & (mask - 1) == 0:  # forced; but the root is always a node
            action = first(mask)
        elif mover != seat and is_outside(states, words, p, seat, mover):
            action = guide.policy(states, p, own, seat, mover, mask)
        else:
            n = find(nodes, p, knowledge_key(states, words, seat, mover))
            if n < 0:
                break  # the table is full
            if p.root < 0:
                p.root = n
            if nodes[n].first == 0:
                p.judged = guide.open_node(states, p, own, seat, nodes[n], edges, mover, mask)
                if p.judged:
                    break
            e = guide.select(s, nodes[n], edges, p, mask)
            if e == 0:
                break  # no room for another edge
            is_leaf = guide.LEAF_IS_EDGE and edges[e].visits == 0
            action = edges[e].action + 0
            path[steps].seat = mover
            path[steps].edge = e
            steps += 1
        rules.apply(s, mover, action)  # at one place: the rules are inlined here
        if is_leaf:
            break
    return steps


def is_outside(states: Any, words: Any, p: Any, seat: int, mover: int) -> bool:
    """Whether another seat's decision has no node of its own."""
    return p.others == POLICY or (p.others == FAIR and knows_more(states, words, seat, mover))


def back_up(edges: Any, path: Any, p: Any, seat: int, steps: int) -> None:
    """The playout's result into every edge on its path, and into the statistics of the root's actions."""
    for k in range(steps):
        edge = edges[path[k].edge]
        edge.visits += 1
        edge.value += p.gain[path[k].seat]
    if steps:
        action = edges[path[0].edge].action
        p.won[action] += p.share
        p.squares[action] += p.share * p.share // UNIT
        p.points[action] += p.score[seat]
        p.point_squares[action] += p.score[seat] * p.score[seat]


def knowledge_key(states: Any, words: Any, seat: int, mover: int) -> int:
    """The hash of what `mover` can tell apart, as far as `seat` can follow."""
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
    _, _, nodes, edges, _, plan, _ = workspace
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
    """The action most visited, of equals the one the guide finds better."""
    _, _, nodes, edges, _, plan, _ = workspace
    e: int = nodes[plan[0].root].first + 0
    top = e
    while e:
        ahead = edges[e].visits - edges[top].visits
        if ahead > 0 or (ahead == 0 and guide.is_better(edges[e], edges[top])):
            top = e
        e = edges[e].next + 0
    action: int = edges[top].action + 0
    return action
