"""The end of a game as a screen shows it: five moments, what happens in each, and what everybody caught."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations
from purrlor.games.pocket_cats.board.board_tiles import prey_layers
from purrlor.games.pocket_cats.rules.state import State
from purrlor.games.pocket_cats.rules.tiles import FLY, PIGEON, PREY, VALUE
from purrlor.games.pocket_cats.words.ending import Bitten, Centred, Chaos, Ending, Hunted, Joined, Swept, Turned
from purrlor.games.pocket_cats.words.names import clan_name
from purrlor.games.pocket_cats.words.story import tell_step

BEFORE, DOGS, CLANS, HUNT, POINTS = range(1, 6)  # finale.css knows these numbers
KINDS = {BEFORE: (Centred, Turned), DOGS: (Bitten,), CLANS: (Chaos, Swept), HUNT: (Hunted, Joined)}


def moments(s: State, end: Ending, viewer: int, t: Translations, names: Sequence[str]) -> list[dict[str, object]]:
    """Those moments in which something happens; the last one is shown first. Prey nobody hunts is in `left_over`."""
    said = {
        n: [
            tell_step(step, s, viewer, t, names)
            for step in end.steps
            if isinstance(step, KINDS[n]) and not (isinstance(step, Hunted) and not any(step.attack))
        ]
        for n in KINDS
    }
    titles = {
        BEFORE: t.gettext("Leaders") if said[BEFORE] else t.gettext("All up"),
        DOGS: t.gettext("Dogs"),
        CLANS: t.gettext("Clans"),
        HUNT: t.gettext("Hunt"),
    }
    said[BEFORE] = said[BEFORE] or [t.gettext("All 25 tiles are face up: the end begins.")]
    found = [{"n": n, "title": titles[n], "lines": said[n]} for n in KINDS if said[n]]
    return [*found, {"n": POINTS, "title": t.gettext("Points"), "lines": []}]


def catch(s: State, end: Ending, t: Translations, names: Sequence[str]) -> list[dict[str, object]]:
    """What each player caught and what it brings, then what nobody caught."""
    found = []
    for counted in end.counted:
        caught = sorted(prey - PREY for prey, seat in end.takers.items() if seat == counted.seat)
        groups = [
            group(t.gettext("Mice"), [k for k in caught if k < PIGEON], 0),
            group(t.gettext("Pigeons"), [k for k in caught if PIGEON <= k < FLY], counted.pigeons),
            group(t.gettext("Flies"), [k for k in caught if k >= FLY], counted.flies),
        ]
        found.append(
            {
                "seat": counted.seat,
                "name": names[counted.seat],
                "clan": clan_name(s.clan[counted.seat], t),
                "mark": f"m{s.clan[counted.seat]}",
                "kind": f"k{s.clan[counted.seat]}",
                "groups": [each for each in groups if each["prey"]],
                "effect": counted.effect,
                "points": counted.points,
            }
        )
    return found


def group(name: str, kinds: list[int], product: int) -> dict[str, object]:
    values = [prey_layers(k) for k in kinds]
    points = product or sum(VALUE[k] for k in kinds)
    return {"name": name, "prey": values, "multiplied": bool(product), "points": points}


def left_over(s: State, end: Ending) -> list[tuple[str, ...]]:
    """Prey that nobody caught."""
    return [
        prey_layers(prey - PREY) for prey in sorted(end.where) if PREY <= prey < PREY + 10 and prey not in end.takers
    ]
