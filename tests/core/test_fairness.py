"""Chance that nobody can choose: what is sealed, what is committed, and every way to cheat that a record betrays."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import purrlor
from purrlor import Match
from purrlor.core import fairness
from purrlor.core.fairness import CAT, PERSON, Contribution
from purrlor.core.match import key_rng

NAME = "rat-a-tat-cat"
SECRET = bytes(range(32))
NONCES = ["11" * 32, "22" * 32]
Change = Callable[[dict[str, Any]], object]


def person(nonce: str) -> Contribution:
    return Contribution(PERSON, fairness.commitment(nonce), nonce)


def contributions(secret: bytes = SECRET) -> list[Contribution]:
    """Two people with a nonce, a cat, and somebody without script."""
    cat = Contribution(CAT, nonce=fairness.cat_nonce(secret, 2))
    return [person(NONCES[0]), person(NONCES[1]), cat, Contribution(PERSON)]


def played(secret: bytes = SECRET, given: list[Contribution] | None = None) -> dict[str, Any]:
    """The record of a whole match."""
    dice = random.Random(3)
    match = Match(NAME, 4, {"rounds": 1}, secret=secret, contributions=given or contributions(secret))
    while waiting := match.waiting():
        match.play(waiting[0], dice.choice(match.legal(waiting[0])))
    made: dict[str, Any] = json.loads(json.dumps(match.record()))
    return made


@pytest.fixture
def record() -> dict[str, Any]:
    return played()


def test_the_key_is_an_hmac_of_all_that_was_agreed(record: dict[str, Any]) -> None:
    """Written out once more, from the words of the decision record alone."""
    seal = hashlib.sha256(SECRET).hexdigest()
    seats = [hashlib.sha256(bytes.fromhex(nonce)).hexdigest() for nonce in NONCES]
    terms = {
        "game": NAME,
        "options": record["options"],
        "revision": record["revision"],
        "seal": seal,
        "seats": [*seats, "cat", "-"],
        "table": hashlib.sha256(f"purrlor table {seal}".encode()).hexdigest()[:16],
    }
    agreed = json.dumps(terms, sort_keys=True, separators=(",", ":"))
    cat = hmac.new(SECRET, b"purrlor cat 2", "sha256").hexdigest()
    text = "\n".join(["purrlor match", agreed, *NONCES, cat, "-"])
    assert fairness.terms_of_record(record) == agreed
    assert record["key"] == hmac.new(SECRET, text.encode(), "sha256").hexdigest()


def test_every_decision_is_keyed_from_the_derived_key() -> None:
    match = Match(NAME, 4, secret=SECRET, contributions=contributions())
    other = match.game.laid_out(4, match.options)
    key_rng(other, match.key, 0)
    match.game.rules.start(other)
    assert match.state == other
    assert match.state != Match(NAME, 4, secret=SECRET).state
    assert match.promise == Match(NAME, 4, secret=SECRET).promise, "the seal is of the secret alone"


def test_a_record_replays_and_says_which_format_it_is(record: dict[str, Any]) -> None:
    match = Match.replay(record)
    assert record["purrlor"] == 2
    assert json.loads(json.dumps(match.record())) == record
    assert Match(NAME, seed=1).record()["purrlor"] == 1


def test_a_running_match_shows_neither_secret_nor_key() -> None:
    text = json.dumps(Match(NAME, 4, secret=SECRET, contributions=contributions()).record())
    assert "secret" not in text
    assert '"key"' not in text


def remake(record: dict[str, Any]) -> None:
    """What a cheat can do who has the server: seal, table and key of the changed record agree again."""
    secret = bytes.fromhex(record["secret"])
    record["promise"] = fairness.seal(secret)
    record["table"] = fairness.table_number(record["promise"])
    given = fairness.contributions_from(record["contributions"], record["seats"])
    record["key"] = fairness.match_key(secret, fairness.terms_of_record(record), given).hex()


def swap_seats(record: dict[str, Any]) -> None:
    given = record["contributions"]
    given[0], given[1] = given[1], given[0]


def new_nonce(record: dict[str, Any]) -> None:
    record["contributions"][0] = person("33" * 32)._asdict()


def drop_nonce(record: dict[str, Any]) -> None:
    record["contributions"][0] = Contribution(PERSON)._asdict()


CHANGES: list[tuple[Change, str]] = [
    (lambda record: record["contributions"][0].update(nonce="33" * 32), "nonce of seat 0 is not the one"),
    (lambda record: record["contributions"][0].update(commit="33" * 32), "nonce of seat 0 is not the one"),
    (lambda record: record["contributions"][2].update(nonce="33" * 32), "nonce of seat 2 is not the one"),
    (lambda record: record["contributions"][2].update(by=PERSON), "nonce of seat 2 is not the one"),
    (lambda record: record["contributions"][0].update(nonce=""), "key does not follow"),
    (new_nonce, "key does not follow"),
    (drop_nonce, "key does not follow"),
    (swap_seats, "key does not follow"),
    (lambda record: record["options"].update(rounds=2), "key does not follow"),
    (lambda record: record.update(revision=99), "rules revision 99"),
    (lambda record: record.update(key="00" * 32), "key does not follow"),
    (lambda record: record.update(table="0" * 16), "table is not the one of its seal"),
    (lambda record: record.update(secret="ab" * 32), "not the one that was promised"),
    (lambda record: record["contributions"].pop(), "contributions is missing"),
    (lambda record: record["contributions"][0].update(nonce="AB" * 32), "contributions is missing"),
    (lambda record: record["contributions"][0].update(more=1), "contributions is missing"),
    (lambda record: record["contributions"][0].update(by="dog"), "contributions is missing"),
    (lambda record: record.pop("contributions"), "contributions is missing"),
    (lambda record: record.pop("key"), "key is missing"),
]


@pytest.mark.parametrize(("change", "words"), CHANGES)
def test_a_changed_record_is_refused(record: dict[str, Any], change: Change, words: str) -> None:
    change(record)
    with pytest.raises(purrlor.BadRecord, match=words):
        Match.replay(record)


@pytest.mark.parametrize(
    "change", [new_nonce, drop_nonce, swap_seats, lambda record: record["options"].update(rounds=2)]
)
def test_a_change_that_agrees_with_itself_leads_to_another_deal(record: dict[str, Any], change: Change) -> None:
    """The key is right then, but the decisions and digests are those of another match."""
    change(record)
    remake(record)
    with pytest.raises(purrlor.BadRecord, match="breaks at decision 1"):
        Match.replay(record)


def test_a_server_that_chooses_its_secret_after_the_nonces_is_caught_by_the_seal(record: dict[str, Any]) -> None:
    """It tries secrets until the deal suits it and plays an honest match with that one: the record alone holds."""
    kept = record["promise"]

    def hand(secret: bytes) -> int:
        match = Match(NAME, 4, {"rounds": 1}, secret=secret, contributions=contributions(secret))
        return sum(match.state.rows[0][:4])

    chosen = min((bytes([k]) * 32 for k in range(200)), key=hand)
    assert hand(chosen) < hand(SECRET)
    cheat = played(chosen)
    assert Match.replay(cheat).is_over
    with pytest.raises(purrlor.BadRecord, match="seal of the record is not the one you kept"):
        fairness.check_against_notes(cheat, seal=kept)


def test_what_a_player_kept_is_looked_for_in_the_record(record: dict[str, Any]) -> None:
    agreed = fairness.terms_of_record(record)
    fairness.check_against_notes(record, seal=record["promise"], nonce=NONCES[0], digest=fairness.terms_digest(agreed))
    dropped = played(given=[Contribution(PERSON), *contributions()[1:]])
    assert Match.replay(dropped).is_over
    with pytest.raises(purrlor.BadRecord, match="nonce you kept is not in the record"):
        fairness.check_against_notes(dropped, seal=record["promise"], nonce=NONCES[0])
    with pytest.raises(purrlor.BadRecord, match="terms of the record are not those you kept"):
        fairness.check_against_notes(dropped, digest=fairness.terms_digest(agreed))
    old = Match(NAME, 4, secret=SECRET).record(with_secret=True)
    with pytest.raises(purrlor.BadRecord, match="nonce you kept is not in the record"):
        fairness.check_against_notes(old, nonce=NONCES[0])


def test_a_cats_nonce_does_not_count_as_ones_own(record: dict[str, Any]) -> None:
    with pytest.raises(purrlor.BadRecord, match="nonce you kept"):
        fairness.check_against_notes(record, nonce=record["contributions"][2]["nonce"])


def test_contributions_that_do_not_fit_are_refused_at_the_door() -> None:
    with pytest.raises(purrlor.BadOption, match="one contribution"):
        Match(NAME, 4, secret=SECRET, contributions=contributions()[:3])
    wrong = [Contribution(PERSON, "33" * 32, NONCES[0]), *contributions()[1:]]
    with pytest.raises(purrlor.BadOption, match="seat 0"):
        Match(NAME, 4, secret=SECRET, contributions=wrong)
