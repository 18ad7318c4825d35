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

prefix ?= /usr/local
bindir ?= $(prefix)/bin
includedir ?= $(prefix)/include
datadir ?= $(prefix)/share
mandir ?= $(datadir)/man
docdir ?= $(datadir)/doc/scanbench
bashcompdir ?= $(datadir)/bash-completion/completions
zshcompdir ?= $(datadir)/zsh/site-functions
SCRIPTS_DIR := $(datadir)/scanbench/scripts
INSTALL ?= install

# The default build leaves its program in the root; any other keeps it to itself.
PROGRAM := $(if $(filter build,$(BUILD)),scanbench,$(BUILD)/scanbench)

# The rows of a list that C reads too: DO(a, b c, "d e", …, __VA_ARGS__) is the word a;b|c;d|e;…
rows = $(shell sed -n ':row; /,[ ]*\\$$/{N; s/ *\\\n */ /; b row}; \
	s/^ *DO(\(.*\), __VA_ARGS__).*/\1/; t word; d; :word; s/, /;/g; s/ /|/g; s/"//g; p' $(1))
column = $(subst |, ,$(word $(2),$(subst ;, ,$(1))))

# Each kernel file is compiled once for each instruction set of ISAS: all of the target, some of them
# (ISAS='avx2 avx512'), or ISAS=native, the best of this machine alone.
TARGET := $(or $(shell $(CC) -dumpmachine 2>/dev/null),$(shell uname -m))
define read_isa
ISAS_OF_$(call column,$(1),3) += $(call column,$(1),2)
FLAGS_OF_$(call column,$(1),3) += $(filter -%,$(call column,$(1),5))
FLAGS_$(call column,$(1),2) := $$(FLAGS_OF_$(call column,$(1),3))
BYTES_$(call column,$(1),2) := $(call column,$(1),4)
endef
$(foreach row,$(call rows,src/machine/isa.def),$(eval $(call read_isa,$(row))))
TARGET_ISAS := $(ISAS_OF_$(firstword $(subst -, ,$(TARGET))))
ISAS ?= $(TARGET_ISAS)
BUILT_ISAS := $(if $(filter native,$(ISAS)),$(shell CC='$(CC)' scripts/native_isa.sh),$(ISAS))

# The element types, and the kernels of groups by type and operator: max goes by the build for min, signed integers by
# that of the unsigned ones of their width. Sums take the longest to build.
DTYPE_ROWS := $(call rows,src/problem/dtypes.def)
OPERATOR_ROWS := $(call rows,src/problem/operators.def)
ELEMENTS := $(foreach row,$(DTYPE_ROWS),$(call column,$(row),2))
$(foreach row,$(DTYPE_ROWS),$(eval DEFINES_$(call column,$(row),2) := -DELEM=$(call column,$(row),2) \
	-DELEM_BITS=$(call column,$(row),4) -DELEM_KIND=$(call column,$(row),5) \
	-DELEM_ACCUMULATOR=$(call column,$(row),7)))
$(foreach row,$(OPERATOR_ROWS),$(eval DEFINES_$(call column,$(row),2) := -DOPERATOR=OP_$(call column,$(row),1) \
	-DOPERATOR_IS_$(call column,$(row),2) -DOPERATOR_WORD=$(call column,$(row),2)))
OPERATORS := $(foreach row,$(OPERATOR_ROWS),$(call column,$(row),2))
OPERATIONS := $(foreach operator,$(filter-out max,$(OPERATORS)),$(foreach row,$(DTYPE_ROWS),$(if \
	$(filter SIGNED,$(call column,$(row),5)),,$(call column,$(row),2)-$(operator))))

# What every file needs, whatever CFLAGS the user gives. Floats: each operation rounds on its own.
# pkg-config is asked once, by the first recipe, when the packages are known to be there.
PACKAGE_CFLAGS = $(eval PACKAGE_CFLAGS := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null))$(PACKAGE_CFLAGS)
PACKAGE_LIBS = $(eval PACKAGE_LIBS := $(if $(KERNEL_LIBRARY),$(KERNEL_LIBRARY) -u kernels) $(shell pkg-config --libs $(PACKAGES) 2>/dev/null))$(PACKAGE_LIBS)
LANGUAGE_FLAGS := -std=gnu17 -ffp-contract=off
BASE_FLAGS = $(LANGUAGE_FLAGS) $(WARNINGS) -Isrc -I$(BUILD)/generated -D_GNU_SOURCE -DVERSION='"$(VERSION)"' -pthread \
	$(PACKAGE_CFLAGS) $(CPPFLAGS) $(CFLAGS)
# Line numbers alone for kernels: their variables would cost a quarter of the build. Each kernel asks for
# vectors; where clang finds that it cannot, that is no mistake of the source.
KERNEL_FLAGS = $(if $(filter -g%,$(CFLAGS)),-g1) -O3 -fno-math-errno -fno-trapping-math -Wno-pass-failed
# Loops that are timed begin where their place among other code does not matter: a loop of 20 bytes is half as fast
# where it crosses a line of 64.
ALIGNMENT := -falign-functions=64 -falign-loops=32
COMPILE = $(CC) $(BASE_FLAGS) -MMD -MP

# The examples are plugins, built as anyone's own.
EXAMPLE := src/plugin/example.c
EXAMPLE_GPU := src/plugin/example.cu
MPI_GLUE := src/mpi/mpi_glue.c
SOURCES := $(filter-out %.isa.c %.elem.c %.op.c $(EXAMPLE) $(MPI_GLUE),$(wildcard src/*/*.c src/*/*/*.c))
ISA_SOURCES := $(wildcard src/*/*.isa.c src/*/*/*.isa.c)
ELEM_SOURCES := $(wildcard src/*/*.elem.c src/*/*/*.elem.c)
OP_SOURCES := $(wildcard src/*/*.op.c src/*/*/*.op.c)
# What takes longest comes first, so that no worker of make is left with it at the end.
KERNEL_OBJECTS := $(foreach operation,$(OPERATIONS),$(foreach isa,$(BUILT_ISAS),$(OP_SOURCES:%.c=$(BUILD)/$(isa)/$(operation)/%.o))) \
	$(foreach isa,$(BUILT_ISAS),$(foreach elem,$(ELEMENTS),$(ELEM_SOURCES:%.c=$(BUILD)/$(isa)/$(elem)/%.o))) \
	$(foreach isa,$(BUILT_ISAS),$(ISA_SOURCES:%.c=$(BUILD)/$(isa)/%.o))
OBJECTS := $(KERNEL_OBJECTS) $(SOURCES:%.c=$(BUILD)/%.o)
FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
UNIT_TESTS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/test_*.c tests/faults/test_*.c)) \
	$(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/seeds_%)
