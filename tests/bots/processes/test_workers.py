"""Thinking in other processes: warm before it is asked, replaced when it dies or dawdles, gone when it is told."""

from __future__ import annotations

import asyncio
import errno
import io
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from purrlor.bots import players
from purrlor.bots.levels import level_of
from purrlor.bots.players import choose
from purrlor.bots.processes import worker, workers
from purrlor.bots.processes.workers import Job, Pool, Turns, Worker
from purrlor.bots.tree_search.compiled_twins import twin
from purrlor.bots.trial_matches import differences
from purrlor.core.game import Game, State, game
from purrlor.core.installation.operating_system import lock_file

try:  # what a server runs on, where there is one
    from uvloop import run as run_like_a_server
except ImportError:
    from asyncio import run as run_like_a_server

Positions = Callable[[Game, int, int], Iterator[tuple[State, int]]]
GAME = "rat-a-tat-cat"
SEARCH = f"tiger {GAME}"
WAIT = 600.0  # a net for what never comes: on a busy machine a process compiles its game for minutes
LONG = 600.0  # seconds of thinking that nobody waits for


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may keep a process from thinking for longer than a server would stand."""
    monkeypatch.setattr(workers, "GRACE", WAIT)
    monkeypatch.setattr(workers, "PATIENCE", LONG)


@pytest.fixture
def asked(positions: Positions) -> tuple[bytes, int]:
    """What a seat may know where a tiger has something to think about."""
    for s, seat in positions(game(GAME), 2, 1):
        if int(game(GAME).rules.legal(s, seat)) >= 0b11111:
            return game(GAME).hidden(s, seat).to_bytes(), seat
    raise AssertionError


def cat(hidden: bytes, seat: int) -> int:
    return choose(game(GAME), game(GAME).rules.State.from_bytes(hidden), seat, "cat", 1)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT):
        while not is_so():
            await asyncio.sleep(0.02)


def with_pool(story: Callable[[Pool], Awaitable[None]], size: int = 1, lions: bool = False) -> None:
    async def tell() -> None:
        pool = Pool(size, [GAME])
        if not lions:
            pool.searches = [SEARCH]  # compiling what a story does not need would only take time
        async with pool:
            await story(pool)
        assert pool.workers == []

    asyncio.run(tell())


def test_cold_then_warm(asked: tuple[bytes, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """A cat's answer at once while nothing is ready, then a tiger's; nine who wait share the time of few (lions, which
    have all their time while their network is not ready)."""
    hidden, seat = asked
    given: list[float] = []
    send = workers.Worker.send

    def noted(worker: workers.Worker, order: dict[str, Any]) -> None:
        given.append(order.get("seconds", 0.0))
        send(worker, order)

    monkeypatch.setattr(workers.Worker, "send", noted)

    async def story(pool: Pool) -> None:
        assert await pool.think(GAME, hidden, seat, "tiger", 1) == cat(hidden, seat)
        assert await pool.evaluate(GAME, hidden, seat) == []
        assert not pool.is_ready(GAME), "nobody waited for that"
        await until(lambda: pool.is_ready(GAME))
        found = await pool.evaluate(GAME, hidden, seat, 1, seconds=0.5)
        assert sum(choice.visits for choice in found) > 100
        given.clear()
        lions = [pool.think(GAME, hidden, seat, "lion", seed, 0.3, f"table {seed % 3}") for seed in range(9)]
        legal = {choice.action for choice in found}
        assert set(await asyncio.gather(*lions)) <= legal
        assert len(given) == 9
        assert 9 * workers.LEAST <= sum(given) < 3 * 0.3
        assert await pool.think(GAME, hidden, seat, "kitten", 3) in legal
        best, *_, worst = (choice.action for choice in found if choice.visits)
        for other in (worst, best):
            there = await pool.compare(GAME, hidden, seat, best, other, matches=40, seconds=LONG, table="a review")
            assert there == differences(twin(game(GAME)), hidden, seat, best, other, 40), "as in this process"

    with_pool(story)


def test_a_process_that_dies_is_replaced(asked: tuple[bytes, int], caplog: pytest.LogCaptureFixture) -> None:
    hidden, seat = asked

    async def story(pool: Pool) -> None:
        await until(lambda: pool.is_ready(GAME))
        (worker,) = pool.workers
        thinking, waiting = (asyncio.create_task(pool.think(GAME, hidden, seat, "lion", 1, LONG)) for _ in range(2))
        await until(lambda: worker.job is not None)
        os.kill(worker.process.pid, signal.SIGKILL)
        async with asyncio.timeout(WAIT):
            assert await thinking == await waiting == cat(hidden, seat)
        await until(lambda: pool.is_ready(GAME))
        assert pool.workers[0].process.pid != worker.process.pid
        assert await pool.evaluate(GAME, hidden, seat, seconds=0.05)

    with_pool(story)
    assert "is replaced" in caplog.text


def test_a_process_that_has_just_ended_may_be_asked() -> None:
    """It was killed because it took too long, and nobody has taken it out of the pool yet."""

    async def ask() -> None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", "", stdin=pipe, stdout=pipe)
        await process.wait()
        for _ in range(3):
            Worker(process).send({"warm": ["tiger cat-cafe"]})
            await asyncio.sleep(0)

    run_like_a_server(ask())


def test_a_process_that_dawdles_is_replaced(
    asked: tuple[bytes, int], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden, seat = asked
    monkeypatch.setattr(workers, "GRACE", 0.3)

    async def story(pool: Pool) -> None:
        await until(lambda: pool.is_ready(GAME))
        (worker,) = pool.workers
        os.kill(worker.process.pid, signal.SIGSTOP)
        began = time.monotonic()
        async with asyncio.timeout(WAIT):
            assert await pool.think(GAME, hidden, seat, "tiger", 1, 0.1) == cat(hidden, seat)
        assert time.monotonic() - began > 0.3
        await until(lambda: pool.is_ready(GAME))
        assert pool.workers[0].process.pid != worker.process.pid

    with_pool(story)
    assert "took too long" in caplog.text


def test_closing_answers_those_who_wait(asked: tuple[bytes, int]) -> None:
    hidden, seat = asked

    async def tell() -> None:
        pool = Pool(1, [GAME])
        await pool.start()
        await until(lambda: pool.is_ready(GAME))
        thinking = [asyncio.create_task(pool.think(GAME, hidden, seat, "lion", 1, LONG)) for _ in range(3)]
        await until(lambda: pool.workers[0].job is not None)
        async with asyncio.timeout(WAIT):
            await pool.close()
            assert set(await asyncio.gather(*thinking)) == {cat(hidden, seat)}

    asyncio.run(tell())


def test_without_numba_nothing_is_started(
    asked: tuple[bytes, int], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hidden, seat = asked
    monkeypatch.setattr(workers, "can_compile", lambda: False)
    players.warn_once.cache_clear()

    async def story(pool: Pool) -> None:
        assert await pool.think(GAME, hidden, seat, "tiger", 1) == cat(hidden, seat)
        assert pool.tenders == []

    with caplog.at_level(logging.WARNING):
        with_pool(story)
    assert "Numba is not installed" in caplog.text


def test_a_process_that_cannot_start_is_tried_again_later(
    asked: tuple[bytes, int], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hidden, seat = asked
    monkeypatch.setattr(workers, "COMMAND", (sys.executable, "-c", "raise SystemExit(3)"))
    monkeypatch.setattr(workers, "PAUSE", 0.05)

    async def story(pool: Pool) -> None:
        await until(lambda: caplog.text.count("ended and is replaced") >= 2)
        assert await pool.think(GAME, hidden, seat, "tiger", 1) == cat(hidden, seat)

    with_pool(story)


def test_a_worker_ends_with_its_input() -> None:
    with subprocess.Popen([*workers.COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        for name in (b"chess", b"go"):
            worker.stdin.write(b'{"warm": ["%s"]}\n' % name)
            worker.stdin.flush()
            assert b'"cold": "%s"' % name in worker.stdout.readline()
            worker.send_signal(signal.SIGINT)  # not meant for it
        worker.stdin.close()
        assert worker.wait(WAIT) == 0


def test_tables_take_turns() -> None:
    async def tell() -> None:
        loop = asyncio.get_running_loop()
        turns = Turns()
        for number, table in enumerate("aaabbc"):
            turns.put(Job({"id": number, "search": "x" if table != "c" else "y"}, table, 0.5, loop.create_future()))
        assert len(turns) == 6
        order = []
        while job := turns.take({"x"}):
            order.append((job.table, job.order["id"]))
        assert order == [("a", 0), ("b", 3), ("a", 1), ("b", 4), ("a", 2)]
        assert [job.table for job in turns.drop({"x"})] == ["c"]
        assert len(turns) == 0

    asyncio.run(tell())


def test_lions_think_there_too_and_a_crowd_is_answered_by_the_network(asked: tuple[bytes, int]) -> None:
    """A lion is a tiger until its network is ready. When many wait, the network answers for tigers without a search."""
    hidden, seat = asked
    orders: list[tuple[str, int | None]] = []

    async def story(pool: Pool) -> None:
        put = pool.turns.put

        def noted(job: Job) -> None:
            orders.append((job.order["search"], job.order["playouts"]))
            put(job)

        pool.turns.put = noted  # type: ignore[method-assign]
        await until(lambda: pool.is_ready(GAME) and pool.is_ready(GAME, "lion"))
        pool.workers[0].ready.remove(f"lion {GAME}")
        await pool.think(GAME, hidden, seat, "lion", 1, 0.02)
        assert orders.pop() == (f"tiger {GAME}", None)
        pool.workers[0].ready.add(f"lion {GAME}")
        await pool.think(GAME, hidden, seat, "lion", 1)
        assert orders.pop() == (f"lion {GAME}", level_of(GAME, "lion").playouts)
        many = workers.MANY + 2
        moves = await asyncio.gather(*(pool.think(GAME, hidden, seat, "tiger", k, table=f"{k}") for k in range(many)))
        assert orders[0] == (f"tiger {GAME}", level_of(GAME, "tiger").playouts)
        assert orders[-1] == (f"lion {GAME}", 1)
        state = game(GAME).rules.State.from_bytes(hidden)
        assert moves[-1] == choose(game(GAME), state, seat, "lion", many - 1, playouts=1)

    with_pool(story, lions=True)


def test_a_lion_without_a_network_has_all_the_time_of_a_tiger(
    asked: tuple[bytes, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden, seat = asked
    tiger, playouts = players.thinker(game(GAME)), []
    choose_as_before = tiger.choose

    def choose(*question: object, **limits: object) -> int:
        playouts.append(limits["playouts"])
        return choose_as_before(*question, **limits)

    monkeypatch.setattr(worker, "thinker", lambda known, level: tiger)
    monkeypatch.setattr(tiger, "choose", choose)
    job = {
        "id": 1, "search": f"lion {GAME}", "state": hidden.hex(), "seat": seat, "seed": 1, "all": False,
        "wanted": 0, "least": 0, "playouts": 1, "seconds": 0.1,
    }  # fmt: skip
    assert "action" in worker.think(job)
    assert playouts == [None]
    assert worker.think({**job, "all": True})["choices"] == [], "whoever weighs choices asks a tiger as such"


def test_a_compiler_is_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves hundreds of megabytes behind; who thinks for months loads what it made."""
    done: list[str] = []
    monkeypatch.setattr(worker, "compile_apart", lambda name: done.append(f"compile {name}"))
    monkeypatch.setattr(worker, "warm", lambda name: done.append(f"load {name}"))
    for is_cached in (False, True):
        monkeypatch.setattr(worker, "is_cached", lambda *_, found=is_cached, **__: found)
        out = Said()
        worker.CompileQueue(out).request([SEARCH])
        assert out.line.get(timeout=WAIT) == f'{{"warm": "{SEARCH}"}}\n'
    assert done == [f"compile {SEARCH}", f"load {SEARCH}", f"load {SEARCH}"]


