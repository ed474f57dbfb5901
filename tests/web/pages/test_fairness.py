"""Nonces by forms and by the API: committed with the seat, revealed after the terms, shown to nobody before the end."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from purrlor.core import fairness
from purrlor.core.match import Match
from purrlor.tables.table import Table
from tests.fixtures.visitors import GAME, House, lay, open_house, play_to_the_end

OWN, OTHER = "1a" * 32, "2b" * 32


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, rate=0) as opened:
        yield opened


def table_of(house: House, address: str) -> Table:
    found: Table = house.app.services.tables.registry.tables[address.rpartition("/")[2]]
    return found


def terms_on(page: str) -> str:
    found = re.search(r'data-terms="([^"]+)"', page)
    assert found is not None
    return html.unescape(found[1])


def test_play_now_shows_the_terms_first_and_the_board_after_the_nonce(house: House) -> None:
    answer = house.host.post(f"/play/{GAME}", data={"cats": "1", "commit": fairness.commitment(OWN)})
    address, agreed = answer.url.path, terms_on(answer.text)
    table = table_of(house, address)
    assert table.stage == "lobby"
    assert json.loads(agreed)["seal"] == table.seal
    assert json.loads(agreed)["seats"] == [fairness.commitment(OWN), "cat"]
    answer = house.host.post(f"{address}/nonce", data={"nonce": OWN}, headers={"x-live": "1"})
    assert answer.json() == {"go": address}
    play_to_the_end(house.host, address)
    record = house.host.get(f"{address}/record.json").json()
    assert Match.replay(record).is_over
    fairness.check_against_notes(
        record, seal=json.loads(agreed)["seal"], nonce=OWN, digest=fairness.terms_digest(agreed)
    )
    back = house.host.get(f"{address}/replay").text
    assert OWN in back
    assert record["key"] in back
    assert "proves nothing by itself" in back


def test_the_lobby_shows_the_seal_that_the_match_is_played_under(house: House) -> None:
    address = lay(house.host)
    table = table_of(house, address)
    assert table.seal in house.host.get(address).text
    assert table.facts.secret.hex() not in house.host.get(address).text


def test_a_wrong_nonce_is_answered_with_a_sentence(house: House) -> None:
    address = house.host.post(f"/play/{GAME}", data={"commit": fairness.commitment(OWN)}).url.path
    for nonce in (OTHER, "", "x" * 64):
        answer = house.host.post(f"{address}/nonce", data={"nonce": nonce}, headers={"x-live": "1"})
        assert answer.status_code == 422
        assert answer.json()["error"].endswith(".")
    plain = house.host.post(f"{address}/nonce", data={"nonce": OTHER})
    assert plain.status_code == 422
    assert "has not committed to this nonce" in plain.text
    assert house.host.post(f"/play/{GAME}", data={"commit": "abc"}).status_code == 422


def test_a_screen_in_the_lobby_is_led_to_the_call_and_then_to_the_match(house: House) -> None:
    address = house.host.post(
        f"/new/{GAME}/friends", data={"name": "Mira", "commit": fairness.commitment(OWN)}
    ).url.path
    house.host.post(f"{address}/bot", data={"level": "kitten"})
    house.host.post(f"{address}/begin", data={})
    led = house.host.get(f"{address}/live?lobby=1", headers={"x-live": "1"})
    assert json.loads(led.text) == {"go": address}
    waits = house.host.get(f"{address}/live?lobby=1&called=1", headers={"x-live": "1"})
    assert "go" not in json.loads(waits.text)
    house.host.post(f"{address}/nonce", data={"nonce": OWN})
    led = house.host.get(f"{address}/live?lobby=1&called=1", headers={"x-live": "1"})
    assert json.loads(led.text) == {"go": address}


def test_nobody_sees_a_nonce_a_secret_or_a_key_before_the_end(house: House) -> None:
    """With nonces of all people in hand, the sealed secret still keeps the key from everybody."""
    address = house.host.post(
        f"/new/{GAME}/friends", data={"name": "Mira", "commit": fairness.commitment(OWN)}
    ).url.path
    table = table_of(house, address)
    guest, watcher = house.visitor(), house.visitor()
    guest.post(f"{address}/sit", data={"name": "Boris", "commit": fairness.commitment(OTHER)})
    house.host.post(f"{address}/bot", data={"level": "kitten"})
    seen: list[str] = []

    def look() -> None:
        watched = f"/w/{table.facts.watch_key}"
        for who, at in ((house.host, address), (guest, address), (watcher, watched), (watcher, f"/api{watched}")):
            seen.extend(who.get(f"{at}{more}").text for more in ("", "/live", "/replay", "/record.json"))
        seen.append(watcher.get(f"/api/watch/{table.facts.watch_key}").text)

    look()
    house.host.post(f"{address}/begin", data={})
    look()
    guest.post(f"{address}/nonce", data={"nonce": OTHER})
    look()
    house.host.post(f"{address}/nonce", data={"nonce": OWN})
    assert table.stage == "running"
    look()
    match = table.playing()
    hidden = [match.secret.hex(), match.key.hex(), *(each.nonce for each in match.contributions or ())]
    assert not [secret for text in seen for secret in hidden if secret in text]
    assert any(table.seal in text for text in seen)


def bearer(seat: dict[str, Any]) -> dict[str, str]:
    return {"authorization": f"Bearer {seat['token']}"}


def test_programs_commit_and_reveal(house: House) -> None:
    client: TestClient = house.host
    wish = {"game": GAME, "name": "Robot", "seats": 2, "options": {"rounds": 1}, "commit": fairness.commitment(OWN)}
    host = client.post("/api/tables", json=wish).json()
    at = f"/api/tables/{host['table']}"
    other = client.post(f"{at}/seats", json={"name": "Bolt", "commit": fairness.commitment(OTHER)}).json()
    before = client.get(at, headers=bearer(host)).json()
    assert (before["promise"], before["terms"]) == (house.app.services.tables.registry.tables[host["table"]].seal, None)
    called = client.post(f"{at}/begin", json={}, headers=bearer(host)).json()
    assert called["stage"] == "lobby"
    assert json.loads(called["terms"])["seal"] == before["promise"]
    wrong = client.post(f"{at}/nonce", json={"nonce": OTHER}, headers=bearer(host))
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "bad-nonce")
    client.post(f"{at}/nonce", json={"nonce": OWN}, headers=bearer(host))
    begun = client.post(f"{at}/nonce", json={"nonce": OTHER}, headers=bearer(other)).json()
    assert (begun["stage"], begun["terms"], begun["promise"]) == ("running", None, before["promise"])
    assert client.post(f"{at}/nonce", json={"nonce": OWN}, headers=bearer(host)).status_code == 200
    late = client.post(f"{at}/nonce", json={"nonce": "3c" * 32}, headers=bearer(host))
    assert late.status_code == 409
