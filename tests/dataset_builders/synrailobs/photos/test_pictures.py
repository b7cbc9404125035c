"""Pictures of every kind come out upright in 8 bits; damaged ones are refused with a reason."""

import cv2
import numpy as np
import pytest
from PIL import Image

from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.pictures import pictures_in, read_picture

PATCHES = np.kron(np.random.default_rng(0).integers(0, 256, (4, 6, 3)), np.ones((16, 16, 1))).astype(np.uint8)
PICTURE = Image.fromarray(PATCHES)


def near(found, wanted, by):
    return np.abs(found.astype(int) - wanted.astype(int)).mean() <= by


@pytest.mark.parametrize(
    ("name", "mode"),
    [("a.jpg", "RGB"), ("a.jpg", "CMYK"), ("a.tif", "CMYK"), ("a.png", "RGB"), ("a.png", "RGBA"), ("a.bmp", "RGB")],
)
def test_colours_survive_whatever_the_mode(tmp_path, name, mode):
    PICTURE.convert(mode).save(tmp_path / name)
    found = read_picture(tmp_path / name)
    assert (found.shape, found.dtype) == (PATCHES.shape, np.uint8)
    assert near(found, PATCHES, 4)


@pytest.mark.parametrize("mode", ["P", "L", "LA", "1"])
def test_palettes_and_grey_become_rgb(tmp_path, mode):
    PICTURE.convert(mode).save(tmp_path / "a.png")
    assert near(read_picture(tmp_path / "a.png"), np.asarray(PICTURE.convert(mode).convert("RGB")), 0)


def test_sixteen_bits_keep_their_brightness(tmp_path):
    wide = PATCHES.astype(np.uint16) * 257
    cv2.imwrite(str(tmp_path / "rgb.png"), wide[:, :, ::-1])
    Image.fromarray(wide[:, :, 0]).save(tmp_path / "grey.png")
    Image.fromarray(wide[:, :, 0].astype(np.int32)).save(tmp_path / "grey32.tif")
    Image.fromarray(PATCHES[:, :, 0].astype(np.float32) / 255).save(tmp_path / "float.tif")
    assert near(read_picture(tmp_path / "rgb.png"), PATCHES, 1)
    for name in ("grey.png", "grey32.tif", "float.tif"):
        assert near(read_picture(tmp_path / name)[:, :, 2], PATCHES[:, :, 0], 1), name


def test_what_is_transparent_lies_on_white_or_stays(tmp_path):
    rgba = np.dstack([PATCHES, np.full(PATCHES.shape[:2], 255, np.uint8)])
    rgba[:20, :, 3] = 0
    Image.fromarray(rgba).save(tmp_path / "a.png")
    assert (read_picture(tmp_path / "a.png")[:20] == 255).all()
    assert (read_picture(tmp_path / "a.png", alpha=True) == rgba).all()
    PICTURE.save(tmp_path / "b.png")
    assert (read_picture(tmp_path / "b.png", alpha=True)[:, :, 3] == 255).all()


@pytest.mark.parametrize(("orientation", "turns"), [(3, 2), (6, 3), (8, 1)])
def test_exif_turns_the_picture(tmp_path, orientation, turns):
    exif = Image.Exif()
    exif[0x0112] = orientation
    PICTURE.save(tmp_path / "a.jpg", exif=exif, quality=95)
    assert near(read_picture(tmp_path / "a.jpg"), np.rot90(PATCHES, turns), 4)


@pytest.mark.parametrize("share", [0.0, 0.02, 0.5, 0.8])
@pytest.mark.parametrize("name", ["a.jpg", "progressive.jpg", "a.png", "a.webp", "a.bmp", "a.tif"])
def test_files_cut_off_anywhere_are_refused(tmp_path, name, share):
    PICTURE.save(tmp_path / name, progressive=name.startswith("prog"))
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(BadInput):
        read_picture(tmp_path / name)


def test_a_jpeg_without_its_second_half_is_said_to_be_cut_off(tmp_path):
    PICTURE.save(tmp_path / "a.jpg")
    whole = (tmp_path / "a.jpg").read_bytes()
    (tmp_path / "a.jpg").write_bytes(whole[: len(whole) // 2 + 200])
    with pytest.raises(BadInput, match="cut off"):
        read_picture(tmp_path / "a.jpg")
    (tmp_path / "a.jpg").write_bytes(whole + b"more than a picture")
    assert near(read_picture(tmp_path / "a.jpg"), PATCHES, 8)


def test_a_huge_picture_is_refused_by_its_header(tmp_path):
    Image.new("1", (10_001, 10_000)).save(tmp_path / "huge.png")
    Image.new("1", (40_000, 20_000)).save(tmp_path / "bomb.png")
    for name in ("huge.png", "bomb.png"):
        head = (tmp_path / name).read_bytes()[:60]
        (tmp_path / name).write_bytes(head)  # decoding it would fail in another way
        with pytest.raises(BadInput, match="megapixels"):
            read_picture(tmp_path / name)


def test_one_pixel_text_folders_and_nothing_are_refused(tmp_path):
    Image.new("RGB", (1, 1)).save(tmp_path / "pixel.png")
    Image.new("RGB", (15, 400)).save(tmp_path / "thin.png")
    (tmp_path / "text.jpg").write_text("%!PS-Adobe-3.0 EPSF-3.0\n", encoding="utf-8")
    (tmp_path / "folder.jpg").mkdir()
    reasons = {"pixel.png": "1 x 1", "thin.png": "15 x 400", "text.jpg": "not a picture", "none.png": "No such file"}
    for name, reason in {**reasons, "folder.jpg": "unreadable"}.items():
        with pytest.raises(BadInput, match=reason):
            read_picture(tmp_path / name)


def test_pictures_of_a_folder_come_by_name_without_hidden_ones(tmp_path):
    for name in ("b.JPG", "deep/a.png", "a.txt", ".hidden.png", ".git/c.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [path.relative_to(tmp_path).as_posix() for path in pictures_in(tmp_path)] == ["b.JPG", "deep/a.png"]
