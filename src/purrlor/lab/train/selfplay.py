"""One lesson's worth of self-play: what every seat saw, did, and what came of it.

Only the end of a match pays. A lane's seats take turns in it, so the advantage is carried back for each seat by itself;
where the lesson cuts a match, every seat is asked from its own view what it expects.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from purrlor.lab.gpu.env import GpuVectorEnv
from purrlor.lab.train.settings import Settings

SLIPS = 0.15  # while a cat is watched: decisions that somebody else makes, so that more is seen than cats see


class Memory:
    """Room for one lesson, made once."""

    def __init__(self, env: GpuVectorEnv, settings: Settings) -> None:
        steps, lanes, device = settings.steps, env.lanes, env.device

        def room(kind: torch.dtype, *more: int) -> Tensor:
            return torch.zeros(steps, lanes, *more, dtype=kind, device=device)

        self.rows = room(torch.int16, env.library.features)
        self.legal, self.actions = room(torch.int64), room(torch.int64)
        self.wanted = room(torch.float16, env.library.actions)  # how much of every action the one who is watched wants
        self.chance, self.value, self.advantage = (room(torch.float32) for _ in range(3))
        self.seats, self.done = room(torch.int64), room(torch.bool)
        self.rewards = room(torch.float32, env.library.seats)
        self.bits = torch.arange(env.library.actions, device=device)
        self.blend = torch.zeros((), device=device)  # share of the margin in the rewards

    def only(self, actions: Tensor) -> Tensor:
        """These actions and no other."""
        return (actions[:, None] == self.bits).half()

    def masks(self, legal: Tensor) -> Tensor:
        return (legal[:, None] >> self.bits & 1).bool()


def blended(env: GpuVectorEnv, settings: Settings, share: Tensor) -> Tensor:
    """Each seat's reward: its share of the victory and, at first, how far it was ahead of the best other seat."""
    if settings.blend <= 0.0:
        return env.rewards
    there = torch.arange(env.library.seats, device=env.device)[None] < env.players_before()[:, None]
    points = env.scores.float() / settings.points
    points = torch.where(there, points, torch.full_like(points, -1e9))
    most = points.amax(1, keepdim=True)
    leads = points >= most
    second = points.masked_fill(leads, -1e9).amax(1, keepdim=True)
    second = torch.where(leads.sum(1, keepdim=True) > 1, most, second)
    best_other = torch.where(leads, second, most)
    close = torch.sigmoid(points - best_other)
    mixed = (1.0 - share) * env.rewards + share * close
    return torch.where(there & env.done[:, None], mixed, torch.zeros_like(mixed))


@torch.no_grad()
def play(env: GpuVectorEnv, net: nn.Module, memory: Memory, settings: Settings, watch: bool) -> None:
    """Fill the memory; with `watch`, mostly with what cats do."""
    m = memory
    for t in range(settings.steps):
        m.rows[t] = env.observations
        m.legal[t] = env.legal
        m.seats[t] = env.seats
        logits, m.value[t] = net(m.rows[t], env.masks)
        drawn = (logits - torch.empty_like(logits).exponential_().log_()).argmax(1)
        if watch:
            cats = env.sensible_actions().clone()
            m.wanted[t] = m.only(cats)
            slip = torch.rand(env.lanes, device=env.device)
            free = torch.rand_like(logits).masked_fill(~env.masks, -1.0).argmax(1)
            drawn = torch.where(slip < SLIPS / 2, free, torch.where(slip < SLIPS, drawn, cats))
        m.actions[t] = drawn
        m.chance[t] = torch.log_softmax(logits, 1).gather(1, drawn[:, None]).squeeze(1)
        env.step(drawn, check=False)
        m.rewards[t] = blended(env, settings, m.blend)
        m.done[t] = env.done
    estimate_advantages(env, net, memory, settings)


def estimate_advantages(env: GpuVectorEnv, net: nn.Module, memory: Memory, settings: Settings) -> None:
    """Advantages, from the last decision back to the first."""
    m, seats = memory, env.library.seats
    coming = torch.stack([net(env.view_of(seat), env.masks)[1] for seat in range(seats)], 1)
    carried = torch.zeros_like(coming)
    for t in reversed(range(settings.steps)):
        over = m.done[t][:, None]
        coming = torch.where(over, m.rewards[t], coming)
        carried = torch.where(over, torch.zeros_like(carried), carried)
        seat = m.seats[t][:, None]
        gain = coming.gather(1, seat).squeeze(1) - m.value[t]
        m.advantage[t] = gain + settings.trace * carried.gather(1, seat).squeeze(1)
        coming = coming.scatter(1, seat, m.value[t][:, None])
        carried = carried.scatter(1, seat, m.advantage[t][:, None])
