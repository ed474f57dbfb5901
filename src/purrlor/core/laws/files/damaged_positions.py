"""Positions that somebody typed wrong: a notation reads them somehow, or says what is wrong in a ValueError."""

from __future__ import annotations

import random
from collections.abc import Iterator

from purrlor.core.errors import PurrlorError
from purrlor.core.game import Game
from purrlor.core.game_check import describe_error

TRIES = 12  # texts made of one


def damaged(text: str, dice: random.Random) -> Iterator[str]:
    """Cut short, words exchanged or left out, numbers too large, letters that nobody meant."""
    yield from ("", "\n", "?", text[: len(text) // 2], text + "\nмур 9", text.replace(" ", ""))
    for _ in range(TRIES):
        at = dice.randrange(len(text) or 1)
        yield text[:at]
        yield text[:at] + dice.choice(("9", "-", "999", "z", "é", " ", "\n", "=", ":", ",")) + text[at + 1 :]
        words = text.split(" ")
        one, two = dice.randrange(len(words)), dice.randrange(len(words))
        words[one], words[two] = words[two], words[one]
        yield " ".join(words)
        yield " ".join(words[:one] + words[one + 1 :])


def notation_fault(game: Game, text: str, dice: random.Random) -> str:
    """What the game's own notation does wrong with a text that is no position; "" if nothing."""
    for wrong in damaged(text, dice):
        try:
            game.notation.read(wrong)
        except (ValueError, PurrlorError) as error:
            if not str(error):
                return f"read raises a ValueError that does not say what was wrong, for {wrong!r}"
        except Exception as error:
            where = describe_error(error, game.folder)
            return f"read must raise ValueError with what was wrong, not this: {where}, for {wrong!r}"
    return ""
