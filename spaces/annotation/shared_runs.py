"""Finished run folders of `triptych generate`, as annotators get to read them."""

import json
from pathlib import Path
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.core.runs import MANIFEST

_FILE: Final = "predictions.parquet"


def run_rows(run: Path, panel: str) -> list[dict[str, Any]]:
    """The predictions of a run of `triptych generate PANEL`, each with its system and the run's name.

    Raises `UsageError` where the folder is no finished run or its rows have no id and output.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not (run / MANIFEST).is_file() or not (run / _FILE).is_file():
        fix = f"make it, or finish it, with triptych generate {panel}"
        raise UsageError("a finished run folder with predictions.parquet", str(run), fix)
    manifest = json.loads((run / MANIFEST).read_text(encoding="utf-8"))
    try:
        rows = pq.read_table(run / _FILE).to_pylist()
    except pa.ArrowInvalid as error:
        raise UsageError("a Parquet file", f"{run / _FILE}: {error}", "make the run again") from None
    if rows and not {"id", "output"} <= rows[0].keys():
        raise UsageError("columns id and output", f"{', '.join(rows[0])} in {run}", f"name a run of generate {panel}")
    system = str(manifest.get("system") or run.name)
    return [{"system": system, **row, "run": run.name} for row in rows]
