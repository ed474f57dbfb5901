"""Small holes that an attack on the server found, each closed: hosts, origins, names, links, caches, formulas."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Mount
from starlette.testclient import WebSocketDenialResponse

from purrlor.core.game import game
from purrlor.core.language import HOME
from purrlor.tables.errors import BadName
from purrlor.tables.people.display_names import distinct_names, skeleton
from purrlor.tables.seats import clean_name
from purrlor.web.pages.replay import escape_formula
from purrlor.web.rate_limits import RATES, Rate
from purrlor.web.routes import RatedRoute, RatedSocket
from purrlor.web.security import POLICY, own_host_names
from purrlor.web.server.settings import Settings, settings
from tests.fixtures.visitors import GAME, House, finish, lay, open_house, play_now


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        yield opened


def call(house: House, address: str, receive: Any, kind: str = "application/x-www-form-urlencoded") -> list[Any]:
    """A POST straight to the application, with a body as the test likes; what was answered."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": address, "raw_path": address.encode(), "query_string": b"",
        "headers": [(b"host", b"testserver"), (b"content-type", kind.encode()), (b"content-length", b"9")],
        "scheme": "http", "client": ("10.0.0.9", 1), "server": ("testserver", 80), "root_path": "",
        "http_version": "1.1",
    }  # fmt: skip
    house.call(house.app, scope, receive, send)
    return sent


# Host and Origin


@pytest.mark.parametrize("host", ["[", "[::1", "a b", "a/b", "a@b", "é", "x" * 300, "a:b", "a:1:2", "[::1]x", '"'])
def test_a_host_that_is_none(host: str, house: House) -> None:
    answer = house.host.get("/", headers={"host": host.encode("latin-1")})
    assert answer.status_code == 400
    assert "names no host" in answer.text


@pytest.mark.parametrize("origin", ["http://[", "[", "http://", "://", "", "http://testserver:port", "\xff"])
def test_an_origin_that_is_none(origin: str, house: House) -> None:
    answer = house.host.post(f"/play/{GAME}", headers={"origin": origin.encode("latin-1")})
    assert answer.status_code == 403


def test_the_origins_scheme_counts(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        assert house.host.post(f"/play/{GAME}", headers={"origin": "https://testserver"}).status_code == 403
        assert house.host.post(f"/play/{GAME}", headers={"origin": "http://testserver"}).status_code == 200
        table = play_now(house.host)
        with (
            pytest.raises(WebSocketDenialResponse) as refused,
            house.host.websocket_connect(f"{table}/live", headers={"origin": "https://testserver"}),
        ):
            pass
        assert refused.value.status_code == 403
    with open_house(tmp_path, public="https://purrlor.example") as house:
        for origin, status in (("https://purrlor.example", 200), ("http://purrlor.example", 403)):
            assert house.host.post(f"/play/{GAME}", headers={"origin": origin}).status_code == status


def test_only_its_own_names_unless_told_otherwise(tmp_path: Path) -> None:
    """A page elsewhere whose name is made to lead here (DNS rebinding) is not answered, also not with the figures."""
    with open_house(tmp_path, hosts="") as house:
        for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "1.2", "evil.example:8000"):
            for address in ("/", "/metrics", "/api/games"):
                assert house.host.get(address, headers={"host": host}).status_code == 421, host
        for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.7:8000", "cats.localhost"):
            assert house.host.get("/", headers={"host": host}).status_code == 200, host
    with open_house(tmp_path, hosts="*") as house:
        assert house.host.get("/", headers={"host": "any.example"}).status_code == 200
    assert own_host_names(settings({}, public="https://purrlor.example/")) >= {"purrlor.example"}  # type: ignore[operator]


def test_figures_are_for_the_machine_itself(house: House) -> None:
    house.host._transport.client = ("127.0.0.1", 5)  # type: ignore[attr-defined]
    assert house.host.get("/metrics", headers={"host": "localhost"}).status_code == 200
    assert house.host.get("/metrics").status_code == 404, "a name that is not this machine's own"
    for passed_on in ("x-forwarded-for", "forwarded", "via", "x-real-ip"):
        answer = house.host.get("/metrics", headers={"host": "localhost", passed_on: "10.0.0.1"})
        assert answer.status_code == 404, "a proxy passed it on for somebody"


