"""A model of who owns which seat, walked at random: nobody receives anything that their seats do not allow.

People sit down, stand up, are kicked, hand seats over, leave, come back, play, let cats play, ask for a rematch;
sockets, streams and tokens are opened at random moments and stay open. Whatever the server sends is looked at
in the moment it is sent: the seats it was drawn for must belong to who receives it, and it must be what they see.
"""

from __future__ import annotations

import json
import os
import random
import re
import secrets
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from purrlor.core.errors import PurrlorError
from purrlor.core.seats import WATCHER
from purrlor.tables import pipeline
from purrlor.tables.table import Table
from purrlor.tables.tables import Tables
from purrlor.tables.viewers import rights
from purrlor.web.api import endpoints
from purrlor.web.live import table_connection as live
from purrlor.web.live.frames import build_frame
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.pages import table as table_pages
from purrlor.web.security import SecurityMiddleware
from tests.fixtures.asgi import Client, Line, open_app, settle, socket, stream

pytestmark = pytest.mark.anyio
PEOPLE = ("Ann", "Boris", "Clara", "Dmitri")
GAME, SEATS = "rat-a-tat-cat", 3
OPEN_LINES = 12
SEAT = re.compile(r'name="seat" value="(\d+)"')
PRESENCE = re.compile(
    r' away\b|<small>[^<]*</small>|<button[^>]*formaction="[^"]*/(cat|free)\b[^>]*>[^<]*</button>'
    r'|<span class="unseen">[^<]*</span>|<button[^>]*\bcopy-link\b[^>]*>[^<]*</button>'
    r'|<div class="knocks">\s*(<div class="asks".*?</div>\s*)*</div>|<div class="asks".*?</div>|\s+',
    re.DOTALL,
)


def without_presence(frame: str) -> str:
    """Who is away, and whom a question reaches therefore, is no secret, changes by time alone, and may be some seconds
    old in a frame."""
    return PRESENCE.sub("", frame)


def sides_of(table: Table, seat: int, owned: tuple[int, ...]) -> Iterator[Viewpoint]:
    """From where somebody may look who shows this seat: alone, or on a screen shared with other seats of theirs. Where
    all who share it know the same, the screen goes from one to the next without being passed."""
    yield Viewpoint(seat, "en")
    for count in range(2, len(owned) + 1):
        for here in combinations(owned, count):
            know_the_same = all(table.view(other) == table.view(seat) for other in here)
            ups = (*here, WATCHER) if know_the_same else (seat, WATCHER)
            yield from (Viewpoint(up, "en", here) for up in ups if seat in here)


