"""The review's page: made once when asked for, in both languages, never for a running match."""

import asyncio
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from purrlor.bots.grading import BEST, EVEN, FAIR, GOOD, GRADES, SLIP, STUMBLE, WeighedDecision
from purrlor.bots.thinker import Choice, Thinker
from purrlor.bots.trial_matches import OWN, RIVAL
from purrlor.core.game import Game, game, games
from purrlor.core.match import Match
from purrlor.core.seats import WATCHER
from purrlor.tables.errors import NotWeighed
from purrlor.tables.history import review_jobs
from purrlor.tables.history.match_review import Review
from purrlor.tables.history.replay import ALL_OPEN, Replay
from purrlor.tables.history.review_jobs import Reviews
from purrlor.web.live.player_chips import names_in_sentences, player_chips
from purrlor.web.pages.learning import review as review_pages
from purrlor.web.pages.learning.afterwards import afterwards_of
from purrlor.web.pages.learning.review_curve import clear_of, draw_curves
from purrlor.web.pages.learning.review_words import (
    Judged,
    cost_in_words,
    grade_legend,
    how_many_moments,
    lines_about,
    signed,
    why_not,
)
from purrlor.web.rendering.marked_choices import mark_choices
from purrlor.web.rendering.percentages import percentages
from purrlor.web.rendering.templating import draw_board, translations_for
from tests.fixtures.playing import DEALS
from tests.fixtures.visitors import GAME, House, actions, finish, open_house, play_now

LINE = "Chance to win: You"


class PlainSearch:
    """The search in plain Python, with a few playouts: nothing has to be compiled for a page."""

    def __init__(self, has_lions: bool = False) -> None:
        self.asked, self.has_lions = 0, has_lions
        self.searches: dict[str, Thinker] = {}

    async def evaluate(
        self,
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
        self.asked += 1
        if player == "lion" and not self.has_lions:
            return []  # not ready
        await asyncio.sleep(0)
        if name not in self.searches:
            self.searches[name] = Thinker(game(name), fast=False, capacity=2000)
        return self.searches[name].evaluate(hidden, seat, playouts=16)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("parlour"), rate=0.0) as opened:
        yield opened


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_pages, "PATIENCE", 600.0)  # a slow machine gets the review at once, too


@pytest.fixture(scope="module")
def over(house: House) -> str:
    DEALS.seed("a match to be reviewed")  # whatever ran before in this process
    return finish(house.host, GAME)


def test_a_house_without_tigers_says_so_and_shows_the_look_back(house: House, over: str) -> None:
    house.app.services.reviews = Reviews(None)
    assert f'href="{over}/review"' in house.host.get(over).text, "the end of the match leads to it"
    page = house.host.get(f"{over}/review")
    assert page.status_code == 409, "nothing is broken"
    assert "no tigers" in page.text
    assert 'id="at"' in page.text, "the look back is there"


def test_the_review_is_made_once_and_leads_to_the_board(house: House, over: str) -> None:
    search = PlainSearch()
    house.app.services.reviews = reviews = Reviews(search.evaluate)
    assert f'href="{over}/review"' in house.host.get(f"{over}/replay").text
    page = house.host.get(f"{over}/review")
    assert page.status_code == 200
    made, table = search.asked, house.app.services.tables.registry.tables[over.removeprefix("/t/")]
    assert made
    assert not actions(page.text)
    assert page.text.count("<polyline") == len(table.seats)
    review = house.call(reviews.found, table)
    assert review is not None
    assert ("the tiger, would choose" in page.text) == ('id="moment-1"' in page.text), "of moments that cost something"
    costs = re.findall(r'id="moment-\d".*?<b>([^<]*)</b>', page.text, re.S)
    in_wins = any(cost.startswith("−") for cost in costs)
    assert ("Counted in wins out of 100 matches.</small>" in page.text) == in_wins, "what the numbers count"
    assert "others' choices" in page.text.replace("&#39;", "'")
    opened = house.host.get(f"{over}/review?as=0&board=open")
    assert "Nobody knew all this" in opened.text
    assert "Nobody knew all this" not in page.text
    for address in (f"{over}/review?as=0&n=2", f"{over}/review?as=9&n=x", f"/w/{table.facts.watch_key}/review?as=open"):
        again = house.host.get(address)
        assert again.status_code == 200
        moments = re.findall(r'id="moment-(\d)"', again.text)
        assert len(moments) <= 3
        back = re.search(r'href="([^"]+/replay\?at=\d+&amp;as=\w+&amp;review=[\w.]+)">', again.text)
        assert back is not None
        assert house.host.get(back[1].replace("&amp;", "&")).status_code == 200
    russian = house.visitor(**{"accept-language": "ru"}).get(f"/w/{table.facts.watch_key}/review")
    assert "Все решения" in russian.text
    assert search.asked == made, "it is kept"
    assert LINE in house.host.get(f"{over}/replay?at=30&as=open").text


