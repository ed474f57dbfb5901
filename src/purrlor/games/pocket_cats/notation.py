"""A position as text: a line of facts, then the board as it lies.

    clans=free powers=on seats=R/G stage=move flipped=b1
    f3    R4    m4    D3@2  f4
    G2    D4@0  #m5   m6    R1
    …

Tiles: `m4` mouse, `p5` pigeon, `f3` fly · `D3@2` a dog (chihuahua, shih-tzu, retriever, bulldog, dobermann) two
quarter-turns clockwise from print · `R5*` a cat: R Royal Claws, G Gourmets, C Crooks, J Defenders of Justice,
H Chaoticats (without a number), W Power Cats, T Polterkitties; `*` marks the leader. Of tiles that look alike the
second is `m4b`, then c and d; a person may leave these letters out. `#` lies face down, `?` is face down and unknown.
Cells are a1 (top left) to e5. Whose turn it is and how many turns were made follows from the board.
"""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.core.positions.notation_reader import name_values
from purrlor.core.seats import count, members
from purrlor.games.pocket_cats.rules.rules import dog_turns, legal, set_up
from purrlor.games.pocket_cats.rules.scoring import count_board, points_in, tiles_in
from purrlor.games.pocket_cats.rules.small_board import MIDDLE, TURNS_LEFT
from purrlor.games.pocket_cats.rules.state import (
    EXPERT,
    FIRST,
    FLIP,
    FREE,
    HAUNT,
    HIDDEN,
    KEEP,
    LEAVE,
    LIMITED,
    MOVE,
    OVER,
    PAUSE,
    PICK,
    TURN_DOG,
    TURNS,
    State,
    all_cards,
)
from purrlor.games.pocket_cats.rules.tiles import (
    CELLS,
    CENTRE,
    CLAN_SIZE,
    DEFENDERS,
    DOG,
    LEADER,
    NONE,
    ROYAL_CLAWS,
    SIDE,
)
from purrlor.games.pocket_cats.words.tile_letters import LETTERS, cell_at, cell_name, faces, find_tiles

WAYS = ("first", "free", "limited", "expert")
STAGES = ("keep", "pick", "flip", "move", "haunt", "turn-dog", "pause", "over")
FACTS = (
    "clans", "powers", "small", "game", "earlier", "earlier-tiles", "seats", "stage", "hands", "chosen", "flipped",
    "other", "swapped", "turned", "ready", "points", "tiles", "rng",
)  # fmt: skip
OLD_NAMES = {"kept": "chosen"}  # in positions that were written down before
UNKNOWN = "?"
ABSENT = "-"
MOST_POINTS, MOST_TILES = 59, 10


# ---------------------------------------------------------------- from a position to its text
def show(s: State) -> str:
    line = " ".join(f"{name}={value}" for name, value in facts_of(s).items())
    return "\n".join([line, *(board_of(s) if s.stage >= FLIP else [])])


def facts_of(s: State) -> dict[str, str]:
    """The facts in their order; those that say nothing are left out."""
    facts = {"clans": WAYS[s.clans], "powers": "on" if s.powers else "off"}
    if s.small:
        facts["small"] = str(s.small)
    if s.game:
        facts |= {"game": "2", "earlier": both(s.earlier_points), "earlier-tiles": both(s.earlier_caught)}
    if s.clan != [NONE, NONE]:
        facts["seats"] = "/".join(letter(clan) for clan in s.clan)
    facts["stage"] = STAGES[s.stage]
    if any(s.hand):
        facts["hands"] = "/".join(cards(s, p) for p in range(2))
    if s.choice != [NONE, NONE]:
        facts["chosen"] = "/".join(letter(clan) for clan in s.choice)
    facts |= {name: cell_name(cell) for name, cell in cells_of(s) if cell != NONE}
    if s.turned != NONE:
        facts["turned"] = f"D{s.turned + 1}+{s.turned_by}"
    if s.ready:
        facts["ready"] = "".join(map(str, members(s.ready)))
    if s.stage in (PAUSE, OVER):
        facts |= {"points": both(s.points), "tiles": both(s.caught)}
    if any(s.rng):
        facts["rng"] = ",".join(map(str, s.rng))
    return facts


