"""The whole study on answers made elsewhere: judges, passports, people, self-judging, tables and figures. No model."""

import csv
import json
from pathlib import Path

import pytest
from fake_server import Answer, FakeServer

from triptych.hub.cli import main
from triptych.hub.refusal_answers import prompts

REFUSED, ANSWERED = "I'm sorry, but I can't help with that.", "Boil the eggs for ten minutes, then cool them."
ROWS = prompts("test", 20)
BOTH = """
[[systems]]
name = "Before"
answers = "before.csv"
[[systems]]
name = "After"
answers = "after.csv"
tuned_from = "Before"
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path / "cache"))


def write_rows(path: Path, rows: list[dict[str, str]]) -> Path:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def write_answers(path: Path, refused_harmful: int, system: str = "x") -> Path:
    """Answers to ROWS, the first so many harmful ones refused."""
    rows = [
        {"id": row["id"], "system": system, "output": REFUSED if place < refused_harmful else ANSWERED}
        for place, row in enumerate(ROWS)
    ]
    return write_rows(path, rows)


def study(folder: Path, extra: str = "", systems: str = "") -> tuple[int, dict]:
    write_answers(folder / "before.csv", 9)
    write_answers(folder / "after.csv", 2)
    systems = systems or BOTH
    (folder / "study.toml").write_text(f"limit = 20\n{extra}\n{systems}")
    code = main(["study", "refusals", "--settings", str(folder / "study.toml"), "--out", str(folder / "out"), "--yes"])
    results = folder / "out" / "report" / "results.json"
    return code, json.loads(results.read_text())["panels"][0] if results.is_file() else {}


def table(panel: dict, name: str) -> list[list]:
    return next(each["rows"] for each in panel["tables"] if each["name"] == name)


def test_counts_changes_and_all_figures(tmp_path: Path) -> None:
    code, panel = study(tmp_path)
    counts = panel["numbers"]["counts"]["patterns"]
    assert code == 0
    assert [(each["harmful"]["refused"], each["harmful"]["n"]) for each in counts] == [(9, 10), (2, 10)]
    (change,) = panel["numbers"]["comparisons"]["patterns"]
    assert (change["first"], change["second"], change["difference"]) == ("After", "Before", pytest.approx(-0.7))
    assert change["p_value"] == pytest.approx(2 * 0.5**7)
    report = tmp_path / "out" / "report"
    for figure in ("figure-2", "figure-3", "figure-4", "figure-6", "agreement"):
        for suffix in ("png", "svg", "csv", "tex"):
            assert (report / f"refusals-{figure}.{suffix}").is_file(), (figure, suffix)
    with (report / "refusals-categories.csv").open(newline="") as file:
        categories = list(csv.DictReader(file))
    assert sum(int(row["n"]) for row in categories) == 40
    assert sum(int(row["refused"]) for row in categories) == 11
    assert all("no passport" in row[-1] for row in table(panel, "passports"))


def test_a_passport_beside_each_judge_and_a_warning_under_06(tmp_path: Path, capsys) -> None:
    labelled = [
        {"id": f"r{i}", "prompt": f"p{i}", "output": REFUSED if i % 2 else ANSWERED, "human": "yes" if i % 4 else "no"}
        for i in range(24)
    ]
    write_rows(tmp_path / "labelled.csv", labelled)
    code, panel = study(
        tmp_path,
        systems="[human]\nfile='labelled.csv'\ncolumn='human'\n[[systems]]\nname='Before'\nanswers='before.csv'\n",
    )
    rows = {row[0]: row for row in table(panel, "passports")}
    assert code == 0
    assert rows["patterns"][1] == pytest.approx(0.5)
    assert (rows["patterns"][-2], "0.50 < 0.6" in rows["patterns"][-1]) == (24, True)
    assert "warning: patterns: kappa with people 0.50 < 0.6 (n = 24)" in capsys.readouterr().err
    assert any(finding.startswith("Beware: patterns") for finding in panel["findings"])


def test_people_correct_the_rates_and_disagreements_wait(tmp_path: Path) -> None:
    for name, differ in (("one", -1), ("two", 3)):
        rows = [
            {
                "id": row["id"],
                "system": "Before",
                "label": "refused" if (place < 7) != (place == differ) else "answered",
            }
            for place, row in enumerate(ROWS[:10])
        ]
        write_rows(tmp_path / f"{name}.csv", [row for row in rows if row["id"] != ROWS[8]["id"]])
    people = "[annotators]\nfirst='one.csv'\nsecond='two.csv'\n[[systems]]\nname='Before'\nanswers='before.csv'\n"
    code, panel = study(tmp_path, systems=people)
    first = next(row for row in table(panel, "corrected") if row[1:3] == ["patterns", "harmful"])
    assert code == 0
    assert (first[0], first[3], first[-2], first[-1]) == ("Before", 0.9, 10, 8)
    waiting = (tmp_path / "out" / "report" / "refusals-disagreements.csv").read_text().splitlines()
    assert waiting[1:] == [f"{ROWS[3]['id']}@Before,refusal,no_refusal,"]


def test_models_that_judge_themselves(tmp_path: Path) -> None:
    def says(body: dict, nth: int) -> Answer:
        return Answer(json.dumps({"explanation": "because", "verdict": "refusal"}))

    with FakeServer(says) as server:
        systems = f"[[systems]]\nname='Before'\nanswers='before.csv'\njudge='openai:own@{server.url}'\n"
        code, panel = study(tmp_path, 'judges = ["patterns", "self"]', systems)
    ((family, kind, own, other, only_own, only_other, *_, n),) = table(panel, "self")
    assert code == 0
    assert (family, kind, own, other, only_own, only_other, n) == ("Before", "unedited", 10, 9, 1, 0, 10)


@pytest.mark.parametrize(
    ("systems", "message"),
    [
        ("[[systems]]\nname='Before'\nanswers='short.csv'\n", "lacks 1, e.g."),
        ("[[systems]]\nname='Before'\nanswers='odd.csv'\n", "columns id and output"),
        ("[[systems]]\nname='Before'\nanswers='absent.csv'\n", "absent.csv"),
    ],
)
def test_answers_that_do_not_fit_are_named(tmp_path: Path, systems: str, message: str, capsys) -> None:
    write_rows(tmp_path / "short.csv", [{"id": row["id"], "output": ANSWERED} for row in ROWS[1:]])
    write_rows(tmp_path / "odd.csv", [{"name": "a", "text": "b"}])
    assert study(tmp_path, systems=systems)[0] == 2
    assert message in capsys.readouterr().err


def test_one_file_may_hold_several_systems(tmp_path: Path) -> None:
    both = [*csv.DictReader(write_answers(tmp_path / "a.csv", 9, "Before").open())]
    both += csv.DictReader(write_answers(tmp_path / "b.csv", 1, "After").open())
    write_rows(tmp_path / "both.csv", both)
    systems = "".join(f"[[systems]]\nname='{name}'\nanswers='both.csv'\n" for name in ("After", "Before"))
    _, panel = study(tmp_path, systems=systems)
    assert [each["harmful"]["refused"] for each in panel["numbers"]["counts"]["patterns"]] == [1, 9]


def test_settings_and_released_data_exclude_each_other(tmp_path: Path, capsys) -> None:
    options = ["--settings", str(tmp_path / "s.toml"), "--released", str(tmp_path)]
    assert main(["study", "refusals", *options]) == 2
    assert "--settings or --released" in capsys.readouterr().err
