"""The laws by name, how often each was tried, and where one was broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from purrlor.core.game_interface import State
from purrlor.core.seats import members

LAWS = {
    "parts": "a game has what it needs, and what it has can be called",
    "compiles": "compiled code keeps to what compiles",
    "starts": "start sets everything: on a used state it gives what it gives on a new one",
    "ends": "every match ends within the game's bound",
    "looks": "what only looks (waiting, legal, reveals, score, winners, words) leaves the state as it was",
    "copies": "a copy is equal and independent",
    "replays": "a log replays to the same bytes",
    "native": "the compiled twin agrees to the byte",
    "refuses": "an illegal action is refused and changes nothing",
    "view": "what is hidden stays hidden when it is dealt again",
    "twin": "two things a seat cannot tell apart may be exchanged unnoticed",
    "deals": "what is dealt again is dealt as it is in truth",
    "no generator": "a hidden state carries no generator",
    "worlds": "what hide and redeal leave can be played on",
    "asks": "only seats that play are asked or in front, and only those asked have choices",
    "winners": "scores, standing and winners agree",
    "conserves": "nothing appears or vanishes",
    "notation": "a position is read as it was shown",
    "undo": "undo never crosses chance, something shown, or another's act that is no secret",
    "sensible": "a sensible player reads only what its seat knows",
    "observes": "an observation fills every number, within its bounds",
    "words": "every action has words in every language",
    "at once": "what a seat chooses while others choose too is not seen before all have",
    "heard": "a sentence tells a viewer no more than the table shows",
    "board": "every page can be drawn: each choice is on it once, each drawing is there",
    "positions": "positions of lessons, puzzles and pictures can be read and played",
    "languages": "every language says everything",
}


# Draws a page (a state hidden for the viewer, the viewer, language, names, choices) and answers what is wrong with it.
BoardCheck = Callable[[State, int, str, Sequence[str], tuple[int, ...]], Iterable[str]]


@dataclass
class Report:
    """How often each law was tried, where one was broken, and which could not be tried, and why."""

    game: str
    matches: int = 0
    decisions: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    untried: dict[str, str] = field(default_factory=dict)

    def require(self, law: str, holds: bool, what: str = "") -> None:
        self.tried[law] += 1
        if not holds:
            raise BrokenLaw(f"{law}: {what or LAWS[law]}")

    def note(self, law: str, what: str) -> None:
        """A law was broken, and the walk goes on: said once for each thing seen."""
        line = f"{law}: {what}"
        if line not in self.broken:
            self.broken.append(line)


def seats_in(mask: int) -> str:
    """0 and 2 for a mask of seats."""
    return " and ".join(map(str, members(mask))) or "nobody"


class BrokenLaw(Exception):
    """A law, and what was seen."""


def difference(one: State, other: State, most: int = 1000) -> str:
    """The fields and places where two states differ; where `most` is given, so many of them."""
    found = [
        part
        for name in one.fields
        if getattr(one, name) != getattr(other, name)
        for part in places(name, getattr(one, name), getattr(other, name))
    ]
    more = [f"and {len(found) - most} more"] if len(found) > most else []
    return "; ".join(found[:most] + more) or "nothing"


def places(name: str, one: State, other: State) -> list[str]:
    """hand[1][3]: 2 / 0 for every number that differs; a long list is told by its first three."""
    if not isinstance(one, list):
        return [f"{name}: {one} / {other}"]
    found = []
    for k, (a, b) in enumerate(zip(one, other, strict=True)):
        if a != b:
            found += places(f"{name}[{k}]", a, b)
    return found if len(found) <= 4 else [*found[:3], f"and {len(found) - 3} more of {name}"]
