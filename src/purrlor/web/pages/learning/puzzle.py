"""The puzzle of the day, one a game: a position with one clearly best choice, solved on the real board.

Nothing is stored here: the address holds what was tried, and the browser keeps its own streak.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.core.game import Game, State, game, games
from purrlor.core.language import Translations
from purrlor.core.puzzle import Puzzle, puzzles_of
from purrlor.core.seats import members
from purrlor.web.live.board import draw_board
from purrlor.web.live.player_chips import named_you, player_chips
from purrlor.web.pages.home import GUEST
from purrlor.web.pages.lesson import names_at
from purrlor.web.rendering.templating import translations_for
from purrlor.web.request_context import context_of
from purrlor.web.routes import Action
from purrlor.web.services import services_of

TRIES = 3
FIRST_DAY = date(2026, 1, 1)


class PuzzlePage(NamedTuple):
    """A puzzle as an address names it, and what was tried."""

    game: Game
    number: int  # from 1
    puzzle: Puzzle
    tried: tuple[int, ...]

    @property
    def address(self) -> str:
        return f"/puzzle/{self.game.name}/{self.number}"

    @property
    def is_solved(self) -> bool:
        return self.puzzle.best in self.tried

    @property
    def is_over(self) -> bool:
        return self.is_solved or len(self.tried) >= TRIES

    def position(self) -> State:
        return self.game.read(self.puzzle.position)

    def address_after(self, *more: int) -> str:
        tried = ",".join(map(str, (*self.tried, *more)))
        return self.address + (f"?tried={tried}" if tried else "")


def today() -> date:
    return datetime.now(UTC).date()


def number_of_day(of: Game, day: date) -> int:
    """The same for everybody: after the last puzzle the first comes again."""
    return (day - FIRST_DAY).days % len(puzzles_of(of)) + 1


async def puzzles_page(request: Request) -> Response:
    """Today's puzzle of every game, and all others."""
    context = context_of(request)
    return services_of(request).templates.page(
        "puzzles.html",
        context,
        here="/puzzles",
        games=[
            (name, title, number, range(1, len(puzzles_of(game(name))) + 1))
            for name, title, number in puzzles_of_today(context.language)
        ],
    )


def puzzles_of_today(language: str) -> list[tuple[str, str, int]]:
    """Name and title of every game that has puzzles, and the number of today's."""
    return [(of.name, of.title(language), number_of_day(of, today())) for of in games() if puzzles_of(of)]


async def todays_puzzle(request: Request) -> Response:
    of = game(request.path_params["game"])
    return RedirectResponse(f"/puzzle/{of.name}/{number_of_day(of, today())}" if puzzles_of(of) else "/puzzles", 303)


def page_of(request: Request) -> PuzzlePage | None:
    """What the address names; None: there is no such puzzle. What was tried and cannot be is left out."""
    of, text = game(request.path_params["game"]), request.path_params["number"]
    puzzles = puzzles_of(of)
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= len(puzzles)):
        return None
    puzzle = puzzles[int(text) - 1]
    choices = of.legal(of.read(puzzle.position), puzzle.seat)
    named = request.query_params.get("tried", "")[:40].split(",")
    tried = [int(one) for one in named if one.isascii() and one.isdecimal() and int(one) in choices]
    return PuzzlePage(of, int(text), puzzle, tuple(dict.fromkeys(tried))[:TRIES])


async def puzzle_page(request: Request) -> Response:
    services, context, page = services_of(request), context_of(request), page_of(request)
    if page is None:
        return RedirectResponse("/puzzles", 303)
    of, t = page.game, translations_for(context.language, page.game)
    name = await services.name_of(context) or t.gettext(GUEST)
    templates = services.templates
    return templates.page(
        "puzzle.html",
        context,
        t=t,
        here=page.address_after(),
        status=200,
        game=of,
        sheet=templates.game_stylesheet(of),
        address=page.address,
        action=page.address_after(),
        share=context.origin + page.address,
        number=page.number,
        is_today=page.number == number_of_day(of, today()),
        day=(today() - FIRST_DAY).days,
        is_solved=page.is_solved,
        is_over=page.is_over,
        tries=TRIES,
        tried=len(page.tried),
        others=[each for each in puzzles_of_today(context.language) if each[0] != of.name],
        **puzzle_values(request, page, name, t),
    )


def puzzle_values(request: Request, page: PuzzlePage, name: str, t: Translations) -> dict[str, object]:
    """The board with every choice, until it is solved or explained; what the calico cat says."""
    of, seat, state = page.game, page.puzzle.seat, page.position()
    choices = () if page.is_over else members(int(of.rules.legal(state, seat)))
    names = names_at(state.seats, seat, name, context_of(request).language)
    board = draw_board(services_of(request).templates, of, state, seat, t, names, choices)
    chips = player_chips(of, state, seat, t, names, board.players, members(int(of.rules.waiting(state))))
    asks = of.words.status(state, seat, t, names)
    return {
        "names": names,
        "players": named_you(chips, seat, t),
        "board": board.html,
        "tray": board.hand,
        "actions": () if page.is_over else board.actions,
        "round": board.round,
        "sentence": what_is_said(page, asks, t),
        "explanation": explanation(page, state, t, names) if page.is_over else "",
        "why_not": why_not(page, state, t, names) if page.is_over else (),
    }


def what_is_said(page: PuzzlePage, asks: str, t: Translations) -> str:
    if page.is_solved:
        return t.gettext("Purrfect! That is it.")
    left = TRIES - len(page.tried)
    if not left:
        return t.gettext("Not this time. Here is what a lion would choose.")
    if not page.tried:
        return t.gettext("Find the best choice. {asks}").format(asks=asks)
    said = t.ngettext(
        "Not the best. You have {n} more try. {asks}", "Not the best. You have {n} more tries. {asks}", left
    )
    return said.format(n=left, asks=asks)


def explanation(page: PuzzlePage, state: State, t: Translations, names: Sequence[str]) -> str:
    """Why, in the game's words, and the chance to win after the best choice and after the next best."""
    puzzle, label = page.puzzle, page.game.words.label
    why = page.game.reason(state, puzzle.seat, puzzle.best, t, names, remembers=True)
    said = t.gettext("“{best}” wins about {n} of 100 matches from here; the next best, “{second}”, about {m}.")
    figures = said.format(
        best=label(state, puzzle.seat, puzzle.best, t),
        second=label(state, puzzle.seat, puzzle.second, t),
        n=round(100 * puzzle.chance),
        m=round(100 * puzzle.second_chance),
    )
    return f"{why} {figures}".lstrip()


def why_not(page: PuzzlePage, state: State, t: Translations, names: Sequence[str]) -> list[tuple[str, str]]:
    """Of every choice that was tried and is not the best: its label, and what it brings."""
    found, puzzle, reason = [], page.puzzle, page.game.reason
    for action in page.tried:
        if action != puzzle.best:
            why = reason(state, puzzle.seat, action, t, names, remembers=True)
            less = t.gettext("That is less: the next best choice wins {n} of 100 matches fewer.")
            lost = round(100 * puzzle.chance) - round(100 * puzzle.second_chance)
            label = page.game.words.label(state, puzzle.seat, action, t)
            found.append((label, f"{why} {less.format(n=lost)}".lstrip()))
    return found


async def try_choice(action: Action) -> Response:
    """A try becomes part of the address, so that the page can be read again and in another language."""
    page = page_of(action.request)
    if page is None:
        return RedirectResponse("/puzzles", 303)
    tried = action.form.number("action", high=62)
    return RedirectResponse(page.address_after() if page.is_over else page.address_after(tried), 303)
