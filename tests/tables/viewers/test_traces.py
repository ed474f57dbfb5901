"""What others receive while somebody chooses in secret tells nothing of the choice, not even by its number or time.

Two worlds are the same up to a secret choice. In one a seat chooses this, in the other that, in as many steps as it
takes and at other moments; meanwhile everybody else does the same in both. Everything that the others and the watchers
are sent (frames, changes, events, pages, answers, signs of life) is noted with its time, in an event loop whose time is
a number. Both lists must be equal until the choice is shown.
"""

from __future__ import annotations

import asyncio
import math
import os
import random
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from purrlor.core.errors import CannotUndo
from purrlor.core.game import Game, games
from purrlor.core.match import Match, secret_from_seed
from purrlor.core.seats import WATCHER
from purrlor.tables import log
from purrlor.tables.commands import series
from purrlor.tables.commands.nonces import call_or_begin, seats_after
from purrlor.tables.errors import NoAdvice, StaleTurn
from purrlor.tables.history.match_history import History
from purrlor.tables.log import Draft
from purrlor.tables.seats import TableSettings
from purrlor.tables.table import Table
from purrlor.tables.viewers.reactions import REACTIONS
from purrlor.web.api.endpoints import table_view
from purrlor.web.live import frames, player_chips
from purrlor.web.live.encoded_text import EncodedText
from purrlor.web.live.frames import Frame, FrameValues
from purrlor.web.live.match_end import Ending
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.rendering.templating import Templates
from purrlor.web.security import SecurityMiddleware
from tests.fixtures.asgi import Client, Line, open_app, socket, stream
from tests.fixtures.virtual_time import run

BEGAN = 1e9
TICKS = 8  # moments of a trial, a second apart
GRAIN = 0.25  # seconds: the milliseconds that the store's batches take are not the choice's doing
PACE = 0.5
NAMES = ("Ann", "Boris", "Clara", "Dmitri", "Eve", "Fyodor")
Path_ = list[int]  # the steps of one choice
ASK_CAT = -1  # among the steps: a cat is asked what to do


def is_secret(match: Match, seat: int) -> bool:
    """Whether this seat's next step is seen by nobody else, whatever it is, while somebody else is asked too."""
    if seat not in match.waiting() or len(match.waiting()) < 2:
        return False
    others = [viewer for viewer in (*range(match.seats), WATCHER) if viewer != seat]
    for action in match.legal(seat):
        after = match.state.copy()
        match.game.rules.apply(after, seat, action)
        if not all(match.view(viewer) == match.game.hidden(after, viewer) for viewer in others):
            return False
    return True


def secret_moment(game: Game, seats: int, seed: int, chance: random.Random) -> tuple[Match, int] | None:
    """A random match up to a moment where somebody may choose in secret, and who."""
    match, skipped = Match(game, seats, secret=secret_from_seed(seed)), chance.randrange(12)
    while match.waiting() and len(match.log) < 400:
        hidden = [seat for seat in match.waiting() if is_secret(match, seat)]
        if len(hidden) > 1 and not any(map(match.can_undo, range(seats))):
            skipped -= 1
            if skipped < 0:
                return match, chance.choice(hidden)
        seat = chance.choice(match.waiting())
        match.play(seat, chance.choice(match.legal(seat)))
    return None


def choice_of(match: Match, seat: int, chance: random.Random) -> Path_:
    """A whole choice of this seat, step by step."""
    state, steps = match.state.copy(), []
    while legal := match.game.rules.legal(state, seat):
        action = chance.choice([k for k in range(62) if int(legal) >> k & 1])
        match.game.rules.apply(state, seat, action)
        steps.append(action)
    return steps


