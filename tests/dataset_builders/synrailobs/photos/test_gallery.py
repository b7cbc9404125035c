"""The gallery: made once, kept, gone on with, read back at once, written as a dataset."""

import numpy as np
import pytest
from PIL import Image

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.photos.gallery import (
    GallerySettings,
    make_gallery,
    read_gallery,
    write_gallery,
)


@pytest.fixture
def objects(tmp_path):
    """Three pictures of a red upright thing on a green ground, with YOLO outlines and names."""
    folder = tmp_path / "street"
    folder.mkdir()
    rng = np.random.default_rng(0)
    for number in range(3):
        picture = np.full((160, 120, 3), (60, 140, 60), np.uint8) + rng.integers(0, 20, (160, 120, 3), dtype=np.uint8)
        picture[30:130, 40:80] = (200, 40, 40)
        Image.fromarray(picture).save(folder / f"{number}.png")
        line = "0 " + " ".join(f"{x / 120} {y / 160}" for x, y in ((40, 30), (80, 30), (80, 130), (40, 130)))
        (folder / f"{number}.txt").write_text(f"{line}\n", encoding="utf-8")
    (folder / "classes.txt").write_text("person\n", encoding="utf-8")
    return folder


def settings(objects, **more):
    return GallerySettings(objects=objects, licence="CC0-1.0", redistributable=True, **{"textured": 3, **more})


def same(first, second):
    values = [(c.id, c.category, c.source, c.licence, c.redistributable) for c in first.cutouts]
    return values == [(c.id, c.category, c.source, c.licence, c.redistributable) for c in second.cutouts] and all(
        (one.rgba == other.rgba).all() for one, other in zip(first.cutouts, second.cutouts, strict=True)
    )


def test_objects_and_shapes_come_with_category_source_and_licence(objects, tmp_path):
    gallery = make_gallery(settings(objects), tmp_path / "kept")
    assert [(c.id, c.category, c.source) for c in gallery.cutouts[:3]] == [
        (f"{number}#0-person", "person", f"street/{number}.png") for number in range(3)
    ]
    assert [c.category for c in gallery.cutouts[3:]] == ["unseen"] * 3
    assert len({c.source for c in gallery.cutouts}) == 6
    assert all(c.redistributable for c in gallery.cutouts)
    assert {c.licence for c in gallery.cutouts} == {"CC0-1.0", "Apache-2.0"}
    for cutout in gallery.cutouts:
        visible = cutout.rgba[:, :, 3] >= 128
        assert all(edge.any() for edge in (visible[0], visible[-1], visible[:, 0], visible[:, -1]))
