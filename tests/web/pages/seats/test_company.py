"""What a company does together, by forms alone: back to a seat, watching, another game, codes, pictures, open seats."""

import asyncio
import html
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from purrlor.tables.commands.claims import CLAIM_SECONDS, MOST_CLAIMS, SeatClaim
from purrlor.tables.table import Table
from purrlor.tables.time_limits import can_cat_play
from purrlor.web.live.viewpoint import Viewpoint
from tests.fixtures.visitors import House, lay, open_house

BUBBLE = re.compile(r'id="status"[^>]*>(.*?)</p>', re.S)
KEY = re.compile(r'name="claim" value="(\w+)"')


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, rate=0.0, open_seats=True) as opened:
        yield opened


def table_at(house: House, address: str) -> Table:
    found: Table = house.app.services.tables.registry.tables[address.removeprefix("/t/")]
    return found


def two_begin(house: House, game: str = "rat-a-tat-cat") -> tuple[str, TestClient]:
    """Mira's table, Boris at it, the match begun."""
    address, boris = lay(house.host, game=game), house.visitor()
    boris.post(f"{address}/sit", data={"name": "Boris"})
    house.host.post(f"{address}/set", data={"seats": "2"})
    assert house.host.post(f"{address}/begin").status_code == 200
    return address, boris


def gone(house: House, table: Table, *here: str) -> None:
    """Everybody has left but these identities."""
    table.presence.since -= 100
    table.presence.last_seen.clear()
    for identity in here:
        table.presence.last_seen[identity] = table.time()


def test_a_guest_who_lost_her_browser_is_back_with_one_tap(house: House) -> None:
    address, boris = two_begin(house)
    table = table_at(house, address)
    boris.post(f"{address}/look", data={"seat": "1", "coat": "grey-tabby", "eyes": "curious", "wear": "scarf"})
    gone(house, table, table.host)
    lost = house.visitor()
    door = lost.get(address).text
    assert "Are you Boris? Back to your seat" in door
    assert door.index("Are you Boris?") < door.index("Are you Mira?"), "who is away is asked first"
    assert "another browser" not in door
    assert "Join in for a cat" not in door, "nobody's place is a cat's here"
    assert door.index("Are you Boris?") < door.index(">Watch<"), "the way back comes first"
    assert "card-" not in door, "nothing of anybody's is at the door"
    waiting = lost.post(f"{address}/claim", data={"wanted": "1"}).text
    assert "We have asked at the table" in waiting
    assert "This page looks again by itself" in waiting, "a sign that it is alive"
    page = house.host.get(address).text
    assert "I am Boris, my browser has forgotten me" in html.unescape(page)
    assert '<div class="knocks"><div class="asks"' in page, "a box that moves nothing of the hand"
    key = KEY.search(page)
    assert key is not None
    identity = table.seats[1].identity
    assert identity not in page, "nobody learns an identity"
    stranger = house.visitor()
    assert stranger.post(f"{address}/grant", data={"claim": key[1]}).status_code == 403
    assert table.seats[1].identity == identity
    house.host.post(f"{address}/grant", data={"claim": key[1]})
    assert table.seats[1].identity != identity
    assert 'id="board"' in lost.get(address).text
    assert "/face/grey-tabby-curious-scarf.svg" in lost.get("/me").text, "the cat of the seat is one's own again"
    assert 'id="board"' not in boris.get(address).text, "the lost browser has the seat no more"


def test_whom_the_table_refuses_is_told_so(house: House) -> None:
    address, _ = two_begin(house)
    table = table_at(house, address)
    gone(house, table, table.host)
    stranger = house.visitor()
    stranger.post(f"{address}/claim", data={"wanted": "1"})
    key = KEY.search(house.host.get(address).text)
    assert key is not None
    house.host.post(f"{address}/refuse", data={"refused": key[1]})
    assert "They said no" in stranger.get(address).text
    assert stranger.post(f"{address}/claim", data={"wanted": "1"}).status_code == 429
    assert not table.claims


