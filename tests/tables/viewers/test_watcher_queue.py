"""Players first, then those who watch."""

import asyncio

import pytest

from purrlor.core.seats import WATCHER
from purrlor.tables.table import Subscriber
from purrlor.tables.tables import Tables
from tests.fixtures.playing import two_people, until

pytestmark = pytest.mark.anyio


async def test_players_first_then_one_table_of_watchers_at_a_time(sqlite_tables: Tables) -> None:
    order: list[str] = []

    async def look(viewer: Subscriber, name: str) -> None:
        async for news in viewer:
            if news.changed:
                order.append(name)

    rooms = [await two_people(sqlite_tables) for _ in range(3)]
    subscribers = [(room, seat) for room in rooms for seat in (WATCHER, 0, WATCHER)]
    names = [f"{name} {k}" for k in range(3) for name in ("watches", "plays", "watches")]
    made = [sqlite_tables.subscribe(*viewer) for viewer in subscribers]
    screens = [asyncio.create_task(look(each.__enter__(), name)) for each, name in zip(made, names, strict=True)]
    await until(lambda: sorted(order) == sorted(names))  # everybody has seen the beginning
    order.clear()
    for room in rooms:
        room.show()
        room.show()  # a table that moves on meanwhile is shown once more, not twice
    await until(lambda: len(order) == len(screens))
    assert sorted(order[:3]) == ["plays 0", "plays 1", "plays 2"]
    assert order[3:] == [name for k in range(3) for name in [f"watches {k}"] * 2]
    for each, screen in zip(made, screens, strict=True):
        screen.cancel()
        each.__exit__(None, None, None)


async def test_whoever_comes_to_watch_sees_the_board_at_once(sqlite_tables: Tables) -> None:
    room = await two_people(sqlite_tables)
    with sqlite_tables.subscribe(room, WATCHER) as viewer:
        assert (await anext(aiter(viewer))).changed
        room.show()
        assert (await anext(aiter(viewer))).version == room.version
