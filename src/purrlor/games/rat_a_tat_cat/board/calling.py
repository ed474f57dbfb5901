"""The call as a screen shows it: the button while it may be made, the shout when somebody has made it."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.games.rat_a_tat_cat.rules.state import (
    CALL,
    DRAW_AGAIN,
    LOOK,
    NOBODY,
    OVER,
    PEEKED,
    ROUND_END,
    SUPER_PEEKED,
    YES,
    State,
    next_in,
)
from purrlor.games.rat_a_tat_cat.words.labels import label, why_not


def call(s: State, viewer: int, t: Translations, names: Sequence[str], choices: Sequence[int]) -> dict[str, object]:
    """The slightly dangerous button, called the same at rest, where it says when it wakes."""
    if s.phase in (ROUND_END, OVER) or (choices and s.phase in (LOOK, PEEKED, SUPER_PEEKED, DRAW_AGAIN)):
        return {}
    if s.caller != NOBODY:
        if s.caller == viewer:
            small = t.gettext("you have called")
        else:
            small = t.gettext("{name} has called").format(name=names[s.caller])
        return {"action": None, "small": small, "why": "", "called": True}
    if viewer >= s.seats or s.out >> viewer & 1:
        return {}
    if s.phase == CALL and choices:
        return {"action": YES, "small": t.gettext("end the round"), "label": label(s, viewer, YES, t), "called": False}
    why = why_not(s, viewer, "call", t)
    return {"action": None, "small": t.gettext("end the round"), "why": why, "called": False}


def shout(s: State, viewer: int, t: Translations, names: Sequence[str]) -> dict[str, object]:
    """What the caller has just shouted across the table; it fades while the next player moves."""
    if s.caller == NOBODY or s.phase >= ROUND_END or s.turn != next_in(s, s.caller):
        return {}
    if s.caller == viewer:
        small = t.gettext("You call. Everyone else gets one last turn.")
    elif viewer >= s.seats or s.out >> viewer & 1:
        small = t.gettext("{name} calls. Everyone else gets one last turn.").format(name=names[s.caller])
    else:
        small = t.gettext("{name} calls. You get one last turn.").format(name=names[s.caller])
    return {"id": f"shout-{s.round}", "name": names[s.caller], "seat": s.caller, "small": small}
