"""The board of Pocket Cats: reach and powers, what it would bring now, the end by moments, a lesson that is right."""

from __future__ import annotations

import re
from itertools import product
from random import Random
from typing import Any

import pytest

from purrlor import game
from purrlor.core.match import Match
from purrlor.core.seats import WATCHER, members
from purrlor.games.pocket_cats.board.board_tiles import board_cells, laid
from purrlor.games.pocket_cats.board.gallery import STATES
from purrlor.games.pocket_cats.board.view import board
from purrlor.games.pocket_cats.rules import rules
from purrlor.games.pocket_cats.rules.tiles import DEFENDERS, PREY
from purrlor.games.pocket_cats.words import labels
from purrlor.games.pocket_cats.words.ending import Bitten, Ending, ending
from purrlor.games.pocket_cats.words.lesson import STEPS
from purrlor.games.pocket_cats.words.tile_letters import cell_at
from purrlor.web.rendering.templating import Templates, translations_for
from purrlor.web.rendering.templating import draw_board as drawn

KNOWN = game("pocket-cats")
EN, RU = translations_for("en", KNOWN), translations_for("ru", KNOWN)
NAMES = ["Ann", "Boris"]
PAGES = Templates()
LEGEND = ["takes it", "chased off", "a tie"]  # clans' marks, a bone, =
REST = "\n? ? ? ? ?" * 4  # below the first row


def look(position: str, viewer: int) -> tuple[rules.State, dict[str, Any]]:
    s: rules.State = KNOWN.read(position)
    return s, board(KNOWN.hidden(s, viewer), viewer, EN, NAMES, asked(s, viewer))


def asked(s: rules.State, viewer: int) -> tuple[int, ...]:
    return members(rules.legal(s, viewer)) if viewer != WATCHER else ()


def html(position: str, viewer: int, language: str = "en", reader: int | None = None) -> str:
    s: rules.State = KNOWN.read(position)
    t, choices = translations_for(language, KNOWN), asked(s, viewer)
    found = drawn(PAGES, KNOWN, KNOWN.hidden(s, viewer), viewer, t, NAMES, choices, reader=reader)
    return f"{found.html}{found.hand}{''.join(str(chip['html']) for chip in found.players)}"


def on(found: dict[str, Any], cell: str) -> dict[str, Any]:
    tile: dict[str, Any] = found["tiles"][cell_at(cell)]
    return tile


# ---------------------------------------------------------------- a turn
def test_reach_is_lit_and_a_power_has_its_mark() -> None:
    _, found = look(*STATES["second-step"])
    assert on(found, "c4")["state"] == "fresh"
    assert on(found, "c3")["action"] == cell_at("c3")
    assert not on(found, "c3")["power"]
    assert on(found, "b2")["power"] == "m0"
    assert "Royal Claws" in on(found, "b2")["label"]
    assert on(found, "a1")["action"] is None
    assert on(found, "a1")["why"] == "Too far: a cat goes one or two tiles along its row or column."


def test_nothing_is_lit_for_whoever_waits() -> None:
    _, found = look(*STATES["waiting"])
    assert all(tile["action"] is None for tile in found["tiles"])
    assert on(found, "a1")["why"].startswith("A fly: ")  # whoever asks is told what a tile is good for
    assert on(found, "b1")["why"] == ""
    assert on(found, "c4")["state"] == "fresh"


def test_a_prey_next_to_the_turned_one_is_moved_instead_below_the_board() -> None:
    _, found = look(*STATES["another-prey"])
    assert [each["cell"] for each in found["instead"]] == ["c2", "d4"]
    assert on(found, "c2")["action"] == cell_at("c2")
    assert on(found, "a1")["action"] == rules.INSTEAD + cell_at("a1")
    assert on(found, "a1")["power"] == "m6"


def test_the_second_step_shows_the_first() -> None:
    position = STATES["another-prey"][0].replace("stage=move", "stage=haunt").replace("c3\n", "c3 other=a1\n", 1)
    _, found = look(position, 0)
    assert on(found, "a1")["state"] == "chosen"
    assert on(found, "c3")["state"] == "first"
    assert on(found, "b1")["action"] == cell_at("b1")
    assert on(found, "e5")["why"].startswith("Too far: prey")


