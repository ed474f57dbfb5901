"""A bounded memory that never forgets everything at once."""

from purrlor.core.cache import Cache


def test_what_is_asked_for_again_stays_and_the_rest_goes() -> None:
    kept: Cache[int, str] = Cache(10)
    for k in range(100):
        kept.put(k, str(k))
        assert kept.get(0) == "0"
        assert len(kept) <= 11
    assert kept.get(99) == "99"
    assert kept.get(50) is None
