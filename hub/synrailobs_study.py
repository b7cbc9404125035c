"""The rail panel: two small detectors trained here, their boxes scored by class and slice, their events by vote.

One learns from pictures of every weather and light, the other from sunny days alone, with as many steps: the paper's
case for varied backgrounds, in miniature.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core.progress import Stages, progress
from triptych.core.runs import Row
from triptych.hub import synrailobs_figures as figures
from triptych.hub.box_files import BoxFile, read_boxes
from triptych.hub.predict_synrailobs import predict_boxes
from triptych.hub.report import Panel, Table
from triptych.hub.score_synrailobs import References, score_boxes, score_events
from triptych.hub.synrailobs_tables import cell, class_table, difference_table, event_tables, slice_table
from triptych.hub.train_synrailobs import train_baseline

if TYPE_CHECKING:
    from triptych.models.detection.baseline import Detector

SYSTEMS = {"all": "trained on all weathers", "sunny_day": "trained on sunny days"}
SLICED = ("condition", "distance_m", "seen", "track_type")
SHOWN_FROM = 0.5
"""Least score of the boxes in the pictures of the report."""
LEAD = (
    "Obstacles pasted on drawn tracks at the size that the gauge gives. A small detector, trained from scratch here, "
    "finds them before backgrounds that it has never seen. Where does it fail, and do pictures of bad weather help?"
)
NOTES = [
    "The pictures are drawn. Scores on them test the pipeline and compare systems; they say nothing about a real line. "
    "Not for safety-critical use.",
    "The detector has 270 thousand parameters and about a minute of training: a floor for real detectors.",
    "Sunny days are 10 of the 120 training pictures, so the second detector lacks number as well as variety.",
    "Intervals take the pictures as independent, though four share each background: the true ones are somewhat wider.",
    "mAP 50: average precision at IoU 0.5, mean over the classes, as COCO counts it. Conditions as in Table 4 of the "
    "paper: Normal is sunny and day, Dark is dusk or dark in any weather.",
    "An event is a video of 15 s at 10 frames a second, called positive when more than half of its frames are (section "
    "4.3). The threshold of a frame was chosen on clips of validation backgrounds.",
]


@dataclass(frozen=True)
class Settings:
    """Size of the study: None is everything."""

    seed: int = 0
    limit: int | None = None
    bootstrap: int = 1000
    clips: int = 12
    steps: int | None = None


def run_study(out: Path, report: Path, stages: Stages, settings: Settings) -> Panel:
    """Run or resume in `out` and return the panel; its figures are written to `report`."""
    truth = References(None, "test")
    found: dict[str, BoxFile] = {}
    detectors: dict[str, Detector] = {}
    for kind, name in SYSTEMS.items():
        with stages.stage(f"detector {name}"):
            detectors[kind] = train_baseline(out / "detectors" / kind, None, kind, settings.steps, settings.limit,
                                             settings.seed)  # fmt: skip
        with stages.stage(f"boxes of the detector {name}"):
            folder = out / "boxes" / kind
            predict_boxes(out / "detectors" / kind, folder, None, "test", None)
            found[kind] = read_boxes(folder / "predictions.parquet", truth.categories)
    with stages.stage("mAP with slices and intervals"):
        results = {
            kind: score_boxes(found[kind], truth, "xyxy", settings.bootstrap, settings.seed, baseline)
            for kind, baseline in (("all", found["sunny_day"]), ("sunny_day", None))
        }
    with stages.stage("event clips"):
        events = _events(detectors["all"], settings)
    with stages.stage("rail figures"):
        return _panel(report, truth, found, results, events, settings)


def _events(detector: "Detector", settings: Settings) -> dict[str, Any]:
    """Clips of test backgrounds, half with an obstacle, called by vote at a threshold chosen on validation clips."""
    from triptych.dataset_builders.synrailobs.events import event_clips

    tuning, test = (event_clips(settings.seed, settings.clips, split) for split in ("validation", "test"))
    threshold = _best_threshold(*_frames(detector, tuning, "validation clips"))
    frames, videos = _frames(detector, test, "event clips")
    return {**score_events(frames, videos, threshold), "threshold": threshold}


def _frames(detector: "Detector", clips: Sequence[Any], what: str) -> tuple[list[Row], list[Row]]:
    """Frame scores and labels of clips."""
    from triptych.models.detection.event_scores import event_scores

    frames = [row for clip in progress(clips, what) for row in event_scores(detector, clip)]
    return frames, [{"video_id": clip.video_id, "label": clip.label} for clip in clips]


def _best_threshold(frames: list[Row], videos: list[Row]) -> float:
    """The middle of the thresholds that call the most videos right."""
    tried = [step / 100 for step in range(5, 100, 5)]
    right = [score_events(frames, videos, threshold)["accuracy"] for threshold in tried]
    best = [threshold for threshold, accuracy in zip(tried, right, strict=True) if accuracy == max(right)]
    return best[len(best) // 2]


def _panel(
    report: Path,
    truth: References,
    found: dict[str, BoxFile],
    results: dict[str, dict[str, Any]],
    events: dict[str, Any],
    settings: Settings,
) -> Panel:
    named = {SYSTEMS[kind]: result for kind, result in results.items()}
    drawn = [
        figures.examples(report, truth.rows, found["all"].pictures, SHOWN_FROM),
        figures.slice_bars(report, named, SLICED),
        figures.precision_recall(report, results["all"], SYSTEMS["all"]),
        figures.confusion(report, events),
    ]
    difference = difference_table(results["all"], "All weathers minus sunny days")
    tables = [_system_table(named), difference, class_table(named), slice_table(named), *event_tables(events)]
    kept = {kind: {key: value for key, value in result.items() if key != "curves"} for kind, result in results.items()}
    title, numbers = "Rail: obstacles on drawn tracks", {**kept, "events": events}
    return Panel("synrailobs", title, LEAD, _findings(results, events), tables, drawn, NOTES, vars(settings), numbers)


def _system_table(named: dict[str, dict[str, Any]]) -> Table:
    columns = ["detector", "mAP 50:95", "mAP 50", "mAR 100", "pictures", "objects"]
    rows = [[system, *(cell(found, name) for name in ("map", "map_50", "mar_100")), found["n"], found["n_objects"]]
            for system, found in named.items()]  # fmt: skip
    return Table("systems", "Detectors on the test split, %", columns, rows, "95 % intervals: bootstrap over pictures.")


def _findings(results: dict[str, dict[str, Any]], events: dict[str, Any]) -> list[str]:
    difference = results["all"]["difference"]
    n, metres = results["all"]["n"], results["all"]["slices"]["distance_m"]
    near, far = next(iter(metres)), next(reversed(metres))
    return [
        f"mAP 50 on the test split: {cell(results['all'], 'map_50')} %, n = {n} pictures, "
        f"{results['all']['n_objects']} objects.",
        f"All weathers against sunny days alone: {cell(difference, 'map_50')} points of mAP 50, paired, n = {n}.",
        f"Nearest and farthest: mAP 50 {cell(metres[near], 'map_50')} % at {near} m (n = {metres[near]['n_objects']} "
        f"objects), {cell(metres[far], 'map_50')} % at {far} m (n = {metres[far]['n_objects']}).",
        f"Events by majority vote: accuracy {cell(events, 'accuracy')} %, n = {events['n']} videos.",
    ]
