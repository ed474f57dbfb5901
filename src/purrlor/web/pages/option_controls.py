"""A game's options as form controls, and as words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from purrlor.core.language import Translations
from purrlor.core.options import Choice, Number, Option, Switch, Value

SHORT = 24  # letters of all labels together that still fit side by side on a phone


def control(option: Option, value: Value, t: Translations) -> dict[str, Any]:
    """Ready values for the template: a number field, two labels side by side, or a list to choose from."""
    made: dict[str, Any] = {
        "name": f"option-{option.name}",
        "label": t.gettext(option.label),
        "help": t.gettext(option.help) if option.help else "",
        "others": (),
        "value": value,
        "is_rare": option.rare,
        "is_usual": value == option.usual,
    }
    if isinstance(option, Number):
        return made | {"kind": "number", "low": option.low, "high": option.high}
    if isinstance(option, Switch):
        return made | {
            "kind": "either",
            "value": "on" if value else "off",
            "pairs": [("on", t.gettext("yes")), ("off", t.gettext("no"))],
        }
    pairs = [(key, t.gettext(label)) for key, label in zip(option.values, option.labels, strict=True)]
    fits = len(pairs) == 2 and sum(len(label) for _, label in pairs) <= SHORT
    made |= {"kind": "either" if fits else "list", "pairs": pairs}
    if option.means:
        meanings = [(label, t.gettext(means)) for (_, label), means in zip(pairs, option.means, strict=True)]
        chosen = option.values.index(str(value))
        made |= {"help": meanings.pop(chosen)[1], "others": meanings, "others_head": t.gettext("What the others mean")}
    return made


def controls(options: tuple[Option, ...], values: Mapping[str, Value], t: Translations) -> list[dict[str, Any]]:
    """Those that mean something with these values."""
    return [control(option, values[option.name], t) for option in options if applies(option, values)]


def applies(option: Option, values: Mapping[str, Value]) -> bool:
    return option.only is None or values[option.only[0]] == option.only[1]


def value_in_words(option: Option, value: Value, t: Translations) -> str:
    """What an option is set to, for people."""
    if isinstance(option, Choice):
        return t.gettext(option.labels[option.values.index(str(value))])
    if isinstance(option, Switch):
        return t.gettext("yes") if value else t.gettext("no")
    return str(value)
