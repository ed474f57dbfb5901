"""Screens that are sent only what changed show the whole frame, to the letter."""

import random
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from purrlor.core.cache import Cache
from purrlor.core.seats import WATCHER
from purrlor.tables.tables import Tables
from purrlor.web.live.encoded_text import EncodedText
from purrlor.web.live.frames import SHORT_FRAME, FrameCache, apply_diff, build_frame, diff_lines, record_frame
from purrlor.web.live.last_move import BEGIN
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.rendering.templating import Templates
from tests.fixtures.playing import CHANCE, GAMES, play_once, two_people
from tests.fixtures.visitors import actions, form_of, open_house

PAGES = Templates()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_text_becomes_a_message_as_the_library_would_make_it(size: int) -> None:
    text = EncodedText("я" * (size // 2) + "x" * (size % 2))
    assert text.as_message() == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
    assert text.as_message() is text.as_message()


def lines_of(text: str) -> list[str]:
    return text.split("\n")[1:]


@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
async def test_changes_lead_to_the_whole_frame(game: str, sqlite_tables: Tables) -> None:
    """A whole match: one screen sees every frame, one looks up now and then, one comes late."""
    table = await two_people(sqlite_tables, game)
    looks = (Viewpoint(0, "en"), Viewpoint(1, "ru"), Viewpoint(WATCHER, "en"))
    frames = FrameCache(PAGES)
    held: dict[tuple[Viewpoint, int], tuple[int, list[str]]] = {}
    whole = sent = count = 0
    while table.stage == "running":
        await play_once(sqlite_tables, table)
        if CHANCE.random() < 0.1:
            frames.drawn = Cache(16)  # as happens every few seconds: the same frame is drawn again
        for look in looks:
            for often in (1, 3):
                if CHANCE.randrange(often):
                    continue
                text = frames.frame(table, look).text
                shown, lines = held.get((look, often), (0, []))
                mark, news = frames.update(table, look, shown)
                if news:
                    held[look, often] = mark, apply_diff(lines, news)
                    if often == 1 and BEGIN not in text and len(text) >= SHORT_FRAME:  # the end comes once
                        whole, sent, count = whole + len(text), sent + len(news), count + 1
                assert held[look, often][1] == lines_of(text)
    assert sent < 3 * whole / 4 or not count


@pytest.mark.anyio
async def test_only_some_frames_are_cached(sqlite_tables: Tables) -> None:
    frames = FrameCache(PAGES, 2)
    table = await two_people(sqlite_tables, "cat-cafe")
    looks = (Viewpoint(0, "en"), Viewpoint(1, "en"), Viewpoint(WATCHER, "en"), Viewpoint(0, "ru"))
    for _ in range(6):
        await play_once(sqlite_tables, table)
        for look in (*looks, looks[-1]):
            assert frames.frame(table, look).text == build_frame(PAGES, table, look).text
            frames.update(table, look, 0)
            assert len(frames.drawn) <= 2
        assert frames.frame(table, looks[-1]) is frames.frame(table, looks[-1])
    frames.forget(table)
    assert not frames.sent


@pytest.mark.anyio
async def test_a_frame_is_drawn_once_for_each_viewpoint_and_version(sqlite_tables: Tables) -> None:
    table, frames = await two_people(sqlite_tables), FrameCache(PAGES)
    looks = (Viewpoint(0, "en"), Viewpoint(0, "ru"), Viewpoint(WATCHER, "en"))
    first = [frames.frame(table, look) for look in looks]
    assert len({id(frame) for frame in first}) == 3
    assert all(frames.frame(table, look) is frame for look, frame in zip(looks, first, strict=True))
    await play_once(sqlite_tables, table)
    assert frames.frame(table, looks[0]) is not first[0]


def test_lines_come_go_and_change_places() -> None:
    dice = random.Random(3)
    last, held = None, []
    for _ in range(2000):
        lines = [str(dice.randrange(12)) for _ in range(dice.randrange(12))]
        last = record_frame(last, "\n".join(['{"n":1}', *lines]))
        if last.diff is not None:
            held = apply_diff(held, last.diff)
            assert held == lines
        held = lines


def test_what_stays_is_not_sent_again() -> None:
    assert diff_lines([1, 2, 3], [1, 2, 3]) == ([(0, 3, 0)], [])
    assert diff_lines([1, 2, 3], [1, 9, 3]) == ([(0, 1, 1), (2, 3, 0)], [1])
    assert diff_lines([1, 2, 3], [9, 1, 2, 3]) == ([(0, 0, 1), (0, 3, 0)], [0])
    assert diff_lines([1, 2, 3], [3, 1]) == ([(2, 3, 0), (0, 1, 0)], [])
    assert diff_lines([], [7, 8]) == ([(0, 0, 2)], [0, 1])


def test_a_screen_is_sent_changes_where_it_asks_for_them(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        answer = house.host.post("/new/cat-cafe/device", data={"name-0": "Ann", "name-1": "Boris"})
        table = answer.url.path
        pages = [house.host.get(f"{table}?seat={seat}").text for seat in (0, 1)]
        page = next(page for page in pages if actions(page))
        at = page.partition('data-at="')[2].partition('"')[0].replace("&amp;", "&")
        plain = at.replace("changes=1&", "")
        with house.host.websocket_connect(at) as screen, house.host.websocket_connect(plain) as other:
            first = screen.receive_text()
            assert lines_of(first) == lines_of(other.receive_text())
            house.host.post(f"{table}/play", data=form_of(page), headers={"x-live": "1"})
            second, whole = screen.receive_text(), other.receive_text()
            assert '"of":' in second
            assert '"of":' not in whole
            assert len(second) < len(whole) / 2
            assert apply_diff(lines_of(first), second) == lines_of(whole)
        with house.host.websocket_connect(at) as screen:
            assert '"of":' not in screen.receive_text(), "who comes again has nothing to build upon"