def test_no_proxy_is_believed_unless_told() -> None:
    assert Settings().proxies == ""


# What tells too much


def test_a_watcher_never_learns_the_tables_id(house: House) -> None:
    table = play_now(house.host)
    found = house.app.services.tables.registry.tables[table.removeprefix("/t/")]
    watch = f"/w/{found.facts.watch_key}"
    for query in ("", "?lobby=1", "?lobby=1&changes=1", "?seat=0&lobby=1"):
        assert found.id not in house.visitor().get(f"{watch}/live{query}").text
        with house.visitor().websocket_connect(f"{watch}/live{query}") as socket:
            assert found.id not in socket.receive_text()


def test_the_position_shows_no_more_than_a_screen(house: House) -> None:
    wish = {"game": GAME, "name": "Robot", "cats": ["kitten"], "begin": True, "options": {"memory": "strict"}}
    seat = house.host.post("/api/tables", json=wish).json()
    token = {"authorization": f"Bearer {seat['token']}"}
    at = f"/api/tables/{seat['table']}"
    table = house.app.services.tables.registry.tables[seat["table"]]
    view = house.host.get(at, headers=token).json()
    assert re.search(r"row0=[0-9SPDA]", view["position"]), "while it is looked at, it is shown"
    while table.view(0).phase == 0:  # everybody looks at their cards, and says so
        asked = house.host.get(at, headers=token).json()
        if asked["actions"]:
            act = {"action": asked["actions"][0]["action"], "seen": asked["seen"]}
            house.host.post(f"{at}/act", json=act, headers=token)
    view = house.host.get(at, headers=token).json()
    row = re.search(r"row0=(\S+)", view["position"])
    assert row is not None
    assert not re.search(r"(^|,)[0-9SPDA]", row[1]), row[1]
    assert table.game.show(table.view(0)) != view["position"], "the seat knows them: remembering is the player's"
    aided = game(GAME)
    state = aided.rules.State.from_bytes(table.view(0).to_bytes())
    state.memory = 1
    assert aided.show_on_screen(state, 0) == aided.show(state)


def test_nothing_of_anybodys_is_kept_by_caches(house: House) -> None:
    table = finish(house.host, "pocket-cats")
    watch = f"/w/{house.app.services.tables.registry.tables[table.removeprefix('/t/')].facts.watch_key}"
    for address in (f"{table}/record.json", f"{watch}/record.json", f"/rules/{GAME}?part=1", table, "/me", "/"):
        answer = house.host.get(address)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store", address


@pytest.mark.parametrize(
    "token", ["..%5Cplay%5Cx", "..%2fx", "%5c%5cevil.example", "A" * 23, "A" * 21 + "%22", "é" * 22]
)
def test_a_token_that_is_none_never_becomes_an_address(token: str, house: House) -> None:
    for address in (f"/me/{token}", f"/me/device/{token}"):
        answer = house.host.get(address)
        assert answer.status_code == 404
        assert "action=" not in answer.text


@pytest.mark.parametrize(
    "name", ["=1+1", "Mira;=1+1", "a,=1", "a\t=1", "@x", "+x", "-x", "a; @x", "a|=cmd", '";=1', " =1", "a';-1+1"]
)
def test_no_name_is_a_formula_in_any_spreadsheet(name: str) -> None:
    for separator in ",;\t|":
        for cell in escape_formula(name).split(separator):
            assert not re.match(r"[\s\"']*[=+@-]", cell.lstrip("'")) or cell.strip().startswith(("'", "\"'")), cell
    assert escape_formula("-5") == "-5"
    assert escape_formula("Anna-Maria") == "Anna-Maria"


# Names


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800\u2800", "\u115f", "\ufe0f", " \u3164 ", "\u0301", "\uffa0", "\U000e0100"]
)
def test_a_name_nobody_can_see_is_none(name: str) -> None:
    with pytest.raises(BadName, match="write a name"):
        clean_name(name)


@pytest.mark.parametrize("name", ["a\u200bb", "a\u202eb", "\u2066a", "a\u00adb", "a\x07b", "a\ufeffb", "a\U000e0041"])
def test_a_name_with_control_signs_is_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


