"""Options where a table is laid: the usual ones first, the rare ones folded, and only those that mean something."""

import re
from pathlib import Path

import pytest

from purrlor.core.game import game, games
from purrlor.core.language import HOME
from purrlor.core.options import Choice, Switch
from purrlor.web.pages.parts.option_controls import control
from purrlor.web.rendering.templating import translations_for
from tests.fixtures.visitors import House, lay, open_house

FOLD = re.compile(r'<details class="fold"[^>]*>.*?</details>', re.S)
OTHERS = re.compile(r'<details class="why".*?</details>', re.S)  # what the other choices mean
NOTE = re.compile(r'<p class="why[^"]*">(.*?)</p>')
OUR_OWN = [each.name for each in games() if each.folder.parent == HOME / "games"]  # others may say less


def names(html: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r'name="option-(\w+)"', html)))


def parts(html: str) -> tuple[list[str], list[str]]:
    """The options one sees at once, and those among "more options"."""
    html = OTHERS.sub("", html)
    folds = "".join(FOLD.findall(html))
    return names(FOLD.sub("", html)), names(folds)


def set_options(house: House, address: str, **options: str) -> str:
    given = {f"option-{name}": value for name, value in options.items()}
    house.host.post(f"{address}/set", data={"seats": "2", **given})
    return house.host.get(address).text


@pytest.mark.parametrize("name", [each.name for each in games()])
def test_every_option_can_be_chosen_on_one_device(tmp_path: Path, name: str) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        seen, folded = parts(house.host.get(f"/new/{name}/device").text)
    options = [option for option in game(name).options if not option.for_solvers]
    assert sorted(seen + folded) == sorted(option.name for option in options)
    assert not {option.name for option in options if option.rare} & set(seen)


def test_the_usual_ones_come_first_and_only_what_means_something(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address = lay(house.host, "Ann", "rat-a-tat-cat")
        page = house.host.get(address).text
        assert parts(page) == (["length", "rounds", "open_ends"], ["memory"])
        assert "More options" in page
        assert 'name="clock"' in "".join(FOLD.findall(OTHERS.sub("", page)))
        page = set_options(house, address, length="minutes", open_ends="on")
        assert parts(page) == (["length", "minutes", "open_ends"], ["memory"])
        page = set_options(house, address, length="limit", limit="150")
        assert parts(page)[0] == ["length", "limit", "open_ends"]
        assert 'value="150"' in page
        assert "Ещё настройки" in house.host.get(f"{address}?lang=ru").text


def test_the_fold_is_open_where_something_in_it_is_unusual(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address = lay(house.host, "Ann", "rat-a-tat-cat")
        assert 'id="more-options">' in house.host.get(address).text
        assert 'id="more-options" open>' in set_options(house, address, memory="aided")
        assert 'id="more-options">' in set_options(house, address, memory="strict")
        house.host.post(f"{address}/set", data={"seats": "2", "clock": "60"})
        assert 'id="more-options" open>' in house.host.get(address).text


def test_more_seats_need_no_other_choice(tmp_path: Path) -> None:
    """As many colours as do for all are chosen again when the table grows."""
    with open_house(tmp_path, rate=0.0) as house:
        address = lay(house.host, "Ann", "more-kitties")
        page = house.host.get(address).text
        assert re.search(r'<option value="auto" selected>', page)
        assert 'id="more-options">' in page
        house.host.post(f"{address}/set", data={"seats": "6", "option-colours": "auto"})
        assert len(house.app.services.tables.registry.tables[address.removeprefix("/t/")].seats) == 6


@pytest.mark.parametrize("name", OUR_OWN)
def test_a_note_says_what_is_chosen(name: str) -> None:
    """Of two side by side the page has both notes and shows one; of a list, that of the chosen one."""
    t = translations_for("ru", game(name))
    for option in game(name).options:
        if isinstance(option, Switch):
            assert len(set(control(option, True, t).notes)) == 2, option.name
        elif isinstance(option, Choice):
            shown = [control(option, value, t) for value in option.values]
            told = shown[0].notes or [each.help for each in shown]
            assert told == [t.gettext(means) for means in option.means], option.name


def test_notes_of_the_table_follow_its_settings(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address = lay(house.host, "Ann", "rat-a-tat-cat")
        calm = NOTE.findall(house.host.get(address).text)
        assert "The lowest total wins." in calm
        assert "Nobody is hurried" in calm
        assert "No help during the match" in calm
        data = {"seats": "2", "away": "never", "clock": "60", "advice": "on", "option-length": "limit"}
        house.host.post(f"{address}/set", data=data)
        strict = NOTE.findall(house.host.get(address).text)
        for said in (
            "Whoever reaches the limit is out; the last one in wins.",
            "For every decision",
            "Everybody sees who asked",
            "The others wait: no cat plays for them",
        ):
            assert said in strict
            assert said not in calm
