"""Looking back at a finished match: any moment, any eyes, the record, its proof, and kind words for wrong addresses."""

import csv
import hashlib
import io
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from purrlor.core.game import games
from purrlor.core.match import Match
from purrlor.games.cat_cafe.rules.state import DRAW
from purrlor.games.cat_cafe.words.names import place_of
from purrlor.games.rat_a_tat_cat.rules.state import PLACE
from purrlor.tables.history import replay as story_replay
from purrlor.tables.history.replay import Replay
from purrlor.tables.table import Table
from purrlor.web.pages.replay import escape_formula, gist
from tests.fixtures.visitors import House, actions, finish, open_house, play_now

GAMES = [game.name for game in games()]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("parlour"), rate=0.0) as opened:
        yield opened


@pytest.fixture(scope="module", params=GAMES)
def over(request: pytest.FixtureRequest, house: House) -> str:
    return finish(house.host, request.param)


def table_of(house: House, address: str) -> Table:
    return house.app.services.tables.registry.tables[address.removeprefix("/t/")]


def board_of(html: str) -> str:
    """What the game draws: the players' chips and the board."""
    return html.partition('id="players"')[2].partition("</main>")[0]


def test_who_looks_back_at_an_own_match_is_you(house: House, over: str) -> None:
    """Beside the faces and in the score; the first of the players, as at the table. For a watcher a name."""
    last = len(table_of(house, over).playing().log)
    page = house.host.get(f"{over}/replay?at={last}&as=open").text
    chips = re.findall(r'<p class="name">\s*<b>([^<]+)</b>', page)
    assert chips[0] == "You"
    assert "Guest" not in chips
    eyes = page.partition('<nav class="eyes"')[2].partition("</nav>")[0]
    assert "<span>You</span>" in eyes
    assert "Guest" not in eyes
    heads = re.findall(r'alt="" width="48" height="48">\s*([^<]+?)\s*</th>', page)
    assert heads[: len(chips)] == chips, "the same order"
    watch = re.search(r'"(/w/[^"/]+)/result.svg', house.host.get(over).text)
    assert watch is not None
    assert "Guest" in house.visitor().get(f"{watch[1]}/replay?at=0").text


def test_with_everything_open_the_story_still_speaks_to_who_sat_there(house: House, over: str) -> None:
    last = len(table_of(house, over).playing().log)
    for at in range(last):  # then comes the score, by names
        mine, opened = (house.host.get(f"{over}/replay?at={at}&as={eyes}&part=1").text for eyes in ("0", "open"))
        for begin, end in (('id="hand"', 'class="wind"'), ('id="story"', "</html>")):
            said, said_open = (page.partition(begin)[2].partition(end)[0] for page in (mine, opened))
            assert said
            assert "Guest" in said or "Guest" not in said_open  # a game's words may call everybody by name


def test_one_wording_opens_everything(house: House, over: str) -> None:
    mine, opened = (house.host.get(f"{over}/replay?at=3&as={eyes}").text for eyes in ("0", "open"))
    assert "<span>Reveal everything</span>" in mine
    assert "<span>Everything open</span>" in opened


