"""`purrlor words GAME`: the translation files of a game, written and updated from its source.

What is new comes last and is empty, what nobody says any more goes, what is translated stays where it is.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from purrlor.core.game import Game
from purrlor.core.language import LANGUAGES
from purrlor.core.sentences.translation_check import Key, messages_in

PLURALS = {
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
}


class WordsUpdate(NamedTuple):
    path: Path
    unchanged: int
    new: int
    gone: int
    empty: int


def update_words(game: Game) -> list[WordsUpdate]:
    """One file for each language but English, which is the source's own."""
    said = messages_in(game.folder.rglob("*"))
    return [update_file(game.catalogue / f"{name}.po", name, said) for name in LANGUAGES if name != "en"]


def update_file(path: Path, language: str, said: dict[Key, tuple[str, ...]]) -> WordsUpdate:
    known, comments = translated(path, language)
    lines = ['msgid ""', 'msgstr ""', '"Content-Type: text/plain; charset=utf-8\\n"', f'"Language: {language}\\n"']
    lines.append(f'"Plural-Forms: {PLURALS[language]}\\n"')
    forms = int(PLURALS[language].partition("nplurals=")[2][0])
    empty = 0
    for key in [*(key for key in known if key in said), *(key for key in said if key not in known)]:
        english, texts = said[key], known.get(key, ())
        wanted = forms if len(english) > 1 else 1
        if len(texts) != wanted:
            texts = ("",) * wanted
        empty += not all(texts)
        lines += ["", *comments.get(key, ()), *entry(key, english, texts)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    unchanged = len(said.keys() & known.keys())
    return WordsUpdate(path, unchanged, len(said) - unchanged, len(known.keys() - said.keys()), empty)


def translated(path: Path, language: str) -> tuple[dict[Key, tuple[str, ...]], dict[Key, list[str]]]:
    """What the file has by now, and the comments on it; fuzzy entries count as not translated."""
    from babel.messages.pofile import read_po

    found: dict[Key, tuple[str, ...]] = {}
    comments: dict[Key, list[str]] = {}
    data = path.read_bytes() if path.exists() else b""
    for message in read_po(io.BytesIO(data), locale=language):
        if message.id and not message.fuzzy:
            first = message.id if isinstance(message.id, str) else message.id[0]
            key, texts = (message.context or "", first), message.string or ()
            found[key] = (texts,) if isinstance(texts, str) else tuple(texts)
            comments[key] = [f"# {line}" for line in message.user_comments]
    return found, comments


def entry(key: Key, english: tuple[str, ...], texts: Iterable[str]) -> list[str]:
    lines = [f"msgctxt {quoted(key[0])}"] if key[0] else []
    lines.append(f"msgid {quoted(english[0])}")
    if len(english) == 1:
        return [*lines, *(f"msgstr {quoted(text)}" for text in texts)]
    return [*lines, f"msgid_plural {quoted(english[1])}", *(f"msgstr[{k}] {quoted(t)}" for k, t in enumerate(texts))]


def quoted(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{plain}"'
