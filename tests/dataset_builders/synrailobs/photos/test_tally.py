"""Counts of finished files are those of their rows, whichever file they stand in."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from triptych.dataset_builders.synrailobs.photos.tally import BEYOND, for_card, tallies
from triptych.dataset_builders.synrailobs.schema import FEATURES


def row(number, objects, weather=None):
    things = [
        {
            "id": f"{number}-{place}",
            "bbox": [0.0, 0.0, 1.0, 1.0],
            "area": 1,
            "category": category,
            "mask": {"size": [1, 1], "counts": "01"},
            "distance_m": distance,
            "size_m": [1.0, 1.0],
            "seen": True,
            "visibility": 1.0,
            "source": "x",
        }
        for place, (category, distance) in enumerate(objects)
    ]
    return {
        **dict.fromkeys(FEATURES),
        "id": str(number),
        "redistributable": number % 2 == 0,
        "objects": things,
        "weather": weather,
        "background_id": f"bg-{number // 2}",
        "parameters": {"asked": len(things) + 1},
    }


@pytest.fixture
def counted(tmp_path):
    rows = [row(0, [("person", 5.0), ("rock", 80.0)], "snowy"), row(1, []), row(2, [("person", 16.0)], "snowy")]
    files = []
    for name, part in (("a", rows[:2]), ("b", rows[2:])):
        files.append(tmp_path / f"{name}.parquet")
        table = pa.Table.from_pylist([FEATURES.encode_example(each) for each in part], schema=FEATURES.arrow_schema)
        pq.write_table(table, files[-1])
    return tallies({"train": files})


def test_rows_and_objects_are_counted(counted):
    told = json.loads(json.dumps(counted["train"].summary()))
    assert (told["rows"], told["clean"], told["obstacles"], told["backgrounds"]) == (3, 1, 3, 2)
    assert told["obstacles_without_a_place"] == 3
    assert told["not_redistributable"] == 1
    assert told["by_category"]["person"] == 2
    assert told["by_category"]["vehicle"] == 0
    assert told["by_distance"] == {"0-15m": 1, "15-30m": 1, "30-45m": 0, "45-60m": 0, "60-75m": 0, BEYOND: 1}
    assert told["by_weather"] == {"snowy": 2, "unknown": 1}


def test_the_card_can_count_the_same(counted):
    rows, objects = for_card(counted)
    assert sorted(rows["train"]["weather"]) == ["snowy", "snowy", "unknown"]
    assert objects["train"]["category"] == ["person", "person", "rock"]
