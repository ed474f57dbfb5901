"""Two languages, and nothing said in only one of them."""

from pathlib import Path

import pytest

from purrlor.core.language import HOME, best_language, system_language, translations
from purrlor.core.sentences.translation_check import faults_in

HOUSE = [
    *HOME.glob("*.py"),
    *HOME.glob("new_game/*.py"),
    *(path for room in ("core", "bots", "lab", "command_line") for path in HOME.glob(f"{room}/**/*.py")),
]


def test_the_house_speaks_every_language() -> None:
    assert faults_in(HOUSE, HOME / "locale") == []


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("ru-RU,ru;q=0.9,en;q=0.8", "ru"),
        ("en;q=0.5, ru;q=0.7", "ru"),
        ("de,fr", "en"),
        ("ru;q=0", "en"),
        ("ru;q=x,en", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_browser_chooses(wanted: str | None, language: str) -> None:
    assert best_language(wanted) == language


def test_the_terminal_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    assert system_language() == "ru"
    monkeypatch.setenv("LANG", "C.UTF-8")
    assert system_language() == "en"
    monkeypatch.delenv("LANG")
    assert system_language() == "en"


def test_an_unknown_folder_adds_nothing(tmp_path: Path) -> None:
    assert translations("ru", tmp_path).gettext("Nobody says this") == "Nobody says this"


PO = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
"n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"
"""


def test_faults_are_found(tmp_path: Path) -> None:
    source = tmp_path / "words.py"
    source.write_text(
        "gettext('Hello {name}')\nngettext('{n} paw', '{n} paws', 2)\npgettext('card', 'Swap')\nN_('Here')\n"
    )
    locale = tmp_path / "locale"
    locale.mkdir()
    assert faults_in([source], locale) == ["ru: no ru.po for 4 messages"]
    (locale / "ru.po").write_text(
        PO
        + 'msgid "Hello {name}"\nmsgstr "Привет {imya}"\n\n'
        + 'msgid "{n} paw"\nmsgid_plural "{n} paws"\n'
        + 'msgstr[0] "{n} лапка"\nmsgstr[1] "{n} лапки"\nmsgstr[2] "{n} лапок"\n\n'
        + 'msgid "Gone"\nmsgstr "Ушло"\n\nmsgid "Here"\nmsgstr ""\n'
    )
    faults = faults_in([source], locale)
    assert len(faults) == 4
    assert any("placeholders ['imya', 'name']" in fault for fault in faults)
    assert any("not translated: 'Swap'" in fault for fault in faults)
    assert any("not translated: 'Here'" in fault for fault in faults)
    assert any("nothing says 'Gone'" in fault for fault in faults)
    t = translations("ru", locale)
    assert [t.ngettext("{n} paw", "{n} paws", n).format(n=n) for n in (1, 2, 5, 21)] == [
        "1 лапка",
        "2 лапки",
        "5 лапок",
        "21 лапка",
    ]
