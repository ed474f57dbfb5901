"""How Rat-a-Tat Cat looks: flat, ready values for board.html, hand.html and player.html.

A card's face is only ever read through `face`, which asks `is_shown`: with strict memory the state knows more than the
screen may show.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from purrlor.core.language import Translations
from purrlor.games.rat_a_tat_cat.board.calling import call, shout
from purrlor.games.rat_a_tat_cat.board.memory import NOTHING, BoardMemory
from purrlor.games.rat_a_tat_cat.board.score_sheet import chart, match_table, turned_up
from purrlor.games.rat_a_tat_cat.board.sprite import CARDS
from purrlor.games.rat_a_tat_cat.rules.hidden_information import is_shown
from purrlor.games.rat_a_tat_cat.rules.state import (
    CALL,
    DECLINE,
    DISCARD_IT,
    DRAW,
    DRAW_AGAIN,
    GO_ON,
    HIDDEN,
    LOOK,
    NINE,
    NO,
    NO_CARD,
    NOBODY,
    OVER,
    PEEK_OWN,
    PEEKED,
    PLACE,
    ROUND_END,
    ROW,
    SOURCE,
    SUPER_PEEKED,
    SWAP_OTHER,
    SWAP_OWN,
    TAKE,
    TURN_OVER,
    YES,
    State,
)
from purrlor.games.rat_a_tat_cat.words.card_names import card_name
from purrlor.games.rat_a_tat_cat.words.hints import hint, top_of
from purrlor.games.rat_a_tat_cat.words.labels import heading, label, why_not
from purrlor.games.rat_a_tat_cat.words.places import nth, opening

ASKS_TWICE = True  # hand.html has a data-confirm: a call cannot be undone
BACK = "card-back"
USING = (SWAP_OWN, SWAP_OTHER, PEEK_OWN, PEEKED, SUPER_PEEKED, DRAW_AGAIN)  # a special is being used


def board(
    s: State, viewer: int, t: Translations, names: Sequence[str], choices: Sequence[int], memory: BoardMemory = NOTHING
) -> dict[str, object]:
    own = viewer if viewer < s.seats else 0  # who looks on sees the first player's row large
    scene = scene_of(s, viewer)
    over = s.phase in (ROUND_END, OVER)
    is_long = s.phase == OVER and s.round > 2  # the score at the end has one line for all the rounds before
    has_row = s.rows[own][0] != NO_CARD
    return {
        "round": heading(s, t),
        "hint": hint(s, viewer, t, names, memory.draw_twos, swapped_by_others(viewer, memory)),
        "scene": scene,
        "own": own,
        "is_mine": own == viewer,
        "is_in": has_row,
        "row": [place(s, viewer, own, i, t, names, choices, memory) for i in range(ROW)] if has_row else [],
        "others": other_rows(s, viewer, t, names, choices) if scene in ("swap", "scan") else [],
        "deck": deck(s, viewer, t, choices),
        "discard": discard(s, viewer, t, choices),
        "stage": stage(s, viewer, t, names, memory),
        "looks": [look(s, viewer, i, t) for i in (0, ROW - 1)] if scene == "look" else [],
        "ends": turned_up(s, viewer, t, names, memory.replaced) if over else [],
        "is_replaced": bool(memory.replaced),
        "sheet": match_table(s, viewer, t, names, memory.rounds) if s.phase == ROUND_END or is_long else {},
        "chart": chart(s, viewer, t, names, memory.rounds) if over else {},
        "moves": moves(s, viewer, t, choices),
        "call": call(s, viewer, t, names, choices),
        "shout": shout(s, viewer, t, names),
        "players": [chip(s, p, viewer, t, memory) for p in range(s.seats)],
    }


def scene_of(s: State, viewer: int) -> str:
    """Which of the table's moments this is for the viewer."""
    if s.phase in (ROUND_END, OVER):
        return "end"
    if s.phase == LOOK and viewer < s.seats and s.asked >> viewer & 1:
        return "look"
    if s.phase == SUPER_PEEKED and s.turn == viewer:
        return "scan"
    if s.phase == SWAP_OTHER and s.turn == viewer:
        return "swap"
    return "round"


