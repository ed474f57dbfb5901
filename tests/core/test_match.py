"""The only public door: what it refuses, keeps, takes back, records and proves."""

import copy
import hashlib
import json
from random import Random
from typing import Any

import pytest

import purrlor
from purrlor import TABLE, WATCHER, Match
from purrlor.core.match import key_rng, secret_from_seed
from purrlor.core.match_record import read_record

NAME = "rat-a-tat-cat"


def played(seed: int, limit: int = 10_000, **facts: Any) -> Match:
    match, dice = Match(NAME, seed=seed, **facts), Random(seed)
    while (waiting := match.waiting()) and len(match.log) < limit:
        seat = dice.choice(waiting)
        match.play(seat, dice.choice(match.legal(seat)))
    return match


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return json.loads(json.dumps(played(7, options={"rounds": 1}).record()))  # type: ignore[no-any-return]


def test_the_face_of_the_package() -> None:
    rat = purrlor.game(NAME)
    assert rat in purrlor.games()
    assert (rat.name, rat.seats, rat.revision) == (NAME, range(2, 7), 1)
    assert {option.name for option in rat.options} >= {"length", "rounds", "memory"}
    assert "rat-a-tat-cat" in repr(rat)
    assert "2 seats" in repr(Match(NAME))


def test_a_match_plays_to_its_end() -> None:
    match = played(1, seats=4)
    assert match.is_over
    assert match.waiting() == ()
    assert len(match.scores()) == 4
    assert match.winners()


def test_nobody_has_won_before_the_end() -> None:
    assert Match(NAME).winners() == ()


class TestRefusals:
    @pytest.mark.parametrize("seats", [1, 7, -1, True, "2"])
    def test_too_few_or_too_many(self, seats: Any) -> None:
        with pytest.raises(purrlor.BadOption, match="2 to 6 players"):
            Match(NAME, seats)

    def test_unknown_game(self) -> None:
        with pytest.raises(purrlor.UnknownGame, match="There is no game 'chess': choose one of"):
            Match("chess")

    @pytest.mark.parametrize(
        ("options", "why"),
        [
            ({"rounds": 21}, "from 1 to 20"),
            ({"rounds": "many"}, "from 1 to 20"),
            ({"rounds": True}, "from 1 to 20"),
            ({"memory": "none"}, "strict, aided"),
            ({"open_ends": "perhaps"}, "on or off"),
            ({"open_ends": []}, "on or off"),
            ({"colour": 1}, "no option 'colour'"),
            ({"rounds": "9" * 5000}, "from 1 to 20"),
            ({"rounds": "--5"}, "from 1 to 20"),
            ({"rounds": "-"}, "from 1 to 20"),
        ],
    )
    def test_bad_options(self, options: dict[str, object], why: str) -> None:
        with pytest.raises(purrlor.BadOption, match=why):
            Match(NAME, 2, options)

    @pytest.mark.parametrize(("seat", "action"), [(5, 0), (-1, 0), (True, 0), (0, 61), (0, -1), (0, True), (TABLE, 0)])
    def test_a_seat_or_action_that_is_not_there_changes_nothing(self, seat: int, action: int) -> None:
        match = Match(NAME, 2, seed=1)
        before = match.state.to_bytes()
        with pytest.raises((purrlor.NotYourTurn, purrlor.IllegalAction)):
            match.play(seat, action)
        assert match.state.to_bytes() == before
        assert match.log == []

    def test_the_error_says_who_is_asked_and_for_what(self) -> None:
        match = played(3, limit=6)
        (seat,) = match.waiting()
        with pytest.raises(purrlor.NotYourTurn, match=f"waits for seat {seat}"):
            match.play(1 - seat, 0)
        with pytest.raises(purrlor.IllegalAction, match="its choices are"):
            match.play(seat, 55)

    def test_after_the_end(self) -> None:
        match = played(1, options={"rounds": 1})
        with pytest.raises(purrlor.NotYourTurn, match="over"):
            match.play(0, 0)

    def test_errors_speak_russian(self) -> None:
        with pytest.raises(purrlor.BadOption) as caught:
            Match(NAME, 9)
        assert "игроков может быть от 2 до 6" in caught.value.message(purrlor.game(NAME).translations("ru"))


class TestChance:
    def test_a_seed_gives_the_same_match(self) -> None:
        assert played(5).digest == played(5).digest
        assert played(5).digest != played(6).digest

    def test_without_a_seed_no_two_matches_are_alike(self) -> None:
        assert Match(NAME).secret != Match(NAME).secret

    def test_every_decision_has_its_own_key(self) -> None:
        match = Match(NAME, seed=1)
        other = match.state.copy()
        key_rng(other, match.secret, 1)
        expected = hashlib.blake2b((1).to_bytes(8, "little"), key=match.secret, digest_size=16).digest()
        assert b"".join(word.to_bytes(4, "little") for word in other.rng) == expected

    def test_a_view_knows_no_generator(self) -> None:
        match = played(2, limit=10)
        for seat in (0, 1, WATCHER):
            assert match.view(seat).rng == [0, 0, 0, 0]

    def test_a_secret_of_another_length_is_refused(self) -> None:
        with pytest.raises(purrlor.BadOption, match="32 bytes, not 5"):
            Match(NAME, secret=b"short")

    def test_the_promise_is_the_hash_of_the_secret(self) -> None:
        match = Match(NAME, seed=4)
        assert match.promise == hashlib.sha256(secret_from_seed(4)).hexdigest()