def cells_of(s: State) -> tuple[tuple[str, int], ...]:
    return ("flipped", s.flipped), ("other", s.other), ("swapped", s.swapped)


def both(numbers: list[int]) -> str:
    return f"{numbers[0]}/{numbers[1]}"


def letter(clan: int) -> str:
    return ABSENT if clan == NONE else LETTERS[clan]


def cards(s: State, p: int) -> str:
    if s.hand[p] == HIDDEN:
        return UNKNOWN
    return "".join(LETTERS[clan] for clan in members(s.hand[p])) or ABSENT


def board_of(s: State) -> list[str]:
    known = faces(s.clan)
    texts = []
    for c in range(CELLS):
        tile = s.tile[c]
        text = UNKNOWN if tile == HIDDEN else known[tile]
        if tile >= DOG:
            text += f"@{s.quarter[tile - DOG]}"
        texts.append("#" + text if s.down >> c & 1 and tile != HIDDEN else text)
    width = max(map(len, texts)) + 2
    rows = (texts[k : k + SIDE] for k in range(0, CELLS, SIDE))
    return ["".join(text.ljust(width) for text in row).rstrip() for row in rows]


# ---------------------------------------------------------------- from a text to the position
def read(text: str) -> State:
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise ValueError("it is empty")
    facts = read_facts(lines[0])
    s = State()
    s.seats = 2
    s.clans = one_of(facts, "clans", WAYS)
    s.powers = one_of(facts, "powers", ("off", "on"))
    if s.clans == FIRST and s.powers:
        raise ValueError("a first game has powers=off")
    s.small = one_of(facts, "small", ("0", "1", "2")) if "small" in facts else 0
    if s.small and s.clans != FIRST:
        raise ValueError("a small variant has clans=first")
    s.game = one_of(facts, "game", ("1", "2")) if "game" in facts else 0
    if s.game and s.clans != EXPERT:
        raise ValueError("only an expert match has a second game")
    clear(s)
    s.stage = one_of(facts, "stage", STAGES)
    if s.stage not in stages_of(s):
        raise ValueError(f"clans={WAYS[s.clans]} game={s.game + 1} has no stage {STAGES[s.stage]}")
    if s.game:
        s.earlier_points = pair(facts, "earlier", MOST_POINTS)
        s.earlier_caught = pair(facts, "earlier-tiles", MOST_TILES)
    read_clans(s, facts)
    if s.stage in (KEEP, PICK):
        if lines[1:]:
            raise ValueError("there is no board while clans are chosen")
        read_hands(s, facts)
    else:
        read_board(s, lines[1:])
        read_turn(s, facts)
        if s.stage in (TURN_DOG, PAUSE, OVER):
            read_end(s, facts)
    if "rng" in facts:
        s.rng = [number(word, "rng", 0xFFFFFFFF) for word in facts.pop("rng").split(",")]
        if len(s.rng) != 4:
            raise ValueError("rng has four numbers")
    if facts:
        raise ValueError(f"{', '.join(facts)} is out of place at stage {STAGES[s.stage]}")
    return s


def read_facts(line: str) -> dict[str, str]:
    facts = name_values(line, OLD_NAMES)
    for name in facts:
        if name not in FACTS:
            raise ValueError(f"{name[:40]!r} is not one of the facts {', '.join(FACTS)}")
    return facts


def one_of(facts: dict[str, str], name: str, values: tuple[str, ...]) -> int:
    value = take(facts, name)
    if value not in values:
        raise ValueError(f"{name} is one of {', '.join(values)}, not {value[:40]!r}")
    return values.index(value)


def take(facts: dict[str, str], name: str) -> str:
    if name not in facts:
        raise ValueError(f"{name}= is missing")
    return facts.pop(name)


def number(text: str, name: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 12 and int(text) <= most):
        raise ValueError(f"{name} has numbers from 0 to {most}, not {text[:40]!r}")
    return int(text)


