"""A game's counting as a script: what a browser counts by while it has no line. The rules are translated, not written
again; which fields they read is in the game's `board/real_table/counting_offline.py`."""

from __future__ import annotations

import json
from functools import cache

from purrlor.core.compilers.javascript import empty_record, translation
from purrlor.core.game import Game

SCRIPT = """'use strict';
(() => {
%(rules)s
const FIELDS = %(fields)s, number = text => text.split('+').reduce((sum, one) => sum + BigInt(Number(one) | 0), 0n);
const read = (text, values) => (values.length ? BigInt(values.indexOf(text)) : text ? number(text) : -1n);
window.countOffline = sheet => {
  const s = %(record)s;
  if (!count(s, FIELDS.map(([name, values]) => read(sheet[name] || '', values)))) return null;
  const seats = Array.from({ length: Number(s.seats) }, (_, k) => BigInt(k)), best = winners(s);
  const parts = [%(parts)s].map(part => seats.map(seat => Number(part(s, seat))));
  const scores = seats.map(seat => Number(score(s, seat)));
  return { scores, winners: seats.map(seat => Boolean(best >> seat & 1n)), parts };
};
})();
"""


def has_offline_rules(of: Game) -> bool:
    return of.has("board/real_table/counting_offline.py") and not of.is_from_outside


@cache
def offline_script(of: Game) -> str:
    counting = of.part("board.real_table.counting_offline")
    parts = {f"part{k}": function for k, (_, function) in enumerate(counting.PARTS)}
    functions = {"count": counting.count, "score": of.rules.score, "winners": of.rules.winners, **parts}
    return SCRIPT % {
        "rules": translation(functions),
        "fields": json.dumps(counting.FIELDS, separators=(",", ":")),
        "record": empty_record(of.rules.State),
        "parts": ", ".join(parts),
    }
