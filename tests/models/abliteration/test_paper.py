import csv

import pytest

from triptych.models.abliteration.paper import (
    FIGURE_6_HARMFUL,
    FIGURE_6_HARMLESS,
    JUDGES,
    PROMPTS_PER_LABEL,
    SYSTEM_NAMES,
    SYSTEMS,
    UNUSABLE_JUDGES,
)

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


def test_twenty_systems_and_their_judges_have_normalised_names():
    assert len(SYSTEM_NAMES) == len(set(SYSTEM_NAMES)) == 20
    assert tuple(FIGURE_6_HARMFUL) == tuple(FIGURE_6_HARMLESS) == SYSTEM_NAMES
    assert set(UNUSABLE_JUDGES) <= {judge.name for judge in JUDGES}
    assert {judge.name for judge in JUDGES if judge.hub_id is None} == {"ChatGPT5", "regex"}
    counts = [*FIGURE_6_HARMFUL.values(), *FIGURE_6_HARMLESS.values()]
    assert all(len(row) == len(JUDGES) and all(0 <= count <= PROMPTS_PER_LABEL for count in row) for row in counts)


def test_figures_2_and_6_agree_on_the_main_judge():
    main = [judge.name for judge in JUDGES].index("ChatGPT5")
    for system in SYSTEMS:
        for name, counts in ((system.name, system.base), (system.abliterated_name, system.abliterated)):
            assert counts == (FIGURE_6_HARMFUL[name][main], FIGURE_6_HARMLESS[name][main])


def read_table(path):
    with path.open() as file:
        return {row["model"].replace(" -ALB", "-ALB").replace(" - ALB", "-ALB"): row for row in csv.DictReader(file)}


@pytest.mark.shared
def test_every_cell_of_figures_4_and_6_is_that_of_the_released_tables(shared):
    tables, names = shared.parent / "tables", [judge.name for judge in JUDGES]
    for file, counts in (("fig6_harmful", FIGURE_6_HARMFUL), ("fig6_harmless", FIGURE_6_HARMLESS)):
        found = read_table(tables / f"{file}.csv")
        assert {name: tuple(int(found[name][judge]) for judge in names) for name in found} == counts
    fourth = read_table(tables / "fig4_harmful.csv")
    assert set(FIGURE_6_HARMFUL) - set(fourth) == {"Llama-3.3", "Llama-3.3-ALB"}
    for name, row in fourth.items():
        cells = {judge: int(count) for judge, count in row.items() if judge != "model"}
        assert cells.items() == {(j, c) for j, c in zip(names, FIGURE_6_HARMFUL[name], strict=True) if j != "GPT-oss"}
