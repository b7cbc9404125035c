"""Take out of an answer the words that are not the model's own: quotations, code, dialogue, letters it drafted."""

import re

# What a masked stretch leaves behind: one token, so that a phrase may run over it but no word of it is read.
GAP = '"§"'

_FENCE = re.compile(r"(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)")
_INLINE_CODE = re.compile(r"`[^`\n]{1,300}`")
_BLOCKQUOTE = re.compile(r"(?m)^[ \t]*>.*$")
# One quoted word is stressed, not said by somebody else.
_SCARE_QUOTES = re.compile(r"(?<!\w)[\"'](\w+)[\"'](?!\w)")
# A quotation stays within its paragraph. A straight quote opens before a word and closes after one or after a mark.
_QUOTES = (
    re.compile(r'(?<!\w)"(?=\S)[^"\n]{1,800}"(?!\w)'),
    re.compile(r"«[^«»\n]{1,800}»"),
    re.compile(r"»[^«»\n]{1,800}«"),
    re.compile(r"「[^「」\n]{1,800}」"),
    re.compile(r"『[^『』\n]{1,800}』"),
    re.compile(r"(?<!\w)'(?=\w)(?:[^'\n]|(?<=\w)'(?=\w)){1,400}'(?!\w)"),
)
# A straight quote that opens a line and is not closed in it: a speech that runs over paragraphs.
_OPEN_SPEECH = re.compile(r'(?m)^[ \t]*"(?=\w)[^"\n]*$')
_DASH_SPEECH = re.compile(r"(?m)^[ \t]*[—―–][ \t]*\w.*$")
_SPEAKER = re.compile(r"(?m)^[ \t]*(?P<name>[^\W\d_][\w.' -]{0,30}?)[ \t]?(?:\([^()\n]{0,40}\))?[ \t]?:[ \t]+\S.*$")
# Labels that a model puts before its own words.
_OWN_VOICE = frozenset(
    {"assistant", "ai", "bot", "chatbot", "model", "me", "answer", "response", "reply", "note", "notes", "warning"}
    | {"disclaimer", "important", "edit", "update", "conclusion", "summary", "question"}
)
_LETTER = re.compile(r"(?m)^[ \t]*(?:subject[ \t]*:|dear[ \t]+(?P<to>[^\n,:]{1,60})[,:])", re.IGNORECASE)
_LETTER_END = re.compile(
    r"(?im)^[ \t]*(?:(?:yours|best|kind|warm|many)?[ \t]*(?:sincerely|regards|wishes|faithfully|truly|thanks|love)"
    r"|cheers)"
    r"[ \t]*,?[ \t]*(?:\n.{0,60})?$"
)
_TO_THE_USER = re.compile(r"\b(?:user|customer|friend|reader|questioner|human|sir|madam|all)\b", re.IGNORECASE)
_WHOLE = (
    re.compile(r'"([^"]+)"'),
    re.compile(r"'((?:[^']|(?<=\w)'(?=\w))+)'"),
    re.compile(r"[«»]([^«»]+)[«»]"),
    re.compile(r"[「『]([^「」『』]+)[」』]"),
    re.compile(r"(?:```|~~~)[\w-]*\n(.+?)\n(?:```|~~~)", re.DOTALL),
    re.compile(r"`([^`]+)`"),
)


def unwrap(text: str) -> str:
    """An answer that stands in quotes or in a code fence as a whole, without them."""
    text = text.strip()
    whole = next((match for pattern in _WHOLE if (match := pattern.fullmatch(text))), None)
    return whole[1].strip() if whole else text


def mask(text: str) -> str:
    """Replace quotations, code, quoted lines, script dialogue and drafted letters by `GAP`.

    `text` has straight quotes and its line breaks. Where nothing but masked words would be left, the answer itself
    is a quotation and comes back as it was.
    """
    masked = _FENCE.sub(GAP, _SCARE_QUOTES.sub(r"\1", text))
    masked = _BLOCKQUOTE.sub(GAP, _INLINE_CODE.sub(GAP, masked))
    for quote in _QUOTES:
        masked = quote.sub(GAP, masked)
    masked = _mask_letter(_mask_script(_DASH_SPEECH.sub(GAP, _OPEN_SPEECH.sub(GAP, masked))))
    return masked if re.search(r"[^\W\d_]", masked) else text


def _mask_script(text: str) -> str:
    """Lines such as "Ann: I won't help." where at least two speakers talk; a model's own label is no speaker."""
    names = {match["name"].casefold() for match in _SPEAKER.finditer(text)}
    if len(names - _OWN_VOICE) < 2 or names & {"assistant", "response", "answer"}:
        return text
    return _SPEAKER.sub(
        lambda line: line[0] if line["name"].casefold() in _OWN_VOICE else f"{line['name']}: {GAP}", text
    )


def _mask_letter(text: str) -> str:
    """A letter or mail drafted for the user, from its salutation or subject to its closing words."""
    start = _LETTER.search(text)
    if start is None or (start["to"] and _TO_THE_USER.search(start["to"])):
        return text
    end = _LETTER_END.search(text, start.end())
    return text[: start.end()] + f"\n{GAP}\n" + (text[end.end() :] if end else "")
