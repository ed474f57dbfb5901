"""Every sentence of the pages and of the server exists in every language, with the same placeholders."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po
from jinja2.ext import babel_extract
from starlette.testclient import TestClient

from purrlor.core.game import games
from purrlor.core.language import HOME, LANGUAGES
from tests.fixtures.visitors import GAME, actions, form_of, lay, open_house, play_now

KEYWORDS = {"gettext": None, "_": None, "N_": None, "ngettext": (1, 2)}
FURTHER = [language for language in LANGUAGES if language != "en"]
Message = str | tuple[str, ...]


def spoken() -> Iterator[tuple[Message, str]]:
    """Every message of the pages and the server, and where it is said."""
    said: Any
    for path in sorted([*(HOME / "tables").rglob("*.py"), *(HOME / "web").rglob("*.py")]):
        for _, said, _, _ in extract_from_file("python", path, KEYWORDS):
            yield said, path.name
    for path in sorted((HOME / "web" / "templates").rglob("*.html")):
        with path.open("rb") as file:
            for _, function, said, _ in babel_extract(file, list(KEYWORDS), [], {}):
                yield (tuple(said[:2]) if function == "ngettext" else said), path.name


def catalogues(language: str) -> list[tuple[Path, Catalog]]:
    paths = [HOME / part / "locale" / f"{language}.po" for part in ("", "tables", "web")]
    found = []
    for path in paths:
        with path.open("rb") as file:
            found.append((path, read_po(file, locale=language)))
    return found


@pytest.mark.parametrize("language", FURTHER)
def test_nothing_is_left_untranslated(language: str) -> None:
    known = {
        tuple(message.id) if isinstance(message.id, list | tuple) else message.id
        for _, catalogue in catalogues(language)
        for message in catalogue
        if (all(message.string) if isinstance(message.string, list | tuple) else message.string)
    }
    missing = [(message, where) for message, where in spoken() if message and message not in known]
    assert not missing


@pytest.mark.parametrize("language", FURTHER)
def test_placeholders_are_the_same_and_nothing_is_left_over(language: str) -> None:
    said = {message for message, _ in spoken()}
    web = HOME / "web" / "locale" / f"{language}.po"
    for path, catalogue in catalogues(language):
        for message in catalogue:
            if not message.id:
                continue
            ids = message.id if isinstance(message.id, list | tuple) else (message.id,)
            strings = message.string if isinstance(message.string, list | tuple) else (message.string,)
            wanted = set(re.findall(r"{\w+}", ids[-1]))
            for string in strings:
                assert set(re.findall(r"{\w+}", str(string))) == wanted, (path, message.id)
            if path == web:
                assert (tuple(ids) if len(ids) > 1 else ids[0]) in said, f"nobody says {ids[0]!r} any more"


def words_of(html: str) -> str:
    """What a person reads or hears of a page."""
    html = re.sub(r"<(script|style|svg|pre)\b.*?</\1>", " ", html, flags=re.S)
    spoken_names = " ".join(re.findall(r'(?:aria-label|alt|title|data-(?:lost|healed|done))="([^"]*)"', html))
    return re.sub(r"<[^>]+>", " ", html.replace("<wbr>", "")) + " " + spoken_names


def pages(visitor: TestClient) -> Iterator[tuple[str, str]]:
    for address in ("/", "/nowhere", "/me/AAAA", f"/new/{GAME}/friends", f"/new/{GAME}/device"):
        yield address, visitor.get(address).text
    table = lay(visitor, "Мира")
    yield "lobby", visitor.get(table).text
    for game in games():
        address = play_now(visitor, game.name)
        for _ in range(3):
            page = visitor.get(address).text
            yield game.name, page
            if actions(page):
                yield game.name, visitor.post(f"{address}/play", data=form_of(page)).text
        yield f"rules of {game.name}", visitor.get(f"/rules/{game.name}").text
        yield f"trouble at {game.name}", visitor.post(f"{address}/play", data=form_of(page, "62")).text
    yield "link", visitor.post(f"{address}/link", data={"seat": "0"}).text


def test_no_english_is_left_on_a_russian_page(tmp_path: Path) -> None:
    allowed = re.compile(r"https?://\S+|testserver\S*|\b[0-9a-f]{64}\b|&\w+;|Purrlor|\b(?:EN|RU|English)\b")
    boxes = re.compile("|".join(re.escape(each.title("en")) for each in games()))  # original names, on the first page
    same = "|".join(re.escape(each.title("en")) for each in games() if each.title("ru") == each.title("en"))
    allowed = re.compile(f"{allowed.pattern}|{same}") if same else allowed
    with open_house(tmp_path, rate=0.0) as house:
        for where, html in pages(house.visitor(**{"accept-language": "ru"})):
            said = allowed.sub(" ", words_of(html))
            left = re.findall(r"[A-Za-z]{3,}", boxes.sub(" ", said) if where == "/" else said)
            assert not left, (where, left)


def test_a_leftover_is_found() -> None:
    assert "Waiting" in words_of('<p aria-label="Waiting">Ждём</p>')
    assert "Waiting" in words_of("<p>Waiting</p>")