OPENCL_TEST := $(BUILD)/tests/opencl/test_opencl
CUDA_TESTS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/cuda/test_*.c))
OPENCL_BENCH := $(BUILD)/tests/opencl/bench_opencl
CLI_TESTS := $(wildcard tests/cli/*.bats)
# What takes longest is run first, so that no core is left with it at the end.
LONG_TESTS := %/test_registry %/test_registry_isas %/test_model_point %/run.bats %/faults.bats
long_first = $(filter $(LONG_TESTS),$(1)) $(filter-out $(LONG_TESTS),$(1))
FORMATTED := $(wildcard src/*.c src/*/*.[ch] src/*/*.cu src/*/*/*.[ch] peers/*.cpp peers/*.cu peers/*.hpp tests/*/*.c tests/*/*.h)

.PHONY: all help mpi bench-ranks tests check check-neon check-slow check-unit install uninstall installcheck clean distclean dist dist-bin deb
.PHONY: aa quickstart peers bench bench-gpu bench-harness bench-link-order bench-compare plots figures scaling
.PHONY: sanitize sanitize-thread memcheck coverage fuzz format format-check layers schema packages FORCE
.DELETE_ON_ERROR:

all: $(PROGRAM) ## the program, ./scanbench (the default)
help: ## this list
	@echo 'make [GOAL…] [VARIABLE=…], with CC, CFLAGS, ISAS (native, or some of: $(TARGET_ISAS)), BUILD, prefix, DESTDIR'
	@awk -F ' ## ' '/^[a-z-]+:.* ## / { sub(/:.*/, "", $$1); printf "  %-16s %s\n", $$1, $$2 }' Makefile
	@echo 'CONTRIBUTING.md says what a change must pass.'
tests: $(UNIT_TESTS) $(OPENCL_TEST) $(CUDA_TESTS) ## the test programs in C

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

# Headers that are made from other lists.
GENERATED := $(addprefix $(BUILD)/generated/,machine/built_isas.h sweep/plot_kinds.h engine/kernels.def \
	engine/kernel_texts.h engine/kernels.cl engine/cuda_text.def registry/built_in.h)
# Files that change only when their content does, so that what depends on them is rebuilt only then.
quote = '$(subst ','\'',$(1))'
upper = $(shell echo '$(1)' | tr a-z A-Z)
UPDATE = { cat >$@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi; }

$(BUILD)/flags: FORCE | packages $(GENERATED)
	@mkdir -p $(sort $(dir $(OBJECTS)))
	@printf '%s\n' $(call quote,$(CC) $(BASE_FLAGS) $(KERNEL_FLAGS) $(ALIGNMENT)) | $(UPDATE)

# FOR_EACH_BUILT_ISA, which calls DO for each instruction set of this build: DO(…, AVX2, avx2) and so on.
$(BUILD)/generated/machine/built_isas.h: FORCE | packages
	@mkdir -p $(@D)
	@echo '#define FOR_EACH_BUILT_ISA(DO, ...) $(foreach isa,$(BUILT_ISAS),DO(__VA_ARGS__, $(call upper,$(isa)), $(isa)))' | $(UPDATE)

