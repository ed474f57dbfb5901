"""Whether a game's board keeps what docs/boards.md promises: for `purrlor laws`, which draws pages by it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from traceback import extract_tb

from markupsafe import Markup, escape

from purrlor.core.game import Game, State
from purrlor.core.game_check import describe_error
from purrlor.core.laws.files.wording import SOME_NUMBER, has_words
from purrlor.core.laws.report import BoardCheck
from purrlor.core.seats import WATCHER
from purrlor.web.checks.drawing_check import drawing_faults, is_drawn
from purrlor.web.checks.markup_check import markup_faults, stylesheet_faults, texts_of
from purrlor.web.rendering.templating import (
    DrawnBoard,
    Templates,
    plain_board,
    render_board,
    shell_values,
    translations_for,
)

BUTTON = re.compile(r'<button\b[^>]*\bname="action"[^>]*>', re.S)
VALUE = re.compile(r'\bvalue="(\d+)"')
ID = re.compile(r'<[^>]*\sid="([^"]+)"')
RESERVED = (
    *("t", "_", "ngettext", "names", "viewer", "game", "use", "symbol", "picture", "file", "face_url", "eyes_of"),
    *("reader", "listed", "once", "once_each", "languages"),
)
KINDS = ("plain", "main", "danger")


def board_check(game: Game) -> BoardCheck:
    """Draws a page of this game, and says what is wrong with it."""
    return Drawer(game).faults


class Drawer:
    """Pages of one game, drawn with notes of which drawings they ask for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.asked: set[tuple[str, str]] = set()  # (sprite, symbol)
        self.there: set[tuple[str, str]] = set()  # those that were found
        self.templates = Templates(also=game)
        self.templates.environment.globals.update(use=self.use, symbol=self.symbol)
        self.is_begun = False
        self.texts: tuple[bytes, int, str, set[str]] | None = None  # state, viewer, language, words of the page before
        self.has_view = game.has("board/view.py") and game.has("board/board.html")

    def symbol(self, name: str, of: str = "parlour") -> str:
        self.asked.add((of, name))
        return f"#{name}"

    def use(self, name: str, kind: str = "", of: str = "parlour") -> Markup:
        return Markup('<svg class="{}"><use href="{}"/></svg>').format(kind or name, self.symbol(name, of))

    def faults(
        self, s: State, viewer: int, language: str, names: Sequence[str], choices: tuple[int, ...]
    ) -> Iterator[str]:
        who = "a watcher" if viewer == WATCHER else "a seat"
        try:
            drawn = self.draw(s, viewer, language, list(names), choices)
        except Exception as error:
            yield f"the page of {who} cannot be drawn ({language}): {self.place(error)}"
            return
        yield from self.faults_of_values(drawn, len(names))
        html = page_of(drawn)
        yield from faults_of_choices(html, choices, who)
        yield from markup_faults(html)
        yield from self.same_words(s, viewer, language, names, html)
        if not self.is_begun:
            self.is_begun = True
            yield from drawing_faults(self.game)
            yield from stylesheet_faults(self.game.folder)
        yield from self.faults_of_names(s, viewer, language, len(names), choices)
        twice = [name for name, times in Counter(ID.findall(html)).items() if times > 1]
        if twice:
            yield f"the id {twice[0]!r} is on one page more than once: pieces move by their ids"
        yield from self.missing_drawings()

    def draw(self, s: State, viewer: int, language: str, names: list[str], choices: tuple[int, ...]) -> DrawnBoard:
        t, game = translations_for(language, self.game), self.game
        values = shell_values(game, viewer, names)
        if not self.has_view:
            values |= plain_board(game, s, viewer, t, names, choices)
            return DrawnBoard(self.templates.fragment("table/plain_board.html", t, **values))
        memory = (game.part("board.memory").NOTHING,) if game.has("board/memory.py") else ()
        view: dict[str, object] = game.part("board.view").board(s, viewer, t, names, choices, *memory)
        taken = [key for key in RESERVED if key in view]
        if taken:
            raise ValueError(f"board/view.py uses the key {taken[0]!r}, which templates have already")
        return render_board(self.templates, game, t, {**values, **view}, len(names))

    def place(self, error: Exception) -> str:
        """The line of the template it happened in, or of the game's own source."""
        folder = self.game.folder / "board"
        for frame in reversed(extract_tb(error.__traceback__)):
            path = Path(frame.filename)
            if path.suffix == ".html" and path.is_relative_to(folder):
                return (
                    f"board/{path.relative_to(folder).as_posix()} line {frame.lineno}: {type(error).__name__}: {error}"
                )
        return describe_error(error, self.game.folder)

    def faults_of_values(self, drawn: DrawnBoard, seats: int) -> Iterator[str]:
        for key in ("round", "hint"):
            value = getattr(drawn, key)
            if not isinstance(value, str | None):
                yield f"`{key}` must be a translated string, not {value!r}"
        for each in drawn.players:
            wrong = [key for key in ("count", "doing") if not isinstance(each.get(key, ""), str)]
            if wrong:
                yield f"`{wrong[0]}` of an entry of `players` must be a string, not {each[wrong[0]]!r}"
        for each in drawn.actions:
            if not {"action", "label"} <= each.keys() or each.get("kind", "plain") not in KINDS:
                yield f"an entry of `actions` has action, label and kind ({', '.join(KINDS)}), not {dict(each)}"
        if drawn.players and len(drawn.players) != seats:
            yield f"`players` has {len(drawn.players)} entries, but {seats} play"
        self.asked |= {(self.game.name, name) for name in drawn.tally_art if name}

    def missing_drawings(self) -> Iterator[str]:
        for of, name in sorted(self.asked - self.there):
            if is_drawn(self.game, of, name):
                self.there.add((of, name))
            else:
                where = "the house's drawings" if of == "parlour" else "board/sprite.py"
                yield f"the board shows the drawing {name!r}, which is not in {where}: nothing is seen there"
        self.asked.clear()

    def same_words(self, s: State, viewer: int, language: str, names: Sequence[str], html: str) -> Iterator[str]:
        """The page of the same viewer in another language says nothing that this one says, but names and numbers."""
        key, texts = s.to_bytes(), {text for text in texts_of(html) if has_words(text, names)}
        before, self.texts = self.texts, (key, viewer, language, texts)
        if before is not None and before[:2] == (key, viewer) and before[2] != language:
            for text in sorted(texts & before[3]):
                yield f"the page says the same in every language: {SOME_NUMBER.sub('…', text)!r} (no _(…) around it?)"

    def faults_of_names(
        self, s: State, viewer: int, language: str, seats: int, choices: tuple[int, ...]
    ) -> Iterator[str]:
        """A player may be called anything: a name never becomes markup."""
        names = [f"<cat-{seat}>" for seat in range(seats)]
        try:
            page = page_of(self.draw(s, viewer, language, names, choices))
        except Exception as error:
            yield f"the page cannot be drawn where a player is called {names[0]!r}: {self.place(error)}"
            return
        if any(name in page for name in names):
            yield "a player's name is put on the page as HTML: leave out |safe and Markup, so that it is escaped"


