"""A card by its place in a row, in words: a numeral would read as the value of the card."""

from __future__ import annotations

from purrlor.core.language import N_, Translations

NTH = (N_("first card"), N_("second card"), N_("third card"), N_("fourth card"))  # what lies there
THE_NTH = (N_("the first card"), N_("the second card"), N_("the third card"), N_("the fourth card"))  # what is chosen
YOUR_NTH = (N_("your first card"), N_("your second card"), N_("your third card"), N_("your fourth card"))

THEIR_NTH = (
    N_("{name}'s first card"),
    N_("{name}'s second card"),
    N_("{name}'s third card"),
    N_("{name}'s fourth card"),
)


def nth(i: int, t: Translations) -> str:
    return t.gettext(NTH[i])


def the_nth(i: int, t: Translations) -> str:
    return t.gettext(THE_NTH[i])


def your_nth(i: int, t: Translations) -> str:
    return t.gettext(YOUR_NTH[i])


def their_nth(i: int, name: str, t: Translations) -> str:
    return t.gettext(THEIR_NTH[i]).format(name=name)


def opening(sentence: str) -> str:
    """With a capital, and no other letter changed."""
    return sentence[:1].upper() + sentence[1:]
