"""The review of a finished match: how everybody's chance to win went, and the moments that cost most, on the board."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from purrlor.bots.grading import BEST, FAIR, GOOD, GRADES, SLIP, STUMBLE, WeighedDecision
from purrlor.core.language import N_, Translations
from purrlor.core.seats import WATCHER
from purrlor.tables.errors import NotWeighed
from purrlor.tables.story.replay import ALL_OPEN, Replay, replay_of
from purrlor.tables.story.review import Review
from purrlor.tables.table import Table
from purrlor.web.live.board import draw_board
from purrlor.web.live.player_chips import player_chips
from purrlor.web.pages.learning.review_curve import draw_curves
from purrlor.web.pages.replay import answer_with_replay, link_to, not_yet, table_of
from purrlor.web.rendering.player_faces import faces_of
from purrlor.web.rendering.templating import translations_for
from purrlor.web.request_context import context_of
from purrlor.web.services import services_of

GRADE_NAMES = {
    BEST: N_("purrfect"),
    GOOD: N_("good"),
    FAIR: N_("all right"),
    SLIP: N_("a slip"),
    STUMBLE: N_("a tumble"),
}
POINTS_APART = 0.5  # from here on expected points are worth a word
WOULD_CHOOSE = {"lion": N_("A lion would choose “{label}”."), "tiger": N_("A tiger would choose “{label}”.")}


async def review_page(request: Request) -> Response:
    """Made when somebody first asks for it. Where it cannot be made, the look back and a sentence."""
    table, address = await table_of(request)
    if table.stage != "finished":
        return await not_yet(request, table)
    services = services_of(request)
    try:
        review = await services.reviews.of(table)
    except NotWeighed as error:
        return await answer_with_replay(request, error)
    replay, context = await replay_of(table), context_of(request)
    t = translations_for(context.language, table.game)
    eyes = eyes_of(request, table)
    points = review.turning_points(range(len(table.seats)) if eyes == ALL_OPEN else (eyes,))
    chosen = number_in(request.query_params.get("n", "1"), len(points))
    templates, game = services.templates, table.game
    is_open = request.query_params.get("board") == "open"
    here = f"{address}/review?as={in_address(eyes)}&n={chosen + 1}"
    moment = points[chosen] if points else None
    return templates.page(
        "review.html",
        context,
        t=t,
        here=here + ("&board=open" if is_open else ""),
        status=200,
        game=game,
        sheet=templates.game_stylesheet(game),
        address=address,
        other_board=here if is_open else f"{here}&board=open",
        is_open=is_open,
        **overview(table, review, replay, eyes, address, chosen, context.language, t),
        **moment_values(request, table, replay, moment, address, t, is_open),
        **words_about(request, table, replay, moment, review.judge, t),
    )


def eyes_of(request: Request, table: Table) -> int:
    """Whose decisions: the seat in the address, else one's own, else everybody's."""
    whose = request.query_params.get("as", "")
    if whose in [str(seat) for seat in range(len(table.seats))]:
        return int(whose)
    mine = table.seats_of(context_of(request).identity or "")
    return mine[0] if len(mine) == 1 and whose != "open" else ALL_OPEN


def in_address(eyes: int) -> str:
    return "open" if eyes == ALL_OPEN else str(eyes)


def number_in(text: str, count: int) -> int:
    """An index from a number that counts from 1; the first for anything else."""
    is_there = text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= count
    return int(text) - 1 if is_there else 0


def overview(
    table: Table,
    review: Review,
    replay: Replay,
    eyes: int,
    address: str,
    chosen: int,
    language: str,
    t: Translations,
) -> dict[str, object]:
    """What concerns the whole match: the curves, who lost how much by choosing, every decision."""
    names, seats = table.names(language), range(len(table.seats))
    shown = seats if eyes == ALL_OPEN else (eyes,)
    points = review.turning_points(shown)

    def link(whose: int, n: int = 1) -> str:
        return f"{address}/review?as={in_address(whose)}&n={n}"

    links = [(number, link(eyes, number), number == chosen + 1) for number in range(1, len(points) + 1)]
    grades = [
        (t.gettext(GRADE_NAMES[grade]), grade, [sum(d.grade == grade for d in review.of(seat)) for seat in seats])
        for grade in GRADES
    ]
    return {
        "names": names,
        "curves": draw_curves(
            review, names, [(point, link) for point, (_, link, _) in zip(points, links, strict=True)], t
        ),
        "moments": links,
        "looks": [
            (t.gettext("Everybody"), link(ALL_OPEN), eyes == ALL_OPEN, ""),
            *((names[seat], link(seat), eyes == seat, names[seat]) for seat in seats),
        ],
        "grades": grades,
        "lost": [in_hundred(-review.lost(seat)) for seat in seats],
        "helped": [in_hundred(review.helped(seat)) for seat in seats],
        "luck": [in_hundred(review.luck(seat)) for seat in seats],
        "decisions": [
            decision_line(each, replay, address, names if eyes == ALL_OPEN else None, t)
            for each in review.decisions
            if each.seat in shown and (eyes != ALL_OPEN or each.grade != BEST)
        ],
        "is_sampled": len(review.decisions) < review.choices,
        "weighed": len(review.decisions),
        "choices": review.choices,
    }


def in_hundred(share: float) -> str:
    """A difference of chances: +12, −3 or 0."""
    return signed(round(100 * share))


def signed(whole: int) -> str:
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole else "0"


def decision_line(
    decision: WeighedDecision, replay: Replay, address: str, names: list[str] | None, t: Translations
) -> tuple[str, str, str, str, str]:
    """What was chosen (and by whom, where `names` are given), grade, its name, what it cost in hundredths of the chance
    and in points, and the moment in the replay."""
    chosen = label_of(replay, decision, decision.action, t)
    if names is not None:
        chosen = t.gettext("{name}: {chosen}").format(name=names[decision.seat], chosen=chosen)
    cost = in_hundred(-decision.loss) if decision.loss else ""
    points = decision.chosen_points - decision.points
    if cost and abs(points) >= POINTS_APART:
        n = round(points)
        cost += " · " + t.ngettext("{n} point", "{n} points", abs(n)).format(n=signed(n))
    there = link_to(f"{address}/replay", decision.number - 1, decision.seat)
    return chosen, decision.grade, t.gettext(GRADE_NAMES[decision.grade]), cost, there


def moment_values(
    request: Request,
    table: Table,
    replay: Replay,
    decision: WeighedDecision | None,
    address: str,
    t: Translations,
    is_open: bool,
) -> dict[str, object]:
    """The board of one moment as its seat saw it, or with everything open; without a moment, the end of the match."""
    language = context_of(request).language
    names, face_url = table.names(language), faces_of(table, language).url
    at = replay.last if decision is None else decision.number - 1
    seat = ALL_OPEN if decision is None or is_open else decision.seat
    state = replay.board_state(at, seat)
    viewer = WATCHER if seat == ALL_OPEN else seat
    memory = replay.board_memories[at]
    board = draw_board(services_of(request).templates, table.game, state, viewer, t, names, (), memory, face_url)
    asked = () if decision is None else (decision.seat,)
    chips = player_chips(table.game, state, viewer, t, names, board.players, asked)
    return {
        "players": chips,
        "face_url": face_url,
        "you": viewer,
        "board": board.html,
        "tray": board.hand,
        "round": board.round,
        "on_board": link_to(f"{address}/replay", at, seat),
    }


def words_about(
    request: Request, table: Table, replay: Replay, decision: WeighedDecision | None, judge: str, t: Translations
) -> dict[str, object]:
    """What was chosen, what the judge would have chosen and why; and, for who wishes to know, why not the former."""
    if decision is None:
        said = t.gettext("No choice here cost anything that a tiger could see.")
        return {"sentence": said, "reasons": (), "why_not": ""}
    context = context_of(request)
    names, mine = table.names(context.language), table.seats_of(context.identity or "")
    return {
        "sentence": what_was_chosen(table, replay, decision, names, t),
        "reasons": reasons(replay, decision, judge, names, decision.seat in mine, t),
        "why_not": why_not(replay, decision, names, t),
    }


def label_of(replay: Replay, decision: WeighedDecision, action: int, t: Translations) -> str:
    """A choice of this moment as on its button."""
    view = replay.view(decision.number - 1, decision.seat)
    return replay.game.words.label(view, decision.seat, action, t)


def what_was_chosen(table: Table, replay: Replay, decision: WeighedDecision, names: list[str], t: Translations) -> str:
    label = label_of(replay, decision, decision.action, t)
    said = t.gettext("{name} chose “{label}”: {grade}.")
    return said.format(name=names[decision.seat], label=label, grade=t.gettext(GRADE_NAMES[decision.grade]))


def reasons(
    replay: Replay, decision: WeighedDecision, judge: str, names: list[str], is_mine: bool, t: Translations
) -> list[str]:
    """What the judge would have done with the same knowledge, why in the game's words, and what it expects of it."""
    view = replay.view(decision.number - 1, decision.seat)
    label = label_of(replay, decision, decision.best, t)
    lines = [t.gettext(WOULD_CHOOSE[judge]).format(label=label)]
    why = replay.game.reason(view, decision.seat, decision.best, t, names, remembers=True)
    if why:
        to_another = t.gettext("As it would tell {name}: {reason}").format(name=names[decision.seat], reason=why)
        lines.append(why if is_mine else to_another)
    lines.append(
        t.gettext("It expects to win {best} of 100 matches from here, and {chosen} after what was chosen.").format(
            best=round(100 * decision.chance), chosen=round(100 * decision.chosen_chance)
        )
    )
    if abs(decision.points - decision.chosen_points) >= POINTS_APART:
        said = t.gettext("As far as it looks ahead, that is about {best} points instead of {chosen}.")
        lines.append(said.format(best=f"{decision.points:.0f}", chosen=f"{decision.chosen_points:.0f}"))
    return lines


def why_not(replay: Replay, decision: WeighedDecision, names: list[str], t: Translations) -> str:
    """What speaks for the choice that was made, and that it is less: only where it was clearly worse."""
    if decision.grade not in (SLIP, STUMBLE):
        return ""
    view = replay.view(decision.number - 1, decision.seat)
    why = replay.game.reason(view, decision.seat, decision.action, t, names, remembers=True)
    cost = round(100 * decision.loss)
    said = t.gettext("That loses at least {n} of 100 matches more.").format(n=cost)
    return t.gettext("{reason} But: {cost}").format(reason=why, cost=said) if why else said
