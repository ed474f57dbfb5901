"""The options of Fish Market. Each is a field of the state under the same name."""

from __future__ import annotations

from purrlor.core.language import N_
from purrlor.core.options import Option, Switch

OPTIONS: tuple[Option, ...] = (
    Switch("leftovers", True, N_("Leftovers"), N_("A catch that nobody takes stays and is sold with the next one.")),
)
