"""The laws that every game must obey, checked on random matches: `check_game`.

`report.py` has the laws and what was found, `walk.py` one random match; it tries `hidden_information/` and the files
beside it on its way. `files/` needs no match. Imports core alone.
"""

from purrlor.core.laws.check import check_game
from purrlor.core.laws.options import random_options
from purrlor.core.laws.report import LAWS, BrokenLaw, Report
from purrlor.core.laws.walk import Walk

__all__ = ["LAWS", "BrokenLaw", "Report", "Walk", "check_game", "random_options"]