def test_a_power_cat_may_stay_by_a_button_of_its_own() -> None:
    position = "clans=free powers=on seats=W/G stage=move flipped=a1\nW3 m4 ? ? ?" + REST
    _, found = look(position, 0)
    assert [each["action"] for each in found["actions"]] == [cell_at("a1")]
    assert on(found, "a1")["action"] is None


# ---------------------------------------------------------------- dogs
def test_an_arrow_at_a_cat_is_red() -> None:
    _, found = look(*STATES["second-step"])
    hot = [arrow.hot for arrow in on(found, "b2")["arrows"]]
    assert hot == [False, False, True, False]  # the bulldog: only the leader below it
    assert "by3" in on(found, "b3")["kind"]
    assert on(found, "b2")["turn"] == 0


def test_the_leader_whom_dogs_spare_makes_no_arrow_red() -> None:
    _, bitten = look("clans=free powers=on seats=T/G stage=move flipped=a1\nD4@0 T3 ? ? ?" + REST, 0)
    _, spared = look("clans=free powers=on seats=T/G stage=move flipped=a1\nD4@0 T5* ? ? ?" + REST, 0)
    assert any(arrow.hot for arrow in on(bitten, "a1")["arrows"])
    assert not any(arrow.hot for arrow in on(spared, "a1")["arrows"])


def test_a_bone_warns_of_places_under_an_arrow() -> None:
    """Wherever a cat may go: marked where a dog would turn it down there, and nowhere else."""
    dice, seen = Random("bones"), {True: 0, False: 0}
    for _ in range(6):
        match = Match(KNOWN, 2, {"clans": "free"}, secret=dice.randbytes(32))
        while not match.is_over:
            seat = dice.choice(match.waiting())
            s = match.view(seat)
            if s.stage == rules.MOVE and s.tile[s.flipped] < PREY and DEFENDERS not in s.clan:
                cat = s.tile[s.flipped]
                found = board(s, seat, EN, NAMES, match.legal(seat))
                for action in set(match.legal(seat)) - {s.flipped}:
                    after = s.copy()
                    rules.apply(after, seat, action)
                    bitten = any(cat in step.cats for step in ending(after).steps if isinstance(step, Bitten))
                    assert found["tiles"][action]["is_barked"] == bitten, KNOWN.show(s)
                    seen[bitten] += 1
            match.play(seat, dice.choice(match.legal(seat)))
    assert min(seen.values()) > 20
    assert ' barked"' in html("clans=free powers=on seats=R/G stage=move flipped=a1\nR1 ? D1@3 ? ?" + REST, 0)


def test_turned_dogs_are_shown_as_they_would_lie() -> None:
    s, found = look(*STATES["turn-dog"])
    for dog in found["dogs"]:
        for turn in dog["turns"]:
            after = s.copy()
            rules.apply(after, 0, turn["action"])
            assert turn["turn"] == after.quarter[after.turned]
    assert [each["action"] for each in found["actions"]] == [rules.LEAVE]


# ---------------------------------------------------------------- if it ended now, and when it does
def test_what_it_would_bring_now() -> None:
    s, found = look(*STATES["second-step"])
    points = [counted.points for counted in ending(s).counted]
    assert [side["points"] for side in found["now"]["sides"]] == points
    assert [chip["now"] for chip in found["players"]] == points
    assert on(found, "c3")["taker"] == 0
    assert on(found, "c2")["mark"] == "m1"
    text = html(*STATES["second-step"])
    assert re.findall(r"</i>\s*([^<>]+?)\s*</span>", text.partition('class="what"')[2])[:3] == LEGEND
    assert 'type="checkbox" id="now"' in text
    assert "name=" not in re.search(r'<input type="checkbox"[^>]*>', text)[0]  # type: ignore[index]


