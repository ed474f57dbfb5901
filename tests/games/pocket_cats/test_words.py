"""What Pocket Cats says: buttons, lines, the end, in both languages; and what a sensible player does."""

from __future__ import annotations

import random
import re
from collections import Counter

from purrlor.core.match import Match
from purrlor.core.positions.puzzle import puzzles_of
from purrlor.core.seats import WATCHER, members
from purrlor.core.sentences.narration import narrate
from purrlor.games.pocket_cats.board import view
from purrlor.games.pocket_cats.bots import strategy
from purrlor.games.pocket_cats.rules import rules
from purrlor.games.pocket_cats.rules.tiles import CLAN_SIZE, NONE
from purrlor.games.pocket_cats.words import labels as words
from purrlor.games.pocket_cats.words.ending import Bitten, Centred, Chaos, Hunted, Joined, Swept, Turned, ending
from purrlor.games.pocket_cats.words.names import clan_card, clan_name
from purrlor.games.pocket_cats.words.reasons import after, reason
from purrlor.games.pocket_cats.words.story import tell_step
from tests.games.pocket_cats.positions import POCKET_CATS, begin, begin_with, play_out, position, walk

EN, RU = POCKET_CATS.translations("en"), POCKET_CATS.translations("ru")
NAMES = ("Ann", "Boris")
END = """
    f3    R4    m4    D3@2  f4
    G2    D4@0  m5    m6    R1
    D1@1  m4    D2@0  R5*   D5@0
    G3*   p5    G1    G4    R2
    m3    p2    G5    R3    m5
"""


def labels(s: rules.State, seat: int) -> list[str]:
    return [words.label(s, seat, action, EN) for action in members(rules.legal(s, seat))]


def told(s: rules.State, action: int, viewer: int, language: str = "en") -> list[str]:
    """What the seat whose turn it is does, as told to this viewer."""
    after, seat = s.copy(), s.turn
    rules.apply(after, seat, action)
    return narrate(POCKET_CATS, s, after, seat, action, viewer, language, NAMES)


# ---------------------------------------------------------------- choices
def test_labels_of_a_cat_that_may_stay() -> None:
    s = position("""
        clans=free powers=on seats=W/G stage=move flipped=a1
        W3 m4 ? ? ?
        ? ? ? ? ?
        G3* ? ? ? ?
        ? ? ? ? ?
        ? ? ? ? D4@0
    """)
    assert labels(s, 0) == [
        "Leave it where it lies",
        "Swap with mouse 4 on b1",
        "Swap with the face-down tile on c1",
        "Swap with the face-down tile on a2",
        "Swap with Gourmet 3 (leader) on a3",
    ]
    assert words.status(s, 0, EN, NAMES) == "Swap Power Cat 3 with what?"
    assert words.status(s, 1, EN, NAMES) == ""
    assert words.label(s, 0, 10, RU) == "Поменять с Гурманом 3 (глава) на a3"
    assert told(s, 0, 1) == ["Ann leaves Power Cat 3 on a1."]


def test_labels_of_a_prey_that_may_stay() -> None:
    s = position("""
        clans=free powers=on seats=T/G stage=move flipped=a1
        m3 ? ? ? ?
        ? ? ? ? ?
        ? ? p5 ? ?
        ? ? ? ? ?
        ? ? ? ? ?
    """)
    assert labels(s, 0)[-1] == "Move pigeon 5 on c3 instead"
    assert words.status(s, 0, EN, NAMES) == "Swap mouse 3 with what?"
    assert told(s, 25 + 12, 0) == ["Power of Polterkitties: you move pigeon 5 on c3 instead."]
    rules.apply(s, 0, 25 + 12)
    assert words.status(s, 0, EN, NAMES) == "Swap pigeon 5 with what?"
    assert told(s, 6, 1) == ["Ann swaps pigeon 5 with the face-down tile, c3 – b2."]
    assert "[pigeon 5]" in words.sight(s, 1, EN, NAMES)[5]


