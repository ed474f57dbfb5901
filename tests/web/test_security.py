"""Bad input: each its own 4xx with a sentence a person understands, no 500, nothing lost."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import WebSocketDenialResponse

from purrlor.web.cookies import COOKIE, LIFETIME, Signer
from purrlor.web.rate_limits import OPEN_CONNECTIONS
from purrlor.web.security import POLICY
from tests.fixtures.visitors import GAME, SECRET, House, actions, asked, form_of, heard, lay, open_house, play_now


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        yield opened


def decisions(house: House, address: str) -> int:
    match = house.app.services.tables.registry.tables[address.removeprefix("/t/")].match
    assert match is not None
    return len(match.log)


def says(answer: object, status: int, sentence: str) -> None:
    """A page with this status that says this; and no traceback, no bare words."""
    assert answer.status_code == status  # type: ignore[attr-defined]
    text: str = answer.text  # type: ignore[attr-defined]
    assert sentence in text.replace("&#39;", "'"), text
    assert "<html" in text
    assert "Traceback" not in text


def test_unknown_addresses(house: House) -> None:
    says(house.host.get("/nowhere"), 404, "There is nothing at this address")
    says(house.host.get("/t/AAAAAAAAAAAAAAAA"), 404, "There is no such table")
    says(house.host.get("/w/AAAAAAAAAAAAAAAA"), 404, "There is no such table")
    says(house.host.get("/rules/chess"), 404, "There is no game")
    says(house.host.post("/play/chess"), 404, "There is no game")
    says(house.host.get(f"/new/{GAME}/alone"), 404, "nothing at this address")
    says(house.host.post(f"/me/{'A' * 22}"), 410, "This link was used or revoked, or it is too old")
    says(house.host.post("/me/AAAA"), 404, "nothing at this address")
    says(house.host.get("/t/%00"), 404, "There is nothing at this address")
    says(house.host.get("/t/%ff%fe"), 404, "There is no such table")
    says(house.host.get(f"/qr/{'A' * 5000}.svg"), 404, "There is nothing at this address")
    assert house.host.get("/face/rat.svg").status_code == 404
    assert house.host.get("/s/live.js").status_code == 404
    says(house.host.delete("/"), 405, "This address does not do that")


def test_trouble_speaks_the_visitors_language(house: House) -> None:
    russian = house.visitor(**{"accept-language": "ru"})
    says(russian.get("/nowhere"), 404, "По этому адресу ничего нет")
    says(russian.get("/t/AAAAAAAAAAAAAAAA"), 404, "стол")
    says(russian.post(f"/me/{'A' * 22}"), 410, "ссылк")


def test_a_foreign_seat(house: House) -> None:
    table = play_now(house.host)
    form = form_of(house.host.get(table).text)
    thief = house.visitor()
    says(thief.post(f"{table}/play", data=form), 403, "You do not sit at this table")
    play_now(thief)
    says(thief.post(f"{table}/play", data=form), 403, "seat")
    says(house.host.post(f"{table}/play", data={**form, "seat": "1"}), 403, "seat")
    says(house.host.get(f"{table}?seat=1"), 403, "This is not your seat")
    says(house.host.get(f"{table}?seat=١"), 403, "This is not your seat")
    assert decisions(house, table) <= 2, "only cats have decided"


def test_a_stale_turn_gets_the_fresh_board_and_a_kind_word(house: House) -> None:
    house.app.services.limits.factor = 0  # one may look as often as the cat takes to think
    table = play_now(house.host, "cat-cafe", cats="1")
    old = form_of(house.host.get(table).text)
    house.host.post(f"{table}/play", data=old)
    fresh = asked(house.host, table)
    answer = house.host.post(f"{table}/play", data=old)
    assert answer.status_code == 409
    assert actions(answer.text) == actions(fresh)
    note = re.search(r'id="note"[^>]*role="alert">([^<]+)<', answer.text)
    assert note is not None
    live = house.host.post(f"{table}/play", data=old, headers={"x-live": "1"})
    assert live.status_code == 409
    assert live.json()["error"] == note[1].replace("&#39;", "'")


def test_an_illegal_action(house: House) -> None:
    table = play_now(house.host, "cat-cafe", cats="1")
    page = house.host.get(table).text
    before = decisions(house, table)
    answer = house.host.post(f"{table}/play", data=form_of(page, "61"))
    says(answer, 409, "That is not possible any more")
    for form in (
        {"action": "-1"},
        {"action": "1e3"},
        {"action": "9" * 40},
        {"action": "x"},
        {"seen": ""},
        {"seat": "８"},
    ):
        answer = house.host.post(f"{table}/play", data={**form_of(page), **form})
        says(answer, 400, "should be a whole number")
    assert decisions(house, table) == before


@pytest.mark.parametrize(
    ("name", "status", "sentence"),
    [
        ("", 422, "Please write a name first"),
        ("   ", 422, "Please write a name first"),
        ("x" * 25, 422, "A name has 1 to 24"),
        ("x" * 10_000, 422, "A name has 1 to 24"),
        ("a\u202eb", 422, "A name has 1 to 24"),
        ("x" * 1_000_000, 413, "That is too much to read at once"),
    ],
)
def test_names(name: str, status: int, sentence: str, house: House) -> None:
    says(house.host.post(f"/new/{GAME}/friends", data={"name": name}), status, sentence)


def test_a_form_that_is_refused_keeps_what_was_typed(house: House) -> None:
    page = house.host.post(f"/new/{GAME}/device", data={"name-0": "", "name-1": "Ann", "name-2": "x" * 25})
    says(page, 422, "A name has 1 to 24")
    assert 'name="name-1" value="Ann"' in page.text
    assert "novalidate" in page.text, "it is our server that answers, in the page's language"


def test_a_name_is_text_and_nothing_else(house: House) -> None:
    table = lay(house.host, "<b>Mira&'\"</b>")
    page = house.host.get(table).text
    assert "<b>Mira" not in page
    assert "&lt;b&gt;Mira&amp;" in page


def test_large_bodies_without_a_length(house: House) -> None:
    def endless() -> Iterator[bytes]:
        yield b"name="
        for _ in range(1000):
            yield b"x" * 1000

    kind = {"content-type": "application/x-www-form-urlencoded"}
    says(house.host.post(f"/new/{GAME}/friends", content=endless(), headers=kind), 413, "too much to read")


def test_broken_forms(house: House) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded"}
    says(house.host.post(f"/new/{GAME}/friends", content=b"name=%ff", headers=kind), 400, "cannot be read")
    says(
        house.host.post(f"/new/{GAME}/friends", content=b"&".join([b"a=1"] * 200), headers=kind), 400, "cannot be read"
    )
    says(
        house.host.post(f"/new/{GAME}/friends", content=b"{}", headers={"content-type": "application/json"}),
        415,
        "forms",
    )
    says(house.host.post(f"/new/{GAME}/friends", files={"name": b"Mira"}), 415, "This address reads forms")


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://testserver.evil.example"},
        {"origin": "http://testserver:81"},
        {"sec-fetch-site": "cross-site", "origin": "http://testserver"},
    ],
)
def test_a_cross_site_post(headers: dict[str, str], house: House) -> None:
    table = play_now(house.host)
    form = form_of(house.host.get(table).text)
    says(house.host.post(f"{table}/play", data=form, headers=headers), 403, "Another site sent your browser here")
    assert house.host.get("/", headers=headers).status_code == 200, "links from elsewhere are welcome"


@pytest.mark.parametrize(
    "headers", [{"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, {"origin": "http://testserver"}, {}]
)
def test_our_own_forms_are_let_in(headers: dict[str, str], house: House) -> None:
    assert house.host.post(f"/play/{GAME}", headers=headers).status_code == 200


def test_a_forged_cookie_is_nobodys_and_thrown_away(house: House) -> None:
    """Who brings one is a stranger, and is told nothing worse than that."""
    table = play_now(house.host)
    mine = house.host.cookies[COOKIE]
    identity, session, born, mark = mine.split(".")
    good = Signer(bytes.fromhex(SECRET))
    for forged in (
        f"{identity}.{session}.{born}.{'A' * len(mark)}",
        f"{identity}.{session}.{born}",
        f"{identity[::-1]}.{session}.{born}.{mark}",
        f"{identity}.{session[::-1]}.{born}.{mark}",
        f"{identity}.{session}.{int(born, 16) + 1:x}.{mark}",
        Signer(b"\1" * 32).cookie(identity, session),
        good.cookie(identity, session, 1_000_000_000),
        "rubbish",
        "..",
    ):
        thief = house.visitor(cookie=f"{COOKIE}={forged}")
        answer = thief.get(table)
        assert answer.status_code == 200
        assert "All the seats here are taken" in answer.text
        assert f"{COOKIE}=; Max-Age=0" in answer.headers["set-cookie"]
        assert thief.post(f"{table}/play", data={"seat": "0", "seen": "1", "action": "0"}).status_code == 403
        again = house.visitor(cookie=f"{COOKIE}={forged}").post(f"/play/{GAME}", follow_redirects=False)
        assert again.status_code in (303, 429), "a new person, if not too many at once"
    assert actions(house.visitor(cookie=f"{COOKIE}={mine}").get(table).text)
    assert good.read_cookie(good.cookie(identity)).identity == identity
    assert LIFETIME > 300 * 86400


def test_whoever_the_house_has_forgotten_is_a_new_person(house: House) -> None:
    stranger = house.visitor(cookie=f"{COOKIE}={Signer(bytes.fromhex(SECRET)).cookie('A' * 22)}")
    answer = stranger.post(f"/play/{GAME}", follow_redirects=False)
    assert answer.status_code == 303
    ticket = house.app.services.signer.read_cookie(re.search(rf"{COOKIE}=([^;]+)", answer.headers["set-cookie"])[1])  # type: ignore[index]
    assert ticket.identity != "A" * 22
    assert house.call(house.app.services.tables.store.identity, ticket.identity) is not None


def test_the_cookie_is_kept_from_scripts_and_other_sites(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        answer = house.visitor().post(f"/play/{GAME}", follow_redirects=False)
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Secure" not in cookie
    with open_house(tmp_path, public="https://purrlor.example") as house:
        answer = house.visitor().post(f"/play/{GAME}", follow_redirects=False)
        assert "Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"]


def test_every_answer_is_armoured(house: House) -> None:
    table = play_now(house.host)
    for address in (
        "/",
        table,
        "/nowhere",
        "/healthz",
        "/api/games",
        "/api/nowhere",
        "/s/nothing.js",
    ):
        headers = house.host.get(address).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
    for address in (
        house.app.services.templates.file("live.js"),
        house.app.services.templates.sprites.url("parlour.svg"),
    ):
        headers = house.host.get(address).headers
        assert headers["content-security-policy"] == "default-src 'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "unsafe" not in POLICY
    assert POLICY.startswith("default-src 'none'")
    for page in (house.host.get("/").text, house.host.get(table).text):
        assert " style=" not in page
        assert "<script>" not in page
        assert not re.search(r"\son\w+=", page)


def test_only_the_names_of_the_house(tmp_path: Path) -> None:
    with open_house(tmp_path, hosts="purrlor.example") as house:
        says(house.host.get("/", headers={"host": "evil.example"}), 421, "does not answer to the name evil.example")
        assert house.host.get("/", headers={"host": "purrlor.example:8000"}).status_code == 200
        assert house.host.get("/", headers={"host": "192.168.1.7:8000"}).status_code == 200


def test_too_many_at_once(house: House) -> None:
    answers = [house.host.post(f"/play/{GAME}", follow_redirects=False) for _ in range(14)]
    assert answers[0].status_code == 303
    says(answers[-1], 429, "That is a lot at once")
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert house.host.get("/").status_code == 200, "looking is still allowed"


def test_sockets_from_another_origin(house: House) -> None:
    table = play_now(house.host)
    for origin in ("https://evil.example", "null", "http://testserver.evil.example"):
        with (
            pytest.raises(WebSocketDenialResponse) as refused,
            house.host.websocket_connect(f"{table}/live", headers={"origin": origin}),
        ):
            pass
        assert refused.value.status_code == 403
        assert "Another site" in refused.value.json()["error"]
    with house.host.websocket_connect(f"{table}/live", headers={"origin": "http://testserver"}) as socket:
        assert "html" in heard(socket.receive_text())


def test_sockets_without_a_seat(house: House) -> None:
    table = play_now(house.host)
    for address, status in (
        (f"{table}/live", 403),
        ("/t/AAAA/live", 404),
        ("/w/AAAA/live", 404),
        (f"{table}/live?seat=1", 403),
    ):
        with pytest.raises(WebSocketDenialResponse) as refused, house.visitor().websocket_connect(address):
            pass
        assert refused.value.status_code == status
        assert refused.value.json()["error"]


def test_two_hundred_connections_of_one_identity(house: House) -> None:
    table = play_now(house.host)
    opened, refusals = [], 0
    most = OPEN_CONNECTIONS[0]
    try:
        for _ in range(200):
            socket = house.host.websocket_connect(f"{table}/live")
            try:
                socket.__enter__()
                opened.append(socket)
            except WebSocketDenialResponse as refused:
                refusals += refused.status_code == 429 and bool(refused.json()["error"])
        assert len(opened) == most
        assert refusals == 200 - most
        assert house.host.get(table).status_code == 200
    finally:
        for socket in opened:
            socket.__exit__(None, None, None)
    assert house.app.services.limits.total == 0


def test_what_broke_is_said_kindly_and_logged(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(identity: str) -> None:
        raise ZeroDivisionError

    play_now(house.host)
    monkeypatch.setattr(house.app.services.identities, "tables_of", broken)
    says(house.host.get("/"), 500, "Something broke on our side")


def test_static_files_are_kept_for_ever_and_packed(house: House) -> None:
    page = house.host.get("/").text
    addresses = set(re.findall(r'(?:href|src)="(/(?:s|art)/[^"#]+)', page))
    assert len(addresses) > 8
    for address in addresses:
        answer = house.host.get(address, headers={"accept-encoding": "gzip"})
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert ("content-encoding" in answer.headers) != address.endswith(".png"), "a picture is packed already"
        assert house.host.get(address, headers={"accept-encoding": ""}).content == answer.content
    face = re.search(r'src="(/face/[^"]+)"', house.host.get(play_now(house.host)).text)
    assert face is not None
    tag = house.host.get(face[1]).headers["etag"]
    assert house.host.get(face[1], headers={"if-none-match": tag}).status_code == 304
