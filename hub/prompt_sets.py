"""`triptych build refusals --parts …`: prompts of other sets, from the Hub or from files, as a folder of our columns.

    triptych build refusals --parts test=jailbreakbench anchors=advbench:64 anchors=alpaca:64@alpaca.json

Part = SPLIT=SET[:COUNT][@FILE]. The folder has `data/<split>.parquet`, a card and `build.json`, which is written last
and says what was read: repository, commit or file with its sha256, licence, rows.
"""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core.errors import RunError, UsageError
from triptych.core.runs import digest, file_sha256, write_json, write_text
from triptych.dataset_builders.refusal_prompts.mixing import Overlap, mix, sample
from triptych.dataset_builders.refusal_prompts.prompts import SPLITS
from triptych.dataset_builders.refusal_prompts.sources import SOURCES, Row, Source, read_source
from triptych.hub.prediction_files import read_rows

if TYPE_CHECKING:
    from triptych.hub.commands.refusals import BuildRefusals


@dataclass(frozen=True)
class Part:
    """One set in one split: `count` rows of it (None = all), from `file` or from the Hub."""

    split: str
    source: Source
    count: int | None
    file: Path | None

    @classmethod
    def parse(cls, text: str) -> "Part":
        """Read `SPLIT=SET[:COUNT][@FILE]`."""
        split, _, rest = text.partition("=")
        named, _, file = rest.partition("@")
        name, _, count = named.partition(":")
        if split not in SPLITS or name not in SOURCES or (count and (not count.isdigit() or not int(count))):
            sets = ", ".join(SOURCES)
            fix = f"splits: {', '.join(SPLITS)}; sets: {sets}; counts from 1"
            raise UsageError("--parts SPLIT=SET[:COUNT][@FILE]", repr(text), fix)
        source = SOURCES[name]
        if not file and not source.repo:
            raise UsageError(f"a file for the set {name}", repr(text), f"say {split}={name}@FILE")
        return cls(split, source, int(count) if count else None, Path(file) if file else None)


def build_sets(command: "BuildRefusals") -> Path:
    """Read, sample, check and write the parts of `command`; prints the counts and the `load_dataset` line."""
    parts = [Part.parse(text) for text in command.parts]
    out = command.out
    if out.is_dir() and any(out.iterdir()) and not (out / "build.json").is_file():
        raise UsageError("an empty or new folder", f"{out} has other files in it", "choose another --out")
    columns, labels = _pairs(command.column_map, "--column-map"), _pairs(command.label_map, "--label-map")
    revisions = _pairs(command.revisions, "--revisions")
    splits: dict[str, list[Row]] = {part.split: [] for part in sorted(parts, key=lambda part: SPLITS.index(part.split))}
    read = []
    for part in parts:
        rows, origin = _read(part, command.label, columns, labels, revisions.get(part.source.name))
        taken = sample(rows, part.count, command.seed)
        splits[part.split] += taken
        read.append({"split": part.split, "set": part.source.name, "licence": part.source.licence, **origin,
                     "rows": len(rows), "taken": len(taken)})  # fmt: skip
    clean, dropped = mix(_unique(splits), command.drop_overlaps)
    _write(out, clean, read, dropped, command.seed)
    _describe(read, clean, dropped)
    print(f'load_dataset("{out.resolve()}")')
    return out


def _pairs(text: str | None, option: str) -> dict[str, str]:
    pairs = [item.partition("=") for item in (text or "").split(",") if item.strip()]
    wrong = next((key for key, equals, value in pairs if not (key and equals and value)), None)
    if wrong is not None:
        raise UsageError(f"{option} NAME=VALUE,…", repr(text), "separate pairs by commas")
    return {key.strip(): value.strip() for key, _, value in pairs}


def _read(
    part: Part, label: str | None, columns: Mapping[str, str], labels: Mapping[str, str], revision: str | None
) -> tuple[list[Row], dict[str, Any]]:
    """Rows of a part, and where they came from. Column and label maps hold for files, whose columns may be anything."""
    if part.file is None:
        return _from_hub(part.source, revision or part.source.revision)
    if part.file.is_dir():
        found: list[Row] = [dict(row) for split in _loaded(str(part.file), None, None).values() for row in split]
        origin = {"file": str(part.file)}
    else:
        found, origin = _file_rows(part.file), {"file": part.file.name, "sha256": file_sha256(part.file)}
    return read_source(part.source, found, label, columns, labels), origin


def _file_rows(path: Path) -> list[Row]:
    if path.suffix.lower() == ".txt" and path.is_file():
        return [{"prompt": line} for line in path.read_text(encoding="utf-8-sig").splitlines()]
    return read_rows(path).rows


