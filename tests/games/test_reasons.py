"""Why a choice is good, in the game's words: said of any choice, in every language, and the state stays as it is."""

import re

from purrlor.core.game import Game
from purrlor.core.match import Match
from tests.fixtures.catalogue import each_game_with
from tests.fixtures.playing import CHANCE

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
