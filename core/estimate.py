"""What asking a language model would cost, known before anything is sent."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Estimate:
    """What a run would cost; tokens are a guess from lengths, for ordinary (not reasoning) models."""

    calls: int
    cached: int
    prompt_tokens: int
    completion_tokens: int

    def __str__(self) -> str:
        return (
            f"{self.calls:,} calls ({self.cached:,} more are in the cache), about {self.prompt_tokens:,} tokens in and "
            f"{self.completion_tokens:,} out; a reasoning model writes more"
        )


NO_COST = Estimate(0, 0, 0, 0)
