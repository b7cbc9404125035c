"""All that the page says, its style and its keys. Texts of others are shown as they stand, never as HTML."""

import html
from collections.abc import Mapping
from typing import Any, Final

from triptych.dataset_builders.formcoach.annotations import MOST_WORDS
from triptych.spaces.formcoach_annotation.items import Line
from triptych.spaces.formcoach_annotation.work import Value, View

HEAD: Final = "# Watch, compare, correct"
SIGN_IN: Final = "FormCoach annotation: sign in with the name and the password that you were given."
NOTHING: Final = "Nothing to correct (X)"

GUIDE: Final = f"""
Watch the user beside the reference and write the **one correction that matters most**, as you would say it to the
user: what to move, where to, when. At most {MOST_WORDS} words. If there is nothing to correct, tick the box instead.

Feedback by machines, if there is any, comes in an order of your own and without a name:
**accuracy**, 1 (wrong) to 5 (names the fault exactly); **actionability**, 1 (nothing to do) to 5 (can be done at
once); **hallucination**, yes if it says anything that is not to be seen.

| key | does |
| --- | --- |
| I | go to the instruction; Esc leaves it |
| X | nothing to correct |
| R | go to the first rating; there 1 to 5, then Y or N go on to the next one; Esc leaves |
| Ctrl + Enter | save and go to the next open pair |
| N, P, O | next, previous, next open pair |

What you write is kept as a draft while you write. You may close the page at any time and go on later.
"""

CHIEF: Final = """## Progress, agreement, export

Only adjudicators see this. Above you decide pairs that annotators differ on. Kappa with its 95 % interval, bootstrapped
over pairs: quadratic weights for levels, plain for yes and no. `n` counts what both have said.
"""

CSS: Final = """
.fc-bar { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; color: var(--body-text-color); }
.fc-bar strong { font-size: 1.1rem; }
.fc-bar progress { flex: 1 1 8rem; height: 10px; border: 0; border-radius: 99px; overflow: hidden; appearance: none; }
.fc-bar progress, .fc-bar progress::-webkit-progress-bar { background: var(--neutral-300); }
.fc-bar progress::-webkit-progress-value { background: var(--primary-600); }
.fc-bar progress::-moz-progress-bar { background: var(--primary-600); }
.fc-badge { border: 1px solid var(--neutral-500); border-radius: 99px; padding: 0 10px; font-size: 0.9rem; }
.fc-text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: 10px 12px; line-height: 1.45;
  border-left: 4px solid var(--primary-600); color: var(--body-text-color);
  background: var(--background-fill-secondary); }
.fc-count, .fc-kept { margin: 0; font-size: 0.95rem; color: var(--body-text-color); }
.fc-count.fc-over { font-weight: 700; text-decoration: underline wavy #b3261e; }
#fc-count-box, #fc-kept { margin: -8px 0; }
#fc-count-box .html-container, #fc-kept .html-container { padding: 0 12px !important; }
.fc-note { padding: 16px 0; font-size: 1.05rem; color: var(--body-text-color); }
.fc-said { margin: 0; color: var(--body-text-color); font-size: 0.95rem; }
.fc-said dt { font-weight: 600; } .fc-said dd { margin: 0 0 6px; overflow-wrap: anywhere; }
#fc-buttons button { min-height: 44px; }
#fc-save { flex: 1 1 100%; }
@media (min-width: 900px) {
  .gradio-container { overflow: clip !important; }
  .fc-watch:not(:has(.pp-large)) { position: sticky !important; top: 8px; align-self: flex-start; }
}
@media (max-width: 640px) {
  #fc-buttons { flex-direction: row !important; flex-wrap: wrap !important; }
  #fc-buttons > * { width: auto !important; flex: 1 1 40%; min-width: 0 !important; padding: 4px; }
}
"""

