"""A folder of pictures of every kind becomes backgrounds: the bad ones dropped with a reason, the others built."""

import csv
import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.photos.background_metadata import Words
from triptych.dataset_builders.synrailobs.photos.backgrounds import BackgroundSettings, make_backgrounds
from triptych.dataset_builders.synrailobs.rails import Rails

SIZE = (640, 352)
ORIENTATION = 0x0112


def whole(frame):
    """Rails where they are known, since these pictures are of noise."""
    rows = np.arange(200.0, 352.0)
    return Rails(rows, 320 - rows / 3, 320 + rows / 3, 1.0)


def never(frame):
    raise AssertionError("looked for rails again")


def noise(number, height=360, width=640):
    small = np.random.default_rng(number).integers(0, 255, (9, 16, 3), np.uint8)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def save(folder, name, image, **more):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(image).save(path, **more)
    return path


@pytest.fixture
def photos(tmp_path):
    folder = tmp_path / "photos"
    for name, number in (("a.jpg", 1), ("north/b.png", 2), ("north/c.webp", 3)):
        save(folder, name, noise(number))
    return folder


def made(folder, kept=None, find=whole, **more):
    screen, processes = more.pop("screen", None), more.pop("processes", 1)
    settings = BackgroundSettings(pictures=folder, size=SIZE, **more)
    return make_backgrounds(settings, kept or folder.parent / "kept", screen, find, processes)


def by_name(result):
    return {each.source: each for each in result.backgrounds}


def test_a_folder_of_real_and_damaged_pictures(drawn, tmp_path):
    """The issue's list of bad input, with the rails really looked for."""
    scene = drawn("rainy", "day")
    small = cv2.resize(scene.clean, (960, 540), interpolation=cv2.INTER_AREA)
    folder = tmp_path / "photos"
    save(folder, "good.jpg", scene.clean, quality=95)
    dark = Image.fromarray((small * 0.6).astype(np.uint8))
    dark.convert("CMYK").save(folder / "cmyk.jpg", quality=95)
    grey = cv2.cvtColor(small[:, ::-1].copy(), cv2.COLOR_RGB2GRAY)
    Image.fromarray(grey.astype(np.uint16) * 257).save(folder / "sixteen_bits.png")
    exif = Image.Exif()
    exif[ORIENTATION] = 6  # to be turned clockwise by 90 degrees
    Image.fromarray(np.rot90(small[40:, 60:-11])).save(folder / "turned.jpg", exif=exif, quality=95)
    header = (folder / "good.jpg").read_bytes()[:9]
    (folder / "corrupt.jpg").write_bytes(header + np.random.default_rng(1).bytes(5000))
    (folder / "cut_off.jpg").write_bytes((folder / "good.jpg").read_bytes()[:40_000])
    (folder / "empty.jpg").write_bytes(b"")
    (folder / "text.jpg").write_text("Not a picture at all.\n")
    save(folder, "one_pixel.png", np.zeros((1, 1, 3), np.uint8))
    Image.new("1", (12_000, 9_000)).save(folder / "huge.png")
    save(folder, "meadow.jpg", noise(1))
    (folder / "film.heic").write_bytes(b"?")
    result = made(folder, find=None)
    assert set(by_name(result)) == {"good.jpg", "cmyk.jpg", "sixteen_bits.png", "turned.jpg"}
    reasons = {each.what: each.reason for each in result.problems}
    words = {
        "corrupt.jpg": "corrupt",
        "cut_off.jpg": "cut off",
        "empty.jpg": "empty",
        "text.jpg": "not a picture",
        "one_pixel.png": "1 x 1",
        "huge.png": "100 megapixels",
        "meadow.jpg": "converge",
        "film.heic": "not a kind of file",
    }
    assert set(reasons) == set(words)
    assert {name: word for name, word in words.items() if word not in reasons[name]} == {}
    good = by_name(result)["good.jpg"]
    rows = np.linspace(220, 340, 6)
    known = (np.interp((rows + 8.5) * 2 - 0.5, scene.rails.rows, scene.rails.left) + 0.5) / 2 - 0.5
    assert np.abs(np.interp(rows, good.rails.rows, good.rails.left) - known).max() < 6
    assert len({by_name(result)[name].group for name in ("good.jpg", "cmyk.jpg")}) == 1


