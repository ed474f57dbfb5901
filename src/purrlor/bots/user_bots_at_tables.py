"""Bots of the operator's own, at the tables of the parlour beside the levels.

    PURRLOR_OWN_BOTS="Lynx = my_bots:Careful @ cat-cafe rat-a-tat-cat; Puma = puma"

A bot has a name for the players and the place it is imported from (`bots/user_bots.py`); after `@` stand the games it
plays, all of them if none is named. All of them think in one process of their own, `bots/processes/user_bot_worker.py`,
one after another: a bot that hangs holds up neither the server nor the tigers.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from purrlor.bots.processes.workers import log_errors_of
from purrlor.bots.user_bots import BotFailed
from purrlor.core.errors import BadOption
from purrlor.core.game import game
from purrlor.core.language import N_

if TYPE_CHECKING:
    from purrlor.bots.processes.user_bot_worker import Answer

PREFIX = "own:"  # of such a bot's level, in the log of a table and in forms
LONGEST_NAME = 24
SECONDS = 5.0  # for one decision
LOADING = 120.0  # seconds until the process has imported all bots
COMMAND = (sys.executable, "-m", "purrlor.bots.processes.user_bot_worker")
logger = logging.getLogger("purrlor.bots")


@dataclass(frozen=True, slots=True)
class OwnBot:
    """One bot that may sit at tables."""

    name: str  # what players read
    source: str  # module:name, or an entry point
    games: tuple[str, ...] = ()  # empty: all

    @property
    def level(self) -> str:
        return PREFIX + self.name

    def plays(self, name: str) -> bool:
        return not self.games or name in self.games


def name_of_own(level: str) -> str:
    """What players call the bot of this level; "" for a level of ours."""
    return level.removeprefix(PREFIX) if level.startswith(PREFIX) else ""


def read_own_bots(text: str) -> tuple[OwnBot, ...]:
    """The bots that a setting names; BadOption where it cannot be read."""
    found: dict[str, OwnBot] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        name, equals, rest = (word.strip() for word in part.partition("="))
        source, _, played = (word.strip() for word in rest.partition("@"))
        is_name = 0 < len(name) <= LONGEST_NAME and name.isprintable()
        if not equals or not source or not is_name or " " in source or name in found:
            raise BadOption(
                N_("Write own bots as NAME = module:bot @ game, with ; between them and each name once; not {part}."),
                part=repr(part)[:80],
            )
        found[name] = OwnBot(name, source, tuple(game(word).name for word in played.split()))
    return tuple(found.values())


class OwnBots:
    """The bots and their process; start and use it within one event loop."""

    def __init__(self, bots: Sequence[OwnBot] = (), seconds: float = SECONDS) -> None:
        self.bots = {bot.level: bot for bot in bots}
        self.seconds = seconds
        self.process: asyncio.subprocess.Process | None = None
        self.turn = asyncio.Lock()
        self.broken: dict[str, str] = {}  # levels of bots that cannot be loaded, and why
        self.starting: asyncio.Task[None] | None = None
        self.hearing: asyncio.Task[None] | None = None  # to what the process writes to its standard error

    async def __aenter__(self) -> OwnBots:
        if self.bots:
            self.starting = asyncio.create_task(self.load())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.starting is not None:
            self.starting.cancel()
            await asyncio.gather(self.starting, return_exceptions=True)
        await self.end()

    def offered(self, name: str) -> list[OwnBot]:
        """Those that can be chosen at a table of this game."""
        return [bot for level, bot in self.bots.items() if bot.plays(name) and level not in self.broken]

    async def load(self) -> None:
        """Start the process while nobody waits for it, so that the log says at once which bot cannot be loaded."""
        with contextlib.suppress(BotFailed):
            async with self.turn:
                await self.running()

    async def choose(self, level: str, name: str, hidden: bytes, seat: int, seed: int, table: str) -> int:
        """What the bot does, from the bytes of a state hidden for its seat; BotFailed where nothing legal comes."""
        bot = self.bots.get(level)
        if bot is None:
            raise BotFailed(N_("This server has no bot {bot}."), bot=name_of_own(level))
        async with self.turn:
            process = await self.running()
            if level in self.broken:
                raise BotFailed(N_("The bot {bot} cannot be loaded: {why}"), bot=bot.name, why=self.broken[level])
            order = {"game": name, "source": bot.source, "state": hidden.hex(), "seat": seat, "seed": seed}
            answer = await self.ask(process, {**order, "table": table}, self.seconds)
        if "failed" in answer:
            raise BotFailed(N_("The bot {bot} failed: {why}"), bot=bot.name, why=answer["failed"])
        return answer["action"]

    async def ask(self, process: asyncio.subprocess.Process, order: dict[str, object], seconds: float) -> Answer:
        """One answer of the process; a process that is late or dies is ended, and the next question starts another."""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(order).encode() + b"\n")
            async with asyncio.timeout(seconds):
                line = await process.stdout.readline()
        except TimeoutError:
            await self.end()
            raise BotFailed(N_("No answer came within {seconds} s."), seconds=seconds) from None
        except BaseException:  # cancelled in the middle of an answer: what comes is no answer to the next question
            await self.end()
            raise
        if not line:
            await self.end()
            raise BotFailed(N_("The process of the bots ended by itself."))
        return cast("Answer", json.loads(line))

    async def running(self) -> asyncio.subprocess.Process:
        if self.process is None:
            # what the server keeps secret is no business of a bot's
            environment = {
                key: value
                for key, value in os.environ.items()
                if not key.startswith("PURRLOR_") or key == "PURRLOR_CACHE"
            }
            self.process = await asyncio.create_subprocess_exec(
                *COMMAND,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl-C in a terminal is ours to handle
                env=environment,
            )
            self.hearing = asyncio.create_task(log_errors_of(self.process))
            sources = [bot.source for bot in self.bots.values()]
            answer = await self.ask(self.process, {"load": sources}, LOADING)
            self.broken = {
                level: answer["broken"][bot.source]
                for level, bot in self.bots.items()
                if bot.source in answer["broken"]
            }
            for level, why in self.broken.items():
                logger.error("the bot %s cannot be loaded and is not offered: %s", name_of_own(level), why)
        assert self.process is not None
        return self.process

    async def end(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()
        if self.hearing is not None:
            self.hearing.cancel()
