"""No frame and no API answer tells what its reader may not know.

The canary is an exchange: two hidden things that a viewer could not have told apart change places in the true state. If
anything that viewer is sent changes with them, it came from behind the veil. Keys and secrets are searched for as text.
"""

import asyncio
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from purrlor.bots.thinker import Choice
from purrlor.core.cache import Cache
from purrlor.core.chance import seed_rng
from purrlor.core.game import game as game_named
from purrlor.core.game import games
from purrlor.core.seats import WATCHER
from purrlor.tables.history.live_chances import chances_for
from purrlor.tables.store import open_store
from purrlor.tables.table import Table
from purrlor.tables.tables import Tables
from purrlor.web.api.endpoints import table_view
from purrlor.web.live import frames
from purrlor.web.live.frames import FrameCache, FrameValues
from purrlor.web.live.match_end import Ending
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.pages.learning.advice import advice_at
from purrlor.web.rendering.templating import Templates
from tests.fixtures.playing import DEALS

GAMES = [game.name for game in games()]
PAGES = Templates()
FRAMES = FrameCache(PAGES)


def sent(table: Table, seat: int, language: str) -> str:
    """Everything a viewer of this seat is sent, drawn again: the frame, what of it a screen that follows lacks, the
    answer of the API."""
    table.views.clear()
    FRAMES.drawn = Cache(16)
    look = Viewpoint(seat, language)
    _, news = FRAMES.update(table, look, SHOWN.get((table.id, look), 0))
    frame = FRAMES.frame(table, look)
    answer = table_view(table, seat, language)
    return frame.text + news + frame.title + json.dumps({**answer, "table": ""} if seat == WATCHER else answer)


SHOWN: dict[tuple[str, Viewpoint], int] = {}  # by table and look: the mark of what its screens show


def leaks(table: Table, seat: int, language: str, chance: random.Random) -> tuple[int, list[str]]:
    """How many frames and answers were looked at, and what was found in them."""
    assert table.match is not None
    true, found, look = table.match.state, [], Viewpoint(seat, language)
    before = FRAMES.sent.get(table.id, {}).get(look)
    SHOWN[table.id, look] = before.mark if before is not None else 0
    honest = sent(table, seat, language)
    keys = {"the host's identity": table.host}
    keys |= {"the match's secret": table.match.secret.hex(), "the match's key": table.match.key.hex()}
    if seat == WATCHER:
        keys["the table's id"] = table.id
    if table.stage == "running":
        found += [f"{what} in {honest[:60]}" for what, key in keys.items() if key in honest]
        twin = true.copy()
        seed_rng(twin, chance.getrandbits(60))
        # A twin in which everybody has chosen is a moment that never lasts: the match would have gone on.
        if table.game.part("invariants").exchange(twin, seat) and table.game.rules.waiting(twin):
            table.match.state = twin
            after = dict(FRAMES.sent.get(table.id, {}))
            FRAMES.sent[table.id] = {**after, look: before} if before is not None else {}
            other = sent(table, seat, language)
            FRAMES.sent[table.id] = after
            if other != honest:
                k = next((k for k, (a, b) in enumerate(zip(honest, other, strict=False)) if a != b), 0)
                at = f"decision {len(table.match.log)} for seat {seat}"
                found.append(f"something hidden at {at}: …{honest[k - 200 : k + 80]}… or …{other[k : k + 80]}…")
            table.match.state = true
            table.views.clear()
            return 4, found
    return 2, found


async def search(name: str, folder: Path, enough: int, seed: int = 5) -> tuple[int, list[str]]:
    """Random matches of a game until enough frames and answers were looked at."""
    chance, looked = random.Random(seed), 0
    found: list[str] = []
    store = await open_store(f"sqlite:///{folder}/leaks-{name}.db")
    # The clock stands still: nobody comes to be away between two looks.
    tables = Tables(store, pace=0.0, most_tables=10_000, time=lambda: 1e9, entropy=DEALS.randbytes)
    await tables.start()
    try:
        while looked < enough and not found:
            me = (await tables.identities.create("Ann", "en")).id
            seats = chance.choice(next(game for game in games() if game.name == name).seats)
            table = await tables.create(me, name, seats, people=[f"Player {k}" for k in range(seats)], begin=True)
            while table.stage == "running" and looked < enough and not found:
                seat = chance.choice(table.waiting())
                await tables.play(table.id, me, seat, chance.choice(table.legal(seat)), table.question[seat])
                for viewer in (*range(seats), WATCHER):
                    more, told = leaks(table, viewer, chance.choice(("en", "ru")), chance)
                    looked += more
                    found += told
    finally:
        await tables.stop()
        await store.close()
    return looked, found


