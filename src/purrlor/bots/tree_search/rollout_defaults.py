"""Defaults for what a game's strategy leaves out: roll-outs are sensible, go on to the end, and believe any deal."""

from purrlor.core.game import State

AS_SENSIBLE = -2


def stage(s: State) -> int:
    """Which part of the match this is (a round, say); a roll-out ends with the part it began in."""
    return 0


def stop(s: State) -> None:
    """Bring the match to an end by a guess, so that it can be judged."""


def rough(s: State, seat: int) -> int:
    """What a roll-out does where `sensible` is too slow; -1: anything."""
    return AS_SENSIBLE


def believe(s: State, seat: int) -> None:
    """Bend a deal towards what the others' play tells about it; all that `seat` knows stays as it is."""


def lookahead(s: State, seat: int, out: list[int]) -> None:
    """What a network is given beside the features: nothing."""