# ------------------------------------------------------------ cards
def face(s: State, viewer: int, p: int, i: int) -> str:
    """What lies there for the viewer: a picture, or the back."""
    return CARDS[s.rows[p][i]] if is_shown(s, viewer, p, i) else BACK


def spoken(s: State, viewer: int, p: int, i: int, t: Translations) -> str:
    return card_in_words(i, s.rows[p][i] if is_shown(s, viewer, p, i) else None, t)


@lru_cache(maxsize=512)
def card_in_words(i: int, card: int | None, t: Translations) -> str:
    if card is not None:
        return opening(t.gettext("{nth}: {card}").format(nth=nth(i, t), card=card_name(card, t)))
    return opening(t.gettext("{nth}: face down").format(nth=nth(i, t)))


def swapped(s: State, p: int, i: int, t: Translations, names: Sequence[str], memory: BoardMemory) -> str:
    """With whom this card was swapped of late."""
    laid = memory.laid.get((p, i))
    if laid is None or laid.giver == NOBODY:
        return ""
    return t.gettext("swapped with {name}").format(name=names[laid.giver])


def swapped_by_others(viewer: int, memory: BoardMemory) -> tuple[int, int] | None:
    """The last card of the viewer's that somebody else swapped, and who; its mark stays until that player's next turn,
    so the viewer has acted in between."""
    found = [(i, laid.by) for (p, i), laid in memory.laid.items() if p == viewer and laid.by != viewer]
    return found[-1] if found else None


def place(
    s: State,
    viewer: int,
    p: int,
    i: int,
    t: Translations,
    names: Sequence[str],
    choices: Sequence[int],
    memory: BoardMemory,
) -> dict[str, object]:
    """One place of the row that lies in front of the viewer."""
    asked = s.phase in (PLACE, SWAP_OWN, PEEK_OWN) and p == viewer
    lit = asked and i in choices
    is_chosen = s.turn == p and s.slot == i and (s.phase == PEEKED or s.phase == SWAP_OTHER)
    return {
        "id": f"own-{i}",
        "art": face(s, viewer, p, i),
        "action": i if lit else None,
        "label": label(s, viewer, i, t) if lit else spoken(s, viewer, p, i, t),
        "kind": "chosen" if is_chosen else "lit" if lit else "",
        "sign": {PLACE: "trade", SWAP_OWN: "swap", PEEK_OWN: "eye"}.get(s.phase, "") if lit else "",
        "why": why_not(s, viewer, "open", t) if asked and choices and not lit else "",
        "swapped": swapped(s, p, i, t, names, memory),
    }


def other_rows(
    s: State, viewer: int, t: Translations, names: Sequence[str], choices: Sequence[int]
) -> list[dict[str, object]]:
    """The other rows laid out large, from the left neighbour on; under the scanner the own row comes first."""
    seats = [(viewer + k) % s.seats for k in range(0 if s.phase == SUPER_PEEKED else 1, s.seats)]
    found = []
    for p in seats:
        if s.rows[p][0] == NO_CARD:
            continue
        cards = []
        for i in range(ROW):
            action = ROW * p + i
            lit = s.phase == SWAP_OTHER and action in choices
            said = t.gettext("{name}, {nth}").format(name=names[p], nth=nth(i, t))
            cards.append(
                {
                    "id": f"far-{p}-{i}",
                    "art": face(s, viewer, p, i),
                    "action": action if lit else None,
                    "label": said if lit else spoken(s, viewer, p, i, t),
                    "kind": "lit" if lit else "",
                    "sign": "swap" if lit else "",
                    "why": why_not(s, viewer, "open", t) if s.phase == SWAP_OTHER and not lit else "",
                    "swapped": "",
                }
            )
        found.append(
            {"seat": p, "name": names[p], "said": t.gettext("You") if p == viewer else names[p], "cards": cards}
        )
    return found


