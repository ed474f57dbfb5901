"""Papers of a checkout that a command makes: golden records and the feature tables of docs/lab.md."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

from purrlor.bots.players import player
from purrlor.core.game import Game, games
from purrlor.core.match import Match
from purrlor.core.options import Value
from purrlor.lab.environments.environment import feature_table

FEATURES = "## Features\n"
MOST_DECISIONS = 3000  # a record longer than this is no example any more


def feature_tables() -> str:
    """A section for each game of this checkout that has features."""
    sections = []
    for known in games():
        if known.has("lab/observation.py") and not known.is_from_outside:
            features = known.part("lab.observation")
            head = f"### {known.title()}\n{features.ACTIONS} actions at most, {len(features.FEATURES)} features.\n\n"
            sections.append(head + feature_table(known))
    return "\n\n".join(sections) + "\n"


def with_feature_tables(page: str) -> str:
    """The page with the tables as they are now: what follows the introduction of its last chapter is written again."""
    chapter = page.index(FEATURES)
    return page[: page.index("### ", chapter)] + feature_tables()


def golden_settings(known: Game) -> Iterator[tuple[str, int, dict[str, Value]]]:
    """A name, players and options: every number of players, and every value of every option once."""
    for seats in known.seats:
        yield f"{seats}-players", seats, {}
    for option in known.options:
        values = option.describe().get("values", [option.describe().get("low"), option.describe().get("high")])
        assert isinstance(values, list)
        for value in values:
            if value != option.usual:
                shown = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
                yield f"{option.name.replace('_', '-')}-{shown}", known.seats[0], {option.name: value}


def write_golden(known: Game, folder: Path) -> list[Path]:
    """A whole match for each setting, by cats and random players, as a file that must replay for ever."""
    written = []
    for number, (name, seats, options) in enumerate(golden_settings(known)):
        match = Match(known, seats, known.settle(seats, options), seed=number)
        bots = [player(known, ("cat", "random")[(number + seat) % 2], seed=number) for seat in range(seats)]
        dice = random.Random(number)
        while (asked := match.waiting()) and len(match.log) < MOST_DECISIONS:
            seat = dice.choice(asked)
            match.play(seat, bots[seat].choose(match.view(seat), seat))
        if match.is_over:
            path = folder / f"{known.name}-{name}.json"
            path.write_text(json.dumps(match.record(), separators=(",", ":")) + "\n", encoding="utf-8")
            written.append(path)
    return written