def test_names_have_one_form() -> None:
    assert clean_name("Ｍｉｒａ") == "Mira"
    assert clean_name("Jose\u0301") == "Jos\u00e9"
    assert clean_name("Mi\u3164ra") == "Mira"
    assert clean_name("Z" + "\u0301" * 20) == clean_name("Z" + "\u0301" * 4)
    assert clean_name(" Анна   Каренина ") == "Анна Каренина"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mira", "Мirа"),
        ("Mira", "mira"),
        ("Mira", "Míra"),
        ("Anna", "Аnnа"),
        ("Bob", "B0b"),
        ("Ali", "AIi"),
        ("Оля", "Oля"),
    ],
)
def test_two_names_that_look_alike_are_told_apart(one: str, other: str) -> None:
    assert distinct_names([one, other]) == [one, f"{other} 2"]


def test_a_number_does_not_make_a_third_alike() -> None:
    shown = distinct_names(["Mira", "Mira 2", "Mira", "", "", "Mira"])
    assert shown == ["Mira", "Mira 2", "Mira 3", "", "", "Mira 4"]
    assert len({skeleton(name) for name in shown if name}) == 4
    assert distinct_names(["Анна", "Аня", "Anna", "Ann"]) == ["Анна", "Аня", "Anna", "Ann"]


def test_names_that_look_alike_at_one_table(house: House) -> None:
    table = lay(house.host, "Mira")
    house.visitor().post(f"{table}/sit", data={"name": "Мirа"})
    assert "Мirа 2" in house.host.get(table).text


# The host's door


def test_whom_the_host_sends_away_is_not_back_at_once(house: House) -> None:
    table = lay(house.host)
    guest = house.visitor()
    guest.post(f"{table}/sit", data={"name": "Ann"})
    house.host.post(f"{table}/free", data={"seat": "1"})
    answer = guest.post(f"{table}/sit", data={"name": "Ann"})
    assert answer.status_code == 403
    assert "The host has taken your seat back" in answer.text
    assert "/w/" not in answer.text
    assert guest.get(table).status_code == 403
    page = house.host.get(table).text
    assert "Let in again: Ann" in page
    assert guest.cookies["purrlor"].partition(".")[0] not in page, "the host learns no identity"
    assert "Let in again" not in house.visitor().get(table).text
    stranger = house.visitor()
    stranger.post(f"{table}/sit", data={"name": "Bob"})
    assert stranger.post(f"{table}/admit", data={"who": "0"}).status_code == 403, "only the host does"
    house.host.post(f"{table}/admit", data={"who": "0"})
    assert guest.post(f"{table}/sit", data={"name": "Ann"}).status_code == 200


def test_standing_up_by_oneself_shuts_nobody_out(house: House) -> None:
    table = lay(house.host)
    guest = house.visitor()
    guest.post(f"{table}/sit", data={"name": "Ann"})
    guest.post(f"{table}/free", data={"seat": "1"})
    assert guest.post(f"{table}/sit", data={"name": "Ann"}).status_code == 200


def test_the_host_renews_the_link(house: House) -> None:
    table = lay(house.host)
    friend = house.visitor()
    friend.post(f"{table}/sit", data={"name": "Ann"})
    assert friend.post(f"{table}/renew").status_code == 403, "only the host does"
    page = house.host.post(f"{table}/renew").text
    link = re.search(r'href="http://testserver(/t/[\w-]+\?key=[\w-]{12})"', page)
    assert link is not None
    assert f'src="/qr/{table.removeprefix("/t/")}.svg?key=' in page
    stranger = house.visitor()
    for address in (table, f"{table}?key=AAAAAAAAAAAA", f"{table}?key="):
        answer = stranger.get(address)
        assert answer.status_code == 403
        assert "The host has changed the link" in answer.text
        assert "/w/" not in answer.text
    for address in ("sit", "play", "react", "begin"):
        answer = stranger.post(f"{table}/{address}", data={"name": "Bob"})
        assert answer.status_code == 403
        assert "/w/" not in answer.text
    for address in ("back", "record.json", "scores.csv"):
        assert "The host has changed the link" in stranger.get(f"{table}/{address}").text
    api = stranger.post(f"/api{table.replace('/t/', '/tables/')}/seats", json={"name": "Robot"})
    assert api.status_code == 403
    assert api.json()["error"]["code"] == "not-welcome"
    join = stranger.get(link[1])
    assert join.status_code == 200
    key = re.search(r'name="key" value="([\w-]+)"', join.text)
    assert key is not None
    assert stranger.post(f"{table}/sit", data={"name": "Bob", "key": key[1]}).status_code == 200
    assert friend.get(table).status_code == 200, "whoever sits there needs no link"


