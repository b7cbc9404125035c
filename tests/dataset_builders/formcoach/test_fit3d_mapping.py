import json

import pytest

from triptych.core.errors import UsageError
from triptych.core.vocabulary import NAMES
from triptych.dataset_builders.formcoach.fit3d_mapping import LIKELY, MAPPING, read_mapping


def test_it_has_the_22_names_fifteen_of_them_known():
    assert tuple(MAPPING) == NAMES
    known = [name for name, action in MAPPING.items() if action]
    assert len(known) == 15
    assert set(known) >= LIKELY
    assert not any("warmup" in (action or "") for action in MAPPING.values())


def test_a_file_corrects_some_lines(tmp_path):
    file = tmp_path / "mapping.json"
    file.write_text(json.dumps({"arms circles": "warmup_3", "Barbell Pull Up": None}))
    mapping = read_mapping(file)
    assert mapping == MAPPING | {"Arms Circles": "warmup_3", "Barbell Pull Up": None}
    assert read_mapping() == MAPPING


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "JSON object"),
        ("[1]", "JSON object"),
        ('{"Squat": 3}', "JSON object"),
        ('{"Pistol Squat": "squat"}', "Table 3"),
        ('{"Arms Circles": "squat"}', "squat for Squat, Arms Circles|squat for Arms Circles, Squat"),
    ],
)
def test_a_wrong_file_says_why(tmp_path, content, reason):
    (tmp_path / "mapping.json").write_text(content)
    with pytest.raises(UsageError, match=reason):
        read_mapping(tmp_path / "mapping.json")
