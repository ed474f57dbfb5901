"""The same work on all cores of this machine, or on a Ray cluster: results come as they are ready, in any order.

Ctrl-C ends it at once; what has come until then is the caller's to keep.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from purrlor.core.errors import PurrlorError
from purrlor.core.installation.extras import require
from purrlor.core.language import N_

T = TypeVar("T")
R = TypeVar("R")
NOBODY_THERE = N_("There is no Ray cluster at {address}: {why}")
REACH = 5.0  # seconds to find a cluster in
AHEAD = 4  # pieces of work in the queue for each process


class NoCluster(PurrlorError):
    """Ray is asked for and cannot be had."""


def run_here(work: Callable[[T], R], pieces: Sequence[T], processes: int | None = None) -> Iterator[R]:
    """On this machine; with one process in this one."""
    processes = min(processes or os.cpu_count() or 1, len(pieces))
    if processes <= 1:
        yield from map(work, pieces)
        return
    import multiprocessing
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"))
    others = set(multiprocessing.active_children())
    left = iter(pieces)
    going: set[Future[R]] = set()
    try:
        with ctrl_c_is_ours():  # inherited by the processes, which start with the first piece
            for piece in islice(left, AHEAD * processes):
                going.add(pool.submit(work, piece))
        while going:
            done, going = wait(going, return_when=FIRST_COMPLETED)
            for future in done:
                for piece in islice(left, 1):
                    going.add(pool.submit(work, piece))
                yield future.result()
    finally:
        for process in set(multiprocessing.active_children()) - others:
            process.kill()  # before anything is shut that it might be writing to
        pool.shutdown(wait=True, cancel_futures=True)  # its thread may still be writing, and would say so


@contextlib.contextmanager
def ctrl_c_is_ours() -> Iterator[None]:
    """Processes started inside do not hear Ctrl-C."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run_on_ray(work: Callable[[T], R], pieces: Sequence[T], address: str | None = None) -> Iterator[R]:
    """On a Ray cluster, an existing one if an address is given; needs the extra purrlor[ray]."""
    require("Ray", "ray")
    import ray

    check_listener(address)
    try:
        ray.init(address=address, log_to_driver=False, include_dashboard=False, logging_level="warning")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise NoCluster(NOBODY_THERE, address=address, why=str(error)[:200]) from error
    try:

        def play(piece: T) -> R:  # Ray takes functions, not partial ones
            return work(piece)

        far = ray.remote(play)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        left = iter(pieces)
        going = [far.remote(piece) for piece in islice(left, most)]
        while going:
            done, going = ray.wait(going)
            for piece in islice(left, 1):
                going.append(far.remote(piece))
            yield ray.get(done[0])
    finally:
        ray.shutdown()


def check_listener(address: str | None) -> None:
    """Whether anybody listens there: Ray itself would try for minutes."""
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), REACH).close()
    except (OSError, OverflowError) as error:
        raise NoCluster(NOBODY_THERE, address=address, why=str(error)) from error
