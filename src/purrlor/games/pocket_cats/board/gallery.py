"""Positions worth a picture: name -> (position, who looks)."""

from purrlor.core.seats import WATCHER

MIDDLE = """
f3    ?     G2    ?     m6
?     D4@0  m5    R2    ?
m4    G3*   p5    ?     D5@0
?     ?     R4    m3    ?
G5    ?     ?     ?     R1
"""
LAST = """
f3    R4    m4    D3@2  f4
G2    D4@0  m5    m6    R1
D1@1  m4    D2@0  R5*   D5@0
G3*   p5    G1    G4    R2
m3    p2    G5    R3    m5
"""
STATES = {
    "clans": ("clans=limited powers=on stage=keep hands=RHC/?", 0),
    "choosing": (
        "clans=limited powers=on seats=R/G stage=flip" + MIDDLE.replace("R4 ", "?  "),
        0,
    ),
    "second-step": ("clans=limited powers=on seats=R/G stage=move flipped=c4" + MIDDLE, 0),
    "another-prey": (
        "clans=limited powers=on seats=T/C stage=move flipped=c3\n"
        "f3 ? C2 ? m6\n? D4@0 m5 T2 ?\nm4 C7* p5 ? D5@0\n? ? T3 m3 ?\nC4 ? ? ? T5*",
        0,
    ),
    "waiting": ("clans=limited powers=on seats=R/G stage=move flipped=c4" + MIDDLE, 1),
    "turn-dog": ("clans=limited powers=on seats=R/G stage=turn-dog" + LAST, 0),
    "watching": ("clans=expert powers=on seats=R/G stage=pause" + LAST, WATCHER),
}