# Rates and tables


def test_every_address_has_a_rate(house: House) -> None:
    routes = house.app.app.routes  # type: ignore[attr-defined]
    assert len(routes) > 50
    for route in routes:
        assert not isinstance(route, Mount)
        assert isinstance(route, RatedRoute | RatedSocket), route
        assert route.rate in RATES


def test_the_rate_is_spent_before_a_body_is_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "table", (Rate(0, 0.001), Rate(0, 0.001)))

    read: list[str] = []

    async def receive() -> dict[str, object]:
        read.append("body")
        return {"type": "http.request", "body": b"{}", "more_body": False}

    for address, kind in ((f"/play/{GAME}", "application/x-www-form-urlencoded"), ("/api/tables", "application/json")):
        assert call(house, address, receive, kind)[0]["status"] == 429
    assert not read


def test_addresses_that_are_not_there_cost_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "page", (Rate(3, 0.001), Rate(3, 0.001)))
    assert [house.host.get("/nowhere").status_code for _ in range(5)] == [404, 404, 404, 429, 429]


def test_open_tables_of_one_address_are_bounded(tmp_path: Path) -> None:
    with open_house(tmp_path, open_tables=3) as house:
        tables = [play_now(house.visitor(), "pocket-cats") for _ in range(2)]
        wish = {"game": GAME, "name": "Robot"}
        assert house.visitor().post("/api/tables", json=wish).status_code == 201
        for refused in (
            house.visitor().post(f"/play/{GAME}"),
            house.visitor().post(f"/new/{GAME}/friends", data={"name": "Mira"}),
            house.visitor().post("/api/tables", json=wish),
        ):
            assert refused.status_code == 429
            assert "tables were opened at your address" in refused.text
        table = house.app.services.tables.registry.tables[tables[0].removeprefix("/t/")]
        assert table.stage == "running"
        house.app.services.tables.registry.time = lambda: table.time() + 90_000
        assert house.visitor().post(f"/play/{GAME}").status_code == 200, "a day later"


# Sockets and scripts


def test_a_socket_that_speaks_is_closed(house: House) -> None:
    table = play_now(house.host)
    with house.host.websocket_connect(f"{table}/live") as socket:
        socket.receive_text()
        socket.send_text("meow")
        while (message := socket.receive())["type"] == "websocket.send":
            pass
        assert message == {"type": "websocket.close", "code": 1008, "reason": ""} or message["code"] == 1008
    assert house.app.services.limits.total == 0


def test_html_becomes_nodes_in_one_place_only() -> None:
    """Trusted Types: a page allows one policy, and one line uses it."""
    assert "require-trusted-types-for 'script'; trusted-types purrlor" in POLICY
    scripts = {path.name: path.read_text() for path in (HOME / "web" / "static").rglob("*.js")}
    sinks = r"innerHTML|outerHTML|insertAdjacentHTML|parseFromString|document\.write|createContextualFragment|\beval\("
    found = [(name, line) for name, text in scripts.items() for line in text.splitlines() if re.search(sinks, line)]
    assert [name for name, _ in found] == ["morph.js"]
    assert "purr.policy.createHTML" in found[0][1]


def test_a_body_cut_off_is_nobodys_fault(house: House, caplog: pytest.LogCaptureFixture) -> None:
    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"}

    for address in (f"/play/{GAME}", "/api/tables", f"/new/{GAME}/friends"):
        assert not call(house, address, receive, "application/json")
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= 30]


def test_a_body_that_does_not_come(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.web.security.BODY_SECONDS", 0.01)

    async def receive() -> dict[str, object]:
        await asyncio.Event().wait()
        return {}

    sent = call(house, f"/play/{GAME}", receive)
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]
