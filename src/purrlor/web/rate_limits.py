"""How much one person or one address may ask for: buckets that fill again with time."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from purrlor.core.errors import PurrlorError
from purrlor.core.language import N_
from purrlor.tables.errors import TooManyTables

NAME_LENGTH = 24
BODY_BYTES = 16 * 1024
BUCKETS = 100_000
ADDRESSES = 20_000
EVERYBODY = "everybody"  # instead of an address, for what is limited for the whole server
DAY = 86400.0
FULL = N_("The parlour is full just now. Try again in a minute.")


class TooMuch(PurrlorError):
    """Slow down: too many requests, tables or connections."""

    def __init__(self, sentence: str, wait: float = 1.0, **facts: object) -> None:
        super().__init__(sentence, **facts)
        self.wait = wait


@dataclass(frozen=True)
class Rate:
    burst: float
    per_second: float


# What is asked for: how much of it for one identity, and for one address (a family, a school).
RATES = {
    "page": (Rate(80, 8), Rate(400, 60)),
    "act": (Rate(40, 8), Rate(300, 80)),
    "table": (Rate(12, 0.1), Rate(60, 0.5)),
    "think": (Rate(12, 0.3), Rate(60, 2)),  # advice: half a second of a process that thinks
    "code": (Rate(6, 0.1), Rate(20, 0.2)),  # short codes: few enough that trying finds nothing
    "all codes": (Rate(120, 0.5), Rate(120, 0.5)),  # of the whole server: nor do many households together
    "claim": (Rate(4, 1 / 120), Rate(6, 1 / 120)),  # questions for a seat: no address alone fills a table with them
    "door": (Rate(20, 0.5), Rate(60, 2)),  # keys that could be guessed: joining, watching, personal links
    "live": (Rate(60, 2), Rate(600, 30)),
    "file": (Rate(600, 60), Rate(6000, 600)),  # what a page is made of: small, the same for everybody
}
OPEN_CONNECTIONS = (32, 600)


class RateLimits:
    def __init__(
        self, factor: float = 1.0, connections: int = 20_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.factor, self.most, self.clock = factor, connections, clock
        self.buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self.open: Counter[str] = Counter()
        self.total = 0

    def spend(self, kind: str, identity: str | None, address: str | None) -> None:
        """Take one of each bucket, or raise TooMuch and take none. None: nothing is asked of that one."""
        if not self.factor:
            return
        per_identity, per_address = RATES[kind]
        now = self.clock()
        asked = []
        if address is not None:
            asked.append((f"@{address_group(address)}", per_address))
        if identity is not None:
            asked.append((identity, per_identity))
        for who, rate in asked:
            left = self.level(kind, who, rate, now)
            if left < 1:
                raise TooMuch(
                    N_("That is a lot at once. Take a breath and try again in {seconds} s."),
                    wait=max(1.0, (1 - left) / (rate.per_second * self.factor)),
                    seconds=max(1, round((1 - left) / (rate.per_second * self.factor))),
                )
        if len(self.buckets) > BUCKETS:
            self.forget(now)
        for who, rate in asked:
            self.buckets[kind, who] = (self.level(kind, who, rate, now) - 1, now)

    def level(self, kind: str, who: str, rate: Rate, now: float) -> float:
        left, then = self.buckets.get((kind, who), (rate.burst * self.factor, now))
        return min(rate.burst * self.factor, left + (now - then) * rate.per_second * self.factor)

    def forget(self, now: float) -> None:
        """Drop buckets that are full again, and if that is not enough, the oldest half."""
        self.buckets = {
            (kind, who): (left, then)
            for (kind, who), (left, then) in self.buckets.items()
            if self.level(kind, who, rate := RATES[kind][who.startswith("@")], now) < rate.burst * self.factor
        }
        if len(self.buckets) > BUCKETS:
            newest = sorted(self.buckets.items(), key=lambda item: item[1][1])[BUCKETS // 2 :]
            self.buckets = dict(newest)

    def connect(self, identity: str, address: str) -> None:
        """Count an open connection, or raise TooMuch."""
        place = f"@{address_group(address)}"
        if self.total >= self.most:
            raise TooMuch(FULL, wait=30)
        if self.factor and (
            self.open[identity] >= OPEN_CONNECTIONS[0] * self.factor
            or self.open[place] >= OPEN_CONNECTIONS[1] * self.factor
        ):
            raise TooMuch(N_("This table is open in too many tabs. Close some and try again."), wait=10)
        self.total += 1
        self.open[identity] += 1
        self.open[place] += 1

    def disconnect(self, identity: str, address: str) -> None:
        self.total -= 1
        for who in (identity, f"@{address_group(address)}"):
            self.open[who] -= 1
            if not self.open[who]:
                del self.open[who]


class OpenTables:
    """Unfinished tables by the address they were opened from in the last day: an identity is made in no time, an
    address is not. Only in memory, so that no address is ever written down."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.opened: dict[str, dict[str, float]] = {}

    def check(self, address: str, now: float, is_over: Callable[[str], bool]) -> None:
        place = address_group(address)
        still = {id: at for id, at in self.opened.get(place, {}).items() if now - at < DAY and not is_over(id)}
        if still:
            self.opened[place] = still
        else:
            self.opened.pop(place, None)
        if len(still) >= self.most:
            raise TooManyTables(
                N_("{most} tables were opened at your address today and not finished: finish one first."),
                most=self.most,
            )

    def add(self, address: str, table_id: str, now: float) -> None:
        if len(self.opened) >= ADDRESSES:
            self.opened.pop(next(iter(self.opened)))
        self.opened.setdefault(address_group(address), {})[table_id] = now


@lru_cache(maxsize=4096)  # every click asks
def address_group(address: str) -> str:
    """One household: an IPv4 address, or the /64 an IPv6 address is of."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        return parsed.ipv4_mapped.compressed if parsed.ipv4_mapped else str(ipaddress.ip_network(f"{parsed}/64", False))
    return address


def network_of(name: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    """As the web server reads them: an address, a network, or * for every one."""
    try:
        return ipaddress.ip_network("0.0.0.0/0" if name == "*" else name, strict=False)
    except ValueError:
        return None
