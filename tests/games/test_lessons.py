"""Every game teaches itself: positions that can be read, deeds that are legal, words in both languages."""

import pytest

from purrlor import Game, games
from purrlor.core.lesson import Step
from purrlor.core.seats import members

LESSONS = [known for known in games() if (known.folder / "lesson.py").exists()]


def steps(known: Game) -> tuple[Step, ...]:
    found: tuple[Step, ...] = known.part("lesson").STEPS
    return found


@pytest.mark.parametrize("known", LESSONS, ids=lambda known: known.name)
def test_a_lesson_can_be_played(known: Game) -> None:
    assert 4 <= len(steps(known)) <= 9
    for step in steps(known):
        state = known.read(step.position)
        choices = members(int(known.rules.legal(state, step.seat)))
        assert choices, f"nothing to do in {step.say!r}"
        assert set(step.do) <= set(choices), (step.say, step.do, choices)
        for action in step.do or choices:
            after = state.copy()
            after.rng[:] = [1, 2, 3, 4]
            known.rules.apply(after, step.seat, action)


@pytest.mark.parametrize("known", LESSONS, ids=lambda known: known.name)
def test_a_lesson_speaks_both_languages(known: Game) -> None:
    russian = known.tongue("ru")
    for step in steps(known):
        for text in (step.say, step.then):
            assert russian.gettext(text) != text
            assert len(text) < 240
