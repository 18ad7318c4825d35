# SPDX-License-Identifier: MIT
# scanbench: `make` builds ./scanbench, `make quickstart` shows what it does, `make check` runs every test.

VERSION := 0.1.0
BUILD ?= build
ifeq ($(origin CC),default)
CC := gcc
endif
CFLAGS ?= -O2 -g
WARNINGS := -Wall -Wextra -Wswitch-enum -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wpointer-arith -Wundef
PACKAGES := jansson hwloc

# The default build leaves its program in the root; any other keeps it to itself.
PROGRAM := $(if $(filter build,$(BUILD)),scanbench,$(BUILD)/scanbench)

include mk/lists.mk

.PHONY: all help mpi bench-ranks tests check check-neon check-slow check-unit install uninstall installcheck clean distclean dist dist-bin deb
.PHONY: aa quickstart peers bench bench-gpu bench-harness bench-link-order plots pages figures scaling
.PHONY: sanitize sanitize-thread memcheck coverage fuzz format format-check layers schema packages FORCE
.DELETE_ON_ERROR:

all: $(PROGRAM) ## the program, ./scanbench (the default)
help: ## this list
	@echo 'make [GOAL…] [VARIABLE=…], with CC, CFLAGS, ISAS (native, or some of: $(TARGET_ISAS)), BUILD, prefix, DESTDIR'
	@awk -F ' ## ' '/^[a-z-]+:.* ## / { sub(/:.*/, "", $$1); printf "  %-16s %s\n", $$1, $$2 }' Makefile mk/*.mk
	@echo 'CONTRIBUTING.md says what a change must pass.'

# check installs what it needs, as quickstart does; every other goal only says what is missing.
PACKAGE_ACTION := $(if $(filter check,$(MAKECMDGOALS)),install,require)
PACKAGE_ROLES := build $(if $(filter check check-slow check-unit tests coverage sanitize%,$(MAKECMDGOALS)),test) \
	$(if $(filter check,$(MAKECMDGOALS)),plot)
packages:
	$(if $(TARGET_ISAS),,$(error no kernels for $(TARGET): scanbench runs on x86_64 and aarch64))
	$(if $(BUILT_ISAS)$(if $(shell command -v $(firstword $(CC))),,no compiler),,$(error ISAS=$(ISAS) names no instruction set; expected native or some of: $(TARGET_ISAS)))
	$(foreach isa,$(filter-out $(TARGET_ISAS),$(BUILT_ISAS)),\
		$(error ISAS: no kernels for '$(isa)' on $(TARGET); expected native or some of: $(TARGET_ISAS)))
	@CC='$(CC)' scripts/packages.sh $(PACKAGE_ACTION) $(PACKAGE_ROLES)

# What is built from what, by subject; each uses what those before it define.
include mk/kernels.mk
include mk/tests.mk
include mk/peers.mk
include mk/bench.mk
include mk/packaging.mk

quickstart: ## build for this machine, measure, draw: what scanbench does
	@+$(if $(findstring n,$(firstword -$(MAKEFLAGS))),echo )CC='$(CC)' MAKE='$(MAKE)' scripts/quickstart.sh

clean: ## remove what was built
	rm -rf $(BUILD) scanbench

distclean: clean ## and the archive
	rm -f $(DIST_FOLDER)/$(DIST).tar.gz $(DIST_FOLDER)/$(DIST_BIN).tar.gz

FORMATTED := $(wildcard src/*.c src/*/*.[ch] src/*/*.cu src/*/*/*.[ch] peers/*.cpp peers/*.cu peers/*.hpp tests/*/*.c tests/*/*.h)

format: ## format the sources
	@scripts/packages.sh require format
	clang-format -i $(FORMATTED)

format-check: ## whether they are formatted
	@scripts/packages.sh require format
	clang-format --dry-run -Werror $(FORMATTED)

layers: ## whether the rooms, their rules and plain English are kept
	@scripts/layers.sh src
	@scripts/english.sh

schema: $(PROGRAM) ## configs/sweep.schema.json, from the tables that read configs
	@$(abspath $<) help schema >configs/sweep.schema.json

-include $(OBJECTS:.o=.d) $(BUILD)/src/main.d $(UNIT_TESTS:=.d) $(COVERED:%.c=$(COVERAGE)/%.d)