# The built-in implementations, from the descriptors in the files of these rooms; a file that is gone changes its room.
DESCRIBED := $(sort $(filter-out %.elem.c %.isa.c %.op.c,$(wildcard src/cpu/*.c src/group/*.c src/mpi/distributed_*.c)))
$(BUILD)/generated/registry/built_in.h: $(DESCRIBED) src/cpu src/group src/mpi scripts/built_in.sh \
		| packages $(filter-out %/built_in.h,$(GENERATED))
	@mkdir -p $(@D)
	@scripts/built_in.sh $(DESCRIBED) -- $(CC) $(BASE_FLAGS) >$@.new && mv $@.new $@

# The kinds of charts, from the heads of their scripts.
$(BUILD)/generated/sweep/plot_kinds.h: FORCE | packages
	@mkdir -p $(@D)
	@awk -f scripts/plot_kinds.awk $(sort $(wildcard scripts/*.gp)) | $(UPDATE)

# The heads of all kernels, KERNEL(name, parameters…), from their texts.
$(BUILD)/generated/engine/kernels.def: $(wildcard src/kernels/*.h)
	@mkdir -p $(@D)
	@sed -n '/^KERNEL(/{:more; /)$$/!{N; b more}; p}' $^ | $(UPDATE)

# Every kernel, for a dialect to include.
KERNEL_TEXTS := $(filter-out src/kernels/launch.h,$(sort $(wildcard src/kernels/*.h)))
$(BUILD)/generated/engine/kernel_texts.h: FORCE | packages
	@mkdir -p $(@D)
	@printf '#include "%s"\n' $(KERNEL_TEXTS:src/%=%) | $(UPDATE)

# The kernels and their dialects for compilers at run time: OpenCL gets one text, CUDA's what it includes as files.
INCLUDED = awk -v FOLDERS='src $(BUILD)/generated' -f scripts/included.awk
DEVICE_TEXTS := scripts/included.awk $(KERNEL_TEXTS) $(wildcard src/problem/*.def src/problem/elem.h src/problem/op.h) \
	src/engine/packed.h src/engine/ring_of_one.h $(wildcard src/engine/dialect_*.h)
$(BUILD)/generated/engine/kernels.cl: src/engine/opencl/kernels.cl $(wildcard src/engine/opencl/dialect_opencl*.h) scripts/places.sed \
		$(DEVICE_TEXTS) $(BUILD)/generated/engine/kernel_texts.h
	@mkdir -p $(@D)
	@$(INCLUDED) engine/opencl/kernels.cl | sed -f scripts/places.sed | $(UPDATE)
$(BUILD)/generated/engine/cuda_text.def: $(wildcard src/engine/cuda/dialect_cuda*.h) $(DEVICE_TEXTS) \
		$(BUILD)/generated/engine/kernel_texts.h
	@mkdir -p $(@D)
	@$(INCLUDED) -v ROW=CUDA_TEXT engine/cuda/dialect_cuda_kernels.h | $(UPDATE)
$(BUILD)/src/engine/opencl/opencl_source.o: FILE_FLAGS = -DOPENCL_SOURCE='"$(BUILD)/generated/engine/kernels.cl"'
$(BUILD)/src/engine/opencl/opencl_source.o: $(BUILD)/generated/engine/kernels.cl

$(BUILD)/build_info.h: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' \
		BUILD_FLAGS $(call quote,$(strip $(LANGUAGE_FLAGS) $(CPPFLAGS) $(CFLAGS))) \
		BUILD_FLAGS_KERNEL $(call quote,$(strip cc $(LANGUAGE_FLAGS) $(CPPFLAGS) $(CFLAGS) $(KERNEL_FLAGS) $(ALIGNMENT))) \
		GIT "$$(scripts/commit.sh)" \
		SCRIPTS_DIR $(call quote,$(SCRIPTS_DIR)) | \
		sed 's/["\\]/\\&/g' | paste - - | sed 's/^\([A-Z_]*\)\t\(.*\)$$/#define \1 "\2"/' | $(UPDATE)

$(PROGRAM): $(BUILD)/src/main.o $(BUILD)/libscanbench.a
	$(CC) $(CFLAGS) $(LDFLAGS) -pthread -o $@ $^ $(PACKAGE_LIBS) -lm

# What these objects embed.
$(BUILD)/src/report/html_report.o: $(addprefix src/report/page.,html css js)
$(BUILD)/src/commands/line/completion.o: $(addprefix src/commands/line/completion.,bash.in zsh.in)
$(BUILD)/src/engine/cuda/cuda_text.o: $(DEVICE_TEXTS) $(wildcard src/engine/cuda/dialect_cuda*.h) $(BUILD)/generated/engine/kernel_texts.h

# With SHARED_KERNELS all tests share one file of kernels, which is 150 MB under sanitizers; it needs CFLAGS with -fPIC.
SHARED_KERNELS ?=
KERNEL_LIBRARY := $(if $(SHARED_KERNELS),$(abspath $(BUILD))/libkernels.so)
$(BUILD)/libscanbench.a: $(if $(KERNEL_LIBRARY),$(filter-out $(KERNEL_OBJECTS),$(OBJECTS)) | $(KERNEL_LIBRARY),$(OBJECTS))
	@$(if $(and $(COMPILED),$(MAKE_TERMERR)),printf '\r\033[K' >&2)
	rm -f $@ && $(AR) rcs $@ $^
$(abspath $(BUILD))/libkernels.so: $(KERNEL_OBJECTS)
	$(CC) $(CFLAGS) -shared -o $@ $^

# A silent build shows how far it is: on a terminal one line that counts, elsewhere a line every ten seconds.
BEGIN = $(if $(findstring s,$(filter-out -%,$(firstword $(MAKEFLAGS)))),$(PROGRESS))
PROGRESS = $(if $(MISSING),)$(eval COMPILED += $@)$(if $(MAKE_TERMERR),printf '\r\033[K$(COUNT): $<' >&2,$(PROGRESS_LINE))
COUNT = $(words $(COMPILED))$(if $(word $(words $(COMPILED)),$(MISSING)), of $(words $(MISSING))) files
MISSING = $(eval MISSING := $(filter-out $(wildcard $(OBJECTS)),$(OBJECTS)))$(MISSING)
TENS_OF_SECONDS = $(strip $(foreach now,$(shell date +%s),$(foreach digit,0 1 2 3 4 5 6 7 8 9,$(patsubst \
	%$(digit),%,$(filter %$(digit),$(now))))))
PROGRESS_LINE = $(eval NOW := $(TENS_OF_SECONDS))$(if $(filter-out $(NOW),$(or $(THEN),$(eval THEN := $(NOW)))),$(eval \
	THEN := $(NOW))echo 'compiling: $(COUNT)' >&2)
COMPILED :=
THEN :=

$(BUILD)/src/%.o: src/%.c $(BUILD)/flags
	@$(BEGIN)
	$(COMPILE) $(INFO_FLAGS) $(ALIGNED) $(FILE_FLAGS) -c -o $@ $<

# The files that report how the program was built.
INFO_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(shell grep -lwE 'BUILD_FLAGS|GIT|SCRIPTS_DIR' $(SOURCES) /dev/null))
$(INFO_OBJECTS): INFO_FLAGS = -include $(BUILD)/build_info.h
$(INFO_OBJECTS): $(BUILD)/build_info.h

$(BUILD)/src/cpu/%.o $(BUILD)/%.isa.o $(BUILD)/%.elem.o $(BUILD)/%.op.o: ALIGNED = $(ALIGNMENT)

# The loops that may be reordered; the other two are what reordering needs.
$(BUILD)/src/cpu/serial_reassociated.o: FILE_FLAGS = -O3 -fassociative-math -fno-signed-zeros -fno-trapping-math

# So that what precedes a block is joined to it by vectors.
$(BUILD)/src/mpi/distributed_scan.o: FILE_FLAGS = -O3

isa_defines = -DISA=$(1) -DVECTOR_BYTES=$(BYTES_$(1))
define isa_rules
$(BUILD)/$(1)/src/%.isa.o: src/%.isa.c $(BUILD)/flags
	@$$(BEGIN)
	$$(COMPILE) $$(KERNEL_FLAGS) $$(ALIGNED) $$(FLAGS_$(1)) $(call isa_defines,$(1)) -c -o $$@ $$<
$(foreach elem,$(ELEMENTS),$(call elem_rules,$(1),$(elem)))
$(foreach operation,$(OPERATIONS),$(call op_rules,$(1),$(operation),$(subst -, ,$(operation))))
endef
define elem_rules
$(BUILD)/$(1)/$(2)/src/%.elem.o: src/%.elem.c $(BUILD)/flags
	@$$(BEGIN)
	$$(COMPILE) $$(KERNEL_FLAGS) $$(ALIGNED) $$(FLAGS_$(1)) $(call isa_defines,$(1)) $(DEFINES_$(2)) -c -o $$@ $$<

endef
define op_rules
$(BUILD)/$(1)/$(2)/src/%.op.o: src/%.op.c $(BUILD)/flags
	@$$(BEGIN)
	$$(COMPILE) $$(KERNEL_FLAGS) $$(ALIGNED) $$(FLAGS_$(1)) $(call isa_defines,$(1)) $(DEFINES_$(word 1,$(3))) $(DEFINES_$(word 2,$(3))) -c -o $$@ $$<

endef
$(foreach isa,$(BUILT_ISAS),$(eval $(call isa_rules,$(isa))))

# The glue to each MPI library whose compiler is here, beside the program, which finds it there.
MPI_LIBRARIES := $(foreach library,openmpi mpich,$(if $(shell command -v mpicc.$(library)),$(library)))
MPI_OBJECTS := $(MPI_LIBRARIES:%=$(dir $(PROGRAM))scanbench-%.so)
mpi: all $(MPI_OBJECTS) ## the program, and what lets it run on the ranks of mpiexec
	$(if $(MPI_OBJECTS),,@echo 'no MPI compiler is here; on Debian: scripts/packages.sh install mpi' >&2; exit 3)
$(dir $(PROGRAM))scanbench-%.so: $(MPI_GLUE) src/mpi/mpi_glue.h $(BUILD)/flags
	OMPI_CC='$(CC)' MPICH_CC='$(CC)' mpicc.$* $(LANGUAGE_FLAGS) $(CPPFLAGS) $(filter-out -fsanitize% -fno-sanitize%,$(CFLAGS)) \
		-Isrc -fPIC -shared -o $@ $<

$(BUILD)/tests/plugins/%.so: tests/plugins/%.c src/plugin/scanbench.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -pthread -fPIC -shared -Isrc/plugin -o $@ $<

$(BUILD)/tests/unit/test_plugin: $(BUILD)/tests/plugins/faulty.so
$(BUILD)/tests/unit/test_plugin: private FILE_FLAGS = -DPLUGINS='"$(abspath $(BUILD)/tests/plugins)"'

# Stand-ins for NVIDIA's driver, compiler and management library, whole and without a function that is needed.
CUDA_STAND_INS := $(addprefix $(BUILD)/tests/cuda/,libcuda.so libcuda_lacking.so libnvrtc.so libnvrtc_lacking.so \
	libnvml.so libnvml_lacking.so)
BUILD_STAND_IN = $(CC) $(BASE_FLAGS) -DFAKE_INCLUDES='"$(abspath tests/cuda/cpu)"' -fPIC -shared -o $@ $<
$(BUILD)/tests/cuda/%_lacking.so: tests/cuda/fake_%.c $(wildcard tests/cuda/fake_*.h) $(BUILD)/flags
	@mkdir -p $(@D)
	$(BUILD_STAND_IN) -DcuLaunchKernel=lacking -DnvrtcGetCUBIN=lacking -DnvmlShutdown=lacking
$(BUILD)/tests/cuda/%.so: tests/cuda/fake_%.c $(wildcard tests/cuda/fake_*.h) $(BUILD)/flags
	@mkdir -p $(@D)
	$(BUILD_STAND_IN)

# The same for the loader of OpenCL.
OPENCL_STAND_INS := $(addprefix $(BUILD)/tests/opencl/,libopencl.so libopencl_lacking.so)
$(OPENCL_STAND_INS): tests/opencl/fake_libopencl.c tests/cuda/fake_cuda.h src/engine/opencl/opencl_api.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(BUILD_STAND_IN) $(if $(findstring lacking,$@),-DclCreateBuffer=lacking)
$(BUILD)/tests/unit/test_opencl_faults: $(OPENCL_STAND_INS)
$(BUILD)/tests/unit/test_opencl_faults: private FILE_FLAGS = -DSTAND_INS='"$(abspath $(BUILD)/tests/opencl)"'

# What compares the kernels of an engine with those of the timed one.
SAME_BITS := tests/opencl/same_bits.c tests/opencl/same_bits.h tests/unit/variants.h

# Kernels as CUDA C++, kept compiled beside the tests. Without NVIDIA's compiler the test says so and is skipped.
$(BUILD)/tests/cuda/test_%: tests/cuda/test_%.c $(SAME_BITS) $(CUDA_STAND_INS) $(BUILD)/libscanbench.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) -DSTAND_INS='"$(abspath $(BUILD)/tests/cuda)"' $$(pkg-config --cflags cmocka) $(LDFLAGS) -o $@ \
		$(filter %.c %.a,$^) $$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm

CUDA_UNIT_TESTS := $(addprefix $(BUILD)/tests/unit/test_,checker_devices cuda_faults cuda_loading engine_devices)
$(CUDA_UNIT_TESTS): $(CUDA_STAND_INS)
$(CUDA_UNIT_TESTS): private FILE_FLAGS = -DSTAND_INS='"$(abspath $(BUILD)/tests/cuda)"'

$(BUILD)/tests/unit/test_%: tests/unit/test_%.c $(BUILD)/libscanbench.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) $(FILE_FLAGS) -MF $@.d -MT $@ $$(pkg-config --cflags cmocka) $(LDFLAGS) -o $@ $< $(BUILD)/libscanbench.a \
		$$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm

# Calls that these tests make fail; where the compiler has a leak checker, it looks on.
WRAPPED := malloc calloc realloc aligned_alloc strdup strndup asprintf vasprintf open_memstream fdopen pthread_create mmap \
	mprotect fork socketpair open write fsync fdatasync rename symlink unlink
LEAK_FLAGS = $(eval LEAK_FLAGS := $(if $(findstring sanitize,$(CFLAGS)),,$(shell echo 'int main(void){return 0;}' | \
	$(CC) -x c -fsanitize=leak -o /dev/null - 2>/dev/null && echo -fsanitize=leak)))$(LEAK_FLAGS)
LINK_FAULTS = $(CC) $(BASE_FLAGS) $$(pkg-config --cflags cmocka) $(LDFLAGS) $(WRAPPED:%=-Wl,--wrap=%) -o $@ \
	$(filter %.c %.o %.a,$^) $$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm
$(BUILD)/tests/faults/test_%: tests/faults/test_%.c tests/faults/inject.c tests/faults/inject.h $(BUILD)/libscanbench.a \
		$(BUILD)/flags
	@mkdir -p $(@D)
	$(LINK_FAULTS) $(LEAK_FLAGS)

# A fuzz target: with libFuzzer in `make fuzz`, and as a plain program over its seeds in `make check`.
$(BUILD)/tests/fuzz/seeds_%: tests/fuzz/fuzz_%.c tests/fuzz/seeds.c tests/fuzz/fuzz.h $(BUILD)/libscanbench.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) -DCORPUS='"tests/fuzz/corpus/$*"' $(LDFLAGS) -o $@ $(filter %.c %.a,$^) $(PACKAGE_LIBS) -lm

$(BUILD)/tests/fuzz/fuzz_%: tests/fuzz/fuzz_%.c tests/fuzz/fuzz.h $(BUILD)/libscanbench.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) -fsanitize=fuzzer $(LDFLAGS) -o $@ $(filter %.c %.a,$^) $(PACKAGE_LIBS) -lm

# Kernels as OpenCL C beside those of the timed engine. Where there is no OpenCL, test and bench say so and are skipped.
$(OPENCL_TEST) $(OPENCL_BENCH): $(BUILD)/%: %.c $(SAME_BITS) $(BUILD)/libscanbench.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(BASE_FLAGS) $$(pkg-config --cflags cmocka) $(LDFLAGS) -o $@ $(filter %.c %.a,$^) \
		$$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm

check: all tests ## every test; installs what it needs
	@SCANBENCH=$(abspath $(PROGRAM)) POCL_CACHE_DIR=$(abspath $(BUILD))/pocl \
		tests/run $(call long_first,$(UNIT_TESTS) $(OPENCL_TEST) $(CUDA_TESTS) $(CLI_TESTS))

# For long: every single fault, a run killed at 200 moments, and one of 100 launches stopped at 20.
check-slow: all tests ## kills, faults and random configs in great numbers
	@FAULT_STRIDE=1 FAULT_KILLS=200 FAULT_STOPS=20 FAULT_LAUNCHES=100 FAULT_CONFIGS=20000 TEST_TIMEOUT=7200 SCANBENCH=$(abspath $(PROGRAM)) tests/run \
		$(BUILD)/tests/faults/test_faults $(BUILD)/tests/faults/test_kills tests/cli/faults.bats tests/cli/random_configs.bats

check-unit: tests ## the tests in C alone
	@tests/run $(call long_first,$(UNIT_TESTS))

# Kernels unoptimised: their checked bodies take the optimiser minutes.
SANITIZERS := address,undefined
sanitize: ## these under the address, leak and undefined-behaviour sanitizers
	@TEST_TIMEOUT=$${TEST_TIMEOUT:-1500} $(MAKE) check-unit BUILD=$(BUILD)/sanitize KERNEL_FLAGS=-O0 SHARED_KERNELS=yes \
		CFLAGS='-O1 -g -fPIC -fno-omit-frame-pointer -fsanitize=$(SANITIZERS) -fno-sanitize-recover=all'

# What several threads share, under ThreadSanitizer: the team, and the scans and reductions of many workers with one
# table of group kernels. The program whose look-back publishes without releasing must be caught.
comma := ,
THREAD_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard $(patsubst %,src/%/*.c,base machine machine/* problem implementation)) \
	$(addprefix src/cpu/,threads_scan.c threads_scan_tiles.c threads_reduce.c tagged_sums.c lookback.c elements.c segments.c tuning.c) \
	$(filter-out %.op.c %.elem.c,$(wildcard src/group/*.c src/engine/*.c src/engine/emulate/*.c))) \
	$(addprefix $(BUILD)/$(firstword $(BUILT_ISAS))/u32,-sum/src/engine/emulate/emulate_scan.op.o \
		-sum/src/engine/emulate/emulate_ahead.op.o /src/engine/emulate/emulate_rows.elem.o)
$(BUILD)/tests/threads/libthreads.a: $(THREAD_OBJECTS)
	@mkdir -p $(@D)
	rm -f $@ && $(AR) rcs $@ $^
$(BUILD)/tests/threads/chaos.o: tests/threads/chaos.c tests/threads/chaos.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) -fno-sanitize=thread -c -o $@ $<
$(BUILD)/tests/threads/unreleased.o: src/cpu/lookback.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) -U__ATOMIC_RELEASE -D__ATOMIC_RELEASE=__ATOMIC_RELAXED -c -o $@ $<

LINK_THREADS = $(CC) $(BASE_FLAGS) $$(pkg-config --cflags cmocka) $(LDFLAGS) -o $@ $(filter %.c %.o,$^) \
	$(BUILD)/tests/threads/libthreads.a $$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm
CHAOS := $(addprefix tests/threads/,test_chaos.c plain_kernels.c) $(BUILD)/tests/threads/chaos.o
CHAOS_FLAGS := -DGROUP_KERNELS=emulate_scan_$(firstword $(BUILT_ISAS))_u32_sum \
	$(foreach call,store fetch_add,$(foreach bits,32 64,-Wl$(comma)--wrap=__tsan_atomic$(bits)_$(call)))
$(BUILD)/tests/threads/test_team: tests/unit/test_team.c $(BUILD)/tests/threads/libthreads.a
	$(LINK_THREADS)
$(BUILD)/tests/threads/test_chaos: $(CHAOS) $(BUILD)/tests/threads/libthreads.a
	$(LINK_THREADS) $(CHAOS_FLAGS)
$(BUILD)/tests/threads/test_race: $(CHAOS) $(BUILD)/tests/threads/unreleased.o $(BUILD)/tests/threads/libthreads.a
	$(LINK_THREADS) $(CHAOS_FLAGS)

# Where it may, without random addresses, which the sanitizer does not know how to shadow on every kernel.
FIXED_ADDRESSES = $(shell setarch -R true 2>/dev/null && echo setarch -R)
THREAD_BUILD := $(BUILD)/thread
THREAD_TESTS := $(addprefix $(THREAD_BUILD)/tests/threads/test_,team chaos race)
sanitize-thread: ## what runs on several threads, under ThreadSanitizer
	@$(MAKE) $(THREAD_TESTS) BUILD=$(THREAD_BUILD) KERNEL_FLAGS=-O1 \
		CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=thread'
	@$(FIXED_ADDRESSES) tests/run $(filter-out %_race,$(THREAD_TESTS))
	@if TSAN_OPTIONS=halt_on_error=1 $(FIXED_ADDRESSES) $(filter %_race,$(THREAD_TESTS)) >$(THREAD_BUILD)/race.log 2>&1 || \
		! grep -q 'data race .*lookback' $(THREAD_BUILD)/race.log; then \
		cat $(THREAD_BUILD)/race.log; echo 'error: a look-back that does not release was not caught'; exit 1; fi

# The branches of what reads, plans, keeps and judges that its tests take. These files alone are compiled for it.
COVERED := src/json/node.c $(wildcard src/sweep/config*.c src/problem/verify*.c) src/sweep/plan.c src/results/journal.c src/results/resume.c \
	src/statistics/statistics.c
COVERING := config config_refused config_set plan engine_devices figures journal journal_damage resume statistics inference verify verify_gridded problem primitives parts
COVERAGE := $(BUILD)/coverage
COVERAGE_LEAST ?= 90
$(COVERAGE)/src/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) -O0 -DNDEBUG --coverage -c -o $@ $<
$(COVERAGE)/test_%: tests/unit/test_%.c $(COVERED:%.c=$(COVERAGE)/%.o) $(BUILD)/libscanbench.a
	$(CC) $(BASE_FLAGS) $(FILE_FLAGS) $$(pkg-config --cflags cmocka) $(LDFLAGS) --coverage -o $@ $^ \
		$$(pkg-config --libs cmocka) $(PACKAGE_LIBS) -lm
$(COVERAGE)/test_engine_devices: | $(CUDA_STAND_INS)
$(COVERAGE)/test_engine_devices: private FILE_FLAGS = -DSTAND_INS='"$(abspath $(BUILD)/tests/cuda)"'
$(COVERAGE)/test_parts: tests/faults/test_parts.c tests/faults/inject.c $(COVERED:%.c=$(COVERAGE)/%.o) $(BUILD)/libscanbench.a
	$(LINK_FAULTS) --coverage
coverage: $(COVERING:%=$(COVERAGE)/test_%) ## the branches that tests take
	@find $(COVERAGE) -name '*.gcda' -delete
	@tests/run $^
	@scripts/coverage.sh $(COVERAGE_LEAST) $(COVERAGE) $(COVERED)

# Valgrind's memcheck, which has no AVX-512; six minutes and more for all. Each check is a process of its own.
MEMCHECKED ?= *
memcheck: all ## the tests under valgrind
	@scripts/packages.sh require memcheck
	valgrind -q --leak-check=full --error-exitcode=99 $(abspath $(PROGRAM)) check --smoke $(foreach glob,$(MEMCHECKED),'$(glob)')

# Seconds for each target. What is found lies in $(BUILD)/fuzz, and becomes a seed once it is mended.
FUZZ_SECONDS ?= 60
fuzz: ## random changes of every input, FUZZ_SECONDS each
	@scripts/packages.sh require build fuzz
	@$(MAKE) CC=clang BUILD=$(BUILD)/fuzz $(FUZZ_TARGETS:%=$(BUILD)/fuzz/tests/fuzz/fuzz_%) \
		KERNEL_FLAGS='-O0 -fno-sanitize=all -Wno-pass-failed' \
		CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all'
	@scripts/fuzz.sh $(BUILD)/fuzz $(FUZZ_SECONDS) $(FUZZ_TARGETS)
# The NEON kernels, cross-compiled and run in an emulator: a part of what make check does on aarch64.
NEON := $(BUILD)/aarch64
NEON_CHECKS ?= 'threads/*' 'simd*' 'limit/*'
check-neon: ## the NEON kernels under qemu
	@scripts/packages.sh require neon
	@PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig $(MAKE) BUILD=$(NEON) \
		CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar CFLAGS=-O1 \
		KERNEL_FLAGS='-O1 -fno-math-errno -fno-trapping-math -Wno-maybe-uninitialized' all
	printf '%s\0' $(NEON_CHECKS) | xargs -0 -n 1 -P "$$(nproc)" qemu-aarch64 -L / $(NEON)/scanbench check --smoke
	qemu-aarch64 -L / $(NEON)/scanbench check --smoke --filter local=cooperative 'group/*'
	qemu-aarch64 -L / $(NEON)/scanbench --config configs/quick.json --filter 'n<=4Ki' --smoke -q -o - --format none

quickstart: ## build for this machine, measure, draw: what scanbench does
	@+CC='$(CC)' MAKE='$(MAKE)' scripts/quickstart.sh

# What users would run instead, as plugins; each is built where its library is. They get what a user would give
# them: -O3 and the instruction set that this CPU has, PEER_ISA, with the flags of our own kernels.
ifeq ($(origin CXX),default)
CXX := g++
endif
CPU_PEERS := std parallel tbb openmp openblas
CUDA_PEERS := cub cublas $(if $(CCCL),cccl)
PEERS := $(CPU_PEERS) $(CUDA_PEERS)
PEER_ISA ?= $(shell CC='$(CC)' scripts/native_isa.sh)
PEER_FLAGS = -std=c++17 -O3 $(FLAGS_$(PEER_ISA))
PEER_BUILD = $(shell $(CXX) --version | sed 1q) $(PEER_FLAGS)
PEER_WARNINGS := -Wall -Wextra -Wno-maybe-uninitialized # gcc's own variables of inscan loops
# For NVIDIA's GPUs: CUB of the toolkit, another one with CCCL=folder, for each of NVCC_ARCHS.
NVCC_ARCHS ?= 80 90
export NVCC_ARCHS CCCL
CUDA_PEER_FLAGS := -std=c++17 -O3 -Xcompiler -fPIC,-fvisibility=hidden -shared
peers: ## what users would run instead, as plugins
	@for peer in $(PEERS); do \
		why=$$(CXX='$(CXX)' scripts/peers.sh why $$peer) || exit; \
		if [ -n "$$why" ]; then echo "peers: $$peer: skipped: $$why"; continue; fi; \
		$(MAKE) --no-print-directory -s BUILD=$(BUILD) $(BUILD)/peers/$$peer.so || exit; \
		echo "peers: $$peer: $(BUILD)/peers/$$peer.so"; \
	done

$(BUILD)/peers/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(call quote,$(CXX) $(PEER_BUILD)) | $(UPDATE)

$(BUILD)/peers/%.so: peers/%.cpp $(wildcard peers/*.hpp) src/plugin/scanbench.h src/problem/dtypes.def $(BUILD)/peers/flags
	$(CXX) $(PEER_FLAGS) $(PEER_WARNINGS) -fPIC -shared -fvisibility=hidden -Isrc/plugin -Isrc \
		-DPEER_BUILD=$(call quote,"$(PEER_BUILD)") -o $@ $< $$(scripts/peers.sh flags $*)

$(BUILD)/peers/cuda_flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(call quote,$(CUDA_PEER_FLAGS) $(NVCC_ARCHS) $(CCCL)) "$$(scripts/peers.sh compiler cub)" | $(UPDATE)

PEER = $(notdir $(basename $@))
$(BUILD)/peers/cub.so $(BUILD)/peers/cccl.so: peers/cub.cu $(wildcard peers/*.hpp) src/plugin/scanbench.h src/problem/dtypes.def \
		$(BUILD)/peers/cuda_flags
	flags="$(CUDA_PEER_FLAGS) $$(scripts/peers.sh flags $(PEER))"; compiler=$$(scripts/peers.sh compiler $(PEER)); \
		"$$compiler" -ccbin '$(CXX)' $$flags -Isrc/plugin -Isrc -DPEER_NAME='"$(PEER)"' \
		"-DPEER_BUILD=\"$$("$$compiler" --version | sed -n 4p) $$(echo "$$flags" | sed 's|-I$(or $(CCCL),CCCL)|-ICCCL|g')\"" -o $@ $<

# The goals as ratios, peers beside them once `make peers` has built them, then the ratio to OpenCL. To shrink the
# first: BENCH_ARGS="--filter n<=1Mi"
BENCH ?= results
BENCH_ARGS ?=
bench: all $(OPENCL_BENCH) ## how near the limits and the peers each CPU family comes
	@scripts/goals.sh $(abspath $(PROGRAM)) configs/bench.json $(BENCH) $(wildcard $(CPU_PEERS:%=$(BUILD)/peers/%.so)) -- \
		$(foreach option,$(BENCH_ARGS),$(call quote,$(option)))
	@POCL_CACHE_DIR=$(abspath $(BUILD))/pocl $(OPENCL_BENCH)
	@$(MAKE) --no-print-directory bench-harness

# The same on a GPU, beside CUB, cuBLAS, and with CCCL=folder another CUB, in at most nine minutes on an H200. Without a GPU
# it says so.
BENCH_GPU_BUDGET ?= 510s
bench-gpu: all ## the same on a GPU
	@$(MAKE) --no-print-directory peers PEERS='$(CUDA_PEERS)' CCCL='$(CCCL)'
	@scripts/goals.sh $(abspath $(PROGRAM)) configs/bench-gpu.json $(BENCH) $(foreach peer,$(CUDA_PEERS),$(BUILD)/peers/$(peer).so) -- \
		--budget=$(BENCH_GPU_BUDGET) $(foreach option,$(BENCH_ARGS),$(call quote,$(option)))

# What the harness costs, and whether compare can be trusted here: shown, never a pass or a fail.
bench-harness: all ## what the harness itself costs
	@scripts/bench_harness.sh $(abspath $(PROGRAM))

bench-link-order: all ## whether the order of linking tells programs apart: LAUNCHES=12
	@CC='$(CC)' scripts/link_order.sh $(BUILD) $(BUILD)/link-order $(or $(LAUNCHES),12)

COMPARE_OPTIONS ?= --set measure.launches=40 --set measure.max_time=30ms
aa: all $(BUILD)/tests/plugins/planted.so ## whether equals are told from planted changes here: RUNS=6 TURNS=2 BESIDE=…
	@SCANBENCH=$(abspath $(PROGRAM)) scripts/aa.sh $(abspath $(BUILD))/tests/plugins/planted.so $(RUNS) $(TURNS)

bench-compare: all ## whether equal programs come out the same here
	@scripts/bench_compare.sh $(abspath $(PROGRAM)) $(COMPARE_OPTIONS)

RESULTS ?= $(filter-out $(wildcard results/*Z.csv),$(wildcard results/*.csv))
plots: all ## the charts of results/*.csv, or of RESULTS
	@scripts/packages.sh require plot
	@$(if $(RESULTS),,$(error no results/*.csv to draw: run scanbench first, or name some with RESULTS=))
	@for result in $(RESULTS); do $(abspath $(PROGRAM)) plot "$$result" || exit; done

# Options of the runs, to shrink them: FIGURE_OPTIONS="--filter n<=1M --set measure.max_time=50ms"; ENGINE=emulate,cuda has
# groups run there.
FIGURE_CONFIGS ?= $(sort $(wildcard configs/figures/*.json)) configs/dot-blas.json
FIGURE_OPTIONS ?=
figures: all ## every published figure on this machine, with its claims
	@scripts/packages.sh require plot
	@ENGINE=$(call quote,$(ENGINE)) PEERS='$(wildcard $(BUILD)/peers/openblas.so)' scripts/figures.sh $(abspath $(PROGRAM)) $(FIGURE_CONFIGS) -- $(foreach option,$(FIGURE_OPTIONS),$(call quote,$(option)))

# Scans over ranks and their exchange, with each MPI library: RANKS at most, BENCH_ARGS as FIGURE_OPTIONS; results are in
# BENCH_RANKS.
RANKS ?= $(shell nproc)
BENCH_RANKS ?= $(BUILD)/bench-ranks
bench-ranks: mpi ## scans over 1, 2, 4, ... ranks, with each MPI library
	@scripts/bench_ranks.sh $(abspath $(PROGRAM)) $(RANKS) $(BENCH_RANKS) $(foreach option,$(BENCH_ARGS),$(call quote,$(option)))

# What more workers bring: SCALING is the folder of the result; SCALING_OPTIONS as FIGURE_OPTIONS.
SCALING ?= results
SCALING_OPTIONS ?=
scaling: all ## what more workers bring
	@scripts/scaling.sh $(abspath $(PROGRAM)) $(SCALING) $(foreach option,$(SCALING_OPTIONS),$(call quote,$(option)))

# Where an installed program looks for its objects for MPI: those of the libraries whose compilers are here.
MPI_DIR := $(prefix)/lib/scanbench
install: all $(MPI_OBJECTS) ## to prefix, below DESTDIR
	$(INSTALL) -d $(DESTDIR)$(bindir) $(DESTDIR)$(includedir) $(DESTDIR)$(SCRIPTS_DIR) $(DESTDIR)$(docdir)/examples \
		$(DESTDIR)$(docdir)/examples/figures $(DESTDIR)$(mandir)/man1 $(DESTDIR)$(mandir)/man5 \
		$(DESTDIR)$(bashcompdir) $(DESTDIR)$(zshcompdir)
	$(INSTALL) -m 755 $(PROGRAM) $(DESTDIR)$(bindir)/scanbench
	$(INSTALL) -m 644 src/plugin/scanbench.h $(DESTDIR)$(includedir)
	$(INSTALL) -m 644 $(wildcard scripts/*.gp) $(DESTDIR)$(SCRIPTS_DIR)
	$(INSTALL) -m 644 $(wildcard configs/*.json) $(EXAMPLE) $(EXAMPLE_GPU) $(DESTDIR)$(docdir)/examples
	$(INSTALL) -m 644 $(wildcard configs/figures/*.json) $(DESTDIR)$(docdir)/examples/figures
	$(INSTALL) -m 644 README.md LICENSE docs/ranks.md $(DESTDIR)$(docdir)
	$(if $(MPI_OBJECTS),$(INSTALL) -d $(DESTDIR)$(MPI_DIR))
	$(if $(MPI_OBJECTS),$(INSTALL) -m 644 $(MPI_OBJECTS) $(DESTDIR)$(MPI_DIR))
	$(abspath $(PROGRAM)) completion bash >$(DESTDIR)$(bashcompdir)/scanbench
	$(abspath $(PROGRAM)) completion zsh >$(DESTDIR)$(zshcompdir)/_scanbench
	$(INSTALL) -m 644 $(wildcard man/*.1) $(DESTDIR)$(mandir)/man1
	$(INSTALL) -m 644 $(wildcard man/*.5) $(DESTDIR)$(mandir)/man5

uninstall: | $(filter install installcheck,$(MAKECMDGOALS)) ## remove that again
	rm -f $(DESTDIR)$(bindir)/scanbench $(DESTDIR)$(includedir)/scanbench.h $(patsubst man/%,$(DESTDIR)$(mandir)/man1/%,$(wildcard man/*.1)) \
		$(patsubst man/%,$(DESTDIR)$(mandir)/man5/%,$(wildcard man/*.5))
	rm -f $(DESTDIR)$(bashcompdir)/scanbench $(DESTDIR)$(zshcompdir)/_scanbench
	rm -rf $(DESTDIR)$(datadir)/scanbench $(DESTDIR)$(docdir) $(DESTDIR)$(MPI_DIR)

installcheck: | $(filter install,$(MAKECMDGOALS)) ## try what was installed
	$(DESTDIR)$(bindir)/scanbench --version
	$(DESTDIR)$(bindir)/scanbench --config $(DESTDIR)$(docdir)/examples/quick.json --dry-run >/dev/null
	@mkdir -p $(BUILD)
	$(CC) $(CFLAGS) -fPIC -shared -I$(DESTDIR)$(includedir) -o $(BUILD)/example.so \
		$(DESTDIR)$(docdir)/examples/$(notdir $(EXAMPLE))
	$(DESTDIR)$(bindir)/scanbench check --smoke --plugin $(BUILD)/example.so 'example/*'
	@for library in $(foreach library,$(MPI_LIBRARIES),$(if $(shell command -v mpiexec.$(library)),$(library))); do \
		echo "two ranks of $$library"; \
		env -u SCANBENCH_MPI OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
			OMPI_MCA_hwloc_base_binding_policy=none timeout 60 mpiexec.$$library -n 2 $(DESTDIR)$(bindir)/scanbench \
			--config $(DESTDIR)$(docdir)/examples/ranks.json --filter 'primitive=exscan,n<=64' --smoke -q -o - --format none || exit; \
	done

# What git has, as one archive that builds on its own and knows its commit.
DIST := scanbench-$(VERSION)
DIST_FOLDER ?= .
dist: ## an archive of the sources
	git archive --format=tar.gz --prefix=$(DIST)/ -o $(DIST_FOLDER)/$(DIST).tar.gz HEAD

# The program with all that it needs, for systems without a compiler.
DIST_BIN := $(DIST)-$(firstword $(subst -, ,$(TARGET)))
dist-bin: all ## an archive that runs without a compiler or packages
	@CC='$(CC)' CFLAGS=$(call quote,$(CFLAGS)) LDFLAGS=$(call quote,$(LDFLAGS)) scripts/dist_bin.sh $(DIST_BIN) \
		$(DIST_FOLDER) $(BUILD)/src/main.o $(BUILD)/libscanbench.a

# A Debian package of what git has, in build/deb.
deb: dist ## a Debian package
	@scripts/packages.sh require build deb
	@scripts/deb.sh $(DIST_FOLDER)/$(DIST).tar.gz $(VERSION) $(BUILD)/deb
	@ls $(BUILD)/deb/*.deb

clean: ## remove what was built
	rm -rf $(BUILD) scanbench

distclean: clean ## and the archive
	rm -f $(DIST_FOLDER)/$(DIST).tar.gz $(DIST_FOLDER)/$(DIST_BIN).tar.gz

format: ## format the sources
	@scripts/packages.sh require format
	clang-format -i $(FORMATTED)

format-check: ## whether they are formatted
	@scripts/packages.sh require format
	clang-format --dry-run -Werror $(FORMATTED)

layers: ## whether the rooms and their rules are kept
	@scripts/layers.sh src

# The words of the schema for editors, from what the parser of configs expects; a test compares them.
schema: $(BUILD)/tests/unit/test_schema ## the words of configs/sweep.schema.json
	@SCHEMA_WRITE=1 tests/run $<

-include $(OBJECTS:.o=.d) $(BUILD)/src/main.d $(UNIT_TESTS:=.d) $(COVERED:%.c=$(COVERAGE)/%.d)
