import csv

import pytest

from triptych.models.abliteration.paper import PROMPTS_PER_LABEL, SYSTEMS

FIGURE_NAMES = {"Score 0 + Rephrase": "Score 0 + Rephrase -ALB"}


def test_ten_base_models_with_hub_ids_of_their_own():
    assert len(SYSTEMS) == len({system.hub_id for system in SYSTEMS}) == len({system.name for system in SYSTEMS}) == 10
    assert all(system.hub_id.count("/") == 1 for system in SYSTEMS)
    assert SYSTEMS[0].abliterated_name == "SmolLM2-ALB"


@pytest.mark.shared
def test_counts_are_those_of_the_released_data(shared):
    with (shared.parent / "tables" / "fig2_chatgpt5.csv").open() as file:
        # The table writes the suffix with and without spaces before it.
        found = {(row["model"].replace(" ", ""), row["label"]): int(row["refused"]) for row in csv.DictReader(file)}
    assert len(found) == 4 * len(SYSTEMS)
    for system in SYSTEMS:
        for name, counts in ((system.name, system.base), (system.abliterated_name, system.abliterated)):
            for label in ("harmful", "harmless"):
                assert getattr(counts, label) == found[name.replace(" ", ""), label] <= PROMPTS_PER_LABEL
