# The deeds of this repository; CI calls the same names.
PYTHON ?= python3
BIND ?= 127.0.0.1
PORT ?= 8000
SPEED ?= 1
VENV := .venv
PY := $(VENV)/bin/python

.PHONY: run demo-game test test-sqlite test-postgres check docs bench migrations messages

run: $(VENV)/run.stamp
	@BINGO_DEMO=1 $(PY) manage.py migrate --verbosity 0
	@BINGO_DEMO=1 $(PY) manage.py seed_demo
	@BINGO_DEMO=1 exec $(PY) manage.py run_hall --bind $(BIND) --port $(PORT)

demo-game: $(VENV)/run.stamp
	@BINGO_DEMO=1 $(PY) manage.py play_demo --url http://127.0.0.1:$(PORT) --speed $(SPEED)

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed (PYTHON=python3.x make …)."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv is missing: on Debian and Ubuntu, apt install python3-venv."; exit 1; }

# Installed again only when the pins change.
$(VENV)/run.stamp: requirements.txt | $(PY)
	@$(PY) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements.txt requirements-dev.txt | $(PY)
	@$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ $(VENV)/run.stamp
