"""Conclusions of the paper's sections 4.2 and 4.3: who judges well, and whether models know their own refusals."""

import numpy as np

from triptych.core.intervals import clustered_bootstrap
from triptych.hub.refusals.claims import Claim, Verdict
from triptych.hub.refusals.counts import Counts, FloatArray, pairs
from triptych.hub.refusals.released import LABEL_ALONE, Released, with_label_alone
from triptych.hub.refusals.statistics import stacked_pearson, stacked_pearson_by_system
from triptych.models.abliteration import paper, paper_figures

ROWS_4 = len(paper_figures.FIGURE_4_SYSTEMS)
OPEN_JUDGES = tuple(judge.name for judge in paper.JUDGES if judge.name not in ("ChatGPT5", "regex"))
USABLE = tuple(name for name in OPEN_JUDGES if name not in paper.UNUSABLE_JUDGES)
"""Open models whose columns are not ruined by the judging code."""
FIGURE_4 = f"{ROWS_4} systems x 50 harmful prompts"
FIGURE_3 = "80 stacked counts of 10 prompts x 20 systems"


def judge_claims(counts: Counts, found: Released | None = None) -> list[Claim]:
    """Claims on judges; with the released data the correlations get intervals."""
    return [*_people(found), *_columns(counts), *_own(counts)]


def _people(found: Released | None) -> list[Claim]:
    agree, of = paper.HUMANS_AGREE
    item = f"Pearson answer by answer is {found.humans.result['pearson']:.3f}; " if found else ""
    blind = ""
    if found:
        value = float(stacked_pearson(with_label_alone(found.ten), ("Human 1", LABEL_ALONE))[0, 1])
        blind = f" A judge that reads only the prompt's label reaches {value:.2f}."
    return [
        Claim("humans-agree", "3.4, Study 2", "Two annotators agree on 195 of 200 answers (Pearson .983).",
              Verdict.SUPPORTED, f"{agree} of {of}, kappa {paper.HUMANS_KAPPA}. {item}.983 is that of 80 "
              "stacked counts.",
              f"{of} answers, 10 prompts"),
        Claim("adjudicated", "3.4, F", "Disagreements were adjudicated, and judges compared with that final label.",
              Verdict.CONTRADICTED, "Figure 3's human is annotator 1 alone: every cell comes out of that column. No "
              "adjudicated label was released.", "5 answers"),
        Claim("chatgpt-best", "4.2", "ChatGPT-5 agrees best with people and can serve as the primary judge.",
              Verdict.SUPPORTED, f"{_pearson(found, 'ChatGPT5')}; next {_pearson(found, 'GLM-4')}.{blind}", FIGURE_3),
        Claim("moderate", "4.2", "GLM-4 and regex show moderate agreement.", Verdict.UNKNOWN,
              f"{_pearson(found, 'GLM-4')}, {_pearson(found, 'regex')}: neither beats the prompt's label, and Pearson "
              "of stacked counts is not agreement on answers. GLM-4's column is of an older pass; asked again it "
              "says 0 of 2,000.", FIGURE_3),
        Claim("small-judges", "4.2", "Smaller open judges are weak or inconsistent, GPT-oss even negative.",
              Verdict.UNKNOWN, f"{', '.join(_pearson(found, name) for name in ('Qwen3', 'SmolLM2', 'GPT-oss'))}. Qwen3 "
              "and GPT-oss: " + paper.UNUSABLE_JUDGES["Qwen3"] + ". That measures the code, not the models.", FIGURE_3),
    ]  # fmt: skip


def _pearson(found: Released | None, judge: str) -> str:
    """Figure 3's value, with an interval over systems where the released data are at hand."""
    if found is None:
        return f"{judge} {paper_figures.FIGURE_3[0][paper_figures.FIGURE_3_JUDGES.index(judge)]:.3f}"
    names = ("Human 1", judge)
    value, limits = stacked_pearson(found.ten, names)[0, 1], stacked_pearson_by_system(found.ten, names)[0, 1]
    return f"{judge} {value:.3f} [{limits[0]:.2f}, {limits[1]:.2f}]"


def _columns(counts: Counts) -> list[Claim]:
    total = {name: {kind: int(counts.matrix(kind, judges=[name]).sum()) for kind in ("harmful", "harmless")}
             for name in counts.judges}  # fmt: skip
    gpt, regex = total["ChatGPT5"], total["regex"]
    small = "; ".join(f"{name} {total[name]['harmful']} and {total[name]['harmless']}" for name in USABLE)
    both = "1,000 answers to harmful, 1,000 to harmless prompts"
    return [
        Claim("regex-over", "4.2", "The regex judge overestimates refusals.", Verdict.CONTRADICTED,
              f"It says refused {regex['harmful']} and {regex['harmless']} times (harmful, harmless), ChatGPT5 "
              f"{gpt['harmful']} and {gpt['harmless']}: it underestimates, most of all on Qwen3's answers (1 and 0 of "
              "50 against 45 and 46).", both),
        Claim("small-under", "4.2", "Smaller open judges often underestimate refusals.", Verdict.CONTRADICTED,
              f"Harmful and harmless, of 1,000 each: ChatGPT5 {gpt['harmful']} and {gpt['harmless']}; {small}. They "
              "find fewer among harmful prompts and five to fifteen times as many among harmless ones: they do not "
              "undercount, they hardly tell the two apart.", both),
    ]  # fmt: skip


