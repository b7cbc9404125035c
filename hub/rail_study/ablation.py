"""The ablation of Table 7: five training sets that differ in one step, one detector each, one test set, paired.

Everything is kept in the study's folder as it is finished: sets, trainings, boxes. The same command goes on.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from triptych.core.progress import Stages
from triptych.hub.box_files import BoxFile
from triptych.hub.exports import write_tables
from triptych.hub.rail_study.ablation_tables import ablation_tables, gain_figure, spoken
from triptych.hub.rail_study.figure3 import figure_3
from triptych.hub.rail_study.systems import predicted, trained
from triptych.hub.rail_study.truth import CLUSTER, TestSet
from triptych.hub.rail_study.variants import ALL, NONE, UNHARMONISED, VARIANTS, Inputs, build_set
from triptych.hub.report import Panel
from triptych.hub.score_synrailobs import score_boxes

PREFIX = "synrailobs-ablation"
LEAD = (
    "Which steps of the workflow help a detector? Five sets of composites that differ in nothing but the steps that "
    "are on train the same small detector from scratch with the same seed and as many steps; one test set judges them."
)
OWN_TEST = (
    "The test pictures are composites too, made with every step on, from backgrounds and cut-outs that no training set "
    "shows. That favours the row with every step on; only real pictures (--test-data) can tell whether a step helps on "
    "a line."
)
NOTES = [
    "Rescale off: the same obstacles at the same places with the very same sizes, dealt out anew over the rows of all "
    "pictures within each class. Harmony off: colours as cut out; shadow, blur and noise are on in every row.",
    "Random texture off: no textured shapes, so the detector has never seen the class unseen; the column of the taught "
    "classes leaves it out. The other classes then take its place, so each has a fifth more examples.",
    "Intervals are paired by picture and of whole backgrounds drawn anew; with fewer than some 20 backgrounds they are "
    "rough, with two or three hardly more than the range. They are of this one training each: another seed of the "
    "training moves every number, which they do not show.",
    "The paper gives one number a row, of a detector, an IoU and a spread that it does not name, on its own test site.",
    "Not for safety-critical use.",
]


@dataclass(frozen=True)
class AblationSettings:
    """What an ablation depends on besides its folder. `training` as `train synrailobs` has it."""

    inputs: Inputs
    detector: str = "yolo26n"
    training: Mapping[str, Any] = field(default_factory=dict)
    test_data: str | None = None
    bootstrap: int = 1000
    seed: int = 0
    num_proc: int = 1
    confidence_of: str | None = None
    """A detector for Figure 3; by default those of the first and the last row."""


def run_ablation(out: Path, stages: Stages, settings: AblationSettings) -> Panel:
    """Run or resume in `out` and return the panel; its figures and tables are written to `out`/report."""
    sets: dict[str, Path] = {}
    for variant in (*VARIANTS, UNHARMONISED):
        with stages.stage(f"composites: {variant.name}"):
            sets[variant.name] = build_set(variant, settings.inputs, out, settings.num_proc)
    truth = TestSet(settings.test_data or str(sets[ALL.name]), "test")
    groups = len({_group(row) for row in truth.rows.select_columns(["parameters", CLUSTER])})
    print(f"  test set: {len(truth.ids)} pictures on {len(set(truth.clusters))} backgrounds of {groups} places")
    results: dict[str, dict[str, Any]] = {}
    boxes: dict[str, BoxFile] = {}
    for variant in VARIANTS:
        weights = _trained(out, sets[variant.name], variant.name, stages, settings)
        with stages.stage(f"boxes and mAP: {variant.name}"):
            boxes[variant.name] = predicted(str(weights), out / "boxes" / variant.name, truth)
            results[variant.name] = _scored(boxes, variant.name, truth, settings)
        print(f"    {spoken(variant, results[variant.name])}", flush=True)
    with stages.stage("Figure 3"):
        figure, confidences = figure_3(out / "report", PREFIX, sets, _detectors(out, settings), settings.bootstrap,
                                       settings.seed)  # fmt: skip
    tables = [*ablation_tables(results), confidences]
    write_tables(out / "report", PREFIX, tables)
    figures = [gain_figure(out / "report", PREFIX, results), *([figure] if figure else [])]
    notes = [*([] if settings.test_data else [OWN_TEST]), *NOTES]
    findings = [f"{spoken(variant, results[variant.name])}." for variant in VARIANTS]
    return Panel(PREFIX, "Rail: which steps of the workflow help?", LEAD, findings, tables, figures, notes,
                 _plain(settings), {"boxes": results})  # fmt: skip


def _trained(out: Path, data: Path, name: str, stages: Stages, settings: AblationSettings) -> Path:
    with stages.stage(f"detector: {name}"):
        folder = out / "detectors" / name
        return trained(settings.detector, folder, str(data), dict(settings.training), settings.seed)


def _scored(boxes: Mapping[str, BoxFile], name: str, truth: TestSet, settings: AblationSettings) -> dict[str, Any]:
    """Of one row, with the paired difference to the row with nothing on."""
    baseline = None if name == NONE.name else boxes[NONE.name]
    return score_boxes(
        boxes[name], truth, "xyxy", settings.bootstrap, settings.seed, baseline, slices=["seen"], groups=CLUSTER,
        curves=False,
    )  # fmt: skip


def _detectors(out: Path, settings: AblationSettings) -> dict[str, str]:
    """Whose confidence Figure 3 shows, by the name for people."""
    if settings.confidence_of:
        return {settings.confidence_of: settings.confidence_of}
    return {f"trained with {each.steps}": str(out / "detectors" / each.name) for each in (ALL, NONE)}


def _group(row: Mapping[str, Any]) -> str:
    """The film or place of a picture."""
    background = (row["parameters"] or {}).get("background") or {}
    return str(background.get("group") or row[CLUSTER])


def _plain(settings: AblationSettings) -> dict[str, Any]:
    """Settings for the report; of folders their names alone."""
    values = asdict(settings)
    inputs = {name: value.name if isinstance(value, Path) else value for name, value in values.pop("inputs").items()}
    return {**values, "training": dict(settings.training), "inputs": inputs}
