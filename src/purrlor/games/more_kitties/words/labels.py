"""More Kitties! in words: what a choice does, what is asked, what lies on the table, the score."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import N_, Translations
from purrlor.games.more_kitties.rules.box import DOG, MOUSE
from purrlor.games.more_kitties.rules.choices import waiting
from purrlor.games.more_kitties.rules.state import (
    AGAIN,
    CHOOSE,
    EXCHANGE,
    GIVE,
    GIVEN,
    LAY,
    ORDER,
    PAIR_HIGH,
    PAIR_LOW,
    TO_ACT,
    TURN_OVER,
    State,
)
from purrlor.games.more_kitties.words.names import colour_name, face_name, face_of, list_tokens, token_name
from purrlor.games.more_kitties.words.story import narrate

__all__ = ["ABOUT", "MINUTES", "TITLE", "label", "narrate", "sight", "status", "tally"]

TITLE = N_("More Kitties!")
ABOUT = N_("Toss the tokens and gather the kittens of your colour.")
KIND = N_("Tossing and daring")
MINUTES = 15  # about; the box names neither time nor age


# ------------------------------------------------------------ on a button
def label(s: State, seat: int, action: int, t: Translations) -> str:
    reserve = s.reserve[seat]
    if s.phase == CHOOSE:
        if seat != s.turn:
            return t.gettext("Hand over {token}").format(token=token_name(reserve[action], t))
        pair = (token_name(reserve[place], t) for place in (PAIR_LOW[action], PAIR_HIGH[action]))
        return t.gettext("Toss {one} and {other}").format(**dict(zip(("one", "other"), pair, strict=True)))
    if s.phase == LAY:
        kind, side = reserve[action // 2], action % 2
        return t.gettext("Lay {face} up, {beneath} beneath").format(
            face=face_name(face_of(kind, side), t), beneath=face_name(face_of(kind, 1 - side), t)
        )
    if s.phase in (ORDER, TURN_OVER, EXCHANGE, GIVE):
        return label_on_table(s, action, t)
    return t.gettext("Toss again") if s.phase == AGAIN else t.gettext("Toss everything that's left")


MOST_LETTERS = {"en": (58, 82), "ru": (56, 96)}  # of a question and of a hint


def label_on_table(s: State, place: int, t: Translations) -> str:
    """Tokens that show the same differ in what is beneath, or in whether they have still to act."""
    kind, side = s.table[place], s.up[place]
    if s.phase == ORDER:
        sentence = t.gettext("{face} acts now ({beneath} beneath)")
    elif s.phase == GIVE:
        return t.gettext("Give back {token}").format(token=token_name(kind, t))
    elif s.phase == TURN_OVER:
        sentence = (
            t.gettext("Turn {face} over to {beneath} (it has yet to act)")
            if s.mark[place] == TO_ACT
            else t.gettext("Turn {face} over to {beneath}")
        )
    else:
        sentence = (
            t.gettext("Take {face}, still to act ({beneath} beneath)")
            if s.mark[place] == TO_ACT
            else t.gettext("Take {face} ({beneath} beneath)")
        )
    return sentence.format(face=face_name(face_of(kind, side), t), beneath=face_name(face_of(kind, 1 - side), t))


# ------------------------------------------------------------ what is asked
def status(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    if not waiting(s) >> viewer & 1:
        return ""
    if s.phase == CHOOSE:
        if viewer == s.turn and s.have[viewer] == 2:
            return t.gettext("Your turn: toss your last two tokens.")
        if viewer == s.turn:
            return t.gettext("Your turn: tap two tokens.")
        return t.gettext("{name} tosses: add one token.").format(name=names[s.turn])
    if s.phase == GIVE:
        return t.gettext("A tie again: give {name} one token back.").format(name=names[s.receiver])
    if s.phase == ORDER:
        return ask_order(s, t)
    if s.phase == TURN_OVER:
        return t.gettext("The Dog: pick a token to turn over.")
    if s.phase == EXCHANGE:
        return t.gettext("The Mouse: pick a token to take from the table.")
    if s.phase == LAY:
        return t.gettext("Now lay one of yours there: which token, which side?")
    if s.phase == AGAIN:
        return t.gettext("A tie: toss all of them again.")
    return t.gettext("No one has two tokens left: toss everything.")


def ask_order(s: State, t: Translations) -> str:
    faces = {face_of(s.table[place], s.up[place]) for place in range(s.table_n) if s.mark[place] == TO_ACT}
    if faces == {MOUSE}:
        return t.gettext("Which Mouse acts now?")
    return t.gettext("Which Dog acts now?") if faces == {DOG} else t.gettext("Who acts now: a Mouse or a Dog?")


# ------------------------------------------------------------ what lies on the table
def sight(s: State, viewer: int, t: Translations, names: Sequence[str]) -> list[str]:
    lines = []
    for p in range(s.seats):
        facts = {
            "name": names[p],
            "colour": colour_name(s.colour[p], t),
            "pile": s.pile[p],
            "tokens": list_tokens(s.reserve[p][: s.have[p]], t),
        }
        sentence = (
            t.gettext("{name}, {colour}: {pile}. Reserve: {tokens}")
            if s.have[p]
            else t.gettext("{name}, {colour}: {pile}. The reserve is empty.")
        )
        lines.append(sentence.format(**facts))
    if s.table_n:
        lies = [show_token(s, i, t, names) for i in range(s.table_n) if s.mark[i] != GIVEN or s.phase != GIVE]
        heading = (
            t.gettext("On the table: {tokens}") if ORDER <= s.phase <= GIVE else t.gettext("Previous toss: {tokens}")
        )
        lines.append(heading.format(tokens=", ".join(lies)))
    lines.append(t.gettext("Tokens in the bag: {n}").format(n=s.bag_n))
    if s.ties:
        lines.append(t.gettext("Turns in a row without a winner: {n}").format(n=s.ties))
    return lines


def show_token(s: State, place: int, t: Translations, names: Sequence[str]) -> str:
    kind, side = s.table[place], s.up[place]
    return t.gettext("{face} ({beneath} beneath, {name})").format(
        face=face_name(face_of(kind, side), t),
        beneath=face_name(face_of(kind, 1 - side), t),
        name=names[s.owner[place]],
    )


# ------------------------------------------------------------ the score
def tally(s: State, t: Translations) -> list[tuple[str, tuple[int, ...]]]:
    return [(t.gettext("Cats collected"), tuple(s.pile[: s.seats]))]
