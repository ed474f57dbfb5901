"""Who says what a choice was worth: for each game the search that predicts results best (`purrlor bench grades`).

It is measured on matches of kittens and cats, who play as people do. A network has learned who wins among players like
itself: in Cat Café it took a lead of a beginner for lost. It judges in Rat-a-Tat Cat, where it knows a little more. It
expects no points: those come from the tiger. One judge says both the chance to win and what a choice cost: with two of
them the curve and the words about it contradict each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from purrlor.bots.networks.learned import WEIGHTS
from purrlor.core.game import Game


@dataclass(frozen=True, slots=True)
class Judge:
    """A player whose search judges, and its playouts for a whole match, for one decision, and for a closer look."""

    player: str
    match: int
    most: int
    closer: int
    doubt: float = 0.25  # the variance of a playout that nobody has seen yet: a network's values differ less

    def each(self, decisions: int) -> int:
        """Playouts for each of so many decisions."""
        return max(self.most // 12, min(self.most, self.match // max(1, decisions)))


TIGER = Judge("tiger", 100_000, 3000, 3000)
LION = Judge("lion", 3000, 48, 96, doubt=0.02)
JUDGES = {
    # off by 0.15 in the mean square in matches of kittens and cats; the network by 0.19
    "cat-cafe": Judge("tiger", 50_000, 1500, 3000),
    "more-kitties": TIGER,  # its roll-outs go on to the end, and predict it better than the network
    "pocket-cats": TIGER,  # predicts results a little better than the network, in a fifth of the time
}


def judge_of(game: Game) -> Judge:
    """The lion where the game has learned weights and nothing else was measured, else the tiger."""
    return JUDGES.get(game.name, LION) if game.has(WEIGHTS) else TIGER
