"""The puzzle of the day, one a game: a position with one clearly best choice, solved on the real board.

Nothing is stored here: the address holds what was tried, and the browser keeps its own streak.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.bots.puzzle_of_day import DIFFICULTIES, EASY, HARD, MEDIUM, difficulties_of, puzzles_by_day
from purrlor.bots.same_choices import same_as
from purrlor.bots.trial_matches import Difference
from purrlor.core.cache import Cache
from purrlor.core.chance import seed_rng
from purrlor.core.game import Game, State, game, games
from purrlor.core.language import N_, Translations
from purrlor.core.positions.puzzle import Puzzle, puzzles_of
from purrlor.core.seats import members
from purrlor.tables.history.review_jobs import MOST_KINDS, TRIALS
from purrlor.web.live.player_chips import player_chips, players_for
from purrlor.web.pages.learning.afterwards import Afterwards, afterwards_of
from purrlor.web.pages.learning.lesson import names_at
from purrlor.web.pages.learning.review_words import THE_SAME, THE_SAME_LATER
from purrlor.web.rendering.marked_choices import mark_choices, name_choices
from purrlor.web.rendering.quotations import inside_quotes
from purrlor.web.rendering.templating import draw_board, translations_for
from purrlor.web.request_context import context_of
from purrlor.web.routes import Action
from purrlor.web.services import GUEST, Services, services_of

TRIES = 3  # at most, and always fewer than there are choices
DEALS = 3  # of what is hidden: if the board looks alike after all of them, nothing of it is guessed
FIRST_DAY = date(2026, 1, 1)
COMPARING = 1.0  # seconds at most for what trial matches say of a wrong try
COMPARED = 2000  # of them that are kept
compared_before: Cache[tuple[str, int, int, int], list[Difference]] = Cache(COMPARED)
DIFFICULTY_NAMES = {EASY: N_("easy"), MEDIUM: N_("medium"), HARD: N_("hard")}


class PuzzlePage(NamedTuple):
    """A puzzle as an address names it, and what was tried."""

    game: Game
    number: int  # from 1
    puzzle: Puzzle
    tried: tuple[int, ...]
    tries: int
    answers: frozenset[int]  # the best choice, and those that are the same in effect

    @property
    def address(self) -> str:
        return f"/puzzle/{self.game.name}/{self.number}"

    @property
    def is_solved(self) -> bool:
        return not self.answers.isdisjoint(self.tried)

    @property
    def best(self) -> int:
        """The best choice; of several that are the same in effect, the one that was found."""
        return next((action for action in self.tried if action in self.answers), self.puzzle.best)

    @property
    def second(self) -> int:
        """The best of those that are no answer."""
        return max(set(self.puzzle.chances) - self.answers, key=lambda action: self.puzzle.chances[action])

    def chance(self, action: int) -> float | None:
        """To win after this choice: one figure for all that are the same in effect."""
        alike = same_as(self.game, self.position(), self.puzzle.seat, action)
        return max((self.puzzle.chances[each] for each in alike if each in self.puzzle.chances), default=None)

    @property
    def is_over(self) -> bool:
        return self.is_solved or len(self.tried) >= self.tries

    def position(self) -> State:
        return self.game.read(self.puzzle.position)

    def address_after(self, *more: int) -> str:
        tried = ",".join(map(str, (*self.tried, *more)))
        return self.address + (f"?tried={tried}" if tried else "")


def today() -> date:
    return datetime.now(UTC).date()


def number_of_day(of: Game, day: date) -> int:
    """The same for everybody: after the last puzzle the first comes again. Who looks for more finds those that are
    too plain for a day in the archive."""
    asked = puzzles_by_day(of)
    return asked[(day - FIRST_DAY).days % len(asked)]


async def puzzles_page(request: Request) -> Response:
    """Today's puzzle of every game, and all others with how hard they are."""
    context = context_of(request)
    t, listed = context.translations, puzzles_of_today(context.language)
    hard = await asyncio.to_thread(lambda: {name: difficulties_of(game(name)) for name, _, _ in listed})
    named = {each: t.gettext(DIFFICULTY_NAMES[each]) for each in DIFFICULTIES}
    return services_of(request).templates.page(
        "learning/puzzles.html",
        context,
        here="/puzzles",
        games=[
            (name, title, number, [(n, each, named[each]) for n, each in enumerate(hard[name], 1)])
            for name, title, number in listed
        ],
        difficulties=[(each, named[each]) for each in DIFFICULTIES],
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
    answers = frozenset(same_as(of, of.read(puzzle.position), puzzle.seat, puzzle.best))
    tries = max(1, min(TRIES, len(choices) - len(answers)))
    return PuzzlePage(of, int(text), puzzle, tuple(dict.fromkeys(tried))[:tries], tries, answers)


async def puzzle_page(request: Request) -> Response:
    services, context, page = services_of(request), context_of(request), page_of(request)
    if page is None:
        return RedirectResponse("/puzzles", 303)
    of, t = page.game, translations_for(context.language, page.game)
    name = await services.name_of(context) or t.gettext(GUEST)
    templates = services.templates
    return templates.page(
        "learning/puzzle.html",
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
        next_one=next_puzzle(page, context.language, t),
        next_of_today=json.dumps(next_of_today(page, context.language, t)),
        next_said=t.gettext("Next of {game}: puzzle {n}").format(game=of.title(context.language), n="{n}"),
        count=len(puzzles_of(of)),
        tries=page.tries,
        tried=len(page.tried),
        others=[each for each in puzzles_of_today(context.language) if each[0] != of.name],
        **puzzle_values(request, page, name, t, await compared_tries(services, page)),
    )


def puzzle_values(
    request: Request, page: PuzzlePage, name: str, t: Translations, compared: Mapping[int, Sequence[Difference]]
) -> dict[str, object]:
    """The board with every choice and marks where one was tried; when it is over, the board after the solution, or the
    question with all marks. And what the calico cat says."""
    of, seat, state = page.game, page.puzzle.seat, page.position()
    after = after_solution(page) if page.is_over else None
    is_played = after is not None and request.query_params.get("board") != "question"
    shown = after if after is not None and is_played else state
    choices = () if is_played else members(int(of.rules.legal(state, seat)))
    marks = dict.fromkeys(page.tried, "is-tried") | ({page.best: "is-better"} if page.is_over else {})
    names = names_at(state.seats, seat, name, context_of(request).language)
    board = draw_board(services_of(request).templates, of, shown, seat, t, names, choices)
    asked = () if page.is_over else members(int(of.rules.waiting(state)))
    players = player_chips(of, shown, seat, t, names, board.players, asked)
    return {
        "names": names,
        "players": players_for(players, seat, t),
        "board": mark_choices(plainly_named(page, board.html, state, t, names), marks, is_live=not page.is_over),
        "tray": mark_choices(plainly_named(page, board.hand, state, t, names), marks, is_live=not page.is_over),
        "actions": () if page.is_over else board.actions,
        "round": board.round,
        "sentence": what_is_said(page, of.words.status(state, seat, t, names), t),
        "explanation": explanation(page, state, after, t, names) if page.is_over else what_it_wins(page, t),
        "why_not": why_not(page, state, t, names, compared) if page.is_over else (),
        "trials": TRIALS,
        "hint": hint(page, state, t, names),
        "other_board": other_board(page, is_played) if after is not None else "",
        "is_played": is_played,
        "knowledge": who_knows_what(of, state, seat, t, names),
    }


def plainly_named(
    page: PuzzlePage, html: Markup | str, state: State, t: Translations, names: Sequence[str]
) -> Markup | str:
    """While it is a question, a button names its choice and not what comes of it."""
    of = page.game
    tells = of.has("board/view.py") and getattr(of.part("board.view"), "TELLS_OUTCOMES", False)
    if page.is_over or not tells:
        return html
    return name_choices(html, lambda action: of.label(state, page.puzzle.seat, action, t, names))


def who_knows_what(of: Game, state: State, seat: int, t: Translations, names: Sequence[str]) -> list[str]:
    """Sentences for a board that does not show it, in the game's words; none where the game has nothing to say."""
    rule = getattr(of.part("words.reasons"), "knowledge", None) if of.has("words/reasons.py") else None
    return [] if rule is None else list(rule(state, seat, t, names))


def next_puzzle(page: PuzzlePage, language: str, t: Translations) -> tuple[str, str]:
    """Where to go on, and how that is called: from today's puzzle to today's of the next game, else to the next of the
    same game."""
    of, of_today = page.game, next_of_today(page, language, t)
    if of_today:
        name, found, said = of_today[0]
        return f"/puzzle/{name}/{found}", said
    number = page.number % len(puzzles_of(of)) + 1
    said = t.gettext("Next of {game}: puzzle {n}").format(game=of.title(language), n=number)
    return f"/puzzle/{of.name}/{number}", said


def next_of_today(page: PuzzlePage, language: str, t: Translations) -> list[tuple[str, int, str]]:
    """From today's puzzle: today's of all other games in turn, and how to call them; the browser knows which of them
    are solved. From another one: none."""
    if page.number != number_of_day(page.game, today()):
        return []
    listed = puzzles_of_today(language)
    at = [name for name, _, _ in listed].index(page.game.name)
    return [
        (name, number, t.gettext("Next: {game}").format(game=title))
        for name, title, number in (*listed[at + 1 :], *listed[:at])
    ]


def other_board(page: PuzzlePage, is_played: bool) -> str:
    return page.address_after() + ("&board=question" if is_played else "")


def after_solution(page: PuzzlePage) -> State | None:
    """The position after the best choice, as its seat knows it; None where chance or what is hidden decides that."""
    of, seat, found = page.game, page.puzzle.seat, None
    for deal in range(DEALS):
        world = page.position()
        seed_rng(world, deal)
        of.rules.redeal(world, seat)
        of.rules.apply(world, seat, page.best)
        of.rules.hide(world, seat)
        seed_rng(world, 0)
        if found is not None and found != world:
            return None
        found = world
    return found


def what_is_said(page: PuzzlePage, asks: str, t: Translations) -> str:
    if page.is_solved:
        if len(page.tried) == 1:
            return t.gettext("Purrfect! Found at the first try.")
        is_last = len(page.tried) == page.tries
        return t.gettext("Phew! Found at the last try.") if is_last else t.gettext("Purrfect! That is it.")
    left = page.tries - len(page.tried)
    if not left:
        return t.gettext("Not this time. Here is what our strongest cat would choose.")
    if not page.tried:
        return t.gettext("Find the best choice. {asks}").format(asks=asks)
    said = t.ngettext(
        "Not the best. You have {n} more try. {asks}", "Not the best. You have {n} more tries. {asks}", left
    )
    return said.format(n=left, asks=asks)


def explanation(page: PuzzlePage, state: State, after: State | None, t: Translations, names: Sequence[str]) -> str:
    """Why, in the game's words, the chance to win after the best choice and after the next best, and the new score."""
    puzzle, label, score = page.puzzle, page.game.label, page.game.rules.score
    n, m = round(100 * puzzle.chance), round(100 * (page.chance(page.second) or 0))
    said = t.ngettext(
        "“{best}” wins about {n} match in 100 from here; the next best choice, “{second}”, about {m}.",
        "“{best}” wins about {n} matches in 100 from here; the next best choice, “{second}”, about {m}.",
        n,
    )
    best, second = (inside_quotes(label(state, puzzle.seat, action, t, names)) for action in (page.best, page.second))
    lines = [reason_for(page, state, page.best, t, names), said.format(best=best, second=second, n=n, m=m)]
    if after is not None:
        was, now = int(score(state, puzzle.seat)), int(score(after, puzzle.seat))
        if was != now:
            lines.append(t.gettext("Your score: {was} → {now}.").format(was=was, now=now))
    return " ".join(filter(None, lines))


def what_it_wins(page: PuzzlePage, t: Translations) -> str:
    """After a wrong try: what that choice wins, and what the best one does."""
    if not page.tried:
        return ""
    chance = page.chance(page.tried[-1])
    return "" if chance is None else wins_against_best(page, chance, t)


def hint(page: PuzzlePage, state: State, t: Translations, names: Sequence[str]) -> str:
    """Before the last try, for who wishes: why the best choice is the best, and not which one it is. "" where the same
    speaks for a choice that was tried."""
    if page.is_over or not page.tried or len(page.tried) < page.tries - 1:
        return ""
    said = reason_for(page, state, page.best, t, names)
    return "" if said in {reason_for(page, state, action, t, names) for action in page.tried} else said


def reason_for(page: PuzzlePage, state: State, action: int, t: Translations, names: Sequence[str]) -> str:
    return page.game.reason(state, page.puzzle.seat, action, t, names, remembers=True)


def why_not(
    page: PuzzlePage,
    state: State,
    t: Translations,
    names: Sequence[str],
    compared: Mapping[int, Sequence[Difference]],
) -> list[tuple[str, str, list[Afterwards]]]:
    """Of every choice that was tried and is not the best: its label; what it brings, but how seldom it wins; and what
    comes of it."""
    found, puzzle = [], page.puzzle
    best = reason_for(page, state, page.best, t, names)
    for action in page.tried:
        if action in page.answers:
            continue
        why = reason_for(page, state, action, t, names)
        same = THE_SAME if compared.get(action) else THE_SAME_LATER
        lines = [t.gettext(same) if why and why == best else why]
        chance = page.chance(action)
        if chance is not None:
            lines.append(wins_against_best(page, chance, t, is_contrast=bool(why) and why != best))
        label = inside_quotes(page.game.label(state, puzzle.seat, action, t, names))
        after = afterwards_of(page.game, state, puzzle.seat, names, compared.get(action, ()), t)
        found.append((label, " ".join(filter(None, lines)), after))
    return found


async def compared_tries(services: Services, page: PuzzlePage) -> dict[int, list[Difference]]:
    """Of a puzzle that is over: what trial matches say of every wrong try; nothing where nobody can say it soon."""
    found: dict[int, list[Difference]] = {}
    for action in page.tried if page.is_over else ():
        key = (page.game.name, page.number, page.best, action)
        known = compared_before.get(key)
        if known is None and services.pool is not None and action not in page.answers:
            hidden = page.game.hidden(page.position(), page.puzzle.seat).to_bytes()
            known = await services.pool.compare(
                page.game.name,
                hidden,
                page.puzzle.seat,
                page.best,
                action,
                matches=TRIALS,
                seconds=COMPARING,
                table=page.address,
            )
            if known:
                compared_before.put(key, known)
        found[action] = (known or [])[:MOST_KINDS]
    return found


def wins_against_best(page: PuzzlePage, chance: float, t: Translations, is_contrast: bool = False) -> str:
    """`is_contrast`: after what speaks for the choice, which would sound like praise by itself."""
    n = round(100 * chance)
    said = t.ngettext(
        "This wins about {n} match in 100, and the best choice {best}.",
        "This wins about {n} matches in 100, and the best choice {best}.",
        n,
    )
    if is_contrast:
        said = t.ngettext(
            "But this wins about {n} match in 100, and the best choice {best}.",
            "But this wins about {n} matches in 100, and the best choice {best}.",
            n,
        )
    return said.format(n=n, best=round(100 * page.puzzle.chance))


async def try_choice(action: Action) -> Response:
    """A try becomes part of the address, so that the page can be read again and in another language."""
    page = page_of(action.request)
    if page is None:
        return RedirectResponse("/puzzles", 303)
    tried = action.form.number("action", high=62)
    return RedirectResponse(page.address_after() if page.is_over else page.address_after(tried), 303)
