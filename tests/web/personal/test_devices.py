"""One person, several browsers: continue a seat, take one's name along, sign out there, be forgotten."""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from purrlor.tables.errors import BadLink
from purrlor.tables.people.erasure import forget_person
from purrlor.tables.people.sessions import device_of
from purrlor.tables.store import Session, Store, open_store
from purrlor.tables.tables import Tables
from purrlor.web.cookies import COOKIE, LIFETIME, SECURE_COOKIE, ForgedIdentity, Signer, read_secrets
from tests.fixtures.playing import play_on, until
from tests.fixtures.visitors import GAME, SECRET, House, actions, finish, lay, open_house, play_now

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, rate=0) as opened:
        yield opened


def identity_of(visitor: TestClient, house: House) -> str:
    return house.app.services.signer.read_cookie(visitor.cookies[COOKIE]).identity


def link_in(page: str, path: str = "/me") -> str:
    found = re.search(rf"http://testserver({path}/[\w-]{{22}})", page)
    assert found is not None
    return found[1]


def later(house: House, seconds: float) -> None:
    now = house.app.services.tables.time() + seconds
    house.app.services.tables.registry.time = lambda: now


# Continue this seat here


def test_a_seat_link_moves_one_seat_and_nothing_else(house: House) -> None:
    other = lay(house.host, "Mira")
    table = play_now(house.host)
    link = link_in(house.host.post(f"{table}/link", data={"seat": "0"}).text)
    phone = house.visitor()
    page = phone.get(link).text
    assert "Mira&#39;s seat is waiting" in page
    assert "Rat-a-Tat Cat" in page
    assert actions(phone.post(link).text)
    assert identity_of(phone, house) != identity_of(house.host, house), "a new identity, for this seat alone"
    assert not actions(house.host.get(table).text), "the seat has moved"
    assert "Mira saved you a seat" in phone.get(other).text, "at the other table this phone is nobody"
    assert phone.get(link).status_code == 410
    assert house.visitor().post(link).status_code == 410


def test_a_seat_link_is_for_minutes(house: House) -> None:
    table = play_now(house.host)
    link = link_in(house.host.post(f"{table}/link", data={"seat": "0"}).text)
    later(house, 14 * 60)
    assert house.visitor().get(link).status_code == 200
    later(house, 2 * 60)
    for answer in (house.visitor().get(link), house.visitor().post(link)):
        assert answer.status_code == 410
        assert "too old" in answer.text
    assert actions(house.host.get(table).text), "the seat is where it was"


def test_a_seat_link_is_nothing_once_the_seat_has_moved(house: House) -> None:
    table = lay(house.host, "Mira")
    guest = house.visitor()
    guest.post(f"{table}/sit", data={"name": "Ann"})
    link = link_in(guest.post(f"{table}/link", data={"seat": "1"}).text)
    house.host.post(f"{table}/free", data={"seat": "1"})
    assert house.visitor().get(link).status_code == 410
    assert house.visitor().post(link).status_code == 410


# Take my name to another device


def test_a_name_is_taken_to_another_device_on_purpose(house: House) -> None:
    table = lay(house.host, "Mira")
    link = link_in(house.host.post("/me/device").text, "/me/device")
    phone = house.visitor(**{"user-agent": PHONE})
    page = phone.get(link).text
    assert "Shall this browser be Mira from now on?" in page
    assert COOKIE not in phone.cookies, "looking makes nobody of them"
    assert phone.post(link).url.path == "/me"
    assert identity_of(phone, house) == identity_of(house.host, house)
    assert "you, the host" in phone.get(table).text
    assert house.visitor().post(link).status_code == 410
    assert house.visitor().get(link).status_code == 410


def test_such_a_link_is_for_minutes_and_the_last_one_counts(house: House) -> None:
    lay(house.host, "Mira")
    first = link_in(house.host.post("/me/device").text, "/me/device")
    second = link_in(house.host.post("/me/device").text, "/me/device")
    assert house.visitor().get(first).status_code == 410
    assert house.visitor().get(second).status_code == 200
    later(house, 16 * 60)
    assert house.visitor().post(second).status_code == 410
    assert house.visitor().post("/me/device").status_code == 403, "nobody has no name to take along"


