"""What a cat may say at a table, beside its player's face: by a sign or in words. It is not stored."""

from __future__ import annotations

from typing import NamedTuple

from purrlor.core.language import N_

REACTIONS = {
    "purr": N_("purr"),
    "meow": N_("meow"),
    "hiss": N_("hiss"),
    "nap": N_("nap"),
    "yawn": N_("yawn"),
    "pounce": N_("pounce"),
    "love": N_("love"),
    "sulk": N_("sulk"),
}

PHRASES = {  # said in words: short, kind, and in every language its own
    "your-move": N_("Your move!"),
    "hurry": N_("Come on, hurry up!"),
    "one-moment": N_("Hang on, thinking…"),
    "well-played": N_("Well played"),
    "wow": N_("You're on fire!"),
    "lucky": N_("Lucky!"),
    "oops": N_("Oops"),
    "not-again": N_("Not again!"),
    "thanks": N_("Thank you!"),
    "sorry": N_("Sorry!"),
    "tea": N_("Getting some tea"),
    "once-more": N_("Once more?"),
}

MOST_REMARKS = 8  # words of a table that its pages can still show


class Reaction(NamedTuple):
    """What a player's cat says."""

    seat: int
    kind: str