def look(s: State, viewer: int, i: int, t: Translations) -> dict[str, object]:
    """One of the two outer cards at the start, with a word of advice."""
    card = s.rows[viewer][i]
    if card > NINE:
        advice = t.gettext("does nothing in a row: replace it")
    elif card == NINE:
        advice = t.gettext("the worst card: replace it soon")
    elif card > 6:
        advice = t.gettext("a rat: replace it")
    elif card > 3:
        advice = t.gettext("neither good nor bad")
    else:
        advice = t.gettext("a good one: keep it") if card else t.gettext("the best card: keep it")
    return {"name": card_name(card, t).strip("«»"), "advice": advice, "is_long": card > NINE}


# ------------------------------------------------------------ the middle of the table


def deck(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> dict[str, object]:
    action = None
    if choices and s.phase == SOURCE:
        action = DRAW
    elif choices and s.phase == DRAW_AGAIN:
        action = YES
    return {
        "action": action,
        "label": label(s, viewer, action, t) if action is not None else "",
        "left": s.deck_n,
        "said": t.ngettext("{n} card in the deck", "{n} cards in the deck", s.deck_n).format(n=s.deck_n),
    }


def discard(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> dict[str, object]:
    """The pile of cards that lie open; a special in use lies on the stage instead."""
    n = s.discard_n - (1 if s.phase in USING and not is_peeking(s, viewer) else 0)
    top = s.discard[n - 1] if n > 0 else NO_CARD
    can_take = s.phase == SOURCE and TAKE in choices
    can_drop = s.phase == PLACE and DISCARD_IT in choices
    if n > 0:
        said = t.gettext("On the discard: {card}").format(card=card_name(top, t))
    else:
        said = t.gettext("The discard is empty")
    return {
        "id": f"top-{n}",
        "art": CARDS[top] if n > 0 else "",
        "below": CARDS[s.discard[n - 2]] if n > 1 else "",
        "action": TAKE if can_take else None,
        "label": label(s, viewer, TAKE, t) if can_take else "",
        "drops": can_drop,
        "said": said,
        "caption": discard_caption(s, top, t, bool(choices)),
        "from": whence(s, viewer),
        "why": why_not(s, viewer, "discard", t) if s.phase == SOURCE and choices and not can_take else "",
    }


def discard_caption(s: State, top: int, t: Translations, is_asked: bool) -> str:
    if top > NINE and s.phase == SOURCE and is_asked:
        return t.gettext("stays here")
    if top >= 0 and top == s.passed and not s.draws_left:
        return t.gettext("discarded: {card}").format(card=card_name(top, t))
    return t.gettext("Discard")


def whence(s: State, viewer: int) -> str:
    """Where the newest open card comes from, for the eye."""
    if s.phase == SOURCE and s.caller != NOBODY:  # after the call no question ends a turn
        before = (s.turn - 1) % s.seats
        while s.out >> before & 1:
            before = (before - 1) % s.seats
        return lap_of(before, viewer)
    if s.phase == PLACE and s.passed != NO_CARD and not s.draws_left:
        return "stage"  # the first card of a draw two was thrown
    return lap_of(s.turn, viewer)


def lap_of(p: int, viewer: int) -> str:
    return "row" if p == viewer else f"player-{p}"


def is_peeking(s: State, viewer: int) -> bool:
    return s.phase == PEEKED and s.turn == viewer


def stage(s: State, viewer: int, t: Translations, names: Sequence[str], memory: BoardMemory) -> dict[str, object]:
    """The card everything is about now, the largest thing on the table."""
    mine, name = s.turn == viewer, names[s.turn]
    if s.phase == PLACE:
        is_open = s.in_hand != HIDDEN  # who may not know it has it hidden; a look back may show it
        if s.taken:
            caption = t.gettext("you took it") if mine else t.gettext("{name} took it").format(name=name)
        elif s.draws_left or s.passed != NO_CARD:  # a draw two
            caption = t.gettext("card {n} of two").format(n=1 if s.draws_left else 2)
        else:
            caption = t.gettext("only you see it") if mine else t.gettext("{name} sees it").format(name=name)
        return {
            "id": "drawn-second" if s.passed != NO_CARD and not s.draws_left else "drawn",
            "art": CARDS[s.in_hand] if is_open else BACK,
            "said": card_name(s.in_hand, t) if is_open else t.gettext("a card face down"),
            "caption": caption,
            "secret": not s.taken,
            "times": "",
            "from": "discard" if s.taken else "deck",
            "to": "" if s.draws_left else lap_of(s.turn, viewer),  # it may be thrown
        }
    if is_peeking(s, viewer):
        card = s.rows[viewer][s.slot]
        caption = t.gettext("only you see it")
        art, said = face(s, viewer, viewer, s.slot), card_name(card, t)
        return {
            "id": "peeked",
            "art": art,
            "said": said,
            "caption": caption,
            "secret": True,
            "times": "",
            "from": "row",
            "to": "row",
        }
    if s.phase in USING:
        return {
            "id": f"top-{s.discard_n}",
            "art": CARDS[top_of(s)],
            "said": "",
            "caption": card_name(top_of(s), t),
            "secret": False,
            "from": "deck",
            "to": "",
            "times": f"×{memory.draw_twos}" if s.phase == DRAW_AGAIN and memory.draw_twos > 1 else "",
        }
    return {}


# ------------------------------------------------------------ buttons below the status line
def moves(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> list[dict[str, object]]:
    """Choices that have no place on the table."""
    if not choices:
        return []
    found: dict[int, tuple[int, str, str, str]] = {
        LOOK: (TURN_OVER, t.gettext("Got it, turn them over"), "main", "eye"),
        PEEKED: (TURN_OVER, t.gettext("Got it, turn it over"), "main", "eye"),
        SUPER_PEEKED: (TURN_OVER, t.gettext("Got it, turn them over"), "main", "eye"),
        PLACE: (DISCARD_IT, label(s, viewer, DISCARD_IT, t), "plain", ""),
        SWAP_OWN: (DECLINE, label(s, viewer, DECLINE, t), "plain", ""),
        PEEK_OWN: (DECLINE, label(s, viewer, DECLINE, t), "plain", ""),
        DRAW_AGAIN: (NO, label(s, viewer, NO, t), "plain", ""),  # the deck itself is the other button
        CALL: (NO, label(s, viewer, NO, t), "main", ""),
        ROUND_END: (GO_ON, t.gettext("On to round {n}").format(n=s.round + 1), "main", "play"),
    }
    if s.phase not in found or found[s.phase][0] not in choices:
        return []
    action, text, kind, icon = found[s.phase]
    return [{"action": action, "label": text, "kind": kind, "icon": icon, "drops": s.phase == PLACE}]


# ------------------------------------------------------------ players
def chip(s: State, p: int, viewer: int, t: Translations, memory: BoardMemory) -> dict[str, object]:
    has_row = s.rows[p][0] != NO_CARD
    shown = [face(s, viewer, p, i) for i in range(ROW)] if has_row else []
    if not has_row:
        said = t.gettext("out")
    elif all(art == BACK for art in shown):
        said = t.gettext("four cards face down")
    else:
        said = ", ".join(spoken(s, viewer, p, i, t) for i in range(ROW))
    found: dict[str, object] = {
        "cards": tuple(shown),
        "laid": tuple((p, i) in memory.laid for i in range(ROW)),
        "said": said,
        "called": s.caller == p and s.phase < ROUND_END,
    }
    if s.out >> p & 1:
        found["doing"] = t.gettext("out")
    elif s.phase == LOOK:
        found["doing"] = ""  # the paw beside the name says who still looks
    elif s.phase == ROUND_END:
        found["doing"] = "" if s.asked >> p & 1 else t.gettext("ready")
    return found
