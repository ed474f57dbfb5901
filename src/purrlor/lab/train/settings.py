"""How a game is trained: everything that may be chosen, from one file of the game, `training.toml`."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from purrlor.core.errors import BadOption
from purrlor.core.game import Game
from purrlor.core.language import N_

FILE = "training.toml"


class GridFacts(TypedDict):
    """Which features are the board."""

    side: int
    kinds: list[str]  # first features of runs, one feature a cell
    numbers: list[str]
    marks: list[str]  # features that name a cell
    facing: tuple[str, int, str, int]  # tiles from the number on have a feature each for how they are turned


@dataclass(frozen=True)
class Settings:
    shape: str = "flat"  # or "grid"
    width: int = 384
    blocks: int = 2
    head: int = 256  # grid: numbers between the board and the answer
    lookahead: bool = False  # whether the network is given the game's lookahead
    board: GridFacts | None = None  # grid
    tables: tuple[Mapping[str, int | str], ...] = ()  # players, and options beside the usual ones; drawn alike
    minutes: float = 8.0
    lanes: int = 32768
    steps: int = 64  # decisions of a lane between two lessons
    batches: int = 16  # of a lesson
    epochs: int = 2
    rate: float = 6e-4
    entropy: float = 0.01
    clip: float = 0.2
    trace: float = 0.95  # lambda of the generalised advantage estimate
    blend: float = 0.5  # share of the margin in the reward at first; none at last
    points: float = 10.0  # that matter, for the margin; below 0: fewer points are better
    imitate: float = 0.0  # share of the time that a cat is watched first
    teach: float = 0.0  # share of the time, after that, that a search teaches
    repeat: int = 1  # epochs of such a lesson: it takes longer to make than to learn
    rollouts: int = 384  # of that search, for a decision
    horizon: int = 0  # decisions of its roll-outs, 0: to the end
    judge_every: float = 45.0  # seconds between two looks at the strength
    judged: int = 2048  # matches of each look
    device: str = "cuda"


def read_settings(game: Game, path: Path | None = None, **given: object) -> Settings:
    """The game's settings; `given` ones, where not None, come first."""
    path = game.folder / FILE if path is None else path
    try:
        facts = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadOption(N_("Cannot read {file}: {why}."), file=path, why=str(error)) from error
    facts |= {name: value for name, value in given.items() if value is not None}
    known = {each.name: each for each in dataclasses.fields(Settings)}
    for name in facts:
        if name not in known:
            raise BadOption(
                N_("{file}: there is no setting {name}; there are {names}."),
                file=path,
                name=name,
                names=", ".join(known),
            )
    facts["tables"] = tuple(facts.get("tables", ())) or tuple({"players": n} for n in game.seats)
    return Settings(**facts)


def tables_of(settings: Settings) -> list[tuple[int, dict[str, object]]]:
    """Players and options of every table, each as often as `often` says."""
    found = []
    for table in settings.tables:
        options: dict[str, object] = {key: value for key, value in table.items() if key not in ("players", "often")}
        found += [(int(table["players"]), options)] * int(table.get("often", 1))
    return found
