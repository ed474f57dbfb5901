"""The laws: checks that every game must pass, on random matches and on its files. `purrlor laws` runs `check_game`.

`report.py` has the laws by name and what was found. `walk.py` is one random match, which tries the files beside it and
`hidden_information/` on its way; `files/` needs no match. `web/checks` draws pages for it. Imports core alone.
"""

from purrlor.core.laws.check import check_game
from purrlor.core.laws.options import random_options
from purrlor.core.laws.report import LAWS, BrokenLaw, Report
from purrlor.core.laws.walk import Walk

__all__ = ["LAWS", "BrokenLaw", "Report", "Walk", "check_game", "random_options"]