@pytest.mark.parametrize("game", GAMES)
def test_nothing_leaks(game: str, tmp_path: Path) -> None:
    looked, found = asyncio.run(search(game, tmp_path, 300))
    assert looked >= 300
    assert not found


async def oracle(name: str, hidden: bytes, seat: int, **asked: Any) -> list[Choice]:
    """Says something else for every other state: whatever it is asked about shows in the answer."""
    known = game_named(name)
    legal = known.legal(known.rules.State.from_bytes(hidden), seat)
    said = crc32(hidden)
    return [Choice(legal[said % len(legal)], 1000, said / 2**32, 0, 0)]


async def told_about(table: Table, seat: int) -> object:
    """What is said of chances and choices: the advice for a seat that is asked, everybody's chance for a watcher."""
    table.views.clear()
    if seat == WATCHER:
        return await chances_for(table.game, table.view(WATCHER), oracle)
    return await advice_at(table, seat, "en", oracle) if len(table.legal(seat)) > 1 else ""


async def search_advice(name: str, folder: Path, enough: int) -> tuple[int, list[str]]:
    """Random matches until so many twins were compared."""
    chance, looked, found = random.Random(3), 0, list[str]()
    store = await open_store(f"sqlite:///{folder}/advice-{name}.db")
    tables = Tables(store, pace=0.0, most_tables=10_000, time=lambda: 1e9, entropy=DEALS.randbytes)
    await tables.start()
    try:
        while looked < enough:
            me = (await tables.identities.create("Ann", "en")).id
            seats = chance.choice(game_named(name).seats)
            table = await tables.create(me, name, seats, people=[f"Player {k}" for k in range(seats)], begin=True)
            while table.stage == "running" and looked < enough:
                match = table.playing()
                for viewer in (*table.waiting(), WATCHER):
                    true, twin = match.state, match.state.copy()
                    seed_rng(twin, chance.getrandbits(60))
                    if table.game.part("invariants").exchange(twin, viewer) and table.game.rules.waiting(twin):
                        honest = await told_about(table, viewer)
                        match.state = twin
                        if await told_about(table, viewer) != honest:
                            found.append(f"decision {len(match.log)} for viewer {viewer}")
                        match.state, looked = true, looked + 1
                        table.views.clear()
                seat = chance.choice(table.waiting())
                await tables.play(table.id, me, seat, chance.choice(table.legal(seat)), table.question[seat])
    finally:
        await tables.stop()
        await store.close()
    return looked, found


@pytest.mark.parametrize("game", GAMES)
def test_hints_and_chances_tell_nothing_hidden(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked, found = asyncio.run(search_advice(game, tmp_path, 40))
    assert looked >= 40
    assert not found
    monkeypatch.setattr(Table, "view", lambda self, seat: self.playing().state)
    _, found = asyncio.run(search_advice(game, tmp_path, 40))
    assert found, "a planted leak is found"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_nothing_leaks_from_twenty_thousand(game: str, tmp_path: Path) -> None:
    looked, found = asyncio.run(search(game, tmp_path, 5000, seed=7))
    assert looked >= 5000
    assert not found


@pytest.mark.parametrize("game", GAMES)
def test_a_planted_leak_is_found(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = frames.frame_values

    def careless(pages: Templates, table: Table, *rest: Any, **more: Any) -> tuple[FrameValues, Ending]:
        values, ending = honest(pages, table, *rest, **more)
        return replace(values, hint=table.playing().state.to_bytes()[32:].hex()), ending

    monkeypatch.setattr(frames, "frame_values", careless)
    _, found = asyncio.run(search(game, tmp_path, 2000))
    assert any("something hidden" in one for one in found)


def test_a_leak_in_what_changed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = FrameCache.update

    def careless(frames: FrameCache, table: Table, *rest: Any, **more: Any) -> tuple[int, str]:
        mark, news = honest(frames, table, *rest, **more)
        return mark, f"{news}{table.playing().state.to_bytes()[32:].hex()}" if '"of":' in news else news

    monkeypatch.setattr(FrameCache, "update", careless)
    _, found = asyncio.run(search(GAMES[0], tmp_path, 2000))
    assert any("something hidden" in one for one in found)


def test_a_planted_key_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Table.story
    monkeypatch.setattr(Table, "story", lambda self, *rest: [*whole(self, *rest), f"{self.host} {self.id}"])
    _, found = asyncio.run(search(GAMES[0], tmp_path, 60))
    assert any("identity" in one for one in found)
    assert any("the table's id" in one for one in found)
