"""What is to be written: which backgrounds and cut-outs go to which split, how many rows each has, in which files."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from triptych.core.errors import RunError
from triptych.dataset_builders.problems import BadInput, Problem
from triptych.dataset_builders.synrailobs.photos.harmonise import Regressor
from triptych.dataset_builders.synrailobs.photos.parts import Background, Cutout
from triptych.dataset_builders.synrailobs.photos.recipe import Recipe
from triptych.dataset_builders.synrailobs.photos.settings import CompositeSettings, code_version
from triptych.dataset_builders.synrailobs.photos.shards import Frame, ShardTask, rows_of
from triptych.dataset_builders.synrailobs.photos.splits import SHARES, share_out, split_backgrounds, split_cutouts
from triptych.dataset_builders.synrailobs.photos.view import view
from triptych.dataset_builders.synrailobs.schema import CATEGORIES, SPLITS


@dataclass(frozen=True)
class Plan:
    """Backgrounds, rows and number of files by split, and what a person should know of them."""

    settings: CompositeSettings
    backgrounds: Mapping[str, Sequence[Background]]
    rows: Mapping[str, int]
    files: Mapping[str, int]
    sources: Mapping[str, int]
    problems: Sequence[Problem]
    notes: Sequence[str]

    def paths(self, folder: Path) -> dict[str, list[Path]]:
        """The files of each split, all below `folder`."""
        return {
            split: [folder / f"{split}-{number:05d}-of-{n:05d}.parquet" for number in range(n)]
            for split, n in self.files.items()
        }

    def tasks(
        self, folder: Path, gallery: Path | None, regressor: Callable[[], Regressor] | None = None
    ) -> Iterator[ShardTask]:
        """One task for each file, with the backgrounds that it needs; made as it is asked for."""
        for split, paths in self.paths(folder).items():
            for number, path in enumerate(paths):
                recipe = self._recipe(split, number)
                yield ShardTask(
                    seed=self.settings.seed,
                    shard=number,
                    n=len(paths),
                    recipe=recipe,
                    gallery=gallery,
                    drawn=self.settings.drawn,
                    path=path.resolve(),
                    regressor=regressor,
                )

    def _recipe(self, split: str, number: int) -> Recipe:
        settings, places = self.settings, self.backgrounds[split]
        numbers = rows_of(self.rows[split], number, self.files[split])
        whole = Recipe(
            split=split,
            rows=self.rows[split],
            places=len(places),
            backgrounds=dict(enumerate(places)),
            layout=settings.layout,
            look=settings.look,
            size=settings.backgrounds.size,
            quality=settings.quality,
            code=code_version(),
        )
        return whole.only(numbers)


def plan(
    settings: CompositeSettings, backgrounds: Sequence[Background], cutouts: Sequence[Cutout], why: Sequence[Problem]
) -> Plan:
    """Divide backgrounds and cut-outs and share the rows out. `why` says what was left out, for an error.

    Raises `RunError` where no split has both.
    """
    usable, problems = _usable(settings, backgrounds)
    places, things = split_backgrounds(usable, settings.seed), split_cutouts(cutouts, settings.seed)
    both = [split for split in SPLITS if split in places and split in things]
    if not both:
        what = "obstacle" if usable else "background"
        reasons = "; ".join(f"{each.what}: {each.reason}" for each in [*problems, *why][:3])
        raise RunError(f"no {what} is left to make composites of. {reasons or 'The folder has no pictures in it'}")
    total = settings.rows_for(len(usable))
    both = sorted(sorted(both, key=lambda split: -SHARES[split])[:total], key=SPLITS.index)
    rows = share_out(total, both)
    return Plan(
        settings,
        {split: places[split] for split in both},
        rows,
        {split: settings.shards_for(count, total) for split, count in rows.items()},
        {split: len({each.source for kind in things[split].values() for each in kind}) for split in both},
        problems,
        _notes(both, places, things),
    )


def _usable(settings: CompositeSettings, backgrounds: Sequence[Background]) -> tuple[list[Background], list[Problem]]:
    """Backgrounds whose rails give a scale, and why the others do not."""
    usable, problems = [], []
    for each in backgrounds:
        try:
            view(Frame(each.rails, settings.backgrounds.size), settings.layout.camera)
        except BadInput as error:
            problems.append(Problem(each.source, str(error)))
        else:
            usable.append(each)
    return usable, problems


def _notes(
    splits: Sequence[str],
    places: Mapping[str, Sequence[Background]],
    things: Mapping[str, Mapping[str, Sequence[Cutout]]],
) -> list[str]:
    have = {name for gallery in things.values() for name in gallery}
    lacking = [name for name in CATEGORIES if name not in have]
    notes = [f"no {', '.join(lacking)} among the obstacles"] if lacking else []
    for split in SPLITS:
        if split not in splits:
            both = split in places and split in things
            notes.append(f"no {split} split: {'too few rows' if both else 'too few groups or sources to divide'}")
            continue
        missing = [name for name in CATEGORIES if name in have and name not in things[split]]
        if missing:
            notes.append(f"{split} has no {', '.join(missing)}: cut out of too few different pictures")
    return notes
