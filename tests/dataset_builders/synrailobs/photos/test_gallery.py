"""The gallery: made once, kept, gone on with, mapped, written as a dataset; bad input named, none of it cut."""

from collections import Counter

import datasets
import numpy as np
import pytest
from PIL import Image

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.photos.cutouts import mask_of_outlines
from triptych.dataset_builders.synrailobs.photos.gallery import (
    GallerySettings,
    make_gallery,
    read_gallery,
    write_gallery,
)
from triptych.dataset_builders.synrailobs.photos.parts import Cutout

ANGLES = np.linspace(0, 2 * np.pi, 40, endpoint=False)
OUTLINE = np.concatenate(
    [
        np.stack([60 + 22 * np.cos(ANGLES), 95 + 40 * np.sin(ANGLES)], axis=1),
        np.stack([60 + 22 * np.cos(ANGLES[:1]), 95 + 40 * np.sin(ANGLES[:1])], axis=1),
    ]
)
"""An egg 44 pixels wide and 80 tall, in a picture of 120 x 160."""


def draw(file, number=0, mode="RGB"):
    rng = np.random.default_rng(number)
    picture = np.full((160, 120, 3), (60, 140, 60), np.uint8) + rng.integers(0, 20, (160, 120, 3), dtype=np.uint8)
    y, x = np.mgrid[:160, :120] + 0.5
    picture[((x - 60) / 22) ** 2 + ((y - 95) / 40) ** 2 < 1] = (200, 40, 40)
    Image.fromarray(picture).convert(mode).save(file)


def line(outline, key=0):
    return f"{key} " + " ".join(f"{x / 120:.5f} {y / 160:.5f}" for x, y in outline) + "\n"


@pytest.fixture
def objects(tmp_path):
    """Three pictures of a red animal on grass, with YOLO outlines and names."""
    folder = tmp_path / "meadow"
    folder.mkdir()
    for number in range(3):
        draw(folder / f"{number}.png", number)
        (folder / f"{number}.txt").write_text(line(OUTLINE), encoding="utf-8")
    (folder / "classes.txt").write_text("cow\ntraffic light\n", encoding="utf-8")
    return folder


def settings(objects, **more):
    return GallerySettings(objects=objects, licence="CC0-1.0", redistributable=True, **{"textured": 3, **more})


def plain(gallery):
    return [
        (c.id, c.category, c.source, c.licence, c.redistributable, c.rgba.shape, c.rgba.tobytes())
        for c in gallery.cutouts
    ]


def test_objects_and_shapes_come_with_category_source_and_licence(objects, tmp_path):
    gallery = make_gallery(settings(objects), tmp_path / "kept")
    assert [(c.id, c.category, c.source) for c in gallery.cutouts[:3]] == [
        (f"{number}#0-cow", "animal", f"meadow/{number}.png") for number in range(3)
    ]
    assert [c.category for c in gallery.cutouts[3:]] == ["unseen"] * 3
    assert len({c.source for c in gallery.cutouts}) == 6
    assert {(c.licence, c.redistributable) for c in gallery.cutouts} == {("CC0-1.0", True), ("Apache-2.0", True)}
    assert gallery.problems == []
    for cutout in gallery.cutouts:
        visible = cutout.rgba[:, :, 3] >= 128
        assert all(edge.any() for edge in (visible[0], visible[-1], visible[:, 0], visible[:, -1]))


def test_a_kept_gallery_is_mapped_and_the_same_anywhere(objects, tmp_path):
    made = make_gallery(settings(objects), tmp_path / "kept")
    assert not made.cutouts[0].rgba.flags.writeable
    assert plain(read_gallery(tmp_path / "kept")) == plain(made)
    again = make_gallery(settings(objects), tmp_path / "other")
    assert (again.digest, plain(again)) == (made.digest, plain(made))
    objects.rename(tmp_path / "meadow2")
    (tmp_path / "deep").mkdir()
    (tmp_path / "meadow2").rename(tmp_path / "deep/meadow")
    assert make_gallery(settings(tmp_path / "deep/meadow"), tmp_path / "third").digest == made.digest


