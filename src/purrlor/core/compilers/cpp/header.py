"""One game as one header: the record, the tables, the functions, and names that are the same in every game."""

from __future__ import annotations

from pathlib import Path

from purrlor.core import chance
from purrlor.core.compilers.cpp.unit import Unit
from purrlor.core.game import Game
from purrlor.core.record import Record

RULES = ("start", "waiting", "legal", "apply", "hide", "redeal", "score", "winners")
ROLLOUT = ("stage", "stop", "rough", "effort")  # what a strategy may have for a search
CHANCE = ("seed_rng", "pick", "mix", "below")
WIDTHS = {"b": "signed char", "h": "short", "i": "int", "q": "Wide"}
PRELUDE = Path(__file__).with_name("prelude.h")


def translation(game: Game) -> str:
    """The rules, the observation, the sensible player of a game, and its lookahead and roll-outs where it has them.

    Their names are the same in every header: `game_start`, `game_apply` …
    """
    unit = Unit()
    rules, features = game.rules, game.part("lab.observation")
    public = {name: unit.need(getattr(rules, name)) for name in RULES}
    public |= {name: unit.need(getattr(chance, name)) for name in CHANCE}
    public["observe"] = unit.need(features.observe)
    strategy = game.part("bots.strategy")
    public["sensible"] = unit.need(strategy.sensible)
    public |= {name: unit.need(getattr(strategy, name)) for name in ROLLOUT if hasattr(strategy, name)}
    if game.has("lab/lookahead.py"):
        public["lookahead"] = unit.need(game.part("lab.lookahead").lookahead)
    facts = {"FEATURES": len(features.FEATURES), "ACTIONS": features.ACTIONS, "SEATS": game.seats[-1]}
    if game.has("lab/lookahead.py"):
        facts["LOOKAHEAD"] = len(game.part("lab.lookahead").LOOKAHEAD)
    return "\n".join(
        [
            PRELUDE.read_text(encoding="utf-8"),
            declaration(rules.State),
            *unit.tables.values(),
            *unit.bodies,
            *(f"#define game_{name} {value}" for name, value in public.items()),
            *(f"#define GAME_{name} {value}" for name, value in facts.items()),
            "",
        ]
    )


def declaration(kind: type[Record]) -> str:
    """The record, field for field where `Record` packs it."""
    lines = [
        f"  {WIDTHS[field.code]} {name}_{''.join(f'[{length}]' for length in field.shape)};"
        for name, field in kind.fields.items()
    ]
    if kind.padding:
        lines.append(f"  signed char padding__[{kind.padding}];")
    return "\n".join(["struct State {", *lines, "};", f"static_assert(sizeof(State) == {kind.size()});", ""])
