"""Where the operator's own bots think: `python -m purrlor.bots.processes.user_bot_worker`, a JSON object a line.

    {"load": [SOURCE, …]}                                                          → {"broken": {SOURCE: WHY}}
    {"game": …, "source": …, "state": HEX, "seat": 0, "seed": 5, "table": …}       → {"action": 3} or {"failed": WHY}

The state is hidden for the seat. The process ends with its input.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import TypedDict

from purrlor.bots.user_bots import SeatedBot, find_bot, seat_bot
from purrlor.core.cache import Cache
from purrlor.core.errors import PurrlorError
from purrlor.core.game import game
from purrlor.core.installation.operating_system import lower_priority

POLITE = 10  # a process that serves people comes first
SEATED = 2000  # bots that are remembered; one that is not begins its match again in the middle


class Decision(TypedDict):
    """What a bot is asked."""

    game: str
    source: str
    state: str
    seat: int
    seed: int
    table: str


class Answer(TypedDict, total=False):
    """`broken` to a wish to load, else `action` or `failed`."""

    broken: dict[str, str]
    action: int
    failed: str


def load_all(sources: list[str]) -> Answer:
    broken = {}
    for source in sources:
        try:
            find_bot(source)
        except PurrlorError as error:
            broken[source] = str(error)
    return {"broken": broken}


def decide(asked: Decision, seated: Cache[tuple[str, int, str], SeatedBot]) -> Answer:
    known, seat = game(asked["game"]), asked["seat"]
    key = (asked["table"], seat, asked["source"])
    try:
        bot = seated.get(key)
        if bot is None:
            bot = seat_bot(find_bot(asked["source"]), asked["source"], known, asked["seed"])
            seated.put(key, bot)
        return {"action": bot(known.rules.State.from_bytes(bytes.fromhex(asked["state"])), seat)}
    except PurrlorError as error:
        return {"failed": str(error)}


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    lower_priority(POLITE)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a bot prints must not look like an answer
    seated: Cache[tuple[str, int, str], SeatedBot] = Cache(SEATED)
    for line in sys.stdin:
        order = json.loads(line)
        answer = load_all(order["load"]) if "load" in order else decide(order, seated)
        out.write(json.dumps(answer) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
