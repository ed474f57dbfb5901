"""What a designer asks about Pocket Cats. `matches` are finished ones: see `lab/study.py`."""

from __future__ import annotations

from purrlor.core.language import N_, Translations
from purrlor.core.study_answer import Answer, FinishedMatches
from purrlor.games.pocket_cats.rules.state import KEEP, PICK, State
from purrlor.games.pocket_cats.rules.tiles import CLANS
from purrlor.games.pocket_cats.words.names import clan_name

DECISION_NAMES = (
    N_("A cat swaps one or two tiles away"),
    N_("A prey swaps"),
    N_("A dog swaps"),
    N_("Another prey moves instead (Polterkitties)"),
    N_("A cat stays where it is (Power Cats)"),
    N_("A cat swaps diagonally (Defenders of Justice)"),
    N_("A cat swaps with a dog far away (Royal Claws)"),
    N_("The leader turns a dog (Royal Claws)"),
    N_("The leader leaves the dogs alone (Royal Claws)"),
)


OPENINGS = (
    N_("Royal Claws"),
    N_("Gourmets"),
    N_("Crooks"),
    N_("Defenders of Justice"),
    N_("Chaoticats"),
    N_("Power Cats"),
    N_("Polterkitties"),
)


def opening(s: State, seat: int, action: int) -> int:
    """The clan."""
    return action if s.stage in (KEEP, PICK) else -1


def pairs(players: int) -> list[tuple[int, ...]]:
    return [(one, two) for one in range(CLANS) for two in range(CLANS) if one != two]


def clan_against_clan(matches: FinishedMatches, t: Translations) -> Answer:
    """The share of the victory of the clan in the row against the one in the column, on both seats together."""
    names = [clan_name(clan, t) for clan in range(CLANS)]
    one, two = matches.habits[:, 0], matches.habits[:, 1]
    rows: list[list[float | None]] = []
    for clan in range(CLANS):
        row: list[float | None] = []
        for other in range(CLANS):
            first, second = (one == clan) & (two == other), (two == clan) & (one == other)
            n = int(first.sum() + second.sum())
            won = float(matches.shares[first, 0].sum() + matches.shares[second, 1].sum())
            row.append(won / n if n and clan != other else None)
        rows.append(row)
    overall = {name: sum(value for value in row if value is not None) / (CLANS - 1) for name, row in zip(names, rows)}
    return {
        "title": t.gettext("Clan against clan"),
        "note": t.gettext("Wins in percent of the clan in the row against the clan in the column, on both seats."),
        "heat": (names, rows),
        "head": [t.gettext("clan"), t.gettext("wins")],
        "rows": [[name, f"{100 * share:.1f} %"] for name, share in sorted(overall.items(), key=lambda one: -one[1])],
        "data": {"clans": names, "shares": rows},
    }


EXPERIMENTS = (
    {"name": "clans", "options": {"clans": "free", "powers": True}, "habits": pairs, "answer": clan_against_clan},
)
