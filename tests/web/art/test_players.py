"""A cat for every name."""

from __future__ import annotations

import gzip
from itertools import product
from xml.etree import ElementTree

import pytest

from purrlor.core.language import LANGUAGES
from purrlor.tables.seats import CAT_NAMES
from purrlor.web.art import face_from_key, face_key, face_svg, favicon_svg, icon_svg, is_look, looks_at_table
from purrlor.web.art.cats.mood import MOODS
from purrlor.web.art.players import BORN, COATS, WEAR
from purrlor.web.rendering.templating import translations_for

NAMES = [f"{a}{b}{c}" for a, b, c in product(("Ann", "Boris", "Мира", "猫"), "aeiou", range(12))]


def test_the_same_name_has_the_same_cat() -> None:
    assert face_key("Анна") == face_key("  анна ")
    assert face_svg("Анна") == face_from_key(face_key("анна"))
    assert face_key("Ann") != face_key("Boris")


def test_many_names_make_many_cats() -> None:
    keys = {face_key(name) for name in NAMES}
    assert len(keys) > 0.5 * len(NAMES)
    for coat in COATS:
        assert any(key.startswith(coat) for key in keys)


def test_any_name_will_do() -> None:
    for name in ("", " ", "\x00", "👩‍👩‍👧", "a" * 100_000, "<script>", "İ"):
        ElementTree.fromstring(face_svg(name))


def test_another_mood_is_the_same_cat() -> None:
    own = face_key("Mira")
    glad = face_key("Mira", mood="pleased", wear="crown", pose="sit")
    coat, pattern = own.split("-")[:2]
    assert glad == f"sit-{coat}-{pattern}-pleased-crown"
    assert face_from_key(glad) != face_from_key(own)
    assert face_key("Mira", wear="").count("-") == 2


@pytest.mark.parametrize(
    "key",
    [
        "",
        "-",
        "ginger",
        "ginger-tabby",
        "ginger-tabby-",
        "ginger-tabby-happy",
        "ginger-calico-sly",
        "ginger-tabby-sly-",
        "ginger-tabby-sly-toque",
        "ginger-tabby-sly-bow-bow",
        "sit-ginger-tabby",
        "sit-sit-ginger-tabby-sly",
        "Ginger-tabby-sly",
        "../../etc/passwd",
        "<svg>",
    ],
)
def test_a_key_that_names_no_cat_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match="names no cat"):
        face_from_key(key)


def test_a_mood_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="names no cat"):
        face_key("Ann", mood="happy")


def test_faces_are_small_files() -> None:
    sizes = []
    for look, mood, wear in product(("grey-spots", "white-calico", "ginger-tabby"), MOODS, WEAR):
        text = face_from_key(f"{look}-{mood}{wear and '-'}{wear}")
        ElementTree.fromstring(text)
        sizes.append((len(gzip.compress(text.encode(), 9)), len(text)))
    assert max(small for small, _ in sizes) < 1_700
    assert max(large for _, large in sizes) < 4_300


def test_faces_at_birth_are_smaller_still() -> None:
    large = [len(face_svg(name)) for name in NAMES]
    assert sum(large) / len(large) < 3_000
    assert {key.split("-")[2] for key in map(face_key, NAMES)} == set(BORN)


def test_every_face_is_another() -> None:
    looks = [f"{coat}-{pattern}-{mood}" for coat, patterns in COATS.items() for pattern in patterns for mood in BORN]
    assert len({face_from_key(key) for key in looks}) == len(looks)


def test_icons_stand_alone() -> None:
    for text in (favicon_svg(), icon_svg()):
        root = ElementTree.fromstring(text)
        assert root.get("viewBox")
        assert len(text) < 2_000


def test_the_parlours_cats_look_as_they_are_called_in_every_language() -> None:
    looks = [
        [face_key(translations_for(language).gettext(name)).split("-")[:2] for name in CAT_NAMES]
        for language in LANGUAGES
    ]
    assert looks[0] == looks[1]
    assert len({tuple(look) for look in looks[0]}) == len(CAT_NAMES)
    assert looks[0][CAT_NAMES.index("Ginger")][0] == "ginger"


def test_no_two_cats_at_a_table_are_alike() -> None:
    chosen = ["ginger-tabby-sly-bow"] * 6
    keys = looks_at_table(["A", "B", "C", "D", "E", "F"], chosen)
    assert keys[0] == "ginger-tabby-sly-bow"
    assert len({tuple(key.split("-")[:2] + key.split("-")[3:]) for key in keys}) == 6
    assert {key.split("-")[0] for key in keys} == {"ginger"}, "there is enough to wear for everybody"
    own = face_key("Whiskers")
    assert looks_at_table(["A", "Whiskers"], [own, ""])[1] == own, "the parlour's own cats are as one knows them"
    assert looks_at_table(["Ann", "", "Ann 2"], ["", "", face_key("Ann")])[2] == face_key("Ann"), "a choice comes first"
    assert looks_at_table(["Ann", ""], ["no-such-cat", ""]) == [face_key("Ann"), ""]


@pytest.mark.parametrize("key", ["ginger-tabby-sly-crown", "sit-ginger-tabby-sly", "ginger-tabby-dizzy", "ginger", ""])
def test_what_a_player_may_not_choose(key: str) -> None:
    assert not is_look(key)
