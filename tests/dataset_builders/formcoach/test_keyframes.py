"""Key poses and the curves between them."""

import numpy as np
import pytest

from triptych.dataset_builders.formcoach.keyframes import NEUTRAL, Key, curve, envelope, sample, spread

KEYS = (Key(0.25, {"lean": 30.0, "el": 90.0}, "bottom"), Key(0.5, {"lean": 30.0}, "bottom"), Key(0.75, {}, "top"))


def test_between_two_rests_a_channel_moves_with_minimum_jerk():
    t = np.linspace(0.0, 1.0, 101)
    knots = np.array([0.0, 1.0, 2.0])
    moved = curve(knots, np.array([0.0, 1.0, 0.0]), t)
    np.testing.assert_allclose(moved, 10.0 * t**3 - 15.0 * t**4 + 6.0 * t**5, atol=1e-12)


def test_a_curve_passes_its_knots_and_stays_between_them():
    at, values = np.array([0.0, 0.2, 0.5, 0.9, 1.0]), np.array([0.0, 3.0, 10.0, 11.0, 0.0])
    np.testing.assert_allclose(curve(at, values, at), values, atol=1e-12)
    dense = curve(at, values, np.linspace(0.0, 1.0, 1001))
    assert dense.min() >= -1e-9
    assert dense.max() <= 11.0 + 1e-9
    acceleration = np.diff(dense, 2) * 1e6
    assert np.abs(np.diff(acceleration)).max() < 700.0  # as of the minimum jerk of the steepest part: no step at a knot


def test_a_repetition_ends_where_it_starts_and_holds_where_two_keys_agree():
    channels = sample(KEYS, {"lean": 5.0}, 101)
    assert channels["lean"][0] == channels["lean"][-1] == 5.0
    np.testing.assert_allclose(channels["lean"][25:51], 30.0)
    assert channels["el_l"][25] == channels["el_r"][25] == 90.0
    assert set(channels) == set(NEUTRAL)


def test_the_order_in_which_keys_are_given_does_not_matter():
    np.testing.assert_array_equal(sample(KEYS[::-1], {}, 50)["lean"], sample(KEYS, {}, 50)["lean"])


def test_a_limb_named_without_a_side_means_both():
    assert spread({"flex": 1.0, "lean": 2.0, "el_r": 3.0}) == {"flex_l": 1.0, "flex_r": 1.0, "lean": 2.0, "el_r": 3.0}


def test_a_phase_is_where_its_keys_are():
    bottom, top = envelope(KEYS, "bottom", 101), envelope(KEYS, "top", 101)
    np.testing.assert_allclose(bottom[25:51], 1.0)
    assert bottom[0] == bottom[75] == bottom[100] == 0.0
    assert top[75] == pytest.approx(1.0)
    assert top[50] == 0.0
    np.testing.assert_array_equal(envelope(KEYS, "throughout", 7), np.ones(7))


def test_the_start_pose_can_be_a_phase():
    at_rest = (Key(0.0, {}, "top"), Key(0.5, {"lean": 9.0}, "bottom"), Key(1.0, {}, "top"))
    assert envelope(at_rest, "top", 11)[[0, 5, 10]].tolist() == [1.0, 0.0, 1.0]
