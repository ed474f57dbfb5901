"""Garbage is collected when nobody waits for it, and playing leaves none."""

import asyncio
import gc

import pytest
from playing import GAMES, play_on, two_people

from purrlor.core.seats import WATCHER
from purrlor.server import tidy
from purrlor.server.frames import Look, frame
from purrlor.server.pages import Pages
from purrlor.server.tables import Tables

pytestmark = pytest.mark.anyio
PAGES = Pages()


@pytest.mark.parametrize("game", GAMES)
async def test_playing_leaves_nothing_to_collect(game: str, sqlite_tables: Tables) -> None:
    table = await two_people(sqlite_tables, game)

    async def left_by(decisions: int) -> int:
        for _ in range(decisions):
            await play_on(sqlite_tables, table, 1)
            for look in (Look(0, "en"), Look(1, "ru"), Look(WATCHER, "en")):
                table.news(look, frame(PAGES, table, look).text, 0)
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
        if now > tidy.AT_LAST + 60:
            raise asyncio.CancelledError

    monkeypatch.setattr(tidy.gc, "collect", collect)
    monkeypatch.setattr(tidy.asyncio, "sleep", sleep)
    try:
        with pytest.raises(asyncio.CancelledError):
            await tidy.keep_tidy(lambda: decisions, lambda: now)
        assert not gc.isenabled()
    finally:
        gc.enable()
    assert collected == expected
