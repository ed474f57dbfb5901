"""What the layout audit looks at: every board state of the gallery, positions of a random match, every page."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from purrlor.bots.thinker import Choice as WeighedChoice
from purrlor.bots.thinker import Thinker
from purrlor.bots.trial_matches import OWN, RIVAL, Difference
from purrlor.core.chance import seed_rng
from purrlor.core.errors import BadOption
from purrlor.core.game import Game, State, game, games
from purrlor.core.language import translations
from purrlor.core.options import Choice
from purrlor.core.positions.puzzle import puzzles_of
from purrlor.core.seats import WATCHER, members
from purrlor.core.sentences.narration import narrate
from purrlor.tables.catalogue import TABLES_CATALOGUE
from purrlor.tables.errors import NotWeighedYet
from purrlor.tables.history.match_review import Review
from purrlor.tables.history.review_jobs import BEING_MADE, MOST_KINDS, Evaluate, Reviews
from purrlor.tables.seats import CAT_NAMES, LEVELS, Seat, TableSettings
from purrlor.tables.table import Table
from purrlor.web.gallery.around_the_table import AGES, series
from purrlor.web.live.sentences import hint_for, waiting_sentence
from purrlor.web.real_table.counting import is_counted
from purrlor.web.real_table.papers import papers_of
from purrlor.web.rendering.templating import translations_for

if TYPE_CHECKING:
    from purrlor.web.gallery.screenshots import Studio

POSITIONS = 9  # positions of one match
REVIEW_PLAYOUTS, REVIEW_TREE = 4, 500  # for every decision of the match that is reviewed
SAID = 4  # matches whose questions are tried in the bubble, for every number of players
LONGEST = 25  # of these questions and hints are tried
# What a page shows after a click, besides itself: name -> script
OPENED = {
    "words": "document.getElementById('cat-words').open = true",
    "menu": "document.querySelector('.bar .menu:not(#cat-words)').open = true",
    "options": "document.getElementById('set').open = true",
    "story": "if (purr.shape() !== 'wide') document.getElementById('story-link')?.click()",
}
UNFOLD = "document.querySelectorAll('details.fold').forEach(e => { e.open = true; })"


class Screen(NamedTuple):
    """A page to be measured. `prepare`: a script that opens something on it. `of`: the game whose
    sayings are tried. `explains`: its pieces are tapped one by one for what they say."""

    name: str
    address: str
    prepare: str = ""
    of: Game | None = None
    explains: bool = False


Wanted = Callable[[str], bool]  # whether a screen of this name is looked at: others are not even laid out


async def boards(studio: Studio, of: Game, wanted: Wanted) -> AsyncIterator[Screen]:
    """The states of a game's gallery, a table with cats in random positions, the end, and looking back."""
    for name, (position, viewer) in of.part("board.gallery").STATES.items():
        screen, asks, waits = (
            f"{of.name}.{name}",
            name in ("choosing", "draw-or-take"),
            name in ("waiting", "others-act"),
        )
        opened = {f"{screen}.{what}": script for what, script in OPENED.items() if waits and wanted(f"{screen}.{what}")}
        if not wanted(screen) and not opened:
            continue
        await deal(studio, screen)
        table = await studio.pose(of, position)
        at = f"/w/{table.facts.watch_key}" if viewer == WATCHER else f"/t/{table.id}?seat={viewer}"
        if wanted(screen):
            yield Screen(screen, at, of=of if asks else None, explains=True)
        for each, script in opened.items():
            yield Screen(each, at, script)
    for number, state in enumerate(positions(of)):
        if wanted(f"{of.name}.match-{number + 1}"):
            await deal(studio, f"{of.name}.match-{number + 1}")
            table = await studio.pose_state(of, state)
            seat_cats(studio, table)
            yield Screen(f"{of.name}.match-{number + 1}", f"/t/{table.id}?seat=0")
    async for look in finished(studio, of, wanted):
        yield look


async def finished(studio: Studio, of: Game, wanted: Wanted) -> AsyncIterator[Screen]:
    """The end of a match, its look back with everything open and with one pair of eyes, its review."""
    looks = {"end": "", "look-back.open": "/replay?at={}&as=open", "look-back.0": "/replay?at={}&as=0"}
    looks |= {"review.open": "/review?as=open", "review.0": "/review?as=0", "review.late": "/review"}
    last = [each for each in looks if wanted(f"{of.name}.{each}")]
    if not last:
        return
    await deal(studio, f"{of.name}.end")
    over = await series(studio, of)
    middle = len(over.playing().log) // 2
    if any(each.startswith("review") for each in last):
        studio.services.reviews = Reviews(a_few_playouts(of), compare=wide_differences)
        # a page that waits for it would be measured instead, and come again by itself
        await studio.services.reviews.of(over)
    for each in last:
        if each == "review.late":
            studio.services.reviews = LateReviews(None)
        yield Screen(f"{of.name}.{each}", f"/t/{over.id}{looks[each].format(middle)}")