def _from_hub(source: Source, revision: str) -> tuple[list[Row], dict[str, Any]]:
    import datasets
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError

    rows: list[Row] = []
    try:
        commit = HfApi().dataset_info(source.repo, revision=revision).sha
        for (config, split), label in source.parts.items():
            found = _loaded(source.repo, config, commit)[split]
            several = len(source.parts) > 1
            part = read_source(source, found, label)
            rows += [{**row, "id": f"{row['id']}-{label}"} for row in part] if several else part
    except (OSError, HfHubHTTPError, datasets.exceptions.DatasetNotFoundError, ConnectionError, KeyError) as error:
        raise RunError(
            f"cannot read {source.repo} at {revision} from the Hub: {str(error).splitlines()[0]}. Log in with `hf auth "
            f"login` where the set asks for it, or download it and point at it: SPLIT={source.name}@FILE"
        ) from error
    return rows, {"repo": source.repo, "revision": commit}


def _loaded(path: str, config: str | None, revision: str | None) -> Any:
    import datasets

    return datasets.load_dataset(path, config, revision=revision)


def _unique(splits: Mapping[str, list[Row]]) -> dict[str, list[Row]]:
    """Each prompt once in a split, by its text; ids that two files share get their place added."""
    made: dict[str, list[Row]] = {}
    seen: set[str] = set()
    for split, rows in splits.items():
        kept = list({row["prompt"].casefold(): row for row in reversed(rows)}.values())[::-1]
        for place, row in enumerate(kept):
            if row["id"] in seen:
                kept[place] = {**row, "id": f"{row['id']}-{split}{place}"}
            seen.add(kept[place]["id"])
        made[split] = kept
    return made


def _write(out: Path, splits: Mapping[str, list[Row]], read: list[Row], dropped: Sequence[Overlap], seed: int) -> None:
    from datasets import Dataset

    from triptych.dataset_builders.refusal_prompts.schema import FEATURES

    empty = [split for split, rows in splits.items() if not rows]
    if empty:
        raise UsageError("at least one prompt a split", f"none in {empty[0]}", "take more rows or another set")
    (out / "build.json").unlink(missing_ok=True)
    shutil.rmtree(out / "data", ignore_errors=True)
    work = out / ".building"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    for split, rows in splits.items():
        Dataset.from_list(rows, features=FEATURES).to_parquet(work / f"{split}-00000-of-00001.parquet")
    work.rename(out / "data")
    files = {path.name: file_sha256(path) for path in sorted((out / "data").iterdir())}
    write_text(out / "README.md", _card(splits, read, digest(files)))
    write_json(out / "build.json", {"dataset": "refusal_prompts", "config": "sets", "seed": seed, "read": read,
                                    "dropped": [asdict(each) for each in dropped], "files": files})  # fmt: skip


def _card(splits: Mapping[str, list[Row]], read: list[Row], content: str) -> str:
    """The folder's card. `content` stands in it because `datasets` finds its cached copy by the card's YAML alone."""
    head = "\n".join(f"  - split: {split}\n    path: data/{split}-*" for split in splits)
    lines = [
        f"| {part['split']} | {part['set']} | {part.get('repo') or part['file']} | "
        f"{part.get('revision') or part.get('sha256', '')[:12]} | {part['licence']} | "
        f"{part['taken']} of {part['rows']} |"
        for part in read
    ]
    return "\n".join([
        "---\nlicense: other\nconfigs:\n- config_name: sets\n  default: true",
        f"  description: content {content[:16]}\n  data_files:\n{head}\n---\n",
        "# Refusal prompts from other sets\n",
        "> **Content warning.** Prompts that ask for harmful things. Each row keeps the licence of its set.\n",
        "| split | set | from | commit or sha256 | licence | rows |\n| --- | --- | --- | --- | --- | --- |",
        *lines, "", "No prompt or near-duplicate stands in two splits. Made by `triptych build refusals --parts`.\n",
    ])  # fmt: skip


def _describe(read: list[Row], splits: Mapping[str, list[Row]], dropped: Sequence[Overlap]) -> None:
    for part in read:
        where = part.get("repo") or part["file"]
        print(f"{part['split']}: {part['taken']} of {part['rows']} rows of {part['set']} ({where}, {part['licence']})")
    for split, rows in splits.items():
        harmful = sum(row["label"] == "harmful" for row in rows)
        print(f"{split}: {harmful} harmful, {len(rows) - harmful} harmless")
    if dropped:
        print(f"left out as near-duplicates of another split: {len({each.other for each in dropped})} (see build.json)")
    for name in _not_free(read):
        print(f"{name} may not be passed on: `publish` will refuse this folder")


def _not_free(read: list[Row]) -> Iterator[str]:
    yield from dict.fromkeys(part["set"] for part in read if not SOURCES[part["set"]].redistributable)
