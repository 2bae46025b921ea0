"""Run notebooks from top to bottom, in place, so that what is stored is what they show now.

Widget state is left out (5 MB for each live figure), and so is all that changes from one run or machine to the next.
A notebook that fails is left as it was.
"""

import os
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
VIEW = "application/vnd.jupyter.widget-view+json"
CELL_SECONDS = 300
COMPILING = "gamelib: compiling "
os.environ["TQDM_DISABLE"] = "1"  # whether a progress bar shows depends on the machine


def number_widgets(notebook) -> None:
    """Put a running number for each widget's random id: the widget is gone, and what is stored should stay the same."""
    bundles = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])]
    views = [bundle[VIEW] for bundle in bundles if VIEW in bundle]
    for number, view in enumerate(views):
        view["model_id"] = f"{number:032x}"


def leave_out_notes(notebook) -> None:
    """Whether a note that something is being compiled shows depends on the machine; warnings and errors stay."""
    for cell in notebook.cells:
        kept, compiling = [], False
        for output in cell.get("outputs", []):
            note = output.get("name") == "stderr"
            compiling = note and (
                output["text"].startswith(COMPILING) or compiling and output["text"].strip()[:1].isdigit()
            )
            kept += [] if compiling else [output]
        if "outputs" in cell:
            cell["outputs"] = kept


def rerun(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        store_widget_state=False,
        record_timing=False,
    ).execute()
    notebook.metadata.pop("widgets", None)
    number_widgets(notebook)
    leave_out_notes(notebook)
    notebook.metadata["kernelspec"] = KERNEL
    notebook.metadata["language_info"] = {"name": "python"}  # not the version, which is the runner's
    nbformat.write(notebook, path)


def main(names: list[str]) -> int:
    failed = 0
    for path in map(Path, names):
        start = time.perf_counter()
        try:
            rerun(path)
        except CellExecutionError as error:
            failed += 1
            print(f"{path}: FAILED\n{error}", file=sys.stderr)
        else:
            print(f"{path}: {time.perf_counter() - start:.1f} s, {path.stat().st_size / 1000:.0f} kB")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
