"""Which model is asked, where, and with which key: judge names of the form `openai:MODEL` or `openai:MODEL@URL`.

>>> Endpoint.parse("openai:qwen3-8b@http://localhost:8000/v1", {})
Endpoint(model='qwen3-8b', base_url='http://localhost:8000/v1')
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import urlsplit

from triptych.core.errors import UsageError

PREFIX = "openai:"
DEFAULT_URL = "https://api.openai.com/v1"
# A model's name may hold an @ itself (claude@2026-01-01, @cf/meta/llama), so only @http:// or @https:// starts a URL.
_NAME = re.compile(r"openai:(?P<model>\S+?)(?:@(?P<url>https?://\S+))?")
_NOT_A_MODEL = re.compile(r"@?https?://|.+@(?:localhost|[\w.-]+:\d+)(?:/|$)")
_KEY_SHAPED = re.compile(r"\b(?:sk|pk|key|gsk|xai|hf)[-_][\w*-]{6,}|(?<=Bearer )\S+")


@dataclass(frozen=True)
class Endpoint:
    """A model behind an OpenAI-compatible URL. The key never shows in a repr, an error or a file."""

    model: str
    base_url: str = DEFAULT_URL
    api_key: str | None = field(default=None, repr=False)

    @classmethod
    def parse(cls, name: str, environment: Mapping[str, str] | None = None) -> Self:
        """The endpoint that `name` stands for; what it leaves out comes from OPENAI_BASE_URL and OPENAI_API_KEY.

        Servers other than OpenAI's need no key. Raises `UsageError` for a malformed name or URL, or a missing key.
        """
        environment = os.environ if environment is None else environment
        match = _NAME.fullmatch(name)
        if match is None or _NOT_A_MODEL.match(match["model"]):
            raise UsageError(
                "openai:MODEL or openai:MODEL@URL", repr(name), "write the URL with http:// or https://, for instance "
                "openai:qwen3-8b@http://localhost:8000/v1"
            )  # fmt: skip
        url = (match["url"] or environment.get("OPENAI_BASE_URL", "").strip() or DEFAULT_URL).rstrip("/")
        _check_url(url)
        key = environment.get("OPENAI_API_KEY", "").strip() or None
        if key is None and urlsplit(url).hostname == urlsplit(DEFAULT_URL).hostname:
            raise UsageError(
                f"an API key for {DEFAULT_URL}",
                "OPENAI_API_KEY is not set",
                f"set OPENAI_API_KEY, or name another server: {PREFIX}{match['model']}@http://localhost:8000/v1",
            )
        return cls(match["model"], url, key)

    def redact(self, text: str, limit: int = 200) -> str:
        """`text` on one line, cut to `limit` characters, without the key or anything shaped like one."""
        if self.api_key:
            text = text.replace(self.api_key, "***")
        return " ".join(_KEY_SHAPED.sub("***", text).split())[:limit]


def _check_url(url: str) -> None:
    """Names and URLs are written into results, so they must not carry a secret; a wrong one is not repeated."""
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0  # port may raise
    except ValueError:
        sound = False
    if not sound:
        raise UsageError(
            "a base URL that starts with http:// or https://",
            "another URL",
            "check OPENAI_BASE_URL or the part after @",
        )
    if parts.username or parts.password or parts.query:
        raise UsageError(
            "a base URL without user name, password or query",
            f"one for {parts.hostname} that has some",
            "put the key into OPENAI_API_KEY",
        )
