"""Pictures of what is around the table: the cover, somebody away, looking back, learning, the rules, own results."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from purrlor.core.game import Game, game
from purrlor.tables.seats import TableSettings
from purrlor.tables.table import Table

if TYPE_CHECKING:
    from purrlor.web.gallery.screenshots import Studio

AGES = 600.0  # seconds: long enough to count as away


async def shoot_company(studio: Studio) -> None:
    """Every page of this kind, each with another game. Own results come last: of the matches played till then."""
    await shoot_cover(studio)
    await shoot_away(studio)
    await shoot_rules(studio)
    await studio.shoot("/learn/cat-cafe/3", "around.lesson")
    over = await series(studio, game("pocket-cats"), 1)
    middle = len(over.playing().log) // 2
    await studio.shoot(f"/t/{over.id}/replay?at={middle}&as=open", "around.look-back")
    await studio.shoot("/me", "around.own-results")


async def shoot_cover(studio: Studio) -> None:
    tables, names = studio.services.tables, studio.people[:2]
    table = await tables.create(studio.me, "rat-a-tat-cat", 3, people=names, bots=["cat"], begin=True)
    await studio.shoot(f"/t/{table.id}", "around.cover")


async def shoot_away(studio: Studio) -> None:
    tables, names = studio.services.tables, studio.people
    table = await tables.create(studio.me, "rat-a-tat-cat", 3, settings=TableSettings(clock=120), people=names[:1])
    await tables.sit(table.id, (await studio.guests())[0], names[1])
    await tables.seat_bot(table.id, studio.me, None, "cat")
    await tables.begin(table.id, studio.me)
    table.presence.since -= AGES
    await studio.shoot(f"/t/{table.id}?seat=0", "around.away")


async def shoot_rules(studio: Studio) -> None:
    """Open beside a table; folded away, they would be no picture."""
    position, viewer = game("more-kitties").part("board.gallery").STATES["mouse"]
    table = await studio.pose(game("more-kitties"), position)

    async def unfold() -> None:
        await studio.page.locator("#rules summary").click()
        await studio.page.locator("#rules h2").first.wait_for()
        await studio.page.locator("#rules summary").scroll_into_view_if_needed()
        await studio.page.evaluate("document.getElementById('rules').scrollIntoView()")

    await studio.shoot(f"/t/{table.id}?seat={viewer}", "around.rules", unfold)


async def series(studio: Studio, of: Game, matches: int = 2) -> Table:
    """So many matches of the same people, played at random to their ends; the table of the last one."""
    seats, tables = min(3, of.seats[-1]), studio.services.tables
    people = [studio.me, *(await studio.guests())[: seats - 1]]
    table = await tables.create(studio.me, of.name, seats, people=studio.people[:1])
    for guest, name in zip(people[1:], studio.people[1:], strict=False):
        await tables.sit(table.id, guest, name)
    await tables.begin(table.id, studio.me)
    await play_out(studio, table)
    for _ in range(matches - 1):
        for person in people:
            following = await tables.rematch(table.id, person)
        table = following
        await play_out(studio, table)
    return table


async def play_out(studio: Studio, table: Table) -> None:
    dice, match = random.Random(table.game.name), table.playing()
    while waiting := match.waiting():
        seat = dice.choice(waiting)
        action = dice.choice(match.legal(seat))
        await studio.services.tables.play(table.id, table.seats[seat].identity, seat, action, table.question[seat])
