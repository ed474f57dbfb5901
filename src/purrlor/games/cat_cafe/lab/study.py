"""What a designer asks about Cat Café. `matches` are finished ones: see `lab/study.py`."""

from __future__ import annotations

from purrlor.core.language import N_, Translations
from purrlor.core.study_answer import Answer, FinishedMatches
from purrlor.games.cat_cafe.rules.sheet import TOWERS
from purrlor.games.cat_cafe.rules.state import DRAW, ITEMS, LARGER, UNDECIDED, State
from purrlor.games.cat_cafe.words.labels import tally

DECISION_NAMES = (
    N_("Pass"),
    N_("Draw a house"),
    N_("Draw yarn"),
    N_("Draw a butterfly"),
    N_("Draw a bowl"),
    N_("Draw a cushion"),
    N_("Draw a mouse"),
    N_("Pay paws for a draw"),
    N_("Score the cat of the houses"),
    N_("Score the cat of the yarn"),
    N_("Score the cat of the butterflies"),
    N_("Score the cat of the bowls"),
    N_("Score the cat of the cushions"),
    N_("Score the cat of the mice"),
)


OPENINGS = DECISION_NAMES[: ITEMS + 1]


def opening(s: State, seat: int, action: int) -> int:
    """What is drawn first, or that the first turn is a pass."""
    return action if s.phase == DRAW and s.item[seat] == UNDECIDED else -1


def items(matches: FinishedMatches, t: Translations) -> Answer:
    """Which item brings what: how many are drawn, what they bring, and how many the winners have."""
    sheets = matches.finals["sheet"][:, : matches.players]
    won = matches.shares > 0
    sums = [0] * ITEMS
    drawn = [0] * ITEMS
    for s in matches.sample:
        for k, (_, points) in enumerate(tally(s, t)[:ITEMS]):
            sums[k] += sum(points)
            drawn[k] += sum(row.count(k + 1) for row in s.sheet[: s.seats])
    rows, data = [], {}
    names = [name for name, _ in tally(matches.sample[0], t)]
    for k in range(ITEMS):
        number = (sheets == k + 1).sum(axis=2)
        worth = sums[k] / max(1, drawn[k])
        with_winners, with_others = number[won].mean(), number[~won].mean() if (~won).any() else 0.0
        rows.append([names[k], f"{number.mean():.2f}", f"{worth:.2f}", f"{with_winners:.2f}", f"{with_others:.2f}"])
        data[names[k]] = {
            "drawn": float(number.mean()),
            "points_each": worth,
            "winners": float(with_winners),
            "others": float(with_others),
        }
    return {
        "title": t.gettext("Which item brings what"),
        "note": t.gettext("For each player and match. Houses count what is written under the cats."),
        "head": [
            t.gettext("item"),
            t.gettext("drawn"),
            t.gettext("points each"),
            t.gettext("winners have"),
            t.gettext("others have"),
        ],
        "rows": rows,
        "data": data,
    }


def towers(matches: FinishedMatches, t: Translations) -> Answer:
    circled = matches.finals["circled"][:, : matches.players]
    rows = [
        [
            t.gettext("Tower {tower}").format(tower=k + 1),
            f"{100 * (circled[:, :, k] > 0).mean():.1f} %",
            f"{100 * (circled[:, :, k] == LARGER).mean():.1f} %",
        ]
        for k in range(TOWERS)
    ]
    return {
        "title": t.gettext("How often a player completes a tower"),
        "head": [t.gettext("tower"), t.gettext("completed"), t.gettext("larger number")],
        "rows": rows,
        "data": {row[0]: row[1:] for row in rows},
    }


QUESTIONS = (items, towers)
