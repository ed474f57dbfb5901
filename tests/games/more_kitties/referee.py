"""A slow and obvious referee for More Kitties!, written from the rules alone.

It believes the engine only in what chance decides (colours, draws, how tokens land) and in what the players choose.
Who is asked, what there is to choose, what happens and what everybody knows it works out for itself, with tokens as
pairs of names in plain lists.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from purrlor.core.seats import members
from purrlor.games.more_kitties.rules import rules
from purrlor.games.more_kitties.rules.state import PAIR_HIGH, PAIR_LOW, State

COLOURS = ["red", "blue", "yellow", "green", "violet", "pink"]
Token = tuple[str, str]

# colours: copies of each pair of cats, of each cat with a Mouse, a Dog, an invisible cat
SETS = {4: (6, 2, 2, 2), 5: (4, 1, 1, 2), 6: (4, 1, 1, 2)}


def box_of(colours: int) -> Counter[Token]:
    pairs, mice, dogs, invisible = SETS[colours]
    box: Counter[Token] = Counter()
    for one, other in combinations(COLOURS[:colours], 2):
        box[one, other] = pairs
    for colour in COLOURS[:colours]:
        box[colour, "Mouse"], box[colour, "Dog"], box[colour, "invisible"] = mice, dogs, invisible
    return box


def kinds() -> list[Token]:
    """The engine's numbers of the tokens: by the later colour, with Mouse, Dog, invisible, then the earlier colours."""
    found = [("", "")]
    for at, colour in enumerate(COLOURS):
        found += [(colour, "Mouse"), (colour, "Dog"), (colour, "invisible")]
        found += [(earlier, colour) for earlier in COLOURS[:at]]
    return found


KINDS = kinds()


def strict_majority(faces: list[str]) -> str | None:
    cats = Counter(face for face in faces if face in COLOURS).most_common(2)
    if not cats or (len(cats) == 2 and cats[0][1] == cats[1][1]):
        return None
    return cats[0][0]


def tokens_in(s: State, seat: int) -> list[Token]:
    return [KINDS[kind] for kind in s.reserve[seat][: s.have[seat]]]