def test_one_address_cannot_fill_a_table_with_questions(tmp_path: Path) -> None:
    """Whoever has the link and asks again and again with new names keeps nobody from coming back."""
    with open_house(tmp_path) as house:
        address, _ = two_begin(house)
        table, limits = table_at(house, address), house.app.services.limits
        now = 0.0
        limits.clock = lambda: now
        while now < CLAIM_SECONDS:
            status = house.visitor().post(f"{address}/claim", data={"wanted": "1"}).status_code
            now += 0.0 if status == 200 else 30.0
        assert 0 < len(table.claims) < MOST_CLAIMS


def test_only_the_host_hands_seats(house: House) -> None:
    address, boris = two_begin(house)
    table = table_at(house, address)
    assert boris.get(f"{address}/seats").status_code == 403
    assert boris.post(f"{address}/hand", data={"cat": "0"}).status_code == 403
    page = house.host.get(f"{address}/seats").text
    assert "Let a cat play for now" in page
    assert re.findall(r"<b>(\w+)</b><small>([^<]+)", page)[0][1] == "you", "who looks at this page is not away"
    house.host.post(f"{address}/hand", data={"cat": "1"})
    assert table.seats[1].cat
    house.host.post(f"{address}/hand", data={"return": "1"})
    assert not table.seats[1].cat


def test_a_link_to_watch_and_the_way_back(house: House) -> None:
    address, _ = two_begin(house)
    watch = f"/w/{table_at(house, address).facts.watch_key}"
    page = house.host.get(address).text
    assert f'href="{watch}"' not in page, "nobody is led away"
    assert f"http://testserver{watch}" in page
    assert f'src="{watch}/qr.svg"' in page
    assert house.visitor().get(f"{watch}/qr.svg").headers["content-type"] == "image/svg+xml"
    assert "back to your seat" in house.host.get(watch).text
    stranger = house.visitor().get(watch).text
    assert "You are watching" in stranger
    assert table_at(house, address).id not in stranger


def test_a_cat_that_has_chosen_does_not_think(house: House) -> None:
    """Choices of More Kitties! are made at the same time: nobody waits for a cat as long as people choose."""
    address = lay(house.host, game="more-kitties")
    boris = house.visitor()
    boris.post(f"{address}/sit", data={"name": "Boris"})
    lobby = house.host.get(address).text
    assert 'href="/rules/more-kitties"' in lobby, "something to read meanwhile"
    assert 'href="/learn/more-kitties"' in lobby
    house.host.post(f"{address}/set", data={"seats": "3"})
    house.host.post(f"{address}/begin", data={"level": "kitten"})
    table = table_at(house, address)
    while table.legal(0):
        assert 'class="doing">thinking…' not in house.host.get(address).text
        data = {"seat": "0", "action": table.legal(0)[0], "seen": table.question[0]}
        house.host.post(f"{address}/play", data=data)
    page = house.host.get(address).text
    assert 'class="doing">thinking…' not in page
    assert "<b>Waiting for Boris</b>" in page


def test_an_empty_name_is_asked_for_where_it_is_typed(house: House) -> None:
    page = house.host.post("/new/more-kitties/friends", data={"name": ""}).text
    assert re.search(r'name="name"[^>]* autofocus>\s*</label>\s*<p class="note no-name"', page), (
        "below the field, which has focus"
    )


def test_a_lobby_tells_who_is_here_from_one_source(house: House) -> None:
    """After a match one is still at the results: the lobby of the next one says so everywhere, and keeps the order."""
    address, boris = two_begin(house, "pocket-cats")
    play_out(house, table_at(house, address))
    answer = house.host.post(f"{address}/again")
    lobby = answer.text
    assert "The match begins as soon as Boris is here." in lobby
    assert "not here yet" in lobby
    assert "Everybody is here" not in lobby
    assert re.findall(r"<b>(Mira|Boris)\b", lobby) == ["Mira", "Boris"], "where one sits stays"
    house.host.post(f"{answer.url.path}/set", data={"seats": "2", "option-clans": "free"})
    waits = "Waiting for Boris. Then you start the match. To play without them, free the seat (×)."
    assert waits in house.host.get(answer.url.path).text
    assert "The host will start any moment now" in boris.post(f"{address}/again").text
    assert table_at(house, answer.url.path).stage == "lobby", "the host may still be at the settings"


