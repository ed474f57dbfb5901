"""Positions worth a picture: name -> (position, who looks)."""

from purrlor.core.seats import WATCHER

MIDDLE = (
    "0: CHY#. MYB... Y.#.F. FMM... .#BC; paws 2, spent 6; cats C4; numbers x - - - -; chose {0}\n"
    "1: YYB#C B.H... M.#... FM.M.. .#.F; paws 1, spent 4; cats Y4; numbers x4 - - - -; chose {1}\n"
    "2: HCC#C .MF... Y.#... BB.... .#HY; paws 3, spent 3; cats H2 C6; numbers 6 - - - -; chose {2}"
)
STATES = {
    "first-look": (
        "round 1 draft; first 0; dice 1 2 4 6; took ? ? ?; towers house; mice cap\n"
        + "\n".join(
            f"{p}: ...#. ...... ..#... ...... .#..; paws 1, spent 0; cats -; numbers - - - - -; chose ?"
            for p in range(3)
        ),
        0,
    ),
    "choosing": (
        "round 14 draw; first 0; dice 4; took 6 2 1; towers house; mice cap\n" + MIDDLE.format("?", "?", "?"),
        0,
    ),
    "second-step": (
        "round 14 draw; first 0; dice 4; took 6 2 1; towers house; mice cap\n" + MIDDLE.format("M", "?", "?"),
        0,
    ),
    "which-cat": (
        "round 14 draw; first 0; dice 4; took 2 2 1; towers house; mice cap\n" + MIDDLE.format("H 2-4", "?", "?"),
        0,
    ),
    "waiting": (
        "round 14 draw; first 0; dice 4; took 6 2 1; towers house; mice cap\n" + MIDDLE.format("M 2-4", "?", "?"),
        0,
    ),
    "watching": (
        "round 14 draft; first 1; dice 2 4 6; took ? 1 ?; towers house; mice cap\n"
        + MIDDLE.format("B 2-3", "M 3-1", "Y 5-4"),
        WATCHER,
    ),
}
