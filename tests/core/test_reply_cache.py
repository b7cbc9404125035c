import resource
import sqlite3
import subprocess
import sys
import warnings

import pytest

from triptych.core.reply_cache import ReplyCache, default_path


def test_put_get_and_a_second_opening(tmp_path):
    path = tmp_path / "deep" / "replies.sqlite"
    with ReplyCache(path) as cache:
        assert cache.get("a") is None
        cache.put("a", "Grüße \U0001f642")
    with ReplyCache(path) as cache:
        assert cache.get("a") == "Grüße \U0001f642"
    assert path.stat().st_mode & 0o077 == 0, "replies are for their owner only"


def test_the_first_reply_stays(tmp_path):
    with ReplyCache(tmp_path / "c") as cache:
        cache.put("a", "first")
        cache.put("a", "second")
        assert cache.get("a") == "first"


def test_many_keys(tmp_path):
    with ReplyCache(tmp_path / "c") as cache:
        for number in range(1200):
            cache.put(str(number), f"reply {number}")
        found = cache.get_many(str(number) for number in range(-5, 1200))
    assert len(found) == 1200
    assert found["1199"] == "reply 1199"


def test_where_it_lies(tmp_path, monkeypatch):
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path / "not-there-yet"))
    assert default_path() == tmp_path / "not-there-yet" / "replies.sqlite"
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path))
    assert default_path() == tmp_path / "replies.sqlite"
    monkeypatch.delenv("TRIPTYCH_CACHE")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path() == tmp_path / ".cache/triptych/replies.sqlite"


@pytest.mark.parametrize("content", [b"this is no database" * 100, b"SQLite format 3\x00" + b"\xff" * 4096])
def test_a_corrupt_file_gives_one_warning_and_no_cache(tmp_path, content):
    path = tmp_path / "c"
    path.write_bytes(content)
    with pytest.warns(UserWarning, match="delete that file") as caught:
        cache = ReplyCache(path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cache.put("a", "x")
        assert cache.get("a") is None
        assert cache.get_many(["a", "b"]) == {}
        cache.close()
    assert len(caught) == 1


def test_damage_found_later(tmp_path):
    path = tmp_path / "c"
    with ReplyCache(path) as cache:
        for number in range(2000):
            cache.put(str(number), "x" * 100)
    raw = bytearray(path.read_bytes())
    raw[4096 : len(raw)] = b"\xff" * (len(raw) - 4096)
    path.write_bytes(raw)
    with pytest.warns(UserWarning, match="does not work") as caught, ReplyCache(path) as cache:
        assert [cache.get(str(number)) for number in range(5)] == [None] * 5
    assert len(caught) == 1


def test_an_impossible_place(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.warns(UserWarning, match="set TRIPTYCH_CACHE"), ReplyCache(tmp_path / "file" / "c") as cache:
        assert cache.get("a") is None


FULL = """
import sys, warnings
from pathlib import Path
from triptych.core.reply_cache import ReplyCache
cache = ReplyCache(Path(sys.argv[1]))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for number in range(300):
        cache.put(str(number), "x" * 1000)
print(len(caught), str(caught[0].message), cache.get("0") == "x" * 1000, cache.get("299"))
"""


def test_a_full_disk_gives_one_warning_and_keeps_what_was_written(tmp_path):
    """A limit on file size stands in for the full disk: SQLite sees the same failed write."""
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "c")],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
    )
    assert done.stdout.startswith("1 the reply cache"), done.stdout
    assert done.stdout.split()[-2:] == ["True", "None"]


WRITER = """
import sys, warnings
from pathlib import Path
from triptych.core.reply_cache import ReplyCache
warnings.simplefilter("error")
with ReplyCache(Path(sys.argv[1])) as cache:
    for row in range(200):
        cache.put(f"{row}", sys.argv[2])
        cache.put(f"{sys.argv[2]}-{row}", "own")
"""


def test_several_processes_at_once(tmp_path):
    command = [sys.executable, "-c", WRITER, str(tmp_path / "c")]
    processes = [subprocess.Popen([*command, str(number)]) for number in range(3)]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    rows = sqlite3.connect(tmp_path / "c").execute("SELECT count(*) FROM replies").fetchone()[0]
    assert rows == 200 + 3 * 200
