"""What Fish Market says. `t` translates; `names` are the players' names by seat."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import N_, Translations
from purrlor.new_game.fish_market.rules.rules import KINDS, NONE, ROUNDS, State, waiting

TITLE = N_("Fish Market")
ABOUT = N_("Bid in secret for the catch of the day — but never what another cat bids.")
KIND = N_("Secret bids")
MINUTES = 5


def label(s: State, seat: int, action: int, t: Translations) -> str:
    return t.gettext("Bid {card}").format(card=action + 1)


def status(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    if viewer >= s.seats or not waiting(s) >> viewer & 1:
        return ""
    return t.ngettext("{n} point for sale: bid a card.", "{n} points for sale: bid a card.", s.pot).format(n=s.pot)


def narrate(
    before: State, after: State, seat: int, action: int, viewer: int, t: Translations, names: Sequence[str]
) -> list[str]:
    """Both states are hidden for the viewer: what they do not show must not be said."""
    if after.round == before.round:
        return [t.gettext("{name} bids {card}.").format(name=names[seat], card=action + 1)]
    bids = ", ".join(f"{names[p]} {after.shown[p] + 1}" for p in range(after.seats))
    lines = [t.gettext("The bids: {bids}.").format(bids=bids)]
    for p in range(after.seats):
        if after.points[p] > before.points[p]:
            n = after.points[p] - before.points[p]
            said = t.ngettext("{name} takes {n} point.", "{name} takes {n} points.", n)
            return [*lines, said.format(name=names[p], n=n)]
    return [*lines, t.gettext("Nobody takes the catch.")]


def sight(s: State, viewer: int, t: Translations, names: Sequence[str]) -> list[str]:
    """The plain board and the terminal show these lines; what stands before a colon is bold on the board."""
    lines = []
    if s.round < ROUNDS:
        lines.append(t.gettext("Round {n} of {all}").format(n=s.round + 1, all=ROUNDS))
        lines.append(t.gettext("For sale: {n}").format(n=s.pot))
    for p in range(s.seats):
        line = t.ngettext("{name}: {n} point", "{name}: {n} points", s.points[p])
        if s.shown[p] != NONE:
            line = t.ngettext("{name}: {n} point, bid {card}", "{name}: {n} points, bid {card}", s.points[p])
        lines.append(line.format(name=names[p], n=s.points[p], card=s.shown[p] + 1))
    if viewer < s.seats and s.round < ROUNDS:
        cards = " ".join(str(k + 1) for k in range(KINDS) for _ in range(s.hand[viewer][k]))
        lines.append(t.gettext("Your cards: {cards}").format(cards=cards))
    return lines


def tally(s: State, t: Translations) -> list[tuple[str, tuple[int, ...]]]:
    return [(t.gettext("Points"), tuple(s.points[: s.seats]))]