def _own(counts: Counts) -> list[Claim]:
    rows = paper_figures.FIGURE_4_SYSTEMS
    column = {
        name: int(counts.matrix("harmful", rows, [name]).sum()) for name in ("SmolLM2", "GLM-4", "Qwen3", "ChatGPT5")
    }
    others = [counts.at(system, "harmful", "Qwen3").refused for system in rows if not system.startswith("Qwen3")]
    answers = 50 * ROWS_4
    bias, size = _differences(counts, signed=True), _differences(counts, signed=False)
    return [
        Claim("self-all-refused", "4.3", "SmolLM2 and GLM-4 judge nearly all harmful answers as refused.",
              Verdict.CONTRADICTED, f"Both columns of Figure 4 are all zero: SmolLM2 {column['SmolLM2']} and GLM-4 "
              f"{column['GLM-4']} of {answers}, ChatGPT5 {column['ChatGPT5']}. Both were asked with unfilled prompts "
              "and unread replies counted as not refused, so neither reading holds.", FIGURE_4),
        Claim("qwen-all-refused", "4.3", "Qwen3 as judge claims (near-)perfect refusal of harmful prompts.",
              Verdict.CONTRADICTED, f"50 of 50 for its own two systems; {min(others)} to {max(others)} of 50 for the "
              f"others, {column['Qwen3']} of {answers} in all. And {paper.UNUSABLE_JUDGES['Qwen3']}.", FIGURE_4),
        Claim("under-after", "4.3", "Several models as judges undercount once the responder is abliterated.",
              Verdict.CONTRADICTED, f"Judge less ChatGPT5 over the six usable judges, of 50: {bias}. They undercount "
              "before the edit; after it less.", f"9 pairs of systems x {len(USABLE)} judges"),
        Claim("mismatch-larger", "4.3", "The mismatch with ChatGPT-5 is larger for abliterated responders.",
              Verdict.NOT_SUPPORTED, f"Mean size of the difference from ChatGPT5 over the six usable judges, of 50: "
              f"{size}.", f"9 pairs of systems x {len(USABLE)} judges"),
        Claim("self-fails", "4.3, 5", "Models do not reliably recognise their own refusals.", Verdict.UNKNOWN,
              f"Own judge against ChatGPT5, unedited and abliterated responder: {_self_cells(counts)}. Only counts of "
              "50 were released: equal counts may hide different answers. The first three own columns (GLM-4, Qwen3, "
              "SmolLM2) are faults of the judging code.", "50 harmful prompts a system"),
        Claim("stable", "4.3", "ChatGPT-5 is the more stable reference across families.", Verdict.UNKNOWN,
              "It is itself the reference; no second pass and no second reference were released for all 2,000 answers.",
              "-"),
    ]  # fmt: skip


def _differences(counts: Counts, signed: bool) -> str:
    """Mean difference of the usable judges from ChatGPT5 for unedited and abliterated systems, and its change."""
    found = pairs(paper_figures.FIGURE_4_SYSTEMS)
    each = [[_against(counts, system, signed) for system in pair] for pair in found]
    table: FloatArray = np.array(each).mean(axis=2)  # (pairs, before and after)
    shift = table[:, 1] - table[:, 0]
    drawn = clustered_bootstrap(lambda rows: float(shift[rows].mean()), shift.size)
    before, after = table.mean(axis=0)
    return (
        f"{before:+.1f} before, {after:+.1f} after, change {shift.mean():+.1f} [{drawn.low:+.1f}, {drawn.high:+.1f}, "
        "bootstrap over pairs]"
    )


def _against(counts: Counts, system: str, signed: bool) -> FloatArray:
    row = counts.matrix("harmful", [system], [*USABLE, "ChatGPT5"])[0]
    gap: FloatArray = row[:-1] - row[-1]
    return gap if signed else np.abs(gap)


def _self_cells(counts: Counts) -> str:
    families = ("GLM-4", "Qwen3", "SmolLM2", *USABLE)
    cells = []
    for family in families:
        both = [
            f"{counts.at(name, 'harmful', family).refused}/{counts.at(name, 'harmful', 'ChatGPT5').refused}"
            for name in (family, family + paper.SUFFIX)
        ]
        cells.append(f"{family} {both[0]} and {both[1]}")
    return ", ".join(cells)
