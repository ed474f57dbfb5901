"""What the environments share: a game's compiled lanes, its features, a table laid out, and how a position looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from purrlor.core.compilers.native import native
from purrlor.core.errors import BadOption
from purrlor.core.game import Game
from purrlor.core.language import N_

if TYPE_CHECKING:
    from purrlor.lab.environments.compiled_match import CompiledMatch

RENDER_MODES = ("ansi", "rgb_array")
LANES = "purrlor.lab.kernels.vector"


@cache
def compiled_lanes(game: Game) -> ModuleType:
    return native(LANES, rules=f"{game.package}.rules.rules", observation=f"{game.package}.lab.observation")


@cache
def feature_bounds(game: Game) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """The lowest and the highest number of each feature."""
    features = game.part("lab.observation").FEATURES
    low, high = (np.array([feature[k] for feature in features], np.int16) for k in (1, 2))
    low.flags.writeable = high.flags.writeable = False
    return low, high


def laid_row(game: Game, players: int, options: Mapping[str, object] | None) -> npt.NDArray[np.void]:
    """One compiled state with seats and options in place, before the start."""
    s = game.laid_out(players, options)
    return np.frombuffer(s.to_bytes(), s.dtype()).copy()


def check_render_mode(mode: str | None, known: Sequence[str]) -> str | None:
    if mode is not None and mode not in known:
        raise BadOption(N_("{mode} is no way to render: choose one of {modes}."), mode=mode, modes=", ".join(known))
    return mode


def sight(match: CompiledMatch, viewer: int) -> str:
    """The table in a few lines, as this viewer may know it."""
    known = match.side.game
    names = [f"seat {seat}" for seat in range(match.side.players)]
    lines: list[str] = known.words.sight(match.view(viewer), viewer, known.translations("en"), names)
    return "\n".join(lines)


def feature_table(game: Game) -> str:
    """The features for people, in Markdown: runs that differ by a number in one line, the other players' in one."""
    lines = ["| features | what | from | to |", "|---|---|---|---|"]
    features = game.part("lab.observation").FEATURES
    names = {name for name, _, _ in features}
    at = 0
    while at < len(features):
        name, low, high = features[at]
        end = at + 1
        who, _, rest = name.partition(" ")
        if who != "own" and f"own {rest}" in names:
            others = {who: None}
            while end < len(features) and f"own {features[end][0].partition(' ')[2]}" in names:
                if features[end][0].startswith("own "):
                    break
                others[features[end][0].partition(" ")[0]] = None
                end += 1
            lines.append(f"| {at}–{end - 1} | the same for: {', '.join(others)} | | |")
        else:
            while end < len(features) and shape(features[end]) == shape(features[at]):
                end += 1
            last = features[end - 1][0]
            said = name if end == at + 1 else f"{name} … {last}"
            lines.append(f"| {at if end == at + 1 else f'{at}–{end - 1}'} | {said} | {low} | {high} |")
        at = end
    return "\n".join(lines)


def shape(feature: tuple[str, int, int]) -> tuple[str, int, int]:
    name, low, high = feature
    return "".join("#" if letter.isdigit() else letter for letter in name).replace("##", "#"), low, high