def test_labels_of_dogs() -> None:
    s = position("clans=free powers=on seats=R/G stage=turn-dog" + END)
    assert labels(s, 0)[0] == "Leave the dogs alone"
    assert labels(s, 0)[1] == "Turn the dobermann on e3 by 90° clockwise"
    assert words.label(s, 0, 12, RU) == "Повернуть ши-тцу, c3, на 270° по часовой стрелке"
    assert words.status(s, 0, EN, NAMES) == "Your leader may turn a dog next to him."


def test_labels_of_clans() -> None:
    free, limited = begin(1, clans="free"), begin(1, clans="limited")
    assert labels(free, 0)[0] == "Take Royal Claws"
    assert labels(limited, 0)[0].startswith("Keep ")
    assert words.status(free, 0, EN, NAMES) == "Choose your clan."
    assert "nobody sees it" in words.status(limited, 1, EN, NAMES)


# ---------------------------------------------------------------- what happened
def test_a_turn_is_told() -> None:
    s = begin_with("RG", 3)
    dog = s.tile.index(23)
    assert dog != 12, "with this seed the bulldog lies face down"
    assert (labels(s, 0)[0], words.status(s, 0, EN, NAMES)) == ("Turn up a1", "Turn up any face-down tile.")
    assert told(s, dog, 0)[0].startswith("You turn up the bulldog on ")
    assert told(s, dog, WATCHER)[0].startswith("Ann turns up the bulldog on ")
    assert told(s, dog, 1, "ru")[0].startswith("Ann открывает бульдога, ")


def test_a_secret_choice_is_told_to_nobody_else() -> None:
    s = begin(2, clans="limited")
    card = members(s.hand[0])[0]
    after = s.copy()
    rules.apply(after, 0, card)
    assert narrate(POCKET_CATS, s, after, 0, card, 1, "en", NAMES) == []
    assert narrate(POCKET_CATS, s, after, 0, card, WATCHER, "en", NAMES) == []
    assert narrate(POCKET_CATS, s, after, 0, card, 0, "en", NAMES) == [f"You keep {clan_name(card, EN)}."]
    both = after.copy()
    other = members(s.hand[1])[0]
    rules.apply(both, 1, other)
    lines = narrate(POCKET_CATS, after, both, 1, other, 0, "en", NAMES)
    assert lines[0] == f"You play {clan_name(card, EN)}."
    assert lines[1] == f"Boris plays {clan_name(other, EN)}."
    assert lines[2].startswith("The tiles are laid out; in the centre: ")


def test_an_expert_choice_is_told() -> None:
    s = begin(2, clans="expert")
    card = members(s.hand[0])[0]
    assert told(s, card, 1) == [f"Ann keeps {clan_name(card, EN)} and hands two cards over."]
    assert told(s, card, 0) == [f"You keep {clan_name(card, EN)} and hand two cards over."]
    rules.apply(s, 0, card)
    assert words.sight(s, 1, EN, NAMES)[0] == "Game 1 of 2: Choosing clans"
    assert words.sight(s, 1, EN, NAMES)[2].startswith("Boris chooses among: ")


def test_the_whole_end_is_told() -> None:
    s = position("clans=free powers=on seats=R/G stage=turn-dog" + END)
    assert told(s, 10, 0) == [
        "You turn the shih-tzu on c3 by 90° clockwise.",
        "The dogs chase off: Royal Claw 4, Gourmet 1, Gourmet 2, Gourmet 4.",
        "You catch: mouse 5, mouse 6, fly 4.",
        "Boris catches: mouse 3, mouse 4, pigeon 2, pigeon 5.",
        "You: 15 points.",
        "Boris: 21 points.",
    ]
    assert told(s, 0, 1)[0] == "Ann leaves the dogs alone."
    assert told(s, 10, 1, "ru")[1:4] == [
        "Собаки прогоняют: Королевскую лапку 4, Гурмана 1, Гурмана 2, Гурмана 4.",
        "Ann ловит: мышь 5, мышь 6, муху 4.",
        "Вы ловите: мышь 3, мышь 4, голубя 2, голубя 5.",
    ]


