"""The end comes to open screens with luck and the series; clocks say the time that is left; words said are seen."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from purrlor.core.game import game
from purrlor.core.seats import WATCHER
from purrlor.tables.driving.clock import clock_face
from purrlor.tables.seats import TableSettings
from purrlor.tables.table import Table
from purrlor.tables.viewers.reactions import Reaction
from purrlor.web.live.sentences import winner_sentence
from purrlor.web.rendering.templating import translations_for
from tests.fixtures.visitors import House, heard, open_house, play_now

LIVE = {"origin": "http://testserver"}


def lay(house: House, name: str, **settings: int) -> tuple[str, Table]:
    """Ann and Boris on one device."""
    house.host.post(f"/new/{name}/device", data={"name-0": "Ann", "name-1": "Boris"})
    table = next(iter(house.app.services.tables.registry.tables.values()))
    table.settings = TableSettings(**settings)
    return f"/t/{table.id}", table


@pytest.mark.parametrize(
    ("name", "label", "in_russian"),
    [("more-kitties", "Luck:", "Везение:"), ("cat-cafe", "Average die", "Средний взятый кубик")],
)
def test_luck_comes_with_the_end_to_an_open_screen(name: str, label: str, in_russian: str, tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address, table = lay(house, name)
        while len(table.playing().log) < game(name).rules.BOUND:
            seat = table.waiting()[0]
            action = table.legal(seat)[0]
            if not table.game.rules.waiting(table.state_after(seat, action)):
                break
            data = {"seat": seat, "action": action, "seen": table.question[seat]}
            house.host.post(f"{address}/play?seat={seat}", data=data, headers={"x-live": "1"})
        with house.host.websocket_connect(f"{address}/live?seat=0", headers=LIVE) as screen:
            assert label not in heard(screen.receive_text())["html"]
            house.host.post(f"{address}/play", data={"seat": seat, "action": action, "seen": table.question[seat]})
            assert table.stage == "finished"
            html = heard(screen.receive_text())["html"]
            while label not in html:
                html = heard(screen.receive_text())["html"]
        assert 'class="end"' in html
        assert in_russian in house.host.get(f"{address}?seat=0&lang=ru").text


@pytest.mark.parametrize(
    ("language", "viewer", "said"),
    [
        ("en", 2, "You and Ann share the win!"),
        ("ru", 0, "Вы и Cleo делите победу!"),
        ("en", 1, "Ann and Cleo share the win!"),
        ("ru", WATCHER, "Ann и Cleo делят победу!"),
    ],
)
def test_a_shared_win_is_told_to_those_who_share_it(language: str, viewer: int, said: str) -> None:
    table = cast(Table, SimpleNamespace(match=SimpleNamespace(winners=lambda: (0, 2))))
    translations = translations_for(language, game("more-kitties"))
    assert winner_sentence(table, translations, ["Ann", "Boris", "Cleo"], viewer) == said


def test_the_clock_says_what_is_left_and_keeps_nothing_old(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address, table = lay(house, "rat-a-tat-cat", clock=90)
        late = table.asked_at[0]
        seen = []
        for passed in (0.0, 25.0, 81.0, 200.0):
            table.time = lambda passed=passed: late + passed  # type: ignore[misc]
            page = house.host.get(f"{address}?seat=0").text
            found = re.search(r'data-until="(\d+)">([\d:]+)<', page)
            assert found is not None
            assert int(found[1]) == round(late + 90)
            assert f'data-now="{round(late + passed, 1)}"' in page
            seen.append(found[2])
        assert seen == ["1:30", "1:05", "0:09", "0:00"]
    assert clock_face(2 * 3600 + 62) == "2:01:02"


def test_without_script_a_reload_shows_what_was_said_just_now(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        address = play_now(house.host)
        table = house.app.services.tables.registry.tables[address.removeprefix("/t/")]
        watch = f"/w/{table.facts.watch_key}"
        assert 'class="recent-reactions"' not in house.visitor().get(watch).text
        house.host.post(f"{address}/react", data={"seat": "0", "kind": "hiss"})
        assert re.search(
            r'<noscript class="recent-reactions">.*react-hiss.*<b>Guest:</b> hiss', house.visitor().get(watch).text
        )
        table.said[-1] = (Reaction(0, "hiss"), table.time() - 60)
        assert 'class="recent-reactions"' not in house.visitor().get(watch).text
