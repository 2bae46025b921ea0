# Needs Python 3.11 or newer, git and make; everything else comes into .venv, at the versions that requirements.lock pins.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Chromium for `make browser`; empty: look in the usual places.
CHROMIUM ?=
NOTEBOOKS = $(wildcard notebooks/*.ipynb notebooks/*/*.ipynb)
# Two files at a time; loadscope keeps the cells of a notebook together and in order.
XDIST := -n 2 --dist loadscope

.PHONY: help lab test lint browser bench notebooks lock binder clean

help:
	@echo "make lab        set up and open the notebooks"
	@echo "make test       set up and check everything that needs no browser"
	@echo "make browser    click through the notebooks in Chromium"
	@echo "make bench      measure speed"
	@echo "make lint       ruff and mypy only"
	@echo "make notebooks  run the notebooks again, keeping their output"
	@echo "make lock       refresh the pinned versions (LOCK_ARGS=--upgrade for the newest)"
	@echo "make clean      remove what these commands made"

lab: $(READY)
	$(BIN)/jupyter lab $(LAB_ARGS) notebooks/00_start_here.ipynb

# Compiled ahead, so that no notebook says on its way that it is compiling.
test: lint
	$(BIN)/pytest $(XDIST)
	$(BIN)/python -m gamelib warm
	@if [ -z "$(NOTEBOOKS)" ]; then echo "no notebook to test yet"; else set -x; \
		TQDM_DISABLE=1 $(BIN)/pytest $(XDIST) --nbval-lax --nbval-current-env --nbval-cell-timeout=120 \
			--nbval-sanitize-with=tools/nbval_sanitize.cfg $(NOTEBOOKS); fi

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy

browser: $(READY)
	CHROMIUM="$(CHROMIUM)" $(BIN)/pytest -m browser tests/browser

bench: $(READY)
	$(BIN)/python -m benchmarks

notebooks: $(READY)
	$(BIN)/python tools/run_notebooks.py $(NOTEBOOKS)

# One resolution for every Python and system that pyproject.toml allows; the same version of a package on all of them.
lock: $(READY)
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --all-extras --no-strip-extras \
		--generate-hashes --no-emit-index-url --no-annotate --no-header $(LOCK_ARGS) --output-file requirements.lock pyproject.toml
	$(MAKE) binder

# Binder brings JupyterLab; it gets the package's own needs, at the locked versions.
binder: $(READY)
	$(BIN)/python tools/binder_requirements.py

# A stamp: set up again only when the lock changed (`make lock` after new needs in pyproject.toml), else at once.
# uv installs in two thirds of pip's time; where uv does not install or run, pip does the rest too, without it.
$(READY): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "gamelib needs Python 3.11 or newer, and $(PYTHON) is not. Name another: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock > $(VENV)/uv.txt
	@sed '/^uv==/,/[^\\]$$/d' requirements.lock > $(VENV)/rest.txt
	@echo "installing; about a minute"
	@if $(BIN)/python -m pip install --quiet --require-hashes -r $(VENV)/uv.txt && $(BIN)/uv --version > /dev/null; then \
		$(BIN)/uv pip sync --quiet --python $(BIN)/python --compile-bytecode --require-hashes requirements.lock; \
	else \
		$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r $(VENV)/rest.txt; \
	fi
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

clean:
	rm -rf $(VENV) .artifacts dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find gamelib tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
