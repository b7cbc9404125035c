"""The study of the panel `synrailobs`."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from triptych.core.errors import UsageError
from triptych.hub.commands.shared import Count, File, Folder, Name, needs_models

if TYPE_CHECKING:
    from triptych.core.progress import Stages
    from triptych.hub.rail_study.settings import StudySettings
    from triptych.hub.report import Panel


@dataclass(frozen=True, kw_only=True)
class StudySynrailobs:
    """Detectors on a test set: the form of the paper's Tables 3 to 6; with --ablation its Table 7 and Figure 3."""

    out: Path = Path("runs/rail-study")
    """Study folder; the same command goes on in it."""
    settings: File = None
    """TOML, JSON or YAML: systems, test set, event videos. Options given beside it win."""
    data: Name = None
    """Test set: a folder of `build` or `import synrailobs`, or a Hub id. Default: the installed `synrailobs`."""
    split: str | None = None
    """Split of the test set. Default: test."""
    limit: Count = None
    """Only so many pictures, from all backgrounds."""
    bootstrap: Count = None
    """Resamples of the backgrounds. Default: 1000."""
    seed: int | None = None
    """Seed of trainings, drawn clips and resamples. Default: 0."""

    ablation: bool = False
    """Instead: Table 7 and Figure 3. Five training sets, a step of the workflow on or off in each; paired."""
    backgrounds: Folder = None
    """Ablation: pictures of tracks."""
    videos: Folder = None
    """Ablation: films of tracks."""
    objects: Folder = None
    """Ablation: labelled pictures to cut obstacles out of, or a gallery."""
    textures: Folder = None
    """Ablation: textures for shapes of no class. Default: drawn ones."""
    class_names: Name = None
    """Ablation: names of bare class ids in --objects: a file, coco80 or coco91."""
    test_data: Name = None
    """Ablation: a real test set that `import synrailobs` wrote. Default: composites with every step on."""
    composites: int = 2000
    """Ablation: training pictures of each set."""
    size: str = "640x352"
    """Ablation: WIDTHxHEIGHT of the composites."""
    every_s: float = 1.0
    """Ablation: seconds between the frames that are taken from films."""
    detector: str = "yolo26n"
    """Ablation: what is trained, as for `train synrailobs`."""
    epochs: int = 6
    """Ablation: times that every picture is seen."""
    image_size: int = 320
    """Ablation: longer side in pixels that the detector sees."""
    batch: int = 16
    """Ablation: pictures a step."""
    confidence_of: Name = None
    """Ablation: another detector for Figure 3, as for `predict synrailobs --weights`."""
    num_proc: int = 1
    """Ablation: processes that build composites."""

    def run(self) -> None:
        from triptych.core.progress import Stages
        from triptych.hub.demo import show
        from triptych.hub.report import write_report

        needs_models()
        stages = Stages()
        panel = self._ablation(stages) if self.ablation else self._tables(stages)
        show([panel], write_report(self.out / "report", [panel], stages.seconds), stages)

    def _ablation(self, stages: "Stages") -> "Panel":
        from triptych.hub.rail_study.ablation import AblationSettings, run_ablation
        from triptych.hub.rail_study.variants import Inputs

        if self.objects is None:
            raise UsageError("--objects DIR", "none", "name labelled pictures to cut obstacles out of, or a gallery")
        seed, size = self.seed or 0, frame_size(self.size)
        inputs = Inputs(self.objects, self.backgrounds, self.videos, self.textures, self.class_names, self.composites,
                        size, self.every_s, seed=seed)  # fmt: skip
        training = {"epochs": self.epochs, "image_size": self.image_size, "batch": self.batch}
        settings = AblationSettings(inputs, self.detector, training, self.test_data, self.bootstrap or 1000, seed,
                                    self.num_proc, self.confidence_of)  # fmt: skip
        return run_ablation(self.out, stages, settings)

    def _tables(self, stages: "Stages") -> "Panel":
        from triptych.hub.rail_study.settings import DEFAULT, read_settings
        from triptych.hub.rail_study.study import run_study

        settings = read_settings(self.settings) if self.settings else DEFAULT
        return run_study(self.out, stages, self._changed(settings))

    def _changed(self, settings: "StudySettings") -> "StudySettings":
        given = {name: value for name in ("limit", "bootstrap", "seed") if (value := getattr(self, name)) is not None}
        test = {"source": self.data, "split": self.split}
        data = settings.data.model_copy(update={name: value for name, value in test.items() if value is not None})
        return settings.model_copy(update={**given, "data": data})


def frame_size(text: str) -> tuple[int, int]:
    """`640x352` as width and height in pixels."""
    found = re.fullmatch(r"(\d+)x(\d+)", text)
    if not found:
        raise UsageError("--size WIDTHxHEIGHT", repr(text), "for example 640x352")
    return int(found[1]), int(found[2])
