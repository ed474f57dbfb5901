"""Proximal policy optimisation (PPO) on one lesson of self-play, or imitation of what was watched."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from purrlor.lab.train.recorded import Recorded
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


class Learner:
    """Changes a network after every lesson. The batches of a lesson are one piece of work, done again and again."""

    def __init__(self, net: nn.Module, optimiser: torch.optim.Optimizer, memory: Memory, settings: Settings) -> None:
        self.net, self.optimiser, self.memory, self.settings = net, optimiser, memory, settings
        total, device = memory.actions.numel(), memory.actions.device
        self.size = max(1, total // settings.batches)
        self.picks = torch.zeros(self.size, dtype=torch.int64, device=device)  # the batch
        self.result, self.even = torch.zeros(total, device=device), torch.zeros(total, device=device)
        self.entropy, self.spread, self.loss = (torch.zeros((), device=device) for _ in range(3))
        self.improve = Recorded(lambda: self.use_batch(watched=False), str(device))
        self.imitate = Recorded(lambda: self.use_batch(watched=True), str(device))

    def learn(self, entropy: float, watched: bool, epochs: int) -> Lesson:
        m = self.memory
        value, advantage = m.value.flatten(), m.advantage.flatten()
        self.entropy.fill_(entropy)
        torch.clamp(advantage + value, 0.0, 1.0, out=self.result)
        torch.div(advantage - advantage.mean(), advantage.std() + 1e-6, out=self.even)
        total = len(value)
        for _ in range(epochs):
            order = torch.randperm(total, device=value.device)
            for at in range(0, total - self.size + 1, self.size):
                self.picks.copy_(order[at : at + self.size])
                (self.imitate if watched else self.improve)()
        explained = 1.0 - float((self.result - value).var() / self.result.var().clamp(min=1e-9))
        return Lesson(float(self.spread), explained, float(self.loss))

    def use_batch(self, watched: bool) -> None:
        m, k = self.memory, self.picks
        logits, value = self.net(m.rows.flatten(0, 1), m.masks(m.legal.flatten()[k]), k)
        odds = torch.log_softmax(logits, 1)
        spread = -(odds.exp() * odds.clamp(min=-20.0)).sum(1).mean()
        loss = F.mse_loss(value, self.result[k])
        if watched:
            loss = loss - (m.wanted.flatten(0, 1)[k] * odds.clamp(min=-20.0)).sum(1).mean()
        else:
            before, actions = m.chance.flatten()[k], m.actions.flatten()[k]
            loss = loss + clipped(odds, actions, before, self.even[k], self.settings.clip) - self.entropy * spread
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), LONGEST, error_if_nonfinite=False)
        self.optimiser.step()
        self.spread.copy_(spread.detach())
        self.loss.copy_(loss.detach())


def clipped(odds: Tensor, actions: Tensor, before: Tensor, advantage: Tensor, clip: float) -> Tensor:
    ratio = (odds.gather(1, actions[:, None]).squeeze(1) - before).exp()
    return -torch.minimum(ratio * advantage, ratio.clamp(1.0 - clip, 1.0 + clip) * advantage).mean()
