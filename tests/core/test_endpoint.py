import pytest

from triptych.core.endpoint import DEFAULT_URL, Endpoint
from triptych.core.errors import UsageError


def test_model_and_url_from_the_name():
    endpoint = Endpoint.parse("openai:qwen3-8b@http://localhost:8000/v1/", {})
    assert (endpoint.model, endpoint.base_url, endpoint.api_key) == ("qwen3-8b", "http://localhost:8000/v1", None)


@pytest.mark.parametrize("model", ["@cf/meta/llama-3", "claude@2026-01-01", "org/model:free"])
def test_model_names_may_hold_signs(model):
    assert Endpoint.parse(f"openai:{model}@https://a.example/v1", {}).model == model
    assert Endpoint.parse(f"openai:{model}", {"OPENAI_API_KEY": "k"}).model == model


def test_environment_fills_what_the_name_leaves_out():
    environment = {"OPENAI_BASE_URL": "http://gpu:9000/v1", "OPENAI_API_KEY": " secret \n"}
    endpoint = Endpoint.parse("openai:m", environment)
    assert (endpoint.base_url, endpoint.api_key) == ("http://gpu:9000/v1", "secret")
    assert Endpoint.parse("openai:m@http://other/v1", environment).base_url == "http://other/v1"
    assert Endpoint.parse("openai:m", {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": ""}).base_url == DEFAULT_URL


def test_no_key_for_openai_says_what_to_set():
    with pytest.raises(UsageError, match="set OPENAI_API_KEY"):
        Endpoint.parse("openai:gpt-5", {})


@pytest.mark.parametrize(
    "name", ["openai:", "openai:a b", "openai:m@localhost:8000/v1", "openai:m@localhost", "openai:@http://x", "gpt-5"]
)
def test_malformed_names(name):
    with pytest.raises(UsageError, match="http://localhost"):
        Endpoint.parse(name, {"OPENAI_API_KEY": "k"})


@pytest.mark.parametrize("url", ["http://", "http://host:port/v1", "http://[::1/v1"])
def test_malformed_urls(url):
    with pytest.raises(UsageError, match="OPENAI_BASE_URL"):
        Endpoint.parse(f"openai:m@{url}" if url != "http://" else "openai:m", {"OPENAI_BASE_URL": url})


@pytest.mark.parametrize("url", ["https://me:hunter22@h.example/v1", "https://h.example/v1?key=hunter22"])
def test_a_secret_in_the_url_is_refused_and_not_repeated(url):
    with pytest.raises(UsageError, match="OPENAI_API_KEY") as caught:
        Endpoint.parse(f"openai:m@{url}", {})
    assert "hunter22" not in str(caught.value)


def test_the_key_is_nowhere_in_texts():
    endpoint = Endpoint.parse("openai:m", {"OPENAI_API_KEY": "very-secret"})
    assert "very-secret" not in repr(endpoint)
    redacted = endpoint.redact("key very-secret or sk-proj-abcdef123 or Bearer xyz\nis wrong" + "x" * 500)
    assert "secret" not in redacted
    assert "abcdef" not in redacted
    assert "xyz" not in redacted
    assert len(redacted) == 200
