"""Chance inside a state: xoshiro128++ in s.rng, four 32-bit words kept in 64-bit fields.

Every step masks to 32 bits, so plain Python and compiled code agree to the bit.
"""

from __future__ import annotations

from typing import Protocol

from purrlor.core.seats import count, first

WORD = 0xFFFFFFFF
WIDE = 0x1FFFFFFFFFFFFFFF


class HasRng(Protocol):
    rng: list[int]


def below(s: HasRng, n: int) -> int:
    """A number from 0 to n - 1; for n up to 100 every one is as likely as another to within 1 in 40 million."""
    a = s.rng[0]
    b = s.rng[1]
    c = s.rng[2] ^ a
    d = s.rng[3] ^ b
    r = (a + s.rng[3]) & WORD
    r = ((r << 7 | r >> 25) + a) & WORD
    s.rng[1] = b ^ c
    s.rng[0] = a ^ d
    s.rng[2] = c ^ (b << 9 & WORD)
    s.rng[3] = (d << 11 | d >> 21) & WORD
    return r * n >> 32


def mix(a: int, b: int) -> int:
    """A well-mixed number of 61 bits made from two."""
    h = (a ^ (b * 0x9E3779B97F4A7C1 & WIDE)) & WIDE
    h ^= h >> 31
    h = h * 0x3F58476D1CE4E5B9 & WIDE
    h ^= h >> 29
    return h


def seed_rng(s: HasRng, seed: int) -> None:
    """Start the generator from a number: for searches, tests and studies. Live matches are keyed by `Match`."""
    h = mix(seed & WIDE, 0x5851F42D)
    g = mix(h, 0x14057B7)
    s.rng[0] = h & WORD
    s.rng[1] = h >> 29 & WORD
    s.rng[2] = g & WORD
    s.rng[3] = g >> 29 & WORD | 1


def forget_rng(s: HasRng) -> None:
    """What a hidden state shows of the generator: nothing."""
    for k in range(4):
        s.rng[k] = 0


def shuffle(s: HasRng, things: list[int], n: int) -> None:
    """Shuffle the first n things."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        thing = things[i]
        things[i] = things[j]
        things[j] = thing


def pick(s: HasRng, mask: int) -> int:
    """One of the set, each as likely as another."""
    for _ in range(below(s, count(mask))):
        mask &= mask - 1
    return first(mask)
