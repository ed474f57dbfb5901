"""Positions worth a picture: name, notation, and whose eyes."""

from __future__ import annotations

from purrlor.core.seats import WATCHER

STATES: dict[str, tuple[str, int]] = {
    "first-look": (
        "players=4 do=look turn=0 asked=012 row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 row2=9/2,4,7,0/2 row3=3/3,S,9,5/3 "
        "discard=7",
        0,
    ),
    "draw-or-take": (
        "players=3 round=2 do=source turn=0 row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 row2=9/2,4,7,0/2 discard=754 "
        "totals=14,9,21 points=14,9,21",
        0,
    ),
    "drawn": (
        "players=4 round=2 do=place turn=0 drawn=3 row0=2/0,5,P,9/0 row1=4/1,6,1,8/1 row2=9/2,4,7,0/2 row3=3/3,S,9,5/3 "
        "discard=967 totals=14,9,21,11 points=14,9,21,11",
        0,
    ),
    "call": (
        "players=4 round=2 do=call turn=0 row0=2/0,5,3+/0,9/0 row1=4/1,6,1,8/1 row2=9/2,4,7,0/2 row3=3/3,S,9,5/3 "
        "discard=78 totals=14,9,21,11 points=14,9,21,11",
        0,
    ),
    "swap-with": (
        "players=4 round=2 do=swap-with turn=0 slot=3 row0=2/0,5,3,9/0 row1=4/1,6,1,8/1 row2=9/2,4,7,0/2 "
        "row3=3/3,S,9,5/3 discard=8S totals=14,9,21,11 points=14,9,21,11",
        0,
    ),
    "super-peek": (
        "players=4 round=2 do=super-peeked turn=0 row0=2/0,5/0,P/0,9/0 row1=2/01,6/0,1/0,8/01 row2=9/02,4/0,7/0,0/02 "
        "row3=3/03,S/0,9/0,5/03 discard=7A totals=14,9,21,11 points=14,9,21,11",
        0,
    ),
    "others-act": (
        "players=6 do=place turn=3 drawn=4 caller=1 row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 row2=9/2,4,7,0/2 row3=3/3,S,9,5/3"
        " row4=1/4,6,0,2/4 row5=9/5,8,8,1/5 discard=75",
        0,
    ),
    "called": (
        "players=3 do=source turn=2 caller=1 row0=2/0,5,P,9/0 row1=0/1,1,3,2/1 row2=9/2,4,7,0/2 discard=754",
        0,
    ),
    "round-end": (
        "players=4 round=2 do=round-end turn=0 caller=1 row0=0/0123,3/0123,1/0123,4/0123 "
        "row1=2/0123,5/0123,9/0123,1/0123 row2=4/0123,2/0123,6/0123,0/0123 row3=9/0123,7/0123,3/0123,5/0123 "
        "discard=78S totals=22,26,33,35 points=8,17,12,24",
        0,
    ),
    "looking-on": (
        "players=2 do=swap turn=1 row0=2/0,5,P,9/0 row1=3/1,6,1,8/1 discard=72S",
        WATCHER,
    ),
}