def play_out(house: House, table: Table) -> None:
    """The match to its end, without pages: people take what comes first, cats move by themselves."""
    tables = house.app.services.tables

    async def play() -> None:
        while waiting := table.waiting():
            people = [seat for seat in waiting if table.seats[seat].is_person]
            if people:
                seat = people[0]
                me, number = table.seats[seat].identity, table.number_for(seat)
                await tables.play(table.id, me, seat, table.legal(seat)[0], number)
            else:
                await asyncio.sleep(0)

    house.call(play)


def test_the_same_company_at_another_game_and_the_score_of_the_evening(house: House) -> None:
    address, boris = two_begin(house, "pocket-cats")
    play_out(house, table_at(house, address))
    assert 'name="game" value="more-kitties"' in house.host.get(address).text
    other = house.host.post(f"{address}/again", data={"game": "more-kitties"}).url.path
    table = table_at(house, other)
    assert table.game.name == "more-kitties"
    assert sum(seat.is_person for seat in table.seats) == 2
    invited = boris.get(address).text
    assert "Mira invites you to More Kitties!" in invited
    assert "Join Mira for More Kitties!" in invited
    assert boris.post(f"{address}/again").url.path == other, "one tap, and both are there"
    assert table.stage == "lobby", "another game begins when its host says so"
    house.host.post(f"{other}/begin")
    play_out(house, table)
    end = house.host.get(other).text
    evening = end.partition("This evening</caption>")[2]
    for said in ("Pocket Cats", "More Kitties!", "Wins"):
        assert f'<th scope="row">{said}</th>' in evening
    assert house.host.post(f"{address}/again", data={"game": "chess"}).url.path == other, "it is there already"


def test_own_results_say_with_whom(house: House) -> None:
    address, boris = two_begin(house, "pocket-cats")
    play_out(house, table_at(house, address))
    page = boris.get("/me").text
    assert "with Mira" in page
    assert "1 match together" in page


def test_the_result_is_a_picture_and_a_pasted_link_has_one(house: House) -> None:
    address, _ = two_begin(house, "pocket-cats")
    watch = f"/w/{table_at(house, address).facts.watch_key}"
    assert house.visitor().get(f"{watch}/result.svg").status_code == 409
    play_out(house, table_at(house, address))
    drawn = house.visitor().get(f"{watch}/result.svg")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert "Boris" in drawn.text
    assert 'href="http' not in drawn.text, "one file, nothing from elsewhere"
    ids = [each.get("id") for each in ElementTree.fromstring(drawn.text).iter() if each.get("id")]
    assert len(ids) == len(set(ids)), "its parts do not mix up their drawings"
    assert drawn.text.count('<use href="#pocket-cats-') > 25, "the board as it was left"
    pasted = house.visitor().get(watch).text
    image = re.search(r'property="og:image" content="http://testserver(/preview/[^"]+)"', pasted)
    assert image is not None
    photograph = house.visitor().get(image[1])
    assert photograph.content.startswith(b"\xff\xd8")


def test_a_code_leads_to_the_door(house: House) -> None:
    lobby = house.host.get(lay(house.host)).text
    code = re.search(r">(\d{3} \d{3} \d{3})<", lobby)
    assert code is not None
    guest = house.visitor()
    assert "What shall we call you?" in guest.post("/code", data={"code": code[1]}).text
    wrong = guest.post("/code", data={"code": "000 000 000"})
    assert wrong.status_code == 404
    assert "No table has that code" in wrong.text
    assert 'value="000 000 000"' in wrong.text, "what was typed is still there"


