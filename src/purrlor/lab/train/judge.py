"""How strong a network is while it learns: one seat of it, without search, against cats on all others."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import nn

from purrlor.core.game import Game
from purrlor.lab.gpu.env import GpuVectorEnv
from purrlor.lab.train.settings import Settings

SEED = 20_261
LONGEST = 6000  # decisions of a lane; a match that is longer does not count


@dataclass(frozen=True)
class Strength:
    players: int
    matches: int
    share: float  # of the victory; even is 1 / players
    half: float  # of its 95 % interval

    def __str__(self) -> str:
        return f"{self.players} players {100 * self.share:.1f} ± {100 * self.half:.1f} % of {self.matches}"


@torch.no_grad()
def strength(game: Game, net: nn.Module, settings: Settings, players: int) -> Strength:
    """The first match of every lane, so that short ones count no more than long ones."""
    env = GpuVectorEnv(
        game, settings.judged, players, seed=SEED, skip=True, device=settings.device, lookahead=settings.lookahead
    )
    env.reset()
    lane = torch.arange(env.lanes, device=env.device)
    own = lane % players
    open_ = torch.ones(env.lanes, dtype=torch.bool, device=env.device)
    won = torch.zeros(env.lanes, device=env.device)
    for step in range(LONGEST):
        cats = env.sensible_actions().clone()
        chosen = net(env.observations, env.masks)[0].argmax(1)
        env.step(torch.where(env.seats == own, chosen, cats), check=False)
        ended = env.done & open_
        won = torch.where(ended, env.rewards[lane, own], won)
        open_ = open_ & ~ended
        if step % 16 == 15 and not bool(open_.any()):
            break
    shares = won[~open_]
    half = 1.96 * float(shares.std()) / math.sqrt(len(shares)) if len(shares) > 1 else 1.0
    return Strength(players, len(shares), float(shares.mean()), half)
