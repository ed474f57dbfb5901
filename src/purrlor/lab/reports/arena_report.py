"""An arena's result as one self-contained page."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core.game import game
from purrlor.core.language import Translations, translations
from purrlor.lab.arena import league
from purrlor.lab.arena.matches import bin_time
from purrlor.lab.arena.ratings import Result, Standing
from purrlor.lab.reports.plots import Point, bars, histogram, intervals, lines_plot, page, section, table


def headings(t: Translations) -> list[str]:
    """Of the columns of `row`."""
    return [
        t.gettext("bot"), t.gettext("wins"), t.gettext("95 % interval"), t.gettext("even share"), t.gettext("matches"),
        t.gettext("rating"), t.gettext("score"), t.gettext("median, ms"), t.gettext("99 %, ms"),
    ]  # fmt: skip


def write_report(result: Result, language: str, rated: Sequence[league.Rated] = ()) -> str:
    t = translations(language)
    facts = t.gettext(
        "Matches: {matches}. Players: {players}. Decisions in a match: {decisions}. Seed: {seed}."
    ).format(matches=result.matches, players=result.players, decisions=round(result.decisions), seed=result.seed)
    if result.options:
        chosen = ", ".join(f"{name}={value}" for name, value in result.options.items())
        facts += " " + t.gettext("Options: {options}.").format(options=chosen)
    sections = [
        section(t.gettext("Result"), table(headings(t), [row(bot) for bot in result.bots])),
        section(
            t.gettext("Wins"),
            intervals(
                [Point(bot.name, bot.share.mean, bot.share.low, bot.share.high) for bot in result.bots],
                t.gettext("Wins"),
                even=[bot.even for bot in result.bots],
                percent=True,
            ),
            note=t.gettext("Share of the victory with its 95 % interval; the dashed line is an even share."),
        ),
        section(
            t.gettext("Ratings"),
            intervals(
                [Point(bot.name, bot.mu, bot.mu - 2 * bot.sigma, bot.mu + 2 * bot.sigma) for bot in result.bots],
                t.gettext("Ratings"),
            ),
            note=t.gettext("Plackett–Luce (openskill): mean and two deviations either way."),
        ),
        section(
            t.gettext("Scores"),
            histogram({bot.name: bot.scores for bot in result.bots}, t.gettext("Scores")),
            note=t.gettext("How often a bot ended a match with so many points; the line is the mean."),
        ),
        section(
            t.gettext("Seats"),
            bars(
                [
                    Point(t.gettext("seat {seat}").format(seat=k + 1), seat.mean, seat.low, seat.high)
                    for k, seat in enumerate(result.seats)
                ],
                t.gettext("Seats"),
                even=1 / result.players,
                percent=True,
            ),
            note=t.gettext("Share of the victory by seat, whoever sits there; seat 1 begins."),
        ),
        section(
            t.gettext("Decision times"),
            lines_plot(
                {bot.name: at_most(bot) for bot in result.bots if bot.times},
                t.gettext("Decision times"),
                logarithmic=True,
            ),
            note=t.gettext("Share of decisions that took at most so many milliseconds."),
        ),
    ]  # fmt: skip
    if rated:
        sections.append(league_section(rated, t))
    title = t.gettext("Arena: {game}").format(game=game(result.game).title(language))
    return page(title, sections, language, facts)


def league_section(rated: Sequence[league.Rated], t: Translations) -> str:
    wide = league.Z
    points = [
        Point(bot.name, bot.rating, bot.rating - wide * bot.deviation, bot.rating + wide * bot.deviation)
        for bot in rated
    ]
    note = t.gettext(
        "All arenas of this league together. A cat has 1500 points, and the levels are rated among themselves; "
        "400 points more are ten times the chance to win."
    )
    rows = [league.row(bot, t) for bot in rated]
    heading = t.gettext("League")
    return section(heading, table(league.headings(t), rows), intervals(points, heading), note=note)


def row(bot: Standing) -> list[str]:
    return [
        bot.name,
        f"{100 * bot.share.mean:.1f} %",
        f"{100 * bot.share.low:.1f}–{100 * bot.share.high:.1f} %",
        f"{100 * bot.even:.1f} %",
        str(bot.matches),
        f"{bot.mu:.1f} ± {2 * bot.sigma:.1f}",
        f"{bot.score:.1f}",
        f"{bot.median_ms:.3g}",
        f"{bot.p99_ms:.3g}",
    ]


def at_most(bot: Standing) -> list[tuple[float, float]]:
    """Milliseconds, and the share of decisions that took no longer."""
    total, so_far, found = sum(bot.times.values()), 0, []
    for place, n in sorted(bot.times.items()):
        so_far += n
        found.append((1e3 * bin_time(place), so_far / total))
    return found
