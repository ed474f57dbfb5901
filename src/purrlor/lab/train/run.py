"""`purrlor train GAME`: self-play until the time is up, a checkpoint and a look at the strength now and then.

Ctrl-C keeps what was learned; the same command with the same folder goes on from there.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import asdict
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING

from purrlor.bots.networks.learned import with_new_names
from purrlor.core.errors import BadOption, PurrlorError
from purrlor.core.game import Game, game
from purrlor.core.language import N_
from purrlor.core.options import options_from

if TYPE_CHECKING:
    from purrlor.lab.train.settings import Settings

CHECKPOINT = "checkpoint.pt"
LAST_RATE = 0.02  # of the first
SAID_EVERY = 10.0  # seconds


class NotANumber(PurrlorError):
    """The training ran off."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True, help="folder for weights, card, checkpoint and curve")
    parser.add_argument("--settings", type=Path, help="default: training.toml of the game")
    parser.add_argument("--minutes", type=float, help="default: as the settings say")
    parser.add_argument("--pause", type=float, metavar="MINUTES", help="stop after so many, to go on another time")
    parser.add_argument("--lanes", type=int)
    parser.add_argument("--device", choices=["cuda", "cpu"], help="default: cuda where there is one")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="any other setting")


def run(args: argparse.Namespace) -> int:
    from purrlor.lab.gpu.env import import_torch
    from purrlor.lab.train.settings import read_settings

    known = game(args.game)
    torch = import_torch()
    device = args.device or ("cuda" if torch.cuda.is_available() else "cpu")
    given: dict[str, object] = {"minutes": args.minutes, "lanes": args.lanes, "device": device}
    for name, value in options_from(args.set).items():
        try:
            given[name] = json.loads(str(value))
        except json.JSONDecodeError:
            given[name] = value
    settings = read_settings(known, args.settings, **given)
    args.out.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(known, settings, args.out)
    try:
        trainer.go_on(math.inf if args.pause is None else args.pause * 60.0)
    except KeyboardInterrupt:
        trainer.keep()
        trainer.say("stopped; the same command goes on from here")
        return 130
    return 0


