"""More Kitties! as it is drawn: of equal tokens the first is the button, and the others press it."""

import random
import re
from typing import Any

import pytest

from purrlor.core.chance import seed_rng
from purrlor.core.game import game
from purrlor.core.seats import WATCHER, members
from purrlor.core.sentences.narration import narrate
from purrlor.games.more_kitties.board.memory import BoardMemory
from purrlor.games.more_kitties.board.sprite import FACES
from purrlor.games.more_kitties.rules.box import DOG, MOUSE
from purrlor.web.rendering.templating import Templates, draw_board, translations_for

KITTIES = game("more-kitties")
NAMES = ["Ann", "Boris", "Clara", "Dmitri"]


DOG_LANDED = (
    "players=3 colours=4 do=turn-over turn=0 acting=0 tosses=1 handed=12 table=Dy0!.br0.br1.gy2 "
    "seat0=r:0:/rg.rb seat1=b:0:/?.?.? seat2=y:0:/?.?.?"
)
TWO_ALIKE = "players=3 colours=4 do=choose turn=1 seat0=r:0:/rb.by.rb.yI seat1=b:0:/?.?.?.? seat2=y:0:/?.?.?.?"


def drawn(position: str, is_asked: bool = True) -> str:
    s = KITTIES.hidden(KITTIES.read(position), 0)
    choices = members(int(KITTIES.rules.legal(s, 0))) if is_asked else ()
    made = draw_board(Templates(), KITTIES, s, 0, translations_for("en", KITTIES), NAMES, choices)
    return str(made.html) + str(made.hand)


def buttons(html: str) -> list[str]:
    return re.findall(r'<button\sclass="[^"]*" id="([\w-]+)"', html)


def pressing(html: str) -> list[tuple[str, str]]:
    return re.findall(r'<label\sclass="[^"]*\blit\b[^"]*" id="([\w-]+)".*? for="([\w-]+)"', html)


def test_equal_tokens_on_the_rug_are_clicked_alike() -> None:
    html = drawn(DOG_LANDED)
    first, twin, other = re.findall(r'id="(thrown-0-[123]-\d+)"', html)
    assert buttons(html) == [first, other]
    assert pressing(html) == [(twin, first)]


def test_equal_tokens_of_the_reserve_are_handed_over_alike() -> None:
    html = drawn("players=3 colours=4 do=choose turn=1 seat0=r:0:/rb.by.rb.yI seat1=b:0:/?.?.?.? seat2=y:0:/?.?.?.?")
    first, second, twin, other = re.findall(r'id="(token-\d+-\d)"', html)
    assert buttons(html) == [first, second, other]
    assert pressing(html) == [(twin, first)]
    assert (first[:-1], first[-1], twin[-1]) == (twin[:-1], "0", "1")


def test_what_cannot_be_chosen_says_why() -> None:
    html = drawn(DOG_LANDED)
    assert re.search(r'id="thrown-0-0-\d+"[^>]* data-why="This is the one that acts: choose another token."', html)
    assert re.search(r'id="token-\d+-0"[^>]* data-why="Your reserve has to wait: choose on the rug."', html)
    assert "data-why" not in drawn(DOG_LANDED, is_asked=False)


def test_where_nothing_is_asked_nothing_is_pressed() -> None:
    html = drawn(TWO_ALIKE, is_asked=False)
    assert not buttons(html)
    assert not pressing(html)


def test_two_tokens_are_tossed_by_tapping_both_in_any_order() -> None:
    """Every two places lie under one button, or under what presses the button of an equal pair."""
    html = drawn("players=3 colours=4 do=choose turn=0 seat0=r:0:/rb.by.rb.yI seat1=b:0:/?.?.?.? seat2=y:0:/?.?.?.?")
    assert len(re.findall(r"<input [^>]*data-first", html)) == 4
    spots = re.findall(r'<(button|label) class="second (p\d\d)" (?:id|for)="([\w-]+)"', html)
    assert [spot for _, spot, _ in spots] == ["p01", "p02", "p03", "p12", "p13", "p23"]
    assert spots[3] == ("label", "p12", "pair-0"), "the other red and blue token with the same second one"
    assert spots[5] == ("label", "p23", "pair-2")
    assert [kind for kind, _, _ in spots].count("button") == 4


