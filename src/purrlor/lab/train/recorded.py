"""Work on a GPU that is recorded once and then started by one call: single launches would let the GPU wait."""

from __future__ import annotations

from collections.abc import Callable

import torch


class Recorded:
    """Does `work` when it is called. On a GPU the first call does it launch by launch, the second records a CUDA graph,
    and from then on the graph is started. So `work` must always do the same to the same tensors: numbers that change
    are in tensors, and nothing is asked of the device."""

    def __init__(self, work: Callable[[], None], device: str) -> None:
        self.work, self.on_gpu = work, device.startswith("cuda")
        self.is_warm = False
        self.graph: torch.cuda.CUDAGraph | None = None
        self.stream = torch.cuda.Stream() if self.on_gpu else None

    def __call__(self) -> None:
        if not self.on_gpu:
            self.work()
        elif not self.is_warm:
            assert self.stream is not None
            self.stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(self.stream):
                self.work()
            torch.cuda.current_stream().wait_stream(self.stream)
            self.is_warm = True
        else:
            if self.graph is None:
                self.graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(self.graph, stream=self.stream):
                    self.work()
            self.graph.replay()
