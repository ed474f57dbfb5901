"""A cat for every player, drawn from the name.

The traits are few enough to be written as a key ("ginger-tabby-curious-bow"), so a face is a file that can be
served under its key and kept for ever. Another mood is another key: the winner's cat is pleased and wears a crown.
"""

import hashlib
import unicodedata
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
GRAIN = 3  # a face is rarely shown larger than 96 pixels
POSES = {"sit": sitting, "loaf": loaf}


def face_key(name: str, *, mood: str = "", wear: str | None = None, pose: str = "") -> str:
    """The key of this player's cat; the same name, the same cat. Mood, wear and pose only where they differ from it."""
    same = unicodedata.normalize("NFKC", name).strip().casefold()
    lot = int.from_bytes(hashlib.sha256(same.encode()).digest()[:8], "big")
    looks = [(coat, pattern) for coat, patterns in COATS.items() for pattern in patterns]
    lot, i = divmod(lot, len(looks))
    lot, j = divmod(lot, len(BORN))
    own = ("", "", *FINERY)[lot % (2 + len(FINERY))]
    traits = [pose, *COAT_OF.get(same, looks[i]), mood or BORN[j], own if wear is None else wear]
    key = "-".join(t for t in traits if t)
    _traits(key)
    return key


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