def two(text: str, name: str) -> list[str]:
    parts = text.split("/")
    if len(parts) != 2:
        raise ValueError(f"{name} is for both seats, as in {name}=…/…")
    return parts


def pair(facts: dict[str, str], name: str, most: int) -> list[int]:
    return [number(part, name, most) for part in two(take(facts, name), name)]


def clear(s: State) -> None:
    """Everything as at the start of a game, without chance: all that is random is read."""
    way, s.clans = s.clans, FREE
    set_up(s)
    s.clans = way


def stages_of(s: State) -> tuple[int, ...]:
    choosing = {FIRST: (), FREE: (PICK,), LIMITED: (KEEP,), EXPERT: (PICK,)}[s.clans]
    last = (PAUSE,) if s.clans == EXPERT and s.game == 0 else (OVER,)
    return (*choosing, FLIP, MOVE, HAUNT, TURN_DOG, *last)


def read_clans(s: State, facts: dict[str, str]) -> None:
    if "seats" in facts:
        s.clan = [clan_of(s, text) for text in two(facts.pop("seats"), "seats")]
    chosen = [clan for clan in s.clan if clan != NONE]
    if len(set(chosen)) != len(chosen):
        raise ValueError("both seats have the same clan")
    if s.clans == FIRST and chosen != [0, 1]:
        raise ValueError("a first game has seats=R/G")
    if s.stage >= FLIP:
        if len(chosen) != 2:
            raise ValueError("seats= must name both clans, as in seats=R/G")
    elif s.stage == KEEP:
        if chosen:
            raise ValueError("nobody has a clan yet at stage keep")
    else:
        if len(chosen) == 2 or s.clan[1 - s.game] != NONE:
            raise ValueError(f"at stage pick only seat {s.game} may have a clan")
        s.turn = 1 - s.game if chosen else s.game


def clan_of(s: State, text: str) -> int:
    if text == ABSENT:
        return NONE
    if len(text) != 1 or text not in LETTERS or not all_cards(s) >> LETTERS.index(text) & 1:
        raise ValueError(f"{text[:40]!r} is not a clan: give one letter of {allowed(s)}")
    return LETTERS.index(text)


def allowed(s: State) -> str:
    return "".join(LETTERS[clan] for clan in members(all_cards(s)))


def read_hands(s: State, facts: dict[str, str]) -> None:
    if s.clans == FREE:
        return
    texts = two(take(facts, "hands"), "hands")
    for p in range(2):
        size = 3 if s.stage == KEEP else 0 if p != s.turn else 3 if s.turn == s.game else 2
        s.hand[p] = read_cards(s, texts[p], size)
    known = [hand for hand in s.hand if hand != HIDDEN]
    taken = sum(1 << clan for clan in s.clan if clan != NONE)
    if sum(map(count, known)) + count(taken) != count(known[0] | known[-1] | taken if known else taken):
        raise ValueError("a clan card is in two places")
    if "chosen" in facts and s.stage == KEEP:
        s.choice = [clan_of(s, text) for text in two(facts.pop("chosen"), "chosen")]
        for p in range(2):
            if s.choice[p] != NONE and (s.hand[p] == HIDDEN or not s.hand[p] >> s.choice[p] & 1):
                raise ValueError(f"seat {p} cannot have chosen {LETTERS[s.choice[p]]}")
        if NONE not in s.choice:
            raise ValueError("once both have chosen a clan the game begins")


def read_cards(s: State, text: str, size: int) -> int:
    if text == UNKNOWN and size:
        return HIDDEN
    clans = [clan_of(s, part) for part in text if part != ABSENT]
    if len(set(clans)) != size or len(clans) != size:
        raise ValueError(f"hands: {text[:40]!r} should be {size} clan cards of {allowed(s)}" + " or ?" * bool(size))
    return sum(1 << clan for clan in clans)