def test_what_is_kept_is_not_made_again(photos):
    first = made(photos)
    files = sorted((photos.parent / "kept").rglob("*"))
    times = [file.stat().st_mtime_ns for file in files]
    again = made(photos, find=never)
    assert again.digest == first.digest
    assert [vars(each).keys() for each in again.backgrounds] == [vars(each).keys() for each in first.backgrounds]
    for one, other in zip(first.backgrounds, again.backgrounds, strict=True):
        assert (one.id, one.file, one.group) == (other.id, other.file, other.group)
        assert np.array_equal(one.rails.left, other.rails.left)
    assert [file.stat().st_mtime_ns for file in files] == times
    with Image.open(first.backgrounds[0].file) as picture:
        assert picture.size == SIZE


def test_after_a_kill_only_what_is_missing_is_made(photos):
    first = made(photos)
    looked = []
    lost = first.backgrounds[1]
    lost.file.with_suffix(".json").unlink()  # the JSON file is written last
    assert made(photos, find=lambda frame: looked.append(1) or whole(frame)).digest == first.digest
    assert looked == [1]


def test_other_pictures_sizes_and_finders_are_judged_anew(photos):
    first = made(photos)
    save(photos, "a.jpg", noise(9))
    changed = made(photos)
    assert changed.digest != first.digest
    assert [a.id == b.id for a, b in zip(first.backgrounds, changed.backgrounds, strict=True)] == [False, True, True]
    looked = []
    made(photos, find=lambda frame: looked.append(1) or whole(frame), rails_by="a network")
    assert looked == [1, 1, 1]


def outline(picture):
    points = [[300.0, 100.0], [340.0, 100.0], [440.0, 359.0], [200.0, 359.0]]
    shapes = [{"label": "rails", "shape_type": "polygon", "points": points}]
    text = json.dumps({"imageHeight": 360, "imageWidth": 640, "shapes": shapes})
    picture.with_suffix(".json").write_text(text)


def test_ids_and_digest_do_not_depend_on_where_things_lie_or_on_processes(photos, tmp_path):
    for name in ("a.jpg", "north/b.png", "north/c.webp"):
        outline(photos / name)
    first = made(photos, find=never)
    assert first.backgrounds[0].rails.confidence == 1
    there = tmp_path / "elsewhere" / "pictures"
    there.parent.mkdir()
    photos.rename(there)
    moved = made(there, find=None, processes=2)
    assert (moved.digest, [each.id for each in moved.backgrounds]) == (
        first.digest,
        [each.id for each in first.backgrounds],
    )


def test_the_same_picture_twice_is_dropped_and_one_alike_shares_its_group(photos):
    save(photos, "a_copy.png", noise(1)[:, :])
    save(photos, "b.jpg", (noise(2) * 0.5).astype(np.uint8))
    result = made(photos)
    assert [(each.what, each.reason) for each in result.problems] == [("a_copy.png", "the same picture as a.jpg")]
    groups = {name: each.group for name, each in by_name(result).items()}
    assert groups == {"a.jpg": "a.jpg", "b.jpg": "b.jpg", "north/b.png": "b.jpg", "north/c.webp": "north/c.webp"}


def write_metadata(file, rows):
    with file.open("w", newline="") as stream:
        table = csv.DictWriter(stream, sorted({key for row in rows for key in row}))
        table.writeheader()
        table.writerows(rows)


