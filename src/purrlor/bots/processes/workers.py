"""Tigers and lions that think in processes of their own, for a server that must not wait.

    pool = Pool()
    await pool.start()
    action = await pool.think("rat-a-tat-cat", hidden.to_bytes(), seat, "tiger", seed=1, seconds=0.5, table="…")
    await pool.close()

Searches are made ready in the background. A search that is not ready, dies or takes too long costs only strength: the
move is then made as a cat would make it (a lion's by the tiger's search, if that is ready), and the process is
replaced. Tables take turns; when many wait, everybody gets less time to think, and where a game's network is good
enough to be its lion it answers at once, without a search, so that nobody waits long.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from purrlor.bots.judges import judge_of
from purrlor.bots.levels import STAND_IN, Level, level_of
from purrlor.bots.players import THINKING, check_level, choose_without_search, warn_once
from purrlor.bots.thinker import SECONDS, Choice
from purrlor.bots.tree_search.compiled_twins import can_compile, twin
from purrlor.bots.trial_matches import Difference
from purrlor.core.compilers.native import cache_root
from purrlor.core.game import game, games

if TYPE_CHECKING:
    from purrlor.bots.processes.worker import Answer, Question

LEAST = 0.02  # seconds to think, however many wait
MANY = 4  # decisions that wait for each process: from then on networks answer without a search
GRACE = 1.0  # seconds a process may be late before it is replaced
PATIENCE = 3.0  # seconds beyond its budget after which a move is made without the search, for any reason
PAUSE = 0.2  # seconds before a process that died at once is started again, doubled each time
LONGEST_PAUSE = 30.0
COMMAND = (sys.executable, "-m", "purrlor.bots.processes.worker")
log = logging.getLogger("purrlor.bots")


@dataclass(eq=False)
class Job:
    """A decision to think about; the answer is None where there is none to be had."""

    order: Question
    table: str
    seconds: float
    answer: asyncio.Future[Answer | None]
    asked: float = field(default_factory=time.monotonic)

    def settle(self, answer: Answer | None) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)


class Turns:
    """Jobs by table: each table in turn, its own in the order they came."""

    def __init__(self) -> None:
        self.tables: OrderedDict[str, deque[Job]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self.tables.values()))

    def put(self, job: Job) -> None:
        self.tables.setdefault(job.table, deque()).append(job)

    def take(self, ready: set[str]) -> Job | None:
        """The next job for a search that is ready, if there is one."""
        for table, jobs in self.tables.items():
            if jobs[0].order["search"] in ready:
                job = jobs.popleft()
                del self.tables[table]
                if jobs:
                    self.tables[table] = jobs  # at the end: the others come first
                return job
        return None

    def drop(self, ready: set[str]) -> list[Job]:
        """Take out all jobs that nobody can think about now."""
        dropped = [job for jobs in self.tables.values() for job in jobs if job.order["search"] not in ready]
        for table in list(self.tables):
            remaining = deque(job for job in self.tables[table] if job.order["search"] in ready)
            if remaining:
                self.tables[table] = remaining
            else:
                del self.tables[table]
        return dropped


class Worker:
    """One process and what it is doing."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.ready: set[str] = set()
        self.wished: set[str] = set()
        self.job: Job | None = None
        self.alarm: asyncio.TimerHandle | None = None

    def send(self, order: Question | dict[str, list[str]]) -> None:
        """To a process that has just ended nothing is said: `Pool.tend` notices, and settles what it was doing."""
        assert self.process.stdin is not None
        with contextlib.suppress(RuntimeError, ConnectionError):  # uvloop raises where asyncio is silent
            self.process.stdin.write(json.dumps(order).encode() + b"\n")

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


