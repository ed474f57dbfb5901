"""Starting and ending the server."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import multiprocessing
import os
import secrets
import shutil
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn

from purrlor.core.compilers.native import cache_root
from purrlor.core.errors import PurrlorError
from purrlor.core.installation.operating_system import has_screen
from purrlor.core.language import N_, translations
from purrlor.tables.store.sqlite import lock_store
from purrlor.web.app import make_app, open_services
from purrlor.web.request_context import CATALOGUES
from purrlor.web.security import SecurityMiddleware
from purrlor.web.server import metrics
from purrlor.web.server.connections import SPARE, BoundedSocket, Doorkeeper, http_protocol
from purrlor.web.server.gc_policy import run_gc_policy
from purrlor.web.server.json_logs import configure_logging, log_event, log_everything_as_json
from purrlor.web.server.settings import CannotStart, Settings, settings

PORTS = 50
COULD_NOT_START = 3
SWITCH_INTERVAL = 0.0005  # seconds: the store's thread asks for the interpreter several times for every row it writes


class Server(uvicorn.Server):
    """Ends at once also while screens are open: they are told first, else the server would wait for them."""

    def __init__(self, config: uvicorn.Config, app: SecurityMiddleware, on_ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self.application, self.on_ready = app, on_ready
        self.services_open = contextlib.AsyncExitStack()
        self.start_error: PurrlorError | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await self.services_open.enter_async_context(open_services(self.application.services, secrets.token_bytes))
        except PurrlorError as error:
            self.start_error = error
            self.should_exit = True
            return
        await super().startup(sockets)
        self.gc_task = asyncio.create_task(
            run_gc_policy(lambda: self.application.services.tables.registry.decisions, time.monotonic)
        )
        if self.on_ready is not None:
            self.on_ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal ends the server in order, and that is all: the process ends well."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {name: signal.signal(name, self.handle_exit) for name in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for name, handler in before.items():
                signal.signal(name, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.gc_task.cancel()
        await self.application.services.close()
        await super().shutdown(sockets)
        await self.services_open.aclose()


def run_one(given: Settings, sockets: list[socket.socket], on_ready: Callable[[], None] | None = None) -> None:
    """One server process, until a signal ends it. What keeps it from starting is raised."""
    configure_logging(given.log)
    app = make_app(given)
    gc.freeze()  # what is there now stays: see gc_policy.py
    sys.setswitchinterval(SWITCH_INTERVAL)
    config = uvicorn.Config(
        app,
        http=http_protocol(Doorkeeper(given.rate, given.connections + SPARE, given.proxies)),
        ws=BoundedSocket,
        ws_max_size=4096,
        ws_per_message_deflate=False,  # its memory would be most of a connection's
        ws_ping_interval=30,
        ws_ping_timeout=30,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(given.proxies),
        forwarded_allow_ips=given.proxies,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
        lifespan="off",  # the server opens and closes its services itself: then their errors are sentences
    )
    server = Server(config, app, on_ready)
    server.run(sockets)
    if server.start_error is not None:
        raise server.start_error


def play(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    open_browser: bool = True,
    lan: bool = False,
    language: str = "en",
    path: str = "",
) -> int:
    """For one household: the next free port, one line with the address, the browser opened there, or at `path`."""
    given = settings(
        host=host or ("0.0.0.0" if lan else None), database=database, log=os.environ.get("PURRLOR_LOG", "warning")
    )
    t = translations(language, *CATALOGUES)
    there = address_of_running(given.database_url)
    if there:
        print(t.gettext("Purrlor is open already at {address}").format(address=there + path), flush=True)
        if open_browser and has_browser():
            webbrowser.open(there + path)
        return 0
    listener = bind(given.host, port if port is not None else given.port, exact=port is not None)
    at = listener.getsockname()[1]
    address = f"http://{'localhost' if given.host in ('127.0.0.1', '0.0.0.0', '::') else given.host}:{at}"
    line = t.gettext("Purrlor is open at {address}").format(address=address + path)
    if lan:
        line += t.gettext(", and for others at home at {address}").format(address=f"http://{lan_address()}:{at}")

    def on_ready() -> None:
        note_address(given.database_url, address)
        print(line + "  " + t.gettext("(Ctrl-C ends it)"), flush=True)
        if open_browser and has_browser():
            threading.Thread(target=webbrowser.open, args=(address + path,), daemon=True).start()

    run_one(given, [listener], on_ready)
    return 0


def serve(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    secret_file: str | None = None,
    workers: int | None = None,
    public: str | None = None,
    **more: object,
) -> int:
    """For a machine on the net: what is not given comes from PURRLOR_… in the environment. Every line is JSON, also the
    one that says why it cannot start."""
    configure_logging("info")
    log_everything_as_json()
    try:
        given = settings(
            host=host, port=port, database=database, secret_file=secret_file, workers=workers, public=public, **more
        )
        configure_logging(given.log)
        return serve_with(given)
    except PurrlorError as error:
        log_event(str(error), logging.CRITICAL)
        return 1


def serve_with(given: Settings) -> int:
    listener = bind(given.host, given.port, exact=True)
    log_event(
        "listening",
        host=given.host,
        port=listener.getsockname()[1],
        workers=given.workers,
        database=urlsplit(given.database_url).scheme,
    )
    if given.workers == 1:
        run_one(given, [listener])
        return 0
    return run_many(given, listener)


def run_many(given: Settings, listener: socket.socket) -> int:
    """Several processes at one address. One that dies is replaced; a signal ends them all."""
    over = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: over.set())
    died = 0
    with figures_folder() as figures:
        spawn = multiprocessing.get_context("spawn")

        def start_worker() -> BaseProcess:
            worker = spawn.Process(target=run_worker, args=(given, listener))
            worker.start()
            return worker

        workers = [start_worker() for _ in range(given.workers)]
        while not over.wait(0.5):
            for k, worker in enumerate(workers):
                if not worker.is_alive():
                    if worker.exitcode == COULD_NOT_START:
                        over.set()  # it could not even start: another would not either
                        continue
                    died += 1
                    log_event("a worker died and is replaced", logging.WARNING, pid=worker.pid, exit=worker.exitcode)
                    if figures is not None:
                        metrics.note_worker_died(figures, worker.pid or 0, died)
                    workers[k] = start_worker()
        for worker in workers:
            if worker.is_alive():
                worker.terminate()
        until = time.monotonic() + 5
        for worker in workers:
            worker.join(max(0.1, until - time.monotonic()))
            if worker.is_alive():
                worker.kill()
        return 1 if any(worker.exitcode == COULD_NOT_START for worker in workers) else 0


def run_worker(given: Settings, listener: socket.socket) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the parent ends its workers
    configure_logging(given.log)
    log_everything_as_json()
    try:
        run_one(given, [listener])
    except PurrlorError as error:
        log_event(str(error), logging.CRITICAL)
        sys.exit(COULD_NOT_START)


@contextlib.contextmanager
def figures_folder() -> Iterator[Path | None]:
    """Where several processes put their figures together: in the cache, so that a system that is read-only otherwise
    will do. None: each answers for itself alone."""
    root = cache_root()
    if root is None:
        log_event("no folder for figures: each worker has its own (set PURRLOR_CACHE)", logging.WARNING)
        yield None
        return
    folder = root / f"figures-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def address_file(database_url: str) -> Path | None:
    """Beside an SQLite file: where the server that has it open is to be found."""
    return Path(f"{database_url[10:]}.address") if database_url.startswith("sqlite:///") else None


def note_address(database_url: str, address: str) -> None:
    file = address_file(database_url)
    if file is not None:
        with contextlib.suppress(OSError):
            file.write_text(address)


def address_of_running(database_url: str) -> str:
    """The address of a server of this machine that has this database open; "" if none has."""
    file = address_file(database_url)
    if file is None or not file.exists():
        return ""
    try:
        os.close(lock_store(file.with_suffix("")))
    except BlockingIOError:
        return file.read_text()
    return ""


def bind(host: str, port: int, *, exact: bool) -> socket.socket:
    """A listening socket at the port, or (unless it must be exact) at the next free one."""
    last: OSError | None = None
    for tried in range(port, port + (1 if exact or not port else PORTS)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, tried))
            listener.listen(2048)
        except OSError as error:
            listener.close()
            last = error
            continue
        listener.set_inheritable(True)
        return listener
    why = last.strerror if last is not None and last.strerror else str(last)
    raise CannotStart(N_("Nothing can listen at {host}:{port}: {why}."), host=host, port=port, why=why)


def lan_address() -> str:
    """This machine's address on the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def has_browser() -> bool:
    """Whether there is a screen to open one on."""
    if not has_screen():
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
