"""How Pocket Cats looks: flat, ready values for board.html, hand.html and player.html."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TypedDict

from purrlor.core.language import Translations
from purrlor.core.seats import WATCHER, members
from purrlor.games.pocket_cats.board.board_tiles import arrows, board_cells, clan_layers, instead, unseen
from purrlor.games.pocket_cats.board.finale import catch, left_over, moments
from purrlor.games.pocket_cats.rules.rules import dog_beside, leader_cell, score
from purrlor.games.pocket_cats.rules.state import (
    FREE,
    GO_ON,
    HIDDEN,
    KEEP,
    LEAVE,
    MOVE,
    OVER,
    PAUSE,
    PICK,
    TURN_DOG,
    State,
    all_cards,
)
from purrlor.games.pocket_cats.rules.tiles import (
    ATTACK,
    CLAN_SIZE,
    DOG,
    LEADER,
    NONE,
    POWER_CATS,
)
from purrlor.games.pocket_cats.words.ending import Counted, Hunted, ending
from purrlor.games.pocket_cats.words.hints import hint
from purrlor.games.pocket_cats.words.labels import ABOUT, heading, label
from purrlor.games.pocket_cats.words.names import clan_card, clan_name, tile_name
from purrlor.games.pocket_cats.words.story import tell_step


def board(s: State, viewer: int, t: Translations, names: Sequence[str], choices: Sequence[int]) -> dict[str, object]:
    is_choosing, is_over = s.stage in (KEEP, PICK), s.stage in (PAUSE, OVER)
    players = [chip(s, p, t) for p in range(s.seats)]
    found: dict[str, object] = {
        "round": heading(s, t),
        "hint": hint(s, viewer, t, names, choices),
        "actions": actions(s, viewer, t, choices),
        "players": players,
        "is_choosing": is_choosing,
        "is_over": is_over,
        "about": t.gettext(ABOUT) if is_choosing else "",
        "choosers": choosers(s, viewer, t, names, choices) if is_choosing else [],
        "tiles": [],
        "unseen": [],
        "instead": [],
        "dogs": [],
        "moments": [],
        "catch": [],
        "left": [],
        "now": {},
    }
    if is_choosing:
        return found
    end = ending(s)
    found |= {
        "tiles": board_cells(s, viewer, t, names, choices, end),
        "unseen": unseen(s, t),
        "instead": instead(s, viewer, t, choices),
        "dogs": dogs(s, viewer, t, choices),
    }
    points = [counted.points for counted in end.counted]
    for p in range(s.seats):
        players[p] |= {"now": points[p], "sum": "" if is_over else sum_of(end.counted[p], t)}
    if is_over:
        found["moments"] = moments(s, end, viewer, t, names)
        found["catch"] = catch(s, end, t, names)
        found["left"] = left_over(s, end)
    else:
        hunts = [step for step in end.steps if isinstance(step, Hunted) and any(step.attack)]
        found["now"] = {
            "catches": [[tell_step(step, s, reader, t, names) for step in hunts] for reader in (0, 1, WATCHER)],
            "sides": [
                {"kind": f"k{s.clan[p]} own{p}", "mark": f"m{s.clan[p]}", "points": points[p]} for p in range(s.seats)
            ],
        }
    return found


def actions(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> list[dict[str, object]]:
    """Choices with no place of their own on the board."""
    if s.stage == PAUSE and GO_ON in choices:
        return [{"action": GO_ON, "label": label(s, viewer, GO_ON, t), "kind": "main"}]
    if s.stage == TURN_DOG and LEAVE in choices:
        return [{"action": LEAVE, "label": label(s, viewer, LEAVE, t), "kind": "plain"}]
    if s.stage == MOVE and s.flipped in choices and s.clan[viewer] == POWER_CATS:
        return [{"action": s.flipped, "label": label(s, viewer, s.flipped, t), "kind": "plain"}]
    return []


def dogs(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> list[dict[str, object]]:
    """Royal Claws' leader turns a dog: every dog beside him as it would lie."""
    if s.stage != TURN_DOG or not choices:
        return []
    found: list[dict[str, object]] = []
    cell = leader_cell(s, viewer)
    for side in range(4):
        beside = dog_beside(s, cell, side)
        if beside != NONE:
            dog = s.tile[beside] - DOG
            turns = [
                {
                    "action": 1 + 3 * side + k - 1,
                    "label": label(s, viewer, 1 + 3 * side + k - 1, t),
                    "degrees": f"{90 * k}°",
                    **arrows(s, dog, (s.quarter[dog] + k) % 4),
                }
                for k in (1, 2, 3)
            ]
            found.append({"name": tile_name(s, DOG + dog, t), "art": f"dog-{dog + 1}", "turns": turns})
    return found


