"""From the first page to the end of a match, without a line of script."""

import json
import re
from pathlib import Path

import pytest

from purrlor.core.game import games
from purrlor.core.match import Match
from purrlor.games.cat_cafe.rules.state import DRAFT
from purrlor.web.rendering.sprites import qr_code
from tests.fixtures.visitors import GAME, actions, form_of, heard, lay, open_house, play_now, play_to_the_end

GAMES = [game.name for game in games()]


def test_the_first_page_shows_every_game_and_three_ways_in(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        page = house.host.get("/")
        assert page.status_code == 200
        for name in GAMES:
            for way in (f'action="/play/{name}"', f'href="/new/{name}/friends"', f'href="/new/{name}/device"'):
                assert way in page.text
        assert "set-cookie" not in page.headers, "who only looks needs no ticket"


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_by_forms_alone(game: str, tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address = play_now(house.host, game, cats="1", level="kitten")
        page = play_to_the_end(house.host, address)
        assert "<tfoot>" in page
        record = house.host.get(f"{address}/record.json")
        assert record.headers["content-disposition"].startswith("attachment")
        assert Match.replay(record.json()).is_over, "the record proves itself"


def test_play_now_takes_number_and_level(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        page = house.host.get(play_now(house.host, GAME, cats="3", level="kitten")).text
        assert page.count('class="player') - page.count('class="players') == 4
        assert "kitten" in page
        assert house.host.post(f"/play/{GAME}", data={"cats": "77"}).status_code == 400
        assert house.host.post(f"/play/{GAME}", data={"level": "panther"}).status_code == 422


def test_play_now_offers_a_short_match_and_says_why_cats_are_cleverer(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        first = house.host.get("/").text
        assert first.count('name="short"') == 1, "one of our games has a short match"
        assert "A short match: 1 round" in first
        assert "You won! Now:" not in first
        assert "Round 1 of 3" in house.host.get(play_now(house.host, "rat-a-tat-cat")).text
        address = play_now(house.host, "rat-a-tat-cat", cats="1", level="kitten", short="1")
        page = house.host.get(address).text
        assert "Round 1 of 1" in page
        assert "just now" in house.host.get("/").text, "the time of the last decision"


def test_friends_join_with_a_name_and_no_account(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = lay(house.host)
        assert f"http://testserver{table}" in house.host.get(table).text
        guest = house.visitor()
        asked = guest.get(table)
        assert "Mira saved you a seat" in asked.text
        assert "Seat cats" not in asked.text
        inside = guest.post(f"{table}/sit", data={"name": "Ann"})
        assert inside.url.path == table
        assert "The host will start" not in inside.text
        lobby = house.host.get(table).text
        assert "Ann" in lobby
        assert house.host.post(f"{table}/begin", data={"level": "cat"}).status_code == 200
        assert "● Your turn" in house.host.get(table).text
        assert '<ol class="players n4"' in guest.get(table).text


def test_the_host_sets_the_table(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = lay(house.host)
        form = {"seats": "3", "option-rounds": "5", "away": "never", "clock": "60"}
        page = house.host.post(f"{table}/set", data=form).text
        assert '<ol class="seats n3"' in page
        assert 'name="option-rounds" value="5"' in page
        assert '<option value="never" selected>' in page
        assert '<option value="60" selected>' in page
        guest = house.visitor()
        guest.post(f"{table}/sit", data={"name": "Ann"})
        assert guest.post(f"{table}/set", data=form).status_code == 403
        assert house.host.post(f"{table}/set", data={"option-rounds": "0"}).status_code == 422


def test_seats_are_given_and_freed(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = lay(house.host)
        guest = house.visitor()
        guest.post(f"{table}/sit", data={"name": "Ann"})
        house.host.post(f"{table}/bot", data={"seat": "3", "level": "tiger"})
        assert "tiger" in house.host.get(table).text
        theirs = guest.get(table).text
        assert theirs.count("</span></b>") == theirs.count("Ann<span") == 1, "one's own seat says so"
        assert "i-plus" in house.host.get(table).text
        assert "i-plus" not in theirs, "a sign that looks like a button is one"
        house.host.post(f"{table}/free", data={"seat": "3"})
        assert house.host.get(table).text.count("Free seat") == 2
        assert guest.post(f"{table}/free", data={"seat": "1"}).url.path == "/"
        assert house.host.get(table).text.count("Free seat") == 3


def test_a_page_is_painted_when_it_is_whole(tmp_path: Path) -> None:
    """Half a table would be laid out as if that were all, and jump when the rest arrives."""
    with open_house(tmp_path) as house:
        for address in ("/", f"/rules/{GAME}", play_now(house.host)):
            page = house.host.get(address).text
            assert '<link rel="expect" href="#page" blocking="render">' in page.split("</head>")[0]
            assert re.search(r'<html [^>]*id="page"', page)


def test_a_full_table_offers_to_watch(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = play_now(house.host)
        page = house.visitor().get(table)
        assert "All the seats here are taken." in page.text
        key = re.search(r'href="(/w/[^"]+)"', page.text)
        assert key is not None
        assert house.visitor().get(key[1]).status_code == 200


def test_a_watcher_sees_no_choices_and_learns_no_way_to_sit_down(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = lay(house.host)
        watch = house.app.services.tables.registry.tables[table.removeprefix("/t/")].facts.watch_key
        stranger = house.visitor()
        assert "has not begun" in stranger.get(f"/w/{watch}").text
        house.host.post(f"{table}/begin", data={"level": "cat"})
        page = stranger.get(f"/w/{watch}").text
        frame = heard(stranger.get(f"/w/{watch}/live").text)
        for text in (page, frame["html"]):
            assert table.removeprefix("/t/") not in text
            assert not actions(text)


def test_the_square_on_a_television_leads_to_watching_and_to_no_seat(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = play_now(house.host)
        watch = f"/w/{house.app.services.tables.registry.tables[table.removeprefix('/t/')].facts.watch_key}"
        assert f'src="{watch}/qr.svg"' in house.visitor().get(watch).text
        assert house.visitor().get(f"{watch}/qr.svg").text == qr_code(f"http://testserver{watch}")
        assert house.visitor().get("/w/nobody-knows-it/qr.svg").status_code == 404
        assert "big-screen" not in house.host.get(table).text


def test_the_language_follows_the_browser_and_the_click_and_keeps_the_place(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        russian = house.visitor(**{"accept-language": "ru-RU,ru;q=0.9"})
        assert "Во что сыграем?" in russian.get("/").text
        table = play_now(russian)
        page = russian.get(f"{table}?seat=0")
        assert f'href="{table}?seat=0&amp;lang=en"' in page.text
        english = russian.get(f"{table}?seat=0&lang=en")
        assert (english.url.path, english.url.query) == (table, b"seat=0")
        assert '<html lang="en"' in english.text
        assert '<html lang="en"' in russian.get("/").text, "the click is remembered"


def test_one_device_covers_what_is_private(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        answer = house.host.post(f"/new/{GAME}/device", data={"name-0": "Ann", "name-1": "Boris"})
        table = answer.url.path
        assert 'class="cover"' in answer.text
        assert "I am Ann" in answer.text
        assert not actions(answer.text)
        ann = house.host.get(f"{table}?up=0").text
        assert actions(ann)
        form = form_of(ann)
        passed = house.host.post(f"{table}/play?up=0", data=form)
        assert 'class="cover"' in passed.text
        assert "I am Boris" in passed.text
        assert house.host.get(f"{table}?up=3").status_code == 403


def test_a_personal_link_moves_a_seat_once(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = play_now(house.host)
        page = house.host.post(f"{table}/link", data={"seat": "0"}).text
        link = re.search(r"http://testserver(/me/[\w-]+)", page)
        assert link is not None
        phone = house.visitor()
        assert "Guest&#39;s seat is waiting" in phone.get(link[1]).text
        assert phone.get(link[1]).status_code == 200, "looking uses nothing up"
        arrived = phone.post(link[1])
        assert arrived.url.path == table
        assert actions(arrived.text)
        thief = house.visitor()
        assert thief.post(link[1]).status_code == 410
        assert "set-cookie" not in thief.post(link[1]).headers


def test_a_personal_link_can_be_made_worthless(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = play_now(house.host)
        page = house.host.post(f"{table}/link", data={"seat": "0"}).text
        link = re.search(r"http://testserver(/me/[\w-]+)", page)
        assert link is not None
        house.host.post(f"{table}/unlink", data={"seat": "0"})
        assert house.visitor().post(link[1]).status_code == 410


def test_whoever_has_a_name_already_takes_a_linked_seat_over(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = play_now(house.host)
        page = house.host.post(f"{table}/link", data={"seat": "0"}).text
        link = re.search(r"http://testserver(/me/[\w-]+)", page)
        assert link is not None
        other = house.visitor()
        own = play_now(other)
        assert actions(other.post(link[1]).text)
        assert actions(other.get(own).text), "what they had before is still theirs"
        assert not actions(house.host.get(table).text), "the seat has moved"


def test_another_first_step_instead(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = house.host.post("/new/cat-cafe/device", data={"name-0": "Ann", "name-1": "Boris"}).url.path
        found = house.app.services.tables.registry.tables[table.removeprefix("/t/")]
        assert found.match is not None
        while found.match.state.phase == DRAFT:
            seat = found.waiting()[0]
            page = house.host.get(f"{table}?up={seat}").text
            house.host.post(f"{table}/play?up={seat}", data=form_of(page))
        page = house.host.get(f"{table}?up=0").text
        one, other = [action for action in actions(page) if action != "0"][:2]
        page = house.host.post(f"{table}/play?up=0", data=form_of(page, one)).text
        assert f'name="instead" value="{other}"' in page
        form = {**form_of(page, one), "instead": other}
        form.pop("action")
        rows, version = found.n, found.version
        assert house.host.post(f"{table}/play?up=0", data={**form, "instead": "62"}).status_code == 409
        assert (found.n, found.match.state.item[0]) == (rows, int(one)), "both steps or neither"
        prepared = found.state_after(0, int(other), instead=True)
        page = house.host.post(f"{table}/play?up=0", data=form).text
        assert found.match.state.item[0] == int(other)
        assert found.match.state == prepared
        assert (found.n, found.version) == (rows + 2, version + 1), "nobody is shown the moment between"
        stale = house.host.post(f"{table}/play?up=0", data=form)
        assert stale.status_code == 409
        assert found.match.state.item[0] == int(other)


def test_taking_back(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        table = house.host.post("/new/cat-cafe/device", data={"name-0": "Ann", "name-1": "Boris"}).url.path
        found = house.app.services.tables.registry.tables[table.removeprefix("/t/")]
        assert found.match is not None
        page = ""
        while "/undo" not in page:
            seat = found.waiting()[0]
            page = house.host.get(f"{table}?up={seat}").text
            page = house.host.post(f"{table}/play?up={seat}", data=form_of(page)).text
        form, decisions = {**form_of(page, "0"), "who": str(seat)}, len(found.match.log)
        assert house.host.post(f"{table}/undo?up={seat}", data=form).status_code == 200
        assert len(found.match.log) == decisions - 1
        again = house.host.post(f"{table}/undo?up={seat}", data=form)
        assert again.status_code == 409, "a second click on the same button"
        assert len(found.match.log) == decisions - 1


def test_again_goes_to_the_next_table(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address = play_now(house.host, GAME, cats="1", level="kitten")
        play_to_the_end(house.host, address)
        answer = house.host.post(f"{address}/again", data={})
        assert answer.url.path.startswith("/t/")
        assert answer.url.path != address
        live = house.host.post(f"{address}/again", data={}, headers={"x-live": "1"})
        assert json.loads(live.text) == {"go": answer.url.path}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_rules_beside_the_table(game: str, language: str, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        reader = house.visitor(**{"accept-language": language})
        assert f'<html lang="{language}"' in reader.get(f"/rules/{game}").text
        part = reader.get(f"/rules/{game}?part=1").text
        assert "<html" not in part
        assert "<h2>" in part


def test_the_house_answers_those_who_look_after_it(tmp_path: Path) -> None:
    with open_house(tmp_path, metrics_token="tell") as house:
        assert house.host.get("/healthz").text == "ok\n"
        assert house.host.get("/metrics").status_code == 404, "not to strangers"
        figures = house.host.get("/metrics", headers={"authorization": "Bearer tell"})
        assert "purrlor_requests_total" in figures.text
        assert "purrlor_tables{" in figures.text
        assert house.host.get("/robots.txt").status_code == 200
        assert house.host.get("/manifest.webmanifest").json()["name"] == "Purrlor"