def test_the_winner_of_a_toss_is_told_so() -> None:
    text, _ = KITTIES.part("board.gallery").STATES["choosing"]
    assert "Red is ahead: you take the cats!" in drawn(text)
    text, _ = KITTIES.part("board.gallery").STATES["handing-over"]
    assert "Green is ahead: " in drawn(text)
    assert "you take" not in drawn(text)


def comes_from(html: str, kind: str) -> list[tuple[str, str]]:
    return re.findall(rf'id="({kind}-[\d-]+)"[^>]* data-glide data-from="([\w-]*)"', html)


def test_tokens_come_from_whoever_tossed_them() -> None:
    """One's own from where it lay in the reserve."""
    html = drawn(DOG_LANDED)
    places = dict(comes_from(html, "thrown"))
    assert [places[name].split("-")[0] for name in places] == ["token", "token", "player", "player"]
    assert list(places.values())[2:] == ["player-1", "player-2"]


def test_only_what_was_just_drawn_comes_from_the_bag() -> None:
    text, _ = KITTIES.part("board.gallery").STATES["choosing"]
    assert [place for _, place in comes_from(drawn(text), "token")] == ["", "", "", "bag"]
    assert {place for _, place in comes_from(drawn(DOG_LANDED), "token")} == {""}


def test_a_token_keeps_its_name_when_others_go() -> None:
    """The second token is tossed, the others move up."""
    hand = "players=3 colours=4 do={} seat0=r:0:/{} seat1=b:0:/?.?.?{} seat2=y:0:/?.?.?{}"
    held = hand.format("choose turn=0", "rb.by.rb.yI", ".?", ".?")
    left = hand.format("turn-over turn=0 acting=0 tosses=1 handed=12 table=Dy0!.by0.br1.gy2", "rb.rb", "", "")
    before, after = (dict(comes_from(drawn(each), "token")).keys() for each in (held, left))
    assert (len(before), len(after)) == (4, 2)
    assert after < before


def test_each_side_says_who_would_lead() -> None:
    text = (
        KITTIES.part("words.lesson").STEPS[4].position
    )  # a Mouse took the blue cat away: red, yellow and an empty place
    said = re.findall(r'class="side"[^>]*>.*?<small>([^<]+)</small>', drawn(text), re.S)
    assert said == ["Red is ahead", "Yellow is ahead", "A tie: toss again", "A tie: toss again"]


def test_a_dog_tells_before_it_turns_a_token_who_would_lead_then() -> None:
    """As a Mouse does: on each token that may be turned over, to the eye and to the ear."""
    text, _ = KITTIES.part("board.gallery").STATES["dog"]
    found = laid(text)["thrown"]
    assert [(k["then"] or {}).get("n") for k in found] == ["=", None, "=", "2", "="], "the Dog itself is no choice"
    assert found[3]["then"]["art"] == FACES[1], "blue"
    assert found[3]["label"].endswith("to blue cat. Blue is ahead")
    assert found[0]["label"].endswith("to red cat. A tie: toss again")
    assert all(k["then"] is None for k in laid(text, viewer=WATCHER)["thrown"]), "nothing is asked of who watches"


def test_two_last_tokens_are_one_tap() -> None:
    s, t = KITTIES.read(KITTIES.part("board.gallery").STATES["choosing"][0]), translations_for("en", KITTIES)
    s.have[0] = 2
    found = KITTIES.part("board.view").board(s, 0, t, NAMES, members(int(KITTIES.rules.legal(s, 0))))
    assert not found["pick"], "there is nothing to choose"
    assert KITTIES.words.status(s, 0, t, NAMES) == "Your turn: toss your last two tokens."
    first, second = found["reserve"]
    assert (first["action"], second["action"], second["twin_of"]) == (0, None, first["id"])
    assert first["label"].startswith("Toss ")
    assert laid(KITTIES.part("board.gallery").STATES["choosing"][0])["pick"], "four tokens: two are chosen"