@pytest.mark.parametrize("viewer", [0, 1, WATCHER])
def test_the_score_has_the_order_of_the_players_above_it(viewer: int) -> None:
    position, _ = STATES["second-step"]
    a, b = (counted.points for counted in ending(KNOWN.read(position)).counted)
    assert a != b
    for reader, first, second in ((0, a, b), (1, b, a), (WATCHER, a, b)):
        assert f'<span class="on">: {first} to {second}</span>' in html(position, viewer, reader=reader)
        assert f'<span class="on">: {first}:{second}</span>' in html(position, viewer, "ru", reader)


@pytest.mark.parametrize("viewer", [0, 1, WATCHER])
def test_what_is_caught_now_is_told_to_the_reader(viewer: int) -> None:
    position = f"clans=first powers=off seats=R/G stage=flip\nR4 m5 G3 ? ?{REST}"
    for reader, said in ((0, "4 against 3: you take it"), (1, "3 against 4: Ann takes it")):
        assert f"<li>Mouse 5 on b1, {said}.</li>" in html(position, viewer, reader=reader)
    assert "<li>Mouse 5 on b1, 4 against 3: Ann takes it.</li>" in html(position, viewer, reader=WATCHER)


@pytest.mark.parametrize("viewer", [0, 1, WATCHER])
def test_at_the_end_you_are_the_reader_and_not_whose_eyes_are_borrowed(viewer: int) -> None:
    for reader, called in ((0, ["You", "Boris"]), (1, ["Ann", "You"]), (WATCHER, NAMES)):
        text = html(STATES["watching"][0], viewer, reader=reader)
        assert re.findall(r"</i>([^<>]+)<b class=\"num\">", text) == called


def test_prey_says_what_attack_lies_beside_it() -> None:
    _, found = look(*STATES["choosing"])
    assert on(found, "c2")["why"].startswith("A mouse: at the end the most attack beside it takes it. Beside it now: ")
    assert "Royal Claws 0, Gourmets 2." in on(found, "c2")["why"]
    assert "Beside it now" not in on(found, "e1")["why"]


def test_prey_with_as_much_on_both_sides_is_marked() -> None:
    for other, kind in (("G4", "prey tied"), ("G3", "prey k0"), ("?", "prey k0")):
        _, found = look(f"clans=first powers=off seats=R/G stage=flip\nR4 m5 {other} ? ?{REST}", 0)
        assert on(found, "b1")["kind"] == kind


def test_without_powers_no_cat_is_a_leader() -> None:
    for powers, leaders in (("on", 1), ("off", 0)):
        position = f"clans=free powers={powers} seats=R/G stage=move flipped=a1\nR5* m3 ? ? ?{REST}"
        _, found = look(position, 0)
        assert on(found, "a1")["layers"][0] == ("c0-leader" if leaders else "c0")
        assert ("leader" in on(found, "a1")["spoken"]) == bool(leaders)
        assert sum(lead for _, lead in found["players"][0]["clan"]["attacks"]) == leaders
        assert ("Without powers" in html(position, 0)) != bool(leaders)


def test_the_end_has_its_moments() -> None:
    s, found = look(*STATES["watching"])
    assert [moment["title"] for moment in found["moments"]] == ["All up", "Dogs", "Hunt", "Points"]
    end = ending(s)
    assert [each["points"] for each in found["catch"]] == [counted.points for counted in end.counted]
    for each, counted in zip(found["catch"], end.counted, strict=True):
        assert sum(group["points"] for group in each["groups"]) + each["effect"] == counted.points
    caught = sum(len(group["prey"]) for each in found["catch"] for group in each["groups"])
    assert caught + len(found["left"]) == 10
    assert sum(tile["is_out"] for tile in found["tiles"]) == len(end.down)


def test_all_states_speak_both_languages() -> None:
    for position, viewer in STATES.values():
        text = re.sub(r"<[^>]+>", " ", html(position, viewer, "ru"))
        latin = set(re.findall(r"[A-Za-z]{3,}", text)) - set(NAMES) - {"Boris"}
        assert latin == set(), latin