def read_board(s: State, lines: list[str]) -> None:
    words = [word for line in lines for word in line.split()]
    if len(lines) != SIDE or any(len(line.split()) != SIDE for line in lines):
        raise ValueError(f"the board has five rows of five tiles, not {len(words)} in {len(lines)} rows")
    s.down = sum(1 << c for c in range(CELLS) if words[c][0] in "#?")
    found = find_tiles(faces(s.clan), [word.lstrip("#") for word in words])
    for c, (tile, quarters) in enumerate(found):
        s.tile[c] = tile
        if tile >= DOG:
            s.quarter[tile - DOG] = quarters
        if not s.down >> c & 1:
            s.where[tile] = c
    hidden = s.tile.count(HIDDEN)
    if hidden:
        if hidden != count(s.down):
            raise ValueError("either all face-down tiles are known or none")
        for d in range(5):
            if s.where[DOG + d] == NONE:
                s.quarter[d] = HIDDEN


def read_turn(s: State, facts: dict[str, str]) -> None:
    down = count(s.down)
    if s.stage == FLIP:
        s.turns = TURNS - down
        fits = 1 <= down <= TURNS
    elif s.stage in (MOVE, HAUNT):
        s.turns = TURNS - 1 - down
        fits = down < TURNS
        s.flipped = read_cell(s, facts, "flipped")
    else:
        s.turns = TURNS
        fits = down == 0
    if s.small:
        fits = fits and s.turns >= TURNS - TURNS_LEFT[s.small]
        if s.down & ~MIDDLE or (s.stage == MOVE and not MIDDLE >> s.flipped & 1):
            raise ValueError("in a small variant only the nine tiles in the middle are turned up")
    if not fits:
        raise ValueError(f"{down} tiles cannot be face down at stage {STAGES[s.stage]}")
    s.turn = (s.game + s.turns) % 2 if s.stage <= HAUNT else s.game
    if s.stage == HAUNT:
        other = read_cell(s, facts, "other")
        s.stage = MOVE
        if not legal(s, s.turn) >> CELLS + other & 1:
            raise ValueError(f"the prey on {cell_name(other)} cannot move instead")
        s.stage = HAUNT
        s.other = other


def read_cell(s: State, facts: dict[str, str], name: str) -> int:
    cell = cell_at(take(facts, name))
    if s.down >> cell & 1:
        raise ValueError(f"{name}={cell_name(cell)} lies face down")
    return cell


def read_end(s: State, facts: dict[str, str]) -> None:
    if s.powers and DEFENDERS in s.clan:
        leader = CLAN_SIZE * s.clan.index(DEFENDERS) + LEADER[DEFENDERS]
        if s.where[leader] != CENTRE:
            raise ValueError("at the end the Defenders' leader is in the centre")
        if "swapped" in facts:
            s.swapped = read_cell(s, facts, "swapped")
            if s.swapped == CENTRE:
                raise ValueError("swapped is where the Defenders' leader came from, not the centre")
    if s.stage == TURN_DOG:
        if not can_turn(s):
            raise ValueError("there is no dog beside a leader of Royal Claws to turn")
        s.turn = s.clan.index(ROYAL_CLAWS)
        return
    if "turned" in facts:
        read_turned(s, facts.pop("turned"))
    if s.stage == PAUSE and "ready" in facts:
        s.ready = 1 << one_of(facts, "ready", ("0", "1"))
    counted = count_board(s)
    s.points = [points_in(counted, p) for p in range(2)]
    s.caught = [tiles_in(counted, p) for p in range(2)]
    for name, numbers in (("points", s.points), ("tiles", s.caught)):
        if name in facts and facts.pop(name) != both(numbers):
            raise ValueError(f"this board counts {name}={both(numbers)}")


def can_turn(s: State) -> bool:
    return bool(s.powers) and ROYAL_CLAWS in s.clan and dog_turns(s, s.clan.index(ROYAL_CLAWS)) != 1 << LEAVE


def read_turned(s: State, text: str) -> None:
    dogs: Mapping[str, int] = {f"D{d + 1}+{by}": 4 * d + by for d in range(5) for by in (1, 2, 3)}
    if text not in dogs or not can_turn(s):
        raise ValueError(f"turned={text[:40]} is not a dog that Royal Claws' leader turned, as in turned=D2+1")
    s.turned, s.turned_by = divmod(dogs[text], 4)
