"""One web page for every metric folder: a table of rows in, figures with intervals out.

    from triptych.spaces.metric_app import launch_metric
    launch_metric("metrics/refusal_judge/refusal_judge.py")

The page knows a metric by its module, loaded as any user loads it, and by `cases.json` beside it, which are its
examples. A row holds one value for each input of the metric; inputs that are no features are named by `extra`.
Where a case is one row and not a whole input, `row_case` says which of its keys is which input.
"""

import html
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import evaluate
import gradio as gr
import pandas as pd

from triptych.core.endpoint import PREFIX
from triptych.core.errors import RunError, UsageError
from triptych.spaces.look import launch

_READERS: dict[str, Callable[[str], pd.DataFrame]] = {
    ".csv": lambda path: pd.read_csv(path, keep_default_na=False),
    ".tsv": lambda path: pd.read_csv(path, sep="\t", keep_default_na=False),
    ".jsonl": lambda path: pd.read_json(path, lines=True, convert_dates=False),
    ".json": lambda path: pd.read_json(path, convert_dates=False),
    ".parquet": pd.read_parquet,
}
_ROWS, _EXAMPLES = 12, 8  # of a table made of single cases, and how many such tables


@dataclass(frozen=True)
class Page:
    """A metric and what its page shows of it."""

    module: Path
    extra: tuple[str, ...] = ()
    row_case: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def metric(self) -> Any:
        """The metric, through `evaluate.load`."""
        return evaluate.load(str(self.module.resolve()))

    @cached_property
    def cases(self) -> list[dict[str, Any]]:
        """The cases whose input is a table of rows; cases that are rows are put together to such tables."""
        cases = json.loads(self.module.with_name("cases.json").read_text(encoding="utf-8"))
        if self.row_case:
            starts = range(0, min(len(cases), _ROWS * _EXAMPLES), _ROWS)
            return [self._table_of(cases[start : start + _ROWS], start) for start in starts]
        return [case for case in cases if isinstance(case["input"].get("predictions"), list)]

    @cached_property
    def card(self) -> str:
        """The card's text, without the lines that are meant for the Hub."""
        _, _, text = self.module.with_name("README.md").read_text(encoding="utf-8").split("---\n", 2)
        return text

    @cached_property
    def columns(self) -> list[str]:
        """Names of the inputs that have one value a row."""
        return list(dict.fromkeys(["predictions", "references", *self.metric.features, *self.extra]))

    def _table_of(self, cases: list[dict[str, Any]], start: int) -> dict[str, Any]:
        inputs = {column: [case.get(key) for case in cases] for key, column in self.row_case.items()}
        return {"input": inputs, "why": f"cases {start + 1} to {start + len(cases)}"}

    def is_text(self, column: str) -> bool:
        """Whether cells of `column` are texts as they stand; others are read as JSON where they are JSON."""
        values = [value for case in self.cases for value in case["input"].get(column) or []]
        return all(value is None or isinstance(value, str) for value in values)

    def rows(self, inputs: Mapping[str, Any]) -> list[list[str]]:
        """The table that stands for a case's inputs."""
        columns = [inputs.get(name) or [None] * len(inputs["predictions"]) for name in self.columns]
        return [[_cell(value) for value in row] for row in zip(*columns, strict=True)]

    def read(self, path: str | None) -> pd.DataFrame:
        """The metric's columns of an uploaded file; raises `UsageError` where it has none of them."""
        if not path:
            raise UsageError("a file", "none", "choose a file first")
        kind = Path(path).suffix.lower()
        if kind not in _READERS:
            raise UsageError(f"a file of {', '.join(_READERS)}", kind or "no ending", "convert it")
        try:
            frame = _READERS[kind](path)
        except (ValueError, OSError) as error:
            raise UsageError(f"a readable {kind} file", str(error)[:200], "check the file") from None
        if "predictions" not in frame:
            raise UsageError(f"columns {', '.join(self.columns)}", ", ".join(map(str, frame))[:200], "rename them")
        kept = frame[[name for name in self.columns if name in frame]].reindex(columns=self.columns)
        cells: pd.DataFrame = kept.map(
            lambda value: _cell(None if isinstance(value, float) and pd.isna(value) else value)
        )
        return cells

    def compute(self, table: pd.DataFrame, options: str) -> dict[str, Any]:
        """The metric's result for a table of cells and a JSON object of options. Empty columns are left out."""
        if strange := [str(name) for name in table.columns if name not in self.columns]:
            raise UsageError(f"columns {', '.join(self.columns)}", ", ".join(strange), "rename or remove them")
        filled = table[(table.map(_cell) != "").any(axis=1)]
        if filled.empty:
            raise UsageError("at least one row", "an empty table", "fill it in, take an example or upload a file")
        inputs: dict[str, Any] = dict.fromkeys(self.metric.features)
        for name in self.columns:
            cells = [_cell(value) for value in filled[name]] if name in filled else []
            if any(cells) or name == "predictions":
                inputs[name] = [value if self.is_text(name) else _parsed(value) for value in cells]
        result: dict[str, Any] = self.metric.compute(**{**inputs, **_options(options)})
        return result


