"""Rules with pictures: drawn by our own artist, in both languages, and nothing that is not there."""

import re
from pathlib import Path

import pytest

from purrlor import Game
from purrlor.core.language import LANGUAGES
from purrlor.web.pages.learning.rulebook import pictures_in, rules_html
from purrlor.web.rendering.sprites import sprites
from tests.fixtures.catalogue import each_game_with, games_with
from tests.fixtures.visitors import open_house


@each_game_with("board/sprite.py", "words/rules.en.md", "words/rules.ru.md", name="known")
def test_every_picture_is_a_symbol_of_the_game(known: Game) -> None:
    there = {f"#{name}" for name in known.part("board.sprite").symbols()}
    shown = {}
    for language in LANGUAGES:
        named = pictures_in((known.folder / f"words/rules.{language}.md").read_text(encoding="utf-8"))
        assert set(named) <= there
        shown[language] = named
    assert len(set(map(tuple, shown.values()))) == 1, "every language shows the same pictures in the same order"


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_beside_the_table(language: str, tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.0) as house:
        reader = house.visitor(**{"accept-language": language})
        for known in games_with("board/sprite.py", "words/rules.en.md", "words/rules.ru.md"):
            named = pictures_in((known.folder / "words/rules.en.md").read_text(encoding="utf-8"))
            part = reader.get(f"/rules/{known.name}?part=1").text
            links = set(re.findall(r'<use href="([^"#]+)#([\w-]+)"', part))
            assert {name for _, name in links} == {name.removeprefix("#") for name in named}
            for address, name in links:
                sprite = reader.get(address)
                assert sprite.status_code == 200
                assert f'id="{name}"' in sprite.text
            assert "<img" not in part


def test_words_of_a_picture_are_spoken_and_harmless() -> None:
    html = rules_html('![a "rat" <b>](#card-9)\n\nText ![](#card-1) more', "rat-a-tat-cat")
    assert 'aria-label="a &#34;rat&#34; &lt;b&gt;"' in html
    assert '<p class="pictures">' in html
    card = sprites().symbol("card-1", "rat-a-tat-cat")
    assert f'<svg class="shown" aria-hidden="true"><use href="{card}"/></svg> more' in html
    assert html.count('class="pictures"') == 1
    assert "<script" not in rules_html("<script>alert(1)</script>", "")
