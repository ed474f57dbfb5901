"""A match of More Kitties! at a real table: colours are drawn, piles are kept, and it is said who is ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from purrlor.core.errors import BadSheet
from purrlor.core.game_interface import CountedMatch
from purrlor.core.language import N_, Translations
from purrlor.games.more_kitties.board.sprite import FACES as ART
from purrlor.games.more_kitties.notation import LETTERS, read
from purrlor.games.more_kitties.rules.box import COLOURS, COPIES, FACES, KINDS
from purrlor.games.more_kitties.words.names import colour_name

FEWEST_COLOURS = 4


def form(t: Translations) -> dict[str, object]:
    return {
        "colours": [(LETTERS[c], ART[c], colour_name(c, t)) for c in range(COLOURS)],
        "letters": " ".join(LETTERS[:COLOURS]),
        "fewest": FEWEST_COLOURS,
    }


def counted(sheet: Mapping[str, str], names: Sequence[str], t: Translations) -> CountedMatch:
    """Piles alone decide: where the other tokens are makes no difference, so they count as out of the game."""
    colours = chosen_colours(sheet, names)
    in_box = max(FEWEST_COLOURS, len(names), max(colours) + 1)
    piles = [pile(sheet, seat, name, colours[seat], in_box, t) for seat, name in enumerate(names)]
    seats = " ".join(f"seat{p}={LETTERS[colours[p]]}:{piles[p]}:/" for p in range(len(names)))
    state = read(f"players={len(names)} colours={in_box} do=over {seats} bag=-")
    return CountedMatch(state, sheet.get("over") == "on")


def chosen_colours(sheet: Mapping[str, str], names: Sequence[str]) -> list[int]:
    letters = [sheet.get(f"colour-{seat}", "") for seat in range(len(names))]
    if not any(letters):
        raise BadSheet(N_("First everybody needs a colour: draw them, or tap the kitten beside a name."))
    for letter, name in zip(letters, names, strict=True):
        if len(letter) != 1 or letter not in LETTERS[:COLOURS]:
            raise BadSheet(N_("{name} has no colour yet: tap the kitten beside the name."), name=name)
    for seat, letter in enumerate(letters):
        if letter in letters[:seat]:
            raise BadSheet(
                N_("{name} and {other} have the same colour: everybody needs one of their own."),
                name=names[letters.index(letter)],
                other=names[seat],
            )
    return [LETTERS.index(letter) for letter in letters]


def cats_in_box(colour: int, in_box: int) -> int:
    """Tokens that show a cat of this colour on one of their sides."""
    box = KINDS * (in_box - FEWEST_COLOURS)
    return sum(COPIES[box + kind] for kind in range(1, KINDS) if colour in FACES[2 * kind : 2 * kind + 2])


def pile(sheet: Mapping[str, str], seat: int, name: str, colour: int, in_box: int, t: Translations) -> int:
    text = sheet.get(f"pile-{seat}", "") or "0"
    most = cats_in_box(colour, in_box)
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) <= most):
        raise BadSheet(
            N_("The pile of {name} cannot be {n}: a set of {colours} colours has {most} tokens with {cats}."),
            name=name,
            n=text[:20],
            colours=in_box,
            most=most,
            cats=colour_name(colour, t),
        )
    return int(text)
