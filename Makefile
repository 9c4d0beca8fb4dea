# Two commands matter: `make play` and `make test`. Both set everything up by themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

PYTEST := $(BIN)/python -m pytest -q -n auto --dist worksteal

# Tests start servers and workers by the dozen: what is compiled stays so, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup lock audit play test lint format page-lint page-format wire proofs index mutants transcripts maps cards fuzz soak bench docs clean

setup: $(READY)

# Everything is installed by version and hash, and what builds the project is part of it.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(READY): pyproject.toml requirements/dev.lock
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --require-hashes -r requirements/dev.lock
	$(INSTALL) --no-deps --no-build-isolation -e .
	touch $(READY)

# Lock the newest versions that the project allows; look at what has changed before you commit it.
lock: setup
	$(BIN)/python .ci/lock.py

# Are there known weaknesses in what is locked? Without a network it says so and is no failure.
audit:
	$(PYTHON) .ci/audit.py

play: setup
	$(BIN)/salient serve --browser

test: setup
	$(PYTEST) -rs --proofs=check

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
	$(PYTEST) --proofs=write

# Write the index from rules to the code that cites them.
index: setup
	$(BIN)/python -m salient.testing.citations

# Break the code of rules drawn by lot and see whether the tests of each rule notice: make mutants GAME=mist
GAME ?= mist
ROWS ?= 40
SEED ?= 7
mutants: setup
	$(BIN)/python -m salient.testing.mutants $(GAME) --rows $(ROWS) --seed $(SEED)

# Play games for a rules version that has none yet, and tell the stories anew.
transcripts: setup
	$(BIN)/python -m tests.transcripts

# Draw the boards anew from the geography.
maps: setup
	$(BIN)/python -m salient.theatre.area_map
	$(BIN)/python -m salient.theatre.hex_map
	$(BIN)/python -m salient.theatre.mile_map
	$(BIN)/python -m salient.theatre.village_map

# Take the pictures of the games for the lobby anew, from their maps.
cards: setup
	$(BIN)/python -m tests.table.browser.cards

# Random games over all scenarios and options, in two processes with dice of their own:
# $(call random_games,TITLE:BOUND ...,--seconds or --games)
define random_games
	for seed in 1944 1945; do ( set -e; for each in $(1); do \
	  $(BIN)/salient fuzz $${each%:*} $(2) $${each#*:} --seed $$seed; done ) & processes="$$processes $$!"; done; \
	for process in $$processes; do wait $$process || exit 1; done
endef

# With every change: about two minutes.
fuzz: setup
	$(call random_games,mist:15 bulge:15 squad:30 trumpets:20 peiper:30,--seconds)

# The long campaigns, now and then and before a release: all tests of random play and of crashes with their full numbers, then a
# thousand games of mist, three hundred of bulge, five hundred of squad, three hundred of trumpets, thirty campaigns of peiper.
soak: setup
	SALIENT_SOAK=1 $(PYTEST) -m play
	$(call random_games,mist:500 bulge:150 squad:250 trumpets:150 peiper:15,--games)

bench: setup
	$(BIN)/python benchmarks/games.py

# The documentation as a site, in site/. A broken link is an error.
docs: setup
	$(INSTALL) --require-hashes -r requirements/docs.lock
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

clean:
	rm -rf site $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .mutants node_modules dist
