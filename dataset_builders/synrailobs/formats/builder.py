"""A set of others in the columns of `synrailobs`, as a `datasets` builder; the hub makes its plan from a survey."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import datasets
import numpy as np

from triptych.core.errors import RunError
from triptych.core.runs import digest, write_json
from triptych.dataset_builders.problems import BadInput, Problem
from triptych.dataset_builders.source_digest import source_digest
from triptych.dataset_builders.synrailobs import labels
from triptych.dataset_builders.synrailobs.formats.imported import Made, Terms, make_row
from triptych.dataset_builders.synrailobs.formats.sheets import Sheet
from triptych.dataset_builders.synrailobs.formats.survey import Survey
from triptych.dataset_builders.synrailobs.photos import pictures
from triptych.dataset_builders.synrailobs.schema import FEATURES

NAME: Final = "synrailobs"
CONFIG: Final = "imported"
_VERSION: Final = datasets.Version("1.0.0")


@dataclass(frozen=True)
class Plan:
    """The split to write, its pictures and how their words are read."""

    split: str
    sheets: Sequence[Sheet]
    terms: Terms


class ImportedRail(datasets.GeneratorBasedBuilder):  # type: ignore[misc]  # datasets has no types
    """Builder of the configuration `imported`. What the report says of a row is kept in the folder `kept`."""

    VERSION = _VERSION
    BUILDER_CONFIGS = (datasets.BuilderConfig(name=CONFIG, version=_VERSION, description="A set of others."),)
    DEFAULT_CONFIG_NAME = CONFIG
    # Pages of a Parquet file follow the batches, and those must not depend on how rows are shared out over processes.
    DEFAULT_WRITER_BATCH_SIZE = 1

    def __init__(self, *args: Any, plan: Plan, kept: Path, **kwargs: Any) -> None:
        self._plan, self._kept = plan, kept
        kwargs.setdefault("dataset_name", NAME)
        kwargs.setdefault("hash", self.fingerprint())
        super().__init__(*args, **kwargs)

    @classmethod
    def fingerprint(cls) -> str:
        """32 hex digits that change when the version, a column or the code that makes rows changes."""
        code = source_digest(Path(__file__).parent, Path(labels.__file__), Path(pictures.__file__))
        return digest([str(_VERSION), FEATURES.to_dict(), code])[:32]

    def _info(self) -> datasets.DatasetInfo:
        return datasets.DatasetInfo(description="Pictures of obstacles on tracks.", features=FEATURES, license="other")

    def _split_generators(self, dl_manager: datasets.DownloadManager) -> list[datasets.SplitGenerator]:
        # A list among the arguments is what lets `datasets` share a split out over processes.
        return [datasets.SplitGenerator(name=self._plan.split, gen_kwargs={"sheets": list(self._plan.sheets)})]

    def _generate_examples(self, sheets: list[Sheet]) -> Iterator[tuple[str, dict[str, Any]]]:
        for sheet in sheets:
            try:
                made = make_row(sheet, self._plan.terms)
            except BadInput as error:
                self._keep(sheet, Made(problems=[Problem(sheet.name, str(error))]))
                continue
            self._keep(sheet, made)
            yield made.row["id"], made.row

    def as_dataset(self, *args: Any, **kwargs: Any) -> Any:
        """What was written. Raises `RunError` where no picture could be used: `datasets` reads no empty split."""
        told = _told(self._kept)
        if not any(each["made"] for each in told):
            reasons = sorted(f"{line['what']}: {line['reason']}" for each in told for line in each["problems"])
            raise RunError("no picture of this input can be used; for example " + "; ".join(reasons[:3]))
        return super().as_dataset(*args, **kwargs)

    def _keep(self, sheet: Sheet, made: Made) -> None:
        objects = made.row.get("objects", [])
        told = {
            "made": bool(made.row),
            "problems": [asdict(problem) for problem in made.problems],
            "cover": made.cover,
            "loose": made.loose,
            "encoded": made.encoded,
            "categories": [thing["category"] for thing in objects],
            "masks": sum(thing["mask"] is not None for thing in objects),
            "distances": sum(thing["distance_m"] is not None for thing in objects),
            "words": {name: made.row.get(name) for name in ("weather", "light", "track_type")},
        }
        write_json(self._kept / f"{sha256(sheet.name.encode()).hexdigest()[:32]}.json", told)


def _told(kept: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(kept.glob("*.json"))]


def report(found: Survey, kept: Path) -> dict[str, Any]:
    """Counts of what was built, how loose the given boxes were, and what was left out or changed, with reasons."""
    told = _told(kept)
    made = [each for each in told if each["made"]]
    cover = [share for each in made for share in each["cover"]]
    problems = [asdict(problem) for problem in found.found.problems]
    problems += sorted((line for each in told for line in each["problems"]), key=lambda line: str(line["what"]))
    counts: Mapping[str, int] = Counter(category for each in made for category in each["categories"])
    return {
        "config": CONFIG,
        "pictures": len(made),
        "pictures_without_objects": sum(not each["categories"] for each in made),
        "encoded_anew": sum(each["encoded"] for each in made),
        "objects": sum(counts.values()),
        "by_category": dict(sorted(counts.items())),
        "objects_with_mask": sum(each["masks"] for each in made),
        "objects_with_distance": sum(each["distances"] for each in made),
        **{
            name: dict(Counter(str(each["words"][name]) for each in made))
            for name in ("weather", "light", "track_type")
        },
        "given_boxes": _looseness(cover, sum(each["loose"] for each in made)),
        "videos": len(found.events.labels),
        "notes": found.found.notes,
        "left_out_or_changed": problems,
    }


def _looseness(cover: list[float], loose: int) -> dict[str, Any] | None:
    """How much of the given boxes their masks cover; None where no object has both."""
    if not cover:
        return None
    low, median, high = (round(float(value), 4) for value in np.percentile(cover, [25, 50, 75]))
    return {"n": len(cover), "drawn_tight": loose, "covered_median": median, "covered_quartiles": [low, high]}
