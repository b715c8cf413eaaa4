# Two commands for everybody, `make demo` and `make test`, and `make check` for who changes the code. Each target is one line; README.md has them without make.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: demo check test lint fix lock messages pictures release bench soak

demo: .venv/runtime  # play a demonstration table here; with LAN=1, phones of this network may join
	$(BIN)/python manage.py demo $(if $(LAN),--lan)

check: .venv/development  # the inner loop, within a minute: lint, types, the core, the laws and one game (GAME=…)
	$(BIN)/python -m tests check $(if $(GAME),--game $(GAME))

test: .venv/development  # every test; tests skipped for lack of a service are listed
	$(BIN)/python -m tests

lint: .venv/development  # what a reviewer should not have to say
	$(BIN)/ruff check && $(BIN)/ruff format --check && $(BIN)/mypy && $(BIN)/djade --check --target-version 5.2 $(PAGES) && $(BIN)/oxlint static/js

bench: .venv/development  # speed relative to a raw broadcast and to common designs; about ten minutes, on an idle machine
	$(BIN)/python -m bench.run

soak: .venv/development  # hostile input, faults, random play, secrets and accessibility, in their long form: hours
	TABLEE_SOAK=1 $(BIN)/python -m pytest -q tests/hostile tests/faults tests/encounters/test_going_back.py tests/rules/test_random_play.py tests/secrets tests/test_bench.py tests/test_renaming.py && TABLEE_SOAK=1 $(BIN)/python -m pytest -q tests/browser/test_axe.py tests/browser/test_pressing.py tests/browser/test_xss.py

fix: .venv/development  # apply the automatic fixes
	$(BIN)/ruff check --fix; $(BIN)/ruff format; $(BIN)/djade --target-version 5.2 $(PAGES)

lock: .venv/development  # recompile the requirements from pyproject.toml, keeping versions that still fit
	$(LOCK) pyproject.toml -o requirements.txt && $(LOCK) pyproject.toml --extra dev -c requirements.txt -o requirements-dev.txt

messages: .venv/development  # gather the texts to translate, and compile what is translated
	$(BIN)/python manage.py makemessages -l fr -e html,j2,py --no-wrap --no-location --ignore .venv --ignore tests --ignore bench --ignore examples && $(BIN)/python manage.py compilemessages --ignore .venv

pictures: .venv/development  # play the stories of the documents in a headless Chromium and take docs/img anew (STORIES=…); minutes
	$(BIN)/python -m tests.pictures $(STORIES)

release: .venv/development  # the wheel, a single file for each system, and their sums, in dist/; the network brings their packages
	$(BIN)/python -m release $(if $(SYSTEM),--system $(SYSTEM))

PAGES = $(shell find templates -name '*.html' -not -path 'templates/live/*')
LOCK = $(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

.venv/runtime: requirements.txt
	$(PYTHON) -m venv .venv && $(BIN)/pip install -q -r requirements.txt && touch $@

.venv/development: requirements-dev.txt
	$(PYTHON) -m venv .venv && $(BIN)/pip install -q -r requirements-dev.txt && touch $@
