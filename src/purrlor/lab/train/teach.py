"""One lesson by a search: it plays, and says of every position what it would do and what it expects.

The search is flat Monte-Carlo on the device (`lanes.cu`). Its expectation takes the place of the network's in the
lesson, so that a value is learned from what searching players see and get.
"""

from __future__ import annotations

import torch
from torch import nn

from purrlor.lab.gpu.env import GpuVectorEnv
from purrlor.lab.train.selfplay import Memory, blended, estimate_advantages
from purrlor.lab.train.settings import Settings

SURE = 0.03  # a choice worth so much more is wanted e times as much
MARGIN = 0.3  # of a roll-out's worth
OTHERS = 0.2  # decisions that the network, a cat or chance make, so that more is seen than the search would play


@torch.no_grad()
def teach(env: GpuVectorEnv, net: nn.Module, memory: Memory, settings: Settings) -> None:
    """Fill the memory with what the search does; where it found nothing, a cat shows what to do."""
    m = memory
    for t in range(settings.steps):
        m.rows[t] = env.observations
        m.legal[t] = env.legal
        m.seats[t] = env.seats
        logits, value = net(m.rows[t], env.masks)
        cats = env.sensible_actions().clone()
        worth, tries = env.searched(settings.rollouts, settings.horizon, MARGIN, settings.points)
        is_searched = tries.sum(1) > 0
        wanted = (worth / SURE + tries.log()).softmax(1)  # what was never tried: nothing
        m.wanted[t] = torch.where(is_searched[:, None], wanted, m.only(cats))
        m.value[t] = torch.where(is_searched, (m.wanted[t] * worth).sum(1), value)
        drawn = (logits - torch.empty_like(logits).exponential_().log_()).argmax(1)
        free = torch.rand_like(logits).masked_fill(~env.masks, -1.0).argmax(1)
        who = torch.rand(env.lanes, device=env.device) / OTHERS * 3.0  # from 3 on: the search
        chosen = torch.where(who < 3.0, torch.where(who < 1.0, drawn, cats), m.wanted[t].argmax(1))
        env.step(torch.where((who >= 2.0) & (who < 3.0), free, chosen), check=False)
        m.rewards[t] = blended(env, settings, m.blend)
        m.done[t] = env.done
    estimate_advantages(env, net, memory, settings)
