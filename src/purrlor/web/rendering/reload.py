"""With PURRLOR_DEV=1, a game's views and words are loaded again when one of their files has changed."""

from __future__ import annotations

from purrlor.core.game import Game
from purrlor.core.language import translations
from purrlor.web.pages.learning.rulebook import rules_text

FOLDERS = ("board", "words")
SUFFIXES = (".py", ".po", ".md", ".html")
loaded: dict[str, dict[str, int]] = {}


def reload_changed(game: Game) -> bool:
    """Whether something had changed: then the next question to the game is answered by what is in the files now."""
    now = {
        str(path): path.stat().st_mtime_ns
        for folder in FOLDERS
        for path in (game.folder / folder).rglob("*")
        if path.suffix in SUFFIXES
    }
    before = loaded.setdefault(game.package, now)
    if before == now:
        return False
    loaded[game.package] = now
    game.forget(*FOLDERS)
    translations.cache_clear()
    rules_text.cache_clear()
    return True
