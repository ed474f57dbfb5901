"""Garbage is collected when nobody waits for it, and playing leaves none."""

import asyncio
import gc
from pathlib import Path

import pytest

from purrlor.bots.thinker import Choice
from purrlor.core.seats import WATCHER
from purrlor.tables.history.review_jobs import Reviews
from purrlor.tables.tables import Tables
from purrlor.web.live.frames import FrameCache
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.rendering.templating import Templates
from purrlor.web.server import gc_policy
from tests.fixtures.asgi import Client, open_app, socket, stream
from tests.fixtures.playing import GAMES, play_on, two_people

pytestmark = pytest.mark.anyio
PAGES = Templates()


@pytest.mark.parametrize("game", GAMES)
async def test_playing_leaves_nothing_to_collect(game: str, sqlite_tables: Tables) -> None:
    table, frames = await two_people(sqlite_tables, game), FrameCache(PAGES)

    async def left_by(decisions: int) -> int:
        for _ in range(decisions):
            await play_on(sqlite_tables, table, 1)
            for look in (Viewpoint(0, "en"), Viewpoint(1, "ru"), Viewpoint(WATCHER, "en")):
                frames.update(table, look, 0)
        return gc.collect()

    gc.disable()
    try:
        left = [await left_by(8)]
        while (
            left[-1] and len(left) < 12 and table.stage == "running"
        ):  # what is made once (templates, words) leaves some
            left.append(await left_by(8))
        assert left[-1] == 0, left
    finally:
        gc.enable()


@pytest.mark.parametrize(("busy", "expected"), [(False, 6), (True, 1)])
async def test_collected_when_quiet_or_at_last(busy: bool, expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour and a little of it, told by a clock of our own."""
    now, decisions, collected = 0.0, 0, 0

    def collect() -> int:
        nonlocal collected
        collected += 1
        return 0

    async def sleep(seconds: float) -> None:
        nonlocal now, decisions
        now += seconds
        decisions += 50 if busy else 1
        if now > gc_policy.BUSY_INTERVAL + 60:
            raise asyncio.CancelledError

    monkeypatch.setattr(gc_policy.gc, "collect", collect)
    monkeypatch.setattr(gc_policy.asyncio, "sleep", sleep)
    try:
        with pytest.raises(asyncio.CancelledError):
            await gc_policy.run_gc_policy(lambda: decisions, lambda: now, lambda: 0, lambda: 0)
        assert not gc.isenabled()
    finally:
        gc.enable()
    assert collected == expected


@pytest.mark.parametrize("what", ["objects", "memory"])
async def test_collected_when_there_is_too_much(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While people play, and long before the hour is over; then it counts from there."""
    now, made, collected = 0.0, 0, list[float]()

    async def sleep(seconds: float) -> None:
        nonlocal now, made
        now += seconds
        made += 1
        if now > 100:
            raise asyncio.CancelledError

    def collect() -> int:
        collected.append(now)
        return 0

    most = {"objects": gc_policy.MANY, "memory": gc_policy.MUCH}[what]

    def objects() -> int:
        return most // 10 * (made - len(collected) * 11) + 1 if what == "objects" else 0

    def memory() -> int:
        return most // 10 * made if what == "memory" else 0

    monkeypatch.setattr(gc_policy.gc, "collect", collect)
    monkeypatch.setattr(gc_policy.asyncio, "sleep", sleep)
    try:
        with pytest.raises(asyncio.CancelledError):
            await gc_policy.run_gc_policy(lambda: 100 * made, lambda: now, objects, memory)
    finally:
        gc.enable()
    assert 1 <= len(collected) <= 2, collected


def test_what_is_left_behind_is_counted() -> None:
    gc.disable()
    try:
        gc.collect()
        before = gc_policy.new_objects()
        for _ in range(1000):
            loop: list[object] = []
            loop.append(loop)
        assert gc_policy.new_objects() - before >= 1000
        gc.collect()
        assert gc_policy.new_objects() < 1000
    finally:
        gc.enable()
    assert gc_policy.resident_bytes() > 1 << 20 or not gc_policy.STATM.exists()


async def test_requests_good_and_bad_leave_nothing_to_collect(memory_folder: Path) -> None:
    """Not even one object for each: a stranger may send as many as there is time for."""
    async with open_app(memory_folder) as app:
        tables = app.services.tables
        me = (await tables.identities.create("Ann", "en")).id
        table = await tables.create(me, GAMES[0], 2, people=["Ann"], bots=["kitten"], begin=True)
        program = Client(app, token=await tables.identities.make_token(table.id, me, 0))
        at, stranger, mine = f"/t/{table.id}", Client(app), Client(app, me)
        over = await tables.create(me, "pocket-cats", 2, people=["Ann", "Boris"], begin=True)
        await play_on(tables, over)

        async def not_ready(*_: object, **__: object) -> list[Choice]:
            return []

        app.services.reviews = Reviews(not_ready)

        async def opened(follow: object, who: Client, path: str) -> None:
            heard = asyncio.Event()
            line = follow(who, path, lambda _: heard.set())  # type: ignore[operator]
            asking = asyncio.ensure_future(heard.wait())
            await asyncio.wait((line.task, asking), return_when=asyncio.FIRST_COMPLETED)
            asking.cancel()
            await line.close()

        kinds = {
            "unknown table": lambda: stranger.get("/t/nowhere"),
            "unknown to watch": lambda: stranger.get("/w/nowhere"),
            "unknown to programs": lambda: program.get("/api/tables/nowhere"),
            "nothing there": lambda: stranger.get("/nowhere"),
            "a socket to nowhere": lambda: opened(socket, stranger, "/t/nowhere/live"),
            "a socket refused": lambda: opened(socket, stranger, f"{at}/live"),
            "a socket": lambda: opened(socket, mine, f"{at}/live"),
            "a stream": lambda: opened(stream, program, f"/api{at.replace('/t/', '/tables/')}/events"),
            "a bad token": lambda: Client(app, token="x").get(f"/api/tables/{table.id}"),
            "a bad form": lambda: mine.post(f"{at}/play", {}),
            "a stale click": lambda: mine.post(f"{at}/play", {"seat": 0, "seen": 0, "action": 0}),
            "a page": lambda: mine.get(at),
            "the first page": lambda: stranger.get("/"),
            "a review that cannot be made": lambda: mine.get(f"/t/{over.id}/review"),
            "a look back": lambda: mine.get(f"/t/{over.id}/replay"),
            "a look back too early": lambda: mine.get(f"{at}/replay?part=1"),
            "advice that is not for this seat": lambda: stranger.post(f"{at}/advice", {"seat": 0}),
            "a wrong code": lambda: stranger.post("/code", {"code": "123456789"}),
            "a sheet that cannot be": lambda: stranger.get("/count/pocket-cats/result?seats=9"),
            "a puzzle": lambda: stranger.get("/puzzle/cat-cafe/1"),
            "a claim to nowhere": lambda: mine.post("/t/nowhere/claim", {"wanted": 0}),
        }
        left = {}
        for kind, ask in kinds.items():
            for _ in range(3):  # what is made once
                await ask()
            gc.collect()
            gc.disable()
            try:
                for _ in range(20):
                    await ask()
                left[kind] = gc.collect()
            finally:
                gc.enable()
        assert not {kind: n for kind, n in left.items() if n >= 20}, left