def test_nothing_caught_and_nobody_bitten() -> None:
    s = position("""
        clans=first powers=off seats=R/G stage=move flipped=a1
        R1   R2   R3   R4   R5*
        G1   G2   G3*  G4   G5
        D1@2 D2@0 m3   m4   m4
        D3@0 D5@0 D4@0 m5   p2
        m5   m6   p5   f3   f4
    """)
    assert told(s, 1, 0) == [
        "Boris swaps Royal Claw 1 with Royal Claw 2, a1 – b1.",
        "The dogs chase nobody off.",
        "You catch nothing.",
        "Boris catches: mouse 3, mouse 4, mouse 4.",
        "You: 0 points.",
        "Boris: 11 points.",
    ]


def test_the_defenders_leader_is_told_before_a_dog_is_turned() -> None:
    s = position("""
        clans=free powers=on seats=R/J stage=move flipped=b5
        J9*  D4@0 m3   m4   f3
        m4   R1   R2   D2@0 f4
        m5   D3@0 R5*  m5   p2
        D5@0 R3   J1   J1   p5
        R4   m6   J1   J1   D1@0
    """)
    assert words.status(s, 1, EN, NAMES) == "Swap mouse 6 with what?"
    assert told(s, 20, 0) == [
        "Boris swaps mouse 6 with Royal Claw 4, b5 – a5.",
        "Defender 9 (leader) goes to the centre and swaps with Royal Claw 5 (leader).",
    ]


def test_going_on_to_the_second_game() -> None:
    s = begin(5, clans="expert")
    for _ in walk(s, 5):
        if s.stage == rules.PAUSE:
            break
    assert labels(s, 0) == ["On to the second game"]
    assert words.status(s, 1, EN, NAMES) == "The first game is over. Seen enough?"
    assert words.sight(s, 0, EN, NAMES)[0] == "Game 1 of 2: The end"
    one = s.copy()
    rules.apply(one, 0, rules.GO_ON)
    assert narrate(POCKET_CATS, s, one, 0, 0, 1, "en", NAMES) == ["Ann goes on."]
    two = one.copy()
    rules.apply(two, 1, rules.GO_ON)
    assert narrate(POCKET_CATS, one, two, 1, 0, 1, "en", NAMES) == [
        "You're ready.",
        "The second game begins: you pick first.",
    ]
    assert narrate(POCKET_CATS, one, two, 1, 0, 0, "en", NAMES)[1] == "The second game begins: Boris picks first."
    assert [label for label, _ in words.tally(two, EN)] == ["First game", "Total"]


def steps_in(text: str) -> dict[type, str]:
    """One sentence of each kind of step."""
    s = position(text)
    return {type(step): tell_step(step, s, 0, EN, NAMES) for step in reversed(ending(s).steps)}


def test_every_step_of_the_end_has_a_sentence() -> None:
    said = steps_in("""
        clans=free powers=on seats=H/J stage=flip
        H* f4 ? ? f3
        J9* D2@0 J1 ? ?
        ? ? m3 ? ?
        ? ? ? ? ?
        ? ? ? ? ?
    """)
    assert said[Centred] == "Defender 9 (leader) goes to the centre and swaps with mouse 3."
    assert said[Bitten] == "Shih-tzu on b2 chases off: Defender 1."
    assert said[Chaos] == "1 Chaoticat face up: attack 10."
    assert said[Hunted] == "Mouse 3 on a2, 10 against 0: you take it."
    assert said[Joined] == "Fly 3 comes along: you take it too."
    said = steps_in("clans=free powers=on seats=C/T stage=flip\nT5* D1@3 C7* C1 ?\n" + 4 * "? ? ? ? ?\n")
    assert said[Bitten] == "Chihuahua on b1 cannot chase off: Polterkitty 5 (leader)."
    assert said[Swept] == "Crook 7 (leader) chases off: Crook 1."
    said = steps_in("clans=free powers=on seats=C/H stage=flip\nC7* m4 H D1@3 D2@1\n" + 4 * "? ? ? ? ?\n")
    assert said[Swept] == "Crook 7 (leader) chases nobody off."
    assert said[Chaos] == "No Chaoticat is face up: they have no attack."
    s = position("clans=free powers=on seats=R/G stage=turn-dog" + END)
    rules.apply(s, 0, 10)
    said = {type(step): tell_step(step, s, 1, RU, NAMES) for step in ending(s).steps}
    assert said[Turned] == "Поворот на 90° по часовой стрелке: ши-тцу (c3)."
    s = position(
        "clans=free powers=on seats=J/G stage=flip\nJ9* ? ? ? m4\n? ? ? ? G5\n? ? ? ? ?\n? ? ? D1@0 m4\n? ? ? ? m5\n"
    )
    lines = [tell_step(step, s, 0, EN, NAMES) for step in ending(s).steps]
    assert "Defender 9 (leader) goes to the centre." in lines
    assert "Chihuahua on d4 chases nobody off." in lines
    assert "Mouse 4 on e1, 0 against 5: Boris takes it." in lines
    assert "Mouse 5 on e5, 0 against 0: nobody takes it." in lines


