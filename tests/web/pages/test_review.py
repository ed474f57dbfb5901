"""The review's page: made once when asked for, in both languages, never for a running match."""

import asyncio
import re
from collections.abc import Iterator

import pytest

from purrlor.bots.thinker import Choice, Thinker
from purrlor.core.game import game
from purrlor.tables.errors import NotWeighed
from purrlor.tables.story import review
from purrlor.tables.story.review import Reviews
from purrlor.web.pages.learning.review_curve import clear_of
from tests.fixtures.playing import DEALS
from tests.fixtures.visitors import GAME, House, actions, finish, open_house, play_now

LINE = "Chance to win: Guest"


class PlainSearch:
    """The search in plain Python, with a few playouts: nothing has to be compiled for a page."""

    def __init__(self, has_lions: bool = False) -> None:
        self.asked, self.has_lions = 0, has_lions
        self.searches: dict[str, Thinker] = {}

    async def evaluate(
        self,
        name: str,
        hidden: bytes,
        seat: int,
        *,
        seconds: float,
        table: str,
        playouts: int,
        player: str = "tiger",
        wanted: int = 0,
    ) -> list[Choice]:
        self.asked += 1
        if player == "lion" and not self.has_lions:
            return []  # not ready
        await asyncio.sleep(0)
        if name not in self.searches:
            self.searches[name] = Thinker(game(name), fast=False, capacity=2000)
        return self.searches[name].evaluate(hidden, seat, playouts=16)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("parlour"), rate=0.0) as opened:
        yield opened


@pytest.fixture(scope="module")
def over(house: House) -> str:
    DEALS.seed("a match to be reviewed")  # whatever ran before in this process
    return finish(house.host, GAME)


def test_a_house_without_tigers_says_so_and_shows_the_look_back(house: House, over: str) -> None:
    house.app.services.reviews = Reviews(None)
    page = house.host.get(f"{over}/review")
    assert page.status_code == 409, "nothing is broken"
    assert "no tigers" in page.text
    assert 'id="at"' in page.text, "the look back is there"


def test_the_review_is_made_once_and_leads_to_the_board(house: House, over: str) -> None:
    search = PlainSearch()
    house.app.services.reviews = reviews = Reviews(search.evaluate)
    assert f'href="{over}/review"' in house.host.get(f"{over}/replay").text
    page = house.host.get(f"{over}/review")
    assert page.status_code == 200
    made, table = search.asked, house.app.services.tables.registry.tables[over.removeprefix("/t/")]
    assert made
    assert not actions(page.text)
    assert page.text.count("<polyline") == len(table.seats)
    review = house.call(reviews.found, table)
    assert review is not None
    assert ("A tiger would choose" in page.text) == ('id="moment-1"' in page.text), "of moments that cost something"
    assert "Luck: dice, cards, tokens" in page.text
    opened = house.host.get(f"{over}/review?as=0&board=open")
    assert "nobody knew all of it" in opened.text
    assert "nobody knew all of it" not in page.text
    for address in (f"{over}/review?as=0&n=2", f"{over}/review?as=9&n=x", f"/w/{table.facts.watch_key}/review?as=open"):
        again = house.host.get(address)
        assert again.status_code == 200
        moments = re.findall(r'id="moment-(\d)"', again.text)
        assert len(moments) <= 3
        back = re.search(r'href="([^"]+/replay\?at=\d+&amp;as=\w+)">', again.text)
        assert back is not None
        assert house.host.get(back[1].replace("&amp;", "&")).status_code == 200
    russian = house.visitor(**{"accept-language": "ru"}).get(f"/w/{table.facts.watch_key}/review")
    assert "Все решения" in russian.text
    assert search.asked == made, "it is kept"
    assert LINE in house.host.get(f"{over}/replay?at=30&as=open").text


def test_asked_twice_at_once_it_is_made_once(house: House, over: str) -> None:
    search = PlainSearch()
    reviews = Reviews(search.evaluate)
    table = house.app.services.tables.registry.tables[over.removeprefix("/t/")]

    async def both() -> bool:
        one, other = await asyncio.gather(reviews.of(table), reviews.of(table))
        return one is other

    assert house.call(both)
    alone = search.asked
    house.call(Reviews(search.evaluate).of, table)
    assert search.asked == 2 * alone


def test_a_crowd_of_reviews_has_a_bound(house: House, over: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "AT_ONCE", 1)
    tables = house.app.services.tables.registry.tables
    one, other = (tables[address.removeprefix("/t/")] for address in (over, finish(house.host, GAME)))

    async def crowd() -> None:
        is_asked, may_answer = asyncio.Event(), asyncio.Event()

        async def not_ready(*_: object, **__: object) -> list[Choice]:
            is_asked.set()
            await may_answer.wait()
            return []

        reviews = Reviews(not_ready)
        waiting = [asyncio.ensure_future(reviews.of(one)) for _ in range(3)]
        await is_asked.wait()
        with pytest.raises(NotWeighed, match="at work on other reviews"):
            await reviews.of(other)
        may_answer.set()
        for found in await asyncio.gather(*waiting, return_exceptions=True):
            assert "waking up" in str(found), "those who ask for the same wait together"
        with pytest.raises(NotWeighed, match="waking up"):
            await reviews.of(other)

    house.call(crowd)


def test_a_review_outlives_a_restart(house: House, over: str) -> None:
    store = house.app.services.tables.store
    table = house.app.services.tables.registry.tables[over.removeprefix("/t/")]
    house.call(Reviews(PlainSearch().evaluate, 1, store).of, table)
    assert house.call(store.review, table.id) is None, "the lion was not ready: next time it may be"
    made = house.call(Reviews(PlainSearch(has_lions=True).evaluate, 1, store).of, table)
    assert made.judge == "lion"
    house.app.services.reviews = Reviews(None, 1, store)  # another server, without tigers of its own
    assert house.call(house.app.services.reviews.of, table) == made
    assert house.host.get(f"{over}/review").status_code == 200
    assert LINE in house.host.get(f"{over}/replay?at=30&as=open").text
    house.call(store.add_review, table.id, made.to_json(table.game.revision).replace('"format": 1', '"format": 0'))
    assert house.call(Reviews(None, 1, store).found, table) is None, "of another version: it is made again"
    house.call(store.add_review, "gone", "{}")
    assert house.call(store.review, "gone") is None, "its table is not there any more"


def test_a_running_match_has_no_review(house: House) -> None:
    search = PlainSearch()
    house.app.services.reviews = Reviews(search.evaluate)
    address = play_now(house.host)
    table = house.app.services.tables.registry.tables[address.removeprefix("/t/")]
    for page in (house.host.get(f"{address}/review"), house.host.get(f"/w/{table.facts.watch_key}/review")):
        assert "still being played" in page.text
        assert "<polyline" not in page.text
    assert not search.asked


def test_marks_of_the_curve_do_not_cover_each_other() -> None:
    taken: list[tuple[float, float]] = []
    for _ in range(3):
        taken.append(clear_of(taken, 100.0, 10.0))
    assert taken == [(100.0, 10.0), (100.0, 30.0), (100.0, 50.0)]
