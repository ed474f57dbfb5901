"""What cannot be done at a table is answered in the visitor's language, with the nearest page that makes sense."""

import re
from pathlib import Path

import pytest

from purrlor.games.rat_a_tat_cat.rules.state import DRAW, SOURCE
from purrlor.tables.table import Table
from tests.fixtures.visitors import House, actions, asked, finish, form_of, open_house, play_now

SAYS = {
    "seat": {"en": "This is not your seat.", "ru": "Это не ваше место."},
    "stands": {"en": "Something came of your last decision", "ru": "После вашего хода уже что-то случилось"},
    "stranger": {
        "en": "Only people who sit at this table",
        "ru": "Это могут сделать только те, кто сидит за этим столом",
    },
    "rules": {"en": "This match began under revision", "ru": "Партия началась по правилам редакции"},
    "beyond": {"en": "There is no such moment", "ru": "Такого момента нет"},
    "early": {"en": "The match is not over yet.", "ru": "Партия ещё не окончена."},
}
LANGUAGES = ["en", "ru"]


def table_of(house: House, address: str) -> Table:
    return house.app.services.tables.registry.tables[address.removeprefix("/t/")]


def note(html: str) -> str:
    found = re.search(r'class="note[^"]*" role="alert">([^<]+)', html)
    return found[1] if found else ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_foreign_seat_under_the_cover(language: str, tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        people = {"name-0": "Ann", "name-1": "Boris", "cats": "1"}
        address = house.host.post("/new/rat-a-tat-cat/device", data=people).url.path
        for wrong in ("up=2", "up=9", "up=x", "seat=2", "seat=-1"):
            page = house.host.get(f"{address}?{wrong}", headers={"accept-language": language})
            assert page.status_code == 403
            assert note(page.text) == SAYS["seat"][language]
            assert 'class="cover"' in page.text, "and the table is as it was, covered"
            assert "card-" not in page.text.partition('id="board"')[2].partition("</main>")[0]
        stranger = house.visitor(**{"accept-language": language}).get(f"{address}?up=0")
        assert 'id="board"' not in stranger.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_take_back_after_chance(language: str, tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        asks = {"accept-language": language}
        address = play_now(house.host)
        page, table = asked(house.host, address), table_of(house, address)
        while table.playing().state.phase != SOURCE:
            house.host.post(f"{address}/play", data=form_of(page))
            page = asked(house.host, address)
        house.host.post(f"{address}/play", data={"seat": 0, "seen": table.question[0], "action": DRAW})
        assert table.playing().log[-1] == (0, DRAW), "a card was drawn"
        rows = table.n
        answer = house.host.post(f"{address}/undo", data={"who": 0, "seen": table.question[0]}, headers=asks)
        assert answer.status_code == 409
        assert note(answer.text).startswith(SAYS["stands"][language])
        assert 'id="hand"' in answer.text
        assert actions(answer.text), "the game goes on from here"
        assert "/undo" not in answer.text
        assert table.n == rows
        live = house.host.post(
            f"{address}/undo", data={"who": 0, "seen": table.question[0]}, headers={**asks, "x-live": "1"}
        )
        assert live.json()["error"].startswith(SAYS["stands"][language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rematch_by_a_stranger_or_too_early(language: str, tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        asks = {"accept-language": language}
        address, stranger = finish(house.host, "pocket-cats"), house.visitor(**asks)
        running = play_now(stranger)
        answer = stranger.post(f"{address}/again", data={})
        assert answer.status_code == 403
        assert note(answer.text).startswith(SAYS["stranger"][language])
        assert f'href="/w/{table_of(house, address).facts.watch_key}"' in answer.text, "they may look on"
        assert not table_of(house, address).again
        early = stranger.post(f"{running}/again", data={})
        assert early.status_code == 409
        assert note(early.text) == SAYS["early"][language]
        assert 'id="hand"' in early.text
        nobody = house.visitor(**asks).post(f"{address}/again", data={})
        assert nobody.status_code == 403
        assert note(nobody.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_rules_and_moments_that_never_were(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        asks = {"accept-language": language}
        address = finish(house.host, "pocket-cats")
        table = table_of(house, address)
        beyond = house.host.get(f"{address}/replay?at=9999", headers=asks)
        assert beyond.status_code == 404
        assert note(beyond.text).startswith(SAYS["beyond"][language])
        assert f'data-at="{len(table.playing().log)}"' in beyond.text, "the last moment there is"
        del house.app.services.tables.registry.tables[table.id]
        monkeypatch.setattr(table.game.rules, "REVISION", 99)
        for at in (address, f"{address}/replay", f"{address}/record.json", f"/w/{table.facts.watch_key}/replay"):
            other = house.host.get(at, headers=asks)
            assert other.status_code == 409
            assert SAYS["rules"][language] in other.text
            assert 'href="/"' in other.text
            assert f'href="{address}"' not in other.text, "there is no way back to it"


def test_the_host_gives_a_seat_away_whose_player_never_came(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address = house.host.post("/new/cat-cafe/friends", data={"name": "Mira"}).url.path
        house.host.post(f"{address}/set", data={"seats": "3"})
        others = [house.visitor(), house.visitor()]
        for other, name in zip(others, ("Ann", "Leo"), strict=True):
            other.post(f"{address}/sit", data={"name": name})
        house.host.post(f"{address}/begin", data={})
        table = table_of(house, address)
        assert "never came" not in house.host.get(address).text
        answer = {"seat": "0", "action": table.legal(0)[0], "seen": table.question[0]}
        house.host.post(f"{address}/play", data=answer)  # who chooses has no other buttons
        table.presence.last_seen[table.seats[2].identity] = table.presence.since = table.time() - 100
        table.show()
        page = house.host.get(address).text
        assert "Let a cat play for Leo" in page
        assert "never came" not in page, "first a cat stands in"
        house.host.post(f"{address}/cat", data={"who": "2"})
        assert "Leo never came: give the seat to a cat for good" in house.host.get(address).text
        assert "never came" not in others[0].get(address).text, "only the host is asked"
        house.host.post(f"{address}/free", data={"seat": "0", "who": "2"})
        assert table.seats[2].level == "cat"
        assert "never came" not in house.host.get(address).text


def test_deeds_that_are_refused_leave_one_at_the_table(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address = play_now(house.host)
        for deed, form, status in (
            ("react", {"seat": "0", "kind": "hello"}, 422),
            ("cat", {"who": "0"}, 409),
            ("free", {"seat": "1"}, 409),
            ("play", {"seat": "1", "action": "0", "seen": "0"}, 403),
            ("play", {"seat": "x"}, 400),
        ):
            answer = house.host.post(f"{address}/{deed}", data=form)
            assert answer.status_code == status, deed
            assert note(answer.text), deed
            assert 'id="hand"' in answer.text, deed
        lobby = house.host.post("/new/cat-cafe/friends", data={"name": "Mira"}).url.path
        answer = house.host.post(f"{lobby}/set", data={"seats": "4", "away": "1"})
        assert answer.status_code == 422
        assert note(answer.text)
        assert "Invite your friends" in answer.text
