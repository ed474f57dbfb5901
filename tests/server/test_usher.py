"""Players first, then those who watch."""

import asyncio

import pytest
from playing import two_people

from purrlor.server.tables import Tables
from purrlor.server.usher import Usher

pytestmark = pytest.mark.anyio


@pytest.fixture
def order() -> list[str]:
    return []


async def test_one_table_at_a_time_all_its_watchers_together(tables: Tables, order: list[str]) -> None:
    usher, rooms = Usher(), [await two_people(tables) for _ in range(3)]

    async def watch(k: int) -> None:
        await usher.turn(rooms[k])
        order.append(f"watches {k}")

    async def play() -> None:
        for _ in range(6):
            order.append("plays")
            await asyncio.sleep(0)

    watching = [asyncio.create_task(watch(k)) for k in (0, 0, 1, 2)]
    await asyncio.sleep(0)  # they wait
    await asyncio.gather(play(), *watching)
    assert [word for word in order if word != "plays"] == ["watches 0", "watches 0", "watches 1", "watches 2"]
    for k in (1, 2):  # players have a turn between two tables
        assert "plays" in order[order.index(f"watches {k - 1}") : order.index(f"watches {k}")]
    assert not usher.waiting


async def test_whoever_leaves_while_waiting_holds_nobody_up(tables: Tables, order: list[str]) -> None:
    usher, room = Usher(), await two_people(tables)

    async def watch(name: str) -> None:
        await usher.turn(room)
        order.append(name)

    gone, stays = asyncio.create_task(watch("gone")), asyncio.create_task(watch("stays"))
    await asyncio.sleep(0)
    gone.cancel()
    await stays
    assert order == ["stays"]
    await usher.turn(room)  # and the next time
