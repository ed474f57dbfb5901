"""Learning by playing: a game's `lesson.py` is data, a list of steps, one idea each.

STEPS = (
    Step(
        position="…",                       # in the game's notation
        say=N_("Your die is 4, the shared one is 6. Draw a mouse."),
        do=(6,),                            # the actions that count as doing it; () : any
        then=N_("Mice like company: two together bring 6."),
    ),
)
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """A prepared position, what to say about it, what the learner is to do, and what to say then."""

    position: str
    say: str
    do: tuple[int, ...]
    then: str
    seat: int = 0
