"""One declaration of a fixed-size record: a slotted object, the same bytes everywhere, and a NumPy dtype.

    class State(Record):
        rng: list[int] = i64(4)
        seats: int = i8()
        hand: list[list[int]] = i8(6, 4)

Only signed integers: unsigned ones go wrong silently once compiled. Fields are packed widest first, so there is no
padding but a named one at the end, and two records are equal exactly when their bytes are.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar, cast, overload

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Contents = int | list[int] | list[list[int]]  # of one field


class Field:
    """Where a value lives: an integer of some width, or with a shape an array of them."""

    __slots__ = ("code", "count", "high", "shape", "size")

    def __init__(self, code: str, size: int, shape: tuple[int, ...]) -> None:
        self.code, self.size, self.shape = code, size, shape
        self.high = (1 << 8 * size - 1) - 1
        self.count = 1
        for length in shape:
            self.count *= length

    def zero(self) -> Contents:
        if not self.shape:
            return 0
        if len(self.shape) == 1:
            return [0] * self.shape[0]
        return [[0] * self.shape[1] for _ in range(self.shape[0])]

    def unflatten(self, values: tuple[int, ...]) -> Contents:
        if not self.shape:
            return values[0]
        if len(self.shape) == 1:
            return list(values)
        width = self.shape[1]
        return [list(values[k : k + width]) for k in range(0, self.count, width)]


class Width:
    """A signed integer width: i8() is one number, i8(4) a list of four, i8(6, 4) six lists of four."""

    def __init__(self, code: str, size: int) -> None:
        self.code, self.size = code, size

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, length: int, /) -> list[int]: ...
    @overload
    def __call__(self, length: int, width: int, /) -> list[list[int]]: ...
    def __call__(self, *shape: int) -> object:
        return Field(self.code, self.size, shape)


i8, i16, i32, i64 = Width("b", 1), Width("h", 2), Width("i", 4), Width("q", 8)


def make_copy_function(fields: dict[str, Field]) -> Callable[[Record, Record], None]:
    """`Record.take` for these fields, one after the other: states are copied several times for every decision."""
    ways = ("self.{0} = other.{0}", "self.{0} = other.{0}[:]", "self.{0} = [*map(list, other.{0})]")
    lines = [ways[len(field.shape)].format(name) for name, field in fields.items()]
    space: dict[str, object] = {}
    exec("\n    ".join(["def take(self, other):", *lines]), space)
    return cast("Callable[[Record, Record], None]", space["take"])


def make_flat_function(fields: dict[str, Field]) -> Callable[[Record], list[int]]:
    """`Record.numbers` for these fields: the digest of every decision wants the bytes of its state."""
    ways = ("self.{0}", "*self.{0}", "*chain.from_iterable(self.{0})")
    parts = [ways[len(field.shape)].format(name) for name, field in fields.items()]
    space: dict[str, object] = {"chain": chain}
    exec(f"def numbers(self):\n    return [{', '.join(parts)}]", space)
    return cast("Callable[[Record], list[int]]", space["numbers"])


class Declared(type):
    """Turns the declared fields of a class into slots; a subclass has its parent's fields, too."""

    def __new__(meta, name: str, bases: tuple[type, ...], space: dict[str, object]) -> Declared:
        own = {key: value for key, value in space.items() if isinstance(value, Field)}
        if own:
            reserved = [
                key
                for key in own
                for base in bases
                if hasattr(base, key) and key not in base.__dict__.get("fields", {})
            ]
            if reserved:
                raise TypeError(
                    f"{name}.{reserved[0]}: Record keeps this name for itself, call the field something else"
                )
            space = {key: value for key, value in space.items() if key not in own}
            inherited = [found for base in bases for found in getattr(base, "fields", {}).items()]
            unordered: dict[str, Field] = dict(inherited) | own
            order = sorted(unordered, key=lambda key: -unordered[key].size)
            fields = {key: unordered[key] for key in order}
            layout = "<" + "".join(f"{field.count}{field.code}" for field in fields.values())
            space["fields"] = fields
            space["packer"] = struct.Struct(layout)
            space["padding"] = -struct.calcsize(layout) % 8
            space["__slots__"] = tuple(own)
            space["take"] = make_copy_function(fields)
            space["numbers"] = make_flat_function(fields)
            space["contents"] = attrgetter(*order)
        else:
            space.setdefault("__slots__", ())
        return super().__new__(meta, name, bases, space)