def test_words_come_from_the_metadata_and_else_from_the_settings(photos):
    rows = [
        {"file_name": "a.jpg", "weather": "foggy", "group": "pass", "licence": "CC0-1.0", "redistributable": "yes"},
        {"file_name": "north/b.png", "group": "pass", "source": "camera 2"},
        {"file_name": "gone.jpg"},
    ]
    write_metadata(photos / "metadata.csv", rows)
    result = made(photos, licence="MIT", words=Words(weather="snowy", country="Norway", light="dusk"))
    a, b, c = result.backgrounds
    assert (a.weather, a.light, a.country, a.licence, a.redistributable) == ("foggy", "dusk", "Norway", "CC0-1.0", True)
    assert (b.weather, b.licence, b.redistributable, b.source) == ("snowy", "MIT", False, "camera 2")
    assert (a.group, b.group, c.group) == ("pass", "pass", "north/c.webp")
    assert (c.track_type, a.screened) == (None, False)
    assert [each.reason for each in result.problems] == ["names gone.jpg, which is not there"]
    again = made(photos, find=never, licence="MIT", words=Words(country="Italy"))
    assert [each.country for each in again.backgrounds] == ["Italy"] * 3
    assert again.digest != result.digest


def test_pictures_with_people_and_vehicles_are_dropped_by_a_detector(photos):
    asked = []

    def screen(images):
        asked.append(len(images))
        assert all(image.shape == (352, 640, 3) for image in images)
        return [["bird"], ["person", "car"], []][: len(images)]

    result = made(photos, screen=screen, screened_by="tiny")
    assert [each.source for each in result.backgrounds] == ["a.jpg", "north/c.webp"]
    assert all(each.screened for each in result.backgrounds)
    problems = [(each.what, each.reason) for each in result.problems]
    assert problems == [("north/b.png", "shows person, vehicle, as tiny sees it")]
    assert made(photos, screen=screen, screened_by="tiny").digest == result.digest
    assert asked == [3]
    made(photos, screen=screen, screened_by="another")
    assert asked == [3, 3]
    assert [each.screened for each in made(photos).backgrounds] == [False] * 3


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ({"pictures": None}, "neither"),
        ({"pictures": Path("nowhere")}, "nowhere"),
        ({"size": (650, 352)}, "650 x 352"),
        ({"every_s": 0.0}, "0.0"),
        ({"rails": Path("no.json")}, "no.json"),
    ],
)
def test_settings_that_cannot_work_are_refused(tmp_path, more, named):
    with pytest.raises(UsageError, match=named):
        BackgroundSettings(**{"pictures": tmp_path, **more})


def test_results_among_the_inputs_would_become_inputs(photos):
    with pytest.raises(UsageError, match="outside of the inputs"):
        made(photos, kept=photos / "kept")
    assert len(made(photos, kept=photos / ".kept").backgrounds) == 3
    assert len(made(photos, kept=photos / ".kept", find=never).backgrounds) == 3


@pytest.mark.shared
def test_ten_frames_of_a_real_cab_are_kept(shared, tmp_path):
    result = make_backgrounds(BackgroundSettings(pictures=shared / "rail" / "ego_view"), tmp_path)
    assert (len(result.backgrounds), result.problems) == (10, [])
    assert len({each.group for each in result.backgrounds}) == 10


@pytest.mark.shared
def test_no_texture_and_no_other_photograph_is_kept(shared, tmp_path):
    """Every eighth: all 77 take a minute and were looked at once."""
    paths = sorted(path for name in ("textures_dtd", "objects_coco") for path in (shared / "rail" / name).glob("*.jpg"))
    for path in paths[::8]:
        (tmp_path / "photos").mkdir(exist_ok=True)
        (tmp_path / "photos" / path.name).symlink_to(path)
    result = make_backgrounds(BackgroundSettings(pictures=tmp_path / "photos", size=(480, 256)), tmp_path / "kept")
    looked_at = [each.what for each in result.problems if "pixels" not in each.reason]
    assert result.backgrounds == []
    assert len(looked_at) > 5
