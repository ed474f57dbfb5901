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
from purrlor.web.pages.replay import answer_with_replay, link_to, not_yet, table_of
from purrlor.web.pages.review_curve import draw_curves
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
    here = f"{address}/review?as={in_address(eyes)}&n={chosen + 1}"
    return templates.page(
        "review.html",
        context,
        t=t,
        here=here,
        status=200,
        game=game,
        sheet=templates.game_stylesheet(game),
        address=address,
        **overview(table, review, eyes, address, chosen, context.language, t),
        **moment_values(request, table, replay, points[chosen] if points else None, address, t),
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
    table: Table, review: Review, eyes: int, address: str, chosen: int, language: str, t: Translations
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
        "given": [in_hundred(review.given(seat)) for seat in seats],
        "decisions": [
            decision_line(each, address, names, t)
            for each in review.decisions
            if each.seat in shown and each.grade != BEST
        ],
        "is_sampled": len(review.decisions) < review.choices,
        "weighed": len(review.decisions),
        "choices": review.choices,
    }


def in_hundred(share: float) -> str:
    """A difference of chances: +12, −3 or 0."""
    whole = round(100 * share)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole else "0"


def decision_line(
    decision: WeighedDecision, address: str, names: list[str], t: Translations
) -> tuple[str, str, str, str, str]:
    """Name, grade, its name, what it cost, and the moment in the replay."""
    cost = in_hundred(-decision.loss)
    there = link_to(f"{address}/replay", decision.number - 1, decision.seat)
    return names[decision.seat], decision.grade, t.gettext(GRADE_NAMES[decision.grade]), cost, there


def moment_values(
    request: Request, table: Table, replay: Replay, decision: WeighedDecision | None, address: str, t: Translations
) -> dict[str, object]:
    """The board of one moment as its seat saw it, and what there is to say; without one, the end of the match."""
    language = context_of(request).language
    names, face_url = table.names(language), faces_of(table, language).url
    at = replay.last if decision is None else decision.number - 1
    seat = ALL_OPEN if decision is None else decision.seat
    state = replay.board_state(at, seat)
    viewer = WATCHER if decision is None else seat
    memory = replay.board_memories[at]
    board = draw_board(services_of(request).templates, table.game, state, viewer, t, names, (), memory, face_url)
    chips = player_chips(table.game, state, viewer, t, names, board.players, () if decision is None else (seat,))
    return {
        "players": chips,
        "face_url": face_url,
        "you": viewer,
        "board": board.html,
        "tray": board.hand,
        "round": board.round,
        "sentence": t.gettext("No choice here cost anything that a tiger could see.")
        if decision is None
        else what_was_chosen(table, replay, decision, names, t),
        "reasons": () if decision is None else reasons(replay, decision, t),
        "on_board": link_to(f"{address}/replay", at, seat),
    }


def what_was_chosen(table: Table, replay: Replay, decision: WeighedDecision, names: list[str], t: Translations) -> str:
    view = replay.view(decision.number - 1, decision.seat)
    label = table.game.words.label(view, decision.seat, decision.action, t)
    said = t.gettext("{name} chose “{label}”: {grade}.")
    return said.format(name=names[decision.seat], label=label, grade=t.gettext(GRADE_NAMES[decision.grade]))


def reasons(replay: Replay, decision: WeighedDecision, t: Translations) -> list[str]:
    """What a tiger would have done with the same knowledge, and what it expects of it."""
    view = replay.view(decision.number - 1, decision.seat)
    label = replay.game.words.label(view, decision.seat, decision.best, t)
    lines = [
        t.gettext("A tiger would choose “{label}”.").format(label=label),
        t.gettext("It expects to win {best} of 100 matches from here, and {chosen} after what was chosen.").format(
            best=round(100 * decision.chance), chosen=round(100 * decision.chosen_chance)
        ),
    ]
    if abs(decision.points - decision.chosen_points) >= POINTS_APART:
        said = t.gettext("As far as it looks ahead, that is about {best} points instead of {chosen}.")
        lines.append(said.format(best=f"{decision.points:.0f}", chosen=f"{decision.chosen_points:.0f}"))
    return lines
