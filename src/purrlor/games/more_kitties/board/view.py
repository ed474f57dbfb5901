"""How More Kitties! looks: flat, ready values for board.html, hand.html and player.html."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypedDict

from purrlor.core.language import N_, Translations
from purrlor.games.more_kitties.board.equal_tokens import token_of
from purrlor.games.more_kitties.board.memory import NOTHING, BoardMemory
from purrlor.games.more_kitties.board.own_tokens import pick, reserve, token
from purrlor.games.more_kitties.board.sprite import FACES
from purrlor.games.more_kitties.rules.box import COLOURS, DOG
from purrlor.games.more_kitties.rules.state import (
    ACTED,
    AGAIN,
    BACK,
    CHOOSE,
    EXCHANGE,
    GIVE,
    GIVEN,
    HIDDEN,
    LAST,
    LAY,
    LEFT,
    NONE,
    ORDER,
    OVER,
    TO_ACT,
    TURN_OVER,
    WON,
    State,
)
from purrlor.games.more_kitties.words.hints import WHAT_IT_DOES, hint
from purrlor.games.more_kitties.words.labels import label
from purrlor.games.more_kitties.words.names import colour_name, face_name, face_of, side_name, side_taken

TELLS_OUTCOMES = True  # buttons say who would lead: a puzzle names choices by their labels alone
LONE = (
    N_("A red cat is ahead"),
    N_("A blue cat is ahead"),
    N_("A yellow cat is ahead"),
    N_("A green cat is ahead"),
    N_("A violet cat is ahead"),
    N_("A pink cat is ahead"),
)
AHEAD = (
    N_("Red is ahead"),
    N_("Blue is ahead"),
    N_("Yellow is ahead"),
    N_("Green is ahead"),
    N_("Violet is ahead"),
    N_("Pink is ahead"),
)
ON_THE_TABLE = (ORDER, TURN_OVER, EXCHANGE, LAY, AGAIN, GIVE)  # while these last, the toss still counts
MOST_DEEDS = 3  # as many as have room beside one another
TURNED_BY_HAND = (ORDER, TURN_OVER, EXCHANGE, LAY, GIVE)  # now the other side matters; else whose token it was


def board(
    s: State, viewer: int, t: Translations, names: Sequence[str], choices: Sequence[int], memory: BoardMemory = NOTHING
) -> dict[str, object]:
    tosses_again = bool(choices) and s.phase in (AGAIN, LAST)
    return {
        "round": heading(s, t),
        "hint": hint(s, viewer, t, choices),
        "thrown": [thrown(s, place, viewer, t, names, choices, memory.tosses) for place in range(s.table_n)],
        "sign": "down" if s.phase in TURNED_BY_HAND else "from",
        "moves": s.phase != OVER,
        "is_over": s.phase == OVER,
        "is_past": bool(s.table_n) and s.phase not in ON_THE_TABLE,
        "tossed": memory.tosses,
        "lies": f"{memory.tosses}-" + "-".join(f"{s.table[place]}.{s.up[place]}" for place in range(s.table_n)),
        "tosser": tosser(s, viewer, t, names, memory.is_again) if s.table_n else "",
        "deeds": [deed(*each, t) for each in memory.deeds[-MOST_DEEDS:]],
        "did": did(*memory.deeds[0], t) if len(memory.deeds) == 1 else "",
        "collect": t.gettext("Collect the most {colour}").format(colour=colour_name(s.colour[viewer], t))
        if viewer < s.seats
        else "",
        "own": FACES[s.colour[viewer]] if viewer < s.seats and not s.table_n else "",
        "tally": tally(s, t) if s.table_n else [],
        "verdict": verdict(s, viewer, t, names),
        "colour": s.colour[viewer] if viewer < s.seats else "",
        "is_new": s.turns == 0,
        "reserve": reserve(s, viewer, t, choices) if viewer < s.seats and not tosses_again else [],
        "pick": pick(s, viewer, t, choices),
        "sides": sides(s, viewer, t, choices),
        "actions": [{"action": 0, "label": label(s, viewer, 0, t), "kind": "main"}] if tosses_again else [],
        "players": [chip(s, p, viewer, t) for p in range(s.seats)],
    }


def heading(s: State, t: Translations) -> str:
    """About how long it lasts: a toss takes two tokens of the player who tosses and one of each other, but a tie gives
    some back. Among cats a match takes 1.2 to 1.4 times the tosses that it would take without ties."""
    if s.phase == OVER:
        return ""
    left = s.bag_n + sum(s.have[: s.seats]) + (s.table_n if s.phase in ON_THE_TABLE else 0)
    n = max(1, round(1.25 * left / (s.seats + 1)))
    tosses = t.ngettext("~{n} toss", "~{n} tosses", n).format(n=n)
    bag = t.gettext("bag: {n}").format(n=s.bag_n) if s.bag_n else t.gettext("bag empty")
    return f"{bag} · {tosses}"


# ------------------------------------------------------------ the rug
def thrown(
    s: State, place: int, viewer: int, t: Translations, names: Sequence[str], choices: Sequence[int], tosses: int
) -> dict[str, object]:
    kind, side = s.table[place], s.up[place]
    stands = token_of(s, viewer, place) if choices else NONE
    can_pick = stands != NONE
    css_class = "lit" if can_pick else ""
    if s.acting == place and s.phase in (TURN_OVER, EXCHANGE, LAY):
        css_class = "acting"
    elif s.aim == place and s.phase == LAY:
        css_class = "chosen"
    elif s.mark[place] == GIVEN and s.phase == GIVE:
        css_class = "gone"
    elif s.phase == GIVE and can_pick and stands != place:
        css_class, can_pick = "", False  # the equal one is tapped: what goes dark is what was tapped
    elif s.phase not in ON_THE_TABLE:
        css_class = "past won" if s.fate == WON and face_of(kind, side) == s.won else "past rest"
    elif s.mark[place] == ACTED:
        css_class += " acted"
    return {
        "id": thrown_id(s, place),
        "from": f"token-{kind}-0" if s.owner[place] == viewer else f"player-{s.owner[place]}",
        "to": f"player-{s.turn}" if css_class == "chosen" else "",
        "spot": f"n{s.table_n} p{place}",
        "css_class": css_class,
        "action": place if stands == place else None,
        "twin_of": thrown_id(s, stands) if can_pick and stands != place else None,
        "label": thrown_label(s, viewer, place, t) if stands == place else spoken(s, place, t, names),
        "then": leader(turned_over(s, place), t) if s.phase == TURN_OVER and can_pick else None,
        "why": why_not(s, place, t, stands) if choices and not can_pick else "",
        "owner": names[s.owner[place]],
        "turn": f"{tosses}-{kind}-{side}",
        **token(kind, side),
    }


def thrown_label(s: State, viewer: int, place: int, t: Translations) -> str:
    """What a choice on the rug does; for a Dog, also who would lead then."""
    said = label(s, viewer, place, t)
    return f"{said}. {outcome(turned_over(s, place), t)}" if s.phase == TURN_OVER else said


def turned_over(s: State, place: int) -> State:
    """As the rug would be if the Dog turned this token over. What comes up does not act."""
    after = s.copy()
    after.up[place], after.mark[place] = 1 - s.up[place], 0
    return after


def leader(s: State, t: Translations) -> dict[str, object]:
    """The colour that leads on the rug as a small picture, and how many; without art a tie."""
    rows = tally(s, t)
    if not rows or (len(rows) > 1 and rows[0]["n"] == rows[1]["n"]):
        return {"art": "", "n": "="}
    return {"art": rows[0]["art"], "n": str(rows[0]["n"])}


def thrown_id(s: State, place: int) -> str:
    """A token of this toss for as long as it lies there: what a Mouse lays down is another one."""
    return f"thrown-{toss(s)}-{place}-{s.table[place]}"


def tosser(s: State, viewer: int, t: Translations, names: Sequence[str], is_again: bool) -> str:
    """Who tossed what lies there: the tokens of the active player come first; the last toss is made for all."""
    who = s.turn if s.final or s.phase in ON_THE_TABLE else s.owner[0]
    if is_again:
        sentences = t.gettext("A tie: you toss again!"), t.gettext("A tie: {name} tosses again!")
    else:
        sentences = t.gettext("You toss!"), t.gettext("{name} tosses!")
    return sentences[who != viewer].format(name=names[who])


def deed(special: int, was: int, now: int, t: Translations) -> dict[str, object]:
    """What a Dog or a Mouse did: one face for another."""
    said = f"{face_name(special, t)}: {face_name(was, t)} → {face_name(now, t)}"
    sign = "→" if special == DOG else "⇄"
    return {"by": FACES[special], "was": FACES[was], "sign": sign, "now": FACES[now], "label": said}


def did(special: int, was: int, now: int, t: Translations) -> str:
    """The same in words, where it is the only deed."""
    if special == DOG:
        said = t.gettext("Dog: flipped {was} to {now}")
    elif was == now:
        said = t.gettext("Mouse: swapped {was} for another {was}")
    else:
        said = t.gettext("Mouse: swapped {was} for {now}")
    return said.format(was=side_taken(was, t), now=side_taken(now, t))


def why_not(s: State, place: int, t: Translations, stands: int = NONE) -> str:
    """Why a token on the rug is no choice for the player who is asked."""
    if s.phase == CHOOSE:
        does = WHAT_IT_DOES.get(face_of(s.table[place], s.up[place]))
        return t.gettext(does) if does else t.gettext("That toss is over: choose among your own tokens.")
    if s.phase == LAY:
        return t.gettext("Now put one of your own tokens in that place.")
    if s.phase == ORDER:
        return t.gettext("Only a Mouse or a Dog that has just landed acts now.")
    if s.phase in (TURN_OVER, EXCHANGE):
        return t.gettext("This is the one that acts: choose another token.")
    if s.phase == GIVE:
        if stands != NONE:
            return t.gettext("The same token is lit: tap that one.")
        return t.gettext("This token has gone back already.")
    return t.gettext("All of these are tossed again: there is nothing to choose.") if s.phase == AGAIN else ""


def toss(s: State) -> int:
    """The turn in which this was tossed, also when that turn is over and the rug still shows it."""
    return s.turns if s.phase in ON_THE_TABLE else s.turns - 1


def spoken(s: State, place: int, t: Translations, names: Sequence[str]) -> str:
    return spoken_token(s.table[place], s.up[place], names[s.owner[place]], t)


@lru_cache(maxsize=4096)
def spoken_token(kind: int, side: int, name: str, t: Translations) -> str:
    up, down = face_name(face_of(kind, side), t), face_name(face_of(kind, 1 - side), t)
    return t.gettext("{face} ({beneath} beneath, {name})").format(face=up, beneath=down, name=name)


class ColourCount(TypedDict):
    colour: int
    art: str
    n: int
    name: str


def tally(s: State, t: Translations) -> list[ColourCount]:
    """How many cats of each colour show, most first."""
    shown = [0] * COLOURS
    for place in range(s.table_n):
        number = face_of(s.table[place], s.up[place])
        if number < COLOURS:
            shown[number] += 1
    order = sorted(range(COLOURS), key=lambda colour: -shown[colour])
    return [
        {"colour": colour, "art": FACES[colour], "n": shown[colour], "name": colour_name(colour, t)}
        for colour in order
        if shown[colour]
    ]


def verdict(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    """Who leads, or what became of the last toss."""
    if not s.table_n:
        if viewer < s.seats:
            return t.gettext("You are the {colour} team").format(colour=side_name(s.colour[viewer], t))
        return t.gettext("The most cats at the end wins")
    if s.phase == GIVE:
        return t.gettext("Tied again: one back to each")
    if s.phase == AGAIN and viewer != s.turn:
        return t.gettext("A tie: toss again")
    if s.phase in ON_THE_TABLE:
        return leads(s, t)
    if s.fate == WON:
        return taken(s, viewer, t, names)
    if s.fate == BACK:
        return t.gettext("Two ties: one back to each")
    return t.gettext("Nobody led: all left the game") if s.fate == LEFT else ""


def taken(s: State, viewer: int, t: Translations, names: Sequence[str]) -> str:
    owners = [p for p in range(s.seats) if s.colour[p] == s.won]
    n = sum(face_of(s.table[place], s.up[place]) == s.won for place in range(s.table_n))
    if owners == [viewer]:
        sentence = t.ngettext("{ahead}: you take the cat!", "{ahead}: you take the cats!", n)
    elif owners:
        sentence = t.ngettext("{ahead}: {name} takes it", "{ahead}: {name} takes them", n)
    else:
        sentence = t.ngettext("{ahead}: nobody's cat", "{ahead}: nobody's cats", n)
    return sentence.format(ahead=ahead(s.won, n, t), name=names[owners[0]] if owners else "")


def ahead(colour: int, n: int, t: Translations) -> str:
    return t.gettext((LONE if n == 1 else AHEAD)[colour])


def leads(s: State, t: Translations) -> str:
    rows = tally(s, t)
    if not rows or (len(rows) > 1 and rows[0]["n"] == rows[1]["n"]):
        return t.gettext("A tie")
    return ahead(rows[0]["colour"], rows[0]["n"], t)


# ------------------------------------------------------------ after a Mouse
def sides(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> list[dict[str, object]]:
    """After a Mouse: each token of the reserve, either side up."""
    if s.phase != LAY:
        return []
    return [
        {
            "id": f"token-{s.reserve[viewer][action // 2]}-0",
            "action": action,
            "label": label(s, viewer, action, t),
            "then": then(s, s.reserve[viewer][action // 2], action % 2, t),
            **token(s.reserve[viewer][action // 2], action % 2),
        }
        for action in choices
    ]


def then(s: State, kind: int, side: int, t: Translations) -> str:
    """Who would lead with this token in the chosen place."""
    after = s.copy()
    after.table[s.aim], after.up[s.aim], after.mark[s.aim] = kind, side, 0
    return outcome(after, t)


def outcome(s: State, t: Translations) -> str:
    """Who leads after a Dog's or a Mouse's choice; a tie says what it means, if nobody acts any more."""
    rows = tally(s, t)
    if rows and (len(rows) == 1 or rows[0]["n"] > rows[1]["n"]):
        first = rows[0]["colour"]
        return t.gettext(AHEAD[first])
    if sum(mark == TO_ACT for mark in s.mark[: s.table_n]) > 1:  # the one that acts is one of them
        return t.gettext("A tie")
    return t.gettext("A tie: toss again") if s.tosses == 1 else t.gettext("A tie: one back to each")


# ------------------------------------------------------------ players
def chip(s: State, p: int, viewer: int, t: Translations) -> dict[str, object]:
    tokens = []
    if p != viewer:
        for place in range(s.have[p]):
            kind = s.reserve[p][place]
            tokens.append(None if kind == HIDDEN else token(kind))
    doing = {}
    if s.phase == GIVE and s.receiver == p and s.receiver != NONE:
        doing = {"doing": t.gettext("gets one")}
    pile = s.pile[p]
    fresh = just_taken(s, p)
    return {
        "count": colour_name(s.colour[p], t),
        "short": "",
        "level": "",
        "colour": s.colour[p],
        "tone": s.colour[p],
        "pile": pile,
        "was": pile - fresh,
        "cats": ["fresh" if k >= pile - fresh else "" for k in range(min(pile, 12))],
        "plus": fresh,
        "tokens": tokens if s.phase != OVER else [],
        "known": t.gettext("Tokens in reserve. In two colours: everybody has seen it; with a paw: still secret."),
        "tokens_label": t.ngettext("{n} token in reserve", "{n} tokens in reserve", s.have[p]).format(n=s.have[p]),
        **doing,
    }


def just_taken(s: State, p: int) -> int:
    """How many of a pile the last toss brought, until the next one."""
    if s.fate != WON or s.won != s.colour[p]:
        return 0
    return sum(face_of(s.table[place], s.up[place]) == s.won for place in range(s.table_n))
