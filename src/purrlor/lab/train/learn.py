"""Proximal policy optimisation (PPO) on one lesson of self-play, or imitation of what was watched."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from purrlor.lab.train.selfplay import Memory
from purrlor.lab.train.settings import Settings

LONGEST = 1.0  # norm of a gradient


@dataclass
class Lesson:
    """What a lesson was like."""

    entropy: float
    explained: float  # share of the results' variance that the value tells
    loss: float

    def is_sound(self) -> bool:
        return all(math.isfinite(number) for number in (self.entropy, self.loss))


def learn(
    net: nn.Module, optimiser: torch.optim.Optimizer, memory: Memory, settings: Settings, entropy: float, watched: bool
) -> Lesson:
    m = memory
    total = m.actions.numel()
    rows, legal, actions = m.rows.flatten(0, 1), m.legal.flatten(), m.actions.flatten()
    wanted, chance, advantage = m.wanted.flatten(), m.chance.flatten(), m.advantage.flatten()
    result = (advantage + m.value.flatten()).clamp(0.0, 1.0)
    even = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    size = max(1, total // settings.batches)
    spread, loss = torch.zeros(()), torch.zeros(())
    for _ in range(settings.epochs):
        order = torch.randperm(total, device=rows.device)
        for at in range(0, total - size + 1, size):
            k = order[at : at + size]
            logits, value = net(rows, m.masks(legal[k]), k)
            odds = torch.log_softmax(logits, 1)
            spread = -(odds.exp() * odds.clamp(min=-20.0)).sum(1).mean()
            loss = F.mse_loss(value, result[k])
            if watched:
                loss = loss - odds.gather(1, wanted[k][:, None]).clamp(min=-20.0).mean()
            else:
                loss = loss + clipped(odds, actions[k], chance[k], even[k], settings.clip) - entropy * spread
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), LONGEST, error_if_nonfinite=False)
            optimiser.step()
    explained = 1.0 - float((result - m.value.flatten()).var() / result.var().clamp(min=1e-9))
    return Lesson(float(spread.detach()), explained, float(loss.detach()))


def clipped(odds: Tensor, actions: Tensor, before: Tensor, advantage: Tensor, clip: float) -> Tensor:
    ratio = (odds.gather(1, actions[:, None]).squeeze(1) - before).exp()
    return -torch.minimum(ratio * advantage, ratio.clamp(1.0 - clip, 1.0 + clip) * advantage).mean()