def test_whoever_is_somebody_already_is_told_what_they_lose(house: House) -> None:
    lay(house.host, "Mira")
    link = link_in(house.host.post("/me/device").text, "/me/device")
    other = house.visitor()
    lay(other, "Boris")
    assert "This browser is Boris now" in other.get(link).text


# Sign out there


def test_signing_another_device_out(house: House) -> None:
    house.host.headers["user-agent"] = FIREFOX
    table = play_now(house.host)
    link = link_in(house.host.post("/me/device").text, "/me/device")
    phone = house.visitor(**{"user-agent": PHONE})
    phone.post(link)
    assert actions(phone.get(table).text)
    page = house.host.get("/me").text
    assert "Firefox · Linux" in page
    assert "Safari · iPhone" in page
    sessions = re.findall(r'name="session" value="([^"]+)"', page)
    here = house.app.services.signer.read_cookie(house.host.cookies[COOKIE]).session
    assert sessions[0] == here, "this browser is the first"
    assert len(sessions) == 2
    stranger = house.visitor()
    play_now(stranger)
    assert stranger.post("/me/sign-out", data={"session": sessions[1]}).status_code == 400, "only one's own"
    with phone.websocket_connect(f"{table}/live") as screen:
        screen.receive_text()
        assert house.host.post("/me/sign-out", data={"session": sessions[1]}).url.path == "/me"
        while (message := screen.receive())["type"] == "websocket.send":
            pass
        assert message["code"] == 1008, "an open screen is closed at once"
    answer = phone.get(table)
    assert not actions(answer.text)
    assert f"{COOKIE}=; Max-Age=0" in answer.headers["set-cookie"]
    assert actions(house.host.get(table).text)
    page = house.host.get("/me").text
    assert "Safari" not in page
    assert 'name="session"' not in page, "whoever signs the only one out would be nobody any more"


def test_signing_out_here(house: House) -> None:
    table = play_now(house.host)
    cookie = house.host.cookies[COOKIE]
    session = house.app.services.signer.read_cookie(cookie).session
    house.host.get("/me")
    answer = house.host.post("/me/sign-out", data={"session": session}, follow_redirects=False)
    assert f"{COOKIE}=; Max-Age=0" in answer.headers["set-cookie"]
    assert not actions(house.visitor(cookie=f"{COOKIE}={cookie}").get(table).text), "a copy of the cookie is worthless"


def test_a_cookie_of_an_older_release_is_read_renewed_and_can_be_ended(house: House) -> None:
    table = play_now(house.host)
    signer = house.app.services.signer
    old = signer.cookie(identity_of(house.host, house))
    assert old.count(".") == 2
    visitor = house.visitor(cookie=f"{COOKIE}={old}")
    answer = visitor.get(table)
    assert actions(answer.text)
    renewed = re.search(rf"{COOKIE}=([^;]+)", answer.headers["set-cookie"])
    assert renewed is not None
    assert signer.read_cookie(renewed[1]).session == signer.read_cookie(old).session
    house.host.get("/me")
    house.host.post("/me/sign-out", data={"session": signer.read_cookie(old).session})
    assert not actions(house.visitor(cookie=f"{COOKIE}={old}").get(table).text)


