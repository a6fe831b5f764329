# Everything this project does, one target each. Needs Python 3.11 or newer and make;
# `contract-lint` also wants Node with npm.

PYTHON ?= python3
PYTEST_ARGS ?=
MUTANTS ?=
MUTMUT_ARGS ?=
LOCK_ARGS ?=
SOAK_SECONDS ?= 600

VENV := .venv
BIN := $(VENV)/bin
NODE_TOOLS := tooling/contract-lint
BROWSER := tooling/browser
CLIENTS := tooling/clients
DESK := tooling/desk
MUTMUT := tooling/mutants
RAY := tooling/ray
OTEL := tooling/otel
FUZZ := tooling/fuzz
FUZZ_TARGETS := json adjudications legal-moves meld-checks hand-arrangements state-checks deal-scores scoresheets \
	replays batch head
FUZZ_SECONDS ?= 60
MUTATED := build/mutants
COMPILED := build/compiled
COMPILABLE := not interpreted and not browser and not clients and not desk and not otel and not ray and not thorough
UV_VERSION := 0.13.9

PIP_INSTALL := -m pip --quiet --quiet --disable-pip-version-check install
FROM_SOURCE := PYTHONPATH="$(CURDIR)/service"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- Running -----------------------------------------------------------------------------------

.PHONY: run
run: $(VENV)/.run ## Start the service on port 8080, or on LOBA_PORT
	$(FROM_SOURCE) exec $(BIN)/gunicorn -c service/gunicorn.conf.py loba.wsgi:app

.PHONY: setup
setup: $(VENV)/.dev ## Make the environment for development without doing anything in it

# --- Checking ----------------------------------------------------------------------------------

.PHONY: check
check: lint types imports contract-lint test clients package ## Every check there is; what CI runs

.PHONY: test
test: $(VENV)/.dev ## Run the tests; PYTEST_ARGS="-m 'not http' -x" and the like are passed on
	$(BIN)/python -m pytest --numprocesses=auto --maxprocesses=8 $(PYTEST_ARGS)

.PHONY: clients
clients: ## Follow docs/integrating.md: generate clients, have them ask; wants Node with npm, and curl
	@if command -v npm >/dev/null && command -v curl >/dev/null; then $(MAKE) --no-print-directory clients-node; \
	else echo "clients: SKIPPED, as npm or curl is missing on this machine"; fi

.PHONY: clients-node
clients-node: $(VENV)/.dev build/clients/.installed $(CLIENTS)/node_modules/.installed
	$(BIN)/python -m pytest -m clients tests/clients $(PYTEST_ARGS)

.PHONY: browser-test
browser-test: $(VENV)/.browser ## Open /docs in a real browser; installs Chromium where Debian's can be had
	@command -v chromium >/dev/null && command -v chromedriver >/dev/null || \
	{ apt-get update -qq && apt-get install -qq --no-install-recommends chromium chromium-driver; }
	$(BIN)/python -m pytest -m browser $(PYTEST_ARGS)

.PHONY: desk-test
desk-test: $(VENV)/.desk $(DESK)/node_modules/.installed ## Sit down at the referee's desk in Chromium; wants Node with npm
	@command -v chromium >/dev/null || \
	{ apt-get update -qq && apt-get install -qq --no-install-recommends chromium fonts-noto-core; }
	$(BIN)/python -m pytest -m desk tests/desk $(PYTEST_ARGS)

.PHONY: ray-test
ray-test: $(VENV)/.ray ## Replay games on a Ray of two workers on this machine, and kill one of them
	$(BIN)/python -m pytest -m ray tests/cli/test_ray.py $(PYTEST_ARGS)

.PHONY: otel-test
otel-test: $(VENV)/.otel ## Trace requests with OpenTelemetry, and see what a collector gets
	$(BIN)/python -m pytest -m otel tests/api/test_tracing.py $(PYTEST_ARGS)

.PHONY: long
long: $(VENV)/.dev ## Play hundreds of games of every ruleset, and try 20,000 moves of any kind under random rules
	LOBA_TEST_GAMES=200 LOBA_TEST_STEPS=20000 \
	$(BIN)/python -m pytest -n auto tests/moves/test_self_play.py tests/playing $(PYTEST_ARGS)

.PHONY: hostile
hostile: $(VENV)/.dev ## Send everything that should do harm, with 150 slow clients at a time
	HOSTILE=long $(BIN)/python -m pytest tests/hostile --durations=20 $(PYTEST_ARGS)

.PHONY: determinism
determinism: $(VENV)/.dev ## Ask two processes 10,000 times, in different order, and compare every byte
	LOBA_TEST_REQUESTS=10000 $(BIN)/python -m pytest tests/determinism $(PYTEST_ARGS)

.PHONY: overload
overload: $(VENV)/.dev ## Ask with up to eight times as many clients as there are threads, and show what becomes of them
	PYTHONPATH="$(CURDIR)/service:$(CURDIR)" $(BIN)/python -m tests.faults.load

