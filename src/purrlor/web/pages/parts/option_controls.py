"""A game's options as form controls, and as words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from purrlor.core.language import Translations
from purrlor.core.options import Choice, Number, Option, Switch, Value

SHORT = 24  # letters of all labels together that still fit side by side on a phone


@dataclass(slots=True)
class Control:
    """Ready values for the template: a number field, two labels side by side, or a list to choose from."""

    name: str
    label: str
    help: str
    value: Value
    is_rare: bool
    is_usual: bool
    kind: Literal["number", "either", "list"] = "number"
    low: int = 0
    high: int = 0
    pairs: Sequence[tuple[str, str]] = ()
    others: Sequence[tuple[str, str]] = ()  # what the choices mean that are not chosen
    others_head: str = ""
    notes: Sequence[str] = ()  # of two side by side: what each of them means; the page shows that of the chosen one


def control(option: Option, value: Value, t: Translations) -> Control:
    explained = t.gettext(option.help) if option.help else ""
    is_usual = value == option.usual
    made = Control(f"option-{option.name}", t.gettext(option.label), explained, value, option.rare, is_usual)
    if isinstance(option, Number):
        made.low, made.high = option.low, option.high
    elif isinstance(option, Switch):
        made.kind, made.value = "either", "on" if value else "off"
        made.pairs = [("on", t.gettext("yes")), ("off", t.gettext("no"))]
        if option.off:
            made.notes, made.help = (explained, t.gettext(option.off)), ""
    else:
        made.pairs = [(key, t.gettext(label)) for key, label in zip(option.values, option.labels, strict=True)]
        fits = len(made.pairs) == 2 and sum(len(label) for _, label in made.pairs) <= SHORT
        made.kind = "either" if fits else "list"
        if option.means:
            explain_choice(made, option, value, t)
    return made


def explain_choice(made: Control, option: Choice, value: Value, t: Translations) -> None:
    """What the chosen value means, and apart from it what the others do."""
    if made.kind == "either":
        made.notes = [t.gettext(means) for means in option.means]
        return
    meanings = [(label, t.gettext(means)) for (_, label), means in zip(made.pairs, option.means, strict=True)]
    made.help = meanings.pop(option.values.index(str(value)))[1]
    made.others, made.others_head = meanings, t.gettext("What the others mean")


def controls(options: tuple[Option, ...], values: Mapping[str, Value], t: Translations) -> list[Control]:
    """Those that mean something with these values."""
    return [control(option, values[option.name], t) for option in options if applies(option, values)]


def applies(option: Option, values: Mapping[str, Value]) -> bool:
    if option.for_solvers and values[option.name] == option.usual:
        return False
    return option.only is None or values[option.only[0]] == option.only[1]


def value_in_words(option: Option, value: Value, t: Translations) -> str:
    """What an option is set to, for people."""
    if isinstance(option, Choice):
        return t.gettext(option.labels[option.values.index(str(value))])
    if isinstance(option, Switch):
        return t.gettext("yes") if value else t.gettext("no")
    return str(value)
