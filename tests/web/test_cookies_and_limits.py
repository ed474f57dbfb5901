"""The server's secret, settings and limits."""

import os
import stat
import threading
from pathlib import Path

import pytest

from purrlor.web.cookies import ForgedIdentity, Signer, read_secrets
from purrlor.web.rate_limits import RateLimits, TooMuch, address_group
from purrlor.web.server.settings import CannotStart, Settings, data_folder, settings


def test_the_secret_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="no folder"):
        read_secrets(tmp_path / "mistyped" / "secret")
    assert not (tmp_path / "mistyped").exists()
    path = tmp_path / "secret"
    made = read_secrets(path)
    assert [len(secret) for secret in made] == [32]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_secrets(path) == made
    assert [file.name for file in path.parent.iterdir()] == ["secret"], "no draft is left behind"


def test_of_several_starting_at_once_one_secret_wins(tmp_path: Path) -> None:
    found: list[list[bytes]] = []
    threads = [threading.Thread(target=lambda: found.append(read_secrets(tmp_path / "secret"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(each == found[0] for each in found)


def test_a_secret_others_can_read_or_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    read_secrets(path)
    path.chmod(0o644)
    with pytest.raises(CannotStart, match="chmod 600"):
        read_secrets(path)
    path.chmod(0o600)
    path.write_text("meow")
    with pytest.raises(CannotStart, match="64 hexadecimal"):
        read_secrets(path)
    with pytest.raises(CannotStart, match="PURRLOR_SECRET"):
        read_secrets(path, "00")
    assert read_secrets(path, "ab" * 32) == [b"\xab" * 32]


def test_a_cookie_is_good_only_as_it_was_signed() -> None:
    signer = Signer(b"s" * 32)
    cookie = signer.cookie("mira")
    assert signer.read_cookie(cookie).identity == "mira"
    for k in range(len(cookie)):
        changed = cookie[:k] + ("A" if cookie[k] != "A" else "B") + cookie[k + 1 :]
        with pytest.raises(ForgedIdentity):
            signer.read_cookie(changed)
    assert "mira" not in signer.log_name("mira")


def test_settings_come_from_the_command_line_then_the_environment() -> None:
    environment = {"PURRLOR_PORT": "9000", "PURRLOR_RATE": "2.5", "PURRLOR_DEV": "on", "PURRLOR_HOST": "::1"}
    found = settings(environment, port=9100, host=None)
    assert (found.port, found.host, found.rate, found.dev) == (9100, "::1", 2.5, True)
    assert settings(found.environment()) == found, "workers are told by their environment"


def test_a_proxy_that_is_no_address_is_refused() -> None:
    """It would be believed by nobody: then all visitors would share one rate limit, and nobody would know why."""
    for good in ("", "*", "127.0.0.1", "127.0.0.1, 10.89.42.0/24,", "::1"):
        assert settings({"PURRLOR_PROXIES": good}).proxies == good
    for bad in ("caddy", "127.0.0.1, nowhere", "10.0.0.0/99"):
        with pytest.raises(CannotStart, match=r"its address, such as .*, not (caddy|nowhere|10.0.0.0/99)"):
            settings({"PURRLOR_PROXIES": bad})


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("PORT", "eight", "PURRLOR_PORT cannot be"),
        ("PORT", "70000", "not a port"),
        ("WORKERS", "0", "at least 1"),
        ("WORKERS", "4", "Several workers need PostgreSQL"),
        ("DATABASE", "mysql://x", "sqlite:///FILE or postgresql"),
        ("DATABASE", "/home/ann/parlour.db", "sqlite:////home/ann/parlour.db"),
        ("PUBLIC", "purrlor.example", "begins with http"),
        ("LOG", "loud", "log level"),
        ("DEV", "perhaps", "PURRLOR_DEV cannot be"),
        ("BOTS", "-1", "at least 0"),
        ("KEEP_DAYS", "0", "at least 1"),
        ("KEEP_OPEN_DAYS", "7", "at least 30"),
        ("RATE", "nan", "PURRLOR_RATE cannot be nan"),
        ("KEEPDAYS", "5", "did you mean PURRLOR_KEEP_DAYS"),
        ("WHISKERS", "5", "no setting"),
    ],
)
def test_settings_that_cannot_be(name: str, value: str, why: str) -> None:
    with pytest.raises(CannotStart, match=why):
        settings({f"PURRLOR_{name}": value})


def test_data_lives_where_the_system_wants_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert data_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/purrlor")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder({"XDG_DATA_HOME": "relative"}) == tmp_path / ".local/share/purrlor"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().database_url == f"sqlite:///{tmp_path}/purrlor/parlour.db"
    assert Settings().secret_path == tmp_path / "purrlor" / "secret"
    assert os.sep in str(Settings(secret_file="/etc/purrlor").secret_path)


def test_a_bucket_empties_and_fills_again() -> None:
    now = 100.0
    limits = RateLimits(clock=lambda: now)
    for _ in range(12):
        limits.spend("table", "mira", "10.0.0.1")
    with pytest.raises(TooMuch) as slow:
        limits.spend("table", "mira", "10.0.0.1")
    assert slow.value.wait == pytest.approx(10)
    limits.spend("table", "ann", "10.0.0.1")
    now += 10.01
    limits.spend("table", "mira", "10.0.0.1")
    with pytest.raises(TooMuch):
        limits.spend("table", "mira", "10.0.0.2")


def test_an_address_has_a_bucket_of_its_own() -> None:
    limits = RateLimits(clock=lambda: 100.0)
    for k in range(60):
        limits.spend("table", f"guest {k}", "10.0.0.1")
    with pytest.raises(TooMuch):
        limits.spend("table", "one more", "10.0.0.1")
    limits.spend("table", "one more", "10.0.0.2")


def test_buckets_do_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.web.rate_limits.BUCKETS", 50)
    limits = RateLimits()
    for k in range(500):
        limits.spend("page", f"guest {k}", f"10.0.{k % 250}.1")
    assert len(limits.buckets) <= 53


def test_no_limit_where_none_is_wanted() -> None:
    limits = RateLimits(factor=0)
    for _ in range(2000):
        limits.spend("table", "mira", "10.0.0.1")
        limits.connect("mira", "10.0.0.1")


def test_a_household_is_one_address() -> None:
    assert address_group("2001:db8::1") == address_group("2001:db8::ffff") == "2001:db8::/64"
    assert address_group("2001:db8:0:1::1") != address_group("2001:db8::1")
    assert address_group("::ffff:10.0.0.1") == address_group("10.0.0.1") == "10.0.0.1"
    assert address_group("testclient") == "testclient"


def test_a_full_house() -> None:
    limits = RateLimits(connections=2)
    limits.connect("a", "x")
    limits.connect("b", "x")
    with pytest.raises(TooMuch, match="full"):
        limits.connect("c", "x")
    limits.disconnect("a", "x")
    limits.connect("c", "x")
