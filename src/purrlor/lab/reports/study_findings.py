"""The answers of a study: those asked of every game, and how all of them are shown."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from rich.table import Table

from purrlor.core.game import Game
from purrlor.core.language import Translations
from purrlor.core.seats import members
from purrlor.core.study_answer import Answer, Experiment
from purrlor.lab.arena.ratings import Share, interval
from purrlor.lab.reports.plots import Point, bars, heat, histogram, page, section, table
from purrlor.lab.study import LEVELS, Finished, study_module


def answers(known: Game, done: Sequence[Finished], experiments: Sequence[Experiment], t: Translations) -> list[Answer]:
    """What everybody asks, then the game's own questions, then its experiments as far as they were played."""
    matches = done[0]
    found = [lengths(matches, t), scores(matches, t), kinds(matches, t), seats(matches, t)]
    if names := getattr(study_module(known), "DECISION_NAMES", ()):
        found.append(decision_names(matches, names, t))
    found += [question(matches, t) for question in getattr(study_module(known), "QUESTIONS", ())]
    for experiment, played in zip(experiments, done[1:], strict=True):
        if len(played.finals) >= len(experiment["habits"](played.players)):  # every habit has been tried
            found.append(experiment["answer"](played, t))
    return found


def lengths(matches: Finished, t: Translations) -> Answer:
    long = matches.lengths
    low, middle, high = (int(x) for x in np.quantile(long, (0.05, 0.5, 0.95)))
    return {
        "title": t.gettext("Length"),
        "note": t.gettext("Decisions in a match. Half have at most {middle}, nine of ten {low} to {high}.").format(
            low=low, middle=middle, high=high
        ),
        "histogram": {t.gettext("decisions"): counted(long)},
        "data": {"mean": float(long.mean()), "low": low, "median": middle, "high": high, "most": int(long.max())},
    }


def scores(matches: Finished, t: Translations) -> Answer:
    best = np.where(matches.shares > 0, 1, 0).astype(bool)
    series = {t.gettext("everybody"): counted(matches.scores), t.gettext("winners"): counted(matches.scores[best])}
    return {
        "title": t.gettext("Scores"),
        "note": t.gettext("Points at the end; shared victories in {share}.").format(
            share=f"{100 * float((best.sum(axis=1) > 1).mean()):.1f} %"
        ),
        "histogram": series,
        "data": {
            "mean": float(matches.scores.mean()),
            "winners": float(matches.scores[best].mean()),
            "shared": float((best.sum(axis=1) > 1).mean()),
        },
    }


def kinds(matches: Finished, t: Translations) -> Answer:
    """The score table's rows, on average over a sample; a row that a match does not show is worth 0 there."""
    sums: dict[str, list[float]] = {}
    order: list[str] = []
    players = winners = 0
    tally = matches.game.words.tally
    for s in matches.sample:
        won = members(int(matches.game.rules.winners(s)))
        players += s.seats
        winners += len(won)
        place = 0
        for label, values in tally(s, t):
            if label not in sums:
                sums[label] = [0.0, 0.0]
                order.insert(place, label)
            place = order.index(label) + 1
            sums[label][0] += sum(values)
            sums[label][1] += sum(values[seat] for seat in won)
    means = {label: {"everybody": sums[label][0] / players, "winners": sums[label][1] / winners} for label in order}
    return {
        "title": t.gettext("Points by kind"),
        "note": t.gettext("The score table of a match, on average over {n} matches.").format(n=len(matches.sample)),
        "head": [t.gettext("kind"), t.gettext("everybody"), t.gettext("winners")],
        "rows": [[label, *(f"{mean:.2f}" for mean in both.values())] for label, both in means.items()],
        "data": means,
    }


def seats(matches: Finished, t: Translations) -> Answer:
    shown = [(t.gettext("seat {seat}").format(seat=k + 1), matches.shares[:, k]) for k in range(matches.players)]
    return {
        "title": t.gettext("Seats"),
        "note": t.gettext("Share of the victory by seat, whoever sits there; seat 1 begins."),
        "bars": shown,
        "even": 1 / matches.players,
        "data": [vars(spread(values)) for _, values in shown],
    }


def decision_names(matches: Finished, names: Sequence[str], t: Translations) -> Answer:
    mean, ever = matches.used.mean(axis=0), (matches.used > 0).mean(axis=0)
    return {
        "title": t.gettext("How often each rule is used"),
        "note": t.gettext("Times in a match, all players together, and the share of matches where it comes up at all."),
        "head": [t.gettext("rule"), t.gettext("times in a match"), t.gettext("matches")],
        "rows": [
            [t.gettext(name), f"{times:.2f}", f"{100 * share:.1f} %"]
            for name, times, share in zip(names, mean, ever, strict=True)
        ],
        "data": {
            name: {"times": float(times), "matches": float(share)}
            for name, times, share in zip(names, mean, ever, strict=True)
        },
    }


