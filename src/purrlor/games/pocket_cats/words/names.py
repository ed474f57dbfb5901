"""What tiles and clans are called, in the cases a sentence needs."""

from __future__ import annotations

from functools import cache

from purrlor.core.language import Translations
from purrlor.games.pocket_cats.rules.state import State
from purrlor.games.pocket_cats.rules.tiles import ATTACK, CHAOTICATS, CLAN_SIZE, DOG, FLY, LEADER, PIGEON, PREY, VALUE

NAME, WHOM, WITH = range(3)  # as it is called · she turns it up · swap with it


@cache
def clan_name(clan: int, t: Translations) -> str:
    return (
        t.gettext("Royal Claws"),
        t.gettext("Gourmets"),
        t.gettext("Crooks"),
        t.gettext("Defenders of Justice"),
        t.gettext("Chaoticats"),
        t.gettext("Power Cats"),
        t.gettext("Polterkitties"),
    )[clan]


@cache
def clan_card(clan: int, t: Translations) -> tuple[str, str]:
    """What the clan does, and what its leader does."""
    effect = (
        t.gettext("After turning up a cat, you may swap it with any face-up dog, wherever it lies."),
        t.gettext("At the end each prey you caught is worth 1 extra point."),
        t.gettext("At the end each Crook still face up brings 1 point."),
        t.gettext("After turning up a cat, you may also swap it one or two tiles away diagonally."),
        t.gettext(
            "All Chaoticats have the same attack, by how many are face up after the dogs: "
            "5 give 2, 4 give 4, 3 give 6, 2 give 8, a single one 10."
        ),
        t.gettext("After turning up a cat, you may leave it where it is."),
        t.gettext("After turning up a prey, you may leave it and move any other face-up prey instead."),
    )[clan]
    leader = (
        t.gettext(
            "Before the dogs attack, your leader may turn one dog next to him (not diagonally) by 90°, 180° or 270°."
        ),
        t.gettext("Your leader also attacks prey diagonally next to him."),
        t.gettext(
            "After the dogs, your leader must chase off every cat next to him (not diagonally) with less attack, "
            "your own too."
        ),
        t.gettext("Before the dogs attack, your leader swaps places with the tile in the centre."),
        t.gettext("If your leader helped to catch one pigeon (or fly) and nobody caught the other, you get it too."),
        t.gettext("Your leader attacks all prey in his row and column, and nothing is in his way."),
        t.gettext("Dogs cannot chase your leader off."),
    )[clan]
    return effect, leader


@cache
def cat_noun(clan: int, case: int, t: Translations) -> str:
    return (
        (t.pgettext("name", "Royal Claw"), t.pgettext("whom", "Royal Claw"), t.pgettext("with", "Royal Claw")),
        (t.pgettext("name", "Gourmet"), t.pgettext("whom", "Gourmet"), t.pgettext("with", "Gourmet")),
        (t.pgettext("name", "Crook"), t.pgettext("whom", "Crook"), t.pgettext("with", "Crook")),
        (t.pgettext("name", "Defender"), t.pgettext("whom", "Defender"), t.pgettext("with", "Defender")),
        (t.pgettext("name", "Chaoticat"), t.pgettext("whom", "Chaoticat"), t.pgettext("with", "Chaoticat")),
        (t.pgettext("name", "Power Cat"), t.pgettext("whom", "Power Cat"), t.pgettext("with", "Power Cat")),
        (t.pgettext("name", "Polterkitty"), t.pgettext("whom", "Polterkitty"), t.pgettext("with", "Polterkitty")),
    )[clan][case]


@cache
def prey_noun(kind: int, case: int, t: Translations) -> str:
    return (
        (t.pgettext("name", "mouse"), t.pgettext("whom", "mouse"), t.pgettext("with", "mouse")),
        (t.pgettext("name", "pigeon"), t.pgettext("whom", "pigeon"), t.pgettext("with", "pigeon")),
        (t.pgettext("name", "fly"), t.pgettext("whom", "fly"), t.pgettext("with", "fly")),
    )[0 if kind < PIGEON else 1 if kind < FLY else 2][case]


@cache
def dog_noun(dog: int, case: int, t: Translations) -> str:
    return (
        (t.pgettext("name", "chihuahua"), t.pgettext("whom", "the chihuahua"), t.pgettext("with", "the chihuahua")),
        (t.pgettext("name", "shih-tzu"), t.pgettext("whom", "the shih-tzu"), t.pgettext("with", "the shih-tzu")),
        (t.pgettext("name", "retriever"), t.pgettext("whom", "the retriever"), t.pgettext("with", "the retriever")),
        (t.pgettext("name", "bulldog"), t.pgettext("whom", "the bulldog"), t.pgettext("with", "the bulldog")),
        (t.pgettext("name", "dobermann"), t.pgettext("whom", "the dobermann"), t.pgettext("with", "the dobermann")),
    )[dog][case]


def tile_name(s: State, tile: int, t: Translations, case: int = NAME) -> str:
    """A tile that is known: "mouse 4", "the bulldog", "Gourmet 3 (leader)"; without powers no cat is one."""
    if tile >= DOG:
        return dog_noun(tile - DOG, case, t)
    if tile >= PREY:
        return f"{prey_noun(tile - PREY, case, t)} {VALUE[tile - PREY]}"
    clan, cat = s.clan[tile // CLAN_SIZE], tile % CLAN_SIZE
    name = cat_noun(clan, case, t)
    if clan != CHAOTICATS:
        name = f"{name} {ATTACK[CLAN_SIZE * clan + cat]}"
    return t.gettext("{cat} (leader)").format(cat=name) if s.powers and cat == LEADER[clan] else name
