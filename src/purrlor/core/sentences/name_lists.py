"""Several names in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.language import Translations


def join_names(names: Sequence[str], t: Translations) -> str:
    """Names as one says them: Ann, Boris and Cleo."""
    if len(names) < 2:
        return "".join(names)
    return t.gettext("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])
