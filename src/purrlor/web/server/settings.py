"""What an operator can set: by the command line, by PURRLOR_… in the environment, else sensible."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import urlsplit

from purrlor.bots.user_bots_at_tables import read_own_bots
from purrlor.core.errors import PurrlorError
from purrlor.core.installation.operating_system import data_home
from purrlor.core.language import N_
from purrlor.web.rate_limits import network_of


class CannotStart(PurrlorError):
    """A setting the server cannot start with."""


LEAST = {
    "bots": 0,
    "own_bot_seconds": 0.1,
    "pace": 0,
    "rate": 0,
    "connections": 1,
    "keep_days": 1,
    "keep_open_days": 30,
    "keep_results_days": 0,
    "open_tables": 1,
}
ELSEWHERE = ("PURRLOR_CACHE", "PURRLOR_SLOW", "PURRLOR_STEPS")  # of the compiled rules, and of tests


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the database and the secret live, unless told otherwise."""
    return data_home(environment) / "purrlor"


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""  # sqlite:///file or postgresql://…; empty: parlour.db in the data folder
    secret_file: str = ""  # empty: secret in the data folder
    secret: str = ""  # the secret itself as 64 hex digits, for machines that share one; older ones after commas
    public: str = ""  # the address people see, such as https://purrlor.example; empty: the one they came by
    hosts: str = ""  # host names answered to, separated by commas, or *: any; empty: localhost, its own and public's
    proxies: str = ""  # addresses whose X-Forwarded-For and -Proto are believed, separated by commas
    workers: int = 1
    bots: int = 1  # processes that think for bots
    own_bots: str = ""  # NAME = module:bot @ games, with ; between them: bots of the operator's own (docs/running.md)
    own_bot_seconds: float = 5.0  # for one decision of theirs; then a cat takes the seat
    pace: float = 0.6  # seconds a cat takes at least for a move, so that eyes can follow
    rate: float = 1.0  # factor on all rate and connection limits; 0: none
    connections: int = 20_000  # open live connections of one process
    keep_days: int = 90  # finished tables and their logs are cleared after so many days
    keep_open_days: int = 60  # unfinished ones at which nothing happens; never less than 30
    keep_results_days: int = 0  # results of players; 0: as long as the store
    open_tables: int = 200  # unfinished tables opened from one address in a day, for one process
    open_seats: bool = False  # hosts may show free seats on the first page, to everybody who opens it
    metrics_token: str = ""  # who asks for /metrics from elsewhere must bring it
    log: str = "info"
    dev: bool = False  # read templates and stylesheets again for every page

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{data_folder() / 'parlour.db'}"

    @property
    def secret_path(self) -> Path:
        return Path(self.secret_file) if self.secret_file else data_folder() / "secret"

    def make_data_folder(self) -> None:
        """The usual folder is made on the first start; one that an operator names must be there already."""
        if not self.database or not (self.secret or self.secret_file):
            try:
                data_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
            except OSError as error:
                raise CannotStart(
                    N_("The folder {folder} cannot be made: {why}. Name another one with XDG_DATA_HOME."),
                    folder=str(data_folder()),
                    why=error.strerror or str(error),
                ) from error

    def checked(self) -> Settings:
        if not 0 <= self.port <= 65535:
            raise CannotStart(N_("{port} is not a port: give a number from 0 to 65535."), port=self.port)
        if self.workers < 1:
            raise CannotStart(N_("{workers} workers cannot serve anybody: give at least 1."), workers=self.workers)
        for name, least in LEAST.items():
            if not getattr(self, name) >= least:  # so that "nan" is refused too
                raise CannotStart(
                    N_("PURRLOR_{name} cannot be {value}: give at least {least}."),
                    name=name.upper(),
                    value=getattr(self, name),
                    least=least,
                )
        kind = urlsplit(self.database_url).scheme
        if not kind:
            raise CannotStart(
                N_("A database in a file is named with sqlite:/// in front: sqlite:///{file}."), file=self.database_url
            )
        if kind not in ("sqlite", "postgresql"):
            raise CannotStart(N_("The database is sqlite:///FILE or postgresql://…, not {kind}:…"), kind=kind[:20])
        if self.workers > 1 and kind == "sqlite":
            raise CannotStart(N_("Several workers need PostgreSQL: SQLite serves one."))
        if self.public and urlsplit(self.public).scheme not in ("http", "https"):
            raise CannotStart(
                N_("The public address begins with http:// or https://, not {public}."), public=self.public
            )
        if self.log not in ("debug", "info", "warning", "error"):
            raise CannotStart(N_("The log level is debug, info, warning or error, not {log}."), log=self.log)
        for name in self.proxies.split(","):
            if name.strip() and network_of(name.strip()) is None:  # it would be believed by nobody, and nobody told
                raise CannotStart(
                    N_("A proxy is named by its address, such as 127.0.0.1 or 10.0.0.0/8, not {name}."),
                    name=name.strip(),
                )
        read_own_bots(self.own_bots)
        return self

    def environment(self) -> dict[str, str]:
        """The same settings as environment variables: how worker processes are told."""
        return {f"PURRLOR_{field.name.upper()}": str(getattr(self, field.name)) for field in fields(self)}


def settings(environment: Mapping[str, str] = os.environ, /, **given: object) -> Settings:
    """Settings from the environment, those given (and not None) first."""
    kinds = get_type_hints(Settings)
    check_names(environment)
    values: dict[str, Any] = {}
    for field in fields(Settings):
        text = environment.get(f"PURRLOR_{field.name.upper()}")
        if text is not None:
            values[field.name] = read_value(field.name, text, kinds[field.name])
    values.update({name: value for name, value in given.items() if value is not None})
    return replace(Settings(), **values).checked()


def check_names(environment: Mapping[str, str]) -> None:
    """A misspelt setting would be no setting at all, and nobody would know."""
    known = [f"PURRLOR_{field.name.upper()}" for field in fields(Settings)] + list(ELSEWHERE)
    for name in environment:
        if name.startswith("PURRLOR_") and name not in known:
            near = get_close_matches(name, known, 1)
            if near:
                raise CannotStart(N_("{name} is no setting: did you mean {near}?"), name=name, near=near[0])
            raise CannotStart(N_("{name} is no setting: docs/running.md lists them all."), name=name)


def read_value(name: str, text: str, kind: type) -> object:
    try:
        if kind is bool:
            return {"1": True, "true": True, "on": True, "0": False, "false": False, "off": False, "": False}[
                text.lower()
            ]
        return kind(text)
    except (ValueError, KeyError):
        raise CannotStart(N_("PURRLOR_{name} cannot be {value}."), name=name.upper(), value=repr(text)[:60]) from None