# ---------------------------------------------------------------- choosing clans
def choosers(
    s: State, viewer: int, t: Translations, names: Sequence[str], choices: Sequence[int]
) -> list[dict[str, object]]:
    """Whose cards lie there: one's own first, face down what one may not see."""
    if s.stage == PICK and s.clans == FREE:
        every = []
        for clan in members(all_cards(s)):
            head, *rest = clan_layers(clan, LEADER[clan], s.powers)
            art = (f"clans/{head}", *rest)  # one file instead of seven
            every.append({**card(s, clan, viewer, t, names, choices), "art": art})
        return [{"name": "", "backs": 0, "cards": every}]
    found = []
    for p in sorted(range(s.seats), key=lambda p: p != viewer):
        hand = s.hand[p]
        if hand == 0:
            continue
        known = [] if hand == HIDDEN else members(hand)
        backs = 0 if known else 3 if s.stage == KEEP or s.turn == s.game else 2
        found.append(
            {
                "name": "" if p == viewer else cards_of(names[p], backs or len(known), t),
                "backs": backs,
                "cards": [card(s, clan, viewer, t, names, choices) for clan in known],
            }
        )
    return found


def cards_of(name: str, n: int, t: Translations) -> str:
    return t.ngettext("{name}: {n} card", "{name}: {n} cards", n).format(name=name, n=n)


def card(
    s: State, clan: int, viewer: int, t: Translations, names: Sequence[str], choices: Sequence[int]
) -> dict[str, object]:
    owner = s.clan.index(clan) if clan in s.clan else NONE
    is_chosen = s.stage == KEEP and viewer < s.seats and s.choice[viewer] == clan
    if clan in choices:
        state = "lit"
    elif is_chosen:
        state = "chosen"
    else:
        state = "quiet"
    return {
        **clan_of(clan, s.powers, t),
        "state": state,
        "owner": names[owner] if owner != NONE else "",
        "label": label(s, viewer, clan, t) if clan in choices else "",
    }


class ClanCard(TypedDict):
    clan: int
    mark: str
    kind: str
    title: str
    art: tuple[str, ...]  # layers, the lowest first
    attacks: tuple[tuple[str, bool], ...]  # of its cats; whether it is the leader
    effect: str
    leader: str


@cache
def clan_of(clan: int, powers: int, t: Translations) -> ClanCard:
    """A clan card: its mark, its attacks, its powers in words where they count."""
    effect, leader = clan_card(clan, t) if powers else ("", "")
    attacks = [(ATTACK[CLAN_SIZE * clan + cat], bool(powers) and cat == LEADER[clan]) for cat in range(CLAN_SIZE)]
    return {
        "clan": clan,
        "mark": f"m{clan}",
        "kind": f"k{clan}",
        "title": clan_name(clan, t),
        "art": clan_layers(clan, LEADER[clan], powers),
        "attacks": tuple((str(attack or "?"), is_leader) for attack, is_leader in attacks),
        "effect": effect,
        "leader": leader,
    }


# ---------------------------------------------------------------- players
@lru_cache(maxsize=4096)
def sum_of(counted: Counted, t: Translations) -> str:
    """How the points come about, as if it ended now."""
    kinds = (
        (t.gettext("{n} for prey"), counted.prey),
        (t.gettext("{n} for both pigeons"), counted.pigeons),
        (t.gettext("{n} for both flies"), counted.flies),
        (t.gettext("{n} for the clan effect"), counted.effect),
    )
    parts = ", ".join(kind.format(n=points) for kind, points in kinds if points)
    return t.gettext("If it ended now: {sum}").format(sum=parts or t.gettext("nothing caught"))


def chip(s: State, p: int, t: Translations) -> dict[str, object]:
    clan = s.clan[p]
    found: dict[str, object] = {
        "clan": clan_of(clan, s.powers, t) if clan != NONE else None,
        "short": "",
        "now": None,
        "sum": "",
        "own": f"own{p}",
    }
    points = score(s, p)
    in_words = t.ngettext("{n} point", "{n} points", points).format(n=points)
    if clan == NONE:
        found["count"] = in_words if s.game else t.gettext("no clan yet")
    elif s.stage in (PAUSE, OVER):
        found["count"] = in_words
    elif s.game:
        found["count"] = f"{clan_name(clan, t)} · {points}"
    else:
        found["count"] = clan_name(clan, t)
    return found