def test_codes_have_a_rate_of_their_own(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        answers = [house.visitor().post("/code", data={"code": f"{k:09d}"}).status_code for k in range(25)]
        assert answers[:20] == [404] * 20
        assert 429 in answers


def test_on_one_device_everybody_has_a_name(house: House) -> None:
    form = house.host.get("/new/pocket-cats/device").text
    assert form.count('name="name-') == 2
    assert house.host.get("/new/rat-a-tat-cat/device").text.count("Add a player") == 4, "one more at a tap"
    page = house.host.post("/new/pocket-cats/device", data={"name-0": "Ann", "name-1": "Boris"})
    table = table_at(house, page.url.path)
    play_out(house, table)
    end = house.host.get(f"/t/{table.id}?up=1").text
    assert not re.search(r"\bYou (win|and|share|came)", end)
    story = re.findall(r"<li[^>]*>([^<]+)</li>", end)
    assert not [line for line in story if line.startswith("You ")], "names, whoever holds the device"


@pytest.mark.parametrize("name", ["cat-cafe", "more-kitties", "pocket-cats", "rat-a-tat-cat"])
def test_at_the_end_on_one_device_nobody_is_you(name: str, house: House) -> None:
    page = house.host.post(f"/new/{name}/device", data={"name-0": "Ann", "name-1": "Boris"})
    table = table_at(house, page.url.path)
    play_out(house, table)
    end = house.host.get(f"/t/{table.id}?up=1").text
    assert not re.search(r">\s*You\s*<|\bYou (have|called)\b|You · |\bYour (row|sheet|reserve)\b", end)


def test_being_away_is_said_in_the_bubble(house: House) -> None:
    address, _ = two_begin(house, "more-kitties")
    table = table_at(house, address)
    gone(house, table, table.host)
    house.call(table.show)
    link = f'data-copy="{table.invitation_path}"'
    while table.legal(0):
        page = house.host.get(address).text
        assert "Boris has lost the connection." in BUBBLE.findall(page)[0]
        assert link not in page, "no button pushes up what one is about to tap"
        action = table.legal(0)[0]
        house.host.post(f"{address}/play", data={"seat": "0", "action": action, "seen": table.question[0]})
    page = house.host.get(address).text
    assert "Boris has lost the connection. A cat can take over now." in BUBBLE.findall(page)[0]
    assert link in page, "the way back, to be sent to him"
    watched = house.visitor().get(f"/w/{table.facts.watch_key}").text
    assert table.invitation_path not in watched, "who only looks on is not invited"


def test_who_put_a_cat_in_ones_seat_is_said_and_coming_back_too(house: House) -> None:
    address, boris = two_begin(house, "more-kitties")
    table = table_at(house, address)
    house.host.post(f"{address}/hand", data={"cat": "1"})
    assert table.seats[1].cat
    told = house.app.services.frames.frame(table, Viewpoint(1, "en")).html
    assert "Mira let a cat play for you. The seat is still yours." in BUBBLE.findall(told)[0]
    assert "Mira lets a cat play for you." in told, "and in the story"
    ru = house.app.services.frames.frame(table, Viewpoint(1, "ru")).html
    assert "Mira просит кота поиграть за вас" in BUBBLE.findall(ru)[0]
    boris.post(f"{address}/return", data={"seat": "1"})
    assert not table.seats[1].cat
    assert "Boris is back." in BUBBLE.findall(house.host.get(address).text)[0]
    assert "You are back at the table." in boris.get(address).text


def test_open_seats_only_where_operator_and_host_want_it(house: House, tmp_path: Path) -> None:
    address = lay(house.host, game="cat-cafe")
    table, stranger = table_at(house, address), house.visitor()
    house.host.post(f"{address}/show", data={"public": "on"})
    assert table.settings.public
    assert "Mira&#39;s table" not in stranger.get("/").text, "the host is not at the table"
    table.presence.here[table.host] += 1
    assert "1 of 4 · Mira&#39;s table" in stranger.get("/").text
    house.host.post(f"{address}/set", data={"seats": "3", "away": "60", "clock": "never"})
    assert table.settings.public, "other settings leave it alone"
    assert stranger.post(f"{address}/show", data={"public": "off"}).status_code == 403
    with_switch_off = tmp_path / "off"
    with_switch_off.mkdir()
    with open_house(with_switch_off, rate=0.0) as closed:
        address = lay(closed.host)
        closed.host.post(f"{address}/show", data={"public": "on"})
        table_at(closed, address).presence.here[table_at(closed, address).host] += 1
        assert "Mira&#39;s table" not in closed.visitor().get("/").text


def test_a_claims_key_tells_no_identity() -> None:
    claim = SeatClaim("identity", 1, "Boris", "owner", 0.0)
    assert "identity" not in claim.key
    assert len(claim.key) == 16


def test_who_is_on_a_page_of_the_table_is_here_and_hears_of_the_next_match(house: House) -> None:
    address, boris = two_begin(house)
    table = table_at(house, address)
    page = house.host.get(f"{address}/seats").text
    live = re.search(r'id="invited"[^>]*data-at="([^"]+)"', page)
    assert live is not None, "the page of seats has a line to the table"
    assert re.search(r'id="invited"[^>]* hidden>', page), "and nothing to say"
    gone(house, table)
    assert not table.is_here(0)
    with house.host.websocket_connect(live[1]):
        assert table.is_here(0)
    play_out(house, table)
    for path in ("/replay", "/look?seat=0"):
        assert 'id="invited"' in house.host.get(address + path).text, path
    with house.host.websocket_connect(live[1]) as line:
        boris.post(f"{address}/again", data={"game": "cat-cafe"})
        assert line.receive_json() == {"invites": "Boris invites you to Cat Café."}
    told = house.host.get(f"{address}/replay").text
    assert "Boris invites you to Cat Café." in told
    assert not re.search(r'id="invited"[^>]* hidden>', told)
    assert "invites you" not in boris.get(f"{address}/replay").text, "who invites needs no invitation"
    assert 'id="invited"' not in house.visitor().get(f"/w/{table.facts.watch_key}/replay").text


def test_a_cat_for_somebody_who_is_at_the_table_is_asked_about(house: House) -> None:
    """Who only thinks is not sent from the seat by one press; for who is away one is enough."""
    address, _ = two_begin(house)
    table = table_at(house, address)
    asks = "Boris is at the table. A cat all the same? Press once more."
    assert house.host.get(f"{address}/seats").text.count(f'data-confirm="{asks}" data-always>') == 2
    gone(house, table, table.host)
    assert "data-confirm" not in house.host.get(f"{address}/seats").text
    house.host.post(f"{address}/hand", data={"cat": "1"})
    assert table.seats[1].cat, "without a script the form stands by itself"


def test_who_thinks_with_the_page_open_is_not_away_however_long(house: House) -> None:
    address, boris = two_begin(house)
    table = table_at(house, address)
    with boris.websocket_connect(f"{address}/live?seat=1") as line:
        line.receive_text()
        gone(house, table, table.host)
        now = table.time()
        table.presence.time = table.time = lambda: now + 3600.0
        table.presence.last_seen[table.host] = now + 3600.0
        assert table.is_here(1)
        assert not can_cat_play(table, 1)
        assert "lost the connection" not in house.host.get(address).text
        refused = house.host.post(f"{address}/cat", data={"seat": "1"})
        assert refused.status_code >= 400
        assert not table.seats[1].cat


def test_the_door_and_the_lobby_say_what_the_game_is_about(house: House) -> None:
    """The first words of its rules, for who plays it for the first time."""
    address = lay(house.host, game="more-kitties")
    for visitor, words in (
        (house.visitor(**{"accept-language": "en"}), "fly into the air"),
        (house.visitor(**{"accept-language": "ru"}), "взлетают в воздух"),
    ):
        door = visitor.get(address).text
        assert '<p class="in-short">' in door
        assert words in door.partition('class="in-short">')[2].partition("</p>")[0]
        lobby = visitor.post(f"{address}/sit", data={"name": words[:4]}).text
        assert words in lobby.partition('class="in-short">')[2].partition("</p>")[0]


def test_only_somebody_elses_seat_asks_before_it_is_freed(house: House) -> None:
    address = lay(house.host, game="cat-cafe")
    boris = house.visitor()
    boris.post(f"{address}/sit", data={"name": "Boris"})
    house.host.post(f"{address}/bot", data={"seat": "2", "level": "cat"})
    assert house.host.get(address).text.count(" data-always ") == 1
    assert "Free the seat of Boris? Press once more." in house.host.get(address).text
    assert "data-always" not in boris.get(address).text, "to stand up oneself is no slip"
