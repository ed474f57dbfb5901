"""Whether every language says everything: compares the source's messages with the catalogues beside it."""

from __future__ import annotations

import string
from collections.abc import Iterable
from pathlib import Path

from purrlor.core.language import LANGUAGES

KEYWORDS = {
    "N_": None,
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
Key = tuple[str, str]  # context, English sentence


def messages_in(files: Iterable[Path]) -> dict[Key, tuple[str, ...]]:
    """What these source files say: singular and, where there is one, plural."""
    from babel.messages.extract import extract_from_file

    found: dict[Key, tuple[str, ...]] = {}
    for path in sorted(files):
        method = {".py": "python", ".html": "jinja2"}.get(path.suffix)
        if method is None:
            continue
        for _, message, _, context in extract_from_file(method, path, keywords=KEYWORDS):
            forms = message if isinstance(message, tuple) else (message,)
            forms = tuple(form for form in forms if isinstance(form, str))
            if forms and forms[0]:
                key = (context or "", forms[0])
                found[key] = max(found.get(key, ()), forms, key=len)
    return found


def faults_in(files: Iterable[Path], locale: Path) -> list[str]:
    """One line for every message that some language lacks, has in vain, or says with other placeholders."""
    from babel.messages.pofile import read_po

    faults = []
    said = messages_in(files)
    for language in LANGUAGES:
        if language == "en":
            continue
        path = locale / f"{language}.po"
        if not path.exists() and not said:
            continue
        if not path.exists():
            faults.append(f"{language}: no {path.name} for {len(said)} messages")
            continue
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        known = {}
        for message in catalogue:
            if message.id:
                first = message.id if isinstance(message.id, str) else message.id[0]
                known[message.context or "", first] = message
        for key, forms in said.items():
            found = known.pop(key) if key in known else None
            texts = () if found is None else found.string if not isinstance(found.string, str) else (found.string,)
            if found is None or found.fuzzy or not texts or not all(texts):
                faults.append(f"{language}: not translated: {key[1]!r}")
            elif len(forms) > 1 and len(texts) != catalogue.num_plurals:
                faults.append(f"{language}: {len(texts)} plural forms instead of {catalogue.num_plurals}: {key[1]!r}")
            else:
                wanted = set().union(*map(placeholders, forms))
                for text in texts:
                    missing = placeholders(text) ^ wanted
                    if missing and (len(forms) == 1 or placeholders(text) - wanted):
                        faults.append(f"{language}: placeholders {sorted(missing)} differ: {key[1]!r}")
        faults.extend(f"{language}: nothing says {key[1]!r} any more (was gettext left out?)" for key in known)
    return faults


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
