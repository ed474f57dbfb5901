"""Cat Café a second time, slowly and obviously, from the specification alone: nothing here comes from the rules' code.

Hexes are pairs (tower, floor) counted from 1, items are words, sheets are dictionaries.
"""

from __future__ import annotations

Hex = tuple[int, int]
Sheet = dict[Hex, str]

FLOORS = {1: (1, 2, 3, 5), 2: (1, 2, 3, 4, 5, 6), 3: (1, 2, 4, 5, 6), 4: (1, 2, 3, 4, 5, 6), 5: (1, 3, 4)}
NUMBERS = {1: (6, 4), 2: (9, 5), 3: (7, 3), 4: (8, 4), 5: (3, 2)}
REAL = [(tower, floor) for tower, floors in FLOORS.items() for floor in floors]
ITEMS = ("house", "yarn", "butterfly", "bowl", "cushion", "mouse")


def neighbours(place: Hex) -> set[Hex]:
    tower, floor = place
    beside = (floor, floor + 1) if tower % 2 == 1 else (floor - 1, floor)
    near = {(tower, floor - 1), (tower, floor + 1)}
    near |= {(other, level) for other in (tower - 1, tower + 1) for level in beside}
    return near & set(REAL)


def cost(own: int, central: int, item: str, floor: int) -> int:
    """By trying: every way of changing the two values step by step, never below 1 or above 6."""
    wanted = ITEMS.index(item) + 1
    paws, seen = 0, {(own, central)}
    while (wanted, floor) not in seen and (floor, wanted) not in seen:
        steps = {(a + d, b) for a, b in seen for d in (-1, 1)} | {(a, b + d) for a, b in seen for d in (-1, 1)}
        seen |= {(a, b) for a, b in steps if 1 <= a <= 6 and 1 <= b <= 6}
        paws += 1
    return paws


PRICES = {
    (own, central, item, floor): cost(own, central, item, floor)
    for own in range(1, 7)
    for central in range(1, 7)
    for item in ITEMS
    for floor in range(1, 7)
}


def mouse_groups(sheet: Sheet) -> list[int]:
    left = {place for place, item in sheet.items() if item == "mouse"}
    sizes = []
    while left:
        group = {left.pop()}
        while more := {near for place in group for near in neighbours(place)} & left:
            group |= more
            left -= more
        sizes.append(len(group))
    return sizes


def chain_points(size: int, mice: str) -> int:
    table = {0: 0, 1: 2, 2: 6, 3: 12, 4: 20}
    if mice == "cap":
        return table[min(size, 4)]
    points = 0
    while size >= 4:
        points, size = points + 20, size - 4
    return points + table[size]


def yarn_points(sheets: list[Sheet], seat: int) -> int:
    points = 0
    for tower in FLOORS:
        counts = [sum(item == "yarn" and t == tower for (t, _), item in sheet.items()) for sheet in sheets]
        if counts[seat] > 0:
            points += 8 if counts[seat] == max(counts) else 3
    return points


def bowl_points(sheet: Sheet) -> int:
    bowls = [place for place, item in sheet.items() if item == "bowl"]
    return sum(len({sheet[near] for near in neighbours(bowl) if near in sheet}) for bowl in bowls)


class Player:
    def __init__(self) -> None:
        self.sheet: Sheet = {}
        self.unmarked, self.circled, self.crossed_paws = 17, 1, 0
        self.cats: dict[str, int] = {}
        self.numbers: dict[int, int] = {}
        self.crossed_numbers: set[int] = set()
        self.draws = 0

    def has_completed(self, tower: int) -> bool:
        return all((tower, floor) in self.sheet for floor in FLOORS[tower])

    def circle(self, paws: int) -> None:
        for _ in range(paws):
            if self.unmarked > 0:
                self.unmarked -= 1
                self.circled += 1

    def on_offer(self, own: int, central: int) -> set[tuple[str, Hex]]:
        return {
            (item, (tower, floor))
            for item in ITEMS
            for tower, floor in REAL
            if (tower, floor) not in self.sheet
            and PRICES[own, central, item, floor] <= self.circled
            and not (item == "house" and len(self.cats) == 6)
        }


class Referee:
    def __init__(self, seats: int, towers: str, mice: str) -> None:
        self.players = [Player() for _ in range(seats)]
        self.towers, self.mice = towers, mice
        self.completed_before: set[int] = set()  # towers that anybody completed in an earlier round
        self.round = 1
        self.over = False

    def draw(self, seat: int, own: int, central: int, item: str, place: Hex, cat: str | None) -> None:
        player = self.players[seat]
        assert (item, place) in player.on_offer(own, central)
        price = PRICES[own, central, item, place[1]]
        player.circled -= price
        player.crossed_paws += price
        player.sheet[place] = item
        player.draws += 1
        if item == "house":
            assert cat is not None
            assert cat not in player.cats
            player.cats[cat] = 2 * sum(other == cat for other in player.sheet.values())
        if item == "butterfly":
            player.circle(2)

    def finish_round(self) -> None:
        for tower, (larger, smaller) in NUMBERS.items():
            done = [p for p in self.players if p.has_completed(tower) and tower not in p.numbers]
            if not done:
                continue
            is_first = tower not in self.completed_before
            for player in done:
                has_house = any(t == tower and item == "house" for (t, _), item in player.sheet.items())
                if self.towers == "house":
                    gets_larger = has_house and tower not in player.crossed_numbers
                else:
                    gets_larger = has_house and is_first
                player.numbers[tower] = larger if gets_larger else smaller
            somebody = any(player.numbers[tower] == larger for player in done)
            if somebody or (self.towers == "first" and is_first):
                for player in self.players:
                    if player.numbers.get(tower) != larger:
                        player.crossed_numbers.add(tower)
            self.completed_before.add(tower)
        most = max(sum(p.has_completed(tower) for tower in FLOORS) for p in self.players)
        self.over = most >= 3 or self.round == 50
        self.round += 1

    def points(self, seat: int) -> dict[str, int]:
        player = self.players[seat]
        items = list(player.sheet.values())
        return {
            "Houses": sum(player.cats.values()),
            "Yarn": yarn_points([p.sheet for p in self.players], seat),
            "Butterflies": 3 * items.count("butterfly"),
            "Bowls": bowl_points(player.sheet),
            "Cushions": sum(floor for (_, floor), item in player.sheet.items() if item == "cushion"),
            "Mice": sum(chain_points(size, self.mice) for size in mouse_groups(player.sheet)),
            "Towers": sum(player.numbers.values()),
        }

    def totals(self) -> list[int]:
        return [sum(self.points(seat).values()) for seat in range(len(self.players))]

    def winners(self) -> set[int]:
        totals = self.totals()
        return {seat for seat, total in enumerate(totals) if total == max(totals)}
