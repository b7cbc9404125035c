"""Detectors of a study: trained and run once, then read back; wrong settings named."""

import pytest

from triptych.core.errors import UsageError
from triptych.core.runs import MANIFEST
from triptych.hub.rail_study.settings import SystemSettings
from triptych.hub.rail_study.systems import system_of
from triptych.hub.rail_study.truth import TestSet

SMALL = {"steps": 2, "batch_size": 2, "width": 4, "crop": 64}


def test_a_detector_is_trained_and_asked_once(data, tmp_path):
    truth = TestSet(str(data), "test", 4)
    settings = SystemSettings(name="small one", train="centre", training=SMALL)
    made = system_of(settings, tmp_path / "out", truth, str(data), 0)
    assert list(made.boxes.pictures) == truth.ids
    assert 0 < made.parameters_m < 0.27
    assert made.weights == str(tmp_path / "out" / "detectors" / "small-one")
    manifests = [tmp_path / "out" / kind / "small-one" / MANIFEST for kind in ("detectors", "boxes")]
    before = [path.stat().st_mtime_ns for path in manifests]
    again = system_of(settings, tmp_path / "out", truth, str(data), 0)
    assert [path.stat().st_mtime_ns for path in manifests] == before
    assert again.boxes == made.boxes


def test_boxes_of_other_weights_are_not_taken_for_these(data, tmp_path):
    truth = TestSet(str(data), "test", 2)
    system_of(SystemSettings(name="a", train="centre", training=SMALL), tmp_path, truth, str(data), 0)
    other = system_of(SystemSettings(name="b", train="centre", training=SMALL), tmp_path, truth, str(data), 1)
    with pytest.raises(UsageError, match="other settings"):
        system_of(SystemSettings(name="a", weights=other.weights), tmp_path, truth, str(data), 0)


@pytest.mark.parametrize(("detector", "settings"), [("centre", {"epochs": 2}), ("yolo26n", {"steps": 2})])
def test_settings_of_another_detector_are_named(data, tmp_path, detector, settings):
    system = SystemSettings(name="a", train=detector, training=settings)
    with pytest.raises(UsageError, match=f"settings of {detector}"):
        system_of(system, tmp_path, TestSet(str(data), "test"), str(data), 0)
