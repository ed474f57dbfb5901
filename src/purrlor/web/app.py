"""The application: every address, and what is there."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from threading import Thread

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Router

from purrlor.bots.processes.workers import Pool
from purrlor.bots.user_bots_at_tables import OwnBots, read_own_bots
from purrlor.tables.commands.series import Entropy
from purrlor.tables.errors import StoreError
from purrlor.tables.history.live_chances import LiveChances
from purrlor.tables.history.review_jobs import Reviews
from purrlor.tables.store import open_store
from purrlor.tables.tables import Tables
from purrlor.web.api.endpoints import api_routes
from purrlor.web.cookies import Signer, read_secrets
from purrlor.web.errors import ErrorResponder
from purrlor.web.live import table_connection
from purrlor.web.live.table_connection import keep_alive
from purrlor.web.pages import home, installable_app, lobby, own_results, replay, table
from purrlor.web.pages.learning import advice, lesson, puzzle, review
from purrlor.web.pages.pictures import images, previews, result_picture
from purrlor.web.pages.seats import seat_claims, seat_links, short_code
from purrlor.web.personal import choose_cat, devices
from purrlor.web.rate_limits import RateLimits
from purrlor.web.real_table import counting, playing_on, printing
from purrlor.web.rendering.templating import Templates
from purrlor.web.request_context import context_of
from purrlor.web.routes import ActionRoute, Handler, RatedRoute, RatedSocket, Who, nowhere
from purrlor.web.security import SecurityMiddleware, is_local, is_loopback
from purrlor.web.server import metrics
from purrlor.web.server.json_logs import LOG
from purrlor.web.server.settings import Settings, settings
from purrlor.web.services import Services, services_of

A_DAY = 86400.0
HEALTH_SECONDS = 10.0
FIGURES_EVERY = 5.0
PASSED_ON = ("forwarded", "x-forwarded-for", "x-forwarded-proto", "x-real-ip", "via")


def make_app(given: Settings, entropy: Entropy = secrets.token_bytes) -> SecurityMiddleware:
    """The whole server as one ASGI application."""
    given.make_data_folder()
    templates = Templates(dev=given.dev)
    services = Services(
        settings=given,
        signer=Signer(*read_secrets(given.secret_path, given.secret)),
        limits=RateLimits(given.rate, given.connections),
        templates=templates,
    )
    routes: list[BaseRoute] = [
        *table_routes(),  # first: they are asked for most
        RatedRoute("/", home.home, "page"),
        ActionRoute("/play/{game}", home.play_now, "table"),
        RatedRoute("/new/{game}/{way}", home.new_table, "page", methods=["GET"]),
        ActionRoute("/new/{game}/{way}", home.create_table, "table"),
        ActionRoute("/leave/{id}", home.leave, "act"),
        RatedRoute("/code", short_code.ask, "page", methods=["GET"]),
        ActionRoute("/code", short_code.enter, "code"),
        RatedRoute("/rules/{game}", home.rules, "page"),
        *own_routes(),
        RatedRoute("/learn/{game}", lesson.learn, "page", methods=["GET"]),
        RatedRoute("/learn/{game}/{step}", lesson.learn, "page", methods=["GET"]),
        ActionRoute("/learn/{game}/{step}", lesson.answer, "page"),
        RatedRoute("/puzzles", puzzle.puzzles_page, "page"),
        RatedRoute("/puzzle/{game}", puzzle.todays_puzzle, "page", methods=["GET"]),
        RatedRoute("/puzzle/{game}/{number}", puzzle.puzzle_page, "page", methods=["GET"]),
        ActionRoute("/puzzle/{game}/{number}", puzzle.try_choice, "page"),
        RatedRoute("/count", counting.room, "page"),
        RatedRoute("/count/{game}", counting.counter, "page"),
        RatedRoute("/print/{game}", printing.print_page, "page"),
        RatedRoute("/print/{game}/{paper}.pdf", printing.print_pdf, "think"),
        RatedRoute("/count/{game}/play-on", playing_on.from_sheet, "page"),
        RatedRoute("/play-on/{game}", playing_on.from_position, "page", methods=["GET"]),
        ActionRoute("/play-on/{game}", playing_on.begin, "table"),
        RatedRoute("/count/{game}/result", counting.result, "page"),
        RatedRoute("/count/{game}/result.svg", counting.picture, "page"),
        *api_routes(),
        RatedRoute("/s/{file}", serve_static, "file"),
        RatedRoute("/art/{file}", templates.sprites.serve, "file"),
        RatedRoute("/face/{key}.svg", images.face, "file"),
        RatedRoute("/preview/{game}.jpg", previews.game_preview, "file"),
        RatedRoute("/qr/{id}.svg", images.invitation, "page"),
        RatedRoute("/manifest.webmanifest", installable_app.manifest, "file"),
        RatedRoute("/worker.js", installable_app.service_worker, "file"),
        RatedRoute(installable_app.OFFLINE, installable_app.offline_page, "page"),
        RatedRoute("/robots.txt", robots, "file"),
        RatedRoute("/healthz", health, "page"),
        RatedRoute("/metrics", figures, "page"),
    ]

    @contextlib.asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[None]:
        async with open_services(services, entropy):
            yield

    router = Router(routes, default=nowhere, lifespan=lifespan)
    return SecurityMiddleware(router, services, ErrorResponder(templates))


def table_routes() -> list[BaseRoute]:
    return [
        table_action("play", table_connection.play, seat=("seat",)),
        table_action("undo", table_connection.undo, seat=("who", "seat")),
        table_action("advice", advice.ask, "think", seat=("seat",)),
        table_action("react", table_connection.react, seat=("seat",)),
        table_action("cat", table_connection.let_cat_play, seat=("who",)),
        table_action("return", table_connection.return_to_seat, seat=("seat",)),
        table_action("back", table_connection.return_to_seat, seat=("seat",)),  # pages of an older release
        table_action("again", table_connection.rematch),
        table_action("sit", lobby.sit, "door", who=Who.ANYBODY),
        table_action("bot", lobby.seat_cat),
        table_action("free", lobby.free_seat, seat=("who", "seat")),
        table_action("set", lobby.set_table),
        table_action("begin", lobby.begin),
        table_action("commit", lobby.commit),
        table_action("nonce", lobby.reveal_nonce),
        table_action("show", lobby.show_free_seats),
        table_action("admit", lobby.let_in_again),
        table_action("renew", lobby.renew_link),
        table_action("link", seat_links.make_link, seat=("seat",)),
        table_action("unlink", seat_links.drop_link, seat=("seat",)),
        table_action("claim", seat_claims.ask, "claim", who=Who.ANYBODY, seat=("wanted",)),
        table_action("grant", seat_claims.grant),
        table_action("refuse", seat_claims.refuse),
        table_action("hand", seat_claims.hand),
        RatedRoute("/t/{id}/look", choose_cat.seat_page, "page", methods=["GET"]),
        table_action("look", choose_cat.choose_for_seat, seat=("seat",)),
        RatedRoute("/t/{id}/seats", seat_claims.seats_page, "page"),
        RatedRoute("/t/{id}", table.table_page, "page"),
        RatedRoute("/t/{id}/record.json", table.record, "page"),
        RatedRoute("/t/{id}/replay", replay.replay_page, "page"),
        RatedRoute("/t/{id}/review", review.review_page, "page"),
        RatedRoute("/t/{id}/back", replay.moved, "page"),
        RatedRoute("/t/{id}/scores.csv", replay.scores, "page"),
        RatedRoute("/t/{id}/live", table_connection.current_frame, "live"),
        RatedSocket("/t/{id}/live", table_connection.follow, "live"),
        RatedRoute("/w/{key}", table.watch_page, "door"),
        RatedRoute("/w/{key}/result.svg", result_picture.result_picture, "door"),
        RatedRoute("/w/{key}/qr.svg", images.watch_invitation, "door"),
        RatedRoute("/w/{key}/replay", replay.replay_page, "door"),
        RatedRoute("/w/{key}/review", review.review_page, "door"),
        RatedRoute("/w/{key}/back", replay.moved, "door"),
        RatedRoute("/w/{key}/record.json", replay.record, "door"),
        RatedRoute("/w/{key}/scores.csv", replay.scores, "door"),
        RatedRoute("/w/{key}/live", table_connection.current_frame, "live"),
        RatedSocket("/w/{key}/live", table_connection.follow, "live"),
    ]


def table_action(
    name: str, handler: Handler, rate: str = "act", *, who: Who = Who.COOKIE, seat: tuple[str, ...] = ()
) -> ActionRoute:
    return ActionRoute(f"/t/{{id}}/{name}", handler, rate, who=who, seat=seat, on_error=table.answer_with_table)


def own_routes() -> list[BaseRoute]:
    return [
        RatedRoute("/me", own_results.own_results_page, "page"),
        RatedRoute("/me/cat", choose_cat.own_page, "page", methods=["GET"]),
        ActionRoute("/me/cat", choose_cat.choose, "act"),
        ActionRoute("/me/device", devices.offer, "act", who=Who.KNOWN),
        RatedRoute("/me/device/{token}", devices.arrive, "door", methods=["GET"]),
        ActionRoute("/me/device/{token}", devices.accept, "door"),
        ActionRoute("/me/sign-out", devices.sign_out, "act", who=Who.KNOWN),
        RatedRoute("/me/forget", devices.ask_forget, "page", methods=["GET"]),
        ActionRoute("/me/forget", devices.forget, "act", who=Who.KNOWN),
        RatedRoute("/me/{token}", seat_links.arrive, "door", methods=["GET"]),
        ActionRoute("/me/{token}", seat_links.accept_personal_link, "door"),
    ]


@contextlib.asynccontextmanager
async def open_services(services: Services, entropy: Entropy) -> AsyncIterator[None]:
    """Store, thinkers and tables, from the first request to the last."""
    given = services.settings
    async with contextlib.AsyncExitStack() as stack:
        store = await open_store(given.database_url)
        stack.push_async_callback(store.close)
        if given.bots:
            services.pool = await stack.enter_async_context(Pool(given.bots))
            services.reviews = Reviews(services.pool.evaluate, services.pool.size, store, services.pool.compare)
            stack.push_async_callback(services.reviews.stop)
            services.chances = LiveChances(services.pool.evaluate, services.pool.is_crowded)
            stack.push_async_callback(services.chances.stop)
        services.templates.own_bots = await stack.enter_async_context(
            OwnBots(read_own_bots(given.own_bots), given.own_bot_seconds)
        )
        services.tables = Tables(
            store,
            services.pool.think if services.pool else None,
            services.templates.own_bots,
            pace=given.pace,
            keep_finished=given.keep_days * A_DAY,
            keep_abandoned=given.keep_open_days * A_DAY,
            keep_results=given.keep_results_days * A_DAY,
            entropy=entropy,
        )
        services.tables.sessions.on_end = services.close_screens
        await services.tables.start()
        stack.push_async_callback(services.close)
        looking = asyncio.create_task(services.loop_lag.run(services.tables.registry.watcher_queue.waited))
        stack.callback(looking.cancel)
        beating = asyncio.create_task(keep_alive(services))
        stack.callback(beating.cancel)
        showing = asyncio.create_task(show_figures(services))
        stack.callback(showing.cancel)
        Thread(target=services.templates.sprites.draw_all, daemon=True).start()
        yield


async def show_figures(services: Services) -> None:
    """Every process keeps its figures fresh: any one of several may be asked for those of all."""
    if services.pool is None:
        LOG.info("no tigers: PURRLOR_BOTS is 0, they play like cats")
    while True:
        services.show_figures()
        await asyncio.sleep(FIGURES_EVERY)


async def serve_static(request: Request) -> Response:
    return await services_of(request).templates.asset_store.serve(request)


async def health(request: Request) -> Response:
    """For monitoring: whether the store writes and reads within its time limit. Past it the answer does not wait for
    the store to give up, which takes PostgreSQL's driver another 10 s where the server hangs."""
    checking = asyncio.ensure_future(services_of(request).tables.store.check())
    checking.add_done_callback(lambda task: task.cancelled() or task.exception())  # also where nobody waits any more
    try:
        await asyncio.wait({checking}, timeout=HEALTH_SECONDS)
        if not checking.done():
            return PlainTextResponse(f"the store did not answer within {HEALTH_SECONDS:g} s\n", 503)
        checking.result()
    except StoreError as error:
        why = f" ({error.__cause__})" if error.__cause__ else ""
        return PlainTextResponse(f"{error}{why}\n", 503)
    finally:
        checking.cancel()
    return PlainTextResponse("ok\n")


async def figures(request: Request) -> Response:
    """For the machine itself, or for a request with the token. What a proxy passed on is not the machine itself, nor is
    a page elsewhere whose name was made to lead here."""
    services = services_of(request)
    token = services.settings.metrics_token
    brought = request.headers.get("authorization", "").removeprefix("Bearer ")
    is_known = bool(token) and secrets.compare_digest(brought.encode(), token.encode())
    if not is_known and not is_from_here(request):
        raise HTTPException(404)
    services.show_figures()
    data, kind = metrics.exposition()
    return Response(data, headers={"content-type": kind})


def is_from_here(request: Request) -> bool:
    host = request.url.hostname or "localhost"
    was_passed_on = any(name in request.headers for name in PASSED_ON)
    return is_loopback(context_of(request).address) and is_local(host) and not was_passed_on


async def robots(_: Request) -> Response:
    return PlainTextResponse("User-agent: *\nAllow: /$\nDisallow: /\n")


def from_environment() -> SecurityMiddleware:
    """For process managers that want a factory: purrlor.web.app:from_environment."""
    return make_app(settings())
