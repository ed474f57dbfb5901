"""Learning by playing: the prepared positions of a game's lesson on its real board, one idea at a time.

Nothing is kept: the address holds the step and what the learner did.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from purrlor.bots.players import SENSIBLE, choose_without_search
from purrlor.bots.tree_search.compiled_twins import twin
from purrlor.core.game import Game, State, game
from purrlor.core.language import N_, Translations, translations
from purrlor.core.lesson import LessonStep
from purrlor.core.match import key_rng, secret_from_seed
from purrlor.core.seats import members
from purrlor.tables.catalogue import TABLES_CATALOGUE
from purrlor.tables.seats import CAT_NAMES
from purrlor.web.live.player_chips import named_you, player_chips
from purrlor.web.pages.home import usual_cats
from purrlor.web.pages.installable_app import readable_offline
from purrlor.web.pages.parts.bubble import room_of_lesson
from purrlor.web.rendering.quotations import inside_quotes
from purrlor.web.rendering.templating import draw_board, translations_for
from purrlor.web.request_context import context_of
from purrlor.web.routes import Action
from purrlor.web.services import GUEST, services_of

ANOTHER = N_("A good thought, but try another one.")


class Lesson(NamedTuple):
    """One step of a game's lesson, as an address names it."""

    game: Game
    steps: tuple[LessonStep, ...]
    number: int  # from 1

    @property
    def step(self) -> LessonStep:
        return self.steps[self.number - 1]

    @property
    def address(self) -> str:
        return f"/learn/{self.game.name}/{self.number}"

    def position(self) -> State:
        """The table before the learner does anything; chance is the same for everybody."""
        state = self.game.read(self.step.position)
        key_rng(state, secret_from_seed(self.number), 1)
        return state


def has_lesson(of: Game) -> bool:
    return of.has("words/lesson.py")


def lesson_of(request: Request) -> Lesson | None:
    """What the address names; None: there is no such step."""
    of, text = game(request.path_params["game"]), request.path_params.get("step", "1")
    if not has_lesson(of):
        return None
    steps: tuple[LessonStep, ...] = of.part("words.lesson").STEPS
    is_there = text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= len(steps)
    return Lesson(of, steps, int(text)) if is_there else None


def nearest_page(request: Request) -> Response:
    """The nearest page: the lesson's beginning, or the rules of a game that has no lesson."""
    of = game(request.path_params["game"])
    return RedirectResponse(f"/learn/{of.name}" if has_lesson(of) else f"/rules/{of.name}", 303)


async def learn(request: Request) -> Response:
    services, context = services_of(request), context_of(request)
    lesson = lesson_of(request)
    if lesson is None:
        return nearest_page(request)
    t = translations_for(context.language, lesson.game)
    name = await services.name_of(context) or t.gettext(GUEST)
    did, asks = request.query_params.get("did", ""), "advice" in request.query_params
    values = lesson_values(request, lesson, did, asks, name, t)
    templates, of = services.templates, lesson.game
    page = templates.page(
        "learning/lesson.html",
        context,
        t=t,
        here=lesson.address + (f"?did={did}" if values["did"] else "?advice" if asks else ""),
        status=200,
        game=of,
        title=of.title(context.language),
        sheet=templates.game_stylesheet(of),
        address=lesson.address,
        number=lesson.number,
        count=len(lesson.steps),
        progress=t.gettext("{n} of {last}").format(n=lesson.number, last=len(lesson.steps)),
        **values,
    )
    return readable_offline(page, t)


async def answer(action: Action) -> Response:
    """What the learner did becomes part of the address, so that the page can be read again and in another language."""
    lesson = lesson_of(action.request)
    if lesson is None:
        return nearest_page(action.request)
    return RedirectResponse(f"{lesson.address}?did={action.form.number('action', high=62)}", 303)


