"""One declaration, three forms: object, bytes, NumPy record."""

import pytest

from purrlor.core.record import Record, Row, checked, i8, i16, i64, words


class Shelf(Record):
    small: int = i8()
    rng: list[int] = i64(2)
    wide: int = i16()
    rows: list[list[int]] = i8(2, 3)


def filled() -> Shelf:
    shelf = Shelf()
    shelf.small, shelf.wide = -5, 300
    shelf.rng[1] = 1 << 40
    shelf.rows[1][2] = 7
    return shelf


def test_starts_with_zeros() -> None:
    shelf = Shelf()
    assert (shelf.small, shelf.rng, shelf.wide, shelf.rows) == (0, [0, 0], 0, [[0, 0, 0], [0, 0, 0]])


def test_bytes_go_both_ways() -> None:
    shelf = filled()
    assert Shelf.from_bytes(shelf.to_bytes()) == shelf
    assert len(shelf.to_bytes()) == Shelf.size() == 32


def test_a_copy_shares_nothing() -> None:
    shelf = filled()
    other = shelf.copy()
    assert other == shelf
    other.rows[0][0] = 1
    other.rng[0] = 1
    assert shelf.rows[0][0] == 0
    assert shelf.rng[0] == 0
    assert other != shelf
    assert shelf != "shelf"


def test_a_record_has_no_other_fields() -> None:
    with pytest.raises(AttributeError):
        Shelf().extra = 1  # type: ignore[attr-defined]


def test_numpy_has_the_same_bytes() -> None:
    shelf, array = filled(), Shelf.array(2)
    for name in Shelf.fields:
        array[name][1] = getattr(shelf, name)
    assert array[1].tobytes() == shelf.to_bytes()
    assert array[0].tobytes() == Shelf().to_bytes()


def test_a_row_copies_on_assignment() -> None:
    row = Shelf.row(2)
    row[0].small = 9
    row[1] = row[0]
    row[0].small = 1
    assert row[1].small == 9
    assert isinstance(row, Row)


def test_words_are_the_same_plain_and_numpy() -> None:
    row, array = Shelf.row(1), Shelf.array(1)
    row[0] = filled()
    for name in Shelf.fields:
        array[name][0] = getattr(filled(), name)
    assert list(words(row)[0]) == words(array)[0].tolist()


def test_repr_names_the_fields() -> None:
    assert "small=-5" in repr(filled())


class TestChecked:
    shelf = checked(Shelf)

    def test_equals_the_plain_record(self) -> None:
        shelf = self.shelf()
        shelf.take(filled())
        assert shelf.to_bytes() == filled().to_bytes()
        assert shelf.copy() == filled()

    def test_refuses_an_index_outside(self) -> None:
        shelf = self.shelf()
        with pytest.raises(IndexError, match=r"index -1 outside 0\.\.1"):
            shelf.rng[-1]
        with pytest.raises(IndexError, match=r"index 3 outside 0\.\.2"):
            shelf.rows[0][3] = 1

    def test_refuses_a_number_that_does_not_fit(self) -> None:
        shelf = self.shelf()
        with pytest.raises(OverflowError, match="128 does not fit"):
            shelf.small = 128
        with pytest.raises(OverflowError):
            shelf.rows[0][0] = -129

    def test_refuses_what_compiled_code_could_not_do(self) -> None:
        shelf = self.shelf()
        with pytest.raises(TypeError, match="one by one"):
            shelf.rows[0] = [1, 2, 3]
        with pytest.raises(TypeError, match="not an integer"):
            shelf.small = True


def test_a_subclass_has_its_parents_fields_too() -> None:
    class Wider(Shelf):
        extra: int = i64()

    made = Wider()
    made.extra = 7
    assert set(Wider.fields) == {*Shelf.fields, "extra"}
    sizes = [field.size for field in Wider.fields.values()]
    assert sizes == sorted(sizes, reverse=True), "packed widest first, as every record"
    assert Wider.from_bytes(made.to_bytes()) == made == made.copy()
    assert Wider.dtype().itemsize == Wider.size() == len(made.to_bytes())