class TestRecords:
    def test_replays_to_the_same_bytes(self, record: dict[str, Any]) -> None:
        match = Match.replay(record)
        assert match.digest.hex() == record["digest"]
        assert list(match.scores()) == record["result"]["scores"]

    def test_steps_show_every_moment(self, record: dict[str, Any]) -> None:
        assert [len(match.log) for match in Match.steps(record)] == list(range(len(record["log"]) + 1))

    def test_a_running_match_keeps_its_secret(self) -> None:
        match = played(7, limit=5)
        assert "secret" not in match.record()
        assert "secret" in match.record(with_secret=True)
        with pytest.raises(purrlor.BadRecord, match="not over"):
            Match.replay(match.record())

    def test_a_running_match_replays_for_those_who_have_the_secret(self) -> None:
        match = played(7, limit=5)
        assert Match.replay(match.record(with_secret=True)).digest == match.digest

    def test_any_changed_action_is_found_where_it_is(self, record: dict[str, Any]) -> None:
        for number in range(0, len(record["log"]), 3):
            changed = copy.deepcopy(record)
            changed["log"][number][1] ^= 1
            with pytest.raises(purrlor.BadRecord, match=f"breaks at decision {number + 1}:"):
                Match.replay(changed)

    @pytest.mark.parametrize(
        ("name", "value", "why"),
        [
            ("purrlor", 3, "not a record"),
            ("game", "chess", "no game 'chess'"),
            ("game", 5, "game is missing"),
            ("revision", 99, "revision 99"),
            ("seats", 3, "breaks at decision|no seat|asks for"),
            ("seats", 7, "2 to 6 players"),
            ("options", {"rounds": 77}, "from 1 to 20"),
            ("options", None, "options is missing"),
            ("revision", True, "revision is missing"),
            ("secret", "00" * 32, "not the one that was promised"),
            ("secret", "xyz", "secret is missing"),
            ("digest", "00", "digest"),
            ("result", None, "result"),
            ("log", [[0, 0]], "Decision 1"),
            ("log", [[0, True, ""]], "Decision 1"),
        ],
    )
    def test_changed_parts_are_refused(self, record: dict[str, Any], name: str, value: object, why: str) -> None:
        with pytest.raises(purrlor.BadRecord, match=why):
            Match.replay({**record, name: value})

    def test_a_secret_written_otherwise_is_refused(self, record: dict[str, Any]) -> None:
        for changed in (record["secret"].upper(), " " + record["secret"]):
            with pytest.raises(purrlor.BadRecord, match="secret is missing"):
                Match.replay({**record, "secret": changed})

    def test_a_record_cut_short_is_refused(self, record: dict[str, Any]) -> None:
        with pytest.raises(purrlor.BadRecord, match="cut off"):
            Match.replay({**record, "log": record["log"][:-1]})
        text = json.dumps(record)
        for length in (0, 1, 100, len(text) - 1):
            with pytest.raises(purrlor.BadRecord, match="not whole JSON"):
                read_record(text[:length])

    def test_any_changed_byte_is_refused(self, record: dict[str, Any]) -> None:
        text, dice = json.dumps(record), Random(1)
        for _ in range(150):
            at = dice.randrange(len(text))
            changed = text[:at] + dice.choice("0123456789abcx{[,") + text[at + 1 :]
            if json_or_none(changed) == record:
                continue
            with pytest.raises(purrlor.BadRecord):
                Match.replay(read_record(changed))


def json_or_none(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


class TestUndo:
    def test_only_the_last_seat_and_only_what_shows_nothing(self) -> None:
        taken_back = refused = 0
        for seed in range(20):
            match, dice = Match(NAME, 3, seed=seed), Random(seed)
            while waiting := match.waiting():
                seat = dice.choice(waiting)
                before = match.state.to_bytes()
                match.play(seat, dice.choice(match.legal(seat)))
                with pytest.raises(purrlor.CannotUndo):
                    match.undo((seat + 1) % 3)
                if match.can_undo(seat) and dice.random() < 0.5:
                    match.undo(seat)
                    taken_back += 1
                    assert match.state.to_bytes() == before
                elif not match.can_undo(seat):
                    after = match.state.to_bytes()
                    with pytest.raises(purrlor.CannotUndo):
                        match.undo(seat)
                    assert match.state.to_bytes() == after
                    refused += 1
        assert taken_back > 50
        assert refused > 50

    def test_nothing_to_take_back(self) -> None:
        with pytest.raises(purrlor.CannotUndo):
            Match(NAME).undo(0)

    def test_a_record_knows_nothing_of_what_was_taken_back(self) -> None:
        match, dice = Match(NAME, 2, {"rounds": 1}, seed=8), Random(8)
        while waiting := match.waiting():
            seat = waiting[0]
            match.play(seat, dice.choice(match.legal(seat)))
            if match.can_undo(seat):
                match.undo(seat)
                match.play(seat, dice.choice(match.legal(seat)))
        assert Match.replay(match.record()).digest == match.digest
