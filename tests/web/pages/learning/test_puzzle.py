"""Puzzles: three tries on the real board, an explanation, the same for everybody on a day, nothing given away."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from purrlor.bots.puzzle_of_day import EASY, HARD, difficulties_of, is_obvious, is_plain, puzzles_by_day
from purrlor.bots.same_choices import same_as
from purrlor.bots.trial_matches import OWN, RIVAL
from purrlor.core.game import game, games
from purrlor.core.positions.puzzle import Puzzle, puzzles_of
from purrlor.games.cat_cafe.rules.rules import cat_offer
from purrlor.games.cat_cafe.rules.state import UNDECIDED
from purrlor.web.pages.learning import puzzle as puzzle_pages
from purrlor.web.pages.learning.puzzle import FIRST_DAY, number_of_day
from tests.fixtures.visitors import House, actions, open_house

WITH_PUZZLES = [known.name for known in games() if puzzles_of(known)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("parlour"), rate=0.0) as opened:
        yield opened


def wrong_choices(name: str, puzzle: Puzzle) -> list[int]:
    known = game(name)
    state = known.read(puzzle.position)
    right = same_as(known, state, puzzle.seat, puzzle.best)
    return [action for action in known.legal(state, puzzle.seat) if action not in right]


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_puzzle_is_solved_or_explained(house: House, name: str) -> None:
    puzzle = puzzles_of(game(name))[0]
    page = house.host.get(f"/puzzle/{name}/1")
    assert sorted(set(map(int, actions(page.text)))) == sorted([puzzle.best, *wrong_choices(name, puzzle)])
    solved = house.host.post(f"/puzzle/{name}/1", data={"action": puzzle.best})
    assert "Purrfect!" in solved.text
    assert not actions(solved.text)
    assert 'data-over="solved"' in solved.text
    wrong = wrong_choices(name, puzzle)
    tries = min(3, len(wrong))
    address, wrong = f"/puzzle/{name}/1", wrong[:tries]
    for left, action in zip(reversed(range(tries)), wrong, strict=True):
        page = house.host.post(address, data={"action": action})
        address = f"{page.url.path}?{page.url.query.decode()}"
        assert ("more tr" in page.text) == bool(left)
        for tried in wrong[: tries - left] if left else ():
            assert re.search(rf'class="is-tried [^>]*value="{tried}"', page.text) or name == "more-kitties"
    assert 'data-over="missed"' in page.text
    for action in wrong:
        n = round(100 * puzzle.chances[action])
        assert f"his wins about {n} match" in page.text, "of that very choice"
    question = house.host.get(f"{address}&board=question").text
    assert "is-better" in question
    assert not actions(question)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_there_are_fewer_tries_than_answers(house: House, name: str) -> None:
    for number, puzzle in enumerate(puzzles_of(game(name))[:20], 1):
        wrong, page = wrong_choices(name, puzzle), house.host.get(f"/puzzle/{name}/{number}").text
        tries = page.partition('class="tries"')[2].partition("</ol>")[0].count("<li")
        assert tries == min(3, len(wrong)), "somebody can miss it"
        if tries > 1:
            tried = ",".join(map(str, [*wrong[: tries - 1], puzzle.best]))
            assert "Found at the last try" in house.host.get(f"/puzzle/{name}/{number}?tried={tried}").text


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_wrong_try_is_answered_and_before_the_last_one_there_is_a_hint(house: House, name: str) -> None:
    hinted = 0
    for number, puzzle in enumerate(puzzles_of(game(name))[:12], 1):
        wrong = wrong_choices(name, puzzle)
        tries = min(3, len(wrong))
        for tried in range(tries):
            address = f"/puzzle/{name}/{number}?tried={','.join(map(str, wrong[:tried]))}"
            page = house.host.get(address).text
            assert ("and the best choice" in page) == bool(tried), "what a try was worth is said at once"
            if tried < tries - 1 or not tried:
                assert 'id="hint"' not in page
        hinted += 'id="hint"' in page
        over = house.host.get(f"/puzzle/{name}/{number}?tried={','.join(map(str, wrong[:tries]))}").text
        assert 'id="hint"' not in over
    assert hinted


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_once_it_is_over_no_choice_asks_to_be_made(house: House, name: str) -> None:
    choices = []
    for number, puzzle in enumerate(puzzles_of(game(name))[:8], 1):
        assert "is-past" not in house.host.get(f"/puzzle/{name}/{number}").text
        over = house.host.get(f"/puzzle/{name}/{number}?tried={puzzle.best}&board=question").text
        assert not actions(over)
        choices += [tag for tag in re.findall("<button[^>]*disabled[^>]*>", over) if " lit" in tag]
    assert choices
    assert all("is-past" in tag or "is-better" in tag for tag in choices)


def test_the_archive_says_how_hard_each_one_is(house: House) -> None:
    page = house.visitor(**{"accept-language": "en"}).get("/puzzles").text
    for name in WITH_PUZZLES:
        known = game(name)
        shown = re.findall(rf'<a class="(\w+)" href="/puzzle/{name}/(\d+)" aria-label="\d+, (\w+)"', page)
        assert [kind for kind, _, _ in shown] == list(difficulties_of(known))
        assert [int(number) for _, number, _ in shown] == list(range(1, len(puzzles_of(known)) + 1))
        assert {said for _, _, said in shown} <= {"easy", "medium", "hard"}
        plain = {number for number, each in enumerate(puzzles_of(known), 1) if is_plain(known, each)}
        assert {int(number) for kind, number, _ in shown if kind == EASY} == plain
        assert HARD in {kind for kind, _, _ in shown}


def test_what_speaks_for_a_wrong_try_is_no_praise(house: House) -> None:
    """A reason for it, and then that it is less; the figures alone have no "but"."""
    told = []
    for number, puzzle in enumerate(puzzles_of(game("pocket-cats"))[:12], 1):
        wrong = wrong_choices("pocket-cats", puzzle)[:3]
        page = house.host.get(f"/puzzle/pocket-cats/{number}?tried={','.join(map(str, wrong))}").text
        told += re.findall(r"<summary>Why not [^<]+</summary><p>([^<]+)</p>", page)
    assert told
    for line in told:
        is_bare = line.startswith(("This wins about ", "Both moves bring the same"))
        assert not is_bare or "What comes of them later differs." not in line, "nobody played on from here"
        assert ("But this wins about " in line) != is_bare
    assert any("But this wins about" in line for line in told)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_who_solves_it_is_the_first_of_the_players(house: House, name: str) -> None:
    for number, _ in enumerate(puzzles_of(game(name))[:12], 1):
        page = house.host.get(f"/puzzle/{name}/{number}").text
        assert re.findall(r'<p class="name">\s*<b>([^<]+)</b>', page)[0] == "You"


def test_dice_that_bring_the_same_are_not_explained_by_the_same_sentence(house: House) -> None:
    alike = 0
    for number, puzzle in enumerate(puzzles_of(game("cat-cafe"))[:20], 1):
        page = house.host.get(f"/puzzle/cat-cafe/{number}?tried={puzzle.second},{puzzle.best}").text
        draws = re.findall("With it you can draw [^.]+", page)
        alike += "Both moves bring the same at once" in page
        assert len(set(draws)) == len(draws)
    assert alike


def test_from_todays_puzzle_one_goes_on_to_the_next_game(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_pages, "today", lambda: FIRST_DAY)
    visited, address = [], f"/puzzle/{WITH_PUZZLES[0]}/1"
    for _ in WITH_PUZZLES:
        name = address.split("/")[2]
        visited.append(name)
        solved = house.host.get(address, params={"tried": puzzles_of(game(name))[0].best}).text
        onward = re.search(r'id="next-puzzle" href="([^"]+)"[^>]*>([^<]+)<', solved)
        assert onward is not None
        address = onward[1]
        assert onward[2].removeprefix("Next: ") in house.host.get(address).text, "it says which game"
    assert sorted(visited) == sorted(WITH_PUZZLES)
    other = house.host.get(f"/puzzle/{WITH_PUZZLES[0]}/5", params={"tried": puzzles_of(game(WITH_PUZZLES[0]))[4].best})
    assert f'href="/puzzle/{WITH_PUZZLES[0]}/6"' in other.text


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_every_puzzle_can_be_read_and_holds_no_secret(name: str) -> None:
    known = game(name)
    for puzzle in puzzles_of(known):
        state = known.read(puzzle.position)
        assert {puzzle.best, puzzle.second} <= set(known.legal(state, puzzle.seat))
        assert puzzle.chance > puzzle.second_chance
        assert known.show(known.hidden(state, puzzle.seat)) == puzzle.position, "it is what its seat may know"
    assert len({puzzle.position for puzzle in puzzles_of(known)}) == len(puzzles_of(known))


@pytest.mark.parametrize("name", WITH_PUZZLES[:1])
def test_one_a_day_for_everybody_and_an_archive(house: House, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_pages, "today", lambda: date(2026, 11, 16))
    count = len(puzzles_of(game(name)))
    asked = puzzles_by_day(game(name))
    days = [number_of_day(game(name), FIRST_DAY + timedelta(days=k)) for k in range(len(asked) + 1)]
    assert days == [*asked, asked[0]]
    today = house.host.get(f"/puzzle/{name}")
    assert re.fullmatch(rf"/puzzle/{name}/\d+", today.url.path)
    assert "Puzzle of the day" in today.text
    every = house.host.get("/puzzles").text
    assert f'href="/puzzle/{name}/{count}"' in every
    assert 'href="/puzzles"' in house.host.get("/").text
    russian = house.visitor(**{"accept-language": "ru"}).get(f"/puzzle/{name}/1")
    assert "Найдите лучший выбор" in russian.text
    solved = house.visitor(**{"accept-language": "ru"}).get(
        f"/puzzle/{name}/1", params={"tried": puzzles_of(game(name))[0].best}
    )
    assert re.search("Если выбрать «[^»]+», вы победите примерно в [0-9]+ парт", solved.text)


@pytest.mark.parametrize("name", WITH_PUZZLES[:1])
def test_wrong_addresses_lead_on(house: House, name: str) -> None:
    for wrong in ("0", "99999", "x", "-1", "²"):
        assert house.host.get(f"/puzzle/{name}/{wrong}").url.path == "/puzzles"
    assert house.host.get("/puzzle/chess").status_code == 404
    for tried in ("99", "x", "²,,", "-1", "1" * 500):
        page = house.host.get(f"/puzzle/{name}/1", params={"tried": tried})
        assert page.status_code == 200
        assert actions(page.text), "nothing was tried"
    assert house.host.post(f"/puzzle/{name}/1", data={"action": "x"}).status_code == 400


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_day_never_asks_what_anybody_sees_at_once(name: str) -> None:
    known = game(name)
    puzzles, asked = puzzles_of(known), puzzles_by_day(known)
    assert len(puzzles) >= 60, "the archive has them all"
    assert len(asked) >= 30
    assert not any(is_plain(known, puzzles[number - 1]) for number in asked)


def test_choices_that_are_the_same_in_effect_have_one_figure_and_both_solve(house: House) -> None:
    """Two cards of a row that are equal and known to the same players: either is right, or either is as wrong."""
    name, alike, solved = "rat-a-tat-cat", 0, 0
    known = game(name)
    for number, puzzle in enumerate(puzzles_of(known), 1):
        state = known.read(puzzle.position)
        for action in known.legal(state, puzzle.seat):
            others = same_as(known, state, puzzle.seat, action) - {action}
            if not others:
                continue
            pages = [house.host.get(f"/puzzle/{name}/{number}?tried={each}").text for each in (action, min(others))]
            if puzzle.best in {action, *others}:
                solved += 1
                assert all('data-over="solved"' in page for page in pages)
                continue
            wrong = [each for each in wrong_choices(name, puzzle) if each not in {action, *others}][:1]
            tried = ",".join(map(str, [action, min(others), *wrong]))
            told = house.host.get(f"/puzzle/{name}/{number}?tried={tried}").text
            figures = re.findall(r"his wins about (\d+) match", told)
            if len(figures) > 1:
                alike += 1
                assert figures[0] == figures[1]
    assert alike, "of wrong choices"


def test_a_puzzle_says_who_knows_which_cards(house: House) -> None:
    text = "players=2 memory=aided do=place turn=0 drawn=2 row0=7/01,?,S/0,? row1=?/1,?/1,?,? discard=9"
    state, names = game("rat-a-tat-cat").read(text), ["Ann", "Boris"]
    known = game("rat-a-tat-cat")
    told = puzzle_pages.who_knows_what(known, state, 0, known.translations("en"), names)
    assert told[1:] == [
        "Boris knows these of their own cards: the first, the second.",
        "Boris knows these of your cards: the first.",
    ]
    assert 'id="knowledge"' in house.host.get("/puzzle/rat-a-tat-cat/1").text
    assert 'id="knowledge"' not in house.host.get("/puzzle/cat-cafe/1").text


def test_no_button_of_a_question_says_what_comes_of_it(house: House) -> None:
    """Who would lead is what the puzzle asks for; when it is over, the board may say it."""
    told = 0
    for number, puzzle in enumerate(puzzles_of(game("more-kitties"))[:20], 1):
        page = house.host.get(f"/puzzle/more-kitties/{number}").text
        labels = re.findall(r'<button[^>]*name="action"[^>]*aria-label="([^"]+)"', page)
        assert labels
        assert not any("ahead" in label or "A tie" in label for label in labels)
        over = house.host.get(f"/puzzle/more-kitties/{number}?tried={puzzle.best}&board=question").text
        told += bool(re.search(r'<button[^>]*aria-label="[^"]*(?:is ahead|A tie)', over))
    assert told


def test_a_wrong_try_is_answered_by_what_comes_of_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trial matches from both choices, asked for once, and never before the puzzle is over."""
    asked: list[int] = []

    class Workers:
        async def compare(self, name: str, hidden: bytes, seat: int, better: int, other: int, **_: Any) -> list[Any]:
            asked.append(other)
            return [(OWN, 31.2, 24.6), (RIVAL, 20.0, 25.0)]

    monkeypatch.setattr(house.app.services, "pool", Workers())
    puzzle = puzzles_of(game("more-kitties"))[4]
    wrong = wrong_choices("more-kitties", puzzle)[0]
    house.host.get(f"/puzzle/more-kitties/5?tried={wrong}")
    assert not asked, "it would be a hint"
    for _ in range(2):
        page = house.host.get(f"/puzzle/more-kitties/5?tried={wrong},{puzzle.best}").text
        assert "Cats played on from here" in page
        assert re.search(r"<th scope=\"row\">Cats collected</th><td>31</td><td>25</td>", page)
    assert asked == [wrong], "kept"


def test_where_the_button_shows_the_most_points_there_is_no_puzzle() -> None:
    cafe = game("cat-cafe")
    shown = [each for each in puzzles_of(cafe) if is_obvious(cafe, cafe.read(each.position), each.seat, each.best)]
    assert 3 <= len(shown) <= 10
    for puzzle in shown:
        state = cafe.read(puzzle.position)
        assert state.item[puzzle.seat] != UNDECIDED, "dice and items show no points"
        if state.hex[puzzle.seat] != UNDECIDED:
            offers = {cat: cat_offer(state, puzzle.seat, cat) for cat in cafe.legal(state, puzzle.seat)}
            assert max(offers, key=lambda cat: offers[cat]) == puzzle.best
    asked = puzzles_by_day(cafe)
    assert len(asked) >= 45
    assert not any(puzzles_of(cafe)[number - 1] in shown for number in asked)
