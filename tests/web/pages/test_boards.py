"""Every game's board, as the shell draws it: each choice is there once as a button with a name, and nothing else is."""

import asyncio
import logging
import random
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from purrlor.core.game import games
from purrlor.core.seats import WATCHER
from purrlor.tables.store import open_store
from purrlor.tables.table import Table
from purrlor.tables.tables import Tables
from purrlor.web.live.frames import build_frame
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.rendering.templating import Templates
from tests.fixtures.catalogue import usually
from tests.fixtures.playing import DEALS

GAMES = [game.name for game in games()]
LOOKS = usually(75, slow=150)  # in each language
PAGES = Templates()
PAGES.dev = True  # a board that stumbles fails the test instead of looking plain


class Buttons(HTMLParser):
    """The choices of a frame, their spoken names, and every id."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.choices: dict[int, str] = {}
        self.troubles: list[str] = []
        self.now: int | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        has = dict(attributes)
        if has.get("id"):
            self.ids.append(str(has["id"]))
        if "style" in has or any(name.startswith("on") for name in has):
            self.troubles.append(f"<{tag} {attributes}>")
        if tag == "button":
            self.now = None
            if has.get("name") == "action" and has.get("aria-disabled") != "true":
                self.now = int(str(has["value"]))
                self.choices[self.now] = has.get("aria-label") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "button":
            self.now = None

    def handle_data(self, data: str) -> None:
        if self.now is not None and not self.choices[self.now].strip():
            self.choices[self.now] += data


async def walk(name: str, folder: Path, language: str, enough: int, check: Any) -> int:
    chance, looked = random.Random(11), 0
    store = await open_store(f"sqlite:///{folder}/boards.db")
    tables = Tables(store, pace=0.0, entropy=DEALS.randbytes)
    await tables.start()
    try:
        while looked < enough:
            me = (await tables.identities.create("Ann", "en")).id
            seats = chance.choice(next(game for game in games() if game.name == name).seats)
            table = await tables.create(me, name, seats, people=[f"P{k}" for k in range(seats)], begin=True)
            while table.stage == "running" and looked < enough:
                for seat in (*range(seats), WATCHER):
                    check(table, seat, build_frame(PAGES, table, Viewpoint(seat, language)).html)
                    looked += 1
                seat = chance.choice(table.waiting())
                await tables.play(table.id, me, seat, chance.choice(table.legal(seat)), table.question[seat])
    finally:
        await tables.stop()
        await store.close()
    return looked


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_every_choice_is_a_button_with_a_name(game: str, language: str, tmp_path: Path) -> None:
    def check(table: Table, seat: int, html: str) -> None:
        found = Buttons(html)
        wanted = set(table.legal(seat)) if seat != WATCHER else set()
        assert set(found.choices) == wanted, (table.waiting(), seat)
        assert all(re.search(r"\w", label) for label in found.choices.values()), found.choices
        assert not found.troubles
        twice = {one for one in found.ids if found.ids.count(one) > 1}
        assert not twice, "an id stands for one thing"

    assert asyncio.run(walk(game, tmp_path, language, LOOKS, check)) >= LOOKS


def test_a_board_that_stumbles_is_shown_plain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    view = next(game for game in games() if game.name == "cat-cafe").part("board.view")
    monkeypatch.setattr(view, "board", broken)
    monkeypatch.setattr(PAGES, "dev", False)

    def check(table: Table, seat: int, html: str) -> None:
        assert 'class="plain"' in html
        assert set(Buttons(html).choices) == (set(table.legal(seat)) if seat != WATCHER else set())

    with caplog.at_level(logging.ERROR, logger="purrlor"):
        asyncio.run(walk("cat-cafe", tmp_path, "en", 4, check))
    assert "A board could not be drawn" in caplog.text
