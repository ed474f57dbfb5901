"""From a sheet to the table: a match goes on where people stopped, against cats; its record says where it began."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from purrlor import cli
from purrlor.command_line.parlour import game_of_position
from purrlor.core.errors import BadNotation
from purrlor.core.game import game
from purrlor.core.match import Match
from purrlor.tables.registry import replay
from purrlor.web.server import run
from tests.fixtures.visitors import House, open_house, play_to_the_end

OVER = "nothing is left to be played"
SHEETS = {
    "cat-cafe": {"seats": "2", "h0-0": "Y", "h1-0": "M", "h0-1": "F", "paws-0": "3", "spent-0": "2"},
    "rat-a-tat-cat": {"seats": "2", "rounds": "2", "r1-0": "13", "r1-1": "9"},
    "pocket-cats": {"clan-0": "R", "clan-1": "G", "x12": "m4", "x3": "D3@2", "x4": "R5*"}
    | {f"x{cell}": tile for cell, tile in enumerate(("m3", "p2", "p5"), 20)},
}
POSITION = re.compile(r'<textarea name="position" hidden>(.*?)</textarea>', re.S)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("parlour"), rate=0.0) as opened:
        yield opened


@pytest.mark.parametrize("name", SHEETS)
def test_a_match_goes_on_from_a_sheet(house: House, name: str) -> None:
    of, services = game(name), house.app.services
    result = house.host.get(f"/count/{name}/result", params=SHEETS[name]).text
    link = re.search(r'href="(/count/[^"]*/play-on\?[^"]*)"', result)
    assert link, result
    page = house.host.get(html.unescape(link[1]))
    found = POSITION.search(page.text)
    assert found
    position = html.unescape(found[1])
    given = of.read(position)
    assert given == of.hidden(given, 0), "the page knows no more than the first seat"

    answer = house.host.post(f"/play-on/{name}", data={"position": position, "level": "kitten"})
    assert answer.status_code == 200, answer.text
    address = answer.url.path
    table = house.call(services.tables.get, address.removeprefix("/t/"))
    assert "goes on from a position" in table.story(0, "en")[0]
    again = services.tables.registry.new_table(table.facts)  # beside the one that is played on
    house.call(replay, again, house.call(services.tables.store.rows, table.id))
    assert again.match.first_state() == table.match.first_state(), "it comes back from its log"
    assert of.show(of.hidden(table.match.first_state(), 0)).split("\n") == position.split("\n")

    play_to_the_end(house.host, address)
    record = house.host.get(f"{address}/record.json").json()
    assert of.hidden(of.read(record["position"]), 0) == given
    assert Match.replay(record).scores() == tuple(record["result"]["scores"])
    assert house.host.get(f"{address}/replay").status_code == 200
    rematch = house.host.post(f"{address}/again", data={})
    assert rematch.status_code == 200, rematch.text
    follower = house.call(services.tables.get, rematch.url.path.removeprefix("/t/"))
    assert follower.match is not None
    assert follower.match.position is None, "the next match begins at its beginning"


def test_it_is_offered_only_where_something_is_left(house: House) -> None:
    over = SHEETS["rat-a-tat-cat"] | {"rounds": "1"}
    assert "play-on" not in house.host.get("/count/rat-a-tat-cat/result", params=over).text
    asked = house.host.get("/count/rat-a-tat-cat/play-on", params=over)
    assert asked.status_code == 422
    assert OVER in asked.text
    piles = {"seats": "2", "colour-0": "r", "colour-1": "g", "pile-0": "5"}
    assert "play-on" not in house.host.get("/count/more-kitties/result", params=piles).text
    assert "does not tell where all pieces are" in house.host.get("/count/more-kitties/play-on", params=piles).text


def test_what_is_no_position_is_a_sentence(house: House) -> None:
    over = "round 9 over; dice 1 1 1; took ? ?\n0: HYYHY ...... ..#... ...... .#..\n1: ..."
    for wrong, sentence in (
        ("", "This is not a position"),
        ("nonsense", "This is not a position"),
        (over, "This is not a position"),
        ("x" * 5000, "too long"),
    ):
        for answer in (
            house.host.get("/play-on/cat-cafe", params={"position": wrong}),
            house.host.post("/play-on/cat-cafe", data={"position": wrong}),
        ):
            assert answer.status_code == 422
            assert sentence in answer.text
    done = Match("pocket-cats", seed=1)
    while seats := done.waiting():
        done.play(seats[0], done.legal(seats[0])[0])
    finished = house.host.get("/play-on/pocket-cats", params={"position": done.game.show(done.state)})
    assert finished.status_code == 422
    assert OVER in finished.text


def test_the_command_opens_the_page_of_the_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(run, "play", lambda **given: opened.append(given["path"]) or 0)
    for name in ("cat-cafe", "more-kitties", "pocket-cats", "rat-a-tat-cat"):
        match = Match(name, seed=1)
        text = match.game.show(match.state)
        assert game_of_position(text).name == name
        (tmp_path / name).write_text(text)
        assert cli.main(["play", "--position", str(tmp_path / name)]) == 0
        assert opened.pop().startswith(f"/play-on/{name}?position=")
    with pytest.raises(BadNotation, match="no position of any game"):
        game_of_position("nonsense")
    assert cli.main(["play", "--position", str(tmp_path / "nothing")]) == 1
    assert "cannot be read" in capsys.readouterr().err
