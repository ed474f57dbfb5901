"""A game from another package in the parlour: found, scoped, reloaded; and one that does not load is left out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from purrlor import Game
from purrlor.new_game.writer import CannotWriteGame, write_game
from purrlor.web.rendering.reload import reload_changed
from purrlor.web.rendering.scoped_css import scoped
from tests.fixtures.catalogue import installed

LOOK = """
from purrlor.core.game import catalogue, game
from purrlor.core.match import Match
from purrlor.web.rendering.assets import load_assets
from starlette.testclient import TestClient
from tests.fixtures.visitors import actions, open_house, play_now
import pathlib, sys

assert "out-of-town" in [known.name for known in catalogue().games], catalogue().refused
assert catalogue().refused == {"half-done": "missing: rules.rules.redeal, words/labels.py"}
known = game("out-of-town")
for option in (True, False):  # a plain notation is exact, hidden states too
    match = Match(known, 3, {"leftovers": option}, seed=1)
    for s in (match.state, match.view(0), match.view(7)):
        assert known.read(known.show(s)) == s, known.show(s)
css = load_assets().by_name["out-of-town.css"].plain.decode()
assert ":where(.t-out-of-town) :where(.board,.hand,.players) .market .card" in css
with open_house(pathlib.Path(sys.argv[1]), rate=0.0) as house:
    for language, title in (("en", "Board games about cats."), ("ru", "Настольные игры про котов.")):
        visitor = house.visitor(**{"accept-language": language})
        page = visitor.get("/").text
        assert title in page
        assert "Out Of Town" in page
        assert "half-done" not in page
        at = play_now(visitor, "out-of-town")
        page = visitor.get(at).text
        assert 'class="market"' in page
        assert len(set(actions(page))) > 1
        assert ("for sale" if language == "en" else "продаётся") in page
    refused = house.host.get("/rules/half-done")
    assert refused.status_code == 404
    assert "missing: rules.rules.redeal" in refused.text
print("played")
"""


def test_a_game_of_another_package_is_played_and_a_broken_one_is_left_out(tmp_path: Path) -> None:
    whole, half = installed("out-of-town", tmp_path), installed("half-done", tmp_path)
    (half / "half_done" / "words" / "labels.py").unlink()
    rules = half / "half_done" / "rules" / "rules.py"
    rules.write_text(rules.read_text().replace("def redeal(", "def deal_again("))
    root = Path(__file__).parents[3]
    places = [str(root), str(root / "src"), str(whole), str(half), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.stdout == "played\n", done.stderr[-2000:]
    assert "The game half-done is left out: missing: rules.rules.redeal, words/labels.py" in done.stderr


def test_a_stylesheet_is_held_to_where_the_game_draws() -> None:
    css = scoped(
        "/* no */ .mark, a > b:is(.x, .y) { color: red } @media (width > 1px) { .board .c { top: 0 } } "
        '@keyframes k { from { top: 0 } } .t-g .own { content: "}" }',
        "g",
    )
    assert css.split("\n") == [
        ":where(.t-g) :where(.board, .hand, .players) .mark, "
        ":where(.t-g) :where(.board, .hand, .players) a > b:is(.x, .y) { color: red }",
        "@media (width > 1px){:where(.t-g) .board .c { top: 0 }",
        " }",
        "@keyframes k{ from { top: 0 } }",
        '.t-g .own { content: "}" }',
        "",
    ]


def test_a_changed_view_is_loaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_game("in-the-making", tmp_path, in_checkout=False)
    monkeypatch.syspath_prepend(str(tmp_path / "in-the-making"))
    known = Game("in_the_making")
    assert known.words.TITLE == "In The Making"
    assert not reload_changed(known)
    path = known.folder / "words" / "labels.py"
    path.write_text(path.read_text().replace('TITLE = N_("In The Making")', 'TITLE = N_("Made at last")'))
    os.utime(path, (1, 1))  # another time, whatever the clock's grain
    assert reload_changed(known)
    assert known.words.TITLE == "Made at last"
    assert not reload_changed(known)


@pytest.mark.parametrize(
    ("name", "why"),
    [("Nine Lives", "no name for a game"), ("class", "no name"), ("cat-cafe", "already"), ("../x", "no name")],
)
def test_names_that_will_not_do(name: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(CannotWriteGame, match=why):
        write_game(name, tmp_path, in_checkout=False)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    write_game("nine-lives", tmp_path, in_checkout=False)
    with pytest.raises(CannotWriteGame, match="there already"):
        write_game("nine-lives", tmp_path, in_checkout=False)
