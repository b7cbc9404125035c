"""Drawn events: what the label says is what the pixels of the rail area show."""

from itertools import islice

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.events import (
    FRAMES,
    RAIL_AREA_M,
    event_clips,
    frames,
    in_rail_area,
    lateral_at,
    place_of,
    region,
)
from triptych.dataset_builders.synrailobs.plan import backgrounds
from triptych.dataset_builders.synrailobs.scenes_site import site_of

CLIPS = event_clips(0, 24)


def first(*, label, weather="sunny", there=True):
    return next(c for c in CLIPS if (c.label, c.weather, c.category is not None) == (label, weather, there))


def rail_area(drawn):
    """(720, 1280) where ground points lie in the rail area."""
    coarse = [[in_rail_area(drawn, column, row) for column in range(4, 1280, 8)] for row in range(4, 720, 8)]
    return np.repeat(np.repeat(np.array(coarse), 8, axis=0), 8, axis=1)


def test_half_of_the_clips_are_positive_and_last_long_enough_for_a_majority():
    assert sum(clip.label for clip in CLIPS) == 12
    assert len({clip.video_id for clip in CLIPS}) == 24
    for clip in CLIPS:
        assert (clip.onset_s is None) != clip.label
        if clip.label:
            there = [abs(lateral_at(clip, n / 10) or 9.0) <= RAIL_AREA_M for n in range(FRAMES)]
            assert there.index(True) == pytest.approx(10 * clip.onset_s, abs=1)
            assert sum(there) > 0.75 * FRAMES
            assert all(there[there.index(True) :]), "what has come stays"
        elif clip.category is not None:
            assert {abs(lateral_at(clip, n / 10)) > 2 * RAIL_AREA_M for n in range(FRAMES)} == {True}
    assert sum(clip.category is None for clip in CLIPS) == 6


def test_what_stands_beside_the_track_stands_on_no_other_track():
    for clip in event_clips(3, 48):
        if not clip.label and clip.category is not None:
            place = next(place for place in backgrounds("test") if place.id == clip.background_id)
            assert min(abs(clip.lateral_m - centre) for centre in site_of(place).centres) > 3.0


def test_positive_and_negative_clips_share_their_places():
    for one, two in zip(CLIPS[::2], CLIPS[1::2], strict=True):
        assert (one.background_id, one.label, two.label) == (two.background_id, True, False)
    assert len({clip.background_id for clip in CLIPS}) == 12
    assert all(clip.background_id.startswith("test-") for clip in CLIPS)


@pytest.mark.parametrize("label", [True, False])
def test_the_rail_area_changes_from_the_onset_on_and_only_then(label):
    clip = first(label=label)
    drawn = place_of(clip)
    area = rail_area(drawn)
    pictures = [frame for _, frame in islice(frames(clip), 0, FRAMES, 5)]
    assert pictures[0].shape == (720, 1280, 3)
    assert pictures[0].dtype == np.uint8
    # Noise and flicker move single pixels a little; a thing moves a patch of them a lot.
    changed = [int((np.abs(one.astype(int) - pictures[0])[area].max(1) > 30).sum()) for one in pictures]
    if not label:
        assert max(changed) < 20
        return
    onset = int(np.ceil(clip.onset_s * 2)) + 1
    assert max(changed[: int(clip.onset_s * 2) - 2], default=0) < 20
    assert min(changed[onset + 2 :]) > 60


def test_rain_and_noise_fall_anew_in_every_frame_and_again_the_same():
    clip = first(label=False, weather="rainy", there=False)
    one, two = [list(islice(frames(clip), 3)) for _ in range(2)]
    assert [t for t, _ in one] == [0.0, 0.1, 0.2]
    for (_, a), (_, b) in zip(one, two, strict=True):
        assert np.array_equal(a, b)
    assert (one[0][1] != one[1][1]).mean() > 0.3


def test_the_region_holds_the_track_and_what_stands_on_it():
    for clip in CLIPS[::8]:
        drawn = place_of(clip)
        left, top, right, bottom = region(drawn)
        assert 0 <= left < right <= 1280
        assert 0 <= top < bottom <= 720
        assert (right - left) * (bottom - top) < 0.35 * 1280 * 720, "a part that is quick to look at"
        column, row = drawn.site.place(clip.lateral_m, 0.0, clip.distance_m)
        assert left < column < right
        assert top < row - 1.5 * drawn.camera.scale_at(clip.distance_m) < row < bottom
        assert in_rail_area(drawn, float(column), float(row))
        beside, _ = drawn.site.place(2 * RAIL_AREA_M, 0.0, clip.distance_m)
        assert not in_rail_area(drawn, float(beside), float(row))
        assert not in_rail_area(drawn, float(column), 10.0), "the sky is no track"


def test_seeds_and_mistakes():
    assert event_clips(0, 4) == CLIPS[:4]
    assert event_clips(1, 4) != CLIPS[:4]
    validation = event_clips(0, 4, "validation")
    assert all(clip.background_id.startswith("validation-") for clip in validation)
    assert place_of(validation[0]).background.id == validation[0].background_id
    assert not {clip.video_id for clip in validation} & {clip.video_id for clip in CLIPS}
    with pytest.raises(UsageError, match="at least one clip"):
        event_clips(0, 0)
    with pytest.raises(UsageError, match="a split among"):
        event_clips(0, 2, "tset")
