"""`purrlor verify`: what a record, or a collection of records, proves."""

from __future__ import annotations

import argparse
from pathlib import Path

from purrlor.command_line.arguments import Verbs
from purrlor.core.errors import BadRecord
from purrlor.core.fairness import CAT, check_against_notes
from purrlor.core.language import N_
from purrlor.core.match import Match
from purrlor.core.match_record import read_record


def add_verbs(verbs: Verbs) -> None:
    verb = verbs.add_parser("verify", help="replay a record or a collection and say what that proves")
    verb.add_argument("file", type=Path)
    verb.add_argument("--seal", default="", help="the seal you saw before the match")
    verb.add_argument("--nonce", default="", help="the nonce your own browser or program gave")
    verb.add_argument("--terms", default="", help="SHA-256 of the terms you kept when you revealed it")
    verb.set_defaults(run=verify_record)


def verify_record(args: argparse.Namespace) -> int:
    if ".jsonl" in args.file.suffixes:
        return verify_collection(args.file)
    try:
        text = args.file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadRecord(N_("Cannot read {file}: {why}."), file=args.file, why=reason) from error
    record = read_record(text)
    match = Match.replay(record)
    check_against_notes(record, seal=args.seal, nonce=args.nonce, digest=args.terms)
    if not match.is_over:
        print(f"{match.game.name}: {len(match.log)} decisions hold; the match is not over.")
        return 0
    scores = ", ".join(f"seat {seat}: {score}" for seat, score in enumerate(match.scores()))
    winners = ", ".join(map(str, match.winners()))
    began = f"- It begins in a position, not with the usual set-up: {match.position}\n" if match.position else ""
    print(
        f"{match.game.name}, rules revision {match.game.revision}, {match.seats} seats: the record holds.\n"
        f"- SHA-256 of the secret is the seal: {match.promise}\n"
        + began
        + "".join(f"- {line}\n" for line in what_is_proven(match, args.seal, args.nonce, args.terms))
        + f"- All {len(match.log)} decisions are legal and lead where it says.\n"
        f"- Result: {scores}; won by seat {winners}."
    )
    return 0


def what_is_proven(match: Match, seal: str, nonce: str, terms: str) -> list[str]:
    """What the record says about chance, and no more than that."""
    compared = "the one you kept" if seal else "not compared: give the one you saw before the match with --seal"
    lines = [f"The seal is {compared}."]
    if match.contributions is None:
        lines.append("All chance came from that secret alone (format 1): who made the secret could choose it.")
        return lines
    lines.append("All chance came from a key of that secret, the terms and the nonces below (format 2).")
    for seat, given in enumerate(match.contributions):
        if given.by == CAT:
            said = "a cat's nonce, which follows from the secret and proves nothing by itself"
        elif given.nonce:
            said = "a nonce that fits its commitment" + (", yours" if given.nonce == nonce else "")
        else:
            said = "withheld a nonce it had committed to" if given.is_withheld else "gave no nonce"
        lines.append(f"Seat {seat}: {said}.")
    withheld = sum(given.is_withheld for given in match.contributions)
    choice = f", but for a choice between {2**withheld} keys by withheld nonces" if withheld else ""
    if seal and nonce and terms:
        lines.append("The terms are those you kept.")
        lines.append(f"You kept them before you revealed your nonce: then nobody else could choose the key{choice}.")
    else:
        lines.append("Whether somebody chose the key, only what a player kept can tell: --seal, --nonce and --terms.")
    return lines


def verify_collection(file: Path) -> int:
    from purrlor.lab.collection import read_records

    decisions = number = 0
    for number, record in enumerate(read_records(file), 1):
        try:
            decisions += len(Match.replay(record).log)
        except BadRecord as error:
            raise BadRecord(N_("Line {number} of the collection: {why}"), number=number, why=error) from error
    print(f"{number} records with {decisions} decisions: all hold.")
    return 0
