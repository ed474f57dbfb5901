"""Every game teaches itself: positions that can be read, deeds that are legal, words in both languages."""

import pytest

from purrlor import Game, games
from purrlor.core.game import game
from purrlor.core.lesson import ELSE, LessonStep
from purrlor.core.seats import members
from purrlor.web.pages.learning.lesson import play_on

LESSONS = [known for known in games() if (known.folder / "words/lesson.py").exists()]


def steps(known: Game) -> tuple[LessonStep, ...]:
    found: tuple[LessonStep, ...] = known.part("words.lesson").STEPS
    return found


@pytest.mark.parametrize("known", LESSONS, ids=lambda known: known.name)
def test_a_lesson_can_be_played(known: Game) -> None:
    assert 4 <= len(steps(known)) <= 9
    for step in steps(known):
        state = known.read(step.position)
        choices = members(int(known.rules.legal(state, step.seat)))
        assert choices, f"nothing to do in {step.text!r}"
        assert set(step.actions) <= set(choices), (step.text, step.actions, choices)
        for action in step.actions or choices:
            after = state.copy()
            after.rng[:] = [1, 2, 3, 4]
            known.rules.apply(after, step.seat, action)


def test_the_lesson_of_calls_ends_with_the_cards_face_up() -> None:
    rat = game("rat-a-tat-cat")
    last = steps(rat)[-1]
    state = rat.read(last.position)
    state.rng[:] = [1, 2, 3, 4]
    rat.rules.apply(state, last.seat, last.actions[0])
    assert last.plays_on
    play_on(rat, state, last.seat)
    assert not rat.rules.waiting(state), "the match is over, and its end is drawn"
    assert rat.rules.score(state, 0) == 6
    assert rat.rules.score(state, 1) > 6
    assert all(card >= 0 for card in state.rows[1]), "with cards that are known"


@pytest.mark.parametrize("known", LESSONS, ids=lambda known: known.name)
def test_a_lesson_speaks_both_languages(known: Game) -> None:
    russian = known.translations("ru")
    for step in steps(known):
        for text in (step.text, step.praise, *step.corrections.values()):
            assert russian.gettext(text) != text
            assert len(text) < 240


@pytest.mark.parametrize("known", LESSONS, ids=lambda known: known.name)
def test_a_wrong_answer_is_told_what_to_look_at(known: Game) -> None:
    for step in steps(known):
        choices = set(members(int(known.rules.legal(known.read(step.position), step.seat))))
        wrong = choices - set(step.actions) if step.actions else set()
        assert (ELSE in step.corrections) == bool(wrong - step.corrections.keys()), step.text
        assert step.corrections.keys() - {ELSE} <= wrong, "only what can be done wrong is spoken of"
        told = [step.correction(action) for action in wrong]
        assert all(told)
