"""What is stored of a finished match beside its result: its review, and how often everybody did what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple

from purrlor.tables.store.engine import SqlRow, Statement
from purrlor.tables.store.rows import Habit, HabitSum

ADD_HABIT = (
    "insert into habits (table_id, seat, kind, name, identity, level, game, times, won, at)"
    " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing"
)
SUMS = (
    "select game, kind, name, sum(times), count(*), sum(won), count(distinct identity) from habits"
    " where {whose} group by game, kind, name"
)


class AfterMatch:
    """A part of `SqlStore`; see `store.Store` for what each method does."""

    async def ask(self, sql: str, *values: object) -> list[SqlRow]:
        raise NotImplementedError

    async def transact(self, *statements: Statement) -> list[list[SqlRow]]:
        raise NotImplementedError

    async def review(self, table_id: str) -> str | None:
        found = await self.ask("select review from reviews where table_id = ?", table_id)
        return str(found[0][0]) if found else None

    async def add_review(self, table_id: str, review: str) -> None:
        await self.ask(
            "insert into reviews (table_id, review) select id, ? from tables where id = ?"
            " on conflict (table_id) do update set review = excluded.review",
            review,
            table_id,
        )

    async def add_habits(self, habits: Sequence[Habit]) -> None:
        if habits:
            await self.transact(*((ADD_HABIT, (*astuple(each)[:8], int(each.won), each.at)) for each in habits))

    async def habits_of(self, identity: str) -> list[HabitSum]:
        return [HabitSum(*line) for line in await self.ask(SUMS.format(whose="identity = ?"), identity)]

    async def habits_of_people(self) -> list[HabitSum]:
        return [HabitSum(*line) for line in await self.ask(SUMS.format(whose="identity <> ''"))]

    async def habits_of_cats(self) -> list[HabitSum]:
        return [HabitSum(*line) for line in await self.ask(SUMS.format(whose="identity = ''"))]
