"""Agreement of two raters from counts: kappa, Pearson, Spearman and Krippendorff's alpha of many tables at once.

A table is given as the counts of its cells (one cell = one pair of labels that occurs), and every function takes R
tables in one array, so that the observed table and all its bootstrap resamples go through the same lines.

Sources: J. Cohen, A coefficient of agreement for nominal scales (1960) and Weighted kappa (1968); K. Krippendorff,
Content Analysis (4th ed., 2018), chapter 12, and Computing Krippendorff's alpha-reliability (2011).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from triptych.core.errors import UsageError

FloatArray = NDArray[np.float64]

FIGURES = ("agreement", "kappa", "pearson", "spearman", "krippendorff_alpha")
LEVELS = ("nominal", "ordinal", "interval")
DISTANCE_OF_WEIGHTS = {None: "nominal", "linear": "linear", "quadratic": "squared"}
# Krippendorff has no level with linear distances; ordinal is the one that uses the order alone.
LEVEL_OF_WEIGHTS = {None: "nominal", "linear": "ordinal", "quadratic": "interval"}


@dataclass(frozen=True)
class Settings:
    """What is asked of a table: the weights of kappa and the level of measurement of alpha."""

    weights: str | None = None
    level: str | None = None

    def __post_init__(self) -> None:
        if self.weights not in LEVEL_OF_WEIGHTS:
            raise UsageError("weights None, 'linear' or 'quadratic'", repr(self.weights), "choose one of them")
        if self.level is not None and self.level not in LEVELS:
            raise UsageError(f"a level among {', '.join(LEVELS)}", repr(self.level), "choose one or leave it out")

    @property
    def alpha_level(self) -> str:
        """The level given, or the one that goes with the weights."""
        return self.level or LEVEL_OF_WEIGHTS[self.weights]

    def need_order(self, labels: tuple[Any, ...], ordered: bool) -> None:
        """Raise `UsageError` where labels without an order are to be weighed by their order."""
        if ordered or (self.weights is None and self.alpha_level == "nominal"):
            return
        raise UsageError(
            "labels with an order where weights or an ordinal or interval level are asked for",
            f"{len(labels)} strings: {labels!r:.80}",
            "pass order=[lowest, ..., highest], or leave out weights and level",
        )


@dataclass(frozen=True)
class Cells:
    """C cells of a table of K categories."""

    a: NDArray[np.int64]
    """(C,) position of the prediction's category."""
    b: NDArray[np.int64]
    """(C,) position of the reference's category."""
    values: FloatArray
    """(K,) the number behind each category."""

    def margin(self, codes: NDArray[np.int64], counts: FloatArray) -> FloatArray:
        """(R, K) count of each category, from the cells' counts (R, C)."""
        cell = np.arange(codes.size)
        indicator = sparse.csr_array((np.ones(codes.size), (codes, cell)), shape=(self.values.size, codes.size))
        return np.asarray((indicator @ counts.T).T)


def figures(counts: NDArray[np.int64], cells: Cells, settings: Settings) -> dict[str, FloatArray]:
    """Each figure of R tables, (R,) with NaN where undefined, from the (R, C) `counts` of their cells.

    Pearson uses the categories' values, Spearman and weighted kappa their order, alpha what its level says.
    """
    table = counts.astype(np.float64)  # whole numbers: sums and products stay exact
    n = table.sum(axis=1)
    first, second = cells.margin(cells.a, table), cells.margin(cells.b, table)
    position, values = np.arange(cells.values.size, dtype=np.float64), _unit(cells.values)
    with np.errstate(invalid="ignore", divide="ignore"):  # 0/0 is how an undefined figure becomes NaN
        return {
            "agreement": (table * (cells.a == cells.b)).sum(axis=1) / n,
            "kappa": 1.0 - _disagreement(table, cells, first, second, position, DISTANCE_OF_WEIGHTS[settings.weights]),
            "pearson": _correlation(table, cells, first, second, values, values),
            "spearman": _correlation(table, cells, first, second, _midranks(first), _midranks(second)),
            "krippendorff_alpha": _alpha(table, cells, first + second, settings.alpha_level),
        }


