"""The tables of the store, version by version. A step is never changed once released: a new one is added.

Written once for both databases: {real}, {bytes}, {now} and {packed} stand for what they call differently.
"""

from __future__ import annotations

import re

STEPS: tuple[tuple[str, ...], ...] = (
    (  # 1: tables and people
        """create table tables (
            id text primary key, game text not null, host text not null, created {real} not null,
            secret {bytes} not null, watch_key text not null unique,
            series text not null, number integer not null, previous text not null, finished {real})""",
        """create table log (
            table_id text not null references tables (id) on delete cascade, n integer not null,
            kind text not null, seat integer not null, action integer not null, at {real} not null, note text not null,
            primary key (table_id, n)) {packed}""",
        """create table sittings (
            identity text not null, table_id text not null references tables (id) on delete cascade,
            primary key (identity, table_id)) {packed}""",
        "create index sittings_by_table on sittings (table_id)",
        "create index tables_by_host on tables (host)",
        """create table identities (
            id text primary key, name text not null, language text not null, created {real} not null) {packed}""",
    ),
    (  # 2: personal links and tokens, and what is kept of a match when its table is gone
        """create table grants (
            hash {bytes} primary key, kind text not null, identity text not null,
            table_id text not null references tables (id) on delete cascade, seat integer not null,
            created {real} not null, used {real}) {packed}""",
        "create index grants_by_seat on grants (table_id, identity, seat)",
        """create table results (
            table_id text not null, seat integer not null, identity text not null, name text not null,
            game text not null, series text not null, chair integer not null, score integer not null,
            won integer not null, scores text not null, winners text not null, at {real} not null,
            primary key (table_id, seat)) {packed}""",
        "create index results_by_identity on results (identity, at)",
        "create index results_by_series on results (series, at)",
    ),
    (  # 3: several processes
        "create table servers (id text primary key, until {real} not null) {packed}",
        """create table leases (
            table_id text primary key references tables (id) on delete cascade, server text not null) {packed}""",
        "create index leases_by_server on leases (server)",
    ),
    (  # 4: the browsers of an identity, links that bring an identity to another one, and who was seated where
        """create table sessions (
            id text primary key, identity text not null, device text not null,
            created {real} not null, seen {real} not null, ended {real}) {packed}""",
        "create index sessions_by_identity on sessions (identity)",
        "create index sessions_by_end on sessions (ended)",
        """create table identity_links (
            hash {bytes} primary key, identity text not null, created {real} not null, used {real}) {packed}""",
        "create index log_seatings on log (table_id, n) where kind in ('sit', 'back', 'bar')",
    ),
    (),  # 5: a process tells of its rows itself (PostgreSQL alone)
    (  # 6: the cat somebody chose
        "alter table identities add column look text not null default ''",
    ),
    (  # 7: what a finished match was worth, and how often everybody did what
        """create table reviews (
            table_id text primary key references tables (id) on delete cascade, review text not null) {packed}""",
        """create table habits (
            table_id text not null, seat integer not null, kind integer not null, name integer not null,
            identity text not null, level text not null, game text not null, times integer not null,
            won integer not null, at {real} not null, primary key (table_id, seat, kind, name)) {packed}""",
        "create index habits_by_identity on habits (identity)",
        "create index habits_by_game on habits (game, kind, name)",
    ),
)

# In PostgreSQL every row written wakes the other processes; they know the writer by its application_name. A process
# that has set ANNOUNCES tells of its rows itself, many at a time.
CHANNEL = "purrlor"
ANNOUNCES = "purrlor.announces"
POSTGRES_STEPS: dict[int, tuple[str, ...]] = {
    3: (
        f"""create function purrlor_row_written() returns trigger language plpgsql as $$
        begin
            perform pg_notify('{CHANNEL}',
                current_setting('application_name') || ' ' || new.table_id || ' n ' || new.n);
            return null;
        end $$""",
        "create trigger row_written after insert on log for each row execute function purrlor_row_written()",
    ),
    5: (
        "drop trigger row_written on log",
        f"""create trigger row_written after insert on log for each row
        when (current_setting('{ANNOUNCES}', true) is distinct from 'on') execute function purrlor_row_written()""",
    ),
}
VERSION = len(STEPS)
TABLES = ("meta", *re.findall(r"create table (\w+)", "".join(statement for step in STEPS for statement in step)))
MAKE_META = "create table if not exists meta (name text primary key, value integer not null)"
READ_VERSION = "select value from meta where name = 'version'"
WRITE_VERSION = (
    "insert into meta (name, value) values ('version', ?) on conflict (name) do update set value = excluded.value"
)


def steps_from(version: int, words: dict[str, str], *, is_postgres: bool, to: int | None = None) -> list[str]:
    """The statements that bring a store of this version up to date, or up to another one."""
    found: list[str] = []
    for number in range(version + 1, (VERSION if to is None else to) + 1):
        found.extend(in_words(statement, words) for statement in STEPS[number - 1])
        if is_postgres:
            found.extend(POSTGRES_STEPS.get(number, ()))
    return found


def in_words(statement: str, words: dict[str, str]) -> str:
    for name, text in words.items():
        statement = statement.replace("{" + name + "}", text)
    return statement
