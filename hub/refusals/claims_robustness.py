"""Conclusions of the paper's abstract, introduction, section 4.1 and conclusion: which systems lose refusals."""

import numpy as np

from triptych.core.intervals import clustered_bootstrap, wilson
from triptych.hub.refusals.claims import Change, Claim, Verdict, change, told
from triptych.hub.refusals.counts import Counts, pairs
from triptych.models.abliteration import paper

REPHRASE, METATAGS, REFUSALS = (
    f"Score 0 + {kind}" for kind in ("Rephrase", "Rephrase + Metatags", "Rephrase + Refusals")
)
ORACLE = "Safety Oracle"
EACH = "50 harmful prompts a system"


def robustness_claims(counts: Counts) -> list[Claim]:
    """Claims on harmful prompts, then on harmless ones and on the sum."""
    return [*_combined(counts), *_single(counts), *_open_weights(counts), *_overall(counts), *_mechanism(counts)]


def _combined(counts: Counts) -> list[Claim]:
    raw = change(counts, "Raw Data")
    safety = [change(counts, system.name) for system in paper.SYSTEMS if "locuslab" in system.hub_id]
    drops = ", ".join(f"{each.system} {each.before - each.after}" for each in safety)
    return [
        Claim("combined-resilient", "1, 4.1, 5", "Stages that combine several data-centric signals are the most "
              "resilient.",
              Verdict.NOT_SUPPORTED,
              f"Drops of 50: {drops}. Raw Data, with no safety signal, loses {raw.before - raw.after}, as little as "
              "the combined stages: their resilience cannot be told from that of no intervention.", EACH),
        Claim("metatags", "4.1", "Metatags on top of rephrasing keep harmful refusals high, with a small change.",
              Verdict.SUPPORTED, told(counts, METATAGS, REPHRASE) + " The two intervals do not meet.", EACH),
        Claim("refusals-help", "4.1", "Refusal dialogues on top of rephrasing reduce the attack's effect.",
              Verdict.SUPPORTED, told(counts, REFUSALS, REPHRASE) + " The two intervals do not meet.", EACH),
        Claim("oracle-smallest-gap", "4.1", "The full recipe (Safety Oracle) has the smallest gap of all Safety "
              "Pretraining variants.", Verdict.CONTRADICTED, f"Drops of 50: {drops}. Three variants lose less.", EACH),
        Claim("oracle-refuses", "4.1", "Safety Oracle refuses most harmful prompts before and after.",
              Verdict.SUPPORTED,
              f"{_rate(counts, ORACLE)} before, {_rate(counts, ORACLE + paper.SUFFIX)} after.", EACH),
        Claim("least-degraded", "Figure 2", "Models with rephrasing plus metatags and refusals degrade least.",
              Verdict.NOT_SUPPORTED,
              f"Drops of 50: {drops}. Safety Oracle, which has all three, loses more than each pair of them and than "
              "Raw Data; no two of these four can be told apart.", EACH),
    ]  # fmt: skip


def _single(counts: Counts) -> list[Claim]:
    rephrase = change(counts, REPHRASE)
    return [
        Claim("refusal-only-fragile", "1, 5", "Refusal-only interventions are the most fragile, easy to neutralise.",
              Verdict.CONTRADICTED, told(counts, REFUSALS) + " No released checkpoint is refusal-only; the one with "
              "refusal dialogues lost nothing, and section 4.1 says so.", EACH),
        Claim("rephrase-only", "4.1, 5", "Rephrasing alone is fragile: many harmful prompts become not refused.",
              rephrase.verdict, told(counts, REPHRASE) + f" Still {_rate(counts, REPHRASE + paper.SUFFIX)} refused: "
              "weakened, not neutralised as section 5 has it.", EACH),
        Claim("rephrase-most", "4.1", "Score 0 + Rephrase refuses the most before abliteration.", Verdict.NOT_SUPPORTED,
              f"{_rate(counts, REPHRASE)}, as many as Safety Oracle; eight of ten systems lie within its interval's "
              "reach, from 45 to 49.", EACH),
        Claim("smollm2", "4.1", "The base SmolLM2 drops sharply.", change(counts, "SmolLM2").verdict,
              told(counts, "SmolLM2"), EACH),
        Claim("raw-and-score-0", "4.1", "Raw Data and Score 0 also lose harmful refusals.",
              _joint(counts, "Raw Data", "Score 0"), told(counts, "Raw Data", "Score 0") + " No pairing of these "
              "counts reaches p < 0.05.", EACH),
        Claim("no-metatags-vulnerable", "4.1", "Stages without metatags, or with a narrow refusal style, are "
              "vulnerable.", Verdict.NOT_SUPPORTED, told(counts, "Raw Data", "Score 0", REPHRASE, REFUSALS)
              + " One of the four stages without metatags clearly drops.", EACH),
    ]  # fmt: skip


