"""Playing at tables without knowing any game: whatever is legal."""

import asyncio
import random
from collections.abc import Callable
from inspect import isawaitable

from purrlor.core.game import games
from purrlor.server.table import Table
from purrlor.server.tables import Tables

GAMES = tuple(game.name for game in games())
CHANCE = random.Random(5)  # what people do
DEALS = random.Random(5)  # what tables deal and bots decide by: hand DEALS.randbytes to whatever makes tables
PATIENCE = 180.0  # seconds: how long a busy machine may take for what takes a moment; only what never comes fails


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
            await people_are_asked(table)


async def people_are_asked(table: Table) -> None:
    """Until cats have decided what is theirs; at once where nobody is asked any more."""
    await until(lambda: not table.waiting() or any(not table.seats[seat].moves_itself for seat in table.waiting()))


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds that another task brings about; it may have to be awaited."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = holds()
            if await found if isawaitable(found) else found:
                return
            await asyncio.sleep(0.002)


async def two_people(tables: Tables, game: str = "rat-a-tat-cat", **options: object) -> Table:
    """Anna and Boris at a running table."""
    table = await tables.create("anna", game, 2, options, people=["Anna"])
    await tables.sit(table.id, "boris", "Boris")
    return await tables.begin(table.id, "anna")


def board(table: Table) -> bytes:
    return table.playing().state.to_bytes()
