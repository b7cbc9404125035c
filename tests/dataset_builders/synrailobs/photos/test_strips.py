import cv2
import numpy as np
import pytest
import simplejpeg
from PIL import Image

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.photos.strips import encode


def picture(width, height, seed=0):
    rng = np.random.default_rng(seed)
    coarse = rng.integers(0, 255, (height // 9 + 2, width // 9 + 2, 3), dtype=np.uint8)
    smooth = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.clip(smooth + rng.normal(0, 6, smooth.shape), 0, 255).astype(np.uint8)


def decoded(jpeg):
    array = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return simplejpeg.decode_jpeg(jpeg), array


SIZES = [(1280, 720), (640, 352), (1280, 712), (720, 405), (208, 100), (16, 16)]


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("quality", [90, 60])
def test_decodes_to_the_pixels_of_a_whole_encode(width, height, quality):
    frame = picture(width, height)
    strips = encode(frame, quality)
    changed = frame.copy()
    rects = [(height // 3, height // 2 + 1, width // 4, width // 3 + 1), (height - 5, height, width - 9, width)]
    for number, (top, bottom, left, right) in enumerate(rects):
        changed[top:bottom, left:right] = 255 - picture(right - left, bottom - top, number)
    for ours, now in ((strips.whole(), frame), (strips.replaced(changed, rects), changed)):
        full = simplejpeg.encode_jpeg(now, quality=quality, colorspace="RGB", colorsubsampling="420")
        for mine, theirs in zip(decoded(ours), decoded(full), strict=True):
            np.testing.assert_array_equal(mine, theirs)


def test_other_decoders_read_the_file_without_complaint(tmp_path):
    frame = picture(1280, 720)
    file = tmp_path / "joined.jpg"
    file.write_bytes(encode(frame, 90).replaced(frame, []))
    with Image.open(file) as image:
        assert image.size == (1280, 720)
        assert np.abs(np.asarray(image).astype(int) - frame).mean() < 8
    whole = simplejpeg.encode_jpeg(frame, quality=90, colorspace="RGB", colorsubsampling="420")
    assert len(file.read_bytes()) < 1.02 * len(whole), "restart markers cost little"


def test_only_what_is_named_is_encoded_again():
    frame = picture(320, 160)
    strips = encode(frame, 90)
    assert strips.replaced(np.zeros_like(frame), []) == strips.whole()
    once = strips.replaced(np.zeros_like(frame), [(0, 16, 0, 1)])
    same = (simplejpeg.decode_jpeg(once) == simplejpeg.decode_jpeg(strips.whole())).all(axis=2)
    assert not same[:16, : strips.width].any()
    assert same[18:].all()


def test_a_width_of_broken_blocks_is_refused():
    with pytest.raises(UsageError, match="16 pixels"):
        encode(picture(650, 352), 90)