.PHONY: fuzz
fuzz: $(VENV)/.fuzz ## Fuzz the reader of JSON and every endpoint, a minute each, or FUZZ_SECONDS
	@for target in $(FUZZ_TARGETS); do \
	  PYTHONPATH="$(CURDIR)/service:$(CURDIR)" $(BIN)/python -m tests.fuzz $$target $(FUZZ_SECONDS) || exit 1; \
	done

.PHONY: mutants
mutants: $(VENV)/.mutants ## Change the referee in thousands of small ways and see whether a test notices; MUTANTS="loba.scoring.*"
	mkdir -p $(MUTATED)
	ln -sfn ../../service $(MUTATED)/src
	for file in openapi.yaml pyproject.toml tests; do ln -sfn ../../$$file $(MUTATED)/$$file; done
	rm -rf $(MUTATED)/mutants/tests
	if test -d $(MUTATED)/mutants/src; then find $(MUTATED)/mutants/src -type f ! -name '*.py*' -delete; fi
	cd $(MUTATED) && export PATH="$(CURDIR)/$(BIN):$$PATH" PYTHONPATH=. && mutmut run $(MUTMUT_ARGS) $(MUTANTS)
	@$(BIN)/python -m tests.mutants $(MUTATED)/mutants/src/loba

.PHONY: coverage
coverage: $(VENV)/.dev ## Run the tests once more, in one process, and show what no test reaches
	$(BIN)/coverage run -m pytest -m "not http" $(PYTEST_ARGS)
	$(BIN)/coverage report

.PHONY: lint
lint: $(VENV)/.dev ## Check style and formatting
	$(BIN)/ruff check
	$(BIN)/ruff format --check

.PHONY: types
types: $(VENV)/.dev ## Check the types of the package, strictly
	$(BIN)/mypy

.PHONY: imports
imports: $(VENV)/.dev ## Check who imports whom
	$(FROM_SOURCE) $(BIN)/lint-imports

.PHONY: contract
contract: contract-lint clients ## Hold the service to openapi.yaml at length: clients, every fault, random requests
	TRIALS=long $(BIN)/python -m pytest -m "" tests/contract --numprocesses=auto --maxprocesses=8 $(PYTEST_ARGS)

.PHONY: contract-lint
contract-lint: export REDOCLY_SUPPRESS_UPDATE_NOTICE := true
contract-lint: export REDOCLY_TELEMETRY := off
contract-lint: $(VENV)/.dev ## Check openapi.yaml with three linters; two of them need Node
	$(BIN)/openapi-spec-validator openapi.yaml
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory contract-lint-node; \
	else echo "contract-lint: Spectral and Redocly are SKIPPED, as there is no npm on this machine"; fi

.PHONY: contract-lint-node
contract-lint-node: $(NODE_TOOLS)/node_modules/.installed
	$(NODE_TOOLS)/node_modules/.bin/spectral lint --fail-severity=warn openapi.yaml
	$(NODE_TOOLS)/node_modules/.bin/redocly lint openapi.yaml