async def wide_differences(name: str, hidden: bytes, seat: int, *_: int, **__: object) -> list[Difference]:
    """As many rows as a review tells, with large figures and the names of the game's own kinds."""
    of = game(name)
    kinds: list[int] = []
    if of.has("words/outcome.py"):
        kinds = sorted(of.part("words.outcome").outcome(of.rules.State.from_bytes(hidden), seat))[: MOST_KINDS - 2]
    return [(OWN, 128.4, 117.6), (RIVAL, 119.7, 120.9), *((kind, 19.8, 8.4) for kind in kinds)]


class LateReviews(Reviews):
    """Nothing is ready, and nobody has to wait any longer: that page does not come again by itself."""

    async def soon(self, table: Table, patience: float) -> Review:
        raise NotWeighedYet(BEING_MADE)

    def may_wait(self, table: Table, now: float) -> bool:
        return False


def a_few_playouts(of: Game) -> Evaluate:
    """A search that is good enough for a page: nothing has to be compiled, and no process is started."""
    search = Thinker(of, fast=False, capacity=REVIEW_TREE)

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
    ) -> list[WeighedChoice]:
        every = search.legal(hidden, seat).bit_count()  # a choice that nobody has tried cannot be weighed
        return search.evaluate(hidden, seat, playouts=max(REVIEW_PLAYOUTS, every + 1))

    return evaluate


async def templates(studio: Studio, of: Game, wanted: Wanted) -> AsyncIterator[Screen]:
    """What lies around a table of this game."""
    tables, people, found = studio.services.tables, studio.people, []
    await deal(studio, f"{of.name}.new")
    for way in ("friends", "device"):
        found.append(Screen(f"{of.name}.new.{way}", f"/new/{of.name}/{way}", UNFOLD))
    found.append(Screen(f"{of.name}.rules", f"/rules/{of.name}"))
    if is_counted(of):
        found.append(Screen(f"{of.name}.count", f"/count/{of.name}", UNFOLD))
    if papers_of(of, studio.camera.language):
        found.append(Screen(f"{of.name}.print", f"/print/{of.name}"))
    position, _ = next(iter(of.part("board.gallery").STATES.values()))
    found.append(Screen(f"{of.name}.play-on", f"/play-on/{of.name}?{urlencode({'position': position})}"))
    for number, step in enumerate(of.part("words.lesson").STEPS, 1):
        at = f"/learn/{of.name}/{number}"
        found.append(Screen(f"{of.name}.lesson.{number}", at))
        found.append(Screen(f"{of.name}.lesson.{number}.right", f"{at}?did={step.actions[0]}"))
        for nth, wrong in enumerate(step.corrections, 1):
            found.append(Screen(f"{of.name}.lesson.{number}.wrong-{nth}", f"{at}?did={wrong}"))
    waiting = await tables.create(studio.me, of.name, of.seats[-1], people=people[:1])
    if of.seats[-1] > 2:
        await tables.seat_bot(waiting.id, studio.me, None, "tiger")
    found.append(Screen(f"{of.name}.lobby", f"/t/{waiting.id}"))
    found.append(Screen(f"{of.name}.lobby.options", f"/t/{waiting.id}", UNFOLD))
    found.append(Screen(f"{of.name}.lobby.sit", f"/t/{waiting.id}?sit=1"))
    hosted = await tables.create((await studio.guests())[0], of.name, of.seats[-1], people=people[1:2])
    await tables.sit(hosted.id, studio.me, people[0])
    found.append(Screen(f"{of.name}.lobby.guest", f"/t/{hosted.id}"))
    asked = await tables.create((await studio.guests())[0], of.name, of.seats[0], people=people[1:2])
    found.append(Screen(f"{of.name}.join", f"/t/{asked.id}"))
    passed = await tables.create(studio.me, of.name, of.seats[0], people=people[: of.seats[0]], begin=True)
    found.append(Screen(f"{of.name}.cover", f"/t/{passed.id}"))
    found += puzzle_screens(of)
    for screen in found:
        if wanted(screen.name):
            yield screen


def puzzle_screens(of: Game) -> list[Screen]:
    """A puzzle before the first try, after one, solved, and not solved."""
    found = []
    for puzzle in puzzles_of(of)[:1]:
        wrong = [each for each in of.legal(of.read(puzzle.position), puzzle.seat) if each != puzzle.best]
        tries = {"": [], ".tried": wrong[:1], ".solved": [puzzle.best], ".missed": wrong[:3]}
        for name, tried in tries.items():
            at = f"/puzzle/{of.name}/1" + (f"?tried={','.join(map(str, tried))}" if tried else "")
            found.append(Screen(f"{of.name}.puzzle{name}", at))
    return found


