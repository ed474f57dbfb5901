"""Say it in cat: eight words, one's own seat only, not too fast, and a plain form where there is no script."""

import re
from pathlib import Path

from purrlor.tables.viewers.reactions import PHRASES, REACTIONS
from purrlor.web.art import parlour_symbols
from tests.fixtures.visitors import heard, lay, open_house, play_now


def test_eight_words_as_plain_buttons(tmp_path: Path) -> None:
    assert len(REACTIONS) == 8
    assert {f"react-{kind}" for kind in REACTIONS} <= set(parlour_symbols())
    with open_house(tmp_path) as house:
        table = play_now(house.host)
        page = house.host.get(table).text
        buttons = re.findall(r'name="kind" value="([\w-]+)" formaction="([^"]+)"', page)
        assert [kind for kind, _ in buttons] == [*REACTIONS, *PHRASES]
        said = house.host.post(buttons[0][1], data={"seat": "0", "kind": "purr", "seen": "0"})
        assert said.url.path == table, "back at the table"
        watch = house.app.services.tables.registry.tables[table.removeprefix("/t/")].facts.watch_key
        assert 'name="kind"' not in house.visitor().get(f"/w/{watch}").text


def test_what_is_not_a_cats_word(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = play_now(house.host)
        stranger = house.visitor()
        play_now(stranger)
        for who, seat, kind, status in (
            (house.host, "0", "hello there", 422),
            (house.host, "1", "purr", 403),
            (house.host, "9", "purr", 400),
            (stranger, "0", "purr", 403),
            (stranger, "7", "purr", 403),
            (house.host, "0", "purr", 200),
            (house.host, "0", "meow", 429),
        ):
            assert who.post(f"{table}/react", data={"seat": seat, "kind": kind}).status_code == status, (seat, kind)


def test_a_word_reaches_every_screen_and_changes_nothing(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = lay(house.host)
        ann = house.visitor()
        ann.post(f"{table}/sit", data={"name": "Ann"})
        house.host.post(f"{table}/set", data={"seats": "2"})
        house.host.post(f"{table}/begin", data={})
        found = house.app.services.tables.registry.tables[table.removeprefix("/t/")]
        assert found.stage == "running", "two people and no cat: nothing moves by itself"
        with house.host.websocket_connect(f"{table}/live?seat=0", headers={"origin": "http://testserver"}) as screen:
            screen.receive_text()
            rows = found.n
            answer = house.host.post(f"{table}/react", data={"seat": "0", "kind": "love"}, headers={"x-live": "1"})
            assert answer.status_code == 204
            told = heard(screen.receive_text())
            while "reactions" not in told:
                told = heard(screen.receive_text())
            assert told["reactions"] == [[0, "love"]]
            assert found.n == rows
        own, other = house.host.get(table).text, ann.get(table).text
        assert "<li>You: love</li>" in own, "who comes back from another page still reads it"
        assert re.search(r'<li data-said-at="\d+">[^<]+: love</li>', other), "and what one has not seen can be counted"
        assert own.index('value="hurry"') < own.index('id="said"'), "lines that come move no button"


def test_a_shared_device_speaks_under_its_cover(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        page = house.host.post("/new/rat-a-tat-cat/device", data={"name-0": "Ann", "name-1": "Boris"})
        assert 'class="cover"' in page.text
        assert house.host.post(f"{page.url.path}/react", data={"seat": "7", "kind": "nap"}).status_code == 200
