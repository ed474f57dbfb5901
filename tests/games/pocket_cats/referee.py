"""The end of Pocket Cats a second time, slowly and obviously, from the specification alone.

Nothing here comes from the rules' code. A board is a dictionary from (row, column) to a tile's letters as the
specification writes them, `without` names abilities to leave out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Place = tuple[int, int]
Board = dict[Place, str]

PRINTED = {
    "D1": "N",
    "D2": "W E",
    "D3": "NE E SE",
    "D4": "N E S W",
    "D5": "NE SE SW NW",
}
CLOCK = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STEP = {
    "N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1), "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1),
}  # fmt: skip
CHAOS = {5: 2, 4: 4, 3: 6, 2: 8, 1: 10, 0: 0}


@dataclass
class Verdict:
    points: dict[str, int]
    tiles: dict[str, int]
    down: set[str] = field(default_factory=set)
    caught: dict[str, list[str]] = field(default_factory=dict)


def board_from(text: str) -> Board:
    """Five rows of five; face-down tiles (`#…`, `?`) are left out, and the letters that tell like tiles apart."""
    rows = [line.split() for line in text.strip().splitlines()]
    return {
        (y, x): tile.rstrip("bcd")
        for y, row in enumerate(rows)
        for x, tile in enumerate(row)
        if not tile.startswith(("#", "?"))
    }


def orthogonal(place: Place) -> set[Place]:
    return {(place[0] + STEP[d][0], place[1] + STEP[d][1]) for d in ("N", "E", "S", "W")}


def around(place: Place) -> set[Place]:
    return {(place[0] + dy, place[1] + dx) for dy, dx in STEP.values()}


def is_cat(tile: str, clan: str = "") -> bool:
    return tile[0] in (clan or "RGCJHWT")


def find(board: Board, clan: str) -> Place | None:
    """The leader's place."""
    return next((place for place, tile in board.items() if tile[0] == clan and tile.endswith("*")), None)


def swap(board: Board, a: Place, b: Place) -> None:
    one, other = board.pop(a, None), board.pop(b, None)
    if one is not None:
        board[b] = one
    if other is not None:
        board[a] = other


def arrows(dog: str) -> list[str]:
    """`D3@2` turned clockwise from print."""
    name, _, quarters = dog.partition("@")
    return [CLOCK[(CLOCK.index(d) + 2 * int(quarters or 0)) % 8] for d in PRINTED[name].split()]


def before_the_dogs(board: Board, clans: str, powers: bool, without: frozenset[str] = frozenset()) -> None:
    """The Defenders' leader; who turns a dog changes the board himself."""
    leader = find(board, "J")
    if powers and "J" in clans and leader is not None and "J leader" not in without:
        swap(board, leader, (2, 2))


def judge(board: Board, clans: str, powers: bool, without: frozenset[str] = frozenset()) -> Verdict:
    """From the dogs on. `clans` are both letters."""

    def has(ability: str) -> bool:
        return powers and ability[0] in clans and ability not in without

    # 2 dogs
    down: set[Place] = set()
    for (y, x), tile in board.items():
        if tile[0] == "D":
            for d in arrows(tile):
                target = (y + STEP[d][0], x + STEP[d][1])
                if target in board and is_cat(board[target]):
                    if not (has("T leader") and board[target][0] == "T" and board[target].endswith("*")):
                        down.add(target)
    # 3 Chaoticats
    wild = sum(1 for place, tile in board.items() if is_cat(tile, "H") and place not in down)

    def attack(place: Place) -> int:
        tile = board[place]
        if tile[0] == "H":
            return CHAOS[wild] if "H effect" not in without else 2
        return int(tile[1])

    # 4 Crooks' leader
    crook = find(board, "C")
    if has("C leader") and crook is not None and crook not in down:
        down |= {p for p in orthogonal(crook) if p in board and is_cat(board[p]) and attack(p) < attack(crook)}
    # 5 prey
    caught: dict[str, list[str]] = {clan: [] for clan in clans}
    joined: dict[str, list[str]] = {clan: [] for clan in clans}
    for place, tile in board.items():
        if tile[0] not in "mpf":
            continue
        total = dict.fromkeys(clans, 0)
        for cat, name in board.items():
            if not is_cat(name) or cat in down:
                continue
            reach = orthogonal(cat)
            if name.endswith("*") and name[0] == "G" and has("G leader"):
                reach = around(cat)
            if name.endswith("*") and name[0] == "W" and has("W leader"):
                reach = {(y, x) for y in range(5) for x in range(5) if (y == cat[0]) != (x == cat[1])}
            if place in reach:
                total[name[0]] += attack(cat)
        best = max(total.values())
        if list(total.values()).count(best) == 1:
            winner = max(total, key=lambda clan: total[clan])
            caught[winner].append(tile)
            jester = find(board, "H")
            if winner == "H" and jester is not None and jester not in down and place in orthogonal(jester):
                joined["H"].append(tile)
    # 6 Chaoticats' leader
    if has("H leader"):
        taken = [prey for tiles in caught.values() for prey in tiles]
        for prey in joined["H"]:
            partners = {"p2": "p5", "p5": "p2", "f3": "f4", "f4": "f3"}
            other = partners.get(prey)
            if other in board.values() and other not in taken:
                assert other is not None
                caught["H"].append(other)
    # 7 points
    points = {}
    for clan in clans:
        names = caught[clan]
        total_points = sum(int(prey[1]) for prey in names)
        if "p2" in names and "p5" in names:
            total_points += 10 - 7
        if "f3" in names and "f4" in names:
            total_points += 12 - 7
        if clan == "G" and has("G effect"):
            total_points += len(names)
        if clan == "C" and has("C effect"):
            total_points += sum(1 for place, tile in board.items() if is_cat(tile, "C") and place not in down)
        points[clan] = total_points
    return Verdict(points, {clan: len(caught[clan]) for clan in clans}, {board[p] for p in down}, caught)
