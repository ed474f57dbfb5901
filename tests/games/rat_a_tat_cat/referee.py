"""A slow, obvious referee of Rat-a-Tat Cat, written from the rules' text alone.

It follows a match with lists and sets of its own, as a person would with real cards: a round is one generator that
stops wherever somebody has to decide. Only the order of a shuffled deck is asked of the real generator.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

Asked = dict[int, set[int]]  # who is asked, and what they may answer
Flow = Generator[Asked, tuple[int, int], None]
Turn = Generator[Asked, tuple[int, int], bool]  # … whether the player may call afterwards
SWAP, PEEK, DRAW_TWO, SUPER_PEEK = 10, 11, 12, 13


class Referee:
    def __init__(self, seats: int, options: dict[str, object], shuffle: Callable[[list[int]], list[int]]) -> None:
        self.seats, self.options, self.shuffle = seats, options, shuffle
        self.totals = [0] * seats
        self.out: set[int] = set()
        self.starter = seats - 1
        self.round = 0
        self.time_up = self.between = self.over = False
        self.held: int | None = None

    # ------------------------------------------------------------ people
    def inside(self) -> list[int]:
        return [p for p in range(self.seats) if p not in self.out]

    def left_of(self, p: int) -> int:
        after = [q % self.seats for q in range(p + 1, p + 1 + self.seats)]
        return next(q for q in after if q not in self.out)

    def clockwise_from(self, p: int) -> list[int]:
        return [q % self.seats for q in range(p, p + self.seats) if q % self.seats not in self.out]

    # ------------------------------------------------------------ a match
    def match(self, deal: Callable[[], None]) -> Flow:
        while True:
            self.between = False
            self.round += 1
            self.starter = self.left_of(self.starter)
            deal()
            yield from self.play_round()
            if self.ends_here():
                break
            self.between = True
            ready: set[int] = set()
            while ready != set(self.inside()):
                seat, _ = yield {p: {0} for p in self.inside() if p not in ready}
                ready.add(seat)
        self.over = True

    def ends_here(self) -> bool:
        if self.options["length"] == "rounds":
            return self.round == self.options["rounds"]
        if self.options["length"] == "minutes":
            return self.time_up or self.round == 200
        limit = int(str(self.options["limit"]))
        fallen = {p for p in self.inside() if self.totals[p] >= limit}
        if fallen == set(self.inside()):
            return True
        self.out |= fallen
        return len(self.inside()) == 1 or self.round == 200

    def winners(self) -> set[int]:
        best = min(self.totals[p] for p in self.inside())
        return {p for p in self.inside() if self.totals[p] == best}

    # ------------------------------------------------------------ a round
    def lay_out(self, rows: dict[int, list[int]], discard: list[int], deck: list[int]) -> None:
        self.rows, self.discard, self.deck = rows, discard, deck
        self.known: dict[tuple[int, int], set[int]] = {(p, i): set() for p in rows for i in range(4)}
        for p in rows:
            for i in (0, 3):
                self.known[p, i] = set(range(self.seats)) if self.options["open_ends"] else {p}

    def play_round(self) -> Flow:
        if not self.options["open_ends"]:
            seen: set[int] = set()
            while seen != set(self.inside()):
                seat, _ = yield {p: {0} for p in self.inside() if p not in seen}
                seen.add(seat)
        turns = dict.fromkeys(self.inside(), 0)
        caller = None
        p = self.starter
        while caller is None:
            may_call = yield from self.turn(p)
            turns[p] += 1
            if turns[p] == 60:
                caller = p
            elif may_call:
                _, answer = yield {p: {0, 1}}
                if answer:
                    caller = p
            p = self.left_of(p)
        for q in self.clockwise_from(p):
            if q != caller:
                yield from self.turn(q)
        self.count()

    def turn(self, p: int) -> Turn:
        can_take = bool(self.discard) and self.discard[-1] <= 9
        _, answer = yield {p: {0, 1} if can_take else {0}}
        if answer == 0:
            return (yield from self.use_top(p, second=False))
        self.held = self.discard.pop()
        _, place = yield {p: {0, 1, 2, 3}}
        self.replace(p, place, set(range(self.seats)))
        return True

    def use_top(self, p: int, second: bool) -> Turn:
        card = self.draw()
        if card <= 9:
            self.held = card
            _, place = yield {p: {0, 1, 2, 3, 4}}
            if place < 4:
                lies_open = bool(self.options["open_ends"]) and place in (0, 3)
                self.replace(p, place, set(range(self.seats)) if lies_open else {p})
                return True
            self.held = None
            self.discard.append(card)
            return (yield from self.use_top(p, second=False)) if second else True
        self.discard.append(card)
        mine = {1, 2} if self.options["open_ends"] else {0, 1, 2, 3}
        if card == SWAP:
            _, place = yield {p: mine | {4}}
            if place < 4:
                others = {4 * q + i for q in self.inside() if q != p for i in mine}
                _, wanted = yield {p: others}
                here, there = (p, place), (wanted // 4, wanted % 4)
                self.rows[p][place], self.rows[there[0]][there[1]] = self.rows[there[0]][there[1]], self.rows[p][place]
                self.known[here], self.known[there] = self.known[there], self.known[here]
        elif card == PEEK:
            _, place = yield {p: mine | {4}}
            if place < 4:
                self.known[p, place] = self.known[p, place] | {p}
                yield {p: {0}}
        elif card == DRAW_TWO:
            _, answer = yield {p: {0, 1}}
            if answer:
                return (yield from self.use_top(p, second=True))
        else:
            for place_of in self.known:
                self.known[place_of] = self.known[place_of] | {p}
            yield {p: {0}}
            return False
        return True

    def replace(self, p: int, place: int, knowers: set[int]) -> None:
        assert self.held is not None
        self.discard.append(self.rows[p][place])
        self.rows[p][place] = self.held
        self.held = None
        self.known[p, place] = knowers

    def draw(self) -> int:
        if not self.deck:
            self.deck, self.discard = self.shuffle(self.discard), []
        return self.deck.pop()

    def count(self) -> None:
        for p in self.clockwise_from(self.starter):
            for i in range(4):
                while self.rows[p][i] > 9:
                    self.discard.append(self.rows[p][i])
                    self.rows[p][i] = self.draw()
                self.known[p, i] = set(range(self.seats))
            self.totals[p] += sum(self.rows[p])