def lesson_values(
    request: Request, lesson: Lesson, did: str, asks: bool, name: str, t: Translations
) -> dict[str, object]:
    """Ready values: the board before the deed, or after the right one; what the calico cat says. `asks`: for advice."""
    of, step, state = lesson.game, lesson.step, lesson.position()
    choices = members(int(of.rules.legal(state, step.seat)))
    wanted = step.actions or choices
    action = int(did) if did.isascii() and did.isdecimal() and len(did) < 4 else -1
    right, wrong = action in choices and action in wanted, bool(did) and action not in wanted
    if right:
        of.rules.apply(state, step.seat, action)
        choices = ()
        if step.plays_on:
            play_on(of, state, step.seat)
    shown = of.hidden(state, step.seat)
    names = names_at(shown.seats, step.seat, name, context_of(request).language)
    board = draw_board(services_of(request).templates, of, shown, step.seat, t, names, choices)
    players = player_chips(of, shown, step.seat, t, names, board.players, members(int(of.rules.waiting(shown))))
    if right:
        explanation, task, cat = t.gettext(step.praise), "", "host-glad"
    elif wrong:
        why = [step.correction(action)] if action in choices else [ANOTHER, step.text]
        explanation, task, cat = *task_of(" ".join(map(t.gettext, why))), "host-startled"
    elif asks:
        explanation, task, cat = *advice_in(of, shown, step, choices, t, names), "host"
    else:
        explanation, task, cat = *task_of(whole_text(step, t)), "host"
    following = "" if lesson.number == len(lesson.steps) else f"/learn/{of.name}/{lesson.number + 1}"
    return {
        "names": names,
        "players": named_you(players, step.seat, t),
        "board": board.html,
        "tray": board.hand,
        "actions": () if right else board.actions,
        "round": board.round,
        "explanation": explanation,
        "task": task,
        "cat": cat,
        "room": room_of_lesson(of.name, context_of(request).language),
        "right": right,
        "wanted": " ".join(map(str, wanted)) if wrong or (asks and not right) else "",
        "may_ask": not right and not asks and len(choices) > 1,
        "only": "" if right or step.is_quiz else " ".join(map(str, wanted)),
        "did": right or wrong,
        "next": following,
        "following": following if right else f"{lesson.address}?did={wanted[0]}",
        "cats": usual_cats(of),
    }


def play_on(of: Game, state: State, learner: int) -> None:
    """The others play sensibly until the learner is asked, or nobody is."""
    while waiting := [seat for seat in members(int(of.rules.waiting(state))) if seat != learner]:
        view = of.hidden(state, waiting[0])
        action = choose_without_search(twin(of, fast=False), view, waiting[0], SENSIBLE, seed=0, mistakes=0)
        of.rules.apply(state, waiting[0], action)


def advice_in(
    of: Game, view: State, step: LessonStep, choices: tuple[int, ...], t: Translations, names: Sequence[str]
) -> tuple[str, str]:
    """Why, and what a cat would do: one of the actions that count as doing it; where all do, as a sensible player."""
    sensible = choose_without_search(twin(of, fast=False), view.copy(), step.seat, SENSIBLE, seed=0, mistakes=0)
    advised = sensible if sensible in (step.actions or choices) else step.actions[0]
    label = inside_quotes(of.words.label(view, step.seat, advised, t))
    why = of.reason(view, step.seat, advised, t, names)
    return f"{why} " if why else "", t.gettext("A cat would choose “{label}”.").format(label=label)


def whole_text(step: LessonStep, t: Translations) -> str:
    """What is said before the learner does anything; first of all, that time has passed."""
    return " ".join(t.gettext(said) for said in (step.when, step.text) if said)


def task_of(text: str) -> tuple[str, str]:
    """What is explained, and the last sentence: what to do."""
    ends = [found.end() for found in re.finditer(r"[.!?…] ", text)]
    return (text[: ends[-1]], text[ends[-1] :]) if ends else ("", text)


def names_at(seats: int, own: int, name: str, language: str) -> list[str]:
    """The learner and the parlour's cats."""
    t = translations(language, TABLES_CATALOGUE)
    return [name if k == own else t.gettext(CAT_NAMES[k]) for k in range(seats)]
