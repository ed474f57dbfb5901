"""Faults to plant into the example game, each with the message of the law that finds it."""

from __future__ import annotations

from typing import NamedTuple

RULES, WORDS, STRATEGY = "rules/rules.py", "words/labels.py", "bots/strategy.py"
VIEW, PAGE, LAB = "board/view.py", "board/board.html", "lab/observation.py"


class Fault(NamedTuple):
    file: str
    right: str
    wrong: str
    message: str  # of the law that finds it, as much as says what and where
    more: str = ""  # added at the end of the file


BEST = """

def deal_best(s: State, p: int) -> None:
    k = KINDS - 1
    while s.deck[k] == 0:
        k -= 1
    s.deck[k] -= 1
    s.hand[p][k] += 1
"""
BY_KIND = """

def deal_kind(s: State, p: int) -> None:
    kinds = 0
    for k in range(KINDS):
        if s.deck[k]:
            kinds += 1
    n = below(s, kinds)
    k = 0
    while n > 0 or s.deck[k] == 0:
        if s.deck[k]:
            n -= 1
        k += 1
    s.deck[k] -= 1
    s.hand[p][k] += 1
"""
FAULTS = {
    "hide leaves another's hand": Fault(
        RULES,
        "                s.hand[p][k] = 0\n    for k in range(KINDS):\n        s.deck",
        "                s.hand[p][k] += 0\n    for k in range(KINDS):\n        s.deck",
        "twin: viewer",
    ),
    "hide leaves the generator": Fault(
        RULES,
        "    forget_rng(s)\n    for p in range(s.seats):\n        if p != seat",
        "    for p in range(s.seats):\n        if p != seat",
        "leaves s.rng: call forget_rng(s) in hide",
    ),
    "hide leaves a secret bid": Fault(
        RULES, "        if p != seat:\n            s.bid[p] = NONE\n", "        if p != seat:\n", "at once: hide(s, "
    ),
    "hide leaves what is to come": Fault(
        RULES, "        s.catches[k] = 0\n", "        s.catches[k] += 0\n", "twin: viewer"
    ),
    "redeal deals the highest cards": Fault(
        RULES,
        "                deal(s, p)\n    left",
        "                deal_best(s, p)\n    left",
        "deals: redeal makes ",
        BEST,
    ),
    "redeal deals each kind as likely, not each card": Fault(
        RULES,
        "                deal(s, p)\n    left",
        "                deal_kind(s, p)\n    left",
        "deals: redeal makes the spread of deck larger than it is in truth",
        BY_KIND,
    ),
    "a bid that nobody holds": Fault(
        RULES,
        "            mask |= 1 << k\n    return mask\n\n\ndef apply",
        "            mask |= 1 << k\n    return mask | 1\n\n\ndef apply",
        "conserves: after decision",
    ),
    "redeal forgets what was played": Fault(
        RULES, "COPIES - s.played[k]", "COPIES - 0", "conserves: dealt again for viewer"
    ),
    "start leaves the points": Fault(
        RULES,
        "        s.points[p] = 0\n",
        "        s.points[p] += 0\n",
        "starts: start leaves what was there: points[0]",
    ),
    "a card vanishes": Fault(RULES, "        s.played[k] += 1\n", "", "vanished and nothing appeared"),
    "nothing is said to be revealed": Fault(
        RULES, "return 1 if waiting(s) == 1 << seat else 0", "return 0", " is 0 although viewer "
    ),
    "hide shows who has bid, not what": Fault(
        RULES,
        "        if p != seat:\n            s.bid[p] = NONE\n",
        "        if p != seat:\n            s.bid[p] = min(s.bid[p], 0)\n",
        " has chosen while others are still asked: bid[",
    ),
    "redeal deals a card too few": Fault(
        RULES,
        "for _ in range(ROUNDS - s.round):",
        "for _ in range(ROUNDS - s.round - 1):",
        "worlds: played on from what",
    ),
    "hide takes the own cards": Fault(
        RULES,
        "        s.deck[k] = 0\n    for k in range(catches_shown(s), CATCHES):\n        s.catches[k] = 0",
        "        s.deck[k] = 0\n        s.hand[seat % s.seats][k] = 0\n"
        "    for k in range(catches_shown(s), CATCHES):\n        s.catches[k] = 0",
        " changes what seat ",
    ),
    "winners that do not play": Fault(
        RULES,
        "    mask = 0\n    for p in range(s.seats):\n        if s.points",
        "    mask = 0\n    for p in range(5):\n        if s.points",
        "asks: winners(s) names seats 0 and 1 and 2 and 3 and 4, but only 2 play",
    ),
    "choices of those who are not asked": Fault(
        RULES,
        "    if not waiting(s) >> seat & 1:\n",
        "    if waiting(s) == 0 or seat >= s.seats:\n",
        "must be 0 for a seat that is not asked",
    ),
    "start changes an option": Fault(
        RULES,
        "    s.round = 0\n",
        "    s.round = 0\n    s.leftovers = 0\n",
        "starts: after start, options or seats are",
    ),
    "an index outside in the strategy": Fault(
        STRATEGY,
        "        rank -= s.hand[seat][k]\n",
        "        rank -= s.hand[seat][k - 1]\n",
        "index -1 outside 0..8 in `rank -= s.hand[seat][k - 1]`",
    ),
    "an observation with gaps": Fault(
        LAB,
        "    for k in range(MOST):\n        p =",
        "    for k in range(s.seats):\n        p =",
        "observes: observe leaves feature 25 (second points) as it was before",
    ),
    "an observation outside its bounds": Fault(
        LAB, '("points for sale", 0, 36)', '("points for sale", 0, 3)', "feature 3 (points for sale) is "
    ),
    "a match longer than the longest": Fault(
        LAB,
        "ACTIONS = KINDS\n",
        "ACTIONS = KINDS + 0\n",
        "ends: lab.observation.longest says 8 decisions at most, but a match had 10",
        "\n\ndef longest(players, options):\n    return 4 * players\n",
    ),
    "a first match with an option that is not there": Fault(
        "options.py",
        "OPTIONS: tuple",
        'FIRST_MATCH = {"rest": True}\nOPTIONS: tuple',
        "parts: options.FIRST_MATCH is no set of options of this game: There is no option 'rest'",
    ),
    "a question to those who wait": Fault(
        WORDS,
        '        return ""\n    return t.ng',
        '        return "Wait."\n    return t.ng',
        "words.labels.status must be '' where nothing is asked",
    ),
    "a tally with seats that are empty": Fault(
        WORDS, "tuple(s.points[: s.seats]))]", "tuple(s.points))]", "words: a row of words.labels.tally is "
    ),
    "sight that is no list": Fault(
        WORDS, "    return lines\n", '    return " ".join(lines)\n', "words.labels.sight must return a list"
    ),
    "a view that changes the state": Fault(
        VIEW, "    own = s.hand", "    s.pot += 1\n    own = s.hand", "looks: board.view.board changed the state"
    ),
    "a choice that is twice on the page": Fault(
        VIEW,
        "if k in choices and n == 0 else",
        "if k in choices else",
        "board: the page of a seat has 2 buttons of action ",
    ),
    "a choice that is not on the page": Fault(
        VIEW, "if k in choices and n == 0 else", "if k in choices[1:] and n == 0 else", "has no button of action "
    ),
    "a view that cannot be drawn for watchers": Fault(
        VIEW,
        "s.hand[viewer] if viewer < s.seats else [0] * KINDS",
        "s.hand[viewer]",
        "board: the page of a watcher cannot be drawn (en): board/view.py line 13",
    ),
    "a drawing that is not in the sprite": Fault(
        VIEW,
        'f"card-{k + 1}"',
        'f"card-{k + 2}"',
        "board: the board shows the drawing 'card-10', which is not in board/sprite.py",
    ),
    "a key that templates have already": Fault(
        VIEW,
        '        "pot": s.pot,\n',
        '        "pot": s.pot,\n        "names": [],\n',
        "board/view.py uses the key 'names'",
    ),
    "a template that names what is not there": Fault(
        PAGE, "<b>{{ pot }}</b>", "<b>{{ pots }}</b>", "board/board.html line 2: UndefinedError: 'pots' is undefined"
    ),
    "a button that says nothing": Fault(PAGE, ' aria-label="{{ card.label }}"', "", "neither an aria-label nor a text"),
    "an id that is twice on the page": Fault(
        PAGE, '<li id="{{ card.id }}">', '<li id="card">', "board: the id 'card' is on one page more than once"
    ),
    "the lowest wins": Fault(
        RULES, "if s.points[p] > best:", "if best < 0 or s.points[p] < best:", "winners: winners are seats "
    ),
    "an index outside": Fault(RULES, "s.shown[p] = k", "s.shown[p + 4] = k", "shown[6]: index 6 outside 0..5"),
    "a number that does not fit": Fault(
        RULES, "s.points[winner] += s.pot", "s.points[winner] += 40 * s.pot", "does not fit into -128..127"
    ),
    "a dict in compiled code": Fault(
        RULES,
        "    best = -1\n    mask = 0\n",
        "    best = {0: -1}[0]\n    mask = 0\n",
        "a dict is not allowed in compiled code",
    ),
    "an option without its field": Fault(
        RULES,
        "    leftovers: int = i8()  #",
        "    kept: int = i8()  #",
        "option leftovers needs a field `leftovers: int = i8()` in State",
    ),
    "chance of another module": Fault(
        RULES,
        "    n = below(s, n)\n",
        "    n = random.randrange(n)\n",
        "random (of random; chance is below, pick, shuffle of purrlor.core.chance) is not allowed in compiled code",
        "\n\nimport random\n",
    ),
    "a function of another module": Fault(
        STRATEGY,
        "    rank = (",
        "    if now() == 0:\n        return -1\n    rank = (",
        "now (of time; ",
        "\n\nfrom time import time_ns as now\n",
    ),
    "a built-in function that does not compile": Fault(
        RULES,
        "return s.points[seat] + 0",
        "return sum(s.points[seat : seat + 1])",
        "sum (of Python's built-in functions",
    ),
    "legal changes the state": Fault(
        RULES,
        "    mask = 0\n    for k in range(KINDS):\n        if s.hand[seat][k]:",
        "    mask = 0\n    s.shown[seat] = 3\n    for k in range(KINDS):\n        if s.hand[seat][k]:",
        "looks: legal(s, 0) changed the state, before / after: shown[0]: -1 / 3",
    ),
    "score changes the state": Fault(
        RULES,
        "    return s.points[seat] + 0",
        "    s.points[seat] += s.round - s.round % 2\n    return s.points[seat] + 0",
        "looks: score(s, 0) changed the state",
    ),
    "a strategy that peeks": Fault(
        STRATEGY,
        "    rank = (",
        "    if s.deck[0] == 3:\n        return -1\n    rank = (",
        "sensible: sensible reads s.deck, which hide(s, ",
    ),
    "nobody is in front before the end": Fault(
        RULES,
        "def winners(s: State) -> int:\n",
        "def winners(s: State) -> int:\n    if waiting(s):\n        return 0\n",
        "winners: winners are seats nobody now, but by standing 0",
    ),
    "an index below zero in a constant": Fault(
        RULES,
        "    best = -1\n    mask = 0\n",
        "    best = WORTH[s.round - 1] - 2\n    mask = 0\n",
        "WORTH[-1]: index -1 outside 0..2 in `best = WORTH[s.round - 1] - 2`",
        "\n\nWORTH = (1, 1, 1)\n",
    ),
    "a sensible player that tosses a coin": Fault(
        STRATEGY,
        "    rank = (",
        "    if below(s, 2):\n        return -1\n    rank = (",
        "sensible: sensible uses chance",
        "\n\nfrom purrlor.core.chance import below\n",
    ),
    "a field that has a name of the record": Fault(
        RULES,
        "    pot: int",
        "    numbers: int = i8()\n    pot: int",
        "State.numbers: Record keeps this name for itself, call the field something else",
    ),
    "who was the last to choose": Fault(
        WORDS,
        'bids = ", ".join(',
        'bids = names[seat] + ", " + ", ".join(',
        "heard: words.labels.narrate tells who was the last to choose, which nobody sees: ",
    ),
    "reveals takes undo away for nothing": Fault(
        RULES,
        "return 1 if waiting(s) == 1 << seat else 0",
        "return 1",
        "but nobody learns anything from it: it could be taken back if reveals said 0",
    ),
    "hide erases what everybody knows": Fault(
        RULES,
        "            s.bid[p] = NONE\n            for k in range(KINDS):\n",
        "            s.bid[p] = NONE\n            s.points[p] = 0\n            for k in range(KINDS):\n",
        "erases s.points at the end of a match, but redeal never fills it",
    ),
    "an option that hide changes": Fault(
        RULES,
        "    forget_rng(s)\n    for p in range(s.seats):\n        if p != seat",
        "    forget_rng(s)\n    s.leftovers = 0\n    for p in range(s.seats):\n        if p != seat",
        "changes options or seats, which everybody knows",
    ),
    "a bound that only rare matches pass": Fault(
        LAB, '(f"{who} points", 0, 36)', '(f"{who} points", 0, 20)', "steered to an extreme"
    ),
    "two features of one name": Fault(
        LAB, '"option leftovers"', '"players"', "parts: lab.observation.FEATURES has the name 'players' more than once"
    ),
    "silly looks into other hands": Fault(
        STRATEGY,
        "def sensible(",
        "def silly(s: State, seat: int) -> int:\n    return 511 if s.deck[0] else 0\n\n\ndef sensible(",
        "sensible: silly reads what hide(s, ",
    ),
    "about, without its mark": Fault(
        WORDS, 'N_("Secret bids")', '"Sealed bids"', "words.labels.KIND says the same in every language: 'Sealed bids'"
    ),
    "a question longer than its room": Fault(
        WORDS, "MINUTES = 5\n", 'MINUTES = 5\nMOST_LETTERS = {"en": (20, 20)}\n', "but MOST_LETTERS['en'][0] is 20"
    ),
    "a name that becomes markup": Fault(
        PAGE, "{{ bid.name }}", "{{ bid.name|safe }}", "board: a player's name is put on the page as HTML"
    ),
    "a list that is never closed": Fault(
        PAGE,
        "</li>{% endfor %}</ul>{% endif %}\n</div>",
        "</li>{% endfor %}{% endif %}\n</div>",
        "board: </div> closes",
    ),
    "a choice that is disabled": Fault(
        PAGE, 'value="{{ card.action }}"', 'value="{{ card.action }}" disabled', "a button is `disabled`"
    ),
    "words in quotes only": Fault(
        PAGE, '{{ _("for sale") }}', '{{ "for sale" }}', "the page says the same in every language: 'for sale'"
    ),
    "a round that is a number": Fault(
        VIEW,
        't.gettext("Round {n} of {all}").format(n=min(s.round + 1, ROUNDS), all=ROUNDS)',
        "s.round",
        "board: `round` must be a translated string, not 0",
    ),
    "a hint in one language": Fault(
        VIEW,
        '        "pot": s.pot,\n',
        '        "pot": s.pot,\n        "hint": "bid high",\n',
        "board/view.py says the same in every language: hint is 'bid high'",
    ),
    "a relative import": Fault(
        STRATEGY,
        "def sensible(",
        "from ..rules.rules import ROUNDS  # noqa\n\n\ndef sensible(",
        "compiles: bots/strategy.py line 8: a relative import (write the whole name) is not allowed in compiled code",
    ),
    "a stylesheet with an open bracket": Fault(
        "board/board.css", ".market {", ".market { {", "board: board/board.css: 1 of its { are never closed"
    ),
    "a picture of the rules that nobody drew": Fault(
        "words/rules.en.md", "## Set-up", "![](#card-12)\n\n## Set-up", "words/rules.en.md shows the drawing 'card-12'"
    ),
    "two choices of one name": Fault(
        WORDS, "card=action + 1)\n\n\ndef status", "card=action // 2)\n\n\ndef status", "words: en: labels ["
    ),
}