def test_russian_numbers() -> None:
    s = position("clans=free powers=on seats=H/R stage=flip\nH H H H H*\n" + 4 * "? ? ? ? ?\n")
    chaos = next(step for step in ending(s).steps if isinstance(step, Chaos))
    assert tell_step(chaos, s, 0, RU, NAMES) == "5 открытых Котостроф: атака 2 у каждой."
    assert tell_step(Chaos(0, 1, 10), s, 0, RU, NAMES) == "1 открытая Котострофа: атака 10."
    assert tell_step(Chaos(0, 3, 6), s, 0, RU, NAMES) == "3 открытые Котострофы: атака 6 у каждой."


def test_sight_shows_arrows() -> None:
    s = position("clans=free powers=on seats=R/G stage=turn-dog" + END)
    lines = words.sight(s, 0, EN, NAMES)
    assert lines[:3] == ["The end", "Ann: Royal Claws", "Boris: Gourmets"]
    assert lines[3] == "1: fly 3 | Royal Claw 4 | mouse 4 | retriever ↙←↖ | fly 4"
    assert words.sight(begin_with("RG"), 0, EN, NAMES)[0] == "Turn 1 of 24"


def test_tally() -> None:
    s = position("clans=free powers=on seats=R/G stage=turn-dog" + END)
    assert words.tally(s, EN) == [("Total", (0, 0))]
    rules.apply(s, 0, 10)
    assert words.tally(s, EN) == [
        ("Prey", (15, 7)),
        ("Both pigeons, 2 × 5", (0, 10)),
        ("Clan effect", (0, 4)),
        ("Total", (15, 21)),
    ]


def test_tiles_are_counted_where_points_are_equal() -> None:
    s = position("clans=free powers=on seats=R/G stage=turn-dog" + END)
    rules.apply(s, 0, 10)
    s.points[1] = s.points[0]
    assert words.tally(s, EN)[0] == ("Prey tiles (they break a tie)", (3, 4))


def test_a_tile_says_how_it_hunts() -> None:
    assert said("R/G", "on", "G3*").endswith("diagonally too.")
    assert said("R/G", "off", "G3*").endswith("not diagonally.")
    assert said("R/G", "on", "R5*").endswith("not diagonally.")
    assert said("R/W", "on", "W2*").endswith("his row and his column.")
    assert said("R/H", "on", "H").startswith("A Chaoticat: the fewer")


def said(seats: str, powers: str, cat: str) -> str:
    """What the tile in the centre says of itself, all others face down and unknown."""
    rows = "\n".join(f"? ? {cat if row == 2 else '?'} ? ?" for row in range(5))
    return words.about(position(f"clans=free powers={powers} seats={seats} stage=flip\n{rows}"), 12, EN)


def test_dogs_chase_cats_off_and_nothing_else() -> None:
    texts = [text for name in ("ru.po", "rules.en.md", "rules.ru.md", "questions.en.md", "questions.ru.md")
             for text in (POCKET_CATS.folder / "words" / name).read_text("utf-8").splitlines()]  # fmt: skip
    other = re.compile(
        r"(dog|leader).*turns? (\w+ )?down|(обак|лав).*(переворачива|перевер(?!ните)|вне игры)", re.IGNORECASE
    )
    assert [text for text in texts if other.search(text)] == []


