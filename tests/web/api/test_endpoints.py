"""The API for programs."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from purrlor.core.game import games
from purrlor.core.match import Match
from tests.fixtures.playing import PATIENCE
from tests.fixtures.visitors import GAME, House, open_house, running

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        yield opened


def bearer(seat: dict[str, Any]) -> dict[str, str]:
    return {"authorization": f"Bearer {seat['token']}"}


def create(client: TestClient, **wishes: Any) -> dict[str, Any]:
    answer = client.post(
        "/api/tables", json={"game": GAME, "name": "Robot", "cats": ["kitten"], "begin": True, **wishes}
    )
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def is_error(answer: Any, status: int, code: str) -> None:
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["code"] == code
    assert error["message"].endswith((".", "…", "?"))


def test_games_are_listed_in_the_askers_language(house: House) -> None:
    listed = house.host.get("/api/games", headers={"accept-language": "ru"}).json()["games"]
    assert [one["name"] for one in listed] == [game.name for game in games()]
    assert re.search("[а-я]", listed[0]["title"])
    one = house.host.get(f"/api/games/{GAME}").json()
    assert one["seats"] == {"fewest": 2, "most": 6}
    assert {"name", "label"} <= set(one["options"][0])


def test_a_match_over_the_api(house: House) -> None:
    house.app.services.limits.factor = 0
    seat = create(house.host)
    at, turns = f"/api/tables/{seat['table']}", 0
    while (view := house.host.get(at, headers=bearer(seat)).json())["stage"] != "finished":
        if view["actions"]:  # else the cat thinks
            choice = view["actions"][-1]
            assert choice["words"]
            body = {"action": choice["action"], "seen": view["seen"]}
            assert house.host.post(f"{at}/act", json=body, headers=bearer(seat)).status_code == 200
            turns += 1
            assert turns < 3000, "the match does not end"
    assert view["winners"]
    assert view["position"]
    record = house.host.get(f"{at}/record", headers=bearer(seat)).json()
    assert list(Match.replay(record).scores()) == view["scores"]


def test_friends_join_by_the_tables_id(house: House) -> None:
    host = create(house.host, seats=3, cats=[], begin=False)
    at = f"/api/tables/{host['table']}"
    guest = house.host.post(f"{at}/seats", json={"name": "Ann"}).json()
    assert guest["seat"] == 1
    is_error(house.host.post(f"{at}/seats", json={"name": "Ann", "seat": 1}), 409, "seat-taken")
    is_error(house.host.post(f"{at}/begin", json={}, headers=bearer(host)), 409, "not-ready")
    is_error(house.host.post(f"{at}/cats", json={"level": "cat"}, headers=bearer(guest)), 403, "not-host")
    view = house.host.post(f"{at}/cats", json={"level": "kitten"}, headers=bearer(host)).json()
    assert [one["kind"] for one in view["seats"]] == ["person", "person", "cat"]
    assert house.host.post(f"{at}/begin", json={}, headers=bearer(host)).json()["stage"] == "running"
    is_error(house.host.post(f"{at}/seats", json={"name": "Late"}), 409, "already-started")
    is_error(house.host.post(f"{at}/undo", json={"seen": 0}, headers=bearer(guest)), 409, "cannot-undo")
    is_error(house.host.get(f"{at}/record", headers=bearer(guest)), 409, "not-finished")


def test_a_token_is_for_one_seat_and_can_be_taken_away(house: House) -> None:
    one, other = create(house.host), create(house.host)
    at = f"/api/tables/{one['table']}"
    is_error(house.host.get(at), 401, "no-token")
    assert house.host.get(at).headers["www-authenticate"] == "Bearer"
    is_error(house.host.get(at, headers={"authorization": "Bearer nonsense"}), 401, "no-token")
    is_error(house.host.get(at, headers={"authorization": f"Basic {one['token']}"}), 401, "no-token")
    is_error(house.host.get(at, headers=bearer(other)), 403, "not-your-seat")
    assert house.host.delete(f"{at}/token", headers=bearer(one)).status_code == 204
    is_error(house.host.get(at, headers=bearer(one)), 401, "no-token")


def test_a_watcher_is_told_no_id_and_no_choices(house: House) -> None:
    seat = create(house.host)
    view = house.host.get(f"/api/watch/{seat['watch'].rpartition('/')[2]}").json()
    assert view["seat"] is None
    assert view["actions"] == []
    assert seat["table"] not in json.dumps(view)
    is_error(house.host.get("/api/watch/AAAA"), 404, "unknown-table")


def test_views_hide_what_the_seat_may_not_know(house: House) -> None:
    seat = create(house.host, cats=[], begin=False, seats=2)
    at = f"/api/tables/{seat['table']}"
    house.host.post(f"{at}/seats", json={"name": "Ann"})
    house.host.post(f"{at}/begin", json={}, headers=bearer(seat))
    table = house.app.services.tables.registry.tables[seat["table"]]
    text = house.host.get(at, headers=bearer(seat)).text
    assert table.match is not None
    assert table.game.show(table.match.state) not in text
    assert table.match.secret.hex() not in text
    assert json.loads(text)["position"] == table.game.show_on_screen(table.view(0), 0)


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"{", "application/json", 400, "bad-form"),
        (b"[]", "application/json", 400, "bad-form"),
        (b'{"name": NaN}', "application/json", 400, "bad-form"),
        (b'{"name": "\\ud800"}', "application/json", 400, "bad-form"),
        (b"[" * 10_000, "application/json", 400, "bad-form"),
        (b'{"game": "rat-a-tat-cat", "name": "A", "colour": 1}', "application/json", 400, "bad-form"),
        (b'{"game": "rat-a-tat-cat", "name": 7}', "application/json", 400, "bad-form"),
        (b'{"game": "rat-a-tat-cat", "name": "A", "begin": 1}', "application/json", 400, "bad-form"),
        (b'{"game": "rat-a-tat-cat", "name": "A", "seats": true}', "application/json", 400, "bad-form"),
        (b'{"game": "rat-a-tat-cat", "name": "A", "seats": 77}', "application/json", 400, "bad-form"),
        (b'{"game": "rat-a-tat-cat"}', "application/json", 422, "bad-name"),
        (b'{"game": "chess", "name": "A"}', "application/json", 404, "unknown-game"),
        (b'{"game": "rat-a-tat-cat", "name": "A", "options": {"x": 1}}', "application/json", 422, "bad-option"),
        (b'{"game": "rat-a-tat-cat", "name": "A", "settings": {"clock": 1}}', "application/json", 422, "bad-setting"),
        (b'{"game": "rat-a-tat-cat", "name": "A", "cats": ["panther"]}', "application/json", 422, "bad-level"),
        (b'{"game": "rat-a-tat-cat", "name": "A", "cats": [{}]}', "application/json", 422, "bad-level"),
        (b"game=rat-a-tat-cat", "application/x-www-form-urlencoded", 415, "wrong-kind"),
        (b"{}", "", 415, "wrong-kind"),
        (b'{"name": "' + b"x" * 1_000_000 + b'"}', "application/json", 413, "too-large"),
    ],
)
def test_bad_bodies(body: bytes, kind: str, status: int, code: str, house: House) -> None:
    is_error(house.host.post("/api/tables", content=body, headers={"content-type": kind}), status, code)


def test_bad_acts_change_nothing(house: House) -> None:
    seat = create(house.host, game="cat-cafe")
    at = f"/api/tables/{seat['table']}"
    view = house.host.get(at, headers=bearer(seat)).json()
    good = {"action": view["actions"][0]["action"], "seen": view["seen"]}

    def act(**changed: Any) -> Any:
        return house.host.post(f"{at}/act", json={**good, **changed}, headers=bearer(seat))

    is_error(act(action=61), 409, "illegal-action")
    is_error(act(action=-1), 400, "bad-form")
    is_error(act(action="0"), 400, "bad-form")
    is_error(act(seen=1 << 60), 400, "bad-form")
    is_error(house.host.post(f"{at}/act", json={}, headers=bearer(seat)), 400, "bad-form")
    is_error(house.host.put(at, headers=bearer(seat)), 405, "method-not-allowed")
    is_error(house.host.get("/api/nowhere"), 404, "not-found")
    assert act().status_code == 200
    is_error(act(), 409, "stale-turn")


def test_the_example_plays_a_match_in_thirty_lines(tmp_path: Path) -> None:
    example = ROOT / "examples" / "api_bot.py"
    assert len(example.read_text().splitlines()) <= 30
    with running(tmp_path) as address:
        for game in games():
            told = subprocess.run(
                [sys.executable, str(example), address, game.name],
                capture_output=True,
                text=True,
                timeout=5 * PATIENCE,
                check=True,
            )
            assert "Watch me:" in told.stdout
            assert re.search(r"\[-?\d+, -?\d+\]", told.stdout), told.stdout


def test_the_server_ends_at_once_while_streams_are_open(tmp_path: Path) -> None:
    import httpx

    with running(tmp_path) as address:
        wish = {"game": "cat-cafe", "name": "Robot", "cats": ["kitten"], "begin": True}
        seat = httpx.post(f"{address}/api/tables", json=wish, timeout=PATIENCE).json()
        told: list[str] = []
        ready = threading.Event()

        def follow() -> None:
            at = f"{address}/api/tables/{seat['table']}/events"
            with httpx.stream("GET", at, headers=bearer(seat), timeout=PATIENCE) as stream:
                for line in stream.iter_lines():
                    told.append(line)
                    ready.set()

        follower = threading.Thread(target=follow)
        follower.start()
        assert ready.wait(PATIENCE)
    follower.join(PATIENCE)
    assert not follower.is_alive(), "the stream was ended, not left hanging"
    assert json.loads(told[0].removeprefix("data: "))["table"] == seat["table"]
    assert (tmp_path / "trouble").read_text() == "", "it did not wait for the stream until it had to cut it off"