# Keys press the visible button that carries them. The words are counted as the server counts them, which has the say.
KEYS: Final = """
(() => {
  const MOST = MOST_WORDS;
  const seen = (node) => node && node.offsetParent !== null && !node.disabled;
  const box = () => document.querySelector("#fc-instruction textarea");
  const words = () => (box()?.value.trim() ? box().value.trim().split(/\\s+/).length : 0);
  const press = (id) => { const node = document.getElementById(id); if (seen(node)) node.click(); };
  let told = "";
  setInterval(() => {
    const line = document.querySelector(".fc-count");
    if (!line || !box()) return;
    const count = words(), text = `${count} of ${MOST} words${count > MOST ? ": too long, shorten it" : ""}`;
    if (text === told && line.textContent === text) return;
    told = text; line.textContent = text;
    line.classList.toggle("fc-over", count > MOST);
    box().setAttribute("aria-invalid", count > MOST);
    box().setAttribute("aria-describedby", "fc-count");
  }, 150);
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#fc-save") || words() <= MOST) return;
    event.preventDefault(); event.stopImmediatePropagation();
    box().focus();
  }, true);
  const rate = (event) => {
    const group = event.target.closest(".fc-level, .fc-yesno");
    const at = group?.classList.contains("fc-level") ? Number(event.key) - 1 : "yn".indexOf(event.key.toLowerCase());
    const radio = group?.querySelectorAll("input")[Number.isInteger(at) && at >= 0 ? at : 9];
    if (!radio) return;
    const groups = [...document.querySelectorAll(".fc-level, .fc-yesno")].filter((each) => each.offsetParent !== null);
    const next = groups[groups.indexOf(group) + 1]?.querySelector("input");
    radio.focus(); radio.click(); event.preventDefault();
    if (next) next.focus(); else radio.blur(); // after the last rating, keys are the player's again
  };
  const KEYS = {
    i: () => box()?.focus(), x: () => document.querySelector("#fc-nothing input")?.click(),
    r: () => document.querySelector(".fc-level input")?.focus(),
    n: () => press("fc-next"), p: () => press("fc-previous"), o: () => press("fc-open"),
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      if (words() <= MOST) document.activeElement?.blur();
      press("fc-save"); event.preventDefault(); return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.closest?.("textarea, select, input:not([type=range]), [role=listbox]");
    if (event.key === "Escape" && typing) { typing.blur(); return; }
    if (typing?.type === "radio") { if (event.key.length === 1) rate(event); return; }
    if (typing) return;
    const act = KEYS[event.key.toLowerCase()];
    if (act && !event.repeat) { act(); event.preventDefault(); }
  });
})();
""".replace("MOST_WORDS", str(MOST_WORDS))

COUNT: Final = f'<p class="fc-count" id="fc-count" role="status">0 of {MOST_WORDS} words</p>'


def bar(view: View) -> str:
    """Which pair of how many, and how far somebody has come."""
    if view.pair is None:
        return ""
    what = "done" if view.role == "annotator" else "decided"
    words = f"{view.done} of {view.total} {what}"
    state = "saved" if view.saved else "draft" if view.value else "open"
    wish = f"<span>Preference: {html.escape(view.pair.preference)}</span>" if view.pair.preference else ""
    return (
        f'<div class="fc-bar"><strong>Pair {view.place + 1} of {view.total}</strong>'
        f"<span>{html.escape(view.pair.exercise)}</span>{wish}"
        f'<span class="fc-badge">{state}</span>'
        f'<progress aria-label="{words}" max="{max(view.total, 1)}" value="{view.done}"></progress>'
        f"<span>{words}</span></div>"
    )


def note(view: View, name: str | None) -> str:
    """What is said where there is no pair, and to adjudicators about the pair."""
    if view.role is None:
        who = html.escape(name) if name else "Whoever is not signed in"
        return f'<p class="fc-note">{who} takes no part in this. Ask the person who runs it.</p>'
    if view.pair is None:
        done = "Nothing to decide: no two annotators differ here."
        left = done if view.role == "adjudicator" else "No pair of this exercise is left for you. Thank you!"
        return f'<p class="fc-note" role="status">{left}</p>'
    if view.role == "annotator":
        told = f"<dt>Decided</dt><dd>{_told(view.decided, view.lines)}</dd>" if view.decided else ""
        return f'<dl class="fc-said">{told}</dl>' if told else ""
    said = "".join(f"<dt>{who}</dt><dd>{_told(value, view.lines)}</dd>" for who, value in view.said.items())
    return f'<dl class="fc-said"><dt>They differ on</dt><dd>{", ".join(view.why)}</dd>{said}</dl>'


def line(number: int, found: Line) -> str:
    """A line of feedback."""
    return f'<p class="fc-text"><span class="note">Feedback {number}</span><br>{html.escape(found.text)}</p>'


def kept(words: str) -> str:
    """A short word on what was kept."""
    return f'<p class="fc-kept" role="status">{html.escape(words)}</p>'


def _told(value: Value, lines: tuple[Line, ...]) -> str:
    words = "Nothing to correct" if value["nothing"] else f"“{value['instruction']}”"
    rated = [f"feedback {at}: {_figures(value['ratings'][each.id])}"
             for at, each in enumerate(lines, 1) if each.id in value["ratings"]]  # fmt: skip
    return html.escape("; ".join([words, *rated]))


def _figures(rating: Mapping[str, Any]) -> str:
    no = "" if rating["hallucination"] else "no "
    return f"accuracy {rating['accuracy']}, actionability {rating['actionability']}, {no}hallucination"