def laid(position: str, tosses: int = 0, viewer: int = 0) -> dict[str, Any]:
    s = KITTIES.hidden(KITTIES.read(position), viewer)
    choices = members(int(KITTIES.rules.legal(s, viewer))) if viewer < s.seats else ()
    found: dict[str, Any] = KITTIES.part("board.view").board(
        s, viewer, translations_for("en", KITTIES), NAMES, choices, BoardMemory(tosses)
    )
    return found


def test_the_first_look_says_which_colour_is_mine_and_that_chance_shows_a_side() -> None:
    text, _ = KITTIES.part("board.gallery").STATES["first-look"]
    html = drawn(text)
    assert "You are the red team" in html
    assert "Collect the most " in html
    assert "below: the other side" in html
    assert "two sides" in laid(text.replace("rD", "rb").replace("yM", "ry"))["hint"], "nothing special has to be told"
    assert "You are" not in laid(text, viewer=WATCHER)["verdict"]


def test_all_tokens_of_a_second_toss_are_seen_to_fly() -> None:
    """Also those that land as they lay; after that a Dog turns one token alone."""
    text, _ = KITTIES.part("board.gallery").STATES["watching"]
    first, second = (laid(text, tosses, WATCHER) for tosses in (1, 2))
    turned = [a["turn"] != b["turn"] for a, b in zip(first["thrown"], second["thrown"], strict=True)]
    assert all(turned)
    assert first["lies"] != second["lies"]
    one_over = laid(text.replace("rg2", "gr2"), 1, WATCHER)
    assert [a["turn"] != b["turn"] for a, b in zip(first["thrown"], one_over["thrown"], strict=True)].count(True) == 1


def test_every_toss_is_counted_with_its_player_and_nothing_else() -> None:
    s, traces = KITTIES.laid_out(3, {}), KITTIES.part("board.memory")
    seed_rng(s, 7)
    KITTIES.rules.start(s)
    dice, seen, told, tosser = random.Random(7), traces.NOTHING, 0, KITTIES.part("board.view").tosser
    while waiting := members(int(KITTIES.rules.waiting(s))):
        before, action = s.copy(), dice.choice(members(int(KITTIES.rules.legal(s, waiting[0]))))
        KITTIES.rules.apply(s, waiting[0], action)
        seen = traces.remember(before, s, waiting[0], action, seen)
        lines = narrate(KITTIES, before, s, waiting[0], action, WATCHER, "en", NAMES)
        for who, again in (re.findall(r"^(\w+) tosses( again)?", line)[0] for line in lines if " tosses" in line):
            told += 1
            why = "A tie: " if again else ""
            assert (
                tosser(s, WATCHER, translations_for("en", KITTIES), NAMES, seen.is_again)
                == f"{why}{who} tosses{again}!"
            )
            own = tosser(s, NAMES.index(who), translations_for("en", KITTIES), NAMES, seen.is_again)
            assert own == (f"A tie: you toss{again}!" if again else "You toss!")
    assert seen.tosses == told > 10


def test_what_dogs_and_mice_did_is_seen_until_the_next_toss() -> None:
    traces, s = KITTIES.part("board.memory"), KITTIES.read(DOG_LANDED)
    before, seen = s.copy(), BoardMemory(3, False, ((MOUSE, 0, 1),))
    KITTIES.rules.apply(s, 0, 1)
    seen = traces.remember(before, s, 0, 1, seen)
    assert seen.deeds == ((MOUSE, 0, 1), (DOG, 1, 0)), "a blue cat became a red one"
    html = str(
        draw_board(Templates(), KITTIES, KITTIES.hidden(s, 0), 0, translations_for("en", KITTIES), NAMES, (), seen).html
    )
    assert 'aria-label="Dog: blue cat → red cat"' in html
    assert traces.remember(before, s, 0, 1, seen).tosses == 3
    tossed = KITTIES.read(KITTIES.part("board.gallery").STATES["watching"][0])
    again = tossed.copy()
    seed_rng(again, 1)
    KITTIES.rules.apply(again, 1, 0)
    assert traces.remember(tossed, again, 1, 0, seen) == BoardMemory(4, True)


