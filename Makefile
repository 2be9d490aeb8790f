# Slow Train. `make help` lists what there is.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play test lint types bench soak format

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.slowtrain-installed

# The first Python that really runs (a pyenv shim may not), is 3.11 or later and can make a .venv.
FITS := import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	$$python -c '$(FITS)' >/dev/null 2>&1 && echo $$python && break; done)

help: ## List what there is
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(STAMP) ## Make .venv and install what the project needs; quick when that is done

play: setup ## Start the bot: on Discord with DISCORD_TOKEN, else at a local table in the browser
	@$(BIN)/slowtrain run

test: lint types ## Everything that CI runs
	$(BIN)/python -m pytest -n auto --dist worksteal

lint: setup
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .

types: setup
	$(BIN)/python -m mypy --strict

bench: setup ## Measure how long moves, pictures and transactions take
	@$(BIN)/slowtrain bench

soak: setup ## Simulate a month at a thousand tables, with all that can go wrong: ten minutes
	@$(BIN)/python -m tests.bot.soak

format: setup ## Put the code in its usual form
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

# The stamp is written last: an interrupted set-up is done again. It says in which folder that was:
# in a copied or moved tree everything is installed anew. A .venv that doesn't run is made again.
ifneq ($(shell cat $(STAMP) 2>/dev/null),$(CURDIR))
.PHONY: $(STAMP)
endif
$(STAMP): pyproject.toml constraints.txt
	@python='$(PYTHON)'; \
	if ! $${python:-false} -c '$(FITS)' >/dev/null 2>&1; then \
		newest=none; \
		for one in $${python:-python3.13 python3.12 python3.11 python3}; do \
			version=$$($$one -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) \
				&& newest="$$one, which is Python $$version" && \
				$$one -c 'import sys; sys.exit(sys.version_info < (3, 11))' && { \
				echo "$$newest, lacks the modules venv and ensurepip."; \
				echo "On Debian and Ubuntu: apt install python3-venv"; exit 1; }; \
		done; \
		echo "Slow Train needs Python 3.11 or later. Found: $$newest."; \
		echo "If it is elsewhere: make setup PYTHON=/path/to/python3"; exit 1; \
	fi; \
	if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
		echo "Making $(VENV) with $$($$python --version)."; \
		$$python -m venv --clear $(VENV); \
	fi
	@echo "Installing what the project needs: a minute or two the first time."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@echo '$(CURDIR)' > $@