def test_russian_reasons_name_prey_in_the_accusative() -> None:
    s = position("clans=first powers=off seats=R/G stage=move flipped=a1\nR4 ? p5 G1 ?\n" + 4 * "? ? ? ? ?\n")
    assert reason(s, 0, 1, RU, NAMES, True) == "Ваши коты перехватывают голубя 5: сейчас эту добычу берёт Boris."


def test_every_clan_has_a_card_in_both_languages() -> None:
    cards = [text for clan in range(7) for t in (EN, RU) for text in clan_card(clan, t)]
    assert len(set(cards)) == 28


# ---------------------------------------------------------------- a sensible player
def test_sensible_beats_random() -> None:
    won = 0.0
    for seed in range(60):
        s, dice, wise = begin(seed, clans="limited"), random.Random(seed), seed % 2

        def choose(s: rules.State, seat: int, wise: int = wise, dice: random.Random = dice) -> int:
            action = strategy.sensible(s, seat) if seat == wise else strategy.NO_OPINION
            return action if action >= 0 else dice.choice(members(rules.legal(s, seat)))

        play_out(s, choose)
        won += {0b11: 0.5, 1 << wise: 1.0}.get(rules.winners(s), 0.0)
    assert won >= 54, "98 in a hundred is usual"


def test_sensible_saves_its_leader_from_the_dog() -> None:
    s = position("clans=free powers=on seats=R/G stage=turn-dog" + END)
    rules.apply(s, 0, strategy.sensible(s, 0))
    best = s.points[0] - s.points[1]
    for action in members(rules.legal(position("clans=free powers=on seats=R/G stage=turn-dog" + END), 0)):
        other = position("clans=free powers=on seats=R/G stage=turn-dog" + END)
        rules.apply(other, 0, action)
        assert other.points[0] - other.points[1] <= best


def test_sensible_plays_an_expert_match_to_its_end() -> None:
    for seed in range(8):
        s = begin(seed, clans="expert", powers=seed % 2 == 0)
        play_out(s, strategy.sensible)
        assert s.stage == rules.OVER


def test_sensible_knows_the_strong_clans() -> None:
    s = begin(clans="free")
    assert clan_name(strategy.sensible(s, 0), EN) == "Polterkitties"
    s = begin(clans="free", powers=False)
    assert clan_name(strategy.sensible(s, 0), EN) == "Power Cats"


def test_a_roll_out_cut_short_counts_the_board_as_it_lies() -> None:
    playing: Counter[bool] = Counter()
    for seed in range(20):
        s = begin(seed, clans="expert")
        for k, _ in enumerate(walk(s, seed)):
            if k % 7 == seed % 7:
                cut = s.copy()
                strategy.stop(cut)
                assert rules.waiting(cut) == 0
                assert strategy.stage(cut) == s.game
                is_playing = s.stage in (rules.FLIP, rules.MOVE, rules.HAUNT, rules.TURN_DOG)
                playing[is_playing] += 1
                if is_playing:
                    end = ending(cut)
                    assert [counted.points for counted in end.counted] == cut.points
                else:
                    assert cut.points == s.points
    assert min(playing[True], playing[False]) > 10


def test_a_search_takes_more_time_the_more_is_known() -> None:
    choosing, board = begin(clans="limited"), begin_with("RG")
    assert strategy.effort(choosing) == 1
    efforts = [strategy.effort(board) for _ in walk(board, 1)]
    assert efforts == sorted(efforts)
    assert (efforts[0], efforts[-1]) == (400, 1000)


