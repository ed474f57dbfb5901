"""Learning by playing: a game's `lesson.py` is data, a list of steps, one idea each.

STEPS = (
    LessonStep(
        position="…",                       # in the game's notation
        text=N_("Your die is 4, the shared one is 6. Draw a mouse."),
        actions=(6,),                       # the actions that count as doing it
        praise=N_("Mice like company: two together bring 6."),
        corrections={0: N_("Passing draws nothing."), ELSE: N_("Look for the picture of the mouse.")},
    ),
)
"""

from __future__ import annotations

from dataclasses import dataclass, field

ELSE = -1  # any other action


@dataclass(frozen=True)
class LessonStep:
    """A prepared position, what to say about it, what the learner is to do, and what to say then.

    `when`: said first where this position does not follow from the step before: time has passed.
    `corrections`: what to look at, for somebody who did something else; by action, or ELSE.
    `plays_on`: after the deed the others play until the learner is asked again or the match is over, so that its end is
    seen.
    `is_quiz`: the learner is to find out what to do, so the page lights all that can be done; else only what is meant.
    """

    position: str
    text: str
    actions: tuple[int, ...]
    praise: str
    seat: int = 0
    corrections: dict[int, str] = field(default_factory=dict)
    is_quiz: bool = False
    when: str = ""
    plays_on: bool = False

    def correction(self, action: int) -> str:
        """What was wrong with a legal action that is not what was asked for."""
        return self.corrections.get(action) or self.corrections[ELSE]
