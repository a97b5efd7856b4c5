# The deeds of this repository; CI calls the same names.
PYTHON ?= python3
BIND ?= 127.0.0.1
PORT ?= 8000
SPEED ?= 1
POSTGRES ?= postgres://root@127.0.0.1:5432/test
REDIS ?= redis://127.0.0.1:6379/9
VENV := .venv
PY := $(VENV)/bin/python
# uv where it can be had (seconds), pip where not.
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
INSTALL = sh -c '{ $(PIP) uv==0.13.9 && $(PY) -m uv pip install --quiet --python $(PY) -r "$$0"; } || $(PIP) -r "$$0"'

.PHONY: run voice demo-game test test-sqlite test-postgres simulate load check bench mutants nights docs migrations messages

run: $(VENV)/run.stamp
	@BINGO_DEMO=1 $(PY) manage.py migrate --verbosity 0
	@BINGO_DEMO=1 $(PY) manage.py seed_demo
	@BINGO_DEMO=1 exec $(PY) manage.py run_hall --bind $(BIND) --port $(PORT)

# The hall's voice (espeak-ng): balls, signals and formulas as clips. `make run` speaks with the browser's without it.
voice: $(VENV)/run.stamp
	@$(PY) manage.py make_voice

demo-game: $(VENV)/run.stamp
	@BINGO_DEMO=1 $(PY) manage.py play_demo --url http://127.0.0.1:$(PORT) --speed $(SPEED)

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed (PYTHON=python3.x make …)."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv is missing: on Debian and Ubuntu, apt install python3-venv."; exit 1; }

# Installed again only when the pins change.
$(VENV)/run.stamp: requirements.txt | $(PY)
	@$(INSTALL) requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements.txt requirements-dev.txt | $(PY)
	@$(INSTALL) requirements-dev.txt
	@touch $@ $(VENV)/run.stamp

# Everything this machine can run; what it cannot is said, and under CI=true nothing may be missing.
test: $(VENV)/dev.stamp check test-sqlite test-postgres simulate

test-sqlite: $(VENV)/dev.stamp
	$(PY) -m pytest -q tests

# The same tests of services, races, sockets and the journal, on PostgreSQL with the Redis layer.
test-postgres: $(VENV)/dev.stamp
	@POSTGRES=$(POSTGRES) REDIS=$(REDIS) $(PY) -m tests.house.on_postgres

# An evening of six sellers and forty terminals at once, in a real hall of its own, on each database.
load: $(VENV)/dev.stamp
	$(PY) -m tests.load.evening
	@POSTGRES=$(POSTGRES) REDIS=$(REDIS) $(PY) -m tests.load.evening --database postgres

simulate: $(VENV)/dev.stamp
	$(PY) -m tests.house.same_hash

check: $(VENV)/dev.stamp
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-cache
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) -m tests.house.messages --check

$(VENV)/bench.stamp: requirements-bench.txt $(VENV)/dev.stamp
	@$(INSTALL) requirements-bench.txt
	@touch $@

# Ours beside the peers', in turn: BENCH="cards strips" runs only these.
bench: $(VENV)/bench.stamp
	$(PY) -m tests.bench $(BENCH)

$(VENV)/mutants.stamp: requirements-mutants.txt $(VENV)/dev.stamp
	@$(INSTALL) requirements-mutants.txt
	@touch $@

# Spoils the rules of money in hundreds of small ways, one at a time: some test must notice each (minutes).
mutants: $(VENV)/mutants.stamp
	$(VENV)/bin/mutmut run --max-children 2
	$(VENV)/bin/mutmut results

# 500 arbitrary evenings of 60 deeds on each database (a quarter of an hour each).
NIGHTS = CI=true BINGO_STATEFUL_EXAMPLES=500 BINGO_STATEFUL_STEPS=60
nights: $(VENV)/dev.stamp
	$(NIGHTS) $(PY) -m pytest -q tests/test_stateful.py
	$(NIGHTS) BINGO_DATABASE_URL=$(POSTGRES) BINGO_REDIS_URL=$(REDIS) $(PY) -m pytest -q tests/test_stateful.py

docs: $(VENV)/dev.stamp
	$(PY) -m tests.house.regulation
	$(PY) -m tests.house.docs

migrations: $(VENV)/dev.stamp
	$(PY) manage.py makemigrations records ledger people bingo_sessions devices

messages: $(VENV)/dev.stamp
	$(PY) -m tests.house.messages
