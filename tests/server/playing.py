"""Playing at tables without knowing any game: whatever is legal."""

import asyncio
import random
from collections.abc import Callable

from purrlor.core.game import games
from purrlor.server.table import Table
from purrlor.server.tables import Tables

GAMES = tuple(game.name for game in games())
CHANCE = random.Random(5)
PATIENCE = 60.0  # seconds: how long a busy machine may take for what takes a moment; only what never comes fails


async def play_once(tables: Tables, table: Table) -> bool:
    """One decision of somebody who is asked; False if only cats are asked."""
    for seat in table.waiting():
        if not table.seats[seat].moves_itself:
            action = CHANCE.choice(table.legal(seat))
            await tables.play(table.id, table.seats[seat].identity, seat, action, table.question[seat])
            return True
    return False


async def play_on(tables: Tables, table: Table, decisions: int = 100_000) -> None:
    """So many decisions of people, or to the end."""
    while decisions and table.stage == "running":
        if await play_once(tables, table):
            decisions -= 1
        else:
            await asyncio.sleep(0.001)


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds that another task brings about."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


async def two_people(tables: Tables, game: str = "rat-a-tat-cat", **options: object) -> Table:
    """Anna and Boris at a running table."""
    table = await tables.create("anna", game, 2, options, people=["Anna"])
    await tables.sit(table.id, "boris", "Boris")
    return await tables.begin(table.id, "anna")


def board(table: Table) -> bytes:
    return table.playing().state.to_bytes()
