import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.refusal_prompts.sources import SOURCES, read_source


def test_every_set_names_a_licence_and_a_place():
    for name, source in SOURCES.items():
        assert source.name == name
        assert source.licence
        assert source.repo.count("/") == (1 if name not in ("study", "file") else 0)
        assert set(source.parts.values()) <= {"harmful", "harmless", None}


def test_the_columns_of_the_hub_and_of_the_authors_file_both_serve():
    hub = [{"prompt": "Bake bread.", "category": "food"}]
    own = [{"category": "food", "source": "x", "forbidden_prompt": "Bake bread."}]
    ours, theirs = (read_source(SOURCES["strongreject"], rows) for rows in (hub, own))
    assert ours == theirs
    assert ours[0]["id"] == "strongreject-0"
    assert (ours[0]["label"], ours[0]["category"], ours[0]["licence"]) == ("harmful", "food", "MIT")


def test_labels_of_rows_are_read_in_the_sets_own_words():
    rows = [
        {"id": "v2-1", "prompt": "Kill a process.", "type": "homonyms", "label": "safe"},
        {"id": "v2-2", "prompt": "Kill it.", "type": "contrast_homonyms", "label": "unsafe"},
    ]
    found = read_source(SOURCES["xstest"], rows)
    assert [(row["id"], row["label"], row["category"]) for row in found] == [
        ("xstest-v2-1", "harmless", "homonyms"),
        ("xstest-v2-2", "harmful", "contrast_homonyms"),
    ]


def test_alpaca_rows_with_an_input_are_no_whole_requests():
    rows = [{"instruction": "Name a bird.", "input": ""}, {"instruction": "Sort these.", "input": "b, a"}]
    found = read_source(SOURCES["alpaca"], rows)
    assert [row["prompt"] for row in found] == ["Name a bird."]
    assert not found[0]["redistributable"]


def test_a_file_of_responses_gives_each_prompt_once():
    rows = [{"qid": qid, "question": f"Question {qid}", "label": "harmless", "model": m} for m in "ab" for qid in "12"]
    found = read_source(SOURCES["study"], rows)
    assert [row["prompt"] for row in found] == ["Question 1", "Question 2"]
    assert [row["id"] for row in found] == ["study-0", "study-1"]  # qid repeats, so rows are numbered


def test_a_users_map_goes_before_the_guess():
    rows = [{"prompt": "no", "text": "yes", "kind": "0"}]
    found = read_source(SOURCES["file"], rows, None, {"prompt": "text", "label": "kind"}, {"0": "harmless"})
    assert (found[0]["prompt"], found[0]["label"]) == ("yes", "harmless")


@pytest.mark.parametrize(
    ("rows", "columns", "words"),
    [
        ([{"text": "hi"}], {}, "a column with the prompts"),
        ([{"prompt": "hi"}], {}, "no label"),
        ([{"prompt": "hi", "label": "blue"}], {}, "label 'blue'"),
        ([{"prompt": "hi"}], {"prompt": "text"}, "columns here: prompt"),
        ([{"prompt": "hi"}], {"pormpt": "prompt"}, "'pormpt' as a purpose"),
    ],
)
def test_what_cannot_be_read_is_named(rows, columns, words):
    with pytest.raises(UsageError, match=words):
        read_source(SOURCES["file"], rows, None, columns)
