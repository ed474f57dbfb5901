"""Secrets of a running match are on no page, in no history, under no cover and in no statistics; a look back through
somebody's eyes shows what they saw then.

The canary is an exchange, as in test_leaks: two things a viewer cannot tell apart change places in the true state,
and every address of the real application must answer that viewer with the very same text. For words there is a second
one: another choice that looks the same to a viewer must be told in the same words.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import PlainTextResponse, Response
from starlette.testclient import TestClient

from purrlor import Game, game, games
from purrlor.core.cache import Cache
from purrlor.core.chance import seed_rng
from purrlor.core.match import Match, key_rng
from purrlor.core.seats import WATCHER
from purrlor.core.sentences.narration import narrate
from purrlor.tables.history.replay import Replay, replays
from purrlor.tables.table import Table
from purrlor.web.live import frames
from purrlor.web.live.frames import FrameValues
from purrlor.web.live.match_end import Ending
from purrlor.web.pages import own_results, replay
from purrlor.web.pages import table as table_pages
from purrlor.web.services import services_of
from tests.fixtures.visitors import House, open_house

GAMES = games()
NAMES = ["Ann", "Boris", "Clara", "Dmitri", "Eve", "Fyodor"]
NO_ANSWER = ("record.json", "scores.csv")


def lay(house: House, known: Game, seats: int) -> tuple[str, Table]:
    """All sit at one device, and each has a tab of their own besides."""
    form = {f"name-{k}": NAMES[k] for k in range(seats)}
    address = house.host.post(f"/new/{known.name}/device", data=form).url.path
    return address, house.app.services.tables.registry.tables[address.removeprefix("/t/")]


def decide(house: House, address: str, table: Table, chance: random.Random) -> None:
    seat = chance.choice(table.waiting())
    data = {"seat": str(seat), "action": str(chance.choice(table.legal(seat))), "seen": str(table.question[seat])}
    assert house.host.post(f"{address}/play?seat={seat}", data=data, headers={"x-live": "1"}).status_code == 204


def addresses(address: str, table: Table, viewer: int) -> list[str]:
    """Everything there is to ask for at this table, for this viewer."""
    if viewer != WATCHER:
        seat = f"seat={viewer}"
        return [f"{address}?{seat}", f"{address}/live?{seat}", f"{address}/replay?{seat}&as=open&at=1"]
    watch = f"/w/{table.facts.watch_key}"
    files = [f"{at}/{file}" for at in (address, watch) for file in NO_ANSWER]
    looks = [watch, f"{watch}/live", f"{watch}/replay?as=open&at=1", f"{watch}/replay?as=0&at=2&part=1"]
    return [*files, *looks, address, f"{address}/live", "/me", "/"]


def asked(visitor: TestClient, at: str) -> str:
    return visitor.get(at).text


def leaks(house: House, address: str, table: Table, viewer: int, chance: random.Random) -> Iterator[str]:
    """Addresses whose answer changes with what this viewer cannot know, or that hold a key."""
    true, match = table.playing().state, table.playing()
    twin = true.copy()
    seed_rng(twin, chance.getrandbits(60))
    rules = table.game.rules
    # A twin in which everybody has chosen is a moment that never lasts: the match would have gone on.
    can_exchange = bool(table.game.part("invariants").exchange(twin, viewer) and rules.waiting(twin))
    for at in addresses(address, table, viewer):
        honest = asked(house.host, at)
        if match.secret.hex() in honest or match.key.hex() in honest:
            yield f"the secret or the key at {at}"
        if viewer == WATCHER and at in (address, f"{address}/live") and "eyes shut" not in honest:
            continue  # nobody has anything to hide: the screen is one player's
        if can_exchange:
            match.state = twin
            table.views.clear()
            house.app.services.frames.drawn = Cache(16)
            if asked(house.host, at) != honest:
                yield f"something hidden at {at} for {viewer} after {len(match.log)} decisions"
            match.state = true
            table.views.clear()
            house.app.services.frames.drawn = Cache(16)


def search(folder: Path, known: Game, moments: int, seed: int = 3) -> list[str]:
    chance = random.Random(seed)
    found: list[str] = []
    with open_house(folder, rate=0.0) as house:
        seats = known.seats[min(1, len(known.seats) - 1)]
        while moments:
            address, table = lay(house, known, seats)
            for _ in range(chance.randrange(1, 40)):
                if table.waiting():
                    decide(house, address, table, chance)
            if table.stage == "running":
                moments -= 1
                for viewer in (*range(seats), WATCHER):
                    found += leaks(house, address, table, viewer, chance)
    return found


@pytest.mark.parametrize("known", GAMES, ids=lambda known: known.name)
def test_no_page_of_a_running_match_tells_a_secret(known: Game, tmp_path: Path) -> None:
    assert not search(tmp_path, known, 3)


def bare(table: Table) -> str:
    """Everything there is, without its generator."""
    return table.playing().state.to_bytes()[32:].hex()


def careless_scene(pages: Any, table: Table, *rest: Any, **more: Any) -> tuple[FrameValues, Ending]:
    values, ending = HONEST_SCENE(pages, table, *rest, **more)
    return replace(values, names=[bare(table) for _ in values.names]), ending


async def careless_page(request: Any) -> Response:
    """Every table of the house, to whoever asks."""
    return PlainTextResponse("".join(map(bare, services_of(request).tables.registry.tables.values())))


async def careless_look_back(request: Any, table: Table) -> Response:
    return PlainTextResponse(bare(table))


HONEST_SCENE = frames.frame_values
PLANTS: dict[str, tuple[Any, str, Any, str]] = {  # what leaks: where it is planted, and where it must be found
    "cover": (frames, "frame_values", careless_scene, "/t/[\\w-]+ for"),
    "history": (Table, "story", lambda table, *rest: [bare(table)], "seat="),
    "title and notification": (frames, "title_of", lambda table, *rest: bare(table), "/live"),
    "look back": (replay, "not_yet", careless_look_back, "/replay"),
    "record": (table_pages, "record", careless_page, "/record.json"),
    "record for watchers": (replay, "record", careless_page, "/w/.*/record.json"),
    "score table": (replay, "scores", careless_page, "/scores.csv"),
    "own results": (own_results, "own_results_page", careless_page, "/me"),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_leak_is_found(plant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, careless, at = PLANTS[plant]
    monkeypatch.setattr(where, name, careless)
    found = search(tmp_path, next(known for known in GAMES if known.name == "rat-a-tat-cat"), 1)
    assert any(re.search(f"something hidden at .*{at}", one) for one in found)


# Replays of finished matches: through somebody's eyes only what they saw


def replay_leaks(replay: Replay, page: Callable[[int, int], str], chance: random.Random) -> int:
    """How often a moment through a seat's eyes changed with what that seat could not know then."""
    changed = exchanged = 0
    for moment in chance.sample(range(replay.last), min(8, replay.last)):
        for seat in range(2):
            state = replay.game.rules.State.from_bytes(replay.states[moment])
            seed_rng(state, chance.getrandbits(60))
            if not replay.game.part("invariants").exchange(state, seat):
                continue
            honest, true = page(moment, seat), replay.states[moment]
            replay.states[moment] = state.to_bytes()
            changed += page(moment, seat) != honest
            replay.states[moment] = true
            exchanged += 1
    assert exchanged > 3
    return changed


