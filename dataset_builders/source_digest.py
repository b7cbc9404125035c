"""A fingerprint for datasets that are made by code: it needs the code's bytes, not a run of it."""

from hashlib import sha256
from pathlib import Path


def source_digest(folder: Path, *more_files: Path) -> str:
    """64 hex digits that change when a `.py` file below `folder`, its place or one of `more_files` changes.

    Places count from `folder`, so that a copy elsewhere has the same digest. `more_files` are named by their last
    part; their order is free.
    """
    named = [(path.relative_to(folder).as_posix(), path) for path in folder.rglob("*.py")]
    named += [(f"/{path.name}", path) for path in more_files]
    total = sha256()
    for name, path in sorted(named):
        total.update(f"{name}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()