class Record(metaclass=Declared):
    """A fixed-size record; see the module's example for how fields are declared."""

    fields: ClassVar[dict[str, Field]] = {}
    packer: ClassVar[struct.Struct] = struct.Struct("<")
    padding: ClassVar[int] = 0
    contents: ClassVar[attrgetter[object]]  # of a record: what all its fields hold

    def __init__(self) -> None:
        for name, field in self.fields.items():
            setattr(self, name, field.zero())

    def to_bytes(self) -> bytes:
        return self.packer.pack(*self.numbers()) + bytes(self.padding)

    def numbers(self) -> list[int]:
        """All there is in it, field after field."""
        return []  # every class with fields has its own

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        made = cls()
        numbers = cls.packer.unpack(data[: cls.packer.size])
        at = 0
        for name, field in cls.fields.items():
            setattr(made, name, field.unflatten(numbers[at : at + field.count]))
            at += field.count
        return made

    def take(self, other: Record) -> None:
        """Become equal to `other`, sharing nothing with it."""
        raise NotImplementedError  # every class with fields has its own

    def copy(self) -> Self:
        made = type(self).__new__(type(self))
        made.take(self)
        return made

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Record)
            and (self.fields is other.fields or self.fields.keys() == other.fields.keys())
            and self.contents(self) == self.contents(other)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)}' for name in self.fields)})"

    @classmethod
    def size(cls) -> int:
        return cls.packer.size + cls.padding

    @classmethod
    def dtype(cls) -> np.dtype[np.void]:
        """The same layout for NumPy; the padding is named, so that copies carry it and bytes compare equal."""
        import numpy as np

        names, formats, offsets, at = [], [], [], 0
        for name, field in cls.fields.items():
            names.append(name)
            formats.append((f"<i{field.size}", field.shape))
            offsets.append(at)
            at += field.size * field.count
        if cls.padding:
            names.append("padding_")
            formats.append(("<i1", (cls.padding,)))
            offsets.append(at)
        return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": cls.size()})

    @classmethod
    def row(cls, length: int) -> Row:
        """A plain row of records, where `row[i] = row[j]` copies, as it does in a NumPy array."""
        return Row(cls() for _ in range(length))

    @classmethod
    def array(cls, length: int) -> npt.NDArray[np.void]:
        """The compiled side's row: a NumPy array of records, all zero."""
        import numpy as np

        return np.zeros(length, cls.dtype())


class Row(list[Record]):
    """The plain side's array of records: assignment copies the contents."""

    def __init__(self, records: Iterable[Record]) -> None:
        super().__init__(records)

    def __setitem__(self, index: int, record: Record) -> None:  # type: ignore[override]
        self[index].take(record)


class Words:
    """The plain side of `words`: a record's bytes as 64-bit numbers."""

    def __init__(self, row: Row) -> None:
        self.row = row

    def __getitem__(self, index: int) -> tuple[int, ...]:
        data = self.row[index].to_bytes()
        return struct.unpack(f"<{len(data) // 8}q", data)


def words(row: Row | npt.NDArray[np.void]) -> Words | npt.NDArray[np.int64]:
    """The same memory as 64-bit words, one line a record: for hashing a record without naming a field."""
    if isinstance(row, Row):
        return Words(row)
    import numpy as np

    return row.view(np.int64).reshape(len(row), -1)


class CheckedList(list["int | CheckedList"]):
    """A list that compiled code could not leave by mistake: every index and every number is checked."""

    __slots__ = ("limit", "name")

    def __init__(self, values: Iterable[int | CheckedList], limit: int, name: str) -> None:
        super().__init__(values)
        self.limit, self.name = limit, name

    def __getitem__(self, index: int) -> int | CheckedList:  # type: ignore[override]
        if isinstance(index, int) and not 0 <= index < len(self):
            raise IndexError(f"{self.name}[{index}]: index {index} outside 0..{len(self) - 1}")
        return super().__getitem__(index)

    def __setitem__(self, index: int, value: int) -> None:  # type: ignore[override]
        if not 0 <= index < len(self):
            raise IndexError(f"{self.name}[{index}]: index {index} outside 0..{len(self) - 1}")
        if isinstance(value, list):
            raise TypeError(
                f"{self.name}[{index}]: assign the numbers of a row one by one: compiled code cannot replace a row"
            )
        check_number(value, self.limit, f"{self.name}[{index}]")
        super().__setitem__(index, value)


def check_number(value: object, limit: int, name: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} = {value!r}, which is not an integer")
    if not -limit - 1 <= value <= limit:
        raise OverflowError(f"{name} = {value} does not fit into -{limit + 1}..{limit}")


R = TypeVar("R", bound=Record)


def checked_set(self: Record, name: str, value: object) -> None:
    field = self.fields[name]
    if not field.shape:
        check_number(value, field.high, name)
    elif len(field.shape) == 1:
        value = CheckedList(cast("list[int]", value), field.high, name)
    else:
        rows = (CheckedList(line, field.high, f"{name}[{k}]") for k, line in enumerate(cast("list[list[int]]", value)))
        value = CheckedList(rows, field.high, name)
    object.__setattr__(self, name, value)


def checked(cls: type[R]) -> type[R]:
    """The same record, for tests: an index outside, a number too large, a bool where an int belongs are errors."""
    return cast("type[R]", Declared(f"Checked{cls.__name__}", (cls,), {"__setattr__": checked_set}))
