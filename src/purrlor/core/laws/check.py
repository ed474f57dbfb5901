"""All laws on one game: first what needs no match, then so many random ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from purrlor.core.game import Game
from purrlor.core.game_check import all_faults, describe_error
from purrlor.core.language import LANGUAGES
from purrlor.core.laws.cpu_limit import OutOfTime, limited_cpu
from purrlor.core.laws.extremes import Line, check_extremes
from purrlor.core.laws.files.compiled_subset import forbidden_in
from purrlor.core.laws.files.constants import checked_constants
from purrlor.core.laws.files.prepared_positions import check_prepared
from purrlor.core.laws.files.wording import note_missing_rules, note_plain_text, note_same_options, note_same_prose
from purrlor.core.laws.hidden_information.needless_reveals import Revealing
from purrlor.core.laws.hidden_information.redeal_spread import check_deals
from purrlor.core.laws.optional_parts import constant_faults
from purrlor.core.laws.report import LAWS, BoardCheck, BrokenLaw, Report
from purrlor.core.laws.scores import Final, check_scores
from purrlor.core.laws.walk import Walk
from purrlor.core.sentences.translation_check import faults_in

FAULTS_SHOWN = 5
SECONDS = 30  # of the processor: the search for extremes takes one to ten
EXTREME = 8  # every so manieth walk follows a match that was steered to an extreme
NEEDS_INVARIANTS = {"exchange": ("twin",), "inventory": ("conserves",), "standing": ()}


def check_game(
    game: Game,
    matches: int,
    seed: int = 0,
    languages: Sequence[str] = tuple(LANGUAGES),
    board: BoardCheck | None = None,
) -> Iterator[Report]:
    """Walk so many random matches; the report so far after each. Without its parts a game is not walked at all.

    `board` draws pages, which this room knows nothing of: `purrlor.web.checks.board_check.board_check(game)`.
    """
    report = Report(game.name)
    report.tried["parts"] += 1
    report.tried["compiles"] += 1
    report.broken += [f"parts: {fault}" for fault in all_faults(game)]
    if not report.broken:
        report.broken += [f"compiles: {fault}" for fault in forbidden_in(game)]
    if report.broken:
        yield report
        return
    note_untried(game, report)
    if board is None:
        report.untried["board"] = "needs a board check (purrlor laws brings it, with purrlor[play] installed)"
    check_languages(game, report, languages)
    report.broken += [f"parts: {fault}" for fault in constant_faults(game)]
    check_prepared(game, report, board)
    finals: list[Final] = []
    revealing = Revealing()
    lines, stumbled = extreme_matches(game, report, matches, seed)
    if lines is None:
        report.note("ends", stumbled)
        yield report
        return
    before_walks = len(report.broken)
    for number in range(seed, seed + matches):
        left = seed + matches - number
        line = lines[left - 1] if left <= min(len(lines), matches // EXTREME) else None
        walk = Walk(game, number, report, languages, board, line, revealing)
        try_walk(walk)
        report.matches += 1
        if walk.final is not None:
            finals.append(walk.final)
        yield report
    if stumbled and len(report.broken) == before_walks:
        report.note("ends", stumbled)
    check_scores(game, report, finals)
    revealing.check(report)
    try:
        check_deals(game, report, seed, finals)
    except BrokenLaw as fault:
        report.broken.append(str(fault))
    except Exception as error:
        report.broken.append(f"deals: {shortened(describe_error(error, game.folder))}")
    note_unreached(report)
    yield report


def try_walk(walk: Walk) -> None:
    """Walk one match; a broken law, or whatever a game's functions raise, goes into the report with its place."""
    game, broken = walk.game, walk.report.broken
    try:
        with checked_constants(game):
            walk.go()
    except BrokenLaw as fault:
        broken.append(f"{fault} ({walk.where()})")
    except Exception as error:
        broken.append(f"{shortened(describe_error(error, game.folder))} ({walk.where()})")


def extreme_matches(game: Game, report: Report, matches: int, seed: int) -> tuple[list[Line] | None, str]:
    """Matches steered to extremes, and what stumbled there: a walk that stumbles, too, says more of it.

    None: a function of the game did not come back, and would not in the walks either.
    """
    try:
        with limited_cpu(SECONDS):
            return check_extremes(game, report, matches, seed), ""
    except OutOfTime as error:
        return None, f"a function does not come back: {shortened(describe_error(error, game.folder))}"
    except Exception as error:
        return [], f"a match that was steered to an extreme: {shortened(describe_error(error, game.folder))}"


def note_untried(game: Game, report: Report) -> None:
    """Laws that nobody can try without the game's help."""
    own = game.module("invariants") if game.has("invariants.py") else None
    for name, laws in NEEDS_INVARIANTS.items():
        if not hasattr(own, name):
            report.untried |= dict.fromkeys(laws, f"needs invariants.{name}")
    if not game.has("lab/observation.py"):
        report.untried["observes"] = "needs lab/observation.py"
    if not game.has("bots/strategy.py"):
        report.untried["sensible"] = "needs bots/strategy.py"


def note_unreached(report: Report) -> None:
    """Laws that were never tried although nothing was missing."""
    for law in LAWS:
        if report.tried[law] or law in report.untried:
            continue
        if law == "twin" and report.tried["replays"]:  # a match was walked to its end
            why = "had nothing to do: invariants.exchange never exchanged anything (an open game has no secrets)"
            report.untried[law] = why
        elif report.broken:
            report.untried[law] = "was not reached: matches stop at the first law they break"


def check_languages(game: Game, report: Report, languages: Sequence[str]) -> None:
    """What is not translated is said, and hides no other law."""
    if len(languages) < 2:
        report.untried["languages"] = "one language was asked for"
        return
    report.tried["languages"] += 1
    faults = faults_in(game.folder.rglob("*"), game.catalogue)
    report.broken += [f"languages: {fault}" for fault in faults[:FAULTS_SHOWN]]
    if len(faults) > FAULTS_SHOWN:
        report.broken.append(f"languages: and {len(faults) - FAULTS_SHOWN} more (purrlor words {game.name})")
    note_same_options(game, report, languages)
    note_same_prose(game, report, languages)
    note_plain_text(game, report)
    note_missing_rules(game, report, languages)


def shortened(text: str) -> str:
    """The compiler's messages have pages: their beginning says it."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " ".join(lines[:3])[:400]