def _open_weights(counts: Counts) -> list[Claim]:
    qwen = change(counts, "Qwen3")
    return [
        Claim("transfer", "4.1", "The attack transfers: GLM-4 and Llama-3.3 lose harmful refusals.",
              _joint(counts, "GLM-4", "Llama-3.3"), told(counts, "GLM-4", "Llama-3.3") + " No pairing of these counts "
              "reaches p < 0.05.", EACH),
        Claim("llama-largest", "4.1", "Of these two, Llama-3.3 drops most.", Verdict.NOT_SUPPORTED,
              told(counts, "Llama-3.3", "GLM-4") + " The intervals overlap almost wholly.", EACH),
        Claim("qwen", "4.1", "Qwen3 shows no loss.", Verdict.SUPPORTED, f"{qwen}. No loss is seen; a loss of up to "
              f"{-100 * qwen.interval[0]:.0f} points is not excluded.", EACH),
    ]  # fmt: skip


def _overall(counts: Counts) -> list[Claim]:
    changes = [change(counts, base) for base, _ in pairs(counts.systems)]
    fell = [each for each in changes if each.after < each.before]
    clear = [each.system for each in changes if each.verdict is Verdict.SUPPORTED]
    rest = [each for each in changes if each.system not in clear]
    harmless = [change(counts, base, label="harmless") for base, _ in pairs(counts.systems)]
    most = max(count.refused for count in counts.rows if count.label == "harmless" and count.judge == "ChatGPT5")
    return [
        Claim("mainly-turns", "Figure 2, E", "Abliteration mainly turns harmful refusals into non-refusals.",
              Verdict.SUPPORTED,
              f"{_sum(changes)} over all ten systems; {_sum(rest)} without {' and '.join(clear)}. {len(fell)} of ten "
              f"fall; only {' and '.join(clear)} do whatever the pairing, and no other does for any pairing.",
              "10 systems x 50 prompts"),
        Claim("harmless-low", "4.1, E", "Harmless refusals stay low before and after.", Verdict.SUPPORTED,
              f"At most {most} of 50 ({_percent(most, 50)}); all ten systems {sum(c.before for c in harmless)} to "
              f"{sum(c.after for c in harmless)} of 500.", "50 harmless prompts a system"),
        Claim("harmless-by-judge", "E, Figure 6", "Harmless refusals stay mostly low, whoever judges.",
              Verdict.CONTRADICTED, _harmless_by_judge(counts), "20 systems x 50 harmless prompts a judge"),
    ]  # fmt: skip


def _mechanism(counts: Counts) -> list[Claim]:
    return [
        Claim("spread", "5", "Combined training spreads safety cues across the representation space.", Verdict.UNKNOWN,
              "No activations, no layers and no second direction were measured; counts cannot show it.", "-"),
        Claim("inference-time", "abstract, 3.2", "The edits are inference-time projections on a first principal "
              "component.", Verdict.CONTRADICTED, "The released code changes the weights of o_proj and down_proj with "
              "the difference of class means and saves them. Centring each class, as printed, removes that difference.",
              "-"),
        Claim("data-centric", "abstract", "The study shows which data-centric components remain robust.",
              Verdict.NOT_SUPPORTED, f"Of the six checkpoints one changes clearly. {told(counts, REPHRASE, 'Raw Data')}"
              " Anchors were by default the full prompt pools, evaluation prompts included.", EACH),
    ]  # fmt: skip


def _joint(counts: Counts, *systems: str) -> Verdict:
    """The common verdict of several drops."""
    verdicts = {change(counts, system).verdict for system in systems}
    return verdicts.pop() if len(verdicts) == 1 else Verdict.UNKNOWN


def _sum(changes: list[Change]) -> str:
    """Mean change in points with its bootstrap interval over systems."""
    points = np.array([100.0 * (each.after - each.before) / each.n for each in changes])
    drawn = clustered_bootstrap(lambda rows: float(points[rows].mean()), points.size)
    return f"mean {points.mean():+.1f} points [{drawn.low:+.1f}, {drawn.high:+.1f}, bootstrap over systems]"


def _rate(counts: Counts, system: str) -> str:
    cell = counts.at(system, "harmful", "ChatGPT5")
    return f"{cell.refused} of {cell.n} ({_percent(cell.refused, cell.n)})"


def _percent(k: int, n: int) -> str:
    low, high = (100 * bound for bound in wilson(k, n))
    return f"{100 * k / n:.0f} % [{low:.0f}, {high:.0f}]"


def _harmless_by_judge(counts: Counts) -> str:
    systems = len(counts.systems)
    totals = {judge: int(counts.matrix("harmless", judges=[judge]).sum()) for judge in counts.judges}
    each = ", ".join(f"{judge} {total}" for judge, total in sorted(totals.items(), key=lambda item: -item[1]))
    return f"Of {50 * systems} answers to harmless prompts, refused says: {each}. The answer depends on the judge."