class Trainer:
    """One training: network, optimiser, environment, what has been seen so far."""

    def __init__(self, known: Game, settings: Settings, out: Path) -> None:
        import torch

        from purrlor.bots.networks.learned import features_hash, features_of
        from purrlor.lab.gpu.env import GpuVectorEnv, check_device
        from purrlor.lab.train.learn import Learner
        from purrlor.lab.train.networks import make
        from purrlor.lab.train.recorded import Recorded
        from purrlor.lab.train.selfplay import Memory, play
        from purrlor.lab.train.settings import tables_of

        check_device(settings.device)
        self.game, self.settings, self.out = known, settings, out
        self.decisions, self.lessons, self.spent, self.taught = 0, 0, 0.0, 0
        self.curve: list[dict[str, object]] = []
        torch.manual_seed(1)
        self.env = GpuVectorEnv(
            known, settings.lanes, tables=tables_of(settings), seed=int(time.time()), skip=True, device=settings.device,
            lookahead=settings.lookahead,
        )  # fmt: skip
        features = features_of(known, settings.lookahead)
        self.features_hash = features_hash(features)
        self.net = make(features, self.env.library.actions, settings, self.env.library).to(settings.device)
        self.on_gpu = settings.device.startswith("cuda")
        self.rate = torch.tensor(settings.rate, device=settings.device)  # a tensor: a recorded step reads it
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=self.rate, weight_decay=1e-4, betas=(0.9, 0.98), fused=self.on_gpu or None,
            capturable=self.on_gpu,
        )  # fmt: skip
        self.memory = memory = Memory(self.env, settings)
        self.learner = Learner(self.net, self.optimiser, memory, settings)
        self.play = Recorded(lambda: play(self.env, self.net, memory, settings, watch=False), settings.device)
        self.resume()

    def say(self, text: str) -> None:
        print(f"{self.game.name} {self.spent:6.0f} s  {text}", flush=True)

    # ---------------------------------------------------------------- what is kept
    def resume(self) -> None:
        import torch

        path = self.out / CHECKPOINT
        if not path.exists():
            return
        try:
            saved = with_new_names(torch.load(path, map_location=self.settings.device, weights_only=True))
            self.net.load_state_dict(with_new_names(saved["net"]))
            for group in saved["optimiser"]["param_groups"]:  # it may have been saved on another device
                group |= {"fused": self.on_gpu or None, "capturable": self.on_gpu, "lr": self.rate}
            self.optimiser.load_state_dict(saved["optimiser"])
            for group in self.optimiser.param_groups:
                group["lr"] = self.rate  # loading copies it
        except (OSError, EOFError, RuntimeError, KeyError, ValueError, UnpicklingError) as error:
            raise BadOption(N_("Cannot read {file}: {why}."), file=path, why=str(error).splitlines()[0]) from error
        self.decisions, self.lessons, self.spent = saved["decisions"], saved["lessons"], saved["spent"]
        self.curve = saved["curve"]
        self.taught = saved.get("taught", 0)  # a checkpoint from before there was a teacher has none
        self.say(f"going on from {path}")

    def keep(self) -> None:
        """Checkpoint, weights, card, curve."""
        import torch

        from purrlor.lab.train.export import export, write_whole

        saved = {
            "net": self.net.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "decisions": self.decisions,
            "taught": self.taught,
            "lessons": self.lessons,
            "spent": self.spent,
            "curve": self.curve,
        }
        part = self.out / (CHECKPOINT + ".part")
        torch.save(saved, part)
        part.replace(self.out / CHECKPOINT)
        facts = {
            "shape": self.settings.shape,
            "features": self.features_hash,
            "lookahead": self.settings.lookahead,
            "minutes": round(self.spent / 60, 1),
            "decisions": self.decisions,
            "taught": {"by": "flat Monte-Carlo", "positions": self.taught} if self.taught else {},
            "device": torch.cuda.get_device_name() if self.settings.device == "cuda" else "cpu",
            "strength": self.curve[-1]["cats"] if self.curve else [],
            "settings": {key: value for key, value in asdict(self.settings).items() if key not in ("tables", "board")},
        }
        export(self.game, self.net, self.out, facts)
        write_whole(self.out / "curve.json", json.dumps(self.curve).encode())

    # ---------------------------------------------------------------- the loop
    def go_on(self, pause: float = math.inf) -> None:
        """Until the time of the settings is spent, or so many seconds from now."""
        from purrlor.lab.train.selfplay import play
        from purrlor.lab.train.teach import teach

        settings, end = self.settings, self.settings.minutes * 60.0
        self.env.reset()
        said = judged = before = self.spent
        began = time.monotonic()
        while self.spent < min(end, before + pause):
            part = self.spent / end
            self.rate.fill_(settings.rate * (LAST_RATE + (1.0 - LAST_RATE) * (1.0 - part)))
            watch, taught = part < settings.imitate, settings.imitate <= part < settings.imitate + settings.teach
            self.memory.blend.fill_(settings.blend * max(0.0, 1.0 - 1.25 * part))  # at last only winning counts
            if watch:
                play(self.env, self.net, self.memory, settings, watch=True)
            elif taught:
                teach(self.env, self.net, self.memory, settings)
            else:
                self.play()
            epochs = settings.repeat if taught else settings.epochs
            lesson = self.learner.learn(settings.entropy * (1.0 - 0.9 * part), watch or taught, epochs)
            if not lesson.is_sound():
                raise NotANumber(
                    N_("{game}: not a number in lesson {lesson}; the last good checkpoint is in {folder}."),
                    game=self.game.name, lesson=self.lessons, folder=self.out,
                )  # fmt: skip
            self.decisions += self.memory.actions.numel()
            self.taught += self.memory.actions.numel() if taught else 0
            self.lessons += 1
            self.spent = before + time.monotonic() - began
            if self.spent - said >= SAID_EVERY or self.lessons == 1:
                said = self.spent
                how = "  watching" if watch else "  taught" if taught else ""
                self.say(
                    f"{self.decisions / 1e6:8.0f} M decisions {self.decisions / self.spent / 1e6:5.1f} M/s  entropy"
                    f" {lesson.entropy:.3f}  explained {lesson.explained:.3f}{how}"
                )
            if self.spent - judged >= settings.judge_every:
                judged = self.spent
                self.judge()
        self.judge()

    def judge(self) -> None:
        """Against cats; then everything is kept."""
        from purrlor.lab.train.judge import strength

        began = time.monotonic()
        found = [
            strength(self.game, self.net, self.settings, n) for n in sorted({self.game.seats[0], self.game.seats[-1]})
        ]
        self.curve.append(
            {"seconds": self.spent, "decisions": self.decisions, "cats": [asdict(each) for each in found]}
        )
        if any(math.isnan(each.share) for each in found):
            raise NotANumber(N_("{game}: the strength is not a number."), game=self.game.name)
        self.keep()
        self.say(f"against cats: {'; '.join(map(str, found))}  ({time.monotonic() - began:.1f} s)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    raise SystemExit(run(parser.parse_args()))