# The wheel of a directory, in an environment that holds nothing else of ours.
define installed_elsewhere
	elsewhere=$$(mktemp -d) && trap 'rm -rf "$$elsewhere"' EXIT && \
	$(PYTHON) -m venv "$$elsewhere/venv" && \
	"$$elsewhere/venv/bin/python" $(PIP_INSTALL) --require-hashes -r requirements.txt && \
	"$$elsewhere/venv/bin/python" $(PIP_INSTALL) --no-deps --no-index $(1)/*.whl && \
	cp tests/packaging/check_wheel.py "$$elsewhere" && \
	cd "$$elsewhere" && venv/bin/python -I check_wheel.py
endef

.PHONY: package
package: $(VENV)/.dev ## Build wheel and sdist, install the wheel elsewhere and ask it for a verdict
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist
	$(BIN)/python tests/packaging/check_sdist.py dist/*.tar.gz
	$(call installed_elsewhere,dist)

.PHONY: compiled
compiled: $(COMPILED)/.built ## Build a wheel for this system in which the rules are compiled; wants a C compiler

# In a copy: compiled modules beside those they are made of would be what Python imports.
$(COMPILED)/.built: $(VENV)/.compiled $(shell find service -name '*.py') pyproject.toml openapi.yaml
	rm -rf $(COMPILED) && mkdir -p $(COMPILED)
	cp -R service openapi.yaml pyproject.toml README.md LICENSE $(COMPILED)
	cd $(COMPILED) && HATCH_BUILD_HOOK_ENABLE_MYPYC=1 MYPYPATH=service \
	  $(CURDIR)/$(BIN)/python -m build --wheel --no-isolation
	@touch $@

.PHONY: compiled-test
compiled-test: $(COMPILED)/.built ## Run the tests with the rules compiled, but for those that look into them
	$(BIN)/python -m pytest -n auto -o pythonpath="$(COMPILED)/service ." -m "$(COMPILABLE)" $(PYTEST_ARGS)
	$(call installed_elsewhere,$(COMPILED)/dist)

.PHONY: bench
bench: $(VENV)/.dev ## Measure what everything costs, beside references; also written to build/bench.json
	@$(MAKE) --no-print-directory rivals || echo "Other engines could not be installed: without them."
	@$(MAKE) --no-print-directory compiled || echo "The rules could not be compiled: without that."
	$(FROM_SOURCE) $(BIN)/python -m benchmarks

.PHONY: soak
soak: $(VENV)/.dev ## Keep two workers as busy as they can be for SOAK_SECONDS, ten minutes unless told otherwise
	$(FROM_SOURCE) $(BIN)/python -m benchmarks.soak $(SOAK_SECONDS)

.PHONY: rivals
rivals: $(VENV)/.rivals ## Install other engines, for `make bench` to compare with

# --- Tending -----------------------------------------------------------------------------------

.PHONY: format
format: $(VENV)/.dev ## Format the code and mend what ruff can mend
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format

PIN := build/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-header $(LOCK_ARGS)

.PHONY: lock
lock: build/uv/.installed ## Renew the pinned requirements; LOCK_ARGS=--upgrade takes new releases
	$(PIN) pyproject.toml --output-file requirements.txt
	$(PIN) pyproject.toml --group dev --constraints requirements.txt --output-file requirements-dev.txt
	$(PIN) --group browser --constraints requirements-dev.txt --output-file $(BROWSER)/requirements.txt
	$(PIN) --group compiled --constraints requirements-dev.txt --output-file tooling/compiled/requirements.txt
	$(PIN) --group clients --constraints requirements-dev.txt --output-file $(CLIENTS)/requirements.txt
	$(PIN) --group desk --constraints requirements-dev.txt --output-file $(DESK)/requirements.txt
	$(PIN) --group fuzz --constraints requirements-dev.txt --output-file $(FUZZ)/requirements.txt
	$(PIN) --group mutants --constraints requirements-dev.txt --output-file $(MUTMUT)/requirements.txt
	$(PIN) pyproject.toml --extra ray --constraints requirements-dev.txt --output-file $(RAY)/requirements.txt
	$(PIN) pyproject.toml --extra otel --constraints requirements-dev.txt --output-file $(OTEL)/requirements.txt

.PHONY: clean
clean: ## Remove everything that these targets made
	rm -rf $(VENV) build dist htmlcov $(NODE_TOOLS)/node_modules $(CLIENTS)/node_modules $(DESK)/node_modules
	rm -rf .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .schemathesis
	find service tests $(wildcard benchmarks) -type d -name __pycache__ -prune -exec rm -rf {} +

# --- Environments ------------------------------------------------------------------------------
# One environment. `run` needs what the service needs; everything else adds the tools for development,
# pinned so that the two agree.

$(VENV)/.run: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "loba needs Python 3.11 or newer")'
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP_INSTALL) --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.run
	$(BIN)/python $(PIP_INSTALL) --require-hashes -r requirements-dev.txt
	@touch $@

# Whatever else is wanted by one target only, in the same environment.
EXTRAS := $(addprefix $(VENV)/.,browser compiled desk fuzz mutants otel ray)
$(EXTRAS): $(VENV)/.%: tooling/%/requirements.txt $(VENV)/.dev
	$(BIN)/python $(PIP_INSTALL) --require-hashes -r $<
	@touch $@

# Other engines, and nothing of ours.
$(VENV)/.rivals: benchmarks/rivals.txt $(VENV)/.run
	rm -rf $(VENV)/rivals
	$(PYTHON) -m venv $(VENV)/rivals
	$(VENV)/rivals/bin/python $(PIP_INSTALL) --require-hashes -r $<
	@touch $@

# What consumers have, and nothing of ours.
build/clients/.installed: $(CLIENTS)/requirements.txt
	rm -rf build/clients
	$(PYTHON) -m venv build/clients
	build/clients/bin/python $(PIP_INSTALL) --require-hashes -r $<
	@touch $@

build/uv/.installed: Makefile
	rm -rf build/uv
	$(PYTHON) -m venv build/uv
	build/uv/bin/python $(PIP_INSTALL) uv==$(UV_VERSION)
	@touch $@

$(NODE_TOOLS)/node_modules/.installed: $(NODE_TOOLS)/package.json $(NODE_TOOLS)/package-lock.json
	npm ci --prefix $(NODE_TOOLS) --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

$(CLIENTS)/node_modules/.installed: $(CLIENTS)/package.json $(CLIENTS)/package-lock.json
	npm ci --prefix $(CLIENTS) --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

$(DESK)/node_modules/.installed: $(DESK)/package.json $(DESK)/package-lock.json
	npm ci --prefix $(DESK) --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

include tooling/deploy.mk
