# SPDX-License-Identifier: MIT
# scanbench: `make` builds ./scanbench, `make quickstart` shows what it does, `make check` runs every test.

VERSION := 0.1.0
BUILD ?= build
ifeq ($(origin CC),default)
CC := gcc
endif
CFLAGS ?= -O2 -g
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wpointer-arith -Wundef
PACKAGES := jansson hwloc

prefix ?= /usr/local
bindir ?= $(prefix)/bin
datadir ?= $(prefix)/share
mandir ?= $(datadir)/man
docdir ?= $(datadir)/doc/scanbench
SCRIPTS_DIR := $(datadir)/scanbench/scripts
INSTALL ?= install

# The default build leaves its program in the root; any other keeps it to itself.
PROGRAM := $(if $(filter build,$(BUILD)),scanbench,$(BUILD)/scanbench)

# The instruction sets of this target; each kernel file is compiled once for each.
TARGET := $(or $(shell $(CC) -dumpmachine 2>/dev/null),$(shell uname -m))
ISAS := $(if $(filter x86_64%,$(TARGET)),sse2 avx2 avx512)$(if $(filter aarch64%,$(TARGET)),neon)
ELEMENTS := u32 i32 u64 f32 f64
# Element type and operator of the kernels that have one.
OPERATIONS := u32-sum f32-sum
FLAGS_sse2 := -msse2
FLAGS_avx2 := -mavx2 -mbmi -mbmi2 -mfma -mpopcnt
FLAGS_avx512 := $(FLAGS_avx2) -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512
FLAGS_neon :=

# What every file needs, whatever CFLAGS the user gives. Floats: each operation rounds on its own.
# pkg-config is asked once, by the first recipe, when the packages are known to be there.
PACKAGE_CFLAGS = $(eval PACKAGE_CFLAGS := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null))$(PACKAGE_CFLAGS)
PACKAGE_LIBS = $(eval PACKAGE_LIBS := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null))$(PACKAGE_LIBS)
LANGUAGE_FLAGS := -std=gnu17 -ffp-contract=off
BASE_FLAGS = $(LANGUAGE_FLAGS) $(WARNINGS) -Isrc -D_GNU_SOURCE -DVERSION='"$(VERSION)"' -pthread \
	$(PACKAGE_CFLAGS) $(CPPFLAGS) $(CFLAGS)
# Line numbers alone for kernels: their variables would cost a quarter of the build. Each kernel asks for
# vectors; where clang finds that it cannot, that is no mistake of the source.
KERNEL_FLAGS = $(if $(filter -g%,$(CFLAGS)),-g1) -O3 -fno-math-errno -fno-trapping-math -Wno-pass-failed
COMPILE = $(CC) $(BASE_FLAGS) -MMD -MP

SOURCES := $(filter-out %.isa.c %.elem.c %.op.c,$(wildcard src/*/*.c))
ISA_SOURCES := $(wildcard src/*/*.isa.c)
ELEM_SOURCES := $(wildcard src/*/*.elem.c)
OP_SOURCES := $(wildcard src/*/*.op.c)
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o) \
	$(foreach isa,$(ISAS),$(ISA_SOURCES:%.c=$(BUILD)/$(isa)/%.o)) \
	$(foreach isa,$(ISAS),$(foreach elem,$(ELEMENTS),$(ELEM_SOURCES:%.c=$(BUILD)/$(isa)/$(elem)/%.o))) \
	$(foreach isa,$(ISAS),$(foreach operation,$(OPERATIONS),$(OP_SOURCES:%.c=$(BUILD)/$(isa)/$(operation)/%.o)))
