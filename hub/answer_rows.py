"""The answers of one run folder: added by one process or several, kept through kills, failed ones made again.

The first process appends to `predictions.partial.jsonl` while it works, process r to `predictions.r.partial.jsonl`.
The next start, with any number of processes, gathers them all, and nothing that was answered is answered again.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from triptych.core.runs import MANIFEST, Row, Rows, RunInfo, write_text
from triptych.models.abliteration.sharing import Processes

_PARTIAL = ".partial.jsonl"


@dataclass(frozen=True)
class AnswerInfo(RunInfo):
    """Beside what makes two runs the same, how this one was carried out: a run may go on under other circumstances."""

    num_processes: int = 1
    base_url: str | None = None


class AnswerRows:
    """Rows by id in `folder`. Raises `UsageError` where the folder holds rows made with other settings."""

    def __init__(self, folder: Path, info: RunInfo, processes: Processes | None = None) -> None:
        self.folder, self.info, self._processes = folder, info, processes or Processes()
        self._shared: _Gathered | None = None
        self._own: Rows | None = None
        self.kept = self._processes.from_main(self._opened)
        """Ids answered by earlier runs; those that failed are not among them."""

    def left(self, rows: list[Row]) -> list[Row]:
        """This process's share of the prompt `rows` that have no answer yet: as many long ones as the others get."""
        missing = [row for row in rows if row["id"] not in self.kept]
        return self._processes.part(sorted(missing, key=lambda row: -len(row["prompt"])))

    def add(self, row: Row) -> None:
        """Keep one answer at once."""
        if self._own is None:
            self._own = self._shared or Rows(self.folder, self.info, f"predictions.{self._processes.rank}")
        self._own.add(row)

    def finish(self, order: list[str]) -> list[Row]:
        """Once all processes are here, the first one writes the files; its rows in the `order` of ids, [] elsewhere."""
        self._processes.wait()
        if self._shared is None:
            return []
        if not self._shared.complete:
            self._shared.gather()
            self._shared.finish(order)
        return [self._shared.done[name] for name in order]

    def _opened(self) -> set[str]:
        self._shared = _Gathered(self.folder, self.info)
        self._shared.gather()
        self._shared.forget_failed()
        return set(self._shared.done)


class _Gathered(Rows):
    """The first process's rows, which take up those of the others."""

    def gather(self) -> None:
        """Take over the rows of all other processes, of this run or of a killed one, and delete their files."""
        for path in sorted(self.folder.glob(f"{self.name}.*{_PARTIAL}")):
            if not self.complete:
                for row in Rows(self.folder, self.info, path.name.removesuffix(_PARTIAL)).done.values():
                    self.add(row)
            path.unlink()

    def forget_failed(self) -> None:
        """Rows with the status `error` count as not done; a finished run that has some is open again."""
        kept = {name: row for name, row in self.done.items() if row["status"] != "error"}
        if self.complete and len(kept) < len(self.done):
            header = {"key": self._key, "started": self.started}
            lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in (header, *kept.values())]
            write_text(self._partial, "".join(lines))
            (self.folder / MANIFEST).unlink()  # only now, so that a kill loses nothing
        self.done = kept
