"""Cases of rules questions, drawn: lines `= POSITION` in `words/questions.LANGUAGE.md`, each a file of its own, so that
the rules' page stays light and an installed app keeps them."""

from __future__ import annotations

from functools import cache

from purrlor.core.game import Game
from purrlor.core.language import HOME, LANGUAGES, translations
from purrlor.core.positions.position_picture import position_svg
from purrlor.core.seats import WATCHER

HEAD, CASE = "## ", "= "


def case_name(of: Game, test: str, language: str) -> str:
    """The file of a question's case; questions are known by their tests."""
    return f"{of.name}-{test.replace('_', '-')}-{language}.svg"


@cache
def case_pictures(of: Game) -> dict[str, str]:
    """Every case of a game in every language: file and drawing."""
    file = of.folder / "words/questions.en.md"
    if not file.exists():
        return {}
    parts = [part.strip().splitlines() for part in f"\n{file.read_text(encoding='utf-8')}".split(f"\n{HEAD}")[1:]]
    cases = {lines[-1]: line.removeprefix(CASE) for lines in parts for line in lines if line.startswith(CASE)}
    return {
        case_name(of, test, language): drawn(of, position, language)
        for test, position in cases.items()
        for language in LANGUAGES
    }


def drawn(of: Game, position: str, language: str) -> str:
    """As everybody sees it."""
    state, t = of.read(position.replace(" / ", "\n")), translations(language, HOME / "web/locale")
    names = [t.gettext("Player {n}").format(n=seat + 1) for seat in range(int(state.seats))]
    return position_svg(of, of.hidden(state, WATCHER), WATCHER, language, names)