def page_of(drawn: DrawnBoard) -> str:
    """All that the game itself puts on a page: board, hand, players' chips, further actions."""
    actions = "".join(
        f'<button name="action" value="{each.get("action")}" aria-label="{escape(each.get("label"))}"></button>'
        for each in drawn.actions
    )
    return f"{drawn.html}{drawn.hand}{''.join(str(chip.get('html', '')) for chip in drawn.players)}{actions}"


def faults_of_choices(html: str, choices: tuple[int, ...], who: str) -> Iterator[str]:
    buttons = [button for button in BUTTON.findall(html) if 'aria-disabled="true"' not in button]
    values = Counter(int(found[1]) for button in buttons if (found := VALUE.search(button)))
    for action, times in sorted(values.items()):
        if action not in choices:
            yield f"the page of {who} offers action {action}, which may not be chosen"
        elif times > 1:
            yield f"the page of {who} has {times} buttons of action {action}: every choice is there exactly once"
    for action in sorted(set(choices) - set(values)):
        yield f"the page of {who} has no button of action {action}: every choice is there exactly once"
    silent = [button for button in buttons if not speaks(html, button)]
    if silent:
        yield f"a button has neither an aria-label nor a text: {silent[0]}"


def speaks(html: str, button: str) -> bool:
    """By a label, or by its own text."""
    text = html[html.index(button) + len(button) :].partition("</button>")[0]
    return bool(re.search(r'aria-label="[^"]+"', button) or re.sub(r"<[^>]+>|\s", "", text))