@pytest.mark.parametrize(
    ("deed", "said"),
    [((DOG, 2, 1), "Dog: flipped yellow to blue"), ((MOUSE, 0, 0), "Mouse: swapped red for another red")],
)
def test_a_single_deed_is_told_in_words(deed: tuple[int, int, int], said: str) -> None:
    s = KITTIES.hidden(KITTIES.read(KITTIES.part("board.gallery").STATES["choosing"][0]), 0)
    html = str(
        draw_board(
            Templates(), KITTIES, s, 0, translations_for("en", KITTIES), NAMES, (), BoardMemory(3, False, (deed,))
        ).html
    )
    assert f">{said}</small>" in html


def test_of_equal_tokens_the_lit_one_is_given_back() -> None:
    """They may lie on different sides: what goes dark must be what was tapped."""
    html = drawn("players=2 do=give to=1 table=rb0.br0.by1 seat0=r:0:/rg.by seat1=b:0:/rb.bg.yg")
    assert len(buttons(html)) == 2
    assert not pressing(html)
    assert html.count('data-why="The same token is lit: tap that one."') == 1


HAND = "players=3 colours=4 do=choose turn={turn} turns={turns} seat0=r:0:/{mine} seat1=b:0:/?.?.?.? seat2=y:0:/?.?.?.?"


@pytest.mark.parametrize(
    ("turn", "turns", "mine", "said"),
    [
        (0, 0, "rb.rg.rM.by", "If the Mouse comes up, you swap another token for one of yours."),
        (1, 0, "rb.rg.gD.by", "If a Dog comes up, the player tossing flips another token over."),
        (0, 0, "rb.rg.ry.gI", "The dotted cat is invisible: it counts for nobody."),
        (0, 0, "rb.rg.ry.by", "A token shows one of its two sides. If your colour shows most, its cats are yours."),
        (0, 4, "bg.yg.gD.by", "None of your tokens has red, but a Dog may flip one to it."),
        (0, 4, "bg.yg.yg.by", "None of your tokens has red: two different colours tie more often."),
        (1, 4, "bg.bM.bD.by", "None of your tokens has red: any of them will do."),
        (1, 4, "bg.yg.gD.by", "None of your tokens has red. Try not to add blue."),
        (0, 4, "rb.rg.ry.by", "If red cats come up most, they are yours."),
    ],
)
def test_advice_fits_the_hand(turn: int, turns: int, mine: str, said: str) -> None:
    s = KITTIES.read(HAND.format(turn=turn, turns=turns, mine=mine))
    assert KITTIES.part("words.hints").hint(s, 0, translations_for("en", KITTIES), (0,)) == said


def test_the_heading_says_about_how_long_it_lasts() -> None:
    states, t = KITTIES.part("board.gallery").STATES, translations_for("en", KITTIES)
    heading = KITTIES.part("board.view").heading
    assert heading(KITTIES.read(states["choosing"][0]), t) == "bag: 14 · ~8 tosses"  # 14 and 4 × 4, by 5, and ties
    assert heading(KITTIES.read(states["waiting"][0]), t) == "bag: 14 · ~8 tosses", "those on the rug are among them"


def test_only_the_cats_of_the_last_toss_are_marked() -> None:
    text, _ = KITTIES.part("board.gallery").STATES["choosing"]  # red was ahead by two
    assert [chip["cats"].count("fresh") for chip in laid(text)["players"]] == [2, 0, 0, 0]
    assert laid(text)["players"][0]["was"] == 3
    assert "fresh" not in str(laid(KITTIES.part("board.gallery").STATES["mouse"][0])["players"])


def test_at_the_end_no_token_flies_over_the_score() -> None:
    over = "players=2 colours=4 do=over turn=0 turns=9 table=br0.rg0.gb1 fate=wong seat0=r:5:/ seat1=g:6:/ bag=-"
    assert "data-from" not in drawn(over).partition('id="verdict"')[0]