def test_a_killed_run_goes_on_where_it_was(objects, tmp_path):
    whole = make_gallery(settings(objects), tmp_path / "whole")
    asked = []

    def dies(rgb, box):
        asked.append(box)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return mask_of_outlines([OUTLINE], *rgb.shape[:2])

    dies.name = "a model"
    for number in range(3):
        (objects / f"{number}.txt").write_text("0 0.5 0.59 0.4 0.5\n", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        make_gallery(settings(objects), tmp_path / "kept", dies)
    assert len(list((tmp_path / "kept/parts").glob("*.json"))) == 1
    made = make_gallery(settings(objects), tmp_path / "kept", dies)
    assert len(asked) == 4  # the first picture was kept
    assert made.digest != whole.digest
    assert len(made.cutouts) == 6
    assert not (tmp_path / "kept/parts").exists()


def test_the_digest_follows_inputs_and_settings(objects, tmp_path):
    kept = tmp_path / "kept"
    digests = [make_gallery(settings(objects), kept).digest]
    digests.append(make_gallery(settings(objects, seed=1), kept).digest)
    digests.append(make_gallery(settings(objects, textured=4), kept).digest)
    draw(objects / "2.png", 77)
    digests.append(make_gallery(settings(objects), kept).digest)
    (objects / "2.txt").write_text(line(OUTLINE + 1), encoding="utf-8")
    digests.append(make_gallery(settings(objects), kept).digest)
    assert len(set(digests)) == 5


def test_bad_input_is_named_and_leaves_no_phantom(objects, tmp_path):
    whole = (objects / "0.png").read_bytes()
    (objects / "zero.png").touch()
    (objects / "half.png").write_bytes(whole[: len(whole) // 2])
    Image.new("RGB", (1, 1)).save(objects / "pixel.png")
    for name, mode in (("cmyk.jpg", "CMYK"), ("grey.png", "L")):
        draw(objects / name, mode=mode)
    for name in ("zero", "half", "pixel", "cmyk", "grey"):
        (objects / f"{name}.txt").write_text(line(OUTLINE), encoding="utf-8")
    (objects / "1.txt").write_text(line(OUTLINE + 130) + line(OUTLINE * [0, 0]) + line(OUTLINE, 1), encoding="utf-8")
    (objects / "2.txt").write_text(line(OUTLINE + np.array([0, 40])) + line(OUTLINE * 0.3), encoding="utf-8")
    gallery = make_gallery(settings(objects, textured=0), tmp_path / "kept")
    assert [cutout.id for cutout in gallery.cutouts] == ["0#0-cow", "cmyk#0-cow"]
    reasons = {problem.what: problem.reason for problem in gallery.problems}
    assert "empty" in reasons["zero.png"]
    assert "cut off" in reasons["half.png"]
    assert "1 x 1" in reasons["pixel.png"]
    assert "black and white" in reasons["grey.png"]
    assert "empty mask" in reasons["1#0-cow"]
    assert "empty mask" in reasons["1#1-cow"]
    assert "none of ours" in reasons["1#2-traffic light"]
    assert "lower edge" in reasons["2#0-cow"]
    assert "too small" in reasons["2#1-cow"]
    assert len(reasons) == len(gallery.problems) == 9


def test_turned_pictures_are_cut_upright(tmp_path):
    folder = tmp_path / "turned"
    folder.mkdir()
    draw(folder / "upright.png")
    exif = Image.Exif()
    exif[0x0112] = 6
    with Image.open(folder / "upright.png") as image:
        image.rotate(90, expand=True).save(folder / "turned.jpg", exif=exif, quality=95)
    (folder / "upright.png").unlink()
    (folder / "turned.txt").write_text(line(OUTLINE), encoding="utf-8")
    (folder / "classes.txt").write_text("cow\n", encoding="utf-8")
    (cutout,) = make_gallery(settings(folder, textured=0), tmp_path / "kept").cutouts
    assert cutout.rgba.shape[0] > 1.5 * cutout.rgba.shape[1]


def test_a_written_gallery_loads_as_a_dataset_and_as_objects(objects, tmp_path):
    made = make_gallery(settings(objects), tmp_path / "kept")
    write_gallery(made, tmp_path / "out")
    rows = datasets.load_dataset(str(tmp_path / "out"), split="train")
    assert rows.column_names == [
        "id", "source", "licence", "redistributable", "image", "category", "width", "height",
    ]  # fmt: skip
    assert rows[0]["image"].mode == "RGBA"
    assert rows[0]["image"].size == (rows[0]["width"], rows[0]["height"])
    assert rows.features["category"].int2str(rows[0]["category"]) == "animal"
    assert "| unseen | 3 |" in (tmp_path / "out/README.md").read_text(encoding="utf-8")
    assert plain(read_gallery(tmp_path / "out")) == plain(made)
    again = make_gallery(settings(tmp_path / "out", textured=0), tmp_path / "again")
    assert plain(again) == plain(made)
    write_gallery(again, tmp_path / "out")
    assert len(datasets.load_dataset(str(tmp_path / "out"), split="train")) == 6
    with pytest.raises(UsageError, match="other files"):
        write_gallery(made, objects)


def test_textures_are_sources_and_their_number_is_free(tmp_path):
    folder = tmp_path / "dtd"
    folder.mkdir()
    for number in range(2):
        draw(folder / f"{number}.png", number)
    (folder / "broken.png").write_bytes(b"nothing")
    gallery = make_gallery(GallerySettings(textures=folder, textured=5, licence="research"), tmp_path / "kept")
    assert Counter(cutout.source for cutout in gallery.cutouts) == {"dtd/0.png": 2, "dtd/1.png": 2}
    assert [problem.what for problem in gallery.problems] == ["dtd/broken.png"]
    assert {(c.category, c.licence, c.redistributable) for c in gallery.cutouts} == {("unseen", "research", False)}


def test_wrong_folders_are_said_to_be_wrong(objects, tmp_path):
    (tmp_path / "empty").mkdir()
    for wrong in ({"objects": tmp_path / "none"}, {"objects": tmp_path / "empty", "textured": 0}):
        with pytest.raises(UsageError):
            make_gallery(GallerySettings(**wrong), tmp_path / "kept")
    with pytest.raises(UsageError, match="textures"):
        make_gallery(GallerySettings(textures=tmp_path / "empty"), tmp_path / "kept")
    with pytest.raises(UsageError, match="neither"):
        GallerySettings(textured=0)
    with pytest.raises(UsageError, match="finished gallery"):
        read_gallery(tmp_path / "empty")
    (objects / "classes.txt").unlink()
    (objects / "0.txt").write_text(line(OUTLINE, 1), encoding="utf-8")
    for number in (1, 2):
        (objects / f"{number}.txt").write_text(line(OUTLINE, 2), encoding="utf-8")
    with pytest.raises(UsageError, match="class names"):
        make_gallery(settings(objects), tmp_path / "kept")


@pytest.mark.shared
def test_people_animals_and_vehicles_of_coco(shared, tmp_path):
    gallery = make_gallery(GallerySettings(objects=shared / "rail/objects_coco", textured=0), tmp_path / "kept")
    counts = Counter(cutout.category for cutout in gallery.cutouts)
    assert counts["person"] >= 15
    assert counts["animal"] >= 15
    assert counts["vehicle"] >= 5
    # 305 labels that were drawn, each with a cut-out or a reason; one picture is black and white.
    named = {problem.what for problem in gallery.problems} | {cutout.id for cutout in gallery.cutouts}
    assert len(named) == len(gallery.problems) + len(gallery.cutouts)
    assert len(named) > 290
    assert len(read_gallery(tmp_path / "kept").cutouts) == len(gallery.cutouts)
    assert all(isinstance(cutout, Cutout) and cutout.rgba.shape[0] <= 720 for cutout in gallery.cutouts)
