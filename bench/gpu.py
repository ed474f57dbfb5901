"""How fast the translated rules run on a GPU, and whether they give the same bytes there as on the processor.

    purrlor bench gpu [--lanes 1048576] [--game NAME] [--pgx] [--json]

Random play, CUDA events around kernels that are warm. `bare`: rules alone. `seen`: observation and mask of every
decision are written to the device's memory. `step`: the environment as a learner uses it, one call a decision.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from purrlor import Game, game, games
from purrlor.lab.gpu.env import GpuVectorEnv

SETTINGS: dict[str, tuple[int, dict[str, object]]] = {  # players and options measured, as in bench/peers.py
    "cat-cafe": (3, {}),
    "more-kitties": (4, {}),
    "rat-a-tat-cat": (4, {"rounds": 1}),
}
CROWDS = (1, 4, 8, 16)
PGX_LANES = (1 << 16, 1 << 18, 1 << 20)  # the best of them counts


def timed(torch: Any, work: Any) -> float:
    """Seconds of the device."""
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    begin.record()
    work()
    end.record()
    torch.cuda.synchronize()
    return float(begin.elapsed_time(end)) / 1000


def same_bytes(known: Game, players: int, options: dict[str, object]) -> bool:
    """400 decisions in 4 096 lanes on the device and on the processor."""
    pair = [GpuVectorEnv(known, 4096, players, options, seed=5, device=device) for device in ("cuda", "cpu")]
    for env in pair:
        env.reset()
        for _ in range(400):
            env.draw_actions()
            env.step(check=False)
    return all(
        bytes(pair[0].arrays[name].cpu().numpy().tobytes()) == bytes(pair[1].arrays[name].numpy().tobytes())
        for name in ("states", "observations", "masks", "rewards", "scores", "seats", "legal", "done")
    )


def measure(known: Game, lanes: int) -> dict[str, Any]:
    import torch

    players, options = SETTINGS.get(known.name, (known.seats[0], {}))
    env = GpuVectorEnv(known, lanes, players, options, seed=1)
    made = torch.zeros(lanes, dtype=torch.int64, device="cuda")
    found: dict[str, Any] = {"game": known.name, "players": players, "lanes": lanes}
    for name, seen, rounds in (("bare", False, 400), ("seen", True, 100)):
        best = 0.0
        for crowd in CROWDS:
            env.reset()
            env.roll(60, made, seen=seen, crowd=crowd)
            made.zero_()
            env.lengths.zero_()
            seconds = timed(
                torch, lambda crowd=crowd, seen=seen, rounds=rounds: env.roll(rounds, made, seen=seen, crowd=crowd)
            )
            speed = int(made.sum()) / seconds
            if speed > best:
                best = speed
                found |= {name: speed, f"{name}_crowd": crowd, f"{name}_games": int(env.lengths.sum()) / seconds}
    env.reset()

    def steps() -> None:
        for _ in range(50):
            env.draw_actions()
            env.step(check=False)

    steps()
    found["step"] = 50 * lanes / timed(torch, steps)
    found["same bytes as on the processor"] = same_bytes(known, players, options)
    return found


def pgx_speed(name: str, lanes: int) -> float:
    """Decisions a second of a Pgx game on this device: jitted steps of a batch, random legal actions, auto-reset."""
    import time

    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    init = jax.jit(jax.vmap(env.init))
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, key: Any) -> Any:
        state = carry
        first, second = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(first, logits, axis=-1)
        return step(state, action, jax.random.split(second, lanes)), None

    @jax.jit
    def many(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, state, jax.random.split(key, 50))[0]

    state = init(jax.random.split(jax.random.PRNGKey(0), lanes))
    state = jax.block_until_ready(many(state, jax.random.PRNGKey(1)))
    began = time.perf_counter()
    jax.block_until_ready(many(state, jax.random.PRNGKey(2)))
    return 50 * lanes / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(prog="purrlor bench gpu", description=__doc__)
    parser.add_argument("--lanes", type=int, default=1 << 20)
    parser.add_argument("--game")
    parser.add_argument("--pgx", action="store_true", help="beside Pgx's games of cards and dice")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = []
    for known in [game(args.game)] if args.game else games():
        rows.append(measure(known, args.lanes))
        row = rows[-1]
        if not args.json:
            print(
                f"{row['game']} ({row['players']} players): bare {row['bare'] / 1e9:.2f} G decisions/s (crowd"
                f" {row['bare_crowd']}, {row['bare_games'] / 1e6:.1f} M games/s), seen {row['seen'] / 1e9:.2f} G (crowd"
                f" {row['seen_crowd']}), step {row['step'] / 1e9:.2f} G, same bytes:"
                f" {row['same bytes as on the processor']}",
                flush=True,
            )
    for name in ("kuhn_poker", "leduc_holdem", "2048", "backgammon") if args.pgx else ():
        try:
            speed, lanes = max((pgx_speed(name, lanes), lanes) for lanes in PGX_LANES)
            rows.append({"pgx": name, "step": speed, "lanes": lanes})
            if not args.json:
                print(f"Pgx {name}: {speed / 1e9:.3f} G decisions/s ({lanes} lanes)", flush=True)
        except Exception as error:
            print(f"Pgx {name}: {type(error).__name__}: {str(error)[:200]}", flush=True)
    if args.json:
        print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