def build(page: Page) -> gr.Blocks:
    """The page, not yet served."""
    with gr.Blocks(title=page.metric.name, analytics_enabled=False) as blocks:
        gr.Markdown(f"# {page.metric.name}\n\n{page.metric.description}")
        with gr.Row():
            with gr.Column(scale=3):
                table = gr.Dataframe(
                    page.rows(page.cases[0]["input"]),
                    headers=page.columns,
                    label="Rows",
                    interactive=True,
                    wrap=True,
                    column_widths=[f"{100 // len(page.columns)}%"] * len(page.columns),
                )
                file = gr.File(label=f"or a file ({', '.join(_READERS)})", file_types=list(_READERS), height=120)
                options = gr.Textbox("{}", label="Options (a JSON object)")
                button = gr.Button("Compute", variant="primary")
            with gr.Column(scale=2):
                figures = gr.Dataframe(headers=["figure", "value", "low", "high"], label="Figures", interactive=False)
                result = gr.JSON(label="Result")
        judges = "verdicts" in page.metric.inputs_description  # other metrics give none for single rows
        verdicts = gr.Dataframe(
            headers=["label", "reason"], label="Verdicts", interactive=False, wrap=True, visible=judges
        )
        file.upload(_shown(page.read), file, table, api_name="read")
        button.click(_shown(lambda rows, text: _outputs(page.compute(rows, text))), [table, options],
                     [figures, result, verdicts], api_name="compute")  # fmt: skip
        gr.Examples([[page.rows(case["input"]), _case_options(page, case)] for case in page.cases], [table, options],
                    example_labels=[case["why"][:100] for case in page.cases], api_name="example")  # fmt: skip
        with gr.Accordion("The card: what it is, how it was checked, its limits", open=False):
            gr.Markdown(page.card)
        with gr.Accordion("Arguments, results and how to call it in Python", open=False):
            # As it stands: Markdown would take `<think>` for a tag and join the lines.
            gr.Code(page.metric.inputs_description.strip(), language=None, interactive=False, show_label=False)
    return blocks


def launch_metric(module: str | Path, extra: tuple[str, ...] = (), row_case: Mapping[str, str] | None = None) -> None:
    """Serve the page of a metric until it is stopped; host and port as Gradio's environment variables say."""
    launch(build(Page(Path(module), extra, row_case or {})))


def _shown(function: Any) -> Any:
    """`function` with its errors as a message on the page."""

    def shown(*inputs: Any) -> Any:
        try:
            return function(*inputs)
        except (UsageError, RunError, ValueError, TypeError) as error:
            text = html.escape(str(error), quote=False).replace("\n", "<br>")
            raise gr.Error(text, duration=None, print_exception=False) from None

    return shown


def _case_options(page: Page, case: Mapping[str, Any]) -> str:
    return json.dumps({name: value for name, value in case["input"].items() if name not in page.columns})


def _cell(value: Any) -> str:
    """A value as it stands in a cell: text as it is, nothing as "", the rest as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(_plain(value), ensure_ascii=False)


def _parsed(cell: str) -> Any:
    if cell == "":
        return None
    try:
        return json.loads(cell)
    except ValueError:
        return cell


def _options(text: str) -> dict[str, Any]:
    try:
        options = json.loads(text or "{}")
    except ValueError as error:
        raise UsageError("options as a JSON object", str(error), 'write for instance {"judge": "patterns"}') from None
    if not isinstance(options, dict):
        raise UsageError("options as a JSON object", text, 'write for instance {"judge": "patterns"}')
    # The page must not call any URL that a visitor names, nor spend the key of whoever runs it.
    if any(PREFIX in str(value) for value in options.values()):
        raise UsageError("an offline judge on this page", "an API judge", "use the metric in Python for API judges")
    return options


def _outputs(result: Mapping[str, Any]) -> tuple[pd.DataFrame, Any, pd.DataFrame]:
    plain = _plain(result)
    figures = [[name, *_numbers(value, plain.get(f"{name}_ci"))] for name, value in plain.items() if _is_figure(value)]
    frame = pd.DataFrame(figures, columns=["figure", "value", "low", "high"])
    return frame, {k: v for k, v in plain.items() if k != "verdicts"}, pd.DataFrame(plain.get("verdicts", []))


def _is_figure(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _numbers(value: float, interval: Any) -> list[Any]:
    low, high = interval if isinstance(interval, list) else (None, None)
    return [round(number, 4) if isinstance(number, float) else number for number in (value, low, high)]


def _plain(value: Any) -> Any:
    """`value` as JSON has it: numpy's numbers and arrays as Python's, NaN as None."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return None if isinstance(value, float) and value != value else value
