"""Own results: kept with the identity, by game, and nobody else's."""

from pathlib import Path

import pytest

from purrlor.core.language import translations
from purrlor.tables.history.results import statistics_of
from purrlor.tables.store import Result
from purrlor.web.pages.own_results import day, outcome, statistics_in_words
from purrlor.web.rendering.templating import translations_for
from tests.fixtures.visitors import finish, open_house, play_now


def test_nobody_has_results_before_the_first_match(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        page = house.host.get("/me")
        assert page.status_code == 200
        assert "No match of yours has ended yet" in page.text
        assert "set-cookie" not in page.headers
        assert 'href="/me"' not in house.host.get("/").text


def test_results_come_with_the_matches_and_are_ones_own(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        assert "1 kitten · easy" in house.host.get("/").text
        address = finish(house.host, "pocket-cats")
        first = house.host.get("/").text
        assert 'href="/me"' in first
        assert "2 kittens · easy" in first
        page = house.host.get("/me").text
        assert "You have finished 1 match." in page
        assert f'href="{address}/replay"' in page
        match = house.app.services.tables.registry.tables[address.removeprefix("/t/")].playing()
        assert ("You have won 1." in page) == (0 in match.winners())
        assert ("The first win is still to come." in page) == (0 not in match.winners())
        assert ("#host-glad" in page) == (0 in match.winners()), "nobody beams at a loser"
        assert (">1 cat · fair<" in first) == (0 in match.winners())  # only who has won meets stronger ones
        assert f"<dt>best score</dt><dd>{match.scores()[0]}</dd>" in page
        again = finish(house.host, "pocket-cats")
        played = [
            house.app.services.tables.registry.tables[at.removeprefix("/t/")].options.get("clans")
            for at in (address, again)
        ]
        assert played == ["first", None]  # the first match is the rulebook's first game
        assert "You have finished 2 matches." in house.host.get("/me").text
        stranger = house.visitor()
        play_now(stranger, "pocket-cats")
        assert "No match of yours" in stranger.get("/me").text
        assert 'href="/me"' not in stranger.get("/").text
        russian = house.host.get("/me?lang=ru").text
        assert "Вы доиграли до конца 2 партии." in russian


def test_a_shared_device_is_nobodys_result(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        page = house.host.post("/new/pocket-cats/device", data={"name-0": "Ann", "name-1": "Boris"})
        address = page.url.path
        table = house.app.services.tables.registry.tables[address.removeprefix("/t/")]
        while waiting := table.waiting():
            data = {"seat": waiting[0], "action": table.legal(waiting[0])[0], "seen": table.question[waiting[0]]}
            house.host.post(f"{address}/play?up={waiting[0]}", data=data)
        assert "No match of yours" in house.host.get("/me").text


def test_numbers_in_words() -> None:
    played = [(10, 12), (9, 20), (30, 12), (8, 9), (7, 11), (6, 30)]
    results = [
        Result(
            f"t{k}", 0, "me", "Ann", "rat-a-tat-cat", "", 0, mine, mine < other, (mine, other), (int(mine > other),), k
        )
        for k, (mine, other) in enumerate(played)
    ]
    (numbers,) = statistics_of(results)
    facts = dict(statistics_in_words(numbers, "en", translations("en"))["facts"])
    assert facts == {
        "matches": "6",
        "wins": "5",
        "wins in a row": "3",
        "best streak": "3",
        "fewest points": "6",
        "average score": "11.7",
    }


@pytest.mark.parametrize(("streak", "words"), [(1, "победа подряд"), (3, "победы подряд"), (5, "побед подряд")])
def test_wins_in_a_row_agree_with_their_number(streak: int, words: str) -> None:
    results = [Result(f"t{k}", 0, "me", "Ann", "rat-a-tat-cat", "", 0, 1, True, (1, 9), (0,), k) for k in range(streak)]
    (numbers,) = statistics_of(results)
    facts = dict(statistics_in_words(numbers, "ru", translations_for("ru"))["facts"])
    assert facts[words] == str(streak)


def test_who_won_is_offered_as_many_opponents_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def one_win(_: str) -> list[Result]:
        return [Result("t", 0, "me", "Ann", "rat-a-tat-cat", "", 0, 1, True, (1, 9), (0,), 1)]

    with open_house(tmp_path) as house:
        play_now(house.host)  # now there is an identity
        monkeypatch.setattr(house.app.services.tables.store, "results_of", one_win)
        first = house.host.get("/", headers={"accept-language": "ru"}).text
        assert "<small>Вы победили! Теперь:</small> <span>1 кот · средне</span>" in first
        assert "Короткая партия: 1 раунд" in first


def test_a_match_of_three_is_not_only_lost() -> None:
    def of(mine: int, *others: int, winners: tuple[int, ...] = (1,), name: str = "cat-cafe") -> str:
        scores = (mine, *others)
        result = Result("t", 0, "me", "Ann", name, "", 0, mine, 0 in winners, scores, winners, 0)
        return outcome(result, translations("en"))

    assert of(8, 13, 5) == "2nd of 3"
    assert of(8, 8, 5) == "2nd of 3", "who lost by something else than points is not first"
    assert of(8, 3, 5, name="rat-a-tat-cat") == "3rd of 3", "where the fewest win"
    assert of(8, 13) == "lost"
    assert of(8, 3, winners=(0,)) == "won"


def test_a_date_begins_with_its_day() -> None:
    assert (day(1_794_873_600, "en"), day(1_794_873_600, "ru")) == ("17 Nov 2026", "17 нояб. 2026\u202fг.")
