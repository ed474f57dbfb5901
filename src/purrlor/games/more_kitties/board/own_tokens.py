"""The tokens a player holds, as buttons: one to hand over, or the pair that is tossed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from purrlor.core.language import Translations
from purrlor.games.more_kitties.board.equal_tokens import gift_of, pair_of
from purrlor.games.more_kitties.board.sprite import FACES
from purrlor.games.more_kitties.rules.box import COLOURS, DOG, INVISIBLE, MOUSE
from purrlor.games.more_kitties.rules.state import CHOOSE, NONE, PAIR_HIGH, PAIR_LOW, State
from purrlor.games.more_kitties.words.labels import label
from purrlor.games.more_kitties.words.names import face_of, token_name


@cache
def face(number: int) -> Mapping[str, object]:
    """A side of a token: its drawing, its ground, and the mark of its colour."""
    kind = {MOUSE: "kM", DOG: "kD", INVISIBLE: "kI"}.get(number, f"k{number}")
    return {"art": FACES[number], "kind": kind, "mark": f"mark-{number}" if number < COLOURS else ""}


@cache
def token(kind: int, side: int = 0) -> Mapping[str, object]:
    return {"up": face(face_of(kind, side)), "down": face(face_of(kind, 1 - side))}


def reserve(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> list[dict[str, object]]:
    """The tokens one holds; when one is to be handed over, each is a choice. Of equal ones the first is the button, and
    the others press it."""
    if is_last_pair(s, viewer, choices):
        return last_pair(s, viewer, t)
    hands_over = s.phase == CHOOSE and viewer != s.turn
    picked: set[int] = set()
    if s.phase == CHOOSE and s.chosen[viewer]:
        action = s.chosen[viewer] - 1
        picked = {action} if hands_over else {PAIR_LOW[action], PAIR_HIGH[action]}
    found = []
    for place in range(s.have[viewer]):
        stands = gift_of(s, viewer, place) if choices else NONE
        found.append(
            {
                "action": place if stands == place else None,
                "twin_of": token_id(s, viewer, stands) if stands not in (NONE, place) else None,
                "label": label(s, viewer, place, t) if stands == place else "",
                "picked": place in picked,
                "why": t.gettext("Your reserve has to wait: choose on the rug.") if choices and stands == NONE else "",
                **own_token(s, viewer, place),
            }
        )
    return found


def is_last_pair(s: State, viewer: int, choices: Sequence[int]) -> bool:
    """The active player has two tokens left: there is nothing to choose."""
    return s.phase == CHOOSE and viewer == s.turn and bool(choices) and s.have[viewer] == 2


def last_pair(s: State, viewer: int, t: Translations) -> list[dict[str, object]]:
    """Both tokens are one button."""
    (action,) = (k for k, high in enumerate(PAIR_HIGH) if high == 1)
    first, second = (own_token(s, viewer, place) for place in range(2))
    button = {"action": action, "twin_of": None, "label": label(s, viewer, action, t)}
    return [
        {**button, "picked": False, "why": "", **first},
        {"action": None, "twin_of": first["id"], "label": "", "picked": False, "why": "", **second},
    ]


def own_token(s: State, viewer: int, place: int) -> dict[str, object]:
    """A token of the reserve; what was drawn when the last turn was over comes from the bag."""
    is_new = s.phase == CHOOSE and s.turns > 0 and place >= s.have[viewer] - s.drew[viewer]
    return {
        "id": token_id(s, viewer, place),
        "from": "bag" if is_new else "",
        **token(s.reserve[viewer][place]),
    }


def token_id(s: State, viewer: int, place: int) -> str:
    """Places move up when a token goes; of equal tokens it does not matter which is which."""
    mine = s.reserve[viewer]
    return f"token-{mine[place]}-{sum(mine[k] == mine[place] for k in range(place))}"


def pick(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> dict[str, object]:
    """The active player taps two tokens: the first is only marked on the page, the second lies under the button of the
    two. Of equal pairs the first is the button, and the others press it."""
    if s.phase != CHOOSE or not choices or viewer != s.turn or is_last_pair(s, viewer, choices):
        return {}
    mine, have = s.reserve[viewer], s.have[viewer]
    tokens = []
    for place in range(have):
        said = t.gettext("First token: {token}").format(token=token_name(mine[place], t))
        tokens.append({"place": place, "label": said, **own_token(s, viewer, place)})
    pairs = []
    for action, (low, high) in enumerate(zip(PAIR_LOW, PAIR_HIGH, strict=True)):
        if high < have:
            stands = pair_of(s, viewer, low, high)
            said = label(s, viewer, stands, t)
            pieces = f"{token_id(s, viewer, low)} {token_id(s, viewer, high)}"
            pairs.append(
                {
                    "action": stands,
                    "is_button": stands == action,
                    "spot": f"p{low}{high}",
                    "label": said,
                    "pieces": pieces,
                }
            )
    return {"turn": s.turns, "tokens": tokens, "pairs": pairs}