def test_every_moment_is_a_link_and_has_no_choices(house: House, over: str) -> None:
    match = table_of(house, over).playing()
    last = len(match.log)
    assert f"{over}/replay" in house.host.get(over).text
    seen = set()
    for at in sorted({0, 1, 2, last // 3, last // 2, last - 1, last}):
        for eyes in ("0", "1", "open"):
            page = house.host.get(f"{over}/replay?at={at}&as={eyes}")
            assert page.status_code == 200
            assert not actions(page.text)
            assert f"at={min(at + 1, last)}&amp;as={eyes}" in page.text
            assert f"at={max(at - 1, 0)}&amp;as={eyes}" in page.text
            assert ('<section class="end">' in page.text) == (at == last)
            seen.add(page.text)
    assert len(seen) > 12


def test_chapters_are_numbered_and_say_what_happened(house: House, over: str) -> None:
    page = house.host.get(f"{over}/replay?at=0&as=open").text
    chapters = re.findall(r"<b>(\d+)\. ([^<]+)</b> <span>([^<]*)</span></a>", page)
    numbers = [int(number) for number, _, _ in chapters]
    assert numbers[0] == 1
    assert numbers == sorted(set(numbers))
    first = [chapter.at + 1 for chapter in Replay(table_of(house, over).record()).chapters]
    assert numbers == first, "by its first move, counted as everywhere"
    opened = house.host.get(f"{over}/replay?at={numbers[-1]}&as=open").text
    assert f"Move {numbers[-1]} of " in opened
    assert re.search(rf'aria-current="\w+"[^>]*>\s*<b>{numbers[-1]}\. ', opened), "the move lies in its chapter"
    assert len({what for _, _, what in chapters if what}) > len(chapters) // 3, "not names alone"
    assert re.search(r'id="wind"[^>]* hidden', page) is None, "it does not jump in"


def test_eyes_see_what_they_saw_then(house: House, over: str) -> None:
    """The board of a moment through a seat's eyes comes from its hidden state, and open from the true one."""
    table = table_of(house, over)
    record = table.record()
    differs = 0
    for number, match in enumerate(Match.steps(record)):
        if number % 9:
            continue
        same = match.view(0) == match.state
        one, open_ = (board_of(house.host.get(f"{over}/replay?at={number}&as={eyes}").text) for eyes in ("0", "open"))
        differs += one != open_ and not same
    assert differs, "something was hidden from seat 0 and lies open now"


def test_a_part_is_the_same_without_the_page_around_it(house: House, over: str) -> None:
    page, part = (house.host.get(f"{over}/replay?at=3&as=open{more}").text for more in ("", "&part=1"))
    assert "<html" not in part
    assert board_of(part) == board_of(page)


def test_the_proof_holds_and_can_be_checked(house: House, over: str) -> None:
    page = house.host.get(f"{over}/replay").text
    seal, secret = (re.search(rf'id="{name}">([0-9a-f]{{64}})<', page) for name in ("seal", "secret"))
    assert seal
    assert secret
    assert hashlib.sha256(bytes.fromhex(secret[1])).hexdigest() == seal[1]
    record = house.host.get(f"{over}/record.json").json()
    assert (record["promise"], record["secret"]) == (seal[1], secret[1])
    assert Match.replay(record).is_over


def test_the_score_table_for_a_spreadsheet(house: House, over: str) -> None:
    answer = house.host.get(f"{over}/scores.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.text.startswith("\ufeff")
    lines = list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert lines[0][1:] == table_of(house, over).names("en")
    assert all(len(line) == 3 for line in lines[:-1])
    assert lines[-1][0] == "Won by"


@pytest.mark.parametrize(
    "wrong", ["at=99999", "at=99999999999999999999", "at=x", "at=-3", "at=", "as=9", "as=me", "at=²"]
)
def test_a_wrong_address_gets_a_sentence_and_the_nearest_moment(house: House, wrong: str) -> None:
    over = getattr(house, "over", "") or finish(house.host, GAMES[0])
    house.over = over  # type: ignore[attr-defined]
    page = house.host.get(f"{over}/replay?{wrong}")
    assert page.status_code == 404
    assert re.search(r'id="note"[^>]*role="alert">[^<]{10,}', page.text)
    assert 'id="board"' in page.text


def test_a_running_match_cannot_be_looked_back_at_by_anybody(house: House) -> None:
    address = play_now(house.host, "rat-a-tat-cat")
    table = table_of(house, address)
    watch = f"/w/{table.facts.watch_key}"
    for visitor, at in ((house.host, address), (house.visitor(), watch)):
        page = visitor.get(f"{at}/replay?at=0&as=open")
        assert page.status_code == 409
        assert "still being played" in page.text
        assert 'id="hand"' in page.text, "the table as it is"
        assert visitor.get(f"{at}/replay?at=0&as=open&part=1", headers={"x-live": "1"}).status_code == 409
        for file in ("record.json", "scores.csv"):
            assert visitor.get(f"{at}/{file}").status_code == 409
    stranger = house.visitor().get(f"{address}/replay")
    assert 'id="board"' not in stranger.text
    lobby = house.host.post("/new/cat-cafe/friends", data={"name": "Mira"}).url.path
    assert "Invite your friends" in house.host.get(f"{lobby}/replay").text


def test_a_replay_is_wound_up_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It outlives the heartbeat and whatever shows the table again: winding it up replays the whole match."""
    wound_up: list[Replay] = []

    class Counted(Replay):
        def __init__(self, record: Mapping[str, Any]) -> None:
            super().__init__(record)
            wound_up.append(self)

    monkeypatch.setattr(story_replay, "Replay", Counted)
    address = finish(house.host, GAMES[0])
    for _ in range(3):
        assert house.host.get(f"{address}/replay?at=1").status_code == 200
        house.call(house.app.services.tables.heartbeat.beat)
        house.call(table_of(house, address).show)
    assert len(wound_up) == 1


def test_watchers_look_back_without_learning_the_tables_name(house: House, over: str) -> None:
    table = table_of(house, over)
    watcher, watch = house.visitor(), f"/w/{table.facts.watch_key}"
    assert f"{watch}/replay" in watcher.get(watch).text
    page = watcher.get(f"{watch}/replay?at=2")
    record = watcher.get(f"{watch}/record.json")
    for text in (page.text, record.text, str(record.headers), watcher.get(f"{watch}/scores.csv").text):
        assert table.id not in text
        assert table.id[:6] not in text
    assert Match.replay(record.json()).is_over


def test_a_record_of_other_rules_says_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    over = finish(house.host, "pocket-cats")
    table = table_of(house, over)
    del house.app.services.tables.registry.tables[table.id]
    monkeypatch.setattr(table.game.rules, "REVISION", 99)
    for page in ("replay", "review"):
        answer = house.host.get(f"{over}/{page}")
        assert answer.status_code == 409
        assert "revision 99" in answer.text
        assert 'href="/"' in answer.text


def test_the_cat_says_the_gist() -> None:
    assert gist(["Ann tosses.", "Red wins."]) == "Ann tosses. Red wins."
    assert gist(["a" * 200, "b"]) == "a" * 200
    assert gist(["Ann tosses.", "b" * 100, "c"]) == "Ann tosses."


def test_a_name_is_no_formula() -> None:
    assert escape_formula("=1+1") == "'=1+1"
    assert escape_formula("@Ann") == "'@Ann"
    assert escape_formula("-4") == "-4"
    assert escape_formula("Ann") == "Ann"


def test_luck_against_the_average_comes_after_the_match(house: House, over: str) -> None:
    table = table_of(house, over)
    last = len(table.playing().log)
    end, before = (house.host.get(f"{over}/replay?at={at}").text for at in (last, last - 1))
    label = "Average die" if table.game.name == "cat-cafe" else "Luck:"
    assert (label in end) == (table.game.folder / "words/luck.py").exists()
    assert label not in before


@pytest.mark.parametrize("name", ["rat-a-tat-cat", "more-kitties", "cat-cafe"])
def test_over_many_matches_luck_is_the_average(name: str) -> None:
    """What is called the average is the average: random players, no choice in it."""
    chance, sums, expected = random.Random(1), [0.0, 0.0], {"rat-a-tat-cat": 5.0, "more-kitties": 50.0, "cat-cafe": 3.5}
    for seed in range(3 if name == "cat-cafe" else 8):
        match = Match(name, 3, seed=seed)
        while waiting := match.waiting():
            seat = chance.choice(waiting)
            match.play(seat, chance.choice(match.legal(seat)))
        ((_, row),) = Replay(match.record()).luck(3, match.game.translations("en"))
        for value in (each for each in row if each != "–"):
            first, *rest = (float(number) for number in re.findall(r"[\d.]+", value))
            weight = rest[0] if rest else 1.0
            sums[0] += first * weight
            sums[1] += weight
    assert sums[0] / sums[1] == pytest.approx(expected[name], rel=0.2)


def test_with_everything_open_choices_are_seen_before_they_are_drawn(house: House) -> None:
    over = finish(house.host, "cat-cafe")
    looked = 0
    for number, match in enumerate(Match.steps(table_of(house, over).record())):
        state = match.state
        if state.phase == DRAW and state.hex[1] >= 0 and not state.choosing >> 1 & 1:
            place = "Tower {tower}, floor {floor}".format(**place_of(state.hex[1]))
            open_, mine = (house.host.get(f"{over}/replay?at={number}&as={eyes}&part=1").text for eyes in ("open", "0"))
            assert re.search(rf'class="doing">[^<]+: {place}<', open_)
            assert not re.search(rf'class="doing">[^<]+: {place}<', mine)
            pending = f'class="ghost-item h{state.hex[1]}" id="pending"'
            assert pending in house.host.get(f"{over}/replay?at={number}&as=1&part=1").text
            looked += 1
    assert looked


def test_with_everything_open_a_card_just_drawn_is_seen(house: House) -> None:
    """Cats are not seeded here: in a short match the other player may draw no number, so a few are played."""
    looked = 0
    for _ in range(6):
        over = finish(house.host, "rat-a-tat-cat")
        for number, match in enumerate(Match.steps(table_of(house, over).record())):
            if match.state.phase == PLACE and not match.state.taken and match.state.turn == 1:
                looks = [f"{over}/replay?at={number}&as={eyes}&part=1" for eyes in ("open", "0")]
                held = [re.search(r'id="drawn".*?#(card-[\w-]+)"', house.host.get(at).text, re.S) for at in looks]
                assert all(held)
                assert [each[1] for each in held if each] == [f"card-{match.state.in_hand}", "card-back"]
                looked += 1
        if looked:
            return
    raise AssertionError("nobody drew a card")
