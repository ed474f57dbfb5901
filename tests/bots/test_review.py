"""The review of a match: it knows what the seat knew, finds planted blunders, and its grades tell players apart."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from purrlor.bots.grading import BEST, EVEN, FAIR, SLIP, STUMBLE, weigh
from purrlor.bots.players import choose, thinker
from purrlor.bots.same_choices import effect_of, merge_same
from purrlor.bots.thinker import Choice
from purrlor.bots.tree_search.compiled_twins import twin
from purrlor.bots.trial_matches import OWN, differences
from purrlor.core.game import game
from purrlor.core.match import Match
from purrlor.games.rat_a_tat_cat.rules.state import CALL, DISCARD_IT, NO, PLACE, ROW, SOURCE
from purrlor.tables.errors import NotWeighed
from purrlor.tables.history import review_jobs
from purrlor.tables.history.luck import is_chance, stroke_in_words, strokes_of
from purrlor.tables.history.match_review import Review
from purrlor.tables.history.replay import ALL_OPEN, Replay
from purrlor.tables.history.review_jobs import Evaluate, open_questions, review_of
from purrlor.web.pages.learning.advice import advice
from purrlor.web.pages.learning.review_luck import balance_of, luck_of

RAT = game("rat-a-tat-cat")


async def evaluate(
    name: str,
    hidden: bytes,
    seat: int,
    *,
    seconds: float,
    table: str,
    playouts: int,
    player: str = "tiger",
    wanted: int = 0,
) -> list[Choice]:
    """The search of this process, as a pool's processes do it."""
    search = thinker(game(name), player)
    return search.evaluate(hidden, seat, playouts=playouts, wanted=wanted, least=playouts // 4)


async def without_lions(*question: Any, player: str = "tiger", **limits: Any) -> list[Choice]:
    return [] if player == "lion" else await evaluate(*question, player=player, **limits)


def reviewed(match: Match, by: Evaluate = evaluate) -> Review:
    winners = match.winners()
    shares = [(seat in winners) / len(winners) for seat in range(match.seats)]
    return asyncio.run(review_of(Replay(match.record()), shares, by))


def played(seed: int, levels: tuple[str, str], blunder: bool = False, name: str = "rat-a-tat-cat") -> tuple[Match, int]:
    """A match, and the number of the blunder: a known card of at most 1 given up for one of at least 8; 0: none."""
    match, planted = Match(name, 2, {"rounds": 1} if name == "rat-a-tat-cat" else {}, seed=seed), 0
    while not match.is_over:
        seat, s = match.waiting()[0], match.state
        action = choose(match.game, match.view(seat), seat, levels[seat], seed=len(match.log), playouts=400)
        if blunder and not planted and s.phase == PLACE and s.in_hand in (8, 9):
            known = [i for i in range(ROW) if s.known[seat][i] >> seat & 1 and s.rows[seat][i] <= 1]
            if known and known[0] in match.legal(seat):
                action, planted = known[0], len(match.log) + 1
        match.play(seat, action)
    return match, planted


@pytest.mark.parametrize("judge", ["lion", "tiger"])
def test_a_planted_blunder_is_found(judge: str) -> None:
    match, planted = next(found for found in (played(seed, ("cat", "cat"), True) for seed in range(100)) if found[1])
    review = reviewed(match, evaluate if judge == "lion" else without_lions)
    assert review.judge == judge, "without a network the tiger judges"
    found = {decision.number: decision for decision in review.turning_points(range(2))}
    assert planted in found
    assert found[planted].grade in (SLIP, STUMBLE)
    assert found[planted].best != found[planted].action


def test_kittens_lose_more_by_choosing_than_tigers() -> None:
    lost = {"kitten": [0.0, 0], "tiger": [0.0, 0]}
    for seed in range(4):
        levels = ("kitten", "tiger") if seed % 2 else ("tiger", "kitten")
        review = reviewed(played(seed, levels, name="pocket-cats")[0], without_lions)
        for seat, level in enumerate(levels):
            lost[level][0] += review.lost(seat)
            lost[level][1] += len(review.of(seat))
    kitten, tiger = (total / count for total, count in lost.values())
    assert kitten > 2 * tiger


def test_the_same_match_has_the_same_review_and_its_parts_add_up() -> None:
    match, _ = played(1, ("cat", "kitten"))
    review = reviewed(match)
    assert review == reviewed(match)
    assert Review.from_json(review.to_json(1), 1) == review
    assert Review.from_json(review.to_json(1), 2) is None, "of other rules"
    for seat in range(2):
        way = balance_of(review, seat)
        assert way.first - way.lost + way.helped + way.luck == way.last == round(100 * review.shares[seat])
        assert review.helped(seat) == pytest.approx(review.lost(1 - seat)), "what one loses the other gets"
        for eyes in (seat, ALL_OPEN):
            assert all(0 <= chance <= 1 for _, chances in review.curve(eyes) for chance in chances)
            assert all(sum(chances) == pytest.approx(1) for _, chances in review.curve(eyes)), "together 100"
            assert review.chances_at(review.last, eyes)[seat] == review.shares[seat]
    for decision in review.decisions:
        best, chosen = decision.wins
        assert best - chosen == decision.cost >= 0, "one number everywhere"
        curve = [(moment, chances[decision.seat]) for moment, chances in review.curve(decision.seat)]
        ends = ((decision.number - 1, best / 100), (decision.number, chosen / 100))
        assert ends in pairwise(curve), "the curve falls by what the words say"
        if decision.number < review.last:
            left = review.chances_at(decision.number, decision.seat)
            assert left[decision.seat] == chosen / 100, "also where the seat goes on"
    assert any(one.seat == other.seat for one, other in pairwise(review.decisions) if one.number + 1 == other.number)


def test_a_decision_is_weighed_with_what_its_seat_knew() -> None:
    """No question holds what the seat could not know, nor what came later: it is the view of that moment."""
    match, _ = played(2, ("cat", "cat"))
    seen = 0
    for question, (state, decision) in zip(
        open_questions(replay := Replay(match.record())), decided(match), strict=True
    ):
        assert (question.seat, question.action) == decision
        assert question.hidden == RAT.hidden(state, question.seat).to_bytes()
        assert question.hidden == replay.view(question.number - 1, question.seat).to_bytes()
        other = RAT.hidden(state, question.seat)  # another world that looks the same to the seat
        RAT.rules.redeal(other, question.seat)
        seen += other.rows != state.rows
        RAT.rules.hide(other, question.seat)
        other.rng = [0] * 4
        again = RAT.rules.State.from_bytes(question.hidden)
        again.rng = [0] * 4
        assert other == again
    assert seen, "the worlds differ"


def decided(match: Match) -> list[tuple[object, tuple[int, int]]]:
    """True states before decisions that had more than one choice, and the decisions."""
    found, before = [], None
    for step in Match.steps(match.record()):
        if before is not None and len(RAT.legal(before, step.log[-1][0])) > 1:
            found.append((before, step.log[-1]))
        before = step.state.copy()
    return found


def test_what_the_search_cannot_do_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = Replay(played(3, ("kitten", "kitten"))[0].record())
    asked = 0

    async def dies_in_the_middle(*question: object, **limits: object) -> list[Choice]:
        nonlocal asked
        asked += 1
        return await evaluate(*question, **limits) if asked < 4 else []  # type: ignore[arg-type]

    async def asleep(*question: object, **limits: object) -> list[Choice]:
        return []

    with pytest.raises(NotWeighed, match="disturbed in the middle"):
        asyncio.run(review_of(replay, [1.0, 0.0], dies_in_the_middle))
    with pytest.raises(NotWeighed, match="waking up"):
        asyncio.run(review_of(replay, [1.0, 0.0], asleep))
    monkeypatch.setattr(review_jobs, "MOST", 5)
    review = asyncio.run(review_of(replay, [1.0, 0.0], evaluate))
    assert len(review.decisions) <= 5 < review.choices, "a long match is sampled"
    assert review.decisions[-1].number > review.last / 2, "from its beginning to its end"


@pytest.mark.long_walk
def test_a_match_of_fifteen_thousand_decisions_is_sampled_from_end_to_end() -> None:
    """Six players who never call, until the sixtieth turn ends each round."""
    match, dice = Match(RAT, 6, {"rounds": 18}, seed=3), Random(1)
    while not match.is_over:
        seat = match.waiting()[0]
        match.play(seat, NO if match.state.phase == CALL else dice.choice(match.legal(seat)))
    assert len(match.log) >= 15_000

    async def asked(name: str, hidden: bytes, seat: int, *, wanted: int = 0, **_: object) -> list[Choice]:
        legal = RAT.legal(RAT.rules.State.from_bytes(hidden), seat)
        return sorted((choice(each, 100, 0.2 + 0.01 * (each % 7), 20.0) for each in legal), key=lambda each: -each.win)

    replay = Replay(match.record())
    review = asyncio.run(review_of(replay, [1.0, *[0.0] * 5], asked))
    assert review.last == len(match.log)
    assert 200 <= len(review.decisions) <= review_jobs.MOST < review.choices
    numbers = [decision.number for decision in review.decisions]
    assert max(later - earlier for earlier, later in pairwise([0, *numbers, review.last])) < review.last / 50
    assert len(review.to_json(1)) < 60_000, "what is stored does not grow with the match"
    for seat in range(6):
        assert luck_of(review, replay, seat, list("ABCDEF"), address, RAT.translations("en")) is not None
        assert review.curve(seat)[-1].moment == review.last


def address(at: int, eyes: int) -> str:
    return f"/t/x/replay?at={at}&as={eyes}"


def test_chance_alone_is_no_loss() -> None:
    few = [Choice(0, 10, 0.6, 0, 0.6, 0.49), Choice(1, 4, 0.5, 0, 0.5, 0.5)]
    many = [Choice(0, 1000, 0.6, 0, 0.6, 0.49), Choice(1, 400, 0.4, 0, 0.4, 0.49), Choice(2, 0, 0.0, 0, 0.0, 0.0)]
    alike = [Choice(0, 40, 0.6, 0, 0.6, 0.05), Choice(1, 12, 0.5, 0, 0.5, 0.05)]
    cheap, costly = weigh(1, 0, 1, few), weigh(1, 0, 1, many)
    assert cheap is not None
    assert costly is not None
    assert (cheap.loss, cheap.grade) == (0.0, BEST)
    assert 0.1 < costly.loss < 0.2
    assert weigh(1, 0, 2, many) is None
    sure = weigh(1, 0, 1, alike)
    assert sure is not None
    assert sure.loss > 0.04, "a network's values hardly differ: few of them tell enough"


def test_advice_knows_no_more_than_its_seat() -> None:
    """Two worlds that look the same to a seat get the same advice, and they do differ."""
    match, differ = Match(RAT, 2, {"rounds": 1}, seed=5), 0
    while not match.is_over:
        seat = match.waiting()[0]
        if len(match.legal(seat)) > 1:
            other = match.view(seat)
            RAT.rules.redeal(other, seat)
            differ += other.rows != match.state.rows or other.deck != match.state.deck
            told = [asyncio.run(advice(RAT, RAT.hidden(world, seat), seat, evaluate)) for world in (match.state, other)]
            assert told[0] == told[1]
        match.play(seat, choose(RAT, match.view(seat), seat, "cat"))
    assert differ


def test_who_loses_much_had_as_much() -> None:
    """Curve and verdict say the same."""
    sure = [Choice(0, 1000, 0.9, 0, 0.9, 0.3), Choice(1, 1000, 0.0, 0, 0.0, 0.0)]
    decision = weigh(1, 0, 1, sure)
    assert decision is not None
    assert 100 * decision.chance == pytest.approx(decision.wins[0], abs=1)
    assert decision.chosen_chance == pytest.approx(decision.chance - decision.loss, abs=1e-3)


def choice(action: int, visits: int, win: float, points: float) -> Choice:
    return Choice(action, visits, win, points, win, 0.1, 5.0)


def test_a_clearly_worse_choice_in_points_is_not_praised_in_a_decided_match() -> None:
    """A 9 laid onto an unknown card, a match that is won whatever happens."""
    choices = [choice(0, 400, 0.99, 12.0), choice(1, 100, 0.99, 16.0), choice(2, 60, 0.985, 20.0)]
    fewer = weigh(1, 0, 1, choices, direction=-1)
    assert fewer is not None
    assert (fewer.cost, fewer.points_cost) == (0, 3)
    assert fewer.grade == FAIR
    assert fewer.is_worse
    blind, more = weigh(1, 0, 1, choices), weigh(1, 0, 1, choices, direction=1)
    assert blind is not None
    assert more is not None
    assert blind.points_cost == more.points_cost == 0, "nobody knows what points are worth, or more are better"
    best = weigh(1, 0, 0, choices, direction=-1)
    assert best is not None
    assert (best.grade, best.is_worse) == (BEST, False)


def test_where_all_choices_are_equal_there_is_nothing_to_praise() -> None:
    alike = [choice(0, 400, 0.6, 12.0), choice(1, 300, 0.6, 12.3)]
    decision = weigh(1, 0, 0, alike, direction=-1)
    assert decision is not None
    assert decision.grade == EVEN
    one_is_worse = weigh(1, 0, 0, [*alike, choice(2, 100, 0.4, 12.0)], direction=-1)
    assert one_is_worse is not None
    assert one_is_worse.grade == BEST


def test_a_network_has_to_try_the_rivals_of_what_may_be_a_find() -> None:
    """It looks at nothing that it thinks bad, so it cannot say by itself how much better its choice is."""
    replay = Replay(played(1, ("cat", "cat"))[0].record())
    actions = {question.hidden: question.action for question in open_questions(replay)}

    async def asked(
        name: str, hidden: bytes, seat: int, *, player: str = "tiger", wanted: int = 0, **_: object
    ) -> list[Choice]:
        own = actions[hidden]
        legal = RAT.legal(RAT.rules.State.from_bytes(hidden), seat)
        tried = [action for action in legal if player == "tiger" or action == own or wanted >> action & 1]
        others = [choice(action, 100, 0.3, 20.0) for action in tried if action != own]
        return [choice(own, 200, 0.8, 10.0), *others]

    review = asyncio.run(review_of(replay, [1.0, 0.0], asked))
    assert review.judge == "lion"
    found = review.finds(range(2))
    assert len(found) >= review_jobs.CLOSER_FINDS
    assert all(each.gain > 40 for each in found)


def test_choices_that_are_the_same_in_effect_have_one_value() -> None:
    """Two equal cards that the same players know, and two specials in a row: it does not matter which one goes."""
    state = RAT.read("players=2 memory=aided do=place turn=0 drawn=2 row0=7/0,7/0,S/0,P/0 row1=?/1,?,?,?/1 discard=9")
    effect = effect_of(RAT, state, 0)
    assert effect(0) == effect(1)
    assert effect(2) == effect(3)
    assert len({effect(0), effect(2), effect(4)}) == 3
    found = [choice(2, 300, 0.25, 20.0), choice(3, 100, 0.14, 24.0), choice(0, 50, 0.1, 22.0)]
    merged = merge_same(found, effect, prefer=3)
    assert [each.action for each in merged] == [3, 0]
    assert (merged[0].visits, round(merged[0].win, 4), merged[0].score) == (400, 0.2225, 21.0)
    assert merged[0].points_spread > 5.0, "both together lie further apart"
    decision = weigh(1, 0, 3, merged, direction=-1)
    assert decision is not None
    assert not decision.is_worse
    assert [each.action for each in merge_same(found, effect)] == [2, 0]


def test_strokes_of_luck_are_told_through_the_players_own_eyes() -> None:
    """Every other world that looks the same to the seat has the same strokes in the same words."""
    match, _ = played(4, ("cat", "kitten"))
    review, replay = reviewed(match, without_lions), Replay(match.record())
    names, t, said = ["Ann", "Boris"], RAT.translations("en"), 0
    for seat in range(2):
        other = Replay(match.record())
        other.states = [dealt_again(state, seat) for state in replay.states]
        assert other.states != replay.states
        assert strokes_of(review, other, seat) == strokes_of(review, replay, seat)
        for moment in range(1, replay.last + 1):
            assert stroke_in_words(other, moment, seat, t, names) == stroke_in_words(replay, moment, seat, t, names)
            assert is_chance(other, moment, seat) == is_chance(replay, moment, seat)
        groups = luck_of(review, replay, seat, names, address, t)
        assert sum(number(group.sum) for group in groups) == balance_of(review, seat).luck
        for group, sign in zip(groups, (1, -1) if len(groups) == 2 else (0, 0), strict=False):
            assert number(group.sum) * sign >= 0, "good and bad luck are not taken off each other"
            assert all(number(line.gave) * number(group.sum) > 0 for line in group.strokes)
            if group.strokes:
                assert sum(number(line.gave) for line in group.strokes) + number(group.rest or "0") == number(group.sum)
            said += len(group.strokes)
    assert said


def number(shown: str) -> int:
    return int(shown.replace("−", "-"))


def test_a_find_is_a_choice_that_was_right_where_all_others_were_clearly_worse() -> None:
    found = weigh(1, 0, 0, [choice(0, 400, 0.7, 1.0), choice(1, 300, 0.5, 1.0), choice(2, 300, 0.2, 1.0)])
    missed = weigh(2, 0, 1, [choice(0, 400, 0.7, 1.0), choice(1, 300, 0.5, 1.0)])
    either = weigh(3, 0, 0, [choice(0, 400, 0.7, 1.0), choice(1, 300, 0.69, 1.0), choice(2, 300, 0.2, 1.0)])
    by_chance = weigh(4, 0, 0, [choice(0, 4, 0.7, 1.0), choice(1, 3, 0.5, 1.0)])
    others = weigh(5, 1, 0, [choice(0, 400, 0.9, 1.0), choice(1, 300, 0.5, 1.0)])
    decisions = tuple(each for each in (found, missed, either, by_chance, others) if each is not None)
    assert len(decisions) == 5
    assert [each.gain for each in decisions] == [19, 0, 0, 1, 39]
    made = Review(decisions, 5, 5, (1.0, 0.0))
    assert made.finds([0]) == [found]
    assert made.finds([0, 1]) == [others, found], "the best first"
    assert Review.from_json(made.to_json(1), 1) == made


def dealt_again(state: bytes, seat: int) -> bytes:
    world = RAT.hidden(RAT.rules.State.from_bytes(state), seat)
    RAT.rules.redeal(world, seat)
    return world.to_bytes()


def test_a_drawn_card_is_named_to_who_drew_it_alone() -> None:
    """With strict memory the table's story does not name it; after the match its own player may read it."""
    match = Match(RAT, 2, {"rounds": 1}, seed=8)
    while not match.is_over:
        seat = match.waiting()[0]
        match.play(seat, choose(RAT, match.view(seat), seat, "cat"))
    replay, names, t, drawn = Replay(match.record()), ["Ann", "Boris"], RAT.translations("en"), 0
    for moment in range(1, replay.last + 1):
        before, after = replay.view(moment - 1, ALL_OPEN), replay.view(moment, ALL_OPEN)
        seat = replay.log[moment - 1][0]
        if before.phase != SOURCE or after.phase != PLACE or after.taken:
            continue
        drawn += 1
        assert stroke_in_words(replay, moment, seat, t, names) == [f"You draw {after.in_hand}."]
        assert stroke_in_words(replay, moment, 1 - seat, t, names) == [f"{names[seat]} draws a card."]
        assert is_chance(replay, moment, seat)
    assert drawn


def test_what_a_cat_chose_in_somebodys_place_is_not_theirs() -> None:
    match, _ = played(1, ("kitten", "kitten"))
    review = reviewed(match)
    seat = max(range(2), key=review.lost)
    slip = max(review.of(seat), key=lambda each: each.cost)
    assert slip.cost > 0
    handed = replace(
        review, decisions=tuple(replace(each, by_cat=True) if each is slip else each for each in review.decisions)
    )
    assert slip in review.turning_points([seat])
    assert slip.number not in {each.number for each in handed.turning_points([seat])}
    assert handed.lost(seat) == pytest.approx(review.lost(seat) - slip.cost / 100)
    assert handed.helped(seat) == pytest.approx(review.helped(seat) - slip.cost / 100), "others' choices now"
    assert handed.helped(1 - seat) == review.helped(1 - seat)
    for each in (review, handed):
        way = balance_of(each, seat)
        assert way.first - way.lost + way.helped + way.luck == way.last
        assert way.luck == balance_of(review, seat).luck, "luck is what it was"


def test_trial_matches_say_in_what_a_choice_is_worse() -> None:
    """To keep a rat instead of a 0: more points at the end, and nothing else is claimed."""
    state = RAT.read("players=2 memory=aided do=place turn=0 held=0 row0=9/0,8/0,7/0,? row1=?,?,?,? discard=9")
    hidden = RAT.hidden(state, 0).to_bytes()
    side = twin(RAT)
    found = {kind: values for kind, *values in differences(side, hidden, 0, 0, DISCARD_IT, 60)}
    better, other = found[OWN]
    assert other > better + 3, "fewer points are better"
    assert differences(side, hidden, 0, 0, DISCARD_IT, 60) == differences(side, hidden, 0, 0, DISCARD_IT, 60)
    assert not differences(side, hidden, 0, DISCARD_IT, 0, 60), "cats do not agree that this is the better one"
    assert not differences(side, hidden, 0, 0, 0, 20), "one and the same choice"


@pytest.mark.parametrize("name", ["cat-cafe", "pocket-cats"])
def test_a_game_names_what_trial_matches_count(name: str) -> None:
    match, _ = played(2, ("cat", "cat"), name=name)
    of = match.game
    outcome = of.part("words.outcome")
    brought = [outcome.outcome(match.state, seat) for seat in range(2)]
    assert any(brought)
    for kind in brought[0] | brought[1]:
        named = {
            language: outcome.outcome_name(match.state, kind, of.translations(language)) for language in ("en", "ru")
        }
        assert all(named.values())
        assert named["en"] != named["ru"]
    if name == "cat-cafe":
        assert [sum(each.values()) for each in brought] == [of.rules.score(match.state, seat) for seat in range(2)]


def test_a_choice_that_began_badly_gets_playouts_enough() -> None:
    """In Cat Café a search for the best die gave the others a handful, and a review called them worse by fifty."""
    match = Match("cat-cafe", 2, seed=1)
    hidden, search = match.view(seat := match.waiting()[0]).to_bytes(), thinker(game("cat-cafe"))
    few = search.evaluate(hidden, seat, playouts=600)
    assert min(each.visits for each in few) < 20
    weighed = search.evaluate(hidden, seat, playouts=600, wanted=1 << few[-1].action)
    assert min(each.visits for each in weighed) > 60
    assert search.evaluate(hidden, seat, playouts=600) == few, "who plays searches as before"
