"""Words that are the same in every language: somebody forgot gettext."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence

from purrlor.core.game import Game
from purrlor.core.laws.report import Report
from purrlor.core.options import Choice

JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.S)
SPOKEN = re.compile(r"""\s(?:aria-label|alt|title|placeholder)="([^"]*)\"""")
MARKUP = re.compile(r"<!--.*?-->|<(style|script)\b.*?</\1>|<[^>]*>", re.S)
WORD = re.compile(r"[^\W\d_]{2,}")  # one letter is a column of a board, or a piece on it
SHOWN = re.compile(r"!\[[^]]*\]\(#([\w-]+)\)")
SENTENCES = (
    "round",
    "hint",
    "actions[].label",
    "players[].doing",
    "players[].count",
)  # of a view, whatever they begin with
HEADING = re.compile(r"^#+ ", re.M)
SOME_NUMBER = re.compile(r"\d+")
Spoken = Mapping[str, Mapping[str, Sequence[str]]]  # by language, then by the function that said it


def note_same_words(game: Game, report: Report, spoken: Spoken, names: Sequence[str]) -> None:
    """Names of players aside. What the game leaves to the defaults is not its own to translate."""
    if len(spoken) < 2:
        return
    own = game.module("words.labels")
    first = next(iter(spoken.values()))
    for function in (name for name in first if hasattr(own, name)):
        for said in zip(*(each[function] for each in spoken.values()), strict=False):
            if len(set(said)) == 1 and has_words(said[0], names):
                report.note("languages", f"words.labels.{function} says the same in every language: {str(said[0])!r}")


def note_same_view(report: Report, boards: Mapping[str, object], names: Sequence[str]) -> None:
    """Texts of `board/view.py`. A class or a drawing's name is the same everywhere, and begins with a small letter."""
    texts = (set(texts_in(board)) for board in boards.values())
    for key, text in sorted(set.intersection(*texts) if len(boards) > 1 else ()):
        if has_words(text, names) and (
            key in SENTENCES or text[0].isupper() or text[0].isdigit() or text[-1] in ".!?…"
        ):
            said = SOME_NUMBER.sub("…", text)
            report.note("languages", f"board/view.py says the same in every language: {key} is {said!r}")


def texts_in(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a view with its key: players[].note."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from texts_in(each, f"{key}.{name}" if key else str(name))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_in(each, f"{key}[]")


def note_same_options(game: Game, report: Report, languages: Sequence[str]) -> None:
    for option in game.options:
        texts = [option.label, option.help, *((*option.labels, *option.means) if isinstance(option, Choice) else ())]
        for text in texts:
            said = {game.translations(language).gettext(text) for language in languages if text}
            if len(said) == 1 and has_words(text, ()):
                report.note("languages", f"option {option.name} says the same in every language: {text!r}")


def note_same_prose(game: Game, report: Report, languages: Sequence[str]) -> None:
    """What the first page and the lesson say. A title may be a name, which is the same everywhere."""
    labels = game.module("words.labels")
    texts = [(f"words.labels.{name}", getattr(labels, name, "")) for name in ("ABOUT", "KIND")]
    for number, step in enumerate(game.part("words.lesson").STEPS, 1):
        where = f"step {number} of words/lesson.py"
        texts += [(where, text) for text in (step.text, step.praise, step.when, *step.corrections.values())]
    for where, text in texts:
        if not isinstance(text, str):
            report.note("words", f"{where} must be a string, not {text!r}")
        elif has_words(text, ()) and len({game.translations(each).gettext(text) for each in languages}) == 1:
            report.note("languages", f"{where} says the same in every language: {text!r} (was N_ left out?)")


def note_missing_rules(game: Game, report: Report, languages: Sequence[str]) -> None:
    """Rules and questions in one language are there in all of them, or in none; they show the same pictures."""
    for text in ("rules", "questions"):
        files = [f"words/{text}.{language}.md" for language in languages]
        if not any(map(game.has, files)):
            continue
        for file in files:
            if not game.has(file):
                report.note("languages", f"{file} is missing: it is there in another language")
        parts = [len(HEADING.findall((game.folder / file).read_text("utf-8"))) for file in files if game.has(file)]
        for file, headings in zip(files, parts, strict=False):
            if headings != parts[0]:
                report.note("languages", f"{file} has {headings} headings, but {files[0]} has {parts[0]}")
        shown = [sorted(SHOWN.findall((game.folder / file).read_text("utf-8"))) for file in files if game.has(file)]
        for file, pictures in zip(files, shown, strict=False):
            if pictures != shown[0]:
                report.note("languages", f"{file} shows other pictures than {files[0]}: {pictures}, not {shown[0]}")


def note_plain_text(game: Game, report: Report) -> None:
    """Words of a template that stand outside _(…)."""
    for path in sorted((game.folder / "board").rglob("*.html")):
        name = path.relative_to(game.folder).as_posix()
        for line, text in plain_text(path.read_text(encoding="utf-8")):
            report.note("languages", f"{name} line {line}: {text!r} is in no _(…)")


def plain_text(template: str) -> list[tuple[int, str]]:
    """Texts and spoken attributes, each with its line; what stands between them is blanked out, line by line."""
    bare = JINJA.sub(blank, template)
    found = [(bare.count("\n", 0, each.start(1)) + 1, each[1]) for each in SPOKEN.finditer(bare)]
    found += enumerate(html.unescape(MARKUP.sub(blank, bare)).split("\n"), 1)
    return sorted((line, " ".join(text.split())) for line, text in found if has_words(text, ()))


def blank(found: re.Match[str]) -> str:
    return " " + "\n" * found[0].count("\n")


def has_words(text: str, names: Sequence[str]) -> bool:
    for name in names:
        text = text.replace(name, "")
    return WORD.search(text) is not None
