"""Every sentence in every language: gettext catalogues, read from the .po files as they lie in the source.

English is the language of the source: its sentences are their own keys. A folder `locale/` beside the code that
speaks holds one `ru.po` (and so on) for each further language.
"""

from __future__ import annotations

import gettext
import io
import os
from functools import cache, lru_cache
from pathlib import Path

LANGUAGES = {"en": "English", "ru": "Русский"}
HOME = Path(__file__).resolve().parent.parent
SENTENCES = 4096  # remembered of one language and one set of catalogues
Translations = gettext.NullTranslations


def N_(text: str) -> str:
    """Marks a sentence that is translated later."""
    return text


@cache
def translations(language: str, *folders: Path) -> Translations:
    """The messages of the house and of the given folders (a game's, say) in one language."""
    made: Translations = gettext.NullTranslations()
    for folder in (HOME / "locale", *folders):
        part = read_catalogue(folder / f"{language}.po")
        if part is not None:
            part.add_fallback(made)
            made = part
    return SaidBefore(made)


class SaidBefore(gettext.NullTranslations):
    """Remembers what a chain of catalogues said: each of its catalogues is asked once for a sentence."""

    def __init__(self, catalogues: Translations) -> None:
        super().__init__()
        self.gettext = lru_cache(maxsize=SENTENCES)(catalogues.gettext)  # type: ignore[method-assign]
        self.ngettext = lru_cache(maxsize=SENTENCES)(catalogues.ngettext)  # type: ignore[method-assign]
        self.pgettext, self.npgettext = catalogues.pgettext, catalogues.npgettext  # type: ignore[method-assign]


def read_catalogue(path: Path) -> gettext.GNUTranslations | None:
    if not path.exists():
        return None
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=path.stem))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@lru_cache(maxsize=256)  # every click brings one
def best_language(wanted: str | None) -> str:
    """The language for a request such as 'ru-RU,ru;q=0.9,en;q=0.8'; English if none of ours is wanted."""
    ranked = []
    for place, part in enumerate((wanted or "").split(",")[:20]):
        name, _, rest = part.strip().partition(";")
        try:
            weight = float(rest.strip().removeprefix("q=")) if rest else 1.0
        except ValueError:
            continue
        ranked.append((-weight, place, name.strip().lower().replace("_", "-").partition("-")[0]))
    for weight, _, name in sorted(ranked):
        if name in LANGUAGES and weight < 0:
            return name
    return "en"


def system_language() -> str:
    """The language of the terminal, by the usual environment variables."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return best_language(value.partition(".")[0])
    return "en"