@dataclass
class World:
    """One table, and everything that those who must not know receive."""

    app: SecurityMiddleware
    table: Table
    secret_seat: int
    people: list[str]
    tokens: dict[int, str]
    trace: list[tuple[float, str, str]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def note(self, who: str, text: str) -> None:
        keys = {self.table.id: "ID", self.table.facts.watch_key: "KEY"}
        for key, name in keys.items():
            text = text.replace(key, name)
        self.trace.append((self.table.time(), who, text))

    def follow(self, chance: random.Random) -> None:
        """Screens of all others, of watchers, and programs. Who chooses is here too: being away is no secret."""
        if not self.table.seats[self.secret_seat].level:
            own = f"/t/{self.table.id}/live?seat={self.secret_seat}"
            self.lines.append(socket(Client(self.app, self.people[self.secret_seat]), own, lambda _: None))
        for seat, who in self.others():
            address = f"/t/{self.table.id}/live?seat={seat}" + chance.choice(("", "&changes=1"))
            self.lines.append(socket(who, address, lambda text, seat=seat: self.note(f"screen {seat}", text)))
            if chance.random() < 0.5:
                program, at = Client(self.app, token=self.tokens[seat]), f"/api/tables/{self.table.id}/events"
                self.lines.append(stream(program, at, lambda text, seat=seat: self.note(f"events {seat}", text)))
        watching = f"/w/{self.table.facts.watch_key}/live?changes=1"
        self.lines.append(socket(Client(self.app), watching, lambda text: self.note("watcher", text)))

    def others(self) -> Iterator[tuple[int, Client]]:
        for seat, identity in enumerate(self.people[: len(self.table.seats)]):
            if seat != self.secret_seat and not self.table.seats[seat].level:
                yield seat, Client(self.app, identity)

    async def look(self, kind: int) -> None:
        """Pages and answers that somebody fetches."""
        key, at = self.table.facts.watch_key, self.table.id
        for seat, who in self.others():
            if kind == 0:
                self.note(f"page {seat}", (await who.get(f"/t/{at}?seat={seat}")).text)
            elif kind == 1:
                answer = await Client(self.app, token=self.tokens[seat]).get(f"/api/tables/{at}")
                self.note(f"answer {seat}", answer.text)
        if kind == 2:
            self.note("watcher's page", (await Client(self.app).get(f"/w/{key}")).text)
            self.note("watcher's answer", (await Client(self.app).get(f"/api/watch/{key}")).text)

    async def close(self) -> None:
        for line in self.lines:
            await line.close()


@dataclass
class Trial:
    """A secret moment and what is done after it, in two worlds."""

    match: Match
    secret_seat: int
    clock: int | None
    is_cat: bool
    chance: random.Random

    @property
    def seats(self) -> range:
        return range(self.match.seats)

    async def lay(self, app: SecurityMiddleware, people: list[str]) -> World:
        facts = replace(
            series.new_facts(self.match.game.name, people[0], BEGAN, secrets.token_bytes), secret=self.match.secret
        )
        drafts = [log.set_up(len(self.seats), {}, TableSettings(clock=self.clock, advice=True))]
        for seat in self.seats:
            is_cat = self.is_cat and seat == self.secret_seat
            drafts.append(Draft(log.BOT, seat, note="cat") if is_cat else log.sit_down(seat, people[seat], NAMES[seat]))
        drafts.append(call_or_begin(self.match.game, seats_after(drafts)))
        drafts += [Draft(log.ACT, seat, action) for seat, action in self.match.log]
        table = await app.services.tables.pipeline.open_table(facts, drafts)
        sitting = [seat for seat in self.seats if table.seats[seat].is_person]
        tokens = {
            seat: await app.services.tables.identities.make_token(table.id, people[seat], seat) for seat in sitting
        }
        return World(app, table, self.secret_seat, people, tokens)

    def secret_deeds(self) -> dict[int, list[int | None]]:
        """By moment: the steps that the secret seat makes then; None takes the last one back. Advice is asked for
        before any of them."""
        steps: list[int | None] = [*choice_of(self.match, self.secret_seat, self.chance)]
        if self.chance.random() < 0.4:  # think again
            steps = [*steps, *[None] * len(steps), *choice_of(self.match, self.secret_seat, self.chance)]
        for _ in range(self.chance.choice((0, 0, 1, 2))):
            steps.insert(self.chance.randrange(len(steps)), ASK_CAT)
        found: dict[int, list[int | None]] = {}
        for at, step in zip(sorted(self.chance.choices(range(1, TICKS), k=len(steps))), steps, strict=True):
            found.setdefault(at, []).append(step)
        return found

    def open_deeds(self) -> dict[int, list[tuple[int, str]]]:
        """By moment: what the others do, the same in both worlds; one of them never finishes."""
        others = [seat for seat in self.seats if seat != self.secret_seat]
        found: dict[int, list[tuple[int, str]]] = {}
        for at in range(1, TICKS):
            deed = self.chance.choice(("step", "step", "undo", "say", "look", "look", "nothing"))
            found[at] = [(self.chance.choice(others), deed)]
        return found


async def secret_step(world: World, action: int | None) -> None:
    tables, table, seat = world.app.services.tables, world.table, world.secret_seat
    me, question = world.people[seat], table_view(table, seat, "en")["seen"]
    if action is None:
        await tables.undo(table.id, me, seat, question)
    elif action == ASK_CAT:
        with suppress(NoAdvice):  # the choice is made
            await tables.ask_advice(table.id, me, seat, question)
    else:
        await tables.play(table.id, me, seat, action, question)


async def open_deed(world: World, seat: int, deed: str, whim: int, never: int) -> None:
    tables, table = world.app.services.tables, world.table
    me, question = world.people[seat], table_view(table, seat, "en")["seen"]
    if deed == "step" and table.legal(seat):
        choices = [action for action in table.legal(seat) if not finishes(table, seat, action) or seat != never]
        if choices:
            await tables.play(table.id, me, seat, choices[whim % len(choices)], question)
    elif deed == "undo":
        with suppress(CannotUndo, StaleTurn):
            await tables.undo(table.id, me, seat, question)
    elif deed == "say":
        await tables.react(table.id, me, seat, tuple(REACTIONS)[whim % len(REACTIONS)])
    elif deed == "look":
        await world.look(whim % 3)


def finishes(table: Table, seat: int, action: int) -> bool:
    """Whether this ends the seat's choice; what ends everybody's, and shows it, does so too."""
    state = table.playing().state.copy()
    table.game.rules.apply(state, seat, action)
    shows = table.game.hidden(state, WATCHER) != table.view(WATCHER)
    return shows or not int(table.game.rules.waiting(state)) >> seat & 1


async def compare(app: SecurityMiddleware, trial: Trial, people: list[str]) -> tuple[int, int, list[str]]:
    """One trial: steps done, texts compared, and the first difference."""
    never = trial.chance.choice([seat for seat in trial.match.waiting() if seat != trial.secret_seat])
    choices = [choice_of(trial.match, trial.secret_seat, trial.chance) for _ in range(2)]
    thought: dict[str, Path_] = {}

    async def think(name: str, hidden: bytes, seat: int, level: str, *, seed: int, table: str) -> int:
        steps, rules = thought.setdefault(table, choices[len(thought) % 2]), trial.match.game.rules
        legal = int(rules.legal(rules.State.from_bytes(hidden), seat))
        while not legal >> steps[0] & 1:  # where there is one choice only, no cat is asked
            steps.pop(0)
        return steps.pop(0)

    app.services.tables.bots.think = think
    loop = asyncio.get_running_loop()
    first = math.ceil(loop.time())
    await asyncio.sleep(first - loop.time())
    worlds = [await trial.lay(app, people) for _ in range(2)]
    deeds = [{} if trial.is_cat else trial.secret_deeds() for _ in worlds]
    others, whims, seed = trial.open_deeds(), trial.chance.getrandbits(30), trial.chance.getrandbits(30)
    steps = 0
    for world in worlds:
        world.follow(random.Random(seed))
    for tick in range(1, TICKS):
        await asyncio.sleep(first + tick - loop.time())
        for world, secret in zip(worlds, deeds, strict=True):
            for action in secret.get(tick, ()):
                await secret_step(world, action)
                steps += 1
        for seat, deed in others[tick]:
            for world in worlds:
                await open_deed(world, seat, deed, whims + tick, never)
            steps += 1
    await asyncio.sleep(1)
    for world in worlds:
        for kind in range(3):
            await world.look(kind)
        await world.close()
        app.services.tables.registry.evict(world.table)
    one, other = (sorted(world.trace, key=lambda line: line[:2]) for world in worlds)
    return steps, len(one) + len(other), difference(one, other, trial)


def difference(one: list[tuple[float, str, str]], other: list[tuple[float, str, str]], trial: Trial) -> list[str]:
    if one == other:
        return []
    k = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    a, b = ((*lines[k : k + 1], (0.0, "nothing", ""))[0] for lines in (one, other))
    at = next((i for i, (x, y) in enumerate(zip(a[2], b[2], strict=False)) if x != y), 0)
    where = f"{trial.match.game.name}, seat {trial.secret_seat}{' (a cat)' * trial.is_cat}"
    near = slice(max(0, at - 80), at + 60)
    return [f"{where}: {len(one)} / {len(other)} texts; {a[:2]} …{a[2][near]}… or {b[:2]} …{b[2][near]}…"]


async def search(folder: Path, name: str, enough: int, seed: int) -> tuple[int, int, list[str]]:
    """Trials until enough steps were made, or something was found."""
    known = next(game for game in games() if game.name == name)
    folder.mkdir(exist_ok=True)
    steps = texts = number = 0
    async with open_app(folder, pace=PACE) as app:
        loop = asyncio.get_running_loop()
        app.services.tables.registry.time = lambda: BEGAN + round(loop.time() / GRAIN) * GRAIN
        people = [(await app.services.tables.identities.create(name, "en")).id for name in NAMES]
        while steps < enough:
            number += 1
            chance = random.Random(f"{name} {seed} {number}")
            seats = chance.choice(known.seats)
            found = secret_moment(known, seats, chance.getrandbits(40), chance)
            if found is None:
                continue
            trial = Trial(*found, chance.choice((None, 30, 60)), chance.random() < 0.3, chance)
            made, compared, told = await compare(app, trial, people)
            steps, texts = steps + made, texts + compared
            if told:
                return steps, texts, [f"trial {number}: {one}" for one in told]
    return steps, texts, []


@cache
def games_with_secret_choices() -> list[str]:
    """In Rat-a-Tat Cat, for one, everybody sees what is chosen: what is secret there are cards."""
    return [
        known.name
        for known in games()
        if any(secret_moment(known, known.seats[-1], seed, random.Random(seed)) for seed in range(20))
    ]


def test_a_secret_choice_is_not_told_by_number_or_time(memory_folder: Path) -> None:
    names = games_with_secret_choices()
    assert len(names) >= 3
    assert "rat-a-tat-cat" not in names
    for name in names:
        steps, texts, found = run(search(memory_folder / name, name, 80, seed=1))
        assert not found
        assert steps >= 80
        assert texts > steps


@pytest.mark.slow
def test_a_hundred_thousand_steps(memory_folder: Path) -> None:
    names, total = games_with_secret_choices(), int(os.environ.get("PURRLOR_STEPS", "100000"))
    for name in names:
        seed = secrets.randbelow(1 << 30)
        steps, texts, found = run(search(memory_folder / name, name, total // len(names) + 1, seed))
        print(f"{name}: {steps} steps, {texts} texts compared, {len(found)} leaks (seed {seed})")
        assert not found


# What must be found, if somebody builds it in


def step_clock(table: Table, seat: int) -> float | None:
    """A clock that begins again with every step, as somebody may know who made it."""
    return None if table.settings.clock is None else BEGAN + 60 + table.question[seat]


def who_has_chosen(table: Table, seat: int) -> list[int]:
    return list(table.waiting())


PLANTS: dict[str, tuple[Any, str, Any]] = {
    "clock of every step": (player_chips, "clock_ends", step_clock),
    "who has chosen": (Table, "waiting_for", who_has_chosen),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_what_tells_is_found(plant: str, memory_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, careless = PLANTS[plant]
    monkeypatch.setattr(where, name, careless)
    *_, found = run(search(memory_folder, "cat-cafe", 400, seed=2))
    assert found


def test_advice_that_is_told_at_once_is_found(memory_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only who has not chosen yet can ask for it."""
    monkeypatch.setattr(History, "remark_on_choice", History.remark)
    *_, found = run(search(memory_folder, "cat-cafe", 400, seed=2))
    assert found


def test_a_row_count_is_found(memory_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = frames.frame_values

    def careless(pages: Templates, table: Table, *rest: Any, **more: Any) -> tuple[FrameValues, Ending]:
        values, ending = honest(pages, table, *rest, **more)
        return replace(values, seen=table.n), ending

    monkeypatch.setattr(frames, "frame_values", careless)
    *_, found = run(search(memory_folder, "cat-cafe", 400, seed=2))
    assert found


def test_an_event_for_every_row_is_found(memory_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame that differs in nothing that is seen: its number alone tells."""
    honest = frames.build_frame

    def careless(pages: Templates, table: Table, look: Viewpoint) -> Frame:
        frame = honest(pages, table, look)
        return frame._replace(text=EncodedText(f"{frame.text}<!-- {table.n} -->"))

    monkeypatch.setattr(frames, "build_frame", careless)
    *_, found = run(search(memory_folder, "cat-cafe", 400, seed=3))
    assert found
