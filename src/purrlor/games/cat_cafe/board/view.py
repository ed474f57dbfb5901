"""How Cat Café looks: flat, ready values for board.html, hand.html and player.html."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from purrlor.core.language import Translations
from purrlor.games.cat_cafe.board.sheet_drawing import drawn, sheet_of
from purrlor.games.cat_cafe.points_cache import cat_offers, cheapest, points, reach
from purrlor.games.cat_cafe.rules.rules import cats_left, complete_towers, cost
from purrlor.games.cat_cafe.rules.sheet import FLOOR_OF, LARGER_NUMBER, SMALLER_NUMBER, TOWERS
from purrlor.games.cat_cafe.rules.state import DRAFT, DRAW, HOUSE, ITEMS, MOUSE, OVER, PASS, PAWS, UNDECIDED, State
from purrlor.games.cat_cafe.words.gain_preview import fills_tower, gains_here
from purrlor.games.cat_cafe.words.hints import hint
from purrlor.games.cat_cafe.words.labels import label
from purrlor.games.cat_cafe.words.last_round import completed, gains, towers_completed_text, why_over
from purrlor.games.cat_cafe.words.names import cat_name_first, item_name, place_of, plain_name, worth

ASKS_TWICE = True  # board.html has a data-confirm: placing cannot be undone
TALLY_ART = (*(f"item-{item}" for item in range(HOUSE, MOUSE + 1)), "tower")  # beside the kinds of the score


def board(s: State, viewer: int, t: Translations, names: Sequence[str], choices: Sequence[int]) -> dict[str, object]:
    own = viewer if viewer < s.seats else 0  # who looks on sees the first player's sheet large
    lit = lit_places(s, viewer, t, choices)
    return {
        "round": t.gettext("round {n}").format(n=s.round),
        "hint": why_over(s, viewer, t, names)
        if s.phase == OVER
        else towers_completed_text(s, viewer, t, names) or hint(s, viewer, t, any(place["ends"] for place in lit)),
        "own": own,
        "trees": drawn,
        "sheet": sheet_of(s, own),
        "signs": signs(t),
        "sheet_why": sheet_why(s, viewer, t, choices),
        "lit": lit,
        "pending": pending(s, own),
        "dice": dice(s, own, t, t.gettext("yours") if own == viewer else names[own]),
        "paws": trail(s, own),
        "to_spend": to_spend(s.paws[own], t),
        "paws_why": paws_why(t),
        "tray": tray(s, viewer, t, names, choices) if s.phase == DRAFT else [],
        "is_rolled": not any(s.own),
        "round_number": s.round,
        "kinds": [kind(s, own, viewer, item, t, choices) for item in range(HOUSE, MOUSE + 1)],
        "passing": pass_label(s, viewer, t, choices),
        "players": player_values(s, own, t),
        "tally_art": TALLY_ART,
        "is_watching": own != viewer,
    }


# ------------------------------------------------------------ the large sheet
def sheet_why(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> str:
    """For a tap where nothing can be drawn."""
    if not choices:
        return ""
    if s.phase == DRAFT:
        return t.gettext("First take a die.")
    if s.item[viewer] == UNDECIDED:
        return t.gettext("First choose what you draw.")
    if s.hex[viewer] == UNDECIDED:
        return t.gettext("Not here: one die names the floor, and every floor up or down costs a paw. Take a lit place.")
    return ""


def lit_places(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> list[dict[str, object]]:
    """The hexes that can be chosen now, with their price."""
    if s.phase != DRAW or not choices or s.item[viewer] == UNDECIDED or s.hex[viewer] != UNDECIDED:
        return []
    item = s.item[viewer]
    name, is_last = item_name(item, t), complete_towers(s, viewer) == 2
    found = []
    for h, gain in zip(choices, gains_here(s, viewer, item, choices), strict=True):
        price = cost(s, viewer, item, FLOOR_OF[h])
        spoken = t.gettext("Draw {item} here: {place}").format(item=name, place=label(s, viewer, h, t))
        tells_gain = gain or item != HOUSE  # what a house brings is chosen with its cat
        if tells_gain:
            spoken += ", " + points_label(gain, t)
        ends = is_last and fills_tower(s, viewer, h)
        if ends:
            spoken += ", " + t.gettext("ends the game")
        gains = f"{gain:+d}" if tells_gain else ""
        found.append({"h": h, "floor": FLOOR_OF[h], "price": price, "gain": gains, "ends": ends, "label": spoken})
    return found


def pending(s: State, own: int) -> dict[str, int]:
    """What is chosen and not drawn yet: a viewer may know their own, and a look back with everything open anybody's."""
    if s.phase != DRAW or s.hex[own] == UNDECIDED:
        return {}
    return {"h": s.hex[own], "item": s.item[own]}