def test_every_decision_of_the_list_has_its_verdict(house: House, over: str) -> None:
    house.app.services.reviews = Reviews(PlainSearch().evaluate)
    page = house.host.get(f"{over}/review?as=0").text
    assert "before and after each of your own choices. The lines add up to 100." in page
    listed = page.partition('id="grades"')[2].partition('id="how"')[0]
    links = re.findall(r'<i>[^<]*Move (\d+)</i>\s*<a class="\w+" href="([^"]+)"', listed)
    assert links
    assert len(links) == listed.count("<li>")
    for number, href in links[:6]:
        there = house.host.get(href.replace("&amp;", "&"))
        assert there.url.query.decode() == f"as=0&at={number}"
        assert "You chose “" in there.text
        assert re.search("would choose “|No other choice here was clearly|Every other choice would have", there.text)


def test_who_waits_stays_on_the_page_until_the_review_appears(
    house: House, over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    search, asks_again = PlainSearch(), '<meta http-equiv="refresh"'
    is_ready = False

    async def asleep_at_first(*args: Any, **given: Any) -> list[Choice]:
        return await search.evaluate(*args, **given) if is_ready else []

    house.app.services.reviews = reviews = Reviews(asleep_at_first)
    address = f"{over}/review?as=open&n=2"
    page = house.host.get(address)
    assert page.status_code == 202
    assert str(page.url).endswith(address), "not thrown out of what was asked for"
    assert "still waking up" in page.text
    assert asks_again in page.text
    monkeypatch.setattr(review_pages, "PATIENCE", 0.0)
    is_ready = True
    page = house.host.get(address, headers={"accept-language": "ru"})
    assert "Разбор готовится" in page.text
    assert asks_again in page.text
    table = house.app.services.tables.registry.tables[over.removeprefix("/t/")]
    house.call(reviews.of, table)
    appeared = house.host.get(address)
    assert appeared.status_code == 200
    assert "<polyline" in appeared.text
    assert asks_again not in appeared.text


def test_a_page_does_not_wait_for_ever(house: House, over: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def asleep(*_: object, **__: object) -> list[Choice]:
        return []

    house.app.services.reviews = Reviews(asleep)
    asks_again, registry = '<meta http-equiv="refresh"', house.app.services.tables.registry
    assert asks_again in house.host.get(f"{over}/review").text
    later = registry.time() + review_jobs.LONGEST_WAIT + 1
    monkeypatch.setattr(registry, "time", lambda: later)
    page = house.host.get(f"{over}/review").text
    assert asks_again not in page
    assert f'href="{over}/review">Ask again' in page
    assert asks_again in house.host.get(f"{over}/review").text, "a person asked again"


def test_asked_twice_at_once_it_is_made_once(house: House, over: str) -> None:
    search = PlainSearch()
    reviews = Reviews(search.evaluate)
    table = house.app.services.tables.registry.tables[over.removeprefix("/t/")]

    async def both() -> bool:
        one, other = await asyncio.gather(reviews.of(table), reviews.of(table))
        return one is other

    assert house.call(both)
    alone = search.asked
    house.call(Reviews(search.evaluate).of, table)
    assert search.asked == 2 * alone


def test_a_crowd_of_reviews_has_a_bound(house: House, over: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "AT_ONCE", 1)
    tables = house.app.services.tables.registry.tables
    one, other = (tables[address.removeprefix("/t/")] for address in (over, finish(house.host, GAME)))

    async def crowd() -> None:
        is_asked, may_answer = asyncio.Event(), asyncio.Event()

        async def not_ready(*_: object, **__: object) -> list[Choice]:
            is_asked.set()
            await may_answer.wait()
            return []

        reviews = Reviews(not_ready)
        waiting = [asyncio.ensure_future(reviews.of(one)) for _ in range(3)]
        await is_asked.wait()
        with pytest.raises(NotWeighed, match="at work on other reviews"):
            await reviews.of(other)
        may_answer.set()
        for found in await asyncio.gather(*waiting, return_exceptions=True):
            assert "waking up" in str(found), "those who ask for the same wait together"
        with pytest.raises(NotWeighed, match="waking up"):
            await reviews.of(other)

    house.call(crowd)


def test_a_review_outlives_a_restart(house: House, over: str) -> None:
    store = house.app.services.tables.store
    table = house.app.services.tables.registry.tables[over.removeprefix("/t/")]
    house.call(Reviews(PlainSearch().evaluate, 1, store).of, table)
    assert house.call(store.review, table.id) is None, "the lion was not ready: next time it may be"
    made = house.call(Reviews(PlainSearch(has_lions=True).evaluate, 1, store).of, table)
    assert made.judge == "lion"
    house.app.services.reviews = Reviews(None, 1, store)  # another server, without tigers of its own
    assert house.call(house.app.services.reviews.of, table) == made
    assert house.host.get(f"{over}/review").status_code == 200
    assert LINE in house.host.get(f"{over}/replay?at=30&as=open").text
    house.call(store.add_review, table.id, made.to_json(table.game.revision).replace('"format": 5', '"format": 4'))
    assert house.call(Reviews(None, 1, store).found, table) is None, "of another version: it is made again"
    house.call(store.add_review, "gone", "{}")
    assert house.call(store.review, "gone") is None, "its table is not there any more"


def test_a_running_match_has_no_review(house: House) -> None:
    search = PlainSearch()
    house.app.services.reviews = Reviews(search.evaluate)
    address = play_now(house.host)
    table = house.app.services.tables.registry.tables[address.removeprefix("/t/")]
    for page in (house.host.get(f"{address}/review"), house.host.get(f"/w/{table.facts.watch_key}/review")):
        assert "still being played" in page.text
        assert "<polyline" not in page.text
    assert not search.asked


def test_a_curve_has_the_colour_its_player_has_at_the_table() -> None:
    of = game("more-kitties")
    state = of.part("notation").read("players=2 colours=4 do=choose seat0=y:0:/rb.bg.yg.rg seat1=g:0:/?.?.?.? turn=0")
    t, names = of.translations("en"), ["Ann", "Boris"]
    drawn = of.part("board.view").board(state, 0, t, names, ())
    chips = player_chips(of, state, 0, t, names, drawn["players"])
    assert [chip.tone for chip in chips] == [2, 3]


def test_marks_of_the_curve_do_not_cover_each_other() -> None:
    taken: list[tuple[float, float]] = []
    for _ in range(3):
        taken.append(clear_of(taken, 100.0, 10.0))
    assert taken == [(100.0, 10.0), (100.0, 30.0), (100.0, 50.0)]


def decision(best: int, action: int, loss: float, points: tuple[float, float] = (0.0, 0.0)) -> WeighedDecision:
    return WeighedDecision(1, 0, action, best, 0.8, 0.8 - loss, *points, loss)


def over_by_chance(of: Game) -> Replay:
    match, chance = Match(of, 2, seed=1), random.Random(1)
    while not match.is_over:
        match.play(match.waiting()[0], chance.choice(match.legal(match.waiting()[0])))
    return Replay(match.record())


def test_the_better_and_the_chosen_move_never_have_the_same_reason() -> None:
    of = game("cat-cafe")
    names, t, alike = ["Ann", "Boris"], of.translations("en"), 0
    replay = over_by_chance(of)
    for number, (seat, _) in enumerate(replay.log[:60], 1):
        view = replay.view(number - 1, seat)
        by_reason: dict[str, int] = {}
        for action in of.legal(view, seat):
            why = of.reason(view, seat, action, t, names, True)
            better = by_reason.setdefault(why, action)
            if why and better != action:
                alike += 1
                weighed = WeighedDecision(number, seat, action, better, 0.8, 0.6, 0.0, 0.0, 0.2)
                judged = Judged(weighed, replay, names, True, False, t)
                assert "later no single thing stands out" in " ".join(lines_about(judged, "lion"))
                told = judged._replace(decision=replace(weighed, afterwards=((OWN, 60.0, 50.0),)))
                assert "What comes of them later differs." in " ".join(lines_about(told, "lion"))
                assert why not in " ".join([*lines_about(told, "lion"), why_not(told)])
    assert alike


@pytest.mark.parametrize("of", games(), ids=lambda of: of.name)
def test_a_choice_is_quoted_in_a_sentence_and_not_glued_into_it(of: Game) -> None:
    replay, t, asked = over_by_chance(of), translations_for("ru", of), 0
    for number, (seat, action) in enumerate(replay.log[:60], 1):
        choices = of.legal(replay.view(number - 1, seat), seat) if seat >= 0 else ()
        if len(choices) < 2:
            continue
        asked, better = asked + 1, next(each for each in choices if each != action)
        weighed = WeighedDecision(number, seat, action, better, 0.8, 0.6, 0.0, 0.0, 0.2)
        for is_mine in (True, False):
            judged = Judged(weighed, replay, ["Аня", "Борис"], is_mine, False, t)
            would, *rest = lines_about(judged, "lion")
            label = judged.label(better).replace("«", "„").replace("»", "“")
            assert would == f"Лев, самый сильный из наших котов, выбрал бы «{label}»."
            assert all(line.endswith((".", "!")) and ".»" not in line and ".." not in line for line in rest), rest
    assert asked


def test_points_are_told_where_they_agree_with_the_verdict() -> None:
    of = game("cat-cafe")
    replay, t = over_by_chance(of), of.translations("en")
    one, other, *_ = of.legal(replay.view(0, replay.log[0][0]), replay.log[0][0])

    def told(points: tuple[float, float], is_low_good: bool) -> bool:
        lost = points[1] - points[0] if is_low_good else points[0] - points[1]
        weighed = WeighedDecision(1, replay.log[0][0], other, one, 0.8, 0.7, *points, 0.12, max(0.0, lost), 8.0)
        judged = Judged(weighed, replay, ["Ann", "Boris"], True, is_low_good, t)
        assert why_not(judged) == "", "nothing is known that was wrong with it but the number, which is told"
        assert "win 80 matches in 100; with yours, 68." in " ".join(lines_about(judged, "lion"))
        return any("In trial matches" in line for line in lines_about(judged, "lion"))

    assert told((64.0, 58.0), False)
    assert not told((58.0, 64.0), False)
    assert told((11.0, 12.0), True)
    assert not told((12.0, 11.0), True)


def test_grades_follow_from_the_number_that_is_shown() -> None:
    by_cost: dict[int, set[str]] = {}
    for thousandths in range(0, 300):
        each = decision(0, 1, thousandths / 1000)
        by_cost.setdefault(each.cost, set()).add(each.grade)
    assert all(len(found) == 1 for found in by_cost.values())
    assert {next(iter(found)) for found in by_cost.values()} == set(GRADES)


@pytest.mark.parametrize(("name", "yours"), [(GAME, "Your row"), ("more-kitties", "Your reserve")])
def test_through_borrowed_eyes_nothing_is_yours(house: House, name: str, yours: str) -> None:
    replay, t = over_by_chance(game(name)), translations_for("en", game(name))
    state, memory = replay.board_state(3, 1), replay.board_memories[3]
    for whose in ("", "Boris"):
        templates = house.app.services.templates
        board = draw_board(templates, game(name), state, 1, t, ["Ann", "Boris"], (), memory, eyes_of=whose)
        assert (yours in board.html + board.hand) == (not whose)
        assert "your colour" not in board.hand or not whose


@pytest.mark.parametrize("of", games(), ids=lambda of: of.name)
def test_a_choice_is_marked_once_on_the_board_and_nothing_can_be_pressed(house: House, of: Game) -> None:
    match, templates, t, marked = Match(of, 2, seed=3), house.app.services.templates, of.translations("en"), 0
    while not match.is_over and marked < 40:
        seat = match.waiting()[0]
        choices = match.legal(seat)
        if len(choices) > 1:
            board = draw_board(templates, of, match.view(seat), seat, t, ["Ann", "Boris"], choices)
            action = choices[marked % len(choices)]
            drawn = mark_choices(board.html + board.hand, {action: "is-better"})
            if f'name="action" value="{action}"' in board.html + board.hand:
                marked += 1
                assert re.search(r'class="is-better[ "]', drawn)
                assert drawn.count("<button") == drawn.count("disabled>") + drawn.count("data-walk")
            assert 'name="action"' not in drawn
            live = mark_choices(board.html + board.hand, {}, is_live=True)
            assert live == board.html + board.hand
        match.play(seat, choices[0])
    assert marked


def test_percentages_add_up() -> None:
    assert percentages([0.49, 0.54]) == [48, 52]
    assert percentages([1, 1, 1]) == [34, 33, 33]
    assert percentages([0.0, 0.0]) == [50, 50]


def test_sums_and_counts_of_a_review_agree(house: House, over: str) -> None:
    """What the grades cost is what the own choices cost, in the table and in the sentence."""
    house.app.services.reviews = reviews = Reviews(PlainSearch().evaluate)
    page = house.host.get(f"{over}/review?as=0").text
    table = house.app.services.tables.registry.tables[over.removeprefix("/t/")]
    review = house.call(reviews.found, table)
    rows = re.findall(
        r'<tr class="(\w+)"><th scope="row">[^<]+<small>[^<]+</small></th><td>(\d+)(?: <small>−(\d+)</small>)?</td>',
        page,
    )
    assert [grade for grade, _, _ in rows] == [*GRADES, EVEN]
    assert sum(int(count) for _, count, _ in rows) == len(review.of(0))
    lost = sum(int(cost or 0) for _, _, cost in rows)
    assert lost == sum(decision.cost for decision in review.of(0))
    assert not any(cost for grade, _, cost in rows if grade in (BEST, EVEN)), "what is praised cost nothing"
    words = signed(-lost)
    assert f"Lost by own choices</th><td>{words}</td>" in page
    assert f"own choices {words}," in page


def test_a_review_says_why_it_shows_fewer_than_three_moments() -> None:
    t = translations_for("en", game(GAME))
    slip, small = decision(0, 1, 0.12), decision(0, 1, 0.02)
    assert how_many_moments([], t) == ""
    assert how_many_moments([slip] * 3, t) == "These three choices cost most."
    assert how_many_moments([slip], t) == "Only one moment decided much."
    assert how_many_moments([slip] * 2, t) == "Only two moments decided much."
    assert how_many_moments([small], t) == "There was no slip. This is the choice that cost most."


@pytest.mark.parametrize("last", [1, 7, 8, 37, 48, 166, 15_000])
def test_the_curve_counts_moves_as_the_replay_does(last: int) -> None:
    made = Review((), 0, last, (1.0, 0.0))
    for language, word in (("en", "Moves"), ("ru", "Ходы")):
        drawn = draw_curves(made, ["Ann", "Boris"], [], translations_for(language, game(GAME)), [0, 1], 0)
        *numbers, said = re.findall(r'<text class="round" [^>]+>(\w+)</text>', drawn)
        assert said == word
        ticks = [int(number) for number in numbers]
        assert 2 <= len(ticks) <= 8
        assert ticks == list(range(0, last + 1, ticks[1])), "even steps from the start of the match"


def test_review_replay_and_list_have_one_count_of_moves(house: House, over: str) -> None:
    house.app.services.reviews = Reviews(PlainSearch().evaluate)
    page = house.host.get(f"{over}/review?as=0").text
    last = house.app.services.tables.registry.tables[over.removeprefix("/t/")].playing().log
    number, href = re.findall(r'<i>Move (\d+)</i>\s*<a class="\w+" href="([^"]+)"', page)[-1]
    there = house.host.get(href.replace("&amp;", "&")).text
    said = f"Move {number} of {len(last)}"
    assert said in there
    back = re.search(r'href="([^"]+/replay\?at=\d+&amp;as=\w+&amp;review=[\w.]+)">', there)
    assert back is not None
    assert said in house.host.get(back[1].replace("&amp;", "&")).text


def test_the_table_says_what_every_grade_costs() -> None:
    """Limits that follow each other without a gap, in both languages."""
    for language, nothing in (("en", "costs nothing"), ("ru", "ничего не стоит")):
        legend = grade_legend(translations_for(language, game(GAME)))
        assert list(legend) == [*GRADES, EVEN]
        assert legend[BEST] == nothing
        limits = [int(number) for grade in GRADES[1:] for number in re.findall(r"−(\d+)", legend[grade])]
        assert limits == [1, 3, 4, 8, 9, 17, 18]
        for cost in range(1, 30):
            low = max(limit for limit in limits[::2] if limit <= cost)
            assert f"−{low}" in legend[decision(0, 1, cost / 100).grade]


def test_good_finds_are_shown_and_nothing_that_is_seen_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    of = game("cat-cafe")
    replay = over_by_chance(of)
    one, other, *_ = of.legal(replay.view(0, replay.log[0][0]), replay.log[0][0])
    seat = replay.log[0][0]
    found = WeighedDecision(1, seat, one, one, 0.6, 0.6, 0.0, 0.0, 0.0, ahead=0.12)
    assert not review_pages.is_plain_to_see(replay, found)
    assert review_pages.is_plain_to_see(replay, replace(found, ahead=0.35)), "all others are silly"
    assert not review_pages.is_plain_to_see(replay, replace(found, chance=0.9, chosen_chance=0.9, ahead=0.35))
    monkeypatch.setattr(review_pages, "is_obvious", lambda *_: True)
    assert review_pages.is_plain_to_see(replay, found)
    judged = Judged(found, replay, ["Ann", "Boris"], True, False, translations_for("en", of))
    assert lines_about(judged, "lion") == ["Every other choice would have lost at least 12 more matches in 100."]
    assert replace(found, action=other).gain == 0, "who did not choose it found nothing"


def test_where_several_are_shown_a_moment_says_whose_it_is(house: House, over: str) -> None:
    house.app.services.reviews = reviews = Reviews(PlainSearch().evaluate)
    opened, mine = (house.host.get(f"{over}/review?as={eyes}").text for eyes in ("open", "0"))
    table = house.app.services.tables.registry.tables[over.removeprefix("/t/")]
    review = house.call(reviews.found, table)
    names = ["You", *table.names("en")[1:]]
    points = review.turning_points(range(len(names)))
    assert points
    named = re.findall(r'id="moment-\d"[^>]*>\s*<i>\d</i> <span>([^<]+)</span>', opened)
    assert named == [f"{names[each.seat]} · Move {each.number}" for each in points]
    assert not re.search(r"<span>[^<]+ · Move", mine)


def test_what_is_told_to_others_says_which_of_them_is_the_reader() -> None:
    of = game("pocket-cats")
    names = ["Guest", "Ginger"]
    assert names_in_sentences(names, 0, translations_for("en", of)) == ["Guest (you)", "Ginger"]
    assert names_in_sentences(names, 0, translations_for("ru", of)) == ["Guest (вы)", "Ginger"]
    assert names_in_sentences(names, WATCHER, translations_for("en", of)) == names


def test_a_page_leads_to_the_best_finds(house: House, over: str) -> None:
    house.app.services.reviews = reviews = Reviews(PlainSearch().evaluate)
    house.host.get(f"{over}/review?as=0")
    table = house.app.services.tables.registry.tables[over.removeprefix("/t/")]
    review = house.call(reviews.found, table)
    best = next(each for each in review.of(0) if not each.is_worse and not each.is_even)
    kept = replace(best, chance=0.6, chosen_chance=0.6, ahead=0.2)
    decisions = tuple(kept if each is best else each for each in review.decisions)
    reviews.done.put(table.id, replace(review, decisions=decisions))
    page = house.host.get(f"{over}/review?as=0").text
    href = re.search(r'id="find-1" href="([^"]+)"', page)
    assert href is not None
    there = house.host.get(href[1].replace("&amp;", "&")).text
    assert f"Move {best.number} of" in there
    assert "Every other choice would have lost at least 20 more matches" in there


def test_a_loss_of_points_alone_is_told_in_points() -> None:
    of = game("cat-cafe")
    replay, t = over_by_chance(of), translations_for("en", of)
    one, other, *_ = of.legal(replay.view(0, replay.log[0][0]), replay.log[0][0])
    weighed = WeighedDecision(1, replay.log[0][0], other, one, 0.99, 0.99, 60.0, 54.0, 0.0, 5.0, 10.0)
    judged = Judged(weighed, replay, ["Ann", "Boris"], True, False, t)
    told = " ".join(lines_about(judged, "lion"))
    assert "would choose" in told
    assert "The chance to win is about the same; the points are not." in told
    assert "ends with 5 points fewer than the better one" in told
    assert cost_in_words(weighed, False, t) == "5 points fewer"


def test_the_board_of_a_review_shows_what_its_player_had_seen_and_no_more(house: House, over: str) -> None:
    """Two worlds that look the same to a seat have the same board; with strict memory it names cards all the same."""
    of, seen = game(GAME), 0
    table = house.app.services.tables.registry.tables[over.removeprefix("/t/")]
    replay = Replay(table.record())
    for moment in range(replay.last):
        for seat in range(2):
            state, other = replay.board_state(moment, seat), replay.view(moment, seat)
            of.rules.redeal(other, seat)
            of.rules.hide(other, seat)
            boards = []
            for each in (state, other):
                review_pages.remember(of, each)
                boards.append([of.part("board.view").face(each, seat, seat, i) for i in range(4)])
            assert boards[0] == boards[1]
            seen += any(face != "card-back" for face in boards[0])
    assert seen > replay.last / 2
    house.app.services.reviews = Reviews(PlainSearch().evaluate)
    page = house.host.get(f"{over}/review?as=0").text
    assert "Cards that you had seen lie face up here." in page
    assert page.index('id="board"') < page.index('class="legend"') < page.index('id="status"'), "first what it is about"


def test_what_comes_afterwards_is_a_table_of_named_things() -> None:
    """In both languages: the totals first, tenths only where they tell something."""
    of = game("cat-cafe")
    replay = over_by_chance(of)
    found = ((RIVAL, 27.2, 28.4), (1, 8.9, 5.0), (OWN, 70.2, 66.6))
    names, end, seat = ["Ann", "Boris"], replay.view(replay.last, ALL_OPEN), 0
    told = {
        language: afterwards_of(of, end, seat, names, found, translations_for(language, of))
        for language in ("en", "ru")
    }
    rival = names[1 - seat]
    assert told["en"] == [("Total", "70", "67"), (f"Total: {rival}", "27.2", "28.4"), ("Yarn", "8.9", "5.0")]
    assert [line[1:] for line in told["ru"]] == [("70", "67"), ("27,2", "28,4"), ("8,9", "5,0")]


def test_a_review_compares_the_dearest_choices_and_keeps_what_it_found(house: House) -> None:
    asked: list[tuple[int, int]] = []

    async def compare(
        name: str, hidden: bytes, seat: int, better: int, other: int, **_: Any
    ) -> list[tuple[int, float, float]]:
        asked.append((better, other))
        return [(OWN, 30.0, 20.0)]

    over = finish(house.host, GAME)
    house.app.services.reviews = reviews = Reviews(PlainSearch().evaluate, compare=compare)
    table = house.app.services.tables.registry.tables[over.removeprefix("/t/")]
    made = house.call(reviews.of, table)
    compared = [each for each in made.decisions if each.afterwards]
    assert compared
    assert sorted(asked) == sorted((each.best, each.action) for each in compared)
    assert all(each.is_worse for each in compared)
    assert Review.from_json(made.to_json(1), 1) == made
    page = house.host.get(f"{over}/review?as={compared[0].seat}&at={compared[0].number}").text
    assert '<table class="num afterwards">' in page
    assert f"Cats played on from here {review_jobs.TRIALS} times" in page


def test_the_table_of_grades_and_its_legend_agree() -> None:
    """A grade that points alone gave says so: eight times "could be better" may cost less than eight times four."""
    legend = grade_legend(translations_for("en", game(GAME)))
    by_points = WeighedDecision(1, 0, 1, 0, 0.9, 0.89, 60.0, 50.0, 0.01, 8.0, 20.0)
    assert by_points.cost == 1
    assert by_points.grade == FAIR
    assert "points" in legend[FAIR]
    assert "points" in legend[GOOD]
    assert "points" not in legend[SLIP] + legend[STUMBLE]


def test_a_cat_that_chose_for_somebody_is_named(house: House) -> None:
    over = finish(house.host, GAME)
    house.app.services.reviews = reviews = Reviews(PlainSearch().evaluate)
    table = house.app.services.tables.registry.tables[over.removeprefix("/t/")]
    mine = [each.number for each in house.call(reviews.of, table).of(0)]
    table.makers[mine[-1] - 1] = "cat"
    house.app.services.reviews = reviews = Reviews(PlainSearch().evaluate)
    made = house.call(reviews.of, table)
    (chosen,) = (each for each in made.decisions if each.by_cat)
    assert chosen.number == mine[-1], "cats on their own seats decide for themselves"
    page = house.host.get(f"{over}/review?as=0&at={chosen.number}").text
    assert "A cat chose “" in page
    listed = page.partition('id="grades"')[2].partition('id="how"')[0]
    assert f"Move {chosen.number}</i>" not in listed, "nobody is blamed for it"


def test_a_link_from_the_review_into_the_replay_leads_back_to_its_moment(house: House, over: str) -> None:
    house.app.services.reviews = Reviews(PlainSearch().evaluate)
    page = house.host.get(f"{over}/review?as=0").text
    moment = re.search(r'href="([^"]+/replay\?[^"]+)">', page)
    assert moment is not None
    there = house.host.get(moment[1].replace("&amp;", "&")).text
    way = re.search(r'id="review" href="([^"]+)">.*?</svg>([^<]+)</a>', there, re.S)
    assert way is not None
    assert way[2] == "Back to the review"
    shown = re.search(r"Review · (Move \d+ of \d+)", page)
    back = house.host.get(way[1].replace("&amp;", "&")).text
    assert shown is not None
    assert shown[1] in back, "the same moment"
    for address in re.findall(r'href="([^"]+/replay\?[^"]+)"', page):
        assert "&amp;review=" in address, "strokes of luck too"
    on = re.search(r'href="([^"]+)"[^>]*data-at="\d+"[^>]*id="next"|id="next"[^>]*href="([^"]+)"', there)
    assert on is None or "review=" in (on[1] or on[2])
    for wrong in ("0.17x", "9.1", "<b>", "open.12345678"):
        plain = house.host.get(f"{over}/replay?at=3&as=0", params={"at": "3", "as": "0", "review": wrong}).text
        assert "What could have been better?" in plain
