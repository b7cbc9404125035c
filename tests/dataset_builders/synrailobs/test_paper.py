import itertools

import pytest

from triptych.dataset_builders.synrailobs import paper
from triptych.dataset_builders.synrailobs.schema import LIGHTS, WEATHERS


def test_bins_join_without_gaps_up_to_75_metres():
    ends = list(paper.DISTANCE_BINS.values())
    assert ends[0][0] == 0
    assert ends[-1][1] == 75
    assert all(high == low for (_, high), (low, _) in itertools.pairwise(ends))
    assert all(len(row) == len(ends) for row in paper.TABLE_5.values())


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("weather", WEATHERS)
def test_conditions_are_those_of_table_4(weather, light):
    normal = {"sunny": "Normal", "rainy": "Rainy", "snowy": None, "foggy": "Foggy"}
    assert paper.condition(weather, light) == (normal[weather] if light == "day" else "Dark")


def test_every_figure_of_the_tables_is_a_percentage():
    for table in (paper.TABLE_4, paper.TABLE_5):
        assert all(25 < value < 100 for row in table.values() for value in row)
    assert all(len(cells) == 3 for row in paper.TABLE_3.values() for cells in row.values())