def dice(s: State, own: int, t: Translations, whose_own: str) -> list[dict[str, object]]:
    own_why, central, central_why = dice_words(t)
    pairs = (("own", s.own[own], whose_own, own_why), ("central", s.central, central, central_why))
    named = s.item[own] if s.phase == DRAW and HOUSE <= s.item[own] <= MOUSE else 0
    item = next((whose for whose, value, *_ in pairs if value == named > 0), "")  # else paws changed a die: all is open
    return [
        {
            "id": f"{whose}-die",
            "value": value,
            "name": name,
            "means": meaning(value, t) if not item else plain_name(value, t) if whose == item else floor(value, t),
            "is_settled": bool(item),
            "pic": value if whose == item else 0,
            "why": why,
        }
        for whose, value, name, why in pairs
    ]


@cache
def dice_words(t: Translations) -> tuple[str, str, str]:
    """What one's own die is for, what the other is called, what that is for."""
    either = t.gettext("One of the two dice names the item, the other its floor.")
    shared = t.gettext("The central die is the last one left: everybody uses it.")
    return either, t.gettext("central"), f"{shared} {either}"


@cache
def floor(value: int, t: Translations) -> str:
    return t.gettext("floor {n}").format(n=value)


@cache
def meaning(value: int, t: Translations) -> str:
    """What a die names: an item or a floor."""
    if not value:
        return ""
    return t.gettext("{item} or floor {floor}").format(item=plain_name(value, t), floor=value)


@cache
def signs(t: Translations) -> tuple[str, ...]:
    """What the two numbers on top of each tower mean, for somebody who asks."""
    line = t.gettext("A full tower: {larger} points for the first with a house in it, otherwise {smaller}.")
    return tuple(line.format(larger=LARGER_NUMBER[k], smaller=SMALLER_NUMBER[k]) for k in range(TOWERS))


@cache
def to_spend(n: int, t: Translations) -> str:
    return t.ngettext("{n} paw", "{n} paws", n).format(n=n)


@cache
def paws_why(t: Translations) -> str:
    return t.gettext("A paw changes a die by 1, up or down. A butterfly brings two paws; passing brings three.")


def trail(s: State, own: int) -> tuple[str, ...]:
    """Eighteen paws: crossed out, to spend, unmarked."""
    spent, paws = s.spent[own], s.paws[own]
    return ("crossed",) * spent + ("circled",) * paws + ("line",) * (PAWS - spent - paws)


# ------------------------------------------------------------ the draft
def tray(
    s: State, viewer: int, t: Translations, names: Sequence[str], choices: Sequence[int]
) -> list[dict[str, object]]:
    """The dice in their places; where one was taken, who has it now."""
    found: list[dict[str, object]] = []
    for value in range(1, ITEMS + 1):
        takers = [p for p in range(s.seats) if s.own[p] == value]
        for p in takers:
            whose, has_it = names[p], t.gettext("{name} has it").format(name=names[p])
            if p == viewer:
                whose, has_it = t.gettext("You"), t.gettext("You have it")
            found.append({"id": f"taken-{p}", "by": names[p], "whose": whose, "label": has_it, "value": value})
        for k in range(s.table[value - 1]):
            found.append(
                {
                    "id": f"die-{value}-{k}",
                    "value": value,
                    "by": "",
                    "floor": t.gettext("floor {n}").format(n=value),
                    # equal dice are one choice: the first of them is the button, the others press it
                    "action": value - 1 if value - 1 in choices else None,
                    "twin_of": f"die-{value}-0" if k else "",
                    "label": label(s, viewer, value - 1, t) + ": " + meaning(value, t),
                }
            )
    return found


# ------------------------------------------------------------ items and cats
def kind(s: State, own: int, viewer: int, item: int, t: Translations, choices: Sequence[int]) -> dict[str, object]:
    """One row: the item with its price, the cat with what it brings."""
    asked = s.phase == DRAW and bool(choices)
    picks_item = asked and s.item[viewer] == UNDECIDED
    picks_cat = asked and s.item[viewer] == HOUSE and s.hex[viewer] != UNDECIDED
    price = cheapest(s.own[own], s.central, item, s.filled[own]) if s.phase == DRAW else None
    can_draw = picks_item and item in choices
    can_change = asked and s.item[viewer] not in (UNDECIDED, item) and s.hex[viewer] == UNDECIDED
    is_chosen = asked and not picks_item and s.item[own] == item
    other = instead(s, viewer, item, t) if can_change else ""
    is_refused = (picks_item and not can_draw) or (can_change and not other)
    pays = "" if can_draw or is_chosen else brings(item, t)
    cat = item - 1
    written, offer = s.written[own][cat], cat_offers(tuple(s.sheet[own]))[cat]
    return {
        "item": item,
        "name": plain_name(item, t),
        "state": "lit" if can_draw else "chosen" if is_chosen else "quiet",
        "price": price,
        "label": label(s, viewer, item, t) + ": " + price_words(price or 0, t) if can_draw else "",
        "why": f"{pays} {why_not(s, viewer, item, price, t)}" if is_refused else pays,
        "instead": other,
        "is_refused": is_refused,
        "paid": written >= 0,
        "points": written if written >= 0 else offer,
        "count": offer // 2,
        "cat_why": cat_why(cat, written, offer, t),
        "cat_label": label(s, viewer, cat, t) if picks_cat and cat in choices else "",
    }


