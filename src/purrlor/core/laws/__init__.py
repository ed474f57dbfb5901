"""The laws that every game must obey, checked on random matches: `check_game`.

`report.py` has the laws and what was found, `walk.py` one random match. What it tries on its way is in `secrets.py`,
`speech.py`, `players.py`, `asked.py` and `looks.py`. Without a walk: `deals.py` needs many deals, `prepared.py` reads
positions of lessons and puzzles, `compiled_subset.py` says what compiled code may not hold.
"""

from purrlor.core.laws.check import check_game
from purrlor.core.laws.options import random_options
from purrlor.core.laws.report import LAWS, BrokenLaw, Report
from purrlor.core.laws.walk import Walk

__all__ = ["LAWS", "BrokenLaw", "Report", "Walk", "check_game", "random_options"]
