"""On the Hub: the answers go to a private dataset repository every few minutes, under pseudonyms."""

from pathlib import Path
from typing import Any

from huggingface_hub import CommitScheduler

from triptych.spaces.formcoach_annotation.exports import write_folder
from triptych.spaces.formcoach_annotation.work import Work


class Pushing(CommitScheduler):
    """A scheduler that writes the answers as files just before it commits those that have changed."""

    def __init__(self, work: Work, repo: str, folder: Path, every: float = 5) -> None:
        self.work = work
        folder.mkdir(parents=True, exist_ok=True)
        write_folder(work, folder)
        super().__init__(repo_id=repo, repo_type="dataset", folder_path=folder, private=True, every=every)

    def push_to_hub(self) -> Any:
        """Write, and commit what has changed."""
        with self.lock:
            write_folder(self.work, Path(self.folder_path))
        return super().push_to_hub()