def test_the_first_turns_say_whose_clan_it_is_and_what_beside_means() -> None:
    grid = "? ? ? ? ?\n? ? ? ? ?\n? ? m6 ? ?\n? ? ? ? ?\n? ? ? ? ?"
    s, said = POCKET_CATS.read(f"clans=first powers=off seats=R/G stage=flip\n{grid}"), []
    for turns in (0, 2, 12):
        s.turns = turns
        said.append(view.hint(s, 0, EN, NAMES, (0,)))
    assert said == [
        "You're the Royal Claws: higher numbers beside a prey take it.",
        "Numbers beside a prey (not diagonally) add up: the higher side takes it.",
        "",
    ]
    s.turns = 0
    assert view.hint(s, 1, EN, NAMES, ()) == f"You're the Gourmets. {NAMES[0]} begins."
    s.turns = 1
    assert view.hint(s, 0, EN, NAMES, ()) == ""


def test_what_is_turned_up_says_what_it_is_good_for() -> None:
    def said(tile: str, clans: str = "R/G", viewer: int = 0) -> str:
        rest = "\n? ? ? ? ?" * 3
        s = POCKET_CATS.read(
            f"clans=free powers=on seats={clans} stage=move flipped=a1\n{tile} ? ? ? ?\n? ? D1@0 ? ?{rest}"
        )
        return view.hint(s, viewer, EN, NAMES, members(rules.legal(s, viewer)))

    assert said("m5") == "Worth 5 points. It must move: any tile around it."
    assert said("p2") == "Both pigeons together bring 2 × 5 = 10 points. It must move: any tile around it."
    assert said("f3") == "Both flies together bring 3 × 4 = 12 points. It must move: any tile around it."
    assert said("D4@0") == "Its arrows chase cats off. Any tile in its row or column."
    assert said("G1") == "Not your cat: keep it off prey! 1 or 2 tiles in line, or any face-up dog."
    assert said("R1") == "Your cat: put it beside prey. 1 or 2 tiles in line, or any face-up dog."
    assert said("R5*") == "Your leader: see your clan card."
    assert said("G3*", "J/G") == "Not your cat: keep it off prey! 1 or 2 tiles, straight or diagonally."


BULLDOG = "Now the bulldog no longer chases off your Power Cat 3."


def test_a_reason_names_the_dog_that_makes_the_difference() -> None:
    """A cat goes where the bulldog lay: it chases off nobody any more, and that is why the mouse is taken."""
    asked = puzzles_of(POCKET_CATS)[4]
    told = reason(POCKET_CATS.read(asked.position), asked.seat, asked.best, EN, NAMES, True)
    assert told == f"Your cats take mouse 6 away from {NAMES[1 - asked.seat]}. {BULLDOG}"
    said = {}
    for puzzle in puzzles_of(POCKET_CATS):
        s = POCKET_CATS.read(puzzle.position)
        for action in members(rules.legal(s, puzzle.seat)):
            each = reason(s, puzzle.seat, action, EN, NAMES, True)
            for kind in ("no longer chases off your", "then chases off"):
                if kind in each:
                    said[kind] = (s, puzzle.seat, action, each)
    assert len(said) == 2
    for kind, (s, seat, action, each) in said.items():
        was = {cat for step in ending(s).steps if isinstance(step, Bitten) for cat in step.cats}
        now = {cat for step in ending(after(s, seat, action)).steps if isinstance(step, Bitten) for cat in step.cats}
        assert was - now if "no longer" in kind else now - was, each
        assert "прогон" in reason(s, seat, action, RU, NAMES, True)


def test_nothing_is_promised_of_cats_that_have_all_come_up() -> None:
    """A tile that is still face down can be a cat of one's own only while one has not come up yet."""
    promised = set()
    for seed in range(8):
        match = Match("pocket-cats", seed=seed)
        while not match.is_over:
            for seat in match.waiting():
                s = POCKET_CATS.hidden(match.state, seat)
                action = match.legal(seat)[-1]
                if s.stage == rules.FLIP:
                    left = any(s.where[tile] == NONE for tile in range(seat * CLAN_SIZE, (seat + 1) * CLAN_SIZE))
                    promised.add((left, "A cat of yours" in reason(s, seat, action, EN, NAMES, True)))
                match.play(seat, action)
    assert (True, True) in promised
    assert (False, False) in promised
    assert (False, True) not in promised