async def house_pages(studio: Studio, wanted: Wanted) -> AsyncIterator[Screen]:
    """Pages that belong to no game."""
    found = [
        Screen("first-page", "/"),
        Screen("first-page.cats", "/", "document.querySelector('.against').open = true"),
        Screen("no-such-page", "/t/nowhere"),
        Screen("own-results", "/me"),
        Screen("own-cat", "/me/cat"),
        Screen("forget", "/me/forget"),
        Screen("code", "/code"),
        Screen("offline", "/offline"),
        Screen("count", "/count"),
        Screen("puzzles", "/puzzles"),
        Screen("puzzles.all", "/puzzles", UNFOLD),
    ]
    await deal(studio, "own-results")
    if wanted("own-results"):  # with matches of every game, also where no other screen is asked for
        for of in games():
            await series(studio, of)
    tables, people = studio.services.tables, studio.people
    lobby = await tables.create(studio.me, "pocket-cats", 2, people=people[:1])
    found.append(Screen("cat-of-a-seat", f"/t/{lobby.id}/look?seat=0"))
    device = await studio.services.identities.make_identity_link((await studio.guests())[0])
    found.append(Screen("device", f"/me/device/{device}"))
    table = await tables.create(studio.me, "rat-a-tat-cat", 3, settings=TableSettings(clock=120), people=people[:1])
    await tables.sit(table.id, (await studio.guests())[0], people[1])
    await tables.seat_bot(table.id, studio.me, None, "cat")
    await tables.begin(table.id, studio.me)
    table.presence.since -= AGES
    found.append(Screen("away", f"/t/{table.id}?seat=0"))
    found.append(Screen("seats", f"/t/{table.id}/seats"))
    link = await studio.services.identities.make_link(table.id, (await studio.guests())[0], 1)
    found.append(Screen("personal-link", f"/me/{link}"))
    for screen in found:
        if wanted(screen.name):
            yield screen


async def deal(studio: Studio, screen: str) -> None:
    """What is laid out from here on is the same whichever screens came before. Guests are of no screen."""
    await studio.guests()
    studio.deal(f"{studio.camera.language} {screen}")


def positions(of: Game) -> list[State]:
    """Positions of one random match with the most players, as different from one another as there are."""
    dice, by_kind = random.Random(of.name), {}
    s = of.laid_out(of.seats[-1])
    seed_rng(s, 1)
    of.rules.start(s)
    while waiting := members(int(of.rules.waiting(s))):
        choices = members(int(of.rules.legal(s, 0)))
        kind = (getattr(s, "phase", 0), bool(choices))
        if kind not in by_kind or dice.random() < 0.2:
            by_kind[kind] = s.copy()
        seat = dice.choice(waiting)
        of.rules.apply(s, seat, dice.choice(members(int(of.rules.legal(s, seat)))))
    return list(by_kind.values())[:POSITIONS]


def seat_cats(studio: Studio, table: Table) -> None:
    """Cats on all seats but the first. The table is only looked at: nobody asks them for a move."""
    t = translations(studio.camera.language, TABLES_CATALOGUE)
    for number in range(1, len(table.seats)):
        level, name = LEVELS[number % len(LEVELS)], t.gettext(CAT_NAMES[number - 1])
        table.seats[number] = Seat(level=level, name=name)
    table.views.clear()
    table.show()


def sayings(of: Game, language: str, names: list[str]) -> list[tuple[str, str]]:
    """Questions with what stands below them, the longest ones of random matches with every number of players."""
    found: set[tuple[str, str]] = set()
    for seats in of.seats:
        for seed in range(SAID):
            found |= said_in_a_match(of, seats, seed, language, names[:seats])
    by = (len_of_both, len_of_question, len_of_hint)
    return sorted({pair for length in by for pair in sorted(found, key=length)[-LONGEST:]})


def len_of_both(pair: tuple[str, str]) -> int:
    return len(pair[0]) + len(pair[1])


def len_of_question(pair: tuple[str, str]) -> int:
    return len(pair[0])


def len_of_hint(pair: tuple[str, str]) -> int:
    return len(pair[1])


def said_in_a_match(of: Game, seats: int, seed: int, language: str, names: list[str]) -> set[tuple[str, str]]:
    t, words, view = translations_for(language, of), of.part("words.labels"), of.part("board.view")
    found, stories = set(), [[] for _ in names]  # type: set[tuple[str, str]], list[list[str]]
    s, dice = options_tried(of, seats, seed), random.Random(seed)
    seed_rng(s, seed)
    of.rules.start(s)
    while waiting := members(int(of.rules.waiting(s))):
        for seat in range(seats):
            hidden = of.hidden(s, seat)
            choices = members(int(of.rules.legal(hidden, seat)))
            hint = view.board(hidden, seat, t, names, choices).get("hint")
            asked = words.status(hidden, seat, t, names) or waiting_sentence(list(waiting), seat, names, t)
            found.add((asked, hint_for(hint, stories[seat][::-1], bool(choices), False, seats)))
        before, seat = s.copy(), dice.choice(waiting)
        action = dice.choice(members(int(of.rules.legal(s, seat))))
        of.rules.apply(s, seat, action)
        for viewer, story in enumerate(stories):
            story.extend(narrate(of, before, s, seat, action, viewer, language, names))
    return found


def options_tried(of: Game, seats: int, seed: int) -> State:
    """A state laid out with options of which each takes another of its values with every seed, where that can be."""
    chosen = {each.name: each.values[seed % len(each.values)] for each in of.options if isinstance(each, Choice)}
    try:
        return of.laid_out(seats, chosen)
    except BadOption:
        return of.laid_out(seats)
