"""A process that thinks for bots: `python -m purrlor.bots.processes.worker`, one JSON object a line in and out.

    {"warm": [SEARCH, …]}                                 → {"warm": SEARCH} once each is ready
    {"id": 1, "search": SEARCH, "state": HEX, "seat": 0, "seed": 5,
     "seconds": 0.5, "playouts": null, "all": false,
     "wanted": 0, "least": 0}                             → {"id": 1, "action": 3}, or "choices" if all are wanted

A search is a player and a game, such as "tiger cat-cafe".

Searches are made ready in a thread of their own, so that games that are ready are played meanwhile. The process ends
with its input, so the process that started it cannot leave it behind.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from dataclasses import astuple
from pathlib import Path
from typing import NotRequired, TextIO, TypedDict

from purrlor.bots.lion import Lion, network_modules
from purrlor.bots.networks.learned import learned_network
from purrlor.bots.players import thinker
from purrlor.bots.thinker import Thinker
from purrlor.bots.tree_search.compiled_twins import SEARCH, search_modules
from purrlor.bots.trial_matches import Difference, differences
from purrlor.core.chance import seed_rng
from purrlor.core.compilers.native import cache_root, is_cached, mark_whole
from purrlor.core.game import game
from purrlor.core.installation.operating_system import lock_file, lower_priority
from purrlor.core.seats import first

COMPILE = "--compile"
POLITE = 10  # a process that serves people comes first
TRY_AGAIN = 0.2  # seconds until a lock that another process holds is tried again


class Question(TypedDict):
    """A decision to think about."""

    id: int
    search: str  # "tiger cat-cafe"
    state: str  # hidden for the seat, its bytes in hexadecimal digits
    seat: int
    seed: int
    all: bool  # every choice is wanted, not the best alone
    wanted: int  # a mask of actions that are to be tried, if all are wanted
    least: int  # so often at least
    playouts: int | None  # at most so many
    seconds: NotRequired[float]  # known when a process is free
    pair: NotRequired[tuple[int, int]]  # what comes of these two choices is wanted, in as many matches as playouts


class Answer(TypedDict, total=False):
    """To a question: `id` with `action`, `choices`, `differences` or `failed`. To a wish to make a search ready:
    `warm`, or `cold`."""

    id: int
    action: int
    choices: list[tuple[int, int, float, float, float, float, float]]  # the fields of Choice
    differences: list[Difference]
    failed: str
    warm: str
    cold: str
    why: str


class CompileQueue:
    """Makes searches ready, one after another: those of the newest wish first, in its order."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.requests: deque[str] = deque()
        self.known: set[str] = set()
        self.change = threading.Condition()
        threading.Thread(target=self.run, daemon=True).start()

    def request(self, names: list[str]) -> None:
        with self.change:
            for name in reversed(names):
                if name in self.requests:
                    self.requests.remove(name)
                elif name in self.known:
                    continue
                self.known.add(name)
                self.requests.appendleft(name)
            self.change.notify()

    def run(self) -> None:
        while True:
            with self.change:
                while not self.requests:
                    self.change.wait()
                name = self.requests.popleft()
            try:
                compile_once(name)
                warm(name)
                answer: Answer = {"warm": name}
            except Exception as error:
                answer = {"cold": name, "why": f"{type(error).__name__}: {error}"[:300]}
            send(self.out, answer)


def search_named(name: str) -> Thinker:
    level, _, of = name.partition(" ")
    return thinker(game(of), level)


def modules_of(name: str) -> dict[str, str]:
    """What a search is compiled with."""
    level, _, of = name.partition(" ")
    found = learned_network(game(of)) if level == "lion" else None
    return search_modules(game(of)) if found is None else network_modules(game(of), found)


def compile_once(name: str) -> None:
    """See that a search is in the cache. Of all processes that share the cache one compiles it, the others wait."""
    root = cache_root()
    if root is None or is_cached(SEARCH, **modules_of(name)):
        return
    lock = wait_for_lock(root / f"compiling-{name.replace(' ', '-')}")
    try:
        if not is_cached(SEARCH, **modules_of(name)):
            compile_apart(name)
    finally:
        if lock is not None:
            os.close(lock)


def wait_for_lock(path: Path) -> int | None:
    """The lock, once no other process holds it; None on a file system without locks, where each compiles for itself."""
    while True:
        try:
            return lock_file(path)
        except BlockingIOError:
            time.sleep(TRY_AGAIN)
        except OSError:
            return None


def compile_apart(name: str) -> None:
    """Compile into the cache in a process of its own, which ends afterwards: a compiler leaves hundreds of megabytes
    behind, and this process lives as long as the server."""
    with subprocess.Popen(
        [sys.executable, "-m", "purrlor.bots.processes.worker", COMPILE, name], stdin=subprocess.PIPE
    ) as child:
        child.wait()  # whatever went wrong there goes wrong here as well, and is said


def compile_only(name: str) -> None:
    threading.Thread(target=end_with_input, daemon=True).start()
    warm(name)
    mark_whole(SEARCH, **modules_of(name))
    os._exit(0)


def end_with_input() -> None:
    sys.stdin.read()
    os._exit(1)


def warm(name: str) -> None:
    """Compile, or fetch from the cache, all that a search calls."""
    search = search_named(name)
    known = search.twin.game
    s = known.laid_out(known.seats[0])
    seed_rng(s, 1)
    known.rules.start(s)
    while True:
        asked = int(known.rules.waiting(s))
        seat = first(asked)
        mask = int(known.rules.legal(s, seat))
        if mask & (mask - 1):
            break
        known.rules.apply(s, seat, first(mask))
    hidden = known.hidden(s, seat).to_bytes()
    search.choose(hidden, seat, playouts=16)
    differences(search.twin, hidden, seat, first(mask), first(mask), 1)


def think(job: Question) -> Answer:
    """The answer to one question."""
    search = search_named(job["search"])
    state, seat, seed = bytes.fromhex(job["state"]), job["seat"], job["seed"]
    playouts, seconds = job["playouts"], job["seconds"]
    if "pair" in job:
        return {"id": job["id"], "differences": differences(search.twin, state, seat, *job["pair"], playouts or 0)}
    is_network_missing = job["search"].startswith("lion ") and not isinstance(search, Lion)
    if job["all"]:
        if is_network_missing:
            return {"id": job["id"], "choices": []}
        choices = search.evaluate(
            state, seat, seed, playouts=playouts, seconds=seconds, wanted=job["wanted"], least=job["least"]
        )
        return {"id": job["id"], "choices": [astuple(choice) for choice in choices]}
    if is_network_missing:
        playouts = None  # the tiger's search, with all its time
    return {"id": job["id"], "action": search.choose(state, seat, seed, playouts=playouts, seconds=seconds)}


SENDING = threading.Lock()


def send(out: TextIO, answer: Answer) -> None:
    with SENDING:
        out.write(json.dumps(answer) + "\n")
        out.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    lower_priority(POLITE)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints must not look like an answer
    if sys.argv[1:2] == [COMPILE]:
        compile_only(sys.argv[2])
    queue = CompileQueue(out)
    for line in sys.stdin:
        job = json.loads(line)
        if "warm" in job:
            queue.request(job["warm"])
            continue
        try:
            answer = think(job)
        except Exception as error:
            answer = {"id": job["id"], "failed": f"{type(error).__name__}: {error}"[:300]}
        send(out, answer)
    os._exit(0)  # not waiting for a compilation under way


if __name__ == "__main__":
    main()