class Referee:
    """Follows one match from its start."""

    def __init__(self, s: State) -> None:
        self.players = list(range(s.seats))
        self.open = bool(s.open)
        self.bag = box_of(s.colours + 3)
        self.colour = [COLOURS[s.colour[p]] for p in self.players]
        assert len(set(self.colour)) == s.seats
        self.reserve = [Counter(tokens_in(s, p)) for p in self.players]
        self.known: list[Counter[Token]] = [Counter() for _ in self.players]
        for reserve in self.reserve:
            assert reserve.total() == 4
            self.bag = self.minus(self.bag, reserve)
        self.pile = [0 for _ in self.players]
        self.gone: Counter[Token] = Counter()
        self.double_ties = 0
        self.active = 0
        self.is_over = False
        self.start_turn()

    @staticmethod
    def minus(many: Counter[Token], some: Counter[Token]) -> Counter[Token]:
        assert some <= many, f"{some} is not within {many}"
        return many - some

    def clockwise(self, seat: int) -> list[int]:
        """All seats, beginning with the next one, this one last."""
        n = len(self.players)
        return [(seat + k) % n for k in range(1, n + 1)]

    # ------------------------------------------------------------ what is asked
    def start_turn(self) -> None:
        self.stage = "choose"
        self.chosen: dict[int, Counter[Token]] = {}
        self.givers = [p for p in self.clockwise(self.active)[:-1] if self.reserve[p]]
        self.tosses = 0
        self.last = False

    def asked(self) -> set[int]:
        if self.is_over:
            return set()
        if self.stage == "choose":
            return {self.active, *self.givers} - set(self.chosen)
        return {self.active}

    def choices(self, seat: int) -> Counter[object]:
        """What the seat may choose, described by the tokens; each once."""
        if self.stage == "choose":
            tokens = sorted(self.reserve[seat].elements())
            size = 2 if seat == self.active else 1
            return Counter(dict.fromkeys(combinations(tokens, size), 1))
        if self.stage == "order":
            return Counter({self.table[i]: 1 for i in self.pending})
        if self.stage in ("Dog", "take"):
            others = [i for i in range(len(self.table)) if i != self.acting]
            return Counter({(self.table[i], self.up[i], i in self.pending): 1 for i in others})
        if self.stage == "lay":
            return Counter({(token, face): 1 for token in self.reserve[seat] for face in token})
        if self.stage == "give":
            return Counter({self.table[i]: 1 for i in self.remaining})
        return Counter({"toss": 1})

    def described(self, s: State, seat: int, action: int) -> object:
        """The engine's action in the same terms."""
        if self.stage == "choose":
            places = (PAIR_LOW[action], PAIR_HIGH[action]) if seat == self.active else (action,)
            return tuple(sorted(KINDS[s.reserve[seat][place]] for place in places))
        if self.stage == "lay":
            token = KINDS[s.reserve[seat][action // 2]]
            return token, token[action % 2]
        if self.stage in ("Dog", "take"):
            return self.table[action], self.up[action], action in self.pending
        return self.table[action] if self.stage in ("order", "give") else "toss"

    def check(self, s: State) -> None:
        """The engine asks the same seats for the same things, and everything lies where it should."""
        assert set(members(rules.waiting(s))) == self.asked()
        for seat in self.asked():
            offered = Counter(self.described(s, seat, action) for action in members(rules.legal(s, seat)))
            assert offered == self.choices(seat), f"{self.stage}: {offered} instead of {self.choices(seat)}"
        for p in self.players:
            assert Counter(tokens_in(s, p)) == self.reserve[p]
            expected = self.reserve[p] if self.open else self.known[p]
            assert Counter(tokens_in(s, p)[: s.known[p]]) == expected
            assert s.pile[p] == rules.score(s, p) == self.pile[p]
        assert Counter(KINDS[kind] for kind in s.bag[: s.bag_n]) == self.bag
        assert Counter({KINDS[kind]: n for kind, n in enumerate(s.out) if n}) == self.gone
        assert s.ties == self.double_ties
        if not self.is_over:
            assert s.turn == self.active

    # ------------------------------------------------------------ what happens
    def follow(self, before: State, seat: int, action: int, after: State) -> None:
        choice = self.described(before, seat, action)
        if self.stage == "choose":
            assert isinstance(choice, tuple)
            self.chosen[seat] = Counter(choice)
            if not self.asked():
                self.bring_out(after)
                self.toss(after)
        elif self.stage in ("again", "last"):
            if self.stage == "last":
                self.last = True
                self.chosen = {p: self.reserve[p].copy() for p in self.players}
                self.bring_out(after)
            self.toss(after)
        elif self.stage == "order":
            self.act(action)
        elif self.stage == "Dog":
            self.turn_over(action)
            self.go_on(after)
        elif self.stage == "take":
            self.target, self.stage = action, "lay"
        elif self.stage == "lay":
            assert isinstance(choice, tuple)
            self.exchange(*choice)
            self.go_on(after)
        else:
            self.give_back(action, after)

    def take_from(self, seat: int, tokens: Counter[Token]) -> None:
        """Out of a reserve, for all to see: one of that kind that was known to be there is not any more."""
        self.reserve[seat] = self.minus(self.reserve[seat], tokens)
        self.known[seat] -= tokens

    def bring_out(self, after: State) -> None:
        """The tokens come onto the table; their order there is the engine's."""
        for p, tokens in self.chosen.items():
            self.take_from(p, tokens)
        self.table = [KINDS[after.table[i]] for i in range(after.table_n)]
        handed = Counter((p, token) for p, tokens in self.chosen.items() for token in tokens.elements())
        assert Counter((after.owner[i], token) for i, token in enumerate(self.table)) == handed

    def toss(self, after: State) -> None:
        self.tosses += 1
        self.up = [KINDS[after.table[i]][after.up[i]] for i in range(len(self.table))]
        assert all(face in token for face, token in zip(self.up, self.table, strict=True))
        self.pending = []
        for i, face in enumerate(self.up):
            is_useful = face == "Dog" or (face == "Mouse" and self.reserve[self.active])
            if is_useful and len(self.table) > 1:
                self.pending.append(i)
        self.go_on(after)

    def go_on(self, after: State) -> None:
        if len({self.table[i] for i in self.pending}) > 1:
            self.stage = "order"
        elif self.pending:
            self.act(self.pending[0])
        else:
            self.count(after)

    def act(self, place: int) -> None:
        self.acting = place
        self.pending.remove(place)
        self.stage = "Dog" if self.up[place] == "Dog" else "take"

    def turn_over(self, place: int) -> None:
        one, other = self.table[place]
        self.up[place] = other if self.up[place] == one else one
        self.pending = [i for i in self.pending if i != place]

    def exchange(self, token: Token, face: str) -> None:
        self.take_from(self.active, Counter([token]))
        self.receive(self.active, self.table[self.target])
        self.table[self.target], self.up[self.target] = token, face
        self.pending = [i for i in self.pending if i != self.target]

    def receive(self, seat: int, token: Token) -> None:
        self.reserve[seat][token] += 1
        self.known[seat][token] += 1

    def count(self, after: State) -> None:
        winner = strict_majority(self.up)
        if winner is None and not self.last:
            if self.tosses == 1:
                self.stage = "again"
                return
            self.double_ties += 1
            limit = len(self.players) * (1 if not self.bag else 4)
            if self.double_ties < limit:
                self.remaining = list(range(len(self.table)))
                self.owed = list(self.givers)
                self.stage = "give"
                if not self.owed:
                    self.keep_rest(after)
                return
        self.double_ties = 0
        for p in self.players:
            if self.colour[p] == winner:
                self.pile[p] += self.up.count(winner)
        self.gone += Counter(self.table)
        self.end_turn(after)

    def give_back(self, place: int, after: State) -> None:
        self.receive(self.owed.pop(0), self.table[place])
        self.remaining.remove(place)
        if not self.owed:
            self.keep_rest(after)

    def keep_rest(self, after: State) -> None:
        for i in self.remaining:
            self.receive(self.active, self.table[i])
        assert len(self.remaining) == 2
        self.end_turn(after)

    def end_turn(self, after: State) -> None:
        for p in self.clockwise(self.active):
            wanted = min(4 - self.reserve[p].total(), self.bag.total())
            drawn = Counter(tokens_in(after, p)) - self.reserve[p]
            assert drawn.total() == wanted
            self.bag = self.minus(self.bag, drawn)
            self.reserve[p] += drawn
        self.known = [+known for known in self.known]
        if self.last:
            self.is_over = True
            return
        for p in self.clockwise(self.active):
            if self.reserve[p].total() >= 2:
                self.active = p
                self.start_turn()
                return
        self.active = self.clockwise(self.active)[0]
        self.stage = "last"
        self.is_over = not any(self.reserve)
