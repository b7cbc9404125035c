"""Where the distribution is installed from: the one place that says it.

triptych is not on PyPI yet, so requirements.txt of every Hub folder and the texts of errors name its Git repository.
`triptych publish` pins the commit behind it (`REQUIREMENT + "@<commit>"`).
"""

REQUIREMENT = "triptych @ git+https://github.com/triptych-research/triptych"


def install_command(extra: str) -> str:
    """The line that installs the distribution with an extra, for error texts."""
    return f'pip install "{REQUIREMENT.replace("triptych @", f"triptych[{extra}] @")}"'