def counted(values: npt.NDArray[np.signedinteger]) -> dict[int, int]:
    return dict(sorted(Counter(values.ravel().tolist()).items()))


def spread(values: npt.NDArray[np.float64]) -> Share:
    """A mean with its 95 % interval."""
    if len(values) > 2000:  # the normal one then, at once
        mean, wide = float(values.mean()), 1.96 * float(values.std()) / len(values) ** 0.5
        return Share(mean, max(0.0, mean - wide), min(1.0, mean + wide))
    return interval(values.tolist())


# How they are shown ---------------------------------------------------------------------------------------------------
def points(answer: Answer) -> list[Point]:
    found = [(label, spread(values)) for label, values in answer["bars"]]
    return [Point(label, share.mean, share.low, share.high) for label, share in found]


def section_html(answer: Answer) -> str:
    """One section of the page."""
    parts = []
    if "histogram" in answer:
        parts.append(histogram(answer["histogram"], answer["title"]))
    if "bars" in answer:
        parts.append(bars(points(answer), answer["title"], even=answer.get("even"), percent=True))
    if "heat" in answer:
        labels, rows = answer["heat"]
        parts.append(heat(labels, rows, 0.5, 0.25))
    if "rows" in answer:
        parts.append(table(answer["head"], answer["rows"]))
    return section(answer["title"], *parts, note=answer.get("note", ""))


def write_page(
    known: Game, args: argparse.Namespace, matches: Finished, found: Sequence[Answer], t: Translations
) -> str:
    title = t.gettext("Study: {game}").format(game=known.title(args.language))
    return page(title, [section_html(answer) for answer in found], args.language, facts(matches, args, t))


def facts(matches: Finished, args: argparse.Namespace, t: Translations) -> str:
    chosen = ", ".join(f"{name}={value}" for name, value in matches.options.items())
    return t.gettext("Matches: {matches}. Players: {players}, {level}. Seed: {seed}. Options: {options}.").format(
        matches=len(matches.finals),
        players=matches.players,
        level=t.gettext(LEVELS[args.level]) if args.level in LEVELS else args.level,
        seed=args.seed,
        options=chosen,
    )


def show(known: Game, matches: Finished, found: Sequence[Answer], t: Translations, stopped: bool) -> None:
    """In the terminal."""
    from rich.console import Console

    console = Console(width=max(100, Console().width))
    said = t.gettext("{game}. Players: {players}, matches: {matches}").format(
        game=known.name, players=matches.players, matches=len(matches.finals)
    )
    console.print(said + (" · " + t.gettext("stopped early") if stopped else ""), highlight=False)
    for answer in found:
        console.print(f"\n[bold]{answer['title']}[/bold]")
        if answer.get("note"):
            console.print(answer["note"], highlight=False)
        head, rows = answer.get("head"), answer.get("rows")
        if "bars" in answer:
            head = ["", t.gettext("wins"), t.gettext("95 % interval")]
            rows = [
                [point.label, f"{100 * point.value:.1f} %", f"{100 * point.low:.1f}–{100 * point.high:.1f} %"]
                for point in points(answer)
            ]
        elif "histogram" in answer:
            head = ["", t.gettext("mean")]
            rows = [
                [name, f"{sum(v * n for v, n in counts.items()) / max(1, sum(counts.values())):.2f}"]
                for name, counts in answer["histogram"].items()
            ]
        if "heat" in answer:
            console.print(matrix(*answer["heat"]))
        if head and rows:
            lines = Table(box=None, pad_edge=False)
            for k, name in enumerate(head):
                lines.add_column(name, justify="right" if k else "left", no_wrap=True)
            for row in rows:
                lines.add_row(*map(str, row))
            console.print(lines)


def matrix(labels: Sequence[str], rows: Sequence[Sequence[float | None]]) -> Table:
    """Everybody against everybody, in percent; the columns are numbered like the rows."""
    lines = Table("", *(str(k + 1) for k in range(len(labels))), box=None, pad_edge=False)
    for k, (label, row) in enumerate(zip(labels, rows, strict=True)):
        lines.add_row(f"{k + 1} {label}", *("–" if share is None else f"{100 * share:.0f}" for share in row))
    return lines
