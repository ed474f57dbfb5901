"""Why a choice is good, in the game's words: said of any choice, in every language, and the state stays as it is."""

import re

from purrlor.core.game import Game, game
from purrlor.core.language import HOME
from purrlor.core.match import Match
from tests.fixtures.catalogue import each_game_with
from tests.fixtures.playing import CHANCE

EN = game("rat-a-tat-cat").translations("en")
NAMES = ["Ann", "Boris", "Clara", "Leo", "Eve", "Mira"]


@each_game_with("words/reasons.py")
def test_every_choice_has_its_reason_in_both_languages(game: Game) -> None:
    english, russian, said = game.translations("en"), game.translations("ru"), set()
    for seats in (game.seats[0], game.seats[-1]):
        for seed in range(1 if game.name == "cat-cafe" else 3):  # its matches are long
            match = Match(game, seats, seed=seed)
            while match.waiting():
                seat = CHANCE.choice(match.waiting())
                view, before = match.view(seat), match.view(seat).to_bytes()
                for action in match.legal(seat):
                    for remembers in (False, True):
                        reason = game.reason(view, seat, action, english, NAMES[:seats], remembers)
                        translated = game.reason(view, seat, action, russian, NAMES[:seats], remembers)
                        assert bool(reason) == bool(translated)
                        assert "{" not in reason + translated
                        assert not re.search("[а-яё]", reason, re.IGNORECASE), reason
                        assert not reason or re.search("[а-яё]", translated, re.IGNORECASE), translated
                        said.add(reason)
                assert view.to_bytes() == before
                match.play(seat, CHANCE.choice(match.legal(seat)))
    assert len(said) > 8


def test_a_hint_says_which_card_and_leaves_its_number_to_memory() -> None:
    rat = game("rat-a-tat-cat")
    position = rat.read("players=3 rounds=1 row0=1/0,9,9,9/0 row1=3/1,8,8,4/1 row2=0/2,7,7,6/2 discard=3 turn=0")
    take = next(action for action in rat.legal(position, 0) if "Take 3" in rat.words.label(position, 0, action, EN))
    assert rat.reason(position, 0, take, EN, NAMES[:3]) == "You have already seen your fourth card: it counts more."
    assert "свою четвёртую карту" in rat.reason(position, 0, take, rat.translations("ru"), NAMES[:3])


def test_russian_sentences_say_you_as_to_an_adult() -> None:
    """Pages and games say вы, never ты; what players call out to each other is theirs."""
    familiar = re.compile(r"\b(?!лишь\b)\w+[еиё]шь(?:ся)?\b|\b(?<!Ах )(?:ты|тебя|тебе|тво[йяеи])\b", re.IGNORECASE)
    for catalogue in (HOME / "web/locale/ru.po", *HOME.glob("games/*/words/ru.po")):
        assert not familiar.findall(catalogue.read_text(encoding="utf-8")), catalogue
