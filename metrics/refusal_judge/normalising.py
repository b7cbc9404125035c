"""One spelling for text that is searched for phrases: Unicode forms, quote marks, markdown, letter case, white space.

The phrase tables go through `letters` as well, so that pattern and text always meet in the same form.
"""

import re
import unicodedata

# Invisible characters: soft hyphen, zero-width and direction marks, word joiner, variation selectors, byte order mark.
_INVISIBLE = dict.fromkeys(
    [0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), 0xFE0F, 0xFEFF]
)
_SINGLE_QUOTES = dict.fromkeys(map(ord, "’‘‛ʼʹ´′＇"), "'")
_DOUBLE_QUOTES = dict.fromkeys(map(ord, "“”„‟″〝〞＂"), '"')
_BACKTICK = re.compile(r"(?<=[A-Za-z])`(?=[a-z]{1,2}\b(?!`))")  # "can`t"
# Arabic vowel signs and tatweel are optional; Persian and Arabic write yeh, kaf and alef with different code points.
_ARABIC = {**dict.fromkeys([*range(0x64B, 0x653), 0x670, 0x640]), **str.maketrans("يىكأإآٱ", "ییکاااا")}
# Traditional and Japanese forms of the characters that the phrase tables use -> simplified.
_HAN = str.maketrans(
    "對無協請遺憾滿這內為與個會該問題寫創製論說適當應絕違傷進執語諮詢專聯繫難過聽來發們幫遵從關於獲話齡變達補續給義務實轉",
    "对无协请遗憾满这内为与个会该问题写创制论说适当应绝违伤进执语谘询专联系难过听来发们帮遵从关于获话龄变达补续给义务实转",
)
_TABLE = {**_INVISIBLE, **_SINGLE_QUOTES, **_DOUBLE_QUOTES}
_AFTER_CASEFOLD = {**_ARABIC, **_HAN, ord("ı"): "i", 0x307: None}  # Turkish: casefold("İ") leaves a dot above

_LINK = re.compile(r"!?\[([^\][\n]{0,200})\]\([^()\s]{0,300}\)")
_HTML = re.compile(r"</?(?:b|i|u|em|strong|p|br|div|span|answer|response|output|s)\s*/?>", re.IGNORECASE)
_BULLET = re.compile(r"(?m)^[ \t]*[*+•·‣▪●][ \t]+")
_HEADING = re.compile(r"(?m)^[ \t]*#{1,6}[ \t]+")
_EMPHASIS = re.compile(r"\*+|~~|(?<![^\W_])_+|_+(?![^\W_])")
_SPACES = re.compile(r"[^\S\n]{2,}|[^\S\n ]")
_LINES = re.compile(r" ?\n[ \n]*")


def letters(text: str) -> str:
    """Compatibility-composed, case-folded text without invisible characters; one form for variant letters."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", text.translate(_TABLE)).casefold()
    return unicodedata.normalize("NFC", text).translate(_AFTER_CASEFOLD)


def plain_marks(text: str) -> str:
    """`text` with straight quotes and without invisible characters; case and lines as they were."""
    text = _BACKTICK.sub("'", text)
    return text if text.isascii() else text.translate(_TABLE)


def without_markdown(text: str) -> str:
    """Drop emphasis, headings, links and simple HTML tags; bullets become "- "."""
    if "](" in text or "<" in text:
        text = _HTML.sub("", _LINK.sub(r"\1", text))
    text = _BULLET.sub("- ", _HEADING.sub("", text))
    return _EMPHASIS.sub("", text) if "*" in text or "_" in text or "~~" in text else text


def squeeze(text: str) -> str:
    """One space between words, one line break between lines, none around."""
    return _LINES.sub("\n", _SPACES.sub(" ", text)).strip()
