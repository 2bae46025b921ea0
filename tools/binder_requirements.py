"""Write binder/requirements.txt: what the package itself needs, at the versions of requirements.lock.

Pins only, for the one Python that binder/runtime.txt names: then Binder's image is built once and used again.
JupyterLab stays out, since Binder brings its own.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "binder" / "requirements.txt"
EXTRAS = ["web", "build"]  # graphs of positions; the build backend, to install the package itself


def main() -> None:
    python = (ROOT / "binder" / "runtime.txt").read_text().strip().removeprefix("python-")
    command = ["uv", "pip", "compile", "--quiet", "--python-version", python, "--python-platform", "linux"]
    command += ["--no-emit-index-url", "--no-annotate", "--no-header", "--constraint", "requirements.lock"]
    command += ["--no-emit-package", "uv", "pyproject.toml"]
    for extra in EXTRAS:
        command += ["--extra", extra]
    command[0] = str(Path(sys.executable).with_name("uv"))
    pins = [line for line in subprocess.check_output(command, cwd=ROOT, text=True).splitlines() if "==" in line]
    TARGET.write_text("# Made by `make binder` from requirements.lock.\n" + "\n".join(pins) + "\n")


if __name__ == "__main__":
    main()
