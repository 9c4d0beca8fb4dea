# Two commands matter: `make play` and `make test`. Both set everything up by themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup play test lint format page-lint page-format wire proofs index transcripts maps fuzz bench docs clean

setup: $(READY)

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock -e ".[dev]"
	touch $(READY)

play: setup
	$(BIN)/salient serve --browser

test: setup
	$(BIN)/python -m pytest -q -n auto -rs --proofs=check

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(MAKE) page-lint

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(MAKE) page-format

# The page is checked where Node.js is installed; .ci/run insists on it. The page itself needs no build.
NODE_TOOLS := node_modules/.package-lock.json

ifneq ($(shell command -v npm),)
$(NODE_TOOLS): package.json package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	touch $(NODE_TOOLS)

page-lint page-format: page-%: $(NODE_TOOLS)
	npm run --silent $*
else
page-lint page-format:
	@echo "SKIPPED: the page is not checked, because Node.js and npm are not installed (Debian: apt install npm)."
	@case ",$(SALIENT_REQUIRE)," in *,node,*) echo "SALIENT_REQUIRE names node."; exit 1;; esac
endif

# Write the page's types of the wire anew, after a change of what the server sends or takes.
wire: setup
	$(BIN)/python -m tests.page.wire_types

# Write the table of rules and the tests that prove them, after a full, passing run.
proofs: setup
	$(BIN)/python -m pytest -q -n auto --proofs=write

# Write the index from rules to the code that cites them.
index: setup
	$(BIN)/python -m salient.testing.citations

# Write the kept games anew, after a change of rules or data that was meant.
transcripts: setup
	$(BIN)/python -m tests.transcripts

# Draw the boards anew from the geography.
maps: setup
	$(BIN)/python -m salient.theatre.area_map
	$(BIN)/python -m salient.theatre.hex_map
	$(BIN)/python -m salient.theatre.village_map

# Random games over all scenarios and options, in two processes: a thousand of mist, three hundred of bulge, five hundred of squad
# (three hundred of them of its three scenarios proper), in about ten minutes.
fuzz: setup
	set -e; ( $(BIN)/salient fuzz mist --games 500 --seed 1944; \
	          $(BIN)/salient fuzz bulge --games 150 --seed 1944; \
	          $(BIN)/salient fuzz squad --games 250 --seed 1944 ) & first=$$!; \
	$(BIN)/salient fuzz mist --games 500 --seed 1945; \
	$(BIN)/salient fuzz bulge --games 150 --seed 1945; \
	$(BIN)/salient fuzz squad --games 250 --seed 1945; wait $$first

bench: setup
	$(BIN)/python benchmarks/games.py

# The documentation as a site, in site/. A broken link is an error.
docs: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock -e ".[docs]"
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

clean:
	rm -rf site $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis node_modules dist
