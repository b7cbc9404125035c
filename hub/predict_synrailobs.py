"""`triptych predict synrailobs`: boxes of any detector by id, or its scores of the frames of films.

triptych predict synrailobs --weights runs/yolov5s
triptych predict synrailobs --weights PekingU/rtdetr_r50vd --data runs/composites --split test
triptych predict synrailobs --weights runs/yolov5s --videos films
triptych score synrailobs --predictions runs/frames/yolov5s --references videos.csv
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.core.runs import MANIFEST, Rows, RunInfo, digest, file_sha256, versions
from triptych.hub.builders import load_rows

if TYPE_CHECKING:
    from triptych.dataset_builders.film import Film
    from triptych.hub.commands.synrailobs import PredictSynrailobs
    from triptych.models.detection.detected import Detect

FILMS: Final = (".mp4", ".mkv", ".mov", ".avi", ".webm", ".m4v", ".mpg", ".mpeg", ".ts")
LIBRARIES: Final = ("torch", "torchvision", "transformers", "ultralytics", "ultralytics-opencv-headless")


def predict(command: "PredictSynrailobs") -> Path:
    """What the command asks for, as a run folder."""
    kind = "frames" if command.videos else "boxes"
    out = command.out or Path("runs") / kind / system_of(command.weights)
    if command.videos:
        predict_videos(command, out)
    else:
        predict_boxes(
            command.weights, out, command.data, command.split, command.limit, command.threshold, command.device
        )
    print(f"written: {out / 'predictions.parquet'}")
    return out


def system_of(weights: str | Path) -> str:
    """The name that stands in run.json and in the default folder: of a run its folder's, of a model its own."""
    return Path(str(weights).rstrip("/")).name.split("=")[0].replace(":", "-")


def predict_boxes(
    weights: str | Path,
    out: Path,
    data: str | None,
    split: str,
    limit: int | None,
    threshold: float | None = None,
    device: str = "auto",
) -> Path:
    """Boxes of the detector `weights` for a split, as a run folder; `threshold` None keeps the doubtful ones too."""
    from triptych.models.detection.load import load_detector
    from triptych.models.detection.predict import LEAST_SCORE, predict

    rows = load_rows("synrailobs", data, split)
    rows = rows.select(range(min(limit or len(rows), len(rows))))
    least = LEAST_SCORE if threshold is None else threshold
    detector = load_detector(weights, least, device)
    order = list(rows["id"])
    info = RunInfo(system_of(weights), data or "synrailobs", split, digest([_identity(weights), order]),
                   {"threshold": least}, model_id=str(weights), versions=versions(*LIBRARIES))  # fmt: skip
    run, dropped = Rows(out, info), Counter[str]()
    if not run.complete:
        left = rows.select([place for place, name in enumerate(order) if name not in run.done])
        for row in predict(detector, progress(left, "detecting", len(left)), dropped=dropped):
            run.add(row)
        run.finish(order)
    if dropped:
        named = ", ".join(f"{name} {count}" for name, count in dropped.most_common(8))
        print(f"left out, of classes that are no category here: {dropped.total()} boxes ({named})")
    return out


def predict_videos(command: "PredictSynrailobs", out: Path) -> Path:
    """Frame scores {id, video_id, t, score} of the films of a folder; unreadable films are told and left out."""
    from triptych.dataset_builders.problems import BadInput
    from triptych.models.detection.load import load_detector
    from triptych.models.detection.predict import LEAST_SCORE

    films = _films(command.videos or Path())[: command.limit]
    detector = load_detector(command.weights, LEAST_SCORE, command.device)
    settings = {"fps": command.fps, "seconds": command.seconds, "rail_area": command.rail_area}
    seen = digest([_identity(command.weights), [[film.name, film.stat().st_size] for film in films]])
    info = RunInfo(system_of(command.weights), str(command.videos), "videos", seen, settings,
                   model_id=command.weights, versions=versions(*LIBRARIES))  # fmt: skip
    run = Rows(out, info)
    order: list[str] = []
    for path in [] if run.complete else progress(films, "films", len(films)):
        try:
            for row in _frames(detector, path, command, run):
                order.append(row["id"])
                run.add(row)
        except BadInput as error:
            print(f"left out: {path.name}: {error}")
            order = [name for name in order if run.done[name]["video_id"] != path.stem]
    if order:
        run.finish(order)
    if not run.done:
        raise UsageError("at least one film that can be read", f"none in {command.videos}", "check the films")
    return out


def _frames(detector: "Detect", path: Path, command: "PredictSynrailobs", run: Rows) -> Iterator[dict[str, Any]]:
    """The rows of one film: those that are there, then the others."""
    from triptych.dataset_builders.film import at_times, probe
    from triptych.models.detection.video_scores import frame_scores

    film = probe(path)
    names = {f"{path.stem}@{t:.3f}": t for t in _times(film, command.seconds, command.fps)}
    yield from (run.done[name] for name in names if name in run.done)
    left = {name: t for name, t in names.items() if name not in run.done}
    if left:
        frames = zip(left.values(), at_times(film, list(left.values())), strict=True)
        scores = frame_scores(detector, frames, command.rail_area)
        for name, (t, score) in zip(left, scores, strict=True):
            yield {"id": name, "video_id": path.stem, "t": t, "score": score}


def _times(film: "Film", seconds: float, fps: float) -> list[float]:
    return [place / fps for place in range(round(seconds * fps)) if place / fps < film.seconds]


def _films(folder: Path) -> list[Path]:
    films = sorted(path for path in folder.glob("*") if path.suffix.lower() in FILMS) if folder.is_dir() else []
    if not films:
        raise UsageError(f"a folder with films ({', '.join(FILMS)})", str(folder), "check --videos")
    names = Counter(film.stem for film in films)
    twice = [name for name, count in names.items() if count > 1]
    if twice:
        raise UsageError("films of different names", f"{twice[0]} twice in {folder}", "rename one of them")
    return films


def _identity(weights: str | Path) -> str:
    """What tells one detector from another: the digest of its weights where they lie here, else its name."""
    manifest = Path(weights) / MANIFEST
    if manifest.is_file():
        return str(json.loads(manifest.read_text(encoding="utf-8"))["sha256"])
    return file_sha256(Path(weights)) if Path(weights).is_file() else str(weights)
