"""A cat for every player: the one they chose, else drawn from the name; no two alike at a table.

The traits are few enough to be written as a key ("ginger-tabby-curious-bow"), so a face is a file that can be
served under its key and kept for ever. Another mood is another key: the winner's cat is pleased and wears a crown.
"""

import hashlib
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from purrlor.web.art.cats.bodies import loaf, sitting
from purrlor.web.art.cats.face import FINERY, face
from purrlor.web.art.cats.mood import MOODS
from purrlor.web.art.files import picture
from purrlor.web.art.pen.paper import Art

COATS = {  # and the patterns that suit them
    "ginger": ("plain", "tabby", "tuxedo", "spots"),
    "grey": ("plain", "tabby", "tuxedo", "spots"),
    "black": ("plain", "tuxedo", "spots"),
    "white": ("plain", "point", "calico"),
    "cream": ("plain", "point", "tabby"),
    "brown": ("tabby", "tuxedo", "spots"),
    "calico": ("calico",),
}
NAMED = {  # the parlour's own cats look as they are called
    ("whiskers", "усач"): ("brown", "tabby"),
    ("ginger", "рыжик"): ("ginger", "tabby"),
    ("smokey", "дымок"): ("grey", "plain"),
    ("socks", "носочек"): ("black", "tuxedo"),
    ("pepper", "перчик"): ("white", "calico"),
    ("misty", "мурка"): ("cream", "point"),
}
COAT_OF = {name: look for names, look in NAMED.items() for name in names}
WEAR = ("", *FINERY, "crown")
BORN = ("content", "curious", "sly", "pleased")  # moods a cat may have by nature
LOOKS = tuple((coat, pattern) for coat, patterns in COATS.items() for pattern in patterns)
OWN_WEAR = ("", *FINERY)  # what a player may choose
GRAIN = 3  # a face is rarely shown larger than 96 pixels
POSES = {"sit": sitting, "loaf": loaf}


def face_key(name: str, *, mood: str = "", wear: str | None = None, pose: str = "") -> str:
    """The key of this player's cat; the same name, the same cat. Mood, wear and pose only where they differ from it."""
    same = unicodedata.normalize("NFKC", name).strip().casefold()
    lot = int.from_bytes(hashlib.sha256(same.encode()).digest()[:8], "big")
    lot, i = divmod(lot, len(LOOKS))
    lot, j = divmod(lot, len(BORN))
    own = ("", "", *FINERY)[lot % (2 + len(FINERY))]
    traits = [pose, *COAT_OF.get(same, LOOKS[i]), mood or BORN[j], own if wear is None else wear]
    key = "-".join(t for t in traits if t)
    _traits(key)
    return key


def is_look(key: str) -> bool:
    """Whether a player may choose this cat."""
    try:
        pose, _, _, mood, wear = _traits(key)
    except ValueError:
        return False
    return not pose and mood in BORN and wear in OWN_WEAR


def dressed(look: str, *, mood: str = "", wear: str | None = None, pose: str = "") -> str:
    """The same cat in another mood, with something else on, or as a whole cat."""
    _, coat, pattern, own_mood, own_wear = _traits(look)
    return "-".join(filter(None, (pose, coat, pattern, mood or own_mood, own_wear if wear is None else wear)))


def looks_at_table(names: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """By seat: the key of its cat, "" for an open seat. `chosen`: by seat, "" where nobody chose.

    The parlour's own cats are as everybody knows them, a chosen cat comes before one that follows from a name, then
    the first seat first. A cat that would look like another wears something else or, if all is taken, has another coat.
    """
    wanted = [key if is_look(key) else face_key(name) if name else "" for name, key in zip(names, chosen, strict=True)]
    first = {k: 1 if is_look(chosen[k]) else 0 if name.casefold() in COAT_OF else 2 for k, name in enumerate(names)}
    found, taken = [""] * len(names), set[tuple[str, str, str]]()
    for seat in sorted(first, key=lambda k: (first[k], k)):
        if wanted[seat]:
            _, coat, pattern, mood, wear = _traits(wanted[seat])
            free = next(each for each in _nearest(coat, pattern, wear) if each not in taken)
            taken.add(free)
            found[seat] = "-".join(filter(None, (*free[:2], mood, free[2])))
    return found


def _nearest(coat: str, pattern: str, wear: str) -> list[tuple[str, str, str]]:
    """All cats, from this one on: first in what they wear, then in their coat."""
    i, j = LOOKS.index((coat, pattern)), OWN_WEAR.index(wear)
    return [(*look, worn) for look in LOOKS[i:] + LOOKS[:i] for worn in OWN_WEAR[j:] + OWN_WEAR[:j]]


def _traits(key: str) -> tuple[str, str, str, str, str]:
    """Pose, coat, pattern, mood and wear; ValueError for a key that names no cat."""
    words = key.split("-")
    pose = words.pop(0) if words[0] in POSES else ""
    coat, pattern, mood, wear, *rest = (*words, "", "", "", "")[: max(4, len(words))]
    known = pattern in COATS.get(coat, ()) and mood in MOODS and wear in WEAR and not rest
    if not known or (len(words) == 4 and not wear):
        raise ValueError(f"{key!r} names no cat")
    return pose, coat, pattern, mood, wear


def cat_from_key(key: str) -> Art:
    """The drawing."""
    pose, coat, pattern, mood, wear = _traits(key)
    return POSES.get(pose, face)(coat, pattern, mood, wear)


@lru_cache(maxsize=512)
def face_from_key(key: str) -> str:
    """The file for a key; ValueError for a key that names no cat."""
    return picture(cat_from_key(key).symbol(GRAIN))


def face_svg(name: str) -> str:
    """The file of this player's own cat."""
    return face_from_key(face_key(name))
