"""Run `triptych` again and again with the imports done once: each run is a process of its own, forked and killable.

    with Forked(environment, folder) as program:
        pid = program.start(["generate", "refusals", …])
        os.kill(pid, signal.SIGKILL)
        program.wait()   # -9

Twenty starts of a program that imports torch would take minutes, and most kills would fall into its imports.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Self


class Forked:
    """The parent of all runs. `log` holds what they print."""

    def __init__(self, environ: dict[str, str], folder: Path, torch: bool = False) -> None:
        self.log = folder / "forked.log"
        self._environ = {**environ, "OMP_NUM_THREADS": "1", "TQDM_DISABLE": "1"}
        self._command = [sys.executable, __file__, str(self.log), *(["torch"] if torch else [])]
        self._folder = folder

    def __enter__(self) -> Self:
        pipe = subprocess.PIPE
        self._parent = subprocess.Popen(
            self._command, env=self._environ, cwd=self._folder, stdin=pipe, stdout=pipe, text=True
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._parent.stdin.close()
        self._parent.wait()

    def start(self, arguments: list[str]) -> int:
        """Start one run; its process id."""
        self._parent.stdin.write(json.dumps(arguments) + "\n")
        self._parent.stdin.flush()
        return int(self._parent.stdout.readline())

    def wait(self) -> int:
        """The exit code of the run that was started last; -9 where it was killed."""
        return int(self._parent.stdout.readline())


def serve(log: str, *modules: str) -> None:
    """Fork once for each line of arguments; print the process id, then the exit code."""
    if "torch" in modules:
        import torch
        import transformers.models.llama.modeling_llama  # noqa: F401

        torch.set_num_threads(1)
    import evaluate  # noqa: F401

    import triptych.core.chat  # noqa: F401
    from triptych.hub.cli import main

    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            for stream in (1, 2):
                os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)
            code = main(json.loads(line))
            sys.stdout.flush()
            os._exit(code)
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


if __name__ == "__main__":
    serve(*sys.argv[1:])