def instead(s: State, viewer: int, item: int, t: Translations) -> str:
    """While a place is wanted, another item can still be drawn instead."""
    if not reach(s, viewer) >> item & 1:
        return ""
    return t.gettext("Draw {item} instead").format(item=item_name(item, t))


@cache
def brings(item: int, t: Translations) -> str:
    name = plain_name(item, t)
    return t.gettext("{item}. {worth}").format(item=name[0].upper() + name[1:], worth=worth(item, t))


def price_words(price: int, t: Translations) -> str:
    if price == 0:
        return t.gettext("free")
    return t.ngettext("from {n} paw", "from {n} paws", price).format(n=price)


@cache
def cat_why(cat: int, written: int, n: int, t: Translations) -> str:
    """What the number beside a cat means."""
    if written >= 0:
        return t.gettext("This cat has scored and is asleep.")
    line = t.gettext("{cat} scores once, for a house: 2 points for each of its items you have then, now {n}.")
    return line.format(cat=cat_name_first(cat, t), n=n)


def why_not(s: State, viewer: int, item: int, price: int | None, t: Translations) -> str:
    """Why this item cannot be drawn now."""
    if item == HOUSE and not cats_left(s, viewer):
        return t.gettext("All six cats have been scored: no further house can be drawn.")
    if price is None:
        return t.gettext("No hex is free any more.")
    have = s.paws[viewer]
    return t.ngettext(
        "The nearest place costs {n} paw, you have {have}.",
        "The nearest place costs {n} paws, you have {have}.",
        price,
    ).format(n=price, have=have)


def pass_label(s: State, viewer: int, t: Translations, choices: Sequence[int]) -> dict[str, object]:
    if s.phase != DRAW or not choices or s.hex[viewer] != UNDECIDED:
        return {}
    gain = min(3, s.blank[viewer])
    if s.item[viewer] != UNDECIDED:
        return {"name": "instead", "label": t.gettext("Pass instead"), "gain": gain, "is_only": False}
    is_only = not reach(s, viewer)
    return {"name": "action", "label": label(s, viewer, PASS, t), "gain": gain, "is_only": is_only}


# ------------------------------------------------------------ players
def player_values(s: State, own: int, t: Translations) -> list[dict[str, object]]:
    brought, ready = gains(s), {p for p, _ in completed(s)}
    found = []
    for p in range(s.seats):
        found.append(chip(s, p, own, t))
        found[-1] |= {
            "drew": s.item[p],
            "at": s.hex[p],
            "gain": f"{brought[p]:+d}" if brought and s.phase != OVER else "",
            "passed": t.gettext("pass") if s.item[p] == PASS else "",
            "is_ready": p in ready,
        }
    return found


def chip(s: State, p: int, own: int, t: Translations) -> dict[str, object]:
    got = points(s, p)
    done = complete_towers(s, p)
    return {
        "count": points_label(got, t),
        "short": str(got),
        "towers": done,
        "towers_label": towers_label(done, t),
        "die": s.own[p] if s.phase != OVER else 0,
        "is_own": p == own,
        "sheet": tuple(sheet_of(s, p)),
        "paws_left": paws_left(s.paws[p], t),
        **({"doing": choice(s, p, own, t)} if s.phase == DRAW and not s.choosing >> p & 1 else {}),
    }


@cache
def points_label(n: int, t: Translations) -> str:
    return t.ngettext("{n} point", "{n} points", n).format(n=n)


@cache
def paws_left(n: int, t: Translations) -> str:
    return t.ngettext("{n} paw to spend", "{n} paws to spend", n).format(n=n)


@cache
def towers_label(done: int, t: Translations) -> str:
    return t.ngettext(
        "{n} tower of 3 is full. Three full towers end the game.",
        "{n} towers of 3 are full. Three full towers end the game.",
        done,
    ).format(n=done)


def choice(s: State, p: int, own: int, t: Translations) -> str:
    """That somebody has chosen; what, where everything lies open: one's own sheet shows it already."""
    if p == own or s.item[p] == UNDECIDED:
        return t.gettext("has chosen")
    if s.item[p] == PASS:
        return t.gettext("pass")
    place = t.gettext("Tower {tower}, floor {floor}").format(**place_of(s.hex[p]))
    return f"{plain_name(s.item[p], t)}: {place}"
