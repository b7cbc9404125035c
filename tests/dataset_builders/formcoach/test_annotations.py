import json
from dataclasses import dataclass

import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.formcoach.annotations import join, read_annotations


@dataclass(frozen=True)
class Pair:
    id: str
    annotations: tuple[tuple[str, str], ...] = ()


def written(folder, name, rows):
    file = folder / name
    if name.endswith(".jsonl"):
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        file.write_text("id,annotator,instruction\n" + "".join(",".join(row.values()) + "\n" for row in rows))
    return file


def line(key, who, words):
    return {"id": key, "annotator": who, "instruction": words}


def test_lines_of_several_files_and_annotators_are_joined(tmp_path):
    first = written(tmp_path, "a.csv", [line("x", "anna", "Keep your back straight.")])
    second = written(tmp_path, "b.jsonl", [line("x", "ben", "Slow down, please."), line("y", "ben", "Bend more.")])
    lines, problems = read_annotations([first, second])
    assert not problems
    pairs, unknown = join([Pair("x"), Pair("y"), Pair("z", (("old", "Go."),))], lines)
    assert not unknown
    assert pairs[0].annotations == (("anna", "Keep your back straight."), ("ben", "Slow down, please."))
    assert [pair.annotations for pair in pairs[1:]] == [(("ben", "Bend more."),), (("old", "Go."),)]


def test_sixteen_words_fall_out_and_are_named_while_fifteen_stay(tmp_path):
    fifteen, sixteen = " ".join(["word"] * 15), " ".join(["word"] * 16)
    lines, (problem,) = read_annotations(
        [written(tmp_path, "a.csv", [line("x", "anna", sixteen), line("x", "ben", fifteen)])]
    )
    assert lines == {"x": (("ben", fifteen),)}
    assert problem.what == "x (anna)"
    assert "16 words" in problem.reason


def test_unknown_ids_empty_lines_and_repeated_ones_are_named(tmp_path):
    rows = [line("gone", "anna", "Go."), line("", "anna", "Go."), line("x", "anna", ""), line("y", "ben", "One.")]
    lines, problems = read_annotations([written(tmp_path, "a.csv", [*rows, line("y", "ben", "Two.")])])
    assert [(problem.what, problem.reason) for problem in problems] == [
        ("a.csv: line 2", "no id"),
        ("x (anna)", "no instruction"),
        ("y (ben)", "annotated twice: the last line counts"),
    ]
    pairs, (unknown,) = join([Pair("x"), Pair("y")], lines)
    assert unknown.what == "gone"
    assert [pair.annotations for pair in pairs] == [(), (("ben", "Two."),)]


@pytest.mark.parametrize("content", ["id,words\nx,Go.\n", "", '{"id": "x"}'])
def test_a_file_without_the_columns_is_a_users_mistake(tmp_path, content):
    (tmp_path / "a.csv").write_text(content)
    with pytest.raises(UsageError, match="instruction"):
        read_annotations([tmp_path / "a.csv"])
    with pytest.raises(UsageError, match="check the file"):
        read_annotations([tmp_path / "absent.csv"])
