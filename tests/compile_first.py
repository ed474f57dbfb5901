"""What tests call of compiled code, compiled before they begin: `python -m tests.compile_first`, a part of ./purr test.

It goes into the product's own cache, which is named by the source, so a second run finds it there. Two games at a time.
"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed

from purrlor.bots.processes.worker import modules_of, warm
from purrlor.bots.tree_search.compiled_twins import SEARCH
from purrlor.core.compilers.native import cache_root, is_cached, mark_whole
from purrlor.core.game import game, games
from purrlor.lab.arena.matches import Plan, play_blocks, read_entrant
from purrlor.lab.vector import VectorEnv

AT_A_TIME = 2


def searches(name: str) -> list[str]:
    return [f"tiger {name}", f"lion {name}"]


def is_compiled(name: str) -> bool:
    return all(is_cached(SEARCH, **modules_of(search)) for search in searches(name))


def compile_game(name: str) -> None:
    """Matches of bots, environments, searches. The mark comes last: without it all of this is looked at again."""
    known = game(name)
    seats = known.seats[0]
    line = (read_entrant("kitten", None, None), read_entrant("cat", None, None))
    play_blocks(Plan(name, seats, known.settle(seats), line, 1), range(1))
    if known.has("lab/observation.py"):
        for opponents in (None, "cat"):
            lanes = VectorEnv(known, 2, seed=1, opponents=opponents)
            lanes.reset()
            lanes.draw_actions()
            lanes.step()
    for search in searches(name):
        warm(search)
    for search in searches(name):
        mark_whole(SEARCH, **modules_of(search))


def compile_apart(name: str) -> str:
    """In a process of its own; what goes wrong there is for a test to find."""
    subprocess.run([sys.executable, "-m", "tests.compile_first", name], check=False)
    return name


def main() -> None:
    if sys.argv[1:]:
        compile_game(sys.argv[1])
        return
    wanted = [known.name for known in games() if not is_compiled(known.name)]
    if not wanted or cache_root() is None:
        return
    print("purr: compiling the rules and the opponents of all games, once …", flush=True)
    with ThreadPoolExecutor(AT_A_TIME) as several:
        for number, done in enumerate(as_completed(several.submit(compile_apart, name) for name in wanted), 1):
            print(f"purr: compiled {done.result()}, {number} of {len(wanted)}", flush=True)


if __name__ == "__main__":
    main()
