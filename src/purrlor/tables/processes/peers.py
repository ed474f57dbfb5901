"""What server processes tell each other about tables. Nothing of it is stored: rows of the log are, and are only
announced here.

n 17: row 17 was written. here ID / gone ID: somebody opened or closed the table. who: say who is here. looked: somebody
looks at a table you drive. react SEAT KIND. claim SEAT ID NAME: somebody asks for a seat. refuse ID: the answer is no.
forget ID ALIAS HOST: a person was forgotten. out SESSION: it was ended.
"""

from __future__ import annotations

from collections.abc import Iterable

from purrlor.tables.commands.claims import SeatClaim
from purrlor.tables.driving.clock import Clock
from purrlor.tables.people.erasure import put_alias
from purrlor.tables.people.sessions import EVERYBODY, Sessions
from purrlor.tables.processes.background import BackgroundTasks
from purrlor.tables.registry import TableRegistry
from purrlor.tables.store import Store
from purrlor.tables.table import Table
from purrlor.tables.viewers.reactions import Reaction


class Peers:
    """The other processes of this server; with SQLite there are none."""

    def __init__(
        self, store: Store, registry: TableRegistry, sessions: Sessions, clock: Clock, background: BackgroundTasks
    ) -> None:
        self.store, self.registry, self.sessions, self.clock = store, registry, sessions, clock
        self.background = background

    def listen(self) -> None:
        self.store.listen(self.on_message)

    def send(self, table: Table, text: str) -> None:
        if self.store.is_shared:
            self.background.spawn(self.store.send_to_peers(table.id, text))

    def on_message(self, server: str, table_id: str, text: str) -> None:
        """`server` is empty when messages may have been missed."""
        kind, _, rest = text.partition(" ")
        if not server:
            self.on_missed()
        elif table_id == EVERYBODY:
            self.sessions.apply_ended([rest])
        else:
            if kind == "n" and table_id in self.registry.loading:
                self.registry.changed_while_loading.add(table_id)
            table = self.registry.tables.get(table_id)
            if table is not None:
                self.on_table_message(server, table, kind, rest)

    def on_missed(self) -> None:
        self.background.spawn(self.sessions.load())
        for table in self.registry.tables.values():
            self.registry.mark_stale(table)

    def on_table_message(self, server: str, table: Table, kind: str, rest: str) -> None:
        if kind == "n" and table.n < int(rest):
            self.registry.mark_stale(table)
        elif kind == "who":
            self.announce(table, table.presence.here)
        elif kind == "looked":
            self.registry.note_viewer(table)
        elif kind == "forget":
            identity, alias, host = rest.split(" ")
            put_alias(table, identity, alias, host)
        elif kind in ("here", "gone"):
            table.presence.note_remote(server, rest, kind == "here")
            table.show()
            self.clock.set(table)
        elif kind == "claim":
            seat, identity, name = rest.split(" ", 2)
            if int(seat) < len(table.seats):
                owner = table.seats[int(seat)].identity
                table.note_claim(SeatClaim(identity, int(seat), name, owner, table.time()))
        elif kind == "refuse":
            table.note_refusal(rest)
        elif kind == "react":
            seat, _, reaction = rest.partition(" ")
            table.react(Reaction(int(seat), reaction))

    def announce(self, table: Table, identities: Iterable[str]) -> None:
        for identity in identities:
            self.send(table, f"here {identity}")