def test_the_attack_of_chaoticats_is_shown_with_the_rest_of_what_would_be() -> None:
    _, found = look("clans=free powers=on seats=H/G stage=move flipped=a1\nH H ? ? ?" + REST, 0)
    assert on(found, "b1")["layers"] == ("c4", "n-q")
    assert on(found, "b1")["chaos"] == 8


def test_clans_to_choose_from() -> None:
    _, found = look(*STATES["clans"])
    own, other = found["choosers"]
    assert [card["state"] for card in own["cards"]] == ["lit"] * 3
    assert (other["name"], other["backs"], other["cards"]) == ("Boris: 3 cards", 3, [])
    _, kept = look("clans=limited powers=on stage=keep hands=RHC/? chosen=R/-", 0)
    assert [card["state"] for card in kept["choosers"][0]["cards"]] == ["chosen", "quiet", "quiet"]


def test_why_not_speaks() -> None:
    s: rules.State = KNOWN.read(STATES["choosing"][0])
    assert labels.why_not(s, 0, cell_at("a1"), EN) == "This tile is face up already: turn up one that lies face down."
    assert labels.why_not(s, 0, cell_at("a1"), RU).startswith("Эта плитка")


# ---------------------------------------------------------------- the lesson says what is so
def test_the_lesson_is_right() -> None:
    def after(k: int, action: int) -> rules.State:
        s: rules.State = KNOWN.read(STEPS[k].position)
        rules.apply(s, STEPS[k].seat, action)
        return s

    for action in STEPS[1].actions:
        end = ending(after(1, action))
        assert end.takers == {13: 0}  # the mouse beside the cat
    assert sorted(ending(after(2, STEPS[2].actions[0])).takers.values()) == [0, 0]
    assert ending(after(3, STEPS[3].actions[0])).down == frozenset({9})  # Gourmet 5
    for action in STEPS[4].actions:
        assert ending(after(4, action)).takers[13] == 0
    clever = ending(after(4, cell_at("d3")))
    assert 8 in clever.down, "Gourmet 4, chased off by the dog"
    assert "there the dog would chase him off" in STEPS[4].corrections[cell_at("d3")]
    before, end = ending(KNOWN.read(STEPS[5].position)), ending(after(5, STEPS[5].actions[0]))
    assert f"From {score(before)} to {score(end)}!" in STEPS[5].praise
    assert {prey for prey in end.takers if end.takers[prey] == 0} - {10} == {13, 15}  # two mice more
    assert 1 in before.down
    assert 1 not in end.down
    assert 7 in end.down
    before = ending(KNOWN.read(STEPS[6].position))
    assert 4 in before.down
    for action in STEPS[6].actions:
        end = ending(after(6, action))
        assert 4 not in end.down
        assert (before.takers.get(15), end.takers[15]) == (None, 0), "mouse 6"
        assert f"{score(before)} becomes {score(end)}" in STEPS[6].praise
    for step in STEPS:
        assert re.findall(r"\d+:\d+", RU.gettext(step.praise)) == [
            found.replace("–", ":") for found in re.findall(r"\d+–\d+", step.praise)
        ]


def score(end: Ending) -> str:
    return "–".join(str(counted.points) for counted in end.counted)


@pytest.mark.long_walk
@pytest.mark.parametrize("clans", ["free", "expert"])
def test_a_tile_that_was_kept_is_as_it_would_be_laid_after(clans: str) -> None:
    """What tells tiles apart must name all that their looks depend on."""
    dice = Random(clans)
    for _ in range(4):
        match = Match(KNOWN, 2, {"clans": clans}, secret=dice.randbytes(32))
        while not match.is_over:
            for viewer, powers in product((0, 1, WATCHER), (1, 0)):
                s = match.view(viewer)
                s.powers = powers
                choices = match.legal(viewer) if viewer != WATCHER else ()
                if s.stage not in (rules.KEEP, rules.PICK):
                    end = ending(s)
                    kept = board_cells(s, viewer, EN, NAMES, choices, end)
                    assert kept == [laid(s, viewer, cell, EN, NAMES, choices, end) for cell in range(25)]
            seat = dice.choice(match.waiting())
            match.play(seat, dice.choice(match.legal(seat)))