UNIT_TESTS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/test_*.c)) $(BUILD)/tests/faults/test_faults
CLI_TESTS := $(wildcard tests/cli/*.bats)
FORMATTED := $(wildcard src/*.c src/*/*.c src/*/*.h tests/*/*.c tests/*/*.h)

.PHONY: all tests check check-slow check-unit install uninstall installcheck clean distclean quickstart bench plots figures sanitize \
	format format-check layers packages FORCE
.DELETE_ON_ERROR:

all: $(PROGRAM)
tests: $(UNIT_TESTS)

# check installs what it needs, as quickstart does; every other goal only says what is missing.
PACKAGE_ACTION := $(if $(filter check,$(MAKECMDGOALS)),install,require)
PACKAGE_ROLES := build $(if $(filter check check-slow check-unit tests sanitize,$(MAKECMDGOALS)),test) \
	$(if $(filter check,$(MAKECMDGOALS)),plot)
packages:
	$(if $(ISAS),,$(error no kernels for $(TARGET): scanbench runs on x86_64 and aarch64))
	@CC='$(CC)' scripts/packages.sh $(PACKAGE_ACTION) $(PACKAGE_ROLES)

# Files that change only when their content does, so that what depends on them is rebuilt only then.
quote = '$(subst ','\'',$(1))'
UPDATE = { cat >$@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi; }

$(BUILD)/flags: FORCE | packages
	@mkdir -p $(@D)
	@printf '%s\n' $(call quote,$(CC) $(BASE_FLAGS) $(KERNEL_FLAGS)) | $(UPDATE)

$(BUILD)/build_info.h: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' \
		BUILD_FLAGS $(call quote,$(strip $(LANGUAGE_FLAGS) $(CPPFLAGS) $(CFLAGS))) \
		GIT "$$(test -e .git && git describe --always --dirty 2>/dev/null)" \
		SCRIPTS_DIR $(call quote,$(SCRIPTS_DIR)) | \
		sed 's/["\\]/\\&/g' | paste - - | sed 's/^\([A-Z_]*\)\t\(.*\)$$/#define \1 "\2"/' | $(UPDATE)

$(PROGRAM): $(BUILD)/src/main.o $(BUILD)/libscanbench.a
	$(CC) $(CFLAGS) $(LDFLAGS) -pthread -o $@ $^ $(PACKAGE_LIBS) -lm

$(BUILD)/libscanbench.a: $(OBJECTS)
	rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/src/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) $(INFO_FLAGS) -c -o $@ $<

# The files that report how the program was built.
INFO_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(shell grep -lwE 'BUILD_FLAGS|GIT|SCRIPTS_DIR' $(SOURCES) /dev/null))
$(INFO_OBJECTS): INFO_FLAGS = -include $(BUILD)/build_info.h
$(INFO_OBJECTS): $(BUILD)/build_info.h

# The loops that may be reordered; the other two are what reordering needs.
$(BUILD)/src/cpu/serial_reassociated.o: private CFLAGS += -O3 -fassociative-math -fno-signed-zeros -fno-trapping-math

define isa_rules
$(BUILD)/$(1)/src/%.isa.o: src/%.isa.c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(COMPILE) $$(KERNEL_FLAGS) $$(FLAGS_$(1)) -DISA=$(1) -c -o $$@ $$<
$(foreach elem,$(ELEMENTS),$(call elem_rules,$(1),$(elem)))
$(foreach operation,$(OPERATIONS),$(call op_rules,$(1),$(operation),$(subst -, ,$(operation))))
endef
define elem_rules
$(BUILD)/$(1)/$(2)/src/%.elem.o: src/%.elem.c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(COMPILE) $$(KERNEL_FLAGS) $$(FLAGS_$(1)) -DISA=$(1) -DELEM=$(2) -c -o $$@ $$<

endef
define op_rules
$(BUILD)/$(1)/$(2)/src/%.op.o: src/%.op.c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(COMPILE) $$(KERNEL_FLAGS) $$(FLAGS_$(1)) -DISA=$(1) -DELEM=$(word 1,$(3)) -DOPERATOR=$(word 2,$(3)) -c -o $$@ $$<

endef
$(foreach isa,$(ISAS),$(eval $(call isa_rules,$(isa))))

$(BUILD)/tests/unit/test_%: tests/unit/test_%.c $(BUILD)/libscanbench.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) -MF $@.d -MT $@ $$(pkg-config --cflags cmocka) $(LDFLAGS) -o $@ $< $(BUILD)/libscanbench.a \
		$$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm

# Calls that this test makes fail; where the compiler has a leak checker, it looks on.
WRAPPED := malloc calloc realloc aligned_alloc strdup strndup asprintf open_memstream fdopen pthread_create mmap \
	mprotect fork socketpair open write fsync fdatasync rename symlink
LEAK_FLAGS = $(eval LEAK_FLAGS := $(if $(findstring sanitize,$(CFLAGS)),,$(shell echo 'int main(void){return 0;}' | \
	$(CC) -x c -fsanitize=leak -o /dev/null - 2>/dev/null && echo -fsanitize=leak)))$(LEAK_FLAGS)
$(BUILD)/tests/faults/test_faults: tests/faults/test_faults.c tests/faults/inject.c $(BUILD)/libscanbench.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) $$(pkg-config --cflags cmocka) $(LDFLAGS) $(LEAK_FLAGS) $(WRAPPED:%=-Wl,--wrap=%) -o $@ \
		$(filter %.c %.a,$^) $$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm

check: all tests
	@SCANBENCH=./$(PROGRAM) tests/run $(UNIT_TESTS) $(CLI_TESTS)

# For long: every single fault, and a run killed at 200 moments.
check-slow: all tests
	@FAULT_STRIDE=1 FAULT_KILLS=200 TEST_TIMEOUT=7200 SCANBENCH=./$(PROGRAM) tests/run \
		$(BUILD)/tests/faults/test_faults tests/cli/faults.bats

check-unit: tests
	@tests/run $(UNIT_TESTS)

# Kernels unoptimised: their checked bodies take the optimiser minutes.
SANITIZERS := address,undefined
sanitize:
	@$(MAKE) check-unit BUILD=$(BUILD)/sanitize KERNEL_FLAGS=-O0 \
		CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=$(SANITIZERS) -fno-sanitize-recover=all'

quickstart:
	@+CC='$(CC)' MAKE='$(MAKE)' scripts/quickstart.sh

CONFIG ?= configs/quick.json
bench: all
	./$(PROGRAM) --config $(CONFIG)

RESULTS ?= $(filter-out $(wildcard results/*Z.csv),$(wildcard results/*.csv))
plots: all
	@scripts/packages.sh require plot
	@$(if $(RESULTS),,$(error no results/*.csv to draw: run scanbench first, or name some with RESULTS=))
	@for result in $(RESULTS); do ./$(PROGRAM) plot "$$result" || exit; done

# Options of the runs, to shrink them: FIGURE_OPTIONS="--filter n<=1M --set measure.max_time=50ms"
FIGURE_CONFIGS ?= $(sort $(wildcard configs/figures/*.json))
FIGURE_OPTIONS ?=
figures: all
	@scripts/packages.sh require plot
	@scripts/figures.sh ./$(PROGRAM) $(FIGURE_CONFIGS) -- $(foreach option,$(FIGURE_OPTIONS),$(call quote,$(option)))

install: all
	$(INSTALL) -d $(DESTDIR)$(bindir) $(DESTDIR)$(SCRIPTS_DIR) $(DESTDIR)$(docdir)/examples \
		$(DESTDIR)$(mandir)/man1 $(DESTDIR)$(mandir)/man5
	$(INSTALL) -m 755 $(PROGRAM) $(DESTDIR)$(bindir)/scanbench
	$(INSTALL) -m 644 $(wildcard scripts/*.gp) $(DESTDIR)$(SCRIPTS_DIR)
	$(INSTALL) -m 644 $(wildcard configs/*.json) $(DESTDIR)$(docdir)/examples
	$(INSTALL) -m 644 README.md LICENSE $(DESTDIR)$(docdir)
	$(INSTALL) -m 644 $(wildcard man/*.1) $(DESTDIR)$(mandir)/man1
	$(INSTALL) -m 644 $(wildcard man/*.5) $(DESTDIR)$(mandir)/man5

uninstall:
	rm -f $(DESTDIR)$(bindir)/scanbench $(patsubst man/%,$(DESTDIR)$(mandir)/man1/%,$(wildcard man/*.1)) \
		$(patsubst man/%,$(DESTDIR)$(mandir)/man5/%,$(wildcard man/*.5))
	rm -rf $(DESTDIR)$(datadir)/scanbench $(DESTDIR)$(docdir)

installcheck:
	$(DESTDIR)$(bindir)/scanbench --version
	$(DESTDIR)$(bindir)/scanbench --config $(DESTDIR)$(docdir)/examples/quick.json --dry-run >/dev/null

clean:
	rm -rf $(BUILD) scanbench

distclean: clean

format:
	@scripts/packages.sh require format
	clang-format -i $(FORMATTED)

format-check:
	@scripts/packages.sh require format
	clang-format --dry-run -Werror $(FORMATTED)

layers:
	@scripts/layers.sh src

-include $(OBJECTS:.o=.d) $(BUILD)/src/main.d $(UNIT_TESTS:=.d)
