"""Screens that follow a table."""

import json
import logging
from pathlib import Path

import pytest

from purrlor.core.game import game
from purrlor.web.live.frames import visible_seat
from purrlor.web.live.viewpoint import Viewpoint
from purrlor.web.server.json_logs import JsonFormatter
from tests.fixtures.visitors import GAME, actions, form_of, heard, lay, open_house, play_now


def test_page_update_and_reconnect_are_the_same(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = play_now(house.host, "cat-cafe", cats="1")
        with house.host.websocket_connect(f"{table}/live") as socket:
            first = heard(socket.receive_text())
            page = house.host.get(table).text
            players = first["html"].partition('<ol class="players')[2].partition("</ol>")[0]
            assert players in page
            assert actions(first["html"]) == actions(page)
            assert first["call"] is True
            assert first["title"].startswith("● Your turn")
            assert house.host.post(f"{table}/play", data=form_of(page), headers={"x-live": "1"}).status_code == 204
            second = heard(socket.receive_text())
            while second["n"] == first["n"]:  # somebody came or went
                second = heard(socket.receive_text())
            assert second["n"] > first["n"]
        polled = heard(house.host.get(f"{table}/live").text)
        with house.host.websocket_connect(f"{table}/live") as socket:
            again = heard(socket.receive_text())
        assert again["n"] >= polled["n"] >= second["n"]


def test_two_people_see_each_other_decide(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = lay(house.host, game="cat-cafe")
        guest = house.visitor(**{"accept-language": "ru"})
        guest.post(f"{table}/sit", data={"name": "Анна"})
        house.host.post(f"{table}/set", data={"seats": "2"})
        with guest.websocket_connect(f"{table}/live?seat=1&lobby=1") as waiting:
            assert "html" in heard(waiting.receive_text())
            house.host.post(f"{table}/begin", data={})
            told = heard(waiting.receive_text())
            while "go" not in told:
                told = heard(waiting.receive_text())
            assert told == {"go": table}
        with guest.websocket_connect(f"{table}/live") as screen:
            before = heard(screen.receive_text())
            assert "выбира" in before["html"] or "Ваш ход" in before["title"]
            page = house.host.get(table).text
            chooser = house.host if actions(page) else guest
            page = chooser.get(table).text
            chooser.post(f"{table}/play", data=form_of(page))
            after = heard(screen.receive_text())
            while after["n"] == before["n"]:
                after = heard(screen.receive_text())
            assert 'lang="en"' not in after["html"]


def test_reactions_come_without_a_new_board(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = play_now(house.host, "cat-cafe", cats="1")
        with house.host.websocket_connect(f"{table}/live") as socket:
            socket.receive_text()
            answer = house.host.post(f"{table}/react", data={"seat": "0", "kind": "purr"}, headers={"x-live": "1"})
            assert answer.status_code == 204
            told = heard(socket.receive_text())
            while "reactions" not in told:
                told = heard(socket.receive_text())
            assert told["reactions"] == [[0, "purr"]]
        assert house.host.post(f"{table}/react", data={"seat": "0", "kind": "bark"}).status_code == 422


def test_a_device_is_passed_only_where_something_is_private(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        for name in (GAME, "cat-cafe"):
            answer = house.host.post(f"/new/{name}/device", data={"name-0": "Ann", "name-1": "Boris"})
            table = house.app.services.tables.registry.tables[answer.url.path.removeprefix("/t/")]
            for seat in table.waiting():
                assert visible_seat(table, Viewpoint(seat, "en", (0, 1))) == (seat, None)
            views_differ = table.view(0) != table.view(1)
            shown, covered = visible_seat(table, Viewpoint(7, "en", (0, 1)))
            assert (covered is not None) == views_differ
            assert (shown == 7) == views_differ


def test_under_the_cover_is_nothing_of_anybodys(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        answer = house.host.post(f"/new/{GAME}/device", data={"name-0": "Ann", "name-1": "Boris"})
        table = house.app.services.tables.registry.tables[answer.url.path.removeprefix("/t/")]
        shown = game(GAME).show
        for text in (answer.text, heard(house.host.get(f"{answer.url.path}/live").text)["html"]):
            for seat in (0, 1):
                assert shown(table.view(seat)) not in text
            assert "<pre" not in text


def test_logs_name_no_path_and_no_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with open_house(tmp_path) as house:
        logger = logging.getLogger("purrlor")
        logger.setLevel(logging.INFO)
        try:
            with caplog.at_level(logging.INFO, logger="purrlor"):
                table = play_now(house.host)
                page = house.host.post(f"{table}/link", data={"seat": "0"}).text
                house.host.get(
                    f"/w/{house.app.services.tables.registry.tables[table.removeprefix('/t/')].facts.watch_key}"
                )
                house.host.get(f"{table}?seat=0")
        finally:
            logger.setLevel(logging.ERROR)
        lines = [JsonFormatter().format(record) for record in caplog.records if record.name == "purrlor"]
        assert len(lines) >= 4
        found = house.app.services.tables.registry.tables[table.removeprefix("/t/")]
        token = page.partition("/me/")[2][:22]
        identity = house.host.cookies["purrlor"].partition(".")[0]
        for line in lines:
            assert json.loads(line)["message"]
            for secret in (found.id, found.facts.watch_key, token, identity, found.facts.secret.hex()):
                assert secret not in line
        assert any('"route": "/t/{id}"' in line for line in lines)
