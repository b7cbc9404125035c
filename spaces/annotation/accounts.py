"""Who may sign in, as what, and under which pseudonym the answers go out.

    accounts = Accounts("study.sqlite")
    token = accounts.add("ada", None)           # a token of its own, shown once
    accounts.add("eve", "a long password", role="adjudicator")
    accounts.check("ada", token)                # True

Passwords are kept as scrypt's hashes. Pseudonyms hang on a secret salt in a file beside the database: whoever has
the exported answers alone cannot find the names by trying them.
"""

import hashlib
import hmac
import os
import secrets
import threading
from pathlib import Path
from typing import Final, Literal, get_args

from triptych.core.errors import UsageError
from triptych.spaces.annotation.store import connect, transaction

Role = Literal["annotator", "adjudicator"]
SHORTEST_PASSWORD: Final = 8
LONGEST_NAME: Final = 64
LONGEST_PASSWORD: Final = 256
_N, _R, _P = 2**14, 8, 1  # scrypt: 16 MiB and some 50 ms a try
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS accounts (
  name TEXT PRIMARY KEY, salt BLOB NOT NULL, hash BLOB NOT NULL, role TEXT NOT NULL) WITHOUT ROWID;
"""


class Accounts:
    """The people of the database `path`; the store of their answers may be the same file."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._db = connect(self.path)
        self._db.executescript(_TABLE)
        self._secret = _secret_of(self.path.with_name(self.path.name + ".salt"))

    def add(self, name: str, password: str | None = None, role: Role = "annotator") -> str:
        """Make an account, or give one a new password, and return its password; None stands for a random token."""
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or name != name.strip():
            raise UsageError(f"a name of 1 to {LONGEST_NAME} characters", repr(name)[:80], "choose another name")
        if role not in get_args(Role):
            raise UsageError(f"a role of {', '.join(get_args(Role))}", repr(role)[:80], "choose one of them")
        token = secrets.token_urlsafe(16) if password is None else password
        if not SHORTEST_PASSWORD <= len(token) <= LONGEST_PASSWORD:
            length = f"{SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
            raise UsageError(f"a password of {length}", f"{len(token)}", "take another one, or none to get a token")
        salt = os.urandom(16)
        with self._lock, transaction(self._db) as db:
            row = (name, salt, _hash(token, salt), role)
            db.execute("INSERT OR REPLACE INTO accounts VALUES (?, ?, ?, ?)", row)
        return token

    def check(self, name: str, password: str) -> bool:
        """Whether `password` is the one of `name`. It takes as long where there is no such name."""
        if not isinstance(name, str) or not isinstance(password, str) or len(password) > LONGEST_PASSWORD:
            return False
        with self._lock:
            row = self._db.execute("SELECT salt, hash FROM accounts WHERE name = ?", (name,)).fetchone()
        salt, wanted = row or (b"\0" * 16, b"\0" * 64)
        return hmac.compare_digest(_hash(password, salt), wanted) and row is not None

    def role(self, name: str | None) -> Role | None:
        """What `name` may do; None for strangers."""
        with self._lock:
            row = self._db.execute("SELECT role FROM accounts WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def names(self) -> list[str]:
        """All who have an account."""
        with self._lock:
            return [name for (name,) in self._db.execute("SELECT name FROM accounts ORDER BY name")]

    def pseudonym(self, name: str) -> str:
        """The name under which the answers of `name` go out, such as `annotator-3f9a1c0d`; always the same."""
        digest = hmac.new(self._secret, name.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()
        return f"annotator-{digest[:8]}"


def _hash(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode("utf-8", "surrogatepass"), salt=salt, n=_N, r=_R, p=_P, dklen=64)


def _secret_of(path: Path) -> bytes:
    """The salt in the file `path`, which is made where there is none, for its owner alone to read."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    if not path.exists():
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(32))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(fresh, path)  # whole at once, and never over the salt of a second starter
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_bytes()