@dataclass
class Walk:
    """One table after another, and everybody who may have something to do with it."""

    app: SecurityMiddleware
    chance: random.Random
    folk: list[str]
    leaks: list[str] = field(default_factory=list)
    texts: int = 0
    refused: int = 0
    deeds: dict[str, int] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    tokens: list[tuple[str, str, int, str]] = field(default_factory=list)  # token, table, seat, whose
    now: float = 1e9
    table: Table = field(init=False)

    @property
    def tables(self) -> Tables:
        return self.app.services.tables

    async def lay(self) -> None:
        for line in self.lines:
            await line.close()
        self.lines.clear()
        host = self.chance.choice(self.folk)
        self.table = await self.tables.create(host, GAME, SEATS, {"rounds": 1}, people=["Host"])

    # what is received
    def check(self, table: Table, who: str, seat: int, what: str, text: str) -> None:
        """`seat`: whose side of the table this text says it is."""
        self.texts += 1
        if seat != WATCHER and seat not in table.seats_of(who):
            self.leaks.append(f"{what} of seat {seat} for somebody who has {table.seats_of(who)}")
        elif what == "frame" and seat != WATCHER:
            sides = sides_of(table, seat, table.seats_of(who))
            fresh = (build_frame(self.app.services.templates, table, side).text for side in sides)
            if without_presence(text) not in map(without_presence, fresh):
                self.leaks.append(f"a frame that is not what seat {seat} sees")

    def hear_frame(self, table: Table, who: str, text: str) -> None:
        if "\n" in text:
            found = SEAT.search(text)
            assert found is not None
            self.check(table, who, int(found[1]), "frame", text)
        elif "html" in text and not table.seats_of(who):
            self.leaks.append("the lobby for somebody who has no seat")

    def hear_event(self, table: Table, who: str, text: str) -> None:
        if text.startswith("data: "):
            self.check(table, who, json.loads(text.removeprefix("data: "))["seat"], "event", text)

    # what people do
    def anybody(self) -> str:
        return self.chance.choice(self.folk)

    def any_seat(self) -> int:
        return self.chance.randrange(len(self.table.seats))

    async def sit(self) -> None:
        await self.tables.sit(self.table.id, self.anybody(), "Somebody", self.any_seat())

    async def stand_up(self) -> None:
        await self.tables.stand_up(self.table.id, self.anybody(), self.any_seat())

    async def kick(self) -> None:
        await self.tables.remove(self.table.id, self.table.host, self.any_seat())

    async def hand_over(self) -> None:
        seat = self.any_seat()
        await self.tables.move_seat(self.table.id, self.table.seats[seat].identity, seat, self.anybody())

    async def resize(self) -> None:
        await self.tables.change(self.table.id, self.table.host, seats=self.chance.choice((2, 3, 4)))

    async def begin(self) -> None:
        await self.tables.seat_bot(self.table.id, self.table.host, None, "kitten")
        await self.tables.begin(self.table.id, self.table.host)

    async def ask_for_seat(self) -> None:
        await self.tables.ask_for_seat(self.table.id, self.anybody(), self.any_seat(), "Somebody")

    async def answer(self) -> None:
        for claim in list(self.table.claims.values()):
            await self.tables.grant_seat(self.table.id, self.anybody(), claim.key)

    async def hand_to_cat(self) -> None:
        await self.tables.hand_to_cat(self.table.id, self.table.host, self.any_seat(), self.chance.random() < 0.3)

    async def leave(self) -> None:
        await self.tables.leave(self.table.id, self.anybody())

    async def cat_takes_over(self) -> None:
        self.now += 100
        await self.tables.let_cat_play(self.table.id, self.anybody(), self.any_seat())

    async def return_to_seat(self) -> None:
        seat = self.any_seat()
        await self.tables.return_to_seat(self.table.id, self.table.seats[seat].identity, seat)

    async def play(self) -> None:
        for seat in self.table.waiting():
            if self.table.seats[seat].is_person:
                action = self.chance.choice(self.table.legal(seat))
                owner = self.table.seats[seat].identity
                await self.tables.play(self.table.id, owner, seat, action, self.table.number_for(seat))
                return

    async def rematch(self) -> None:
        made = await self.tables.rematch(self.table.id, self.anybody())
        self.table = made

    async def new_table(self) -> None:
        if self.table.stage == "finished" or self.chance.random() < 0.1:
            await self.lay()

    async def open_socket(self) -> None:
        who, table = self.anybody(), self.table
        query = self.chance.choice(("", "?seat=0", "?seat=1", "?seat=2", "?up=0", "?up=1", "?seat=1&lobby=1"))
        self.keep(socket(Client(self.app, who), f"/t/{table.id}/live{query}", lambda t: self.hear_frame(table, who, t)))

    async def open_stream(self) -> None:
        if self.tokens:
            token, table_id, _, who = self.chance.choice(self.tokens[-20:])
            table = await self.tables.get(table_id)
            at = f"/api/tables/{table_id}/events"
            self.keep(stream(Client(self.app, token=token), at, lambda text: self.hear_event(table, who, text)))

    async def make_token(self) -> None:
        seat = self.any_seat()
        who = self.table.seats[seat].identity
        self.tokens.append(
            (await self.tables.identities.make_token(self.table.id, who, seat), self.table.id, seat, who)
        )

    async def use_token(self) -> None:
        if self.tokens:
            token, table_id, seat, who = self.chance.choice(self.tokens[-20:])
            answer = await Client(self.app, token=token).get(f"/api/tables/{table_id}")
            table = await self.tables.get(table_id)
            if answer.status == 200:
                self.check(table, who, answer.json()["seat"], "answer", answer.text)
            elif answer.status != 403 or seat >= len(table.seats):
                assert answer.status == 403, answer.text

    async def look(self) -> None:
        who, table = self.anybody(), self.table
        query = self.chance.choice(("", "?seat=0", "?seat=1", "?seat=2", "?up=1"))
        page = self.chance.choice(("", "/live", "/replay"))
        answer = await Client(self.app, who).get(f"/t/{table.id}{page}{query}")
        assert answer.status < 500, answer.text
        found = SEAT.search(answer.text)
        if found and table.stage == "running":
            self.check(table, who, int(found[1]), "page", answer.text)

    async def close_line(self) -> None:
        if self.lines:
            await self.lines.pop(self.chance.randrange(len(self.lines))).close()

    def keep(self, line: Line) -> None:
        self.lines.append(line)

    # the walk
    async def step(self) -> None:
        lobby: list[Callable[[], Awaitable[None]]] = [
            self.sit,
            self.sit,
            self.stand_up,
            self.kick,
            self.resize,
            self.begin,
        ]
        match: list[Callable[[], Awaitable[None]]] = [
            self.play,
            self.play,
            self.cat_takes_over,
            self.return_to_seat,
            self.kick,
            self.hand_to_cat,
        ]
        doors = [self.open_socket, self.open_stream, self.make_token, self.use_token, self.look, self.close_line]
        always = [self.ask_for_seat, self.answer, self.hand_over, self.leave, self.rematch, self.new_table]
        stage = lobby if self.table.stage == "lobby" else match
        deed = self.chance.choice(self.chance.choice((stage, stage, doors, doors, always)))
        self.deeds[deed.__name__] = self.deeds.get(deed.__name__, 0) + 1
        try:
            await deed()
        except PurrlorError:
            self.refused += 1
        if len(self.lines) > OPEN_LINES:
            await self.lines.pop(0).close()
        await settle()


