"""Architectures have the size that the paper's Table 3 gives, where it names ours; counted without weights."""

import pytest

from triptych.core.errors import UsageError
from triptych.models.detection import paper
from triptych.models.detection.parameters import parameters


@pytest.mark.parametrize("detector", ["yolov5s", "yolov5m"])
def test_yolov5_are_the_papers_to_its_last_digit(detector):
    assert parameters(detector) / 1e6 == pytest.approx(paper.PARAMETERS_M[detector], abs=0.06)


def test_what_the_note_on_the_paper_says():
    """41.76 and 42.94 million, which are not the paper's 44.3 and 41.3."""
    assert parameters("fasterrcnn") == 41_757_156
    assert parameters("rtdetr") == 42_944_620


def test_fewer_classes_have_fewer_parameters():
    assert parameters("fasterrcnn-mobilenet", classes=6) < parameters("fasterrcnn-mobilenet")
    with pytest.raises(UsageError, match="a detector"):
        parameters("nanodet")
