"""Learning by playing: each step on the real board, nothing kept, nothing hidden shown."""

import html
import re
from pathlib import Path

import pytest

from purrlor.core.game import game, games
from purrlor.core.lesson import LessonStep
from purrlor.core.match import Match
from purrlor.core.seats import members
from tests.fixtures.visitors import actions, open_house

LESSONS = [known.name for known in games() if (known.folder / "words/lesson.py").exists()]


def steps_of(name: str) -> tuple[LessonStep, ...]:
    found: tuple[LessonStep, ...] = game(name).part("words.lesson").STEPS
    return found


def says(page: str) -> str:
    """What the calico cat says, all of it."""
    found = re.search(r'id="status"[^>]*>(.*?)</p>', page)
    assert found is not None
    return html.unescape(re.sub(r"</?b>", "", found[1]))


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_from_the_first_page_to_play_now(name: str, tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        assert f'href="/learn/{name}"' in house.host.get("/").text
        assert f'href="/learn/{name}"' in house.host.get(f"/rules/{name}").text
        address, known = f"/learn/{name}", game(name)
        for number, step in enumerate(steps_of(name), 1):
            page = house.host.get(address)
            assert page.status_code == 200
            assert f"{number} of {len(steps_of(name))}" in page.text
            choices = members(int(known.rules.legal(known.read(step.position), step.seat)))
            assert sorted(map(int, actions(page.text))) == sorted(choices), "every choice is there, and nothing else"
            wanted = step.actions or choices
            for wrong in [action for action in choices if action not in wanted][:2]:
                again = house.host.post(f"/learn/{name}/{number}", data={"action": wrong})
                assert says(again.text) == step.correction(wrong)
                assert actions(again.text)
            after = house.host.post(f"/learn/{name}/{number}", data={"action": wanted[-1]})
            assert not actions(after.text)
            assert says(after.text) == step.praise
            on = re.search(r'id="go-on" href="([^"]+)"', after.text)
            assert (on is None) == (number == len(steps_of(name)))
            address = on[1] if on else ""
        assert f'formaction="/play/{name}"' in after.text
        assert 'name="level" value="kitten"' in after.text, "the first opponents are easy"
        table = house.host.post(f"/play/{name}", data={"cats": re.findall(r'name="cats" value="(\d)"', after.text)[0]})
        assert table.url.path.startswith("/t/")
        assert "set-cookie" not in page.headers, "learning needs no ticket"


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_in_russian(name: str, tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        learner = house.visitor(**{"accept-language": "ru"})
        page = learner.get(f"/learn/{name}/2").text
        assert '<html lang="ru"' in page
        assert says(page).endswith(game(name).translations("ru").gettext(steps_of(name)[1].text))


def test_wrong_addresses_lead_on(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        for wrong in ("0", "99", "x", "-1", "9999999"):
            assert house.host.get(f"/learn/{LESSONS[0]}/{wrong}").url.path == f"/learn/{LESSONS[0]}"
        for did in ("99", "x", "-1", "²"):
            answer = house.host.get(f"/learn/{LESSONS[0]}/1?did={did}")
            assert answer.status_code == 200
            assert "try another one" in answer.text
        assert house.host.post(f"/learn/{LESSONS[0]}/1", data={"action": "x"}).status_code == 400
        assert house.host.get("/learn/chess").status_code == 404
        for known in games():
            if known.name not in LESSONS:
                assert house.host.get(f"/learn/{known.name}").url.path == f"/rules/{known.name}"


def test_a_lesson_is_no_table(tmp_path: Path) -> None:
    """What is shown is a prepared position: nobody's match is touched by it."""
    with open_house(tmp_path, rate=0.0) as house:
        before = Match(LESSONS[0], seed=1).state.to_bytes()
        house.host.post(f"/learn/{LESSONS[0]}/1", data={"action": "5"})
        assert not house.app.services.tables.registry.tables
        assert Match(LESSONS[0], seed=1).state.to_bytes() == before


@pytest.mark.parametrize("name", LESSONS)
def test_a_cat_may_be_asked(name: str, tmp_path: Path) -> None:
    """It says what the step wants, and lights it; a step with one choice needs no advice."""
    asked = 0
    with open_house(tmp_path, rate=0.0) as house:
        for number, step in enumerate(steps_of(name), 1):
            address = f"/learn/{name}/{number}"
            if 'id="ask-cat"' in house.host.get(address).text:
                told = house.host.get(f"{address}?advice").text
                assert "A cat would choose “" in says(told)
                lit = re.search(r'data-wanted="([\d ]+)"', told)
                assert lit is not None
                assert not step.actions or set(map(int, lit[1].split())) == set(step.actions)
                asked += 1
    assert asked
