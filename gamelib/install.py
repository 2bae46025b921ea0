"""Is everything here that gamelib needs? Says so, or what is wrong and how to mend it."""

from __future__ import annotations

import importlib
import os
import tempfile

# What a notebook needs, and what it is for; the names are those that one imports.
NEEDED = {
    "numpy": "the rules",
    "pandas": "tables of outcomes",
    "scipy": "intervals",
    "pydantic": "reading files",
    "plotly": "boards and charts",
    "ipywidgets": "the table and the explorer",
    "anywidget": "the table and the explorer",
    "tqdm": "progress bars",
}
MEND = "In gamelib's folder run `make lab` again, then restart the kernel (Kernel > Restart)."


class Findings(list[str]):
    """What is wrong, a line each; nothing where all is well."""

    def __repr__(self) -> str:
        return "\n".join([*self, MEND]) if self else "All is well: everything that the notebooks need is here."


def check_install() -> Findings:
    """Look whether all is here: the packages, Numba to compile the rules, and a place to keep what it compiled."""
    faults = Findings()
    for name, purpose in NEEDED.items():
        try:
            importlib.import_module(name)
        except Exception as error:  # a broken package raises anything
            faults.append(f"{name} is missing or broken, which is needed for {purpose}: {error}")
    if not faults:
        faults += [*_slow(), *_nowhere()]
    return faults


def _slow() -> list[str]:
    """Numba can be done without, at a price."""
    from gamelib import twin

    if twin.NUMBA_MISSING:
        return [f"Numba is not here ({twin.NUMBA_MISSING}): everything works, but many games take long."]
    return []


def _nowhere() -> list[str]:
    """Is there a folder to keep compiled rules in?"""
    from gamelib import twin

    folder = twin.cache_folder()
    try:
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return []
    except OSError as error:
        return [f"{folder} can't be written ({error.strerror}), so the rules are compiled anew each time."]
