"""Copies of a picture are told from other pictures, whatever their size, quality or light."""

import cv2
import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.photos.near_pictures import Album, groups, of_text, sight, to_text

PLACES = [("sunny", "day"), ("rainy", "day"), ("foggy", "dusk")]


def recompressed(image):
    return cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 30])[1], cv2.IMREAD_COLOR)


def noisy(image):
    return np.clip(image + np.random.default_rng(0).normal(0, 15, image.shape), 0, 255).astype(np.uint8)


COPIES = {
    "recompressed": recompressed,
    "half the size": lambda image: cv2.resize(image, None, fx=0.5, fy=0.5),
    "noisy": noisy,
}


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_is_the_same_picture_and_another_place_is_not(drawn, how):
    album = Album()
    for place in PLACES:
        album.add("-".join(place), sight(drawn(*place).clean))
    for place in PLACES:
        assert album.find_same(sight(COPIES[how](drawn(*place).clean))) == "-".join(place)
    assert album.find_same(sight(drawn("snowy", "day").clean)) is None


def test_an_album_finds_the_first_of_many():
    album = Album()
    looks = [sight(np.random.default_rng(n).integers(0, 255, (36, 64, 3), np.uint8)) for n in range(200)]
    for number, look in enumerate(looks):
        assert album.find_same(look) is None
        album.add(str(number), look)
    assert [album.find_same(looks[n]) for n in (0, 63, 64, 199)] == ["0", "63", "64", "199"]


def test_pictures_alike_share_a_group_in_other_light_too(drawn):
    images = [drawn(*place).clean for place in PLACES]
    darker = (images[1] * 0.5).astype(np.uint8)
    cut = images[2][14:, 13:-13]
    looks = [sight(each) for each in [*images, darker, np.ascontiguousarray(cut)]]
    assert groups(looks, list("abcde")) == ["a", "b", "c", "b", "c"]


def test_names_join_groups_and_chains_hold_together(drawn):
    images = [drawn(*place).clean for place in PLACES]
    looks = [sight(each) for each in [*images, images[0]]]
    assert groups(looks, ["film", "b", "film", "d"]) == ["film", "b", "film", "film"]
    assert groups([], []) == []


def test_a_look_as_text_is_the_same_look(drawn):
    look = sight(drawn("sunny", "day").clean)
    again = of_text(to_text(look))
    assert np.array_equal(again.bits, look.bits)
    assert np.array_equal(again.small, look.small)
