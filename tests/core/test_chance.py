"""Chance: the same plain and compiled, fair enough, and gone from what is hidden."""

from collections import Counter

from purrlor.core.chance import below, forget_rng, mix, pick, seed_rng, shuffle
from purrlor.core.compilers.native import native
from purrlor.core.record import Record, i8, i64
from purrlor.core.seats import count, first, members


class Cup(Record):
    rng: list[int] = i64(4)
    things: list[int] = i8(10)


def seeded(seed: int) -> Cup:
    cup = Cup()
    seed_rng(cup, seed)
    return cup


def test_the_generator_is_xoshiro128_plus_plus() -> None:
    """Its published recurrence, written the obvious way."""
    cup = Cup()
    cup.rng[:] = state = [1, 2, 3, 4]
    word = 0xFFFFFFFF

    def rotate(x: int, k: int) -> int:
        return (x << k | x >> 32 - k) & word

    for _ in range(1000):
        wanted = (rotate(state[0] + state[3] & word, 7) + state[0]) & word
        t = state[1] << 9 & word
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= t
        state[3] = rotate(state[3], 11)
        cup.rng[:] = cup.rng
        assert below(Cup.from_bytes(cup.to_bytes()), 1) == 0
        assert below(cup, 1 << 30) == wanted >> 2
        assert cup.rng == state
        state = list(cup.rng)


def test_every_number_comes_up_about_as_often() -> None:
    cup = seeded(1)
    seen = Counter(below(cup, 6) for _ in range(12_000))
    assert set(seen) == set(range(6))
    assert all(1800 < times < 2200 for times in seen.values())


def test_a_shuffle_keeps_the_things_and_mixes_them() -> None:
    firsts: Counter[int] = Counter()
    for seed in range(2000):
        cup = seeded(seed)
        cup.things[:] = list(range(10))
        shuffle(cup, cup.things, 5)
        assert sorted(cup.things[:5]) == [0, 1, 2, 3, 4]
        assert cup.things[5:] == [5, 6, 7, 8, 9]
        firsts[cup.things[0]] += 1
    assert all(300 < firsts[k] < 500 for k in range(5))


def test_pick_takes_one_of_the_set() -> None:
    cup = seeded(3)
    assert {pick(cup, 0b101001) for _ in range(200)} == {0, 3, 5}


def test_compiled_chance_agrees() -> None:
    fast = native("purrlor.core.chance")
    row = Cup.array(1)
    for seed in (0, 1, 2**40, 2**61 + 5, -3):
        cup = seeded(seed)
        fast.seed_rng(row[0], seed)
        for n in (1, 2, 65, 1 << 31):
            assert below(cup, n) == fast.below(row[0], n)
        assert row[0].tobytes() == cup.to_bytes()
        assert mix(seed, 77) == fast.mix(seed, 77)


def test_forgetting_leaves_nothing() -> None:
    cup = seeded(9)
    forget_rng(cup)
    assert cup.rng == [0, 0, 0, 0]


def test_sets_of_bits() -> None:
    assert count(0b10110) == 3
    assert first(0b10100) == 2
    assert members(0b10110) == (1, 2, 4)