async def begin_walk(app: SecurityMiddleware, seed: int) -> Walk:
    made = Walk(app, random.Random(seed), [])
    app.services.tables.registry.time = lambda: made.now
    app.services.tables.most_tables = 10**9
    made.folk = [(await app.services.tables.identities.create(name, "en")).id for name in PEOPLE]
    await made.lay()
    return made


async def walk(folder: Path, steps: int, seed: int) -> Walk:
    async with open_app(folder) as app:
        made = await begin_walk(app, seed)
        for _ in range(steps):
            await made.step()
            if made.leaks:
                break
            if len(app.services.tables.registry.tables) > 50:
                for table in list(app.services.tables.registry.tables.values())[:-5]:
                    app.services.tables.registry.evict(table)
        for line in made.lines:
            await line.close()
        return made


async def test_time_alone_changes_nothing_but_presence(memory_folder: Path) -> None:
    """Otherwise the model takes an older frame for another seat's."""
    async with open_app(memory_folder) as app:
        made = await begin_walk(app, seed=5)
        compared = 0
        for _ in range(250):
            await made.step()
            for seat in range(len(made.table.seats)) if made.table.stage == "running" else ():
                side = Viewpoint(seat, "en")
                before = build_frame(app.services.templates, made.table, side).text
                made.now += 100
                after = build_frame(app.services.templates, made.table, side).text
                made.now -= 100
                assert without_presence(after) == without_presence(before)
                compared += after != before
        for line in made.lines:
            await line.close()
    assert compared > 20, "somebody was away"


async def test_nobody_receives_what_their_seats_do_not_allow(memory_folder: Path) -> None:
    made = await walk(memory_folder, 1500, seed=1)
    assert not made.leaks
    assert made.texts > 50
    assert len(made.deeds) >= 18, made.deeds


@pytest.mark.slow
async def test_a_hundred_thousand_steps(memory_folder: Path) -> None:
    steps = int(os.environ.get("PURRLOR_STEPS", "100000"))
    seed = secrets.randbelow(1 << 30)
    made = await walk(memory_folder, steps, seed)
    print(f"{sum(made.deeds.values())} steps, {made.texts} texts looked at, {len(made.leaks)} leaks (seed {seed})")
    assert not made.leaks


def always(*_: Any) -> bool:
    return True


def never_checked(*_: Any) -> None:
    return None


STALE: dict[str, list[tuple[Any, str, Any]]] = {  # where a right is asked for once and never again
    "socket": [(live, "owns", always)],
    "stream": [(endpoints, "owns", always)],
    "token": [(endpoints, "check_owns_seats", never_checked), (pipeline, "seats_lost_by", lambda *_: [])],
}


@pytest.mark.parametrize("where", STALE)
async def test_a_stale_right_is_found(where: str, memory_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, careless in STALE[where]:
        monkeypatch.setattr(module, name, careless)
    made = await walk(memory_folder, 8000, seed=2)
    assert made.leaks


def test_what_is_planted_is_what_is_used() -> None:
    assert live.owns is rights.owns
    assert endpoints.check_owns_seats is rights.check_owns_seats
    assert endpoints.owns is rights.owns
    assert pipeline.seats_lost_by is rights.seats_lost_by
    assert table_pages.check_owns_seats is rights.check_owns_seats