def test_a_signed_out_browser_stays_so_after_a_restart(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = play_now(house.host)
        cookie = house.host.cookies[COOKIE]
        house.host.get("/me")
        house.host.post("/me/sign-out", data={"session": house.app.services.signer.read_cookie(cookie).session})
    with open_house(tmp_path) as house:
        assert not actions(house.visitor(cookie=f"{COOKIE}={cookie}").get(table).text)


def test_no_request_asks_the_store_about_its_session(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_now(house.host)
    house.host.get(table)
    asked: list[str] = []
    store = house.app.services.tables.store
    transact = store.engine.transact  # type: ignore[attr-defined]

    async def noted(*statements: tuple[str, object]) -> object:
        asked.extend(sql for sql, _ in statements)
        return await transact(*statements)

    monkeypatch.setattr(store.engine, "transact", noted)  # type: ignore[attr-defined]
    for _ in range(5):
        house.host.get(table)
    assert not [sql for sql in asked if "sessions" in sql or "identities" in sql]


# Cookies and their secrets


def test_under_https_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    with open_house(tmp_path, public="https://purrlor.example") as house:
        answer = house.visitor().post(f"/play/{GAME}", follow_redirects=False)
        cookie = re.search(rf"{SECURE_COOKIE}=([^;]+); Max-Age=\d+; Path=/; .*Secure", answer.headers["set-cookie"])
        assert cookie is not None
        table = answer.headers["location"]
        assert actions(house.visitor(cookie=f"{SECURE_COOKIE}={cookie[1]}").get(table).text)
        answer = house.visitor(cookie=f"{COOKIE}={cookie[1]}").get(table)
        assert actions(answer.text), "the name of older releases is still read"
        given = answer.headers.get_list("set-cookie")
        assert any(line.startswith(f"{SECURE_COOKIE}=") for line in given), "and becomes the new one"
        assert any(line.startswith(f"{COOKIE}=; Max-Age=0") for line in given)


def test_a_new_secret_first_and_the_old_one_still_verifies(tmp_path: Path) -> None:
    new = "7a" * 32
    with open_house(tmp_path) as house:
        table = play_now(house.host)
        cookie = house.host.cookies[COOKIE]
    with open_house(tmp_path, secret=f"{new},{SECRET}") as house:
        answer = house.visitor(cookie=f"{COOKIE}={cookie}").get(table)
        assert actions(answer.text)
        renewed = re.search(rf"{COOKIE}=([^;]+)", answer.headers["set-cookie"])
        assert renewed is not None
    with open_house(tmp_path, secret=new) as house:
        assert not actions(house.visitor(cookie=f"{COOKIE}={cookie}").get(table).text)
        assert actions(house.visitor(cookie=f"{COOKIE}={renewed[1]}").get(table).text)
    path = tmp_path / "secrets"
    path.touch(0o600)
    path.write_text(f"{new}\n{SECRET}\n")
    assert read_secrets(path) == [bytes.fromhex(new), bytes.fromhex(SECRET)]
    with pytest.raises(ForgedIdentity):
        Signer(b"x" * 32).read_cookie(Signer(b"y" * 32).cookie("mira", "s"))


def test_a_device_is_named_as_people_know_it() -> None:
    assert device_of(FIREFOX) == "Firefox · Linux"
    assert device_of(PHONE) == "Safari · iPhone"
    assert device_of("curl/8") == ""


# Delete what is known about me


def test_being_forgotten(house: House) -> None:
    done = finish(house.host, "pocket-cats")
    lobby = lay(house.host, "Mira")
    friend = house.visitor()
    friend.post(f"{lobby}/sit", data={"name": "Ann"})
    running = play_now(house.host)
    me, cookie = identity_of(house.host, house), house.host.cookies[COOKIE]
    ask = house.host.get("/me/forget").text
    assert "Shall we forget you, Mira?" in ask
    assert "without your name" in ask
    assert house.host.post("/me/forget").url.path == "/me/forget", "it is asked for once more"
    answer = house.host.post("/me/forget", data={"sure": "yes"})
    assert "we do not know you any more" in answer.text
    assert f"{COOKIE}=; Max-Age=0" in answer.headers["set-cookie"]
    for address in (done, lobby, running):
        page = house.visitor(cookie=f"{COOKIE}={cookie}").get(address).text
        assert "Mira" not in page
        assert not actions(page)
    assert "you, the host" in friend.get(lobby).text, "somebody must be able to begin"
    store = house.app.services.tables.store
    dump = house.call(everything, store)
    assert me not in dump
    assert "Mira" not in dump
    assert "No match of yours" in house.visitor(cookie=f"{COOKIE}={cookie}").get("/me").text
    assert house.visitor().get("/me/forget").status_code == 404


async def everything(store: Store) -> str:
    """All that a store holds, as text."""
    names = ["tables", "log", "sittings", "identities", "grants", "results", "sessions", "identity_links"]
    return str([await store.ask(f"select * from {name}") for name in names])  # type: ignore[attr-defined]


# The same on both stores


@pytest.fixture
async def two_servers(store_url: str) -> AsyncIterator[list[Tables]]:
    """Two processes on one store where it can be shared, else one."""
    stores = [await open_store(store_url) for _ in range(2 if store_url.startswith("postgres") else 1)]
    servers = [Tables(store, pace=0.0) for store in stores]
    for server in servers:
        await server.start()
    yield servers
    for server in servers:
        await server.stop()
        await server.store.close()


@pytest.mark.anyio
async def test_sessions_in_the_store(store: Store) -> None:
    first, second = Session("s1", "anna", "Firefox", 5.0, 5.0), Session("s2", "anna", "Safari", 6.0, 9.0)
    for session in (first, second, Session("s3", "boris", "", 7.0, 7.0)):
        await store.note_session(session)
    await store.note_session(Session("s1", "anna", "Firefox", 8.0, 8.0))
    assert await store.sessions_of("anna") == [second, Session("s1", "anna", "Firefox", 5.0, 8.0)]
    assert await store.end_sessions("boris", "s1", 10.0) == [], "only one's own"
    assert await store.end_sessions("anna", "s1", 10.0) == ["s1"]
    assert await store.end_sessions("anna", "s1", 11.0) == []
    await store.note_session(Session("s1", "anna", "Firefox", 12.0, 12.0))
    assert await store.sessions_of("anna") == [second], "an ended one stays ended"
    assert await store.ended_sessions(9.0) == ["s1"]
    assert sorted(await store.end_sessions("anna", None, 13.0)) == ["s2"]
    await store.clear(0.0, 100.0)
    assert sorted(await store.ended_sessions(0.0)) == ["s1", "s2"], "kept as long as the cookie may live"
    await store.clear(0.0, 100.0 + LIFETIME)
    assert await store.ended_sessions(0.0) == []


@pytest.mark.anyio
async def test_links_in_the_store(tables: Tables) -> None:
    anna = await tables.identities.create("Anna", "en")
    token = await tables.identities.make_identity_link(anna.id)
    assert (await tables.identities.identity_link(token)).name == "Anna"
    assert (await tables.identities.use_identity_link(token)).id == anna.id
    with pytest.raises(BadLink):
        await tables.identities.use_identity_link(token)
    table = await tables.create(anna.id, GAME, 2, people=["Anna"])
    now = tables.time()
    link = await tables.identities.make_link(table.id, anna.id, 0)
    tables.registry.time = lambda: now + 16 * 60
    with pytest.raises(BadLink):
        await tables.identities.use_link(link)


@pytest.mark.anyio
async def test_signed_out_in_one_process_is_signed_out_in_all(two_servers: list[Tables]) -> None:
    here, there = two_servers[0], two_servers[-1]
    await here.store.note_session(Session("s1", "anna", "", 1.0, 1.0))
    assert await here.sessions.end("anna", "s1") == 1
    await until(lambda: "s1" in there.sessions.ended)
    fresh = Tables(here.store)
    await fresh.sessions.load()
    assert "s1" in fresh.sessions.ended


@pytest.mark.anyio
async def test_forgotten_on_both_stores(two_servers: list[Tables]) -> None:
    here, there = two_servers[0], two_servers[-1]
    anna = (await here.identities.create("Anna", "en")).id
    boris = (await here.identities.create("Boris", "en")).id
    await here.store.note_session(Session("s1", anna, "", 1.0, 1.0))
    done = await here.create(anna, "pocket-cats", 2, people=["Anna"], bots=["kitten"], begin=True)
    await play_on(here, done)
    table = await here.create(anna, GAME, 2, people=["Anna"])
    await here.sit(table.id, boris, "Boris")
    await here.begin(table.id, anna)
    assert (await there.get(table.id)).names("en") == ["Anna", "Boris"]
    await forget_person(here, anna)
    seats = (await here.get(table.id)).seats
    assert (seats[0].level, seats[1].identity) == ("cat", boris), "a cat plays on"
    await until(lambda: there.registry.tables[table.id].seats[0].level == "cat")
    text = await everything(here.store)
    assert anna not in text
    assert "Anna" not in text
    assert "Boris" in text
    assert (await here.store.facts(table.id)).host == boris  # type: ignore[union-attr]
    assert "s1" in here.sessions.ended
    fresh = Tables(here.store)  # the logs still replay
    assert (await fresh.get(done.id)).names("en")[0] == "Somebody"
    assert (await fresh.get(done.id)).stage == "finished"
    assert (await here.store.series(done.id))[0].identity == ""
    await fresh.stop()