class Pool:
    """A fixed number of processes; start and use it within one event loop."""

    def __init__(self, size: int | None = None, names: Sequence[str] | None = None) -> None:
        self.size = max(1, (os.cpu_count() or 2) - 1) if size is None else max(1, size)
        self.names = [known.name for known in games()] if names is None else list(names)
        lions = [name for name in self.names if level_of(name, "lion").player == "lion"]
        judges = [name for name in self.names if name not in lions and judge_of(game(name)).player == "lion"]
        self.searches = [f"tiger {name}" for name in self.names] + [f"lion {name}" for name in lions + judges]
        self.turns = Turns()
        self.workers: list[Worker] = []
        self.tenders: list[asyncio.Task[None]] = []
        self.number = 0
        self.cold: dict[str, str] = {}  # searches that could not be made ready, and why
        self.fallbacks = 0  # moves of tigers that were made as a cat would make them
        self.died = 0  # processes that ended by themselves or had to be ended

    async def __aenter__(self) -> Pool:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the processes; comes back at once."""
        if not can_compile():
            warn_once()
            self.cold = dict.fromkeys(self.searches, "Numba is not installed")
            return
        if cache_root() is None:
            log.warning("no folder for the cache can be written: every start compiles again (set PURRLOR_CACHE)")
        self.tenders = [asyncio.create_task(self.tend()) for _ in range(self.size)]

    async def close(self) -> None:
        """End all processes; moves still asked for are made without them."""
        for tender in self.tenders:
            tender.cancel()
        await asyncio.gather(*self.tenders, return_exceptions=True)
        self.tenders.clear()
        for job in self.turns.drop(set()):
            job.settle(None)

    def has_tigers(self) -> bool:
        """Whether any game has a search, or may still get one."""
        return any(f"tiger {name}" not in self.cold for name in self.names)

    def ready_games(self) -> int:
        return sum(map(self.is_ready, self.names))

    def is_ready(self, name: str, player: str = "tiger") -> bool:
        return any(f"{player} {name}" in worker.ready for worker in self.workers)

    async def think(
        self,
        name: str,
        hidden: bytes,
        seat: int,
        level: str,
        seed: int = 0,
        seconds: float = SECONDS,
        table: str = "",
    ) -> int:
        """What a player of this level does, from the bytes of a state hidden for its seat."""
        if level != STAND_IN:
            check_level(level)
        side = twin(game(name), fast=False)
        s = side.rules.State.from_bytes(hidden)
        mask = int(side.rules.legal(s, seat))
        meant = Level(level) if level == "random" else level_of(name, level)
        if meant.player in THINKING and mask & (mask - 1):
            answer = await self.ask(name, hidden, seat, seed, seconds, table, False, meant)
            if answer is not None:
                action = int(answer["action"])
                if mask >> action & 1:
                    return action
                log.error("a search of %s answered %d, which is not legal", name, action)
            self.fallbacks += 1
        return choose_without_search(side, s, seat, meant.player, seed, meant.mistakes)

    async def evaluate(
        self,
        name: str,
        hidden: bytes,
        seat: int,
        seed: int = 0,
        seconds: float = SECONDS,
        table: str = "",
        playouts: int | None = None,
        player: str = "tiger",
        wanted: int = 0,
    ) -> list[Choice]:
        """Every choice of the seat, the best first; none while the player's search is not ready. `playouts`: at most so
        many; `wanted`: a mask of actions of which each gets a quarter of them at least."""
        meant = Level(player, playouts=playouts)
        answer = await self.ask(name, hidden, seat, seed, seconds, table, True, meant, wanted)
        return [] if answer is None else [Choice(*facts) for facts in answer["choices"]]

    async def compare(
        self, name: str, hidden: bytes, seat: int, better: int, other: int, *, matches: int, seconds: float, table: str
    ) -> list[Difference]:
        """What comes of two choices in so many trial matches; none while the tiger is not ready."""
        meant = Level("tiger", playouts=matches)
        answer = await self.ask(name, hidden, seat, 0, seconds, table, True, meant, pair=(better, other))
        return [] if answer is None else [(kind, one, two) for kind, one, two in answer["differences"]]

    async def ask(
        self,
        name: str,
        hidden: bytes,
        seat: int,
        seed: int,
        seconds: float,
        table: str,
        every: bool,
        meant: Level,
        wanted: int = 0,
        pair: tuple[int, int] | None = None,
    ) -> Answer | None:
        player, playouts = meant.player, meant.playouts
        if player == "lion" and not every and not self.is_ready(name, "lion"):
            player, playouts = "tiger", None
        elif self.is_crowded() and not every and self.is_ready(name, "lion"):
            player, playouts = "lion", 1
        if not self.is_ready(name, player):
            for worker in self.workers[:1]:
                worker.send({"warm": [f"{player} {name}"]})  # again: then it comes first
            return None
        self.number += 1
        order: Question = {
            "id": self.number, "search": f"{player} {name}", "state": hidden.hex(), "seat": seat, "seed": seed,
            "playouts": playouts, "all": every, "wanted": wanted, "least": (playouts or 0) // 4,
        }  # fmt: skip
        if pair is not None:
            order["pair"] = pair
        job = Job(order, table, seconds, asyncio.get_running_loop().create_future())
        self.turns.put(job)
        self.dispatch()
        try:
            return await asyncio.wait_for(job.answer, seconds + PATIENCE)
        except TimeoutError:
            log.warning("a move in %s waited too long for the search", name)
            return None

    def is_crowded(self) -> bool:
        return len(self.turns) >= MANY * self.size

    def dispatch(self) -> None:
        """Give every idle process a job it can do."""
        for worker in self.workers:
            while worker.job is None and (job := self.turns.take(worker.ready)) is not None:
                if job.answer.done():
                    continue
                waited = time.monotonic() - job.asked
                share = max(LEAST, (job.seconds - waited) / (1 + len(self.turns) / self.size))
                seconds = min(share, job.seconds)
                worker.job = job
                worker.alarm = asyncio.get_running_loop().call_later(seconds + GRACE, self.overrun, worker)
                worker.send({**job.order, "seconds": seconds})

    def overrun(self, worker: Worker) -> None:
        log.warning("a search took too long: its process %d is replaced", worker.process.pid)
        self.release(worker, None)
        worker.ready.clear()
        worker.kill()

    def release(self, worker: Worker, answer: Answer | None) -> None:
        if worker.alarm is not None:
            worker.alarm.cancel()
        if worker.job is not None:
            worker.job.settle(answer)
        worker.job = worker.alarm = None

    async def tend(self) -> None:
        """Keep one process going: start it, listen to it, start it again."""
        pause = PAUSE
        while True:
            began = time.monotonic()
            try:
                process = await asyncio.create_subprocess_exec(
                    *COMMAND,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.PIPE,
                    start_new_session=True,  # Ctrl-C in a terminal is ours to handle
                )
            except OSError as error:
                log.error("cannot start a process to think in: %s", error)
            else:
                worker = Worker(process)
                self.workers.append(worker)
                hearing = asyncio.create_task(log_errors_of(process))
                try:
                    self.spread_warmth()
                    await self.listen(worker)
                finally:
                    hearing.cancel()  # a compiler that it started may hold that line open for a while
                    await self.part_with(worker)
                self.died += 1
                log.warning(
                    "a process that thinks ended and is replaced: pid %d, status %s", process.pid, process.returncode
                )
            pause = PAUSE if time.monotonic() - began > LONGEST_PAUSE else min(2 * pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def part_with(self, worker: Worker) -> None:
        self.workers.remove(worker)
        self.release(worker, None)
        for job in self.turns.drop(set().union(*(other.ready for other in self.workers))):
            job.settle(None)
        worker.kill()
        assert worker.process.stdin is not None
        worker.process.stdin.close()
        await worker.process.wait()

    async def listen(self, worker: Worker) -> None:
        assert worker.process.stdout is not None
        async for line in worker.process.stdout:
            answer = json.loads(line)
            if "warm" in answer:
                self.cold.pop(answer["warm"], None)
                worker.ready.add(answer["warm"])
                self.spread_warmth()
            elif "cold" in answer:
                self.cold[answer["cold"]] = answer["why"]
                log.error("no search for %s: %s", answer["cold"], answer["why"])
                if not self.has_tigers():
                    log.error("no tigers: they play like cats in every game")
            elif worker.job is not None and answer["id"] == worker.job.order["id"]:
                if "failed" in answer:
                    log.error("a search failed: %s", answer["failed"])
                self.release(worker, None if "failed" in answer else answer)
            self.dispatch()

    def spread_warmth(self) -> None:
        """The first process makes everything ready, one search after another; the others then find it in the cache."""
        found = set().union(*(worker.ready for worker in self.workers))
        for worker in self.workers:
            may = (
                self.searches if worker is self.workers[0] else [search for search in self.searches if search in found]
            )
            wished = [search for search in may if search not in worker.wished]
            worker.wished.update(wished)
            if wished:
                worker.send({"warm": wished})


async def log_errors_of(process: asyncio.subprocess.Process) -> None:
    """What a process or a library in it writes to its standard error is a line of our log."""
    assert process.stderr is not None
    while piece := await process.stderr.read(4096):
        for line in piece.decode(errors="replace").splitlines():
            if line.strip():
                log.warning("process %d says: %s", process.pid, line.strip()[:500])