def finished(house: House, known: Game) -> tuple[str, Replay]:
    """A finished match, played through the door, and its reel as the pages have it."""
    chance = random.Random(8)
    address, table = lay(house, known, known.seats[0])
    while table.waiting():
        decide(house, address, table, chance)
    house.host.get(f"{address}/replay")
    replay = replays.get(table.id)
    assert replay is not None
    return address, replay


def looked_back(folder: Path, known: Game) -> int:
    with open_house(folder, rate=0.0) as house:
        address, replay = finished(house, known)

        def page(moment: int, seat: int) -> str:
            return asked(house.host, f"{address}/replay?at={moment}&as={seat}&part=1")

        return replay_leaks(replay, page, random.Random(4))


@pytest.mark.parametrize("known", GAMES, ids=lambda known: known.name)
def test_eyes_that_are_borrowed_see_no_more_than_they_saw(known: Game, tmp_path: Path) -> None:
    assert looked_back(tmp_path, known) == 0


def test_eyes_that_see_too_much_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = next(each for each in GAMES if each.name == "more-kitties")
    monkeypatch.setattr(
        Replay, "view", lambda replay, moment, eyes: known.rules.State.from_bytes(replay.states[moment])
    )
    assert looked_back(tmp_path, known) > 0


# Histories: what cannot be told apart is told in the same words


def same_words(known: Game, seeds: range, told: Callable[..., list[str]]) -> tuple[int, list[str]]:
    """Take every decision of random matches made while others decide too, and another one that looks the same to a
    viewer: is it told alike? (In turn, everybody may know which card was moved.)"""
    compared, found = 0, []
    for seed in seeds:
        dice = random.Random(seed)
        seats = known.seats[min(1, len(known.seats) - 1)]
        match = Match(known, seats, seed=seed)
        while (waiting := match.waiting()) and len(match.log) < 150:
            seat = dice.choice(waiting)
            choices, before = match.legal(seat), match.state.copy()
            action = dice.choice(choices)
            match.play(seat, action)
            other = dice.choice([each for each in choices if each != action] or [action])
            twin = before.copy()
            key_rng(twin, match.secret, len(match.log))
            known.rules.apply(twin, seat, other)
            for viewer in (*range(seats), WATCHER):
                if (
                    len(waiting) < 2
                    or viewer == seat
                    or other == action
                    or match.view(viewer) != known.hidden(twin, viewer)
                ):
                    continue
                compared += 1
                one = told(known, before, match.state, seat, action, viewer, "en", NAMES)
                if one != told(known, before, twin, seat, other, viewer, "en", NAMES):
                    found.append(f"{one} tells viewer {viewer} what seat {seat} did")
    return compared, found


def test_a_secret_choice_is_not_told() -> None:
    total = 0
    for known in GAMES:
        compared, found = same_words(known, range(12), narrate)
        assert not found
        total += compared
    assert total > 200


def test_words_that_tell_a_secret_choice_are_found() -> None:
    def careless(*facts: Any) -> list[str]:
        return [*narrate(*facts), f"(choice {facts[4]})"]

    _, found = same_words(game("cat-cafe"), range(2), careless)
    assert found