def _alpha(table: FloatArray, cells: Cells, pooled: FloatArray, level: str) -> FloatArray:
    """alpha = 1 - D_o / D_e, where D_e draws two of the N = 2n pooled labels without replacement.

    That makes D_e larger than with replacement by N / (N - 1).
    """
    distance = "nominal" if level == "nominal" else "squared"
    scale = _midranks(pooled) if level == "ordinal" else _unit(cells.values)
    total = pooled.sum(axis=1)
    ratio = _disagreement(table, cells, pooled / 2.0, pooled / 2.0, scale, distance)
    return np.asarray(1.0 - ratio * (total - 1.0) / total)


def _disagreement(
    table: FloatArray, cells: Cells, first: FloatArray, second: FloatArray, scale: FloatArray, distance: str
) -> FloatArray:
    """Observed / expected disagreement (Cohen 1968); `scale` (K,) or (R, K) places the categories.

    NaN where chance cannot disagree, because both margins lie in one category.
    """
    if distance == "nominal":
        observed = (table * (cells.a != cells.b)).sum(axis=1)
        expected = _expected_nominal(first, second)
    elif distance == "linear":
        observed = (table * np.abs(scale[..., cells.a] - scale[..., cells.b])).sum(axis=1)
        expected = _expected_linear(first, second, scale)
    else:
        observed = (table * (scale[..., cells.a] - scale[..., cells.b]) ** 2).sum(axis=1)
        expected = _expected_squared(first, second, scale)
    return np.where(_one_category(first, second), np.nan, observed / expected)


# Each of the next three is n E d(X, Y) for X and Y drawn independently from the two margins of n rows.


def _expected_nominal(first: FloatArray, second: FloatArray) -> FloatArray:
    """P(X != Y) = 1 - sum_k f_k g_k."""
    n = first.sum(axis=1)
    return np.asarray((n**2 - (first * second).sum(axis=1)) / n)


def _expected_linear(first: FloatArray, second: FloatArray, scale: FloatArray) -> FloatArray:
    """E|X - Y| = the integral of F (1 - G) + G (1 - F) over the scale."""
    n = first.sum(axis=1)
    below_1, below_2 = first.cumsum(axis=1)[:, :-1], second.cumsum(axis=1)[:, :-1]
    apart = below_1 * (n[:, None] - below_2) + below_2 * (n[:, None] - below_1)
    return np.asarray((apart * np.diff(scale)).sum(axis=1) / n)


def _expected_squared(first: FloatArray, second: FloatArray, scale: FloatArray) -> FloatArray:
    """E(X - Y)^2 = E X^2 + E Y^2 - 2 E X E Y, about the pooled mean, so that large numbers do not cancel."""
    n, both = first.sum(axis=1), first + second
    centred = scale - (both * scale).sum(axis=1, keepdims=True) / (2.0 * n[:, None])
    product = (first * centred).sum(axis=1) * (second * centred).sum(axis=1)
    return np.asarray((both * centred**2).sum(axis=1) - 2.0 * product / n)


def _correlation(
    table: FloatArray, cells: Cells, first: FloatArray, second: FloatArray, x: FloatArray, y: FloatArray
) -> FloatArray:
    """cov(x, y) / (sd(x) sd(y)), where `x` and `y` (K,) or (R, K) are the numbers behind the categories."""
    n = first.sum(axis=1, keepdims=True)
    x_centred = x - (first * x).sum(axis=1, keepdims=True) / n
    y_centred = y - (second * y).sum(axis=1, keepdims=True) / n
    covariance = np.einsum("rc,rc,rc->r", table, x_centred[:, cells.a], y_centred[:, cells.b])
    variances = (first * x_centred**2).sum(axis=1) * (second * y_centred**2).sum(axis=1)
    constant = _one_category(first, first) | _one_category(second, second)
    return np.where(constant, np.nan, np.clip(covariance / np.sqrt(variances), -1.0, 1.0))


def _midranks(margin: FloatArray) -> FloatArray:
    """(R, K) mean rank of each category's members, less 1/2."""
    return margin.cumsum(axis=1) - margin / 2.0


def _unit(values: FloatArray) -> FloatArray:
    """`values` moved and scaled onto 0 .. 1, which no figure here can see, so that large numbers do not overflow."""
    low, high = (values.min(), values.max()) if values.size else (0.0, 0.0)
    return (values - low) / (high - low) if high > low else np.zeros_like(values)


def _one_category(first: FloatArray, second: FloatArray) -> NDArray[np.bool_]:
    """(R,) whether both margins lie in one category: no disagreement can be expected by chance."""
    return np.asarray(((first > 0) | (second > 0)).sum(axis=1) <= 1)