@pytest.mark.parametrize("has_locks", [True, False])
def test_processes_that_share_a_cache_compile_a_search_once(has_locks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that waited finds it in the cache. Without locks each compiles for itself, and all get ready."""
    compiled: list[str] = []
    cached: list[str] = []
    both_asked, the_other_came = threading.Barrier(2), threading.Event()
    first_questions = iter([True, True])

    def is_cached(*_: str, **__: str) -> bool:
        if next(first_questions, False):
            both_asked.wait(WAIT)
        return bool(cached)

    def try_lock(path: Path) -> int:
        if not has_locks:
            raise OSError(errno.ENOLCK, "No locks available")
        try:
            return lock_file(path)
        except BlockingIOError:
            the_other_came.set()
            raise

    def compile_apart(name: str) -> None:
        compiled.append(name)
        if len(compiled) == 2:
            the_other_came.set()
        assert the_other_came.wait(WAIT)
        cached.append(name)

    monkeypatch.setattr(worker, "is_cached", is_cached)
    monkeypatch.setattr(worker, "lock_file", try_lock)
    monkeypatch.setattr(worker, "compile_apart", compile_apart)
    monkeypatch.setattr(worker, "warm", lambda name: None)
    outputs = [Said(), Said()]
    for out in outputs:
        worker.CompileQueue(out).request([SEARCH])
    assert [out.line.get(timeout=WAIT) for out in outputs] == [f'{{"warm": "{SEARCH}"}}\n'] * 2
    assert compiled == [SEARCH] * (1 if has_locks else 2)


def test_the_first_search_is_made_ready_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where all wishes have come before the first is looked at, as while a process starts."""
    pool = Pool(1, [GAME, "cat-cafe", "pocket-cats"])
    sent: list[dict[str, Any]] = []
    starting = workers.Worker(None)  # type: ignore[arg-type]
    monkeypatch.setattr(starting, "send", sent.append)
    pool.workers = [starting]
    pool.spread_warmth()
    out = Said()
    monkeypatch.setattr(worker, "is_cached", lambda *_, **__: True)
    monkeypatch.setattr(worker, "warm", lambda name: None)
    wishes = worker.CompileQueue(out)
    with wishes.change:
        for order in sent:
            wishes.request(order["warm"])
    assert [out.line.get(timeout=WAIT) for _ in pool.searches] == [
        f'{{"warm": "{search}"}}\n' for search in pool.searches
    ]


class Said(io.StringIO):
    """An output whose lines can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.line: queue.Queue[str] = queue.Queue()

    def write(self, text: str) -> int:
        self.line.put(text)
        return len(text)


def test_a_compiler_ends_with_whoever_started_it() -> None:
    command = [sys.executable, "-m", "purrlor.bots.processes.worker", worker.COMPILE, SEARCH]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(WAIT) in (0, 1)


def test_what_a_process_complains_of_is_a_line_of_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import sys; print('no room for paws', file=sys.stderr, flush=True); sys.stdin.read()"
    monkeypatch.setattr(workers, "COMMAND", (sys.executable, "-c", code))

    async def story(pool: Pool) -> None:
        await until(lambda: "says: no room for paws" in caplog.text)
        assert pool.has_tigers(), "nobody said that a game has no search"

    with_pool(story)


def test_no_tigers_is_said(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    code = f'import sys; print(\'{{"cold": "{SEARCH}", "why": "no room"}}\', flush=True); sys.stdin.read()'
    monkeypatch.setattr(workers, "COMMAND", (sys.executable, "-c", code))

    async def story(pool: Pool) -> None:
        await until(lambda: not pool.has_tigers())
        assert pool.ready_games() == 0

    with_pool(story)
    assert f"no search for {SEARCH}: no room" in caplog.text
    assert "no tigers: they play like cats" in caplog.text
