"""How the rows of many tables are put into batches for SQLite's thread."""

from __future__ import annotations

import itertools

from purrlor.tables.store.sqlite import BATCHES_A_SECOND, GATHER, IN_A_ROW, BatchPace


def given_at(seconds: float, every: float) -> list[float]:
    """When batches are given, if a row comes every so often."""
    pace, given, now = BatchPace(), [], 1000.0
    due = None
    for k in range(int(seconds / every)):
        now = 1000.0 + k * every
        if due is not None and now >= due:
            pace.note_given(due)
            given.append(due)
            due = None
        if due is None:
            due = now + max(0.0, pace.wait(now))
    return given


def test_single_rows_do_not_wait():
    pace = BatchPace()
    for k in range(1000):
        assert pace.wait(1000.0 + k) <= 0
        pace.note_given(1000.0 + k)


def test_a_few_quick_ones_wait_for_the_last_batch_and_no_longer():
    given = given_at(GATHER * (IN_A_ROW - 2), GATHER / 4)
    gaps = [later - sooner for sooner, later in itertools.pairwise(given)]
    assert len(given) > IN_A_ROW / 2
    assert max(gaps) < 2 * GATHER


def test_where_rows_come_all_the_time_batches_are_fewer_and_hold_more():
    given = given_at(10.0, 0.002)
    assert len(given) < 10.0 * BATCHES_A_SECOND + IN_A_ROW + 1
    assert max(later - sooner for sooner, later in itertools.pairwise(given)) < 2 / BATCHES_A_SECOND
