"""At the real table: the room, a sheet for every game that can be counted, the score as a fragment and as a picture."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from purrlor.core.game import Game, game, games
from purrlor.web.real_table.counting import LONGEST_SHEET, is_counted
from purrlor.web.real_table.offline_rules import has_offline_rules
from tests.fixtures.visitors import House, open_house

COUNTED = [known.name for known in games() if is_counted(known) and not known.is_from_outside]
KITTIES = "more-kitties"
PILES = {"seats": "2", "colour-0": "r", "colour-1": "g", "pile-0": "5", "pile-1": "2", "over": "on", "name-0": "A<b>"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("parlour"), rate=0.0) as opened:
        yield opened


@pytest.mark.parametrize("name", COUNTED)
def test_every_counter_opens_and_says_what_is_missing(house: House, name: str) -> None:
    assert 'href="/count"' in house.host.get("/").text
    assert f'href="/count/{name}"' in house.host.get("/count").text
    assert f'href="/count/{name}"' in house.host.get(f"/rules/{name}").text
    for language, offline in (("en", "You%20are%20offline"), ("ru", "%D0%92%D1%8B")):
        page = house.visitor(**{"accept-language": language}).get(f"/count/{name}")
        assert page.status_code == 200
        assert 'id="count"' in page.text
        assert page.headers["x-offline"].startswith(offline), "it can be opened without a line"
    empty = house.host.get(f"/count/{name}/result")
    assert empty.status_code == 200
    assert 'class="problem"' in empty.text


def test_a_score_and_its_picture(house: House) -> None:
    score = house.host.get(f"/count/{KITTIES}/result", params=PILES).text
    assert "A&lt;b&gt; wins!" in score
    assert "<b>" not in score.replace("<b>5</b>", "")
    assert f"/count/{KITTIES}/result.svg?" in score
    picture = house.host.get(f"/count/{KITTIES}/result.svg", params=PILES)
    assert picture.headers["content-type"].startswith("image/svg+xml")
    text = "".join(ElementTree.fromstring(picture.text).itertext())
    assert "A<b> wins!" in text
    assert "5 points" in text


def test_what_cannot_be_counted_is_a_sentence(house: House) -> None:
    for wrong in ("7", "0", "-1", "x", "2" * 50, "²"):
        said = house.host.get(f"/count/{KITTIES}/result", params={"seats": wrong}).text
        assert "This box is for 2 to 6 players" in said
    long = house.host.get(f"/count/{KITTIES}/result?x={'1' * LONGEST_SHEET}").text
    assert "This sheet is too long" in long
    picture = house.host.get(f"/count/{KITTIES}/result.svg?seats=7")
    assert picture.status_code == 422
    assert "This box is for 2 to 6 players" in picture.text


def test_a_game_may_lack_a_counter(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    has = Game.has
    monkeypatch.setattr(Game, "has", lambda of, file: file != "board/real_table/counting.py" and has(of, file))
    assert house.host.get(f"/count/{KITTIES}").status_code == 404
    assert f"/count/{KITTIES}" not in house.host.get("/count").text
    assert f"/count/{KITTIES}" not in house.host.get(f"/rules/{KITTIES}").text
    assert house.host.get("/count/chess").status_code == 404


@pytest.mark.parametrize("name", COUNTED)
def test_every_counter_of_the_house_counts_without_a_line(house: House, name: str) -> None:
    assert has_offline_rules(game(name))
    address = re.search(rf'src="(/s/{name}-offline\.\w+\.js)"', house.host.get(f"/count/{name}").text)
    assert address
    assert "window.countOffline" in house.host.get(address[1]).text
